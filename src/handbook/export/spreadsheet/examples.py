"""The sentences and numbers that the sheets begin with, from ``content/examples.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.export.spreadsheet.model import Matrix
from handbook.project import examples
from handbook.project.examples import FILE

SHAPES = {"hello": (3, 3), "dogs": (5, 4), "food": (5, 4)}
"""Tokens and numbers of each token, by example: what the sheets have room for."""


@dataclass(frozen=True)
class Example:
    """A sentence of n tokens with d numbers each.

    ``embeddings``: n × d. ``selected``: the row, from 1, of the token that asks. In an example with projections the
    three tables are d × d each; ``columns`` are d keys of strings, for values only if ``named_values``.
    """

    tokens: list[str]
    embeddings: Matrix
    selected: int
    columns: Sequence[str] = ()
    named_values: bool = False
    query_table: Matrix = ()
    key_table: Matrix = ()
    value_table: Matrix = ()


def read_examples(root: Path) -> dict[str, Example]:
    """The examples of the checkout at ``root``, by the names in ``SHAPES``.

    Raises DiagnosticError where the file can't be read, and where its tables lack the shapes that the sheets need.
    """
    tables = examples.load(root)
    if not tables:
        hint = "bring it back from the history: the spreadsheet begins with it"
        raise DiagnosticError([Finding(FILE, 1, "missing", hint)])
    return {name: _example(name, tables.get(name), *shape) for name, shape in SHAPES.items()}


def _example(name: str, table: object, count: int, width: int) -> Example:
    number = (int, float)
    expected = {"tokens": (str, count), "embeddings": (number, count, width), "selected": (int,)}
    if name != "hello":
        expected |= {"columns": (str, width), "named_values": (bool,)}
        expected |= dict.fromkeys(("query_table", "key_table", "value_table"), (number, width, width))
    fields = {key: table.get(key) if isinstance(table, dict) else None for key in expected}
    wrong = [key for key, (kind, *shape) in expected.items() if not _fits(fields[key], kind, shape)]
    if wrong or fields["selected"] not in range(1, count + 1):
        hint = f"{count} tokens with {width} numbers each and tables of {width} × {width}"
        raise DiagnosticError(
            [Finding(FILE, 1, f"[{name}] has no fitting `{key}`", hint) for key in wrong or ["selected"]]
        )
    return Example(**fields)


def _fits(content: object, kind: type | tuple[type, ...], shape: Sequence[int]) -> bool:
    """Whether ``content`` is a list of this shape, of lists in lists, that holds ``kind`` only."""
    if not shape:
        return isinstance(content, kind)
    if not isinstance(content, list) or len(content) != shape[0]:
        return False
    return all(_fits(item, kind, shape[1:]) for item in content)
