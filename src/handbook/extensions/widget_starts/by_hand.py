"""The start of `by-hand`: shiny asks."""

from __future__ import annotations

import math

from handbook.extensions.widget_starts.tables import (
    SENTENCE,
    Column,
    Table,
    Widget,
    cells,
    column_heads,
    dot,
    embeddings_table,
    lists_side_by_side,
    numbered,
    product,
    softmax,
)
from handbook.project.strings import Strings

START = {"words": list(SENTENCE), "embeddings": list(SENTENCE.values()), "query": 1, "temperature": 1}


def tables(start: dict, say: Strings) -> list[Table]:
    words, embeddings = start["words"], start["embeddings"]
    asking = words[start["query"]]
    scores = [dot(embeddings[start["query"]], row) for row in embeddings]
    weights = softmax(scores)
    shares = [score / sum(scores) for score in scores]
    lists = {
        "scores": scores,
        "exponentials": [math.exp(score) for score in scores],
        "weights": weights,
        "shares": shares,
    }
    heads = column_heads(say, {"scores": "score", "exponentials": "", "weights": "weight", "shares": ""})
    by_weights, by_shares = product([weights, shares], embeddings)
    context = [
        (say("by_weights"), cells("context", 0, by_weights)),
        (say("by_shares"), cells("plain_context", 0, by_shares)),
    ]
    return [
        embeddings_table(words, embeddings, say),
        Table(
            say("scores").format(query=asking),
            say("asked"),
            heads,
            lists_side_by_side(words, lists, say("sum")),
            total=True,
        ),
        Table(say("context").format(query=asking), say("mixed"), [Column(head) for head in numbered("c", 3)], context),
    ]


WIDGET = Widget(START, tables)
