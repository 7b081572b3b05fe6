"""Checks of exercises accept right answers and say of wrong ones, in words, what isn't right yet."""

from __future__ import annotations

import pytest
from by_date import only_in_its_turn
from live import exercise_answers, page_edits
from live.exercise_answers import UNTOUCHED, Answer

pytest.importorskip("torch")
# Pages whose programs run for long.
LONG = {"circuits", "first-model", "lab-training"}


def last_line(printed: str) -> str:
    return (printed.splitlines() or [""])[-1]


@pytest.mark.parametrize("name", exercise_answers.pages())
def test_right_answers_pass_and_wrong_ones_are_told_in_words(answers, nightly, name: str) -> None:
    given = list(exercise_answers.answers(name))
    only_in_its_turn(name, LONG, page_edits.is_kept(given, answers), nightly)
    printed = page_edits.in_torch(given, answers)
    wrong = [said for answer in given if (said := complaint(answer, last_line(printed[answer.title])))]
    assert not wrong, "\n".join(wrong)


def complaint(answer: Answer, said: str) -> str:
    """What is wrong with how an answer is judged. Of untouched dots, any error says that they are not done.

    Args:
        answer: right or wrong.
        said: the last line that was printed; nothing where an answer is right.
    """
    is_error = page_edits.ERROR.match(said) is not None
    if answer.is_right:
        return f"{answer.title}\n    {said}" if is_error else ""
    if not is_error:
        return f"{answer.title}\n    passed"
    is_told = said.startswith("AssertionError: ") or (answer.name == UNTOUCHED and "..." in "\n".join(answer.code))
    return "" if is_told else f"{answer.title}\n    {said}"


@pytest.mark.parametrize("name", exercise_answers.pages())
def test_each_check_is_tried_with_right_and_with_wrong_answers(name: str) -> None:
    answers = [answer for answer in exercise_answers.answers(name) if answer.name != UNTOUCHED]
    for id in exercise_answers.exercises(name):
        tried = [answer.is_right for answer in answers if answer.exercise == id]
        assert (tried.count(True) >= 1, tried.count(False) >= 2) == (True, True), id
