"""The strings of the site: ``i18n/<language>/ui.toml``, with English as the fallback for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.project import transliteration

PLACEHOLDER = re.compile(r"\{[^{}]*\}?|\}")  # malformed ones too
NAMED_PLACEHOLDER = re.compile(r"\{\w+\}")


def tables(language: str, root: Path = ROOT) -> dict:
    """The tables of a language's ``ui.toml``; a missing file counts as empty.

    Those of a script variant are transliterated from those of its language.

    Raises:
        DiagnosticError: where the file can't be read.
    """
    return _tables(language, transliteration.source_of(language, root), root)


def _tables(language: str, source: str, root: Path) -> dict:
    if source != language and not (root / "i18n" / language).is_dir():
        modified = config_files.modification_time(root / "i18n" / source / "ui.toml")
        return _transliterated(transliteration.transliterator(source, root), source, root, modified)
    path = root / "i18n" / language / "ui.toml"
    result, _, findings = _read(path, root, config_files.modification_time(path))
    if findings:
        raise DiagnosticError(findings)
    return result


@lru_cache(maxsize=32)
def _read(path: Path, root: Path, modified: int) -> tuple[dict, str, list[Finding]]:
    """``modified`` is a key of the cache: a saved file is read again while the site is served."""
    return config_files.read_toml(path, root)


@lru_cache(maxsize=8)
def _transliterated(transliterator: transliteration.Transliterator, language: str, root: Path, modified: int) -> dict:
    return transliterator.strings(tables(language, root))


def flat(language: str, root: Path = ROOT) -> dict[str, str]:
    """The strings of a language by their dotted keys, such as ``picture.mask.title``.

    Raises:
        DiagnosticError: where the file can't be read.
    """
    return {key: str(value) for key, value in config_files.flatten_tables(tables(language, root))}


def check(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Check ``ui.toml`` of these languages: strings hold no markup, and the same placeholders as in English."""
    try:
        english = flat(SOURCE_LANGUAGE, root)
    except DiagnosticError as error:
        yield from error.findings
        return
    for language in languages:
        tables, text, findings = config_files.read_toml(root / "i18n" / language / "ui.toml", root)
        yield from findings
        for key, string in config_files.flatten_tables(tables):
            if problem := _problem(key, string, english):
                yield Finding(f"i18n/{language}/ui.toml", line_of(text, key), *problem)


def _problem(key: str, string: object, english: dict[str, str]) -> tuple[str, str] | None:
    """What is wrong with a string, if anything is: message and hint."""
    if not isinstance(string, str):
        return f"{key} is not a string", f'write {key.rpartition(".")[2]} = "…"'
    if markup := re.search(r'[<>"]|&#?\w+;', string):
        return (
            f"{key}: `{markup[0]}` in a string",
            "write words only: it stands in html as it is; use the quotation marks of your language",
        )
    if string and set(PLACEHOLDER.findall(string)) != set(PLACEHOLDER.findall(english.get(key, ""))):
        return f"{key}: other gaps in braces than in English", f"English has: {english.get(key) or 'no such string'}"
    for placeholder in PLACEHOLDER.findall(string):
        if not NAMED_PLACEHOLDER.fullmatch(placeholder):
            hint = "write {name} with a letter or more between both braces"
            return f"{key}: `{placeholder}` is no gap to fill", hint
    if key not in english:
        near = get_close_matches(key, english, 1)
        mended = f"did you mean {near[0]}? " if near else ""
        return f"{key}: English has no such string", f"{mended}mend the name, or remove it: nothing shows it"
    return None


def line_of(text: str, key: str) -> int:
    """The line of a dotted key, from 1, in the text of a TOML file; its table's line, or 1, where it isn't found."""
    lines = _lines_of_keys(text)
    return lines.get(key) or lines.get(key.rpartition(".")[0], 1)


@lru_cache(maxsize=8)
def _lines_of_keys(text: str) -> dict[str, int]:
    """The first line of each table and each key of a TOML file."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*\[([^\[\],]+)\]\s*(?:#.*)?$", line):
            table = header[1]
            lines.setdefault(table, number)
        elif assignment := re.match(r'\s*"?([^\s"=]+)"?\s*=', line):
            lines.setdefault(f"{table}.{assignment[1]}".removeprefix("."), number)
    return lines


class Text(str):
    """A string with placeholders for ``format``.

    Where they don't match the values, ``format`` returns the string unchanged; ``check`` reports it.
    """

    __slots__ = ()

    def format(self, *values: object, **named_values: object) -> str:
        """As ``str.format``, but never raises."""
        try:
            return super().format(*values, **named_values)
        except (KeyError, IndexError, ValueError, AttributeError):
            return str(self)


class Strings:
    """The strings of one table of ``ui.toml``, looked up by calling it: ``t("title")``.

    Args:
        entries: the strings of the language.
        english: the fallback.
        section: the dotted name of the table, for messages.
        file: where the strings of the language are written, for messages.

    ``missing`` records the keys that were looked up and not found in the language; the value says whether English has
    them.
    """

    def __init__(self, entries: dict, english: dict, section: str = "", file: str = ""):
        self.entries = entries
        self.english = english
        self.section = section
        self.file = file
        self.missing: dict[str, bool] = {}

    @classmethod
    def of(cls, language: str, section: str, root: Path = ROOT) -> Strings:
        """The strings of ``section`` in a language.

        Raises:
            DiagnosticError: where a file can't be read.
        """
        source = transliteration.source_of(language, root)
        entries = _section(_tables(language, source, root), section)
        english = _section(_tables(SOURCE_LANGUAGE, SOURCE_LANGUAGE, root), section)
        return cls(entries, english, section, f"i18n/{source}/ui.toml")

    def all(self) -> dict[str, str]:
        """Each string of the section by its key."""
        return {key: self(key) for key, text in self.english.items() if isinstance(text, str)}

    def html_language(self, *keys: str) -> dict[str, str]:
        """The attributes of an element that says these strings (by default all): none where one is in the language.

        Where English stands in for each of them, the element is English, from left to right.
        """
        texts = [self.entries.get(key) for key in keys or self.all()]
        if any(isinstance(text, str) and text.strip() for text in texts) or self.entries == self.english:
            return {}
        return {"lang": SOURCE_LANGUAGE, "dir": "ltr"}

    def __call__(self, key: str) -> str:
        """The string, in English where the language lacks it, or the key itself where English lacks it too."""
        text = self.entries.get(key)
        if isinstance(text, str) and text.strip():
            return Text(text)
        fallback = self.english.get(key)
        has_fallback = isinstance(fallback, str) and bool(fallback.strip())
        self.missing[key] = has_fallback
        return Text(fallback if has_fallback else key)


def _section(tables: dict, key: str) -> dict:
    for name in key.split("."):
        tables = tables.get(name, {})
        if not isinstance(tables, dict):
            return {}
    return tables
