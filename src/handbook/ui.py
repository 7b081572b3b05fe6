"""The strings of the site that are not pages: ``i18n/<language>/ui.toml``, with English behind each."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from . import ROOT, SOURCE_LANGUAGE


def tables(language: str, root: Path = ROOT) -> dict:
    """The whole file of one language; an absent file is an empty one."""
    path = root / "i18n" / language / "ui.toml"
    if not path.is_file():
        return {}
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> dict:
    """``changed`` is there for the cache: a saved file is read again while the site is served."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def flat(language: str, root: Path = ROOT) -> dict[str, str]:
    """Every string of one language under its whole name: ``picture.mask.title``."""
    found: dict[str, str] = {}

    def walk(table: dict, name: str) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                walk(value, f"{name}{key}.")
            else:
                found[name + key] = str(value)

    walk(tables(language, root), "")
    return found


class Strings:
    """One section's strings. Remembers what was asked for and not there, so that a check can report it."""

    def __init__(self, own: dict, english: dict, section: str = ""):
        self.own = own
        self.english = english
        self.section = section
        self.missing: dict[str, bool] = {}  # key → whether English stands in for it

    @classmethod
    def of(cls, language: str, section: str, root: Path = ROOT) -> Strings:
        return cls(_section(tables(language, root), section), _section(tables(SOURCE_LANGUAGE, root), section), section)

    def __call__(self, key: str) -> str:
        text = self.own.get(key)
        if isinstance(text, str) and text.strip():
            return text
        fallback = self.english.get(key)
        found = isinstance(fallback, str) and bool(fallback.strip())
        self.missing[key] = found
        return fallback if found else key

    def has(self, key: str) -> bool:
        """For strings that may be left out, such as a gloss that English doesn't need."""
        return bool(str(self.own.get(key, "")).strip())


def _section(tables: dict, dotted: str) -> dict:
    for name in dotted.split("."):
        tables = tables.get(name, {})
        if not isinstance(tables, dict):
            return {}
    return tables
