"""The start of `spreadsheet`: the chapter's two sheets; bark asks."""

from __future__ import annotations

import math

from ..ui import Strings
from .tables import PROJECTIONS, Column, Table, Widget, attend, column_heads, matrix, numbered

DOGS = {
    "embeddings": [[0, 0.5, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0.5], [-1, 0, 0, -1]],
    "W_query": [[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0], [2, 1, 2, 0]],
    "W_key": [[1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0, 1, 0], [0, 0, 0, 2]],
    "W_value": [[1, 0, 0, 0], [0, 2, 0, 0], [1, 0, 2, 0], [0, 0, 1, 3]],
}
DIAGONAL = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
FOOD = {
    "embeddings": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 1]],
    "W_query": [[0, 8, 0, 0], [0, 0, 8, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "W_key": DIAGONAL,
    "W_value": DIAGONAL,
}
START = {"sheet": "dogs", "view": "one", "query": 2, "dogs": DOGS, "food": FOOD}
TOKENS = ["The", "dogs", "bark", "loudly", "."]
NAMED = ["noun", "plural", "alive", "action"]


def tables(start: dict, say: Strings) -> list[Table]:
    sheet, asking = start["dogs"], start["query"]
    found = attend(sheet["embeddings"], sheet)
    named = [say(name) for name in NAMED]

    def table(name: str, corner: str, numbers: list, labels: list[str], role: str, first: int = 0) -> Table:
        heads = numbered("v", 4) if role in ("value", "") else named
        return Table(say(name if name != "context" else "contexts"), say(corner), [Column(head, role=role) for head in heads], matrix(name, labels, numbers, short=True, first=first))

    asked = [asking] if (only := True) else []
    return []


WIDGET = Widget(START, tables)
