"""Quizzes in a browser, from a file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from quiz_pages import CHOICE, NUMBER, render
from samples import sample

from handbook import ROOT


@pytest.fixture(scope="module")
def quiz_file(tmp_path_factory) -> Path:
    """A page with a choice and a number quiz, in German, as it may lie on a reader's disk."""
    folder = tmp_path_factory.mktemp("quiz")
    entry = folder / "entry.js"
    entry.write_text(
        f'import {{ enhanceQuizzes }} from "{ROOT / "frontend" / "components" / "quiz.js"}"; enhanceQuizzes();',
        encoding="utf-8",
    )
    subprocess.run(
        [
            ROOT / "node_modules/.bin/esbuild",
            entry,
            "--bundle",
            "--format=iife",
            f"--outfile={folder / 'quiz.js'}",
            "--log-level=error",
        ],
        check=True,
    )
    styles = "".join(
        (ROOT / "theme/assets/stylesheets" / name).read_text(encoding="utf-8") for name in ("tokens.css", "quiz.css")
    )
    body = render(CHOICE + NUMBER.replace("# Page { #page }\n", ""), "de")
    file = folder / "page.html"
    file.write_text(
        f'<!doctype html><html lang="de"><meta charset="utf-8"><title>Quiz</title><style>{styles}</style>'
        f'<body data-md-color-scheme="default"><main class="md-typeset">{body}</main>'
        '<script src="quiz.js"></script></body></html>',
        encoding="utf-8",
    )
    return file


@pytest.fixture
def opened(browser, quiz_file):
    page = browser.new_page()
    page.goto(quiz_file.as_uri())
    yield page
    page.close()


def result(page, number: int) -> str:
    return page.locator(f"#quiz-{number}-result").inner_text()


def test_a_choice_is_answered_by_keyboard_and_can_be_tried_again(opened):
    assert opened.locator("#quiz-1 details").is_hidden()
    opened.locator("#quiz-1 .quiz-check").press("Enter")
    assert "Wähle zuerst" in result(opened, 1)
    opened.keyboard.press("Space")
    assert result(opened, 1) == "" and opened.locator("#quiz-1-1").is_checked()
    opened.keyboard.press("Enter")
    assert result(opened, 1).startswith("Noch nicht.") and "each column would sum to 1" in result(opened, 1)
    assert opened.locator("#quiz-1-result").get_attribute("data-tone") == "wrong"
    opened.keyboard.press("ArrowDown")
    assert result(opened, 1) == ""
    opened.keyboard.press("Enter")
    assert result(opened, 1).startswith("Richtig.") and "It sums to 1." in result(opened, 1)
    assert opened.locator("#quiz-1 details").is_visible()


@pytest.mark.parametrize(
    ("typed", "expected", "invalid"),
    [
        ("0,3925", "Richtig: 0,3925.", None),
        (" 0.3925 ", "Richtig: 0,3925.", None),
        ("0,3926", "letzte Ziffer", None),
        ("0,39", "So weit richtig", None),
        ("0,4", "mehr Ziffern", "true"),
        ("0,5", "0,5 stimmt nicht", "true"),
        ("\u22120,3925", "Vorzeichen", "true"),
        ("", "Gib zuerst eine Zahl ein", "true"),
        ("6 Tokens", "„Tokens“ gehört nicht hinein", "true"),
        ("sechs", "in Ziffern", "true"),
        ("<b>1</b>", "<b>1</b>", "true"),
    ],
)
def test_a_number_is_answered_in_the_readers_way(opened, typed, expected, invalid):
    field = opened.locator("#quiz-2-answer")
    field.fill(typed)
    field.press("Enter")
    assert expected in result(opened, 2)
    assert field.get_attribute("aria-invalid") == invalid
    assert opened.locator("#quiz-2-result b").count() == 0
    field.press("End")
    field.type("1")
    assert result(opened, 2) == ""


@pytest.mark.parametrize("scheme", sample(["default", "slate"], ["slate"]))
def test_axe_finds_nothing_before_and_after_an_answer(opened, scheme):
    opened.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    opened.evaluate(
        f"document.body.dataset.mdColorScheme = '{scheme}'; "
        "document.body.style.background = 'var(--paper)'; document.body.style.color = 'var(--ink)'"
    )
    run = (
        "axe.run(document.querySelector('main'), {resultTypes: ['violations']})"
        ".then(r => r.violations.map(v => [v.id, v.nodes[0].failureSummary]))"
    )
    assert opened.evaluate(run) == []
    opened.locator("#quiz-1-1").check()
    opened.locator("#quiz-1 .quiz-check").click()
    opened.locator("#quiz-1 summary").click()
    opened.locator("#quiz-2-answer").fill("x")
    opened.locator("#quiz-2 .quiz-check").click()
    assert opened.evaluate(run) == []
