"""The numbers of a block beside those of its translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import meant_by
from handbook.markdown.model import BLOCKS, Block
from handbook.project import number_formats
from handbook.project.number_formats import Number

SPELLED_OUT_BELOW = 100  # whole numbers below may be written as words
CARDINALS = "zero one two three four five six seven eight nine ten eleven twelve"
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
ENGLISH_WORDS = {word: value for words in (CARDINALS, ORDINALS) for value, word in enumerate(words.split())}
ORDINAL_SUFFIX = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
COMMON_WORDS_BELOW = 3  # “a”, “both”, “twice”, “ones” and “zeros” are other words for the numbers below


@lru_cache(maxsize=BLOCKS)
def not_spelled_out(block: Block, language: str) -> dict[Decimal, Number]:
    """The numbers in a block's prose by value: those with a fraction, and those that aren't written as words."""
    return {number.value: number for number in _written(block, language) if not _may_be_a_word(number)}


def differences(source: Block, target: Block, language: str, suppressed: set[str]) -> Iterator[tuple[str, int | None]]:
    """What differs: messages, each with its line of the translation, or None for where the block begins.

    ``suppressed``: numbers that no code computes, as English writes them.
    """
    expected, actual = not_spelled_out(source, SOURCE_LANGUAGE), not_spelled_out(target, language)
    yield from _differences(expected, actual, source, target, language, suppressed)
    yield from _small_differences(source, target, language)


def cell_differences(
    source: Block, target: Block, language: str, suppressed: set[str]
) -> Iterator[tuple[str, int | None]]:
    """As ``differences``, of one cell of a table: all numbers count, since few are spelled out there."""
    expected = {number.value: number for number in _written(source, SOURCE_LANGUAGE)}
    actual = {number.value: number for number in _written(target, language)}
    if any(letter.isalpha() for letter in target.prose()):
        expected = {
            value: number for value, number in expected.items() if value in actual or not _may_be_a_word(number)
        }
    yield from _differences(expected, actual, source, target, language, suppressed)


def _differences(
    expected: dict[Decimal, Number],
    actual: dict[Decimal, Number],
    source: Block,
    target: Block,
    language: str,
    suppressed: set[str],
) -> Iterator[tuple[str, int | None]]:
    location = f"{source.path}:{source.line}"
    misspelled = number_formats.misspelled(target.prose(), language)  # number_formats.check tells these
    missing = [
        number.text
        for value, number in expected.items()
        if value not in actual
        and value not in misspelled
        and not (number.text in suppressed and number.text in target.prose())  # a version, everywhere alike
    ]
    unknown = {number.text: number.line for value, number in actual.items() if value not in expected}
    for text, meant in meant_by(unknown, missing):
        if text is None:
            yield f"the number {meant} of {location} is missing", None
        elif meant:
            yield f"the number {text} instead of {meant} as in {location}", unknown[text]
        else:
            yield f"the number {text} is not in {location}", unknown[text]


def _small_differences(source: Block, target: Block, language: str) -> Iterator[tuple[str, int | None]]:
    """A small number that stands in the place of another: one is missing, and one is there that English hasn't."""
    written = {number.value for number in _written(source, SOURCE_LANGUAGE) if _may_be_a_word(number)}
    theirs = {number.value: number for number in _written(target, language) if _may_be_a_word(number)}
    if not theirs.keys() - written:
        return
    words = re.findall(r"[a-z]+", source.prose().lower())
    spelled_out = {Decimal(ENGLISH_WORDS[word]) for word in words if word in ENGLISH_WORDS}
    present = theirs.keys() | _in_code(target)
    missing = written - present
    missing_words = {value for value in spelled_out - present if value >= COMMON_WORDS_BELOW}
    for value in theirs.keys() - written - spelled_out - _in_code(source):
        if lacking := missing | (missing_words if value >= COMMON_WORDS_BELOW else set()):
            message = (
                f"the number {theirs[value].text} is not in {source.path}:{source.line}, whose {min(lacking):.0f} is"
            )
            yield f"{message} missing", theirs[value].line


def _written(block: Block, language: str) -> list[Number]:
    """All numbers in a block's prose that are written in digits."""
    if not (prose := block.prose()):
        return []
    prose = ORDINAL_SUFFIX.sub(lambda suffix: " " * len(suffix[0]), prose) if language == SOURCE_LANGUAGE else prose
    return [number for number in number_formats.in_text(prose, language, block.line) if isinstance(number, Number)]


def _in_code(block: Block) -> set[Decimal]:
    """The numbers in a block's formulas and code."""
    inlines = (inline.text for inline in block.inlines() if inline.kind in ("maths", "code"))
    return {
        number.value
        for text in inlines
        for number in number_formats.in_text(text, SOURCE_LANGUAGE)
        if isinstance(number, Number)
    }


def _may_be_a_word(number: Number) -> bool:
    return not number.has_fraction and abs(number.value) < SPELLED_OUT_BELOW
