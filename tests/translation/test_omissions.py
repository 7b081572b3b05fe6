"""Notices about translations that may leave something out."""

from __future__ import annotations

import pytest

from handbook.core.diagnostics import NOTICE
from handbook.markdown.parser import parse
from handbook.translation import omissions
from handbook.translation.translation_units import pairs_of

USUAL = "Every word of this sentence has a word of its own, and there are eighteen of them here."
ENGLISH = "Attention compares a token with 3 others, then with 4 more. It takes a mean. The mean has weights."


def notices(*pairs: tuple[str, str]) -> list[tuple[int, str]]:
    """Line and message of what is told about a page of these paragraphs."""
    ours, theirs = (
        parse("\n\n".join(texts), f"docs/{code}/t.md", code, "t") for code, texts in zip(("en", "de"), zip(*pairs))
    )
    found = list(omissions.check(pairs_of(ours, theirs).items()))
    assert all(finding.severity == NOTICE and finding.hint for finding in found)
    return [(finding.line, finding.message) for finding in found]


@pytest.mark.parametrize("number", [1, 3])
def test_a_translation_that_says_everything_is_not_told(number):
    assert notices(*[(ENGLISH, ENGLISH), (USUAL, USUAL)] * number) == []


def test_one_that_is_far_shorter_than_the_others_on_the_page_is_told():
    half = " ".join(USUAL.split()[:9])
    ((line, message),) = notices((USUAL, USUAL), (USUAL, USUAL), (USUAL, half))
    assert (line, message.split(" (")[0]) == (5, "9 words, where about 18 are usual")
    # Where a language needs fewer words, all of them do.
    assert notices(*[(USUAL, half)] * 3) == []
    # A short text may be much shorter in another language.
    assert notices((USUAL, USUAL), ("It is only a very short one.", "Kurz.")) == []


def test_two_sentences_less_are_told_and_one_is_style():
    one = ENGLISH.replace("more. It takes a mean. The", "more, it takes a mean and the")
    two = ENGLISH.replace("more. It takes", "more, it takes")
    assert notices((ENGLISH, two)) == []
    ((line, message),) = notices((ENGLISH, one))
    assert (line, message.split(" (")[0]) == (1, "1 sentences instead of 3")


def test_two_small_numbers_less_are_told_and_one_may_be_a_word():
    assert notices((ENGLISH, ENGLISH.replace("3", "three"))) == []
    ((_, message),) = notices((ENGLISH, ENGLISH.replace("3", "three").replace("4", "four")))
    assert message.split(" (")[0] == "the numbers 3, 4 are not in it"


def test_code_is_not_compared():
    assert notices(("```text\n1 2 3. Four. Five. Six.\n```", "```text\nNo.\n```")) == []
