"""The start of `queries-keys-values`: the chapter's tables, which torch draws from the seed 123."""

from __future__ import annotations

from handbook.extensions.widget_starts.tables import (
    PROJECTIONS,
    SENTENCE,
    Column,
    Table,
    Widget,
    attend,
    embeddings_table,
    matrix,
    numbered,
)
from handbook.project.strings import Strings

START = {
    "words": list(SENTENCE),
    "embeddings": list(SENTENCE.values()),
    "query": 1,
    "scaled": True,
    "start": "rand",
    "seed": 123,
    "own": {table: [[0, 0]] * 3 for table in PROJECTIONS},
}

# torch.manual_seed(123), then three times torch.rand(3, 2). Pages are built without torch; test_widgets_browser.py
# compares.
DRAWN = {
    "W_query": [[0.296111941, 0.516562283], [0.251670718, 0.68855679], [0.0739724636, 0.866521955]],
    "W_key": [[0.136579871, 0.102479041], [0.184056461, 0.726446748], [0.315253913, 0.687106669]],
    "W_value": [[0.075635314, 0.196638167], [0.316411972, 0.401740134], [0.118568301, 0.82739538]],
}


def tables(start: dict, say: Strings) -> list[Table]:
    words, embeddings = start["words"], start["embeddings"]
    found = attend(embeddings, DRAWN)
    keys = [Column(word, role="key") for word in words]

    def columns(letter: str, role: str = "") -> list[Column]:
        return [
            Column(head, say("dimension").format(number=place), role)
            for place, head in enumerate(numbered(letter, 2), 1)
        ]

    trained = [
        Table(say(table), say("in_and_out"), columns(letter, role), matrix(table, numbered("x", 3), DRAWN[table]))
        for table, (_, role, letter) in PROJECTIONS.items()
    ]
    projected = [
        Table(say(result), say("word"), columns(letter, role), matrix(result, words, found[result]))
        for result, role, letter in PROJECTIONS.values()
    ]
    squares = [
        Table(say(name), say("rows_and_columns"), keys, matrix(name, words, found[name]))
        for name in ("scores", "scaled_scores", "weights")
    ]
    context = Table(say("contexts"), say("word"), columns("c"), matrix("context", words, found["context"]))
    return [embeddings_table(words, embeddings, say), *trained, *projected, *squares, context]


WIDGET = Widget(START, tables)
