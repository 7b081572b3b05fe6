"""A whole run of pytest on a small checkout: each program is run once, and remembered."""

from __future__ import annotations

import multiprocessing
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from page_texts import fence

from handbook.core.answer_store import AnswerStore
from handbook.execution import program
from handbook.execution.program import program_key
from handbook.execution.run_cache import RunCache
from handbook.markdown.parser import parse
from handbook.project.checkout import Project

pytest.importorskip("torch")

forks = multiprocessing.get_context("fork")
# All answers that are kept are believed, on any day.
ROOT_CONFTEST = (Path(__file__).parents[2] / "conftest.py").read_text(encoding="utf-8").replace("date.today()", "None")


@dataclass
class Told:
    returncode: int
    stdout: str


def pytest_in(checkout: Path, *arguments: str) -> Told:
    """A run of its own, in a process that branches off here: to import torch takes longer than all else in it."""
    (checkout / "conftest.py").write_text(ROOT_CONFTEST, encoding="utf-8")
    output = checkout.with_name(f"{checkout.name}.output")
    run = forks.Process(target=_pytest, args=(checkout, output, ["-q", "-p", "no:cacheprovider", *arguments, "docs"]))
    run.start()
    run.join()
    return Told(run.exitcode, output.read_text(encoding="utf-8"))


def _pytest(checkout: Path, output: Path, arguments: list[str]) -> None:
    with output.open("wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.stdout, sys.stderr = (os.fdopen(stream, "w", encoding="utf-8", closefd=False) for stream in (1, 2))
    os.environ.pop("PYTEST_XDIST_WORKER", None)
    os.chdir(checkout)
    code = pytest.main(arguments)
    sys.stdout.flush()
    os._exit(code)


def test_every_fence_of_every_language_is_an_item(small_handbook):
    done = pytest_in(small_handbook)
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout  # two fences and the closing item, in two languages
    assert done.stdout.count("scores ") == 2, done.stdout


def test_a_page_that_fails_parity_is_not_executed(small_handbook):
    page = small_handbook / "docs" / "de" / "scores.md"
    witness = small_handbook / "executed"
    text = page.read_text(encoding="utf-8").replace(
        "total = 0.25 + 0.3", f"total = 0.25 + 0.3; open({str(witness)!r}, 'w')"
    )
    page.write_text(text, encoding="utf-8")
    done = pytest_in(small_handbook)
    assert done.returncode == 1
    assert "not executed" in done.stdout and "docs/de/scores.md:" in done.stdout
    assert "4 passed" not in done.stdout and "1 failed, 3 passed" in done.stdout
    assert not witness.exists()


def test_update_outputs_rewrites_what_differs_and_nothing_else(small_handbook):
    page = small_handbook / "docs" / "en" / "scores.md"
    good = page.read_text(encoding="utf-8")
    page.write_text(
        good.replace("tensor(0.5500)", "tensor(9.0)").replace("\n    ```{.text .output}\n    0.55\n    ```\n", ""),
        encoding="utf-8",
    )
    pytest_in(small_handbook, "--update-outputs")
    assert page.read_text(encoding="utf-8") == good


def test_pages_outside_docs_are_left_alone(small_handbook):
    (small_handbook / "README.md").write_text("```python\n1 / 0\n```\n", encoding="utf-8")
    (small_handbook / "docs" / "notes.md").write_text("```python\n1 / 0\n```\n", encoding="utf-8")
    assert "6 passed" in pytest_in(small_handbook).stdout


# -- each program is run once, and remembered


@pytest.fixture
def counted(small_handbook):
    """The small checkout, whose chapter in both languages leaves a mark in a file each time it runs; and that file."""
    marks = small_handbook / "marks"
    for page in (small_handbook / "docs").glob("*/scores.md"):
        page.write_text(
            page.read_text(encoding="utf-8").replace(
                "total = 0.25 + 0.3",
                f"total = 0.25 + 0.3\n    file = open({str(marks)!r}, 'a'); _ = file.write('x'); file.close()",
            ),
            encoding="utf-8",
        )
    return small_handbook, marks


def change(page: Path, old: str, new: str) -> None:
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")


def test_languages_share_a_run_and_the_summary_says_so(counted):
    checkout, marks = counted
    told = pytest_in(checkout).stdout
    assert "6 passed" in told and "ran 1 programs, reused 0 of 1; they stand for 4 blocks in 2 languages" in told
    assert marks.read_text() == "x"
    told = pytest_in(checkout, "--fresh", "-n2").stdout
    assert "6 passed" in told and "ran 1 programs" in told
    assert marks.read_text() == "xx"


def test_a_run_is_remembered_until_code_changes(counted):
    checkout, marks = counted
    pytest_in(checkout)
    change(checkout / "docs" / "de" / "scores.md", "erst malnehmen, dann addieren", "malnehmen und addieren")
    change(checkout / "docs" / "en" / "scores.md", "Adding gives", "The sum is")
    assert "ran 0 programs, reused 1 of 1" in pytest_in(checkout).stdout
    assert marks.read_text() == "x"
    for page in (checkout / "docs").glob("*/scores.md"):
        change(page, "total = 0.25 + 0.3", "total = 0.3 + 0.25")
    assert "ran 1 programs, reused 0 of 1" in pytest_in(checkout).stdout
    assert "ran 1 programs, reused 0 of 1" in pytest_in(checkout, "--fresh").stdout
    assert marks.read_text() == "xxx"


def test_an_output_planted_in_one_language_is_found_also_beside_a_remembered_run(counted):
    checkout, _ = counted
    pytest_in(checkout)
    for page in (checkout / "docs").glob("*/scores.md"):
        change(page, "tensor(0.5500)", "tensor(0.5600)")  # in one alone, parity tells
    told = pytest_in(checkout).stdout
    assert "ran 0 programs" in told and "2 failed" in told
    assert all(f"docs/{language}/scores.md:18: the output differs" in told for language in ("en", "de"))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-20],
        lambda text: text.replace("0.55", "0.56"),
        lambda text: "",
        lambda text: "{}\n{}",
        lambda text: "\x00",
    ],
)
def test_a_damaged_entry_is_ignored(counted, spoil):
    checkout, marks = counted
    page, folder = Project(checkout).page("en", "scores"), checkout / "runs"
    done = RunCache(AnswerStore(folder)).run(page, checkout)
    assert RunCache(AnswerStore(folder)).run(page, checkout) == done and marks.read_text() == "x", "not remembered"
    (entry,) = folder.iterdir()
    entry.write_text(spoil(entry.read_text(encoding="utf-8")), encoding="utf-8")
    assert RunCache(AnswerStore(folder)).run(page, checkout) == done and marks.read_text() == "xx"


