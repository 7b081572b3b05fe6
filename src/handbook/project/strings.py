"""The strings of the site that are not pages: ``i18n/<language>/ui.toml``, with English behind each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.project import transliteration

PLACEHOLDER = re.compile(r"\{[^{}]*\}?|\}")
GAP = re.compile(r"\{\w+\}")


def tables(language: str, root: Path = ROOT) -> dict:
    """The whole file of one language; an absent file is an empty one. An edition has the strings of its language."""
    if not (root / "i18n" / language).is_dir() and (latin := transliteration.source_of(language, root)) != language:
        return _in_cyrillic(
            transliteration.transliterator(latin, root),
            latin,
            root,
            (root / "i18n" / latin / "ui.toml").stat().st_mtime_ns,
        )
    path = root / "i18n" / language / "ui.toml"
    found, _, wrong = _read(path, root, config_files.modification_time(path))
    if wrong:
        raise DiagnosticError(wrong)
    return found


@lru_cache(maxsize=32)
def _read(path: Path, root: Path, changed: int) -> tuple[dict, str, list[Finding]]:
    """``changed`` is there for the cache: a saved file is read again while the site is served."""
    return config_files.read_toml(path, root)


@lru_cache(maxsize=8)
def _in_cyrillic(script: transliteration.Transliterator, language: str, root: Path, changed: int) -> dict:
    return script.strings(tables(language, root))


def flat(language: str, root: Path = ROOT) -> dict[str, str]:
    """Every string of one language under its whole name: ``picture.mask.title``."""
    return {key: str(value) for key, value in config_files.flatten_tables(tables(language, root))}


def check(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Files that can't be read; and strings that bring in more than words, or other gaps than the English ones."""
    try:
        english = flat(SOURCE_LANGUAGE, root)
    except DiagnosticError as refused:
        yield from refused.findings
        return
    for language in languages:
        tables, text, wrong = config_files.read_toml(root / "i18n" / language / "ui.toml", root)
        yield from wrong
        for key, string in config_files.flatten_tables(tables):
            if trouble := _trouble(key, string, english):
                yield Finding(f"i18n/{language}/ui.toml", line_of(text, key), *trouble)


def _trouble(key: str, string: object, english: dict[str, str]) -> tuple[str, str] | None:
    """What is wrong with one string and how to mend it, if anything is."""
    if not isinstance(string, str):
        return f"{key} is not a string", f'write {key.rpartition(".")[2]} = "…"'
    if mark := re.search(r'[<>"]|&#?\w+;', string):
        return (
            f"{key}: `{mark[0]}` in a string",
            "write words only: it stands in html as it is; use the quotation marks of your language",
        )
    if string and set(PLACEHOLDER.findall(string)) != set(PLACEHOLDER.findall(english.get(key, ""))):
        return f"{key}: other gaps in braces than in English", f"English has: {english.get(key) or 'no such string'}"
    if open_gap := next((gap for gap in PLACEHOLDER.findall(string) if not GAP.fullmatch(gap)), ""):
        return f"{key}: `{open_gap}` is no gap to fill", "write {name} with a letter or more between both braces"
    if key not in english:
        return f"{key}: English has no such string", "mend the name, or remove it: nothing shows it"
    return None


def line_of(text: str, key: str) -> int:
    """The line of ``picture.mask.title`` in the text of a file."""
    section, _, name = key.rpartition(".")
    lines = text.split("\n")
    start = next((n for n, line in enumerate(lines) if line.strip() == f"[{section}]"), 0)
    return (
        next(
            (n for n, line in enumerate(lines[start:], start) if re.match(rf'\s*"?{re.escape(name)}"?\s*=', line)),
            start,
        )
        + 1
    )


class Text(str):
    """A string whose gaps are filled by ``format``.

    With gaps that don't fit it stays as it is: ``check`` tells of them.
    """

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        try:
            return super().format(*values, **named)
        except (KeyError, IndexError, ValueError, AttributeError):
            return str(self)


class Strings:
    """One section's strings. Remembers what was asked for and not there, so that a check can report it."""

    def __init__(self, own: dict, english: dict, section: str = ""):
        self.entries = own
        self.english = english
        self.section = section
        self.missing: dict[str, bool] = {}  # key → whether English stands in for it

    @classmethod
    def of(cls, language: str, section: str, root: Path = ROOT) -> Strings:
        return cls(_section(tables(language, root), section), _section(tables(SOURCE_LANGUAGE, root), section), section)

    def __call__(self, key: str) -> str:
        text = self.entries.get(key)
        if isinstance(text, str) and text.strip():
            return Text(text)
        fallback = self.english.get(key)
        found = isinstance(fallback, str) and bool(fallback.strip())
        self.missing[key] = found
        return Text(fallback if found else key)


def _section(tables: dict, dotted: str) -> dict:
    for name in dotted.split("."):
        tables = tables.get(name, {})
        if not isinstance(tables, dict):
            return {}
    return tables
