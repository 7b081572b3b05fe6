"""The sentence that runs through all chapters, from ``content/examples.toml``."""

from __future__ import annotations

from pathlib import Path

from handbook.project import examples

_HELLO = examples.load(Path(__file__).parents[2])["hello"]

TOKENS: list[str] = _HELLO["tokens"]
EMBEDDINGS: list[list[float]] = _HELLO["embeddings"]
ASKING: int = _HELLO["selected"] - 1  # the index of the token whose query is followed: shiny
