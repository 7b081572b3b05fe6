"""The lines of a page: limits of size, and characters that editors and the renderer disagree on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from handbook.core.diagnostics import Finding

# Limits of a page, since the parser's regular expressions take too long beyond them.
MAX_LINE_LENGTH = 4_000
MAX_PAGE_LENGTH = 500_000
MAX_BACKTICKS = 20
BULLETS = ("• ", "· ", "◦ ", "▪ ", "‣ ")  # as word processors begin an item
BYTE_ORDER_MARK = "\ufeff"


class Line(NamedTuple):
    """A line without the markers of its containers (``text``), and as in the file with its line end (``raw``)."""

    text: str
    raw: str


def oversize(text: str, path: str) -> Finding | None:
    """A finding where ``text`` is too large to be parsed, else None."""
    if len(text) > MAX_PAGE_LENGTH:
        return Finding(path, 1, f"a page of {len(text)} characters", f"split it: a page has at most {MAX_PAGE_LENGTH}")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE_LENGTH:
            return Finding(
                path, number, f"a line of {len(line)} characters", f"wrap it: a line has at most {MAX_LINE_LENGTH}"
            )
        if "`" * (MAX_BACKTICKS + 1) in line:
            return Finding(
                path,
                number,
                f"more than {MAX_BACKTICKS} backticks in a row",
                "write ``` for a fence, ` around code in a sentence",
            )
    return None


def lines_of(text: str) -> list[Line]:
    """Split ``text`` at line feeds. A byte order mark is no part of the first line, whose marker would not be seen."""
    lines = [Line(raw.rstrip("\r\n"), raw) for raw in re.findall(r"[^\n]*\n|[^\n]+", text)]
    return [Line(lines[0].text.removeprefix(BYTE_ORDER_MARK), lines[0].raw), *lines[1:]] if lines else []


def unsupported_characters(lines: list[Line]) -> Iterator[tuple[int, str, str]]:
    """Characters that editors, Python and the renderer treat differently: index in ``lines``, message, hint."""
    if lines and lines[0].raw.startswith(BYTE_ORDER_MARK):
        yield 0, "a byte order mark", "save the file as UTF-8 without byte order mark"
    for index, line in enumerate(line.text for line in lines):
        if line.lstrip(" >").startswith(BULLETS):
            yield index, f"`{line.lstrip(' >')[0]}` makes no list", "write - and a space before each item"
        if "\t" in line:
            yield index, "a tab", "indent with four spaces: the renderer and editors disagree on tabs"
        if "\x00" in line or "\x02" in line or "\x03" in line:
            yield index, "a control character", "remove it: the renderer uses it for itself"
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            yield (
                index,
                "a conflict of versions that was left in",
                "choose one of the two texts and remove the lines of `<<<<<<<`, `=======` and `>>>>>>>`",
            )
        if "\r" in line.rstrip("\r"):
            yield (
                index,
                "a carriage return inside a line",
                "remove it: Python and browsers see a new line there, editors don't",
            )
