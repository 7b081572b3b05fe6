"""Compares printed output with the output on a page: equal words, and numbers equal to the digits on the page."""

from __future__ import annotations

import re

from handbook.project import number_formats


def same_output(expected: str, printed: str) -> bool:
    """Whether two texts are equal, when each number of ``printed`` is rounded to the digits of ``expected``."""
    if expected.strip() == printed.strip():
        return True
    if _without_numbers(expected) != _without_numbers(printed):
        return False
    pairs = zip(number_formats.PRINTED.findall(expected), number_formats.PRINTED.findall(printed), strict=True)
    return all(_same_number(*pair) for pair in pairs)


def same_words(expected: str, printed: str) -> bool:
    """Whether two texts are equal without their numbers: for output that depends on the machine."""
    return _without_numbers(expected) == _without_numbers(printed)


def _without_numbers(text: str) -> str:
    # Padding and sign belong to the number: columns are padded to the width of their numbers.
    return re.sub(r"\s+", " ", number_formats.PRINTED.sub(" # ", text)).strip()


def _same_number(expected: str, printed: str) -> bool:
    mantissa, _, exponent = expected.lower().partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    if "." not in mantissa and not exponent:  # a count: 3 heads are not 3.2 heads
        return printed.lstrip("+-").isdigit() and int(expected) == int(printed)
    return abs(float(expected) - float(printed)) <= 0.5 * 10.0**-decimals * (1 + 1e-9)
