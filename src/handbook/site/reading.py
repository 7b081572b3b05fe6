"""How long a page takes to read, and how much there is to solve on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from handbook.extensions import quiz
from handbook.markdown.model import Block, Page

WORDS, LINES = 150, 10  # of text and of code, read in a minute
STEP = 5  # minutes to which the length of a chapter is rounded up


def minutes(blocks: Sequence[Block]) -> float:
    """How long reading takes: a minute for each ``WORDS`` words and for each ``LINES`` lines of code."""
    words = sum(len(block.prose().split()) for block in blocks)
    code = [block.text for block in blocks if block.is_python and not block.is_check]
    lines = sum(bool(line.strip()) for text in code for line in text.split("\n"))
    return words / WORDS + lines / LINES


def rounded(length: float, step: int = STEP) -> int:
    """Minutes as readers are told them, in steps.

    Args:
        length: in minutes.
        step: to whose multiple it is rounded up.
    """
    return step * ceil(length / step)


def length(page: Page) -> int:
    """The minutes that a chapter says it takes; 0 for pages without code, which one doesn't read from end to end."""
    return rounded(minutes(page.blocks)) if page.python() else 0


def tasks(page: Page) -> int:
    """How many questions and exercises of the page can be solved on it; in labs, which are notebooks, none."""
    if page.meta.get("lab") is True:
        return 0
    return sum(block.is_check for block in page.blocks) + sum(1 for _ in quiz.quizzes(page))
