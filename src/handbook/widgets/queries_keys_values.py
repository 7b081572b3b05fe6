"""The start of `queries-keys-values`: the chapter's tables, which torch draws from the seed 123."""

from __future__ import annotations

from ..ui import Strings
from .tables import PROJECTIONS, SENTENCE, Column, Table, Widget, attend, embeddings_table, matrix, numbered

START = {
    "words": list(SENTENCE),
    "embeddings": list(SENTENCE.values()),
    "query": 1,
    "scaled": True,
    "start": "rand",
    "seed": 123,
    "own": {table: [[0, 0]] * 3 for table in PROJECTIONS},
}

# torch.manual_seed(123), then three times torch.rand(3, 2). Pages are built without torch; a test compares.
DRAWN = {
    "W_query": [[0.29611194133758545, 0.516562283039093], [0.251670777797699, 0.6885568499565125], [0.07397246360778809, 0.8665162920951843]],
    "W_key": [[0.13661545515060425, 0.1024811863899231], [0.18405646085739136, 0.7264467477798462], [0.31525713205337524, 0.6870695352554321]],
    "W_value": [[0.0756331681251526, 0.19663077592849731], [0.31640774011611938, 0.40174686908721924], [0.11863815784454346, 0.8273958563804626]],
}


def tables(start: dict, say: Strings) -> list[Table]:
    words, embeddings = start["words"], start["embeddings"]
    found = attend(embeddings, DRAWN)
    keys = [Column(word, role="key") for word in words]

    def columns(letter: str, role: str = "") -> list[Column]:
        return [Column(head, say("dimension").format(number=place), role) for place, head in enumerate(numbered(letter, 2), 1)]

    trained = [Table(say(table), say("number"), columns(letter, role), matrix(table, numbered("x", 3), DRAWN[table])) for table, (_, role, letter) in PROJECTIONS.items()]
    projected = [Table(say(result), say("word"), columns(letter, role), matrix(result, words, found[result])) for result, role, letter in PROJECTIONS.values()]
    squares = [Table(say(name), say("rows_and_columns"), keys, matrix(name, words, found[name])) for name in ("scores", "scaled_scores", "weights")]
    context = Table(say("contexts"), say("word"), columns("c"), matrix("context", words, found["context"]))
    return [embeddings_table(words, embeddings, say), *trained, *projected, *squares, context]


WIDGET = Widget(START, tables)
