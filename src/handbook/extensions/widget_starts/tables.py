"""What a widget's start is made of: tables of numbers that have names, and the arithmetic to fill them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from handbook.project.strings import Strings

Numbers = Sequence[float]

# the sentence of the first chapters
SENTENCE = {"Hello": [0.34, 0.22, 0.54], "shiny": [0.53, 0.34, 0.98], "sun": [0.29, 0.54, 0.93]}


@dataclass(frozen=True)
class Widget:
    """``start``: the state that the script begins with; ``tables``: what it shows."""

    start: dict
    tables: Callable[[dict, Strings], list[Table]]


@dataclass(frozen=True)
class Column:
    """One column of a start table: its head and the role that colours it."""

    head: str
    title: str = ""
    role: str = ""


@dataclass(frozen=True)
class Cell:
    """A number under the name that the script knows it by; ``text`` instead of four digits."""

    name: str
    number: float
    text: str = ""


@dataclass(frozen=True)
class Table:
    """``rows``: (label, cells). The last row of a ``total`` is a sum."""

    title: str
    corner: str
    columns: Sequence[Column]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    total: bool = False


def cells(name: str, row: int, numbers: Numbers, typed: bool = False) -> list[Cell]:
    """One row of the matrix ``name``."""
    return [
        Cell(f"{name}[{row}][{column}]", number, f"{number:g}" if typed else "")
        for column, number in enumerate(numbers)
    ]


def lists_side_by_side(words: Sequence[str], lists: dict[str, Numbers], total: str) -> list[tuple[str, list[Cell]]]:
    """Rows of several lists side by side, each a matrix of one column, and below them their sums."""
    rows = [
        (word, [Cell(f"{name}[{row}][0]", numbers[row]) for name, numbers in lists.items()])
        for row, word in enumerate(words)
    ]
    return [*rows, (total, cells("sums", 0, [sum(numbers) for numbers in lists.values()]))]


def matrix(
    name: str, labels: Sequence[str], numbers: Sequence[Numbers], short: bool = False, first: int = 0
) -> list[tuple[str, list[Cell]]]:
    """Rows of the matrix ``name``, from ``first`` on; ``short``: with as few digits as it takes, at most four."""
    rows = [cells(name, first + row, one) for row, one in enumerate(numbers)]
    return [
        (label, [replace(cell, text=shortened(cell.number)) for cell in row] if short else row)
        for label, row in zip(labels, rows, strict=True)
    ]


def shortened(number: float) -> str:
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbered(letter: str, count: int) -> list[str]:
    return [letter + "₁₂₃₄₅₆₇₈"[place] for place in range(count)]


def column_heads(say: Strings, roles: dict[str, str]) -> list[Column]:
    return [Column(say(f"{name}_head"), say(f"{name}_title"), role) for name, role in roles.items()]


def embeddings_table(words: Sequence[str], embeddings: Sequence[Numbers], say: Strings) -> Table:
    columns = [
        Column(head, say("dimension").format(number=place), "embedding")
        for place, head in enumerate(numbered("x", len(embeddings[0])), 1)
    ]
    return Table(
        say("embeddings"),
        say("word"),
        columns,
        [(word, cells("embeddings", row, embeddings[row], typed=True)) for row, word in enumerate(words)],
    )


def dot(left: Numbers, right: Numbers) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def softmax(scores: Numbers) -> list[float]:
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def product(left: Sequence[Numbers], right: Sequence[Numbers]) -> list[list[float]]:
    return [[dot(row, column) for column in zip(*right, strict=True)] for row in left]


def transpose(table: Sequence[Numbers]) -> list[Numbers]:
    return list(zip(*table, strict=True))


# -- attention with three tables


PROJECTIONS = {"W_query": ("queries", "query", "q"), "W_key": ("keys", "key", "k"), "W_value": ("values", "value", "v")}


def attend(embeddings: Sequence[Numbers], tables: dict[str, Sequence[Numbers]]) -> dict[str, list[list[float]]]:
    """Scaled dot-product attention, with all that comes in between; rows are queries, columns are keys."""
    found = {result: product(embeddings, tables[table]) for table, (result, _, _) in PROJECTIONS.items()}
    found["scores"] = product(found["queries"], transpose(found["keys"]))
    divisor = math.sqrt(len(found["keys"][0]))
    found["scaled_scores"] = [[score / divisor for score in row] for row in found["scores"]]
    found["weights"] = [softmax(row) for row in found["scaled_scores"]]
    found["context"] = product(found["weights"], found["values"])
    return found
