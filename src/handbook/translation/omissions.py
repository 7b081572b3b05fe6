"""Notices about translations that may leave something out: far shorter, fewer sentences, a number less."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median

from handbook.core.diagnostics import NOTICE, Finding, excerpt
from handbook.markdown.model import PROSE, Block

LEAST_WORDS = 12  # of a unit whose length can be compared
SHORT = 0.6  # of the length that the other units of the page let expect
SENTENCES = 2  # so many fewer are told: one less is style
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!?…؟۔。？！]+(?=[\s”“»)\]]|$)")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?![\w.,]*\d)")


def check(pairs: Iterable[tuple[Block, Block]]) -> Iterator[Finding]:
    """Look at English units and their translations on one page.

    The length is compared with that of the other units: languages need more words or fewer than English. Numbers are
    whole ones of one or two digits, which ``parity`` lets be written as words.
    """
    prose = [(source, target) for source, target in pairs if source.kind in PROSE]
    ratios = [_words(target) / _words(source) for source, target in prose if _words(source) >= LEAST_WORDS]
    usual = median(ratios) if ratios else 1.0
    for source, target in prose:
        if problem := _problem(source, target, usual):
            yield Finding(
                target.path,
                target.line,
                f"{problem} ({source.path}:{source.line}): “{excerpt(target.text)}”",
                "see whether something of the English is missing",
                NOTICE,
            )


def _problem(source: Block, target: Block, usual: float) -> str | None:
    expected, actual = _words(source) * usual, _words(target)
    if _words(source) >= LEAST_WORDS and actual < SHORT * expected:
        return f"{actual} words, where about {expected:.0f} are usual"
    sentences, kept = _sentences(source), _sentences(target)
    if sentences - kept >= SENTENCES:
        return f"{kept} sentences instead of {sentences}"
    missing = _numbers(source) - _numbers(target)
    if sum(missing.values()) >= SENTENCES:
        return f"the numbers {', '.join(sorted(missing))} are not in it"
    return None


def _words(block: Block) -> int:
    return len(_WORD.findall(block.prose()))


def _sentences(block: Block) -> int:
    return len(_SENTENCE_END.findall(block.prose()))


def _numbers(block: Block) -> Counter[str]:
    return Counter(str(int(number)) for number in _NUMBER.findall(block.prose()) if len(number) < 3)
