"""By what a solved question or exercise is known is the same in every language, and another one on each page."""

import re

import pytest

from handbook import ROOT
from handbook.extensions import quiz
from handbook.markdown.fences import EXERCISE
from handbook.project.checkout import Project

PROJECT = Project(ROOT)
SCRIPT = (ROOT / "frontend/page/solved-marks.js").read_text(encoding="utf-8")
LEFT_OUT = re.search(r'textContent\.replace\(/(.*)/g, ""\)', SCRIPT)[1]


def marks(language, name):
    page = PROJECT.page(language, name)
    exercises = [re.sub(LEFT_OUT, "", fence.text) for fence in page.python() if EXERCISE in fence.classes]
    questions = [(one.answer, [choice.right for choice in one.choices]) for one in quiz.quizzes(page)]
    return exercises, questions


@pytest.mark.parametrize("name", PROJECT.names())
def test_marks_are_the_same_in_each_language(name):
    exercises, questions = marks("en", name)
    assert len(set(exercises)) == len(exercises) and all(exercises)
    for language in PROJECT.languages[1:]:
        assert marks(language, name) == (exercises, questions), language


def test_there_are_questions_and_exercises():
    all_marks = [marks("en", name) for name in PROJECT.names()]
    assert sum(len(exercises) for exercises, _ in all_marks) > 50
    assert sum(len(questions) for _, questions in all_marks) > 50
