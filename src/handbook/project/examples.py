"""The sentences and numbers of the book's examples: ``content/examples.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding

Matrix = Sequence[Sequence[float]]
"""Rows of numbers, all of one length."""

FILE = "content/examples.toml"
SHAPES = {"hello": (3, 3), "dogs": (5, 4), "food": (5, 4)}
"""Tokens and numbers of each token, by example: what the spreadsheet has room for."""


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


def load(root: Path) -> dict[str, Any]:
    """The tables of the checkout at ``root``; none where it has no examples.

    Raises DiagnosticError where the file can't be read.
    """
    tables, wrong = _read(root, config_files.modification_time(root / FILE))
    if wrong:
        raise DiagnosticError(wrong)
    return tables


@lru_cache(maxsize=8)
def _read(root: Path, changed: int) -> tuple[dict[str, Any], list[Finding]]:
    """``changed`` is there for the cache: a saved file is read again while the site is served."""
    tables, _, wrong = config_files.read_toml(root / FILE, root)
    return tables, wrong


def read_examples(root: Path) -> dict[str, Example]:
    """The examples of the checkout at ``root``, by the names in ``SHAPES``.

    Raises DiagnosticError where the file can't be read, and where its tables lack the shapes that are needed.
    """
    tables = load(root)
    if not tables:
        hint = "bring it back from the history: widgets and the spreadsheet begin with it"
        raise DiagnosticError([Finding(FILE, 1, "missing", hint)])
    return {name: _example(name, tables.get(name), *shape) for name, shape in SHAPES.items()}


def _example(name: str, table: object, count: int, width: int) -> Example:
    number = (int, float)
    expected: dict[str, tuple[type | tuple[type, ...], tuple[int, ...]]] = {
        "tokens": (str, (count,)),
        "embeddings": (number, (count, width)),
        "selected": (int, ()),
    }
    if name != "hello":
        expected |= {"columns": (str, (width,)), "named_values": (bool, ())}
        expected |= dict.fromkeys(("query_table", "key_table", "value_table"), (number, (width, width)))
    fields: dict[str, Any] = {key: table.get(key) if isinstance(table, dict) else None for key in expected}
    wrong = [key for key, (kind, shape) in expected.items() if not _fits(fields[key], kind, shape)]
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
