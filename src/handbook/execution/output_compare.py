"""Whether two outputs are the same: equal words, and numbers equal to the digits shown."""

from __future__ import annotations

import re

from handbook.project import number_formats


def same_output(expected: str, printed: str) -> bool:
    """Equal text, with each number of ``printed`` rounded to the digits that ``expected`` shows."""
    if expected.strip() == printed.strip():
        return True
    if _words(expected) != _words(printed):
        return False
    pairs = zip(number_formats.PRINTED.findall(expected), number_formats.PRINTED.findall(printed), strict=True)
    return all(_same_number(left, right) for left, right in pairs)


def same_words(expected: str, printed: str) -> bool:
    """Equal text when the numbers are left out: for what depends on the machine."""
    return _words(expected) == _words(printed)


def _words(text: str) -> str:
    # Width and sign belong to the number: a column is padded to it.
    return re.sub(r"\s+", " ", number_formats.PRINTED.sub(" # ", text)).strip()


def _same_number(expected: str, printed: str) -> bool:
    mantissa, _, exponent = expected.lower().partition("e")
    places = len(mantissa.partition(".")[2]) - int(exponent or 0)
    if "." not in mantissa and not exponent:  # a count: 3 heads are not 3.2 heads
        return printed.lstrip("+-").isdigit() and int(expected) == int(printed)
    return abs(float(expected) - float(printed)) <= 0.5 * 10.0**-places * (1 + 1e-9)
