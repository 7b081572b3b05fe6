"""The start of `mask`: a causal one, before softmax."""

from __future__ import annotations

import math

from handbook.extensions.widget_starts.tables import (
    SENTENCE,
    Cell,
    Column,
    Table,
    Widget,
    cells,
    embeddings_table,
    numbered,
    product,
    softmax,
)
from handbook.project.strings import Strings

START = {
    "words": list(SENTENCE),
    "embeddings": list(SENTENCE.values()),
    "kind": "causal",
    "order": "before",
    "length": 3,
    "hidden": [[False] * 3] * 3,
}


def tables(start: dict, say: Strings) -> list[Table]:
    words, embeddings = start["words"], start["embeddings"]
    count = range(len(words))
    all_scores = product(embeddings, list(zip(*embeddings, strict=True)))
    scores = [[all_scores[query][key] if key <= query else -math.inf for key in count] for query in count]
    weights = [softmax(row) for row in scores]
    context = product(weights, embeddings)
    keys = [Column(word) for word in words]
    allowed = [(words[row], cells("allowed", row, [int(key <= row) for key in count], typed=True)) for row in count]
    summed = [
        (words[row], [*cells("weights", row, weights[row]), Cell(f"sums[{row}][0]", sum(weights[row]))])
        for row in count
    ]
    return [
        embeddings_table(words, embeddings, say),
        Table(say("allowed"), say("rows_and_columns"), keys, allowed),
        Table(
            say("scores"),
            say("rows_and_columns"),
            keys,
            [(words[row], cells("scores", row, scores[row])) for row in count],
        ),
        Table(say("weights"), say("rows_and_columns"), [*keys, Column(say("sum"))], summed),
        Table(
            say("context"),
            say("word"),
            [Column(head) for head in numbered("c", 3)],
            [(words[row], cells("context", row, context[row])) for row in count],
        ),
    ]


WIDGET = Widget(START, tables)
