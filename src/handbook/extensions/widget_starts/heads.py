"""The start of `heads`: two heads on three words, as in the chapter; a table for each step."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from handbook.extensions.widget_starts.tables import (
    SENTENCE,
    Cell,
    Column,
    Table,
    Widget,
    embeddings_table,
    numbered,
    product,
    softmax,
)
from handbook.project.strings import Strings

START = {"words": list(SENTENCE), "embeddings": list(SENTENCE.values()), "num_heads": 2, "step": 0}
WIDTH = 4  # d_out

Matrix = list[list[float]]


# -- the chapter's tables


def _rand(seed: int, count: int) -> list[float]:
    """`torch.manual_seed(seed)` and `torch.rand(count)`: both use MT19937, but Python starts it in another way."""
    words = [seed]
    for place in range(1, 624):
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + place) & 0xFFFFFFFF)
    generator = random.Random()
    generator.setstate((3, (*words, 624), None))
    return [(generator.getrandbits(32) & 0xFFFFFF) / 2**24 for _ in range(count)]


def _matrix(numbers: Sequence[float], columns: int) -> Matrix:
    return [list(numbers[start : start + columns]) for start in range(0, len(numbers), columns)]


def chapter_tables() -> dict[str, Matrix]:
    """W_query, W_key, W_value (3, 4), each of two tables side by side, and W_out (4, 4), all from seed 123."""
    drawn = _rand(123, 92)
    query_1, key_1, value_1, query_2, key_2, value_2 = (
        _matrix(drawn[start : start + 6], 2) for start in range(0, 36, 6)
    )

    def beside(left: Matrix, right: Matrix) -> Matrix:
        return [[*one, *other] for one, other in zip(left, right, strict=True)]

    w_out = _matrix(drawn[76:], WIDTH)  # the chapter draws 76 numbers between this seed and its W_out
    return {
        "W_query": beside(query_1, query_2),
        "W_key": beside(key_1, key_2),
        "W_value": beside(value_1, value_2),
        "W_out": w_out,
    }


# -- numbers


def _split(table: Matrix, heads: int) -> list[Matrix]:
    """(tokens, width) → (heads, tokens, d_head)"""
    narrow = WIDTH // heads
    return [[row[head * narrow : (head + 1) * narrow] for row in table] for head in range(heads)]


def _swapped(block: list[Matrix]) -> list[Matrix]:
    """`transpose(0, 1)` of (a, b, c)"""
    return [list(rows) for rows in zip(*block, strict=True)]


def _scores(queries: Matrix, keys: Matrix) -> Matrix:
    scores = product(queries, list(zip(*keys, strict=True)))
    divisor = math.sqrt(len(keys[0]))
    return [
        [score / divisor if key <= query else -math.inf for key, score in enumerate(row)]
        for query, row in enumerate(scores)
    ]


# -- tables


def tables(start: dict, say: Strings) -> list[Table]:
    words, heads = start["words"], start["num_heads"]
    made = chapter_tables()
    queries, keys, values = (product(start["embeddings"], made[name]) for name in ("W_query", "W_key", "W_value"))
    by_head, keys_by_head, values_by_head = (_split(table, heads) for table in (queries, keys, values))
    scores = [_scores(query, key) for query, key in zip(by_head, keys_by_head, strict=True)]
    weights = [[softmax(row) for row in table] for table in scores]
    context = [product(recipe, value) for recipe, value in zip(weights, values_by_head, strict=True)]
    joined = [[number for head in rows for number in head] for rows in _swapped(context)]

    def heads_of(letter: str, count: int, role: str = "") -> list[Column]:
        return [
            Column(head, say("dimension").format(number=place), role)
            for place, head in enumerate(numbered(letter, count), 1)
        ]

    def flat(name: str, title: str, letter: str, role: str, numbers: Matrix, labels: Sequence[str]) -> Table:
        rows = [
            (label, [Cell(f"{name}[{r}][{c}]", number) for c, number in enumerate(row)])
            for r, (label, row) in enumerate(zip(labels, numbers, strict=True))
        ]
        corner = say("word") if labels is words else say("number")
        return Table(title, corner, heads_of(letter, WIDTH, role), rows)

    def deep(
        name: str, title: str, columns: list[Column], block: list[Matrix], label: Callable[[int, int], str]
    ) -> Table:
        """(a, b, c) as one table: a row for each a and b."""
        rows = [
            (label(a, b), [Cell(f"{name}[{a}][{b}][{c}]", number) for c, number in enumerate(row)])
            for a, table in enumerate(block)
            for b, row in enumerate(table)
        ]
        return Table(title, say("of_head_and_word"), columns, rows)

    def by_token(token: int, head: int) -> str:
        return f"{words[token]}, {say('head').format(head=head + 1)}"

    def of_head(head: int, token: int) -> str:
        return by_token(token, head)

    def step(name: str, number: int) -> str:
        return f"{number}. {say(f'{name}_step')}"

    narrow = WIDTH // heads
    numbers = [str(row + 1) for row in range(WIDTH)]
    over_keys = [Column(word) for word in words]
    return [
        embeddings_table(words, start["embeddings"], say),
        flat("W_query", "W_query", "q", "", made["W_query"], numbers[:3]),
        flat("queries", step("queries", 2), "q", "query", queries, words),
        deep("cut", step("cut", 3), heads_of("q", narrow, "query"), _swapped(by_head), by_token),
        deep("by_head", step("by_head", 4), heads_of("q", narrow, "query"), by_head, of_head),
        deep("keys_by_head", say("keys"), heads_of("k", narrow, "key"), keys_by_head, of_head),
        deep("scores", step("scores", 5), over_keys, scores, of_head),
        deep("weights", step("weights", 6), over_keys, weights, of_head),
        deep("values_by_head", say("values"), heads_of("v", narrow, "value"), values_by_head, of_head),
        deep("context", step("context", 7), heads_of("c", narrow), context, of_head),
        deep("swapped_back", step("swapped_back", 8), heads_of("c", narrow), _swapped(context), by_token),
        flat("joined", step("joined", 9), "c", "", joined, words),
        flat("W_out", "W_out", "o", "", made["W_out"], numbers),
        flat("output", step("output", 10), "o", "", product(joined, made["W_out"]), words),
    ]


WIDGET = Widget(START, tables)
