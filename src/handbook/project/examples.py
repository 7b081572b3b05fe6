"""The sentences and numbers of the book's examples: ``content/examples.toml``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding

FILE = "content/examples.toml"


def load(root: Path) -> dict:
    """The tables of the checkout at ``root``; none where it has no examples.

    Raises DiagnosticError where the file can't be read.
    """
    tables, wrong = _read(root, config_files.changed(root / FILE))
    if wrong:
        raise DiagnosticError(wrong)
    return tables


@lru_cache(maxsize=8)
def _read(root: Path, changed: int) -> tuple[dict, list[Finding]]:
    """``changed`` is there for the cache: a saved file is read again while the site is served."""
    tables, _, wrong = config_files.toml(root / FILE, root)
    return tables, wrong
