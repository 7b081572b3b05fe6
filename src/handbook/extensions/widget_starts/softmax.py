"""The start of `softmax`: the scores of shiny."""

from __future__ import annotations

import math

from handbook.extensions.widget_starts.tables import Table, Widget, column_heads, lists_side_by_side, numbered, softmax
from handbook.project.strings import Strings

START = {"scores": [0.7842, 1.3569, 1.2487], "temperature": 1, "subtract": True}


def tables(start: dict, say: Strings) -> list[Table]:
    scores = start["scores"]
    exponents = [score - max(scores) for score in scores]
    lists = {
        "scores": scores,
        "exponents": exponents,
        "exponentials": [math.exp(one) for one in exponents],
        "weights": softmax(scores),
    }
    heads = column_heads(say, {"scores": "score", "exponents": "", "exponentials": "", "weights": "weight"})
    return [
        Table(
            say("table"),
            say("number"),
            heads,
            lists_side_by_side(numbered("s", len(scores)), lists, say("sum")),
            total=True,
        )
    ]


WIDGET = Widget(START, tables)
