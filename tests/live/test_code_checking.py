"""Exercises check themselves: real presses and keys, with a stand-in for Python."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from block_reader import NAME, PROJECT, QUERY, words
from samples import sample

from handbook.markdown.fences import EXERCISE

LAZY = re.compile(r"/python\S*\.js$")
PROGRAM = PROJECT.page("en", NAME).python()
INDEX = next(index for index, fence in enumerate(PROGRAM) if EXERCISE in fence.classes)  # of a live block
LANGUAGES = ["en", "de", "sr", "sw"]


def checked(one, answer):
    """What is said of an answer. While it is checked, what was said of the last one still stands."""
    one.edit(INDEX, answer)
    one.press(INDEX, "check")
    verdict = one.block(INDEX).locator("[data-state=done][data-verdict]")
    verdict.wait_for()
    return verdict.get_attribute("data-verdict"), verdict.inner_text()


@pytest.mark.parametrize("language", sample(LANGUAGES, ["sw"]))
def test_only_exercises_have_a_check_and_it_says_what_it_is(reader, language):
    one, said = reader(language), words(language)
    buttons = one.page.locator("[data-action=check]")
    exercises = [fence for fence in PROJECT.page(language, NAME).python() if EXERCISE in fence.classes]
    assert buttons.count() == one.page.locator(f"[data-live].{EXERCISE}").count() == len(exercises) > 0
    assert buttons.first.inner_text().strip() == said["check"]
    assert buttons.first.get_attribute("aria-label") == f"{said['check']}: {said['block']} {INDEX + 1}"


@pytest.mark.parametrize("language", sample(LANGUAGES, ["sr"]))
def test_a_gap_is_shown_before_anything_is_loaded(reader, language):
    one, said = reader(language), words(language)
    one.press(INDEX, "check")
    verdict = one.block(INDEX).locator("[data-verdict=wrong]")
    verdict.wait_for()
    source = PROJECT.page(language, NAME).python()[INDEX].text
    line = next(number for number, text in enumerate(source.splitlines(), 1) if "..." in text)
    assert said["not_yet"] in verdict.inner_text()
    assert said["gap"].format(number=line) in verdict.inner_text()
    at = "document.activeElement.value.slice(0, document.activeElement.selectionStart).split('\\n').length"
    assert one.page.evaluate(at) == line, "the caret stands there"
    assert [url for url in one.asked if LAZY.search(url)] == []


def test_a_wrong_answer_is_told_in_words_and_a_right_one_too(reader):
    one, said = reader(), words("en")
    verdict, text = checked(one, 'print("mine")')
    assert verdict == "wrong" and said["not_yet"] in text and "not so" in text and "mine" in text
    verdict, text = checked(one, "right = 1")
    assert verdict == "right" and said["right"] in text and "not so" not in text
    assert one.focused() == f"{said['check']}: {said['block']} {INDEX + 1}"


def test_an_error_in_an_answer_is_told_with_its_line(reader):
    one = reader()
    one.edit(INDEX, "right = 1\nfail = 2")
    one.press(INDEX, "check")
    one.until(INDEX, "error")
    assert "ValueError: it failed" in one.result(INDEX).inner_text()
    assert one.block(INDEX).locator("[data-verdict]").count() == 0
    assert words("en")["line"].format(number=2) in one.result(INDEX).inner_text()


def test_an_endless_answer_is_stopped(reader):
    one = reader()
    one.edit(INDEX, "while True: forever")
    one.press(INDEX, "check")
    one.block(INDEX).locator("[data-action=stop]").click()
    one.until(INDEX, "idle")
    assert checked(one, "right = 1")[0] == "right"


def test_reset_takes_the_verdict_away(reader):
    one = reader()
    checked(one, "right = 1")
    one.press(INDEX, "reset")
    assert one.block(INDEX).locator("[data-verdict]").count() == 0
    assert one.result(INDEX).inner_text() == ""


def test_a_right_answer_marks_its_exercise_as_solved_in_every_language_and_a_wrong_one_nothing(reader):
    one = reader()
    solved = one.page.locator(".solved")
    assert checked(one, "mine = 1")[0] == "wrong" and solved.count() == 0
    assert checked(one, "right = 1")[0] == "right"
    assert one.block(INDEX).locator("> .solved").count() == 1
    one.press(INDEX, "reset")
    one.page.goto(one.url.replace(f"/{NAME}/", f"/sr/{NAME}/"))
    assert one.block(INDEX).locator("> .solved").count() == 1, "after another page, though its code is as it was"
    assert solved.count() == 1


def test_a_run_after_a_check_says_what_a_run_says(reader):
    one = reader()
    checked(one, "right = 1")
    one.run(INDEX)
    assert words("en")["silent"] in one.result(INDEX).inner_text()
    assert one.block(INDEX).locator("[data-verdict]").count() == 0


@pytest.mark.parametrize("language", sample(LANGUAGES, ["de"]))
@pytest.mark.parametrize("width", sample([320, 390], [320]))
def test_all_buttons_of_an_exercise_have_room_on_a_phone(reader, language, width):
    one = reader(language, viewport={"width": width, "height": 700}, has_touch=True)
    checked(one, "right = 1")
    block = one.block(INDEX).bounding_box()
    boxes = [button.bounding_box() for button in one.block(INDEX).locator("[data-action]:visible").all()]
    assert len(boxes) >= 3
    assert all(block["x"] <= box["x"] and box["x"] + box["width"] <= block["x"] + block["width"] for box in boxes)
    assert all(
        left["x"] + left["width"] <= right["x"] + 1 or left["y"] != right["y"] for left, right in pairwise(boxes)
    )


def test_a_wrong_answer_below_a_change_says_so_and_leads_there(reader):
    one, said = reader(), words("en")
    one.edit(QUERY, 'print("other")')
    assert checked(one, "mine = 1")[0] == "wrong"
    link = one.result(INDEX).locator("a")
    assert link.inner_text() == f"{said['block']} {QUERY + 1}"
    assert said["edited_above"].format(block=link.inner_text()) in one.result(INDEX).inner_text()
    assert checked(one, "right = 1")[0] == "right"
    assert one.result(INDEX).locator("a").count() == 0
