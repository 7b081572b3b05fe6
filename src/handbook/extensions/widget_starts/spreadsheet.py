"""The start of `spreadsheet`: the chapter's two sheets; bark asks."""

from __future__ import annotations

import math

from handbook.extensions.widget_starts.tables import (
    PROJECTIONS,
    Cell,
    Column,
    Table,
    Widget,
    attend,
    column_heads,
    matrix,
    numbered,
    shortened,
)
from handbook.project.strings import Strings

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
    """From the view of one token."""
    sheet, asking = start["dogs"], start["query"]
    found = attend(sheet["embeddings"], sheet)
    named = [say(name) for name in NAMED]
    handed = numbered("v", len(NAMED))
    bark = TOKENS[asking : asking + 1]

    def table(name: str, title: str, corner: str, rows: list, heads: list[str], role: str = "") -> Table:
        return Table(say(title), say(corner), [Column(head, role=role) for head in heads], rows)

    trained = [
        table(
            one,
            one,
            "in_and_out",
            matrix(one, named, sheet[one], short=True),
            handed if one == "W_value" else named,
            role,
        )
        for one, (_, role, _) in PROJECTIONS.items()
    ]
    keys, values = (matrix(one, TOKENS, found[one], short=True) for one in ("keys", "values"))
    return [
        table(
            "embeddings",
            "embeddings",
            "word",
            matrix("embeddings", TOKENS, sheet["embeddings"], short=True),
            named,
            "embedding",
        ),
        *trained,
        table(
            "queries",
            "queries",
            "word",
            matrix("queries", bark, [found["queries"][asking]], short=True, first=asking),
            named,
            "query",
        ),
        table("keys", "keys", "word", keys, named, "key"),
        table("values", "values", "word", values, handed, "value"),
        _list(found, asking, say),
        table("context", "contexts", "word", matrix("context", bark, [found["context"][asking]], first=asking), handed),
    ]


def _list(found: dict, asking: int, say: Strings) -> Table:
    """One query against every key, and below that the sums."""
    scores, scaled, weights = (found[name][asking] for name in ("scores", "scaled_scores", "weights"))
    lists = {
        "scores": scores,
        "scaled_scores": scaled,
        "exponentials": [math.exp(one) for one in scaled],
        "weights": weights,
    }
    short = {"scores", "scaled_scores"}

    def cell(name: str, place: str, number: float) -> Cell:
        return Cell(place, number, shortened(number) if name in short else "")

    rows = [
        (token, [cell(name, f"{name}[{asking}][{key}]", numbers[key]) for name, numbers in lists.items()])
        for key, token in enumerate(TOKENS)
    ]
    sums = [cell(name, f"sums[0][{place}]", sum(numbers)) for place, (name, numbers) in enumerate(lists.items())]
    heads = column_heads(say, {"scores": "score", "scaled_scores": "score", "exponentials": "", "weights": "weight"})
    return Table(
        say("one_asks").format(query=TOKENS[asking]), say("key"), heads, [*rows, (say("sum"), sums)], total=True
    )


WIDGET = Widget(START, tables)
