"""Text inside a block that is about to be replaced: its end, and the beginning of the next one, were deleted."""

from __future__ import annotations

import re
from typing import NamedTuple

HEADING_WITH_ID = re.compile(r"^\s*#{1,6} .*\{ *#[\w-]+", re.MULTILINE)
SENTENCE_END = re.compile(r"[^\W\d_]{2,}[^\s\w]*[.!?…][^\s\w]*(?:\s|$)")


class Amount(NamedTuple):
    """How many headings with an id, paragraphs and sentences there are in a text."""

    headings: int
    paragraphs: int
    sentences: int

    def is_less_than(self, other: Amount) -> bool:
        """Whether there are fewer of any of them than in ``other``."""
        return any(ours < theirs for ours, theirs in zip(self, other))


def amount(text: str) -> Amount:
    """How much text there is in ``text``, whatever it is: code, an output, a formula."""
    paragraphs = sum(1 for part in re.split(r"\n\s*\n", text) if part.strip())
    return Amount(len(HEADING_WITH_ID.findall(text)), paragraphs, len(SENTENCE_END.findall(text)))
