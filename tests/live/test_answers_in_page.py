"""What the page's Python says of answers to exercises is what CPython says, to the word."""

from __future__ import annotations

import pytest
from live import exercise_answers, page_edits

pytest.importorskip("torch")

SECONDS, PAGE = 1200, 2400  # seconds after which a block or a page is given up: a machine may be busy
# All others run every night; tests/content/test_answers.py has nearly all of them with every change, in CPython.
OFTEN = {"why-attention", "counting", "by-hand", "queries-keys-values", "causal-attention", "spreadsheet"}
PAGES = [name if name in OFTEN else pytest.param(name, marks=pytest.mark.nightly) for name in exercise_answers.pages()]


@pytest.mark.timeout(PAGE)
@pytest.mark.parametrize("name", PAGES)
def test_the_page_judges_as_cpython_does(takes_minutes, answers, name: str) -> None:
    verdicts = page_edits.compared(list(exercise_answers.answers(name)), answers, SECONDS)
    assert {title: here for title, (_, here) in verdicts.items()} == {
        title: there for title, (there, _) in verdicts.items()
    }
