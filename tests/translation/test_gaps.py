"""Texts with gaps: what is equal in all languages is out of reach, and a gap that is lost is told."""

from __future__ import annotations

import pytest

from handbook.translation.gaps import Gaps


def test_each_kind_of_inline_becomes_a_gap_of_its_own():
    gaps = Gaps("paragraph", "`a` and $b$, [see `c`](page.md#x), ![tail](y.png), <kbd>d</kbd>, <https://e.org>, {f}")
    assert gaps.text == (
        "{code1} and {formula1}, [see {code2}]{link1}, ![tail]{image1}, {tag1}d{tag2}, {address1}, {attributes1}"
    )
    assert gaps.contents["link1"] == "(page.md#x)" and gaps.contents["tag2"] == "</kbd>"


def test_equal_contents_have_one_name_and_may_change_places():
    gaps = Gaps("paragraph", "`a` before `b`, never `b` before `a`")
    assert gaps.text == "{code1} before {code2}, never {code2} before {code1}"
    assert gaps.fill("nie {code2} vor {code1}; {code1} vor {code2}") == "nie `b` vor `a`; `a` vor `b`"


def test_braces_that_are_text_are_doubled():
    gaps = Gaps("heading", "Sets: {1, \n2} \\{ }")
    assert gaps.text == "Sets: {{1, \n2}} \\{{ }}"
    assert gaps.fill(gaps.text) == "Sets: {1, \n2} \\{ }"


def test_a_translation_keeps_what_its_english_lacks_today():
    gaps = Gaps("paragraph", "`new` code")
    assert gaps.of_translation("`old` Code { mit Klammer") == "`old` Code {{ mit Klammer"
    assert gaps.of_translation("Code: `new`") == "Code: {code1}"


def test_fields_of_strings_keep_their_names():
    gaps = Gaps("string", "{count} of {total} blocks")
    assert gaps.text == "{count} of {total} blocks"
    assert gaps.fill("von {total} Blöcken {count}, ja {count}") == "von {total} Blöcken {count}, ja {count}"
    with pytest.raises(ValueError, match=r"total.* is missing"):
        gaps.fill("{count} Blöcke")


def test_fields_in_words_of_code_are_gaps():
    gaps = Gaps("words", "not {x.shape} yet\nplain")
    assert gaps.text == "not {field1} yet\nplain"
    assert gaps.fill("noch nicht {field1}\neinfach") == "noch nicht {x.shape}\neinfach"


@pytest.mark.parametrize(
    "text, words",
    [
        ("no gap", r"\{code1\} is missing; in the English it stands once"),
        ("{code1} {code1}", r"\{code1\} stands 2 times"),
        ("{code2} {code1}", r"\{code2\} is no gap"),
        ("{code1} {}", r"\{\} is no gap"),
        ("{code1", r"a single \{"),
        ("{code1}}", r"a single \}"),
        ("{ code1 }", r"a single \{"),
    ],
)
def test_a_wrong_gap_is_told(text, words):
    with pytest.raises(ValueError, match=words):
        Gaps("paragraph", "the `gap`").fill(text)
