"""The lines of a page before anything is read from them: how large it may be, and letters that have no place in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from handbook.core.diagnostics import Finding

# Beyond these a page is no page, and searching it takes for ever.
LONGEST_LINE = 4_000
LARGEST_PAGE = 500_000
MOST_BACKTICKS = 20


class Line(NamedTuple):
    """A line as its containers leave it, and as it stands in the file with its end."""

    text: str
    raw: str


def oversize(text: str, path: str) -> Finding | None:
    """Why ``text`` isn't even looked at."""
    if len(text) > LARGEST_PAGE:
        return Finding(path, 1, f"a page of {len(text)} characters", f"split it: a page has at most {LARGEST_PAGE}")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            return Finding(
                path, number, f"a line of {len(line)} characters", f"wrap it: a line has at most {LONGEST_LINE}"
            )
        if "`" * (MOST_BACKTICKS + 1) in line:
            return Finding(
                path,
                number,
                f"more than {MOST_BACKTICKS} backticks in a row",
                "write ``` for a fence, ` around code in a sentence",
            )
    return None


def lines_of(text: str) -> list[Line]:
    return [Line(raw.rstrip("\r\n"), raw) for raw in re.findall(r"[^\n]*\n|[^\n]+", text)]


def odd_letters(lines: list[Line]) -> Iterator[tuple[int, str, str]]:
    """What editors, Python and the renderer take differently: the place in ``lines``, what is wrong, what to do."""
    for number, line in enumerate(line.text for line in lines):
        if "\t" in line:
            yield number, "a tab", "indent with four spaces: the renderer and editors disagree on tabs"
        if line.startswith("\ufeff"):
            yield number, "a byte order mark", "save the file as UTF-8 without byte order mark"
        if "\x00" in line or "\x02" in line or "\x03" in line:
            yield number, "a control character", "remove it: the renderer uses it for itself"
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            yield (
                number,
                "a conflict of versions that was left in",
                "choose one of the two texts and remove the lines of `<<<<<<<`, `=======` and `>>>>>>>`",
            )
        if "\r" in line.rstrip("\r"):
            yield (
                number,
                "a carriage return inside a line",
                "remove it: Python and browsers see a new line there, editors don't",
            )
