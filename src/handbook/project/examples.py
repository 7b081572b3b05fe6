"""The sentences and numbers of the book's examples: ``content/examples.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, known_names
from handbook.project.checkout import Project
from handbook.project.strings import line_of

Matrix = Sequence[Sequence[float]]
"""Rows of numbers, all of one length."""

FILE = "content/examples.toml"
EXPLORER = "explorer"  # sentences by language
SHAPES = {"hello": (3, 3), "dogs": (5, 4), "food": (5, 4)}
"""Tokens and numbers per token of each example, as the layout of the spreadsheet requires."""


@dataclass(frozen=True)
class Example:
    """A sentence of n tokens with embeddings of width d.

    Args:
        tokens: n words.
        embeddings: n × d.
        selected: the row, from 1, of the token whose query is followed.
        columns: d keys of strings that name the columns of queries and keys.
        named_values: whether ``columns`` name the columns of values too.
        query_table, key_table, value_table: the projections, d × d each; empty in an example without projections.
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
    """The tables of ``content/examples.toml``; none where the checkout has no such file.

    Raises:
        DiagnosticError: where the file can't be read.
    """
    tables, findings = _read(root, config_files.modification_time(root / FILE))
    if findings:
        raise DiagnosticError(findings)
    return tables


@lru_cache(maxsize=8)
def _read(root: Path, modified: int) -> tuple[dict[str, Any], list[Finding]]:
    """``modified`` is a key of the cache: a saved file is read again while the site is served."""
    tables, _, findings = config_files.read_toml(root / FILE, root)
    return tables, findings


def check(project: Project) -> Iterator[Finding]:
    """Tables and keys of ``content/examples.toml`` that nothing reads; what can't be read is a finding, too."""
    tables, text, findings = config_files.read_toml(project.root / FILE, project.root)
    yield from findings
    known = [field.name for field in fields(Example)]
    for name, table in tables.items():
        names = project.languages if name == EXPLORER else known
        if not isinstance(table, dict):
            yield Finding(FILE, line_of(text, name), f"{name} is no table", f"write [{name}]")
        elif not table.keys() & set(names):
            hint = known_names(name, (*SHAPES, EXPLORER))
            yield Finding(FILE, line_of(text, name), f"[{name}] is no example", hint)
        else:
            for key in table.keys() - set(names):
                line = line_of(text, f"{name}.{key}")
                yield Finding(FILE, line, f"[{name}] has an unknown {key}", known_names(key, names))


def read_examples(root: Path) -> dict[str, Example]:
    """The examples of the checkout at ``root`` that ``SHAPES`` names.

    Raises:
        DiagnosticError: where the file can't be read or an example doesn't have its shape.
    """
    tables = load(root)
    if not tables:
        hint = "bring it back from the history: widgets and the spreadsheet begin with it"
        raise DiagnosticError([Finding(FILE, 1, "missing", hint)])
    return {name: _example(name, tables.get(name), *shape) for name, shape in SHAPES.items()}


def _example(name: str, table: object, count: int, width: int) -> Example:
    numeric = (int, float)
    expected: dict[str, tuple[type | tuple[type, ...], tuple[int, ...]]] = {
        "tokens": (str, (count,)),
        "embeddings": (numeric, (count, width)),
        "selected": (int, ()),
    }
    if name != "hello":
        expected |= {"columns": (str, (width,)), "named_values": (bool, ())}
        expected |= dict.fromkeys(("query_table", "key_table", "value_table"), (numeric, (width, width)))
    fields: dict[str, Any] = {key: table.get(key) if isinstance(table, dict) else None for key in expected}
    invalid = [key for key, (kind, shape) in expected.items() if not _has_shape(fields[key], kind, shape)]
    if invalid or fields["selected"] not in range(1, count + 1):
        hint = f"{count} tokens with {width} numbers each and tables of {width} × {width}"
        raise DiagnosticError(
            [Finding(FILE, 1, f"[{name}] has no fitting `{key}`", hint) for key in invalid or ["selected"]]
        )
    return Example(**fields)


def _has_shape(content: object, kind: type | tuple[type, ...], shape: Sequence[int]) -> bool:
    """Whether ``content`` is a nested list of this shape whose items are of type ``kind``."""
    if not shape:
        return isinstance(content, kind) and not (isinstance(content, float) and not isfinite(content))
    if not isinstance(content, list) or len(content) != shape[0]:
        return False
    return all(_has_shape(item, kind, shape[1:]) for item in content)
