"""Answers to the exercises, right and wrong, as CPython with torch and as the page check them.

They stand in ``tests/answers``, a file for each page. Each begins with ``### exercise: right: name`` or
``### exercise: wrong: name``, and its code follows; the exercise is the id of its section, and ``/2`` stands behind it
for the second block there. A right answer called ``solution`` has no code: it is that of the section's own.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from live import page_edits

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.markdown.fences import EXERCISE, TAKES_LONG
from handbook.markdown.model import Block, Page
from handbook.project.checkout import Project

FOLDER = ROOT / "tests" / "answers"
HEAD = re.compile(r"### (?P<exercise>[\w/-]+): (?P<verdict>right|wrong): (?P<name>.+)")
SOLUTION, UNTOUCHED = "solution", "untouched"
PROJECT = Project(ROOT)


@dataclass
class Exercise:
    """A block in which readers answer."""

    page: str
    id: str
    number: int  # of the block, from 1
    starter: str
    check: str
    solution: str


@dataclass
class Answer(page_edits.Edit):
    """What somebody writes there; it is run where the exercise is, and the check after it."""

    exercise: str = ""
    is_right: bool = False
    check: str = ""
    code: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return f"{self.page} {self.exercise}: {'right' if self.is_right else 'wrong'}: {self.name}"

    def source(self) -> str:
        return "\n".join([*self.code, "", self.check])


def pages() -> list[str]:
    """The names of the pages with exercises that are checked."""
    return [name for name in PROJECT.names() if exercises(name)]


@cache
def exercises(name: str) -> dict[str, Exercise]:
    """The exercises of an English page, by id."""
    page = PROJECT.page(SOURCE_LANGUAGE, name)
    program, fences = page.python(), page.fences()
    seen: Counter[str] = Counter()
    result = {}
    for fence in program:
        if EXERCISE not in fence.classes:
            continue
        seen[fence.section] += 1
        id = fence.section + (f"/{seen[fence.section]}" if seen[fence.section] > 1 else "")
        check = next(other for other in fences[fences.index(fence) :] if other.is_check)
        number = program.index(fence) + 1
        result[id] = Exercise(name, id, number, fence.text, check.text, _solution(page, fence))
    return result


def _solution(page: Page, exercise: Block) -> str:
    boxes = [block for block in page.blocks if block.kind == "admonition" and block.section == exercise.section]
    inside = [child for box in boxes if "success" in box.classes for child in page.children(box)]
    code = [block for block in inside if block in page.python()]
    answer = [block for block in code if TAKES_LONG not in block.classes] or code  # else what follows from the answer
    return "\n".join(block.text for block in answer)


def answers(name: str) -> list[Answer]:
    """All that is tried on a page, from top to bottom; a block that nobody has touched is wrong, too."""
    result = [_answer(exercise, False, UNTOUCHED, exercise.starter) for exercise in exercises(name).values()]
    path = FOLDER / f"{name}.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        head = HEAD.fullmatch(line)
        if head:
            exercise = exercises(name)[head["exercise"]]
            is_right = head["verdict"] == "right"
            code = exercise.solution if is_right and head["name"] == SOLUTION else ""
            result.append(_answer(exercise, is_right, head["name"], code))
        elif line.startswith("###"):
            raise AssertionError(f"{path}: {line}")
        else:
            result[-1].code.append(line)
    return sorted(result, key=lambda answer: answer.block)


def _answer(exercise: Exercise, is_right: bool, name: str, code: str) -> Answer:
    answer = Answer(exercise.page, exercise.number, name, exercise=exercise.id, is_right=is_right, check=exercise.check)
    answer.code += code.splitlines()
    return answer