def test_an_entry_under_another_name_is_ignored(counted):
    checkout, marks = counted
    folder = checkout / "runs"
    RunCache(AnswerStore(folder)).run(Project(checkout).page("en", "scores"), checkout)
    (entry,) = folder.iterdir()
    change(checkout / "docs" / "en" / "scores.md", "total = 0.25 + 0.3", "total = 0.3 + 0.25")
    page = Project(checkout).page("en", "scores")
    entry.rename(folder / f"{program_key(page, checkout)}.json")
    RunCache(AnswerStore(folder)).run(page, checkout)
    assert marks.read_text() == "xx"


def keyed(text: str, root: Path, language: str = "en") -> str:
    return program_key(parse(text, f"docs/{language}/page.md", language, "page"), root)


SAME = [
    ("# one\nx = 1", "# another\nx = 1  # eins"),
    ("def f():\n    'one'\n    return 1", "def f():\n    'eins'\n\n    return 1"),
    ("if x:\n  y", "if x:\n    y"),
    ("def\tf():\n    'one'\n    return 1", "def\tf():\n    'eins'\n    return 1"),
]
DIFFERENT = [
    ("x = 1", "x = 2"),
    ("print('one')", "print('eins')"),
    ("def f():\n    'one'\nprint(f.__doc__)", "def f():\n    'eins'\nprint(f.__doc__)"),
    ("import inspect\nx = 1  # one", "import inspect\nx = 1  # eins"),
    ("x = 1\ny = 2", "x = 1; y = 2 + 0"),
]


@pytest.mark.parametrize("one, other, same", [(*pair, True) for pair in SAME] + [(*pair, False) for pair in DIFFERENT])
def test_what_makes_two_programs_the_same(tmp_path, one, other, same):
    assert (keyed(fence(one), tmp_path) == keyed(fence(other), tmp_path, "de")) == same


def test_classes_data_and_packages_are_a_part_of_the_program(tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    data = tmp_path / "models" / "words.txt"
    data.write_text("one")
    text = "---\nneeds: [models/words.txt]\n---\n\n# Page { #page }\n\n" + fence("x = 1")
    keys = [keyed(text, tmp_path), keyed(text.replace("```python", "```{.python .raises}"), tmp_path)]
    data.write_text("two")
    keys.append(keyed(text, tmp_path))
    monkeypatch.setattr(program, "environment", lambda: {"torch": "another"})
    keys.append(keyed(text, tmp_path))
    assert len(set(keys)) == 4


def test_what_fails_is_told_in_each_language_with_its_own_line_and_not_remembered(counted):
    checkout, _ = counted
    for page in (checkout / "docs").glob("*/scores.md"):
        change(page, "total = 0.25 + 0.3", "total = 0.25 + none")
    change(checkout / "docs" / "de" / "scores.md", "- erster Punkt", "Ein Absatz mehr.\n\n- erster Punkt")
    change(checkout / "docs" / "en" / "scores.md", "- first item", "One paragraph more\nin two lines.\n\n- first item")
    told = pytest_in(checkout).stdout
    assert (
        "docs/en/scores.md:43: the code raises NameError" in told
        and "docs/de/scores.md:42: the code raises NameError" in told
    )
    assert not (checkout / ".cache").exists()


def test_a_page_whose_code_leaves_a_file_is_told(small_handbook):
    for page in (small_handbook / "docs").glob("*/scores.md"):
        change(page, "total = 0.25 + 0.3", "total = 0.25 + 0.3; open('left.txt', 'w').close()")
    assert pytest_in(small_handbook).stdout.count("the code leaves files behind: left.txt") >= 2
    assert not list(small_handbook.rglob("left.txt"))
