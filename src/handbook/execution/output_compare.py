"""Compares printed output with the output on a page."""

from __future__ import annotations

import re

from handbook.project import number_formats


def same_output(expected: str, printed: str) -> bool:
    """Whether two texts are equal, letter by letter; white space at the ends of lines and of the text apart."""
    return _lines(expected) == _lines(printed)


def same_words(expected: str, printed: str) -> bool:
    """Whether two texts are equal without their numbers: for output that depends on the machine."""
    return _without_numbers(expected) == _without_numbers(printed)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def _without_numbers(text: str) -> str:
    # Padding and sign belong to the number: columns are padded to the width of their numbers.
    return re.sub(r"\s+", " ", number_formats.PRINTED.sub(" # ", text)).strip()
