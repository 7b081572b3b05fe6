"""Signs that readers of one language expect: its quotation marks, in pairs, and one way to group and part numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.markdown.model import Page
from handbook.project import number_formats
from handbook.project import strings as project_strings
from handbook.project.languages import Language
from handbook.translation.parity import TRANSLATED_FIELDS

QUOTATION_MARK = re.compile(r"[“”„«»‹›‚‘\"]")  # ’ is an apostrophe, too
FOUR_DIGITS = re.compile(r"(?<![\w.,٫٬:/–−+-])[0-9]{4,}(?![\w:/–-]|[.,]\d)")
YEARS = range(1800, 2100)
COMMAS_BETWEEN = re.compile(r"[-−]?\d+,\d+(,)\s+[-−]?\d+,\d+")  # where the comma is the decimal mark


def check(page: Page, root: Path) -> Iterator[Finding]:
    """Quotation marks of another language, or without partner; numbers without separators, or parted by commas."""
    quotes = _quotes(page.language, root)
    for name in sorted(TRANSLATED_FIELDS):
        for mark, problem in wrong_quotation_marks(str(page.meta.get(name) or ""), quotes):
            yield Finding(page.path, 1, f"{name}: {mark} {problem}", _hint(quotes))
    group = number_formats.marks(page.language)[1]
    for block in page.visible:
        prose = block.prose()
        for mark, problem in wrong_quotation_marks(prose, quotes):
            yield Finding(page.path, block.line, f"{mark} {problem}", _hint(quotes))
        for match in COMMAS_BETWEEN.finditer(prose) if number_formats.marks(page.language)[0] == "," else ():
            numbers = " ".join(match[0].split())
            line = block.line + prose.count("\n", 0, match.start())
            hint = f"write {numbers.replace(', ', '; ')}"
            yield Finding(page.path, line, f"{numbers}: a comma between numbers that have commas", hint)
        for match in FOUR_DIGITS.finditer(prose):
            if int(match[0]) not in YEARS:
                grouped = f"{int(match[0]):,}".replace(",", group)
                line = block.line + prose[: match.start()].count("\n")
                yield Finding(page.path, line, f"{match[0]} has no separators", f"write {grouped}, as elsewhere")


def check_strings(root: Path, codes: list[str]) -> Iterator[Finding]:
    """The same of quotation marks in the site's strings. Strings that can't be read are skipped."""
    for code in codes:
        try:
            strings, quotes = project_strings.flat(code, root), _quotes(code, root)
        except DiagnosticError:
            continue  # project.strings.check reports it
        path = root / "i18n" / code / "ui.toml"
        for key, string in strings.items():
            for mark, problem in wrong_quotation_marks(string, quotes):
                line = project_strings.line_of(path.read_text(encoding="utf-8"), key)
                yield Finding(display_path(path, root), line, f"{key}: {mark} {problem}", _hint(quotes))


def _quotes(language: str, root: Path) -> str:
    try:
        return Language.read(language, root).quotes
    except DiagnosticError:
        return ""  # project.languages.check reports it


def _hint(quotes: str) -> str:
    return f"quotations stand between {quotes[0]} and {quotes[1]} in this language (`quotes` in its language.toml)"


def wrong_quotation_marks(text: str, quotes: str) -> Iterator[tuple[str, str]]:
    """Quotation marks in ``text`` that aren't right, each with what is wrong with it.

    Args:
        text: without code.
        quotes: the opening and the closing mark of the language, and those within a quotation, where it has others;
            empty where nobody has said.
    """
    if not quotes:
        return
    opening, closing = quotes[0], quotes[1]
    is_open = False
    for mark in QUOTATION_MARK.findall(text):
        if mark not in quotes:
            yield mark, "is a quotation mark of another language"
        elif mark in (opening, closing) and opening != closing:
            if is_open != (mark == closing):
                yield mark, "opens a quotation within a quotation" if is_open else "closes no quotation"
            is_open = mark == opening
    if is_open:
        yield opening, "is never closed"
