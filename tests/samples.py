"""Which pages stand for all.

`make test` looks at every English page and at one of each kind elsewhere, `make nightly` at all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

import pytest
from browsers import LAPTOP_SIZE, PHONE_SIZE

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.markdown.model import Page
from handbook.project.checkout import Project

PROJECT = Project(ROOT)  # for all tests that only read: each page is parsed once in a process
# The language of each run where pages in one tell nearly as much as those in all: the one with a second alphabet.
BY_DAY = "sr"
KINDS = ("index", "by-hand", "lab-heads")  # home, a chapter, a lab; the explorer has tests of its own

# The window of a phone, where room is short; at night a laptop's, too.
PHONE_BY_DAY = [pytest.param(PHONE_SIZE, id="phone"), pytest.param(LAPTOP_SIZE, id="laptop", marks=pytest.mark.nightly)]


def is_of_each_run(page: Page) -> bool:
    """Whether it is English, or of those kinds that are looked at in each language."""
    return page.language == SOURCE_LANGUAGE or page.name in KINDS


def sample(values: Iterable[object], always: Container[object]) -> list[object]:
    """Values of a parameter: those in ``always`` for each run, the others for the night."""
    return [
        value
        if value in always
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.nightly)
        for value in values
    ]


def pages(
    languages: list[str], names: list[str], always: tuple[str, ...] = ("en",), kinds: tuple[str, ...] = KINDS
) -> pytest.MarkDecorator:
    """Parametrizes ``language, name``: all pages of the languages in ``always``, of the others those of ``kinds``.

    The rest is for the night.
    """
    return pytest.mark.parametrize(
        "language, name",
        [
            pytest.param(
                language,
                name,
                id=f"{language}-{name}",
                marks=() if language in always or name in kinds else pytest.mark.nightly,
            )
            for language in languages
            for name in names
        ],
    )
