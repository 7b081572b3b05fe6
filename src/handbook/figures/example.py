"""The example that runs through all chapters, for pictures that show its numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from handbook.figures.tensor_reader import Number

TOKENS = ("Hello", "shiny", "sun")
EMBEDDINGS = ((0.34, 0.22, 0.54), (0.53, 0.34, 0.98), (0.29, 0.54, 0.93))
ASKING = 1  # the token whose row is followed: shiny


def scores() -> list[list[float]]:
    """Every embedding times every embedding; row: who asks, column: who is asked."""
    return [[sum(a * b for a, b in zip(asking, asked)) for asked in EMBEDDINGS] for asking in EMBEDDINGS]


def causal(scores: Sequence[Sequence[float]]) -> list[list[float]]:
    """The scores with what comes later blocked."""
    return [
        [score if column <= row else -math.inf for column, score in enumerate(line)] for row, line in enumerate(scores)
    ]


def softmax(row: Sequence[float]) -> list[float]:
    powers = [math.exp(score - max(row)) for score in row]
    return [power / sum(powers) for power in powers]


def as_printed(value: float, places: int = 4) -> Number:
    """A number with the digits that torch prints."""
    return Number(f"{value:.{places}f}")
