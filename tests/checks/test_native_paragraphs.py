"""A language can be begun and a page of it accepted, whichever of the detector's languages it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from babel import Locale, UnknownLocaleError

from handbook.checks import language_detection
from handbook.markdown.parser import parse

PARAGRAPHS = tomllib.loads(Path(__file__).with_name("declaration.toml").read_text(encoding="utf-8"))
NOT_TRANSLATED_TO = {"an", "as", "ba", "gom", "kik", "ltg", "or", "sdh", "vo"}  # the declaration
SITE = ["de", "sr", "sw"]


def can_be_begun(code: str) -> bool:
    try:
        Locale.parse(code)
    except (UnknownLocaleError, ValueError):
        return False
    return True


def test_there_is_a_paragraph_of_each_language_that_can_be_begun():
    known = {code for code in language_detection._supported_languages() if can_be_begun(code)}
    assert len(known) > 100 and known == set(PARAGRAPHS) | NOT_TRANSLATED_TO


def detected(code: str, paragraph: str) -> list[str]:
    source = parse("# T { #t }\n\nAll human beings are born free.\n", "docs/en/t.md", "en", "t")
    page = parse(f"# T {{ #t }}\n\n{paragraph}\n", f"docs/{code}/t.md", code, "t")
    return [str(finding) for finding in language_detection.check(source, page, [*SITE, code])]


@pytest.mark.parametrize("code", sorted(PARAGRAPHS))
def test_a_native_paragraph_raises_no_alarm(code):
    assert not detected(code, PARAGRAPHS[code])


@pytest.mark.parametrize("code", sorted(set(PARAGRAPHS) - {"en"}))
def test_an_english_paragraph_does(code):
    assert detected(code, PARAGRAPHS["en"])
