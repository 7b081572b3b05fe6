"""The sentence of the home page's picture, and how much each word looks at each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from handbook import ROOT
from handbook.project import examples

TOKENS: list[str] = examples.load(ROOT)["hello"]["tokens"]
EMBEDDINGS: list[list[float]] = examples.load(ROOT)["hello"]["embeddings"]


def scores() -> list[list[float]]:
    """Every embedding times every embedding; row: who asks, column: who is asked."""
    return [[sum(a * b for a, b in zip(asking, asked)) for asked in EMBEDDINGS] for asking in EMBEDDINGS]


def softmax(row: Sequence[float]) -> list[float]:
    powers = [math.exp(score - max(row)) for score in row]
    return [power / sum(powers) for power in powers]
