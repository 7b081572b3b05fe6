"""Running a page: what counts as the same output, what a ledger holds, which numbers are audited."""

from __future__ import annotations

import multiprocessing
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from handbook.execution import program
from handbook.execution.output_compare import same_output, same_words
from handbook.execution.page_run import ComputedNumbers, PageRun
from handbook.execution.program import program_key
from handbook.execution.run_cache import RunCache
from handbook.markdown.parser import parse
from handbook.project.checkout import Project

pytest.importorskip("torch")

forks = multiprocessing.get_context("fork")
ROOT_CONFTEST = (Path(__file__).parents[2] / "conftest.py").read_text(encoding="utf-8")


def run(text: str, language: str = "en") -> tuple[PageRun, list]:
    page = parse(text, f"docs/{language}/page.md", language)
    state = PageRun(page)
    found = [finding for fence in page.python() for finding in state.check(fence)]
    return state, found


def fence(code: str, output: str | None = None, kind: str = "python", classes: str = "") -> str:
    text = f"```{kind}\n{code}\n```\n\n"
    return text if output is None else text + f"```{{.text .output{classes}}}\n{output}\n```\n\n"


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        ("tensor([0.2291, 0.4063])", "tensor([0.2291, 0.4063])"),
        ("0.41", "0.4063"),
        ("tensor([ 0.5, -0.25])", "tensor([0.5, -0.25])"),
        ("1.5e-05", "1.4999e-05"),
        ("3 heads", "3 heads"),
        ("-inf nan", "-inf nan"),
    ],
)
def test_numbers_are_compared_to_the_digits_shown(expected, printed):
    assert same_output(expected, printed)


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        ("0.4063", "0.4064"),
        ("0.41", "0.4163"),
        ("-0.25", "0.25"),
        ("3 heads", "4 heads"),
        ("3 heads", "3.2 heads"),
        ("[1, 2]", "[1, 2, 3]"),
        ("nan", "0.5"),
        ("True", "False"),
        ("1e-05", "1e-04"),
        ("torch.Size([2, 3])", "torch.Size([3, 2])"),
    ],
)
def test_another_output_is_another_output(expected, printed):
    assert not same_output(expected, printed)


def test_measured_outputs_are_compared_without_their_numbers():
    assert same_words("512 tokens: 3.9 times as long", "512 tokens: 4.2 times as long")
    assert not same_words("3.9 times as long", "3.9 times as short")


def test_a_page_runs_in_one_namespace_and_its_ledger_adds_up():
    state, found = run(
        fence("x = 2")
        + fence("print(x)", "2")
        + fence("1 / 0", "ZeroDivisionError: division by zero", "{.python .raises}")
        + fence("open('/nowhere')", None, '{.python .no-run reason="no such file"}')
    )
    assert not found
    ledger = state.ledger
    assert (ledger.fences, ledger.ran, ledger.raised, ledger.excused, ledger.outputs) == (4, 2, 1, 1, 2)
    assert ledger.adds_up


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (fence("print(1)", "2"), 5, "output differs"),
        (fence("print(1)"), 1, "no output stands behind it"),
        (fence("x = 1", "1"), 5, "output differs"),
        (fence("x = 1\ny = z"), 3, "NameError"),
        (fence("x = 1", "ValueError: no", "{.python .raises}"), 1, "should raise"),
        (fence("raise ValueError('b')", "ValueError: a", "{.python .raises}"), 5, "output differs"),
    ],
)
def test_a_failure_names_the_line_and_both_texts(text, line, words):
    _, (finding,) = run(text)
    assert (finding.path, finding.line) == ("docs/en/page.md", line)
    assert words in finding.message


def test_a_failed_block_leaves_the_ledger_open():
    state, _ = run(fence("1 / 0") + fence("x = 1"))
    assert not state.ledger.adds_up


AUDITED = (
    "The weight is 0.41, or 40.6 %, in maths $0.4063$ and `0.4063`.\n\n| w |\n|---|\n| 0.4063 |\n\n$$\n0.4063\n$$\n\n"
)


def test_a_rounding_of_a_computed_number_passes_the_audit():
    state, found = run(AUDITED + fence("weight = 0.40627"))
    assert not found and not state.audit_numbers()
    assert state.ledger.numbers == 6


@pytest.mark.parametrize("old", ["0.41,", "40.6 %", "$0.4063$", "`0.4063`", "| 0.4063 |", "$$\n0.4063"])
def test_a_number_that_nothing_computes_is_found(old):
    state, _ = run(AUDITED.replace(old, old.replace("4", "5", 1), 1) + fence("weight = 0.40627"))
    (finding,) = state.audit_numbers()
    assert "nothing in this section computes" in finding.message


@pytest.mark.parametrize("written, right", [("0.406", False), ("0.4063", True), ("40.63 %", True), ("0.41", False)])
@pytest.mark.parametrize("before", [True, False])
def test_what_another_section_shows_counts_with_its_very_digits(written, right, before):
    """Of what a section computes, any rounding counts."""
    code = "## Code\n\n" + fence("weight = 0.81254 / 2\nprint(f'{weight:.4f}')", "0.4063")
    words = f"## Words\n\nThe weight is {written}.\n\n### More\n\nThe weight is {written}.\n\n"
    state, found = run(code + words if before else words + code)
    assert not found and len(state.audit_numbers()) == (0 if right else 2)
    state, _ = run(code + f"### Words\n\nThe weight is {written}.\n")
    assert not state.audit_numbers(), "a subsection is a part of its section"


def test_the_audit_knows_the_sign_and_the_language():
    state, _ = run("Der Wert ist −0,4063 und 1.234,5.\n\n" + fence("weight = -0.40627\nx = 1234.5"), "de")
    assert not state.audit_numbers()
    state, _ = run("Der Wert ist 0,4063.\n\n" + fence("def f(): return -0.40627\nweight = f()"), "de")
    # A literal counts with both signs, a computed value with its own.
    state.computed = ComputedNumbers({0: [-0.40627]})
    assert state.audit_numbers()


def test_an_excuse_speaks_of_the_next_block_only():
    excuse = "<!-- uncomputed: 0.3992 | the source prints it -->\n"
    state, _ = run(excuse + "They print 0.3992.\n\nThey print 0.3992.\n\n" + fence("x = 1"))
    (finding,) = state.audit_numbers()
    assert finding.line == 4


def test_an_excuse_needs_a_reason():
    state, _ = run("<!-- uncomputed: 0.3992 -->\nThey print 0.3992.\n")
    (finding,) = state.audit_numbers()
    assert "without a reason" in finding.message


def test_large_tensors_do_not_vouch_for_numbers():
    state, _ = run("It is 0.4063.\n\n" + fence("import torch\nx = torch.arange(10000) / 10000"))
    assert state.audit_numbers()


# -- a whole run of pytest on a small checkout


def test_how_a_page_prints_tensors_ends_with_it(small_handbook):
    _, found = run(
        fence("import torch\ntorch.set_printoptions(precision=2)\nprint(torch.tensor([0.12345]))", "tensor([0.12])")
    )
    _, found_later = run(fence("import torch\nprint(torch.tensor([0.12345]))", "tensor([0.1235])"))
    assert not found and not found_later


def test_numbers_of_64_bits_end_with_their_page():
    run(fence("import torch\ntorch.set_default_dtype(torch.float64)\nprint(torch.ones(1).dtype)", "torch.float64"))
    _, found = run(fence("import torch\nprint(torch.ones(1).dtype)", "torch.float32"))
    assert not found


def test_a_page_begins_with_the_defaults_of_torch_whatever_ran_before(torch):
    torch.set_printoptions(precision=2)
    torch.set_grad_enabled(False)
    torch.set_default_dtype(torch.float64)
    _, found = run(fence("import torch\nprint(torch.tensor([0.12345]))", "tensor([0.1235])"))
    assert not found
    assert torch.is_grad_enabled() and torch.get_default_dtype() == torch.float32


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
    done = RunCache(folder).run(page, checkout)
    assert RunCache(folder).run(page, checkout) == done and marks.read_text() == "x", "not remembered"
    (entry,) = folder.iterdir()
    entry.write_text(spoil(entry.read_text(encoding="utf-8")), encoding="utf-8")
    assert RunCache(folder).run(page, checkout) == done and marks.read_text() == "xx"


def test_an_entry_under_another_name_is_ignored(counted):
    checkout, marks = counted
    folder = checkout / "runs"
    RunCache(folder).run(Project(checkout).page("en", "scores"), checkout)
    (entry,) = folder.iterdir()
    change(checkout / "docs" / "en" / "scores.md", "total = 0.25 + 0.3", "total = 0.3 + 0.25")
    page = Project(checkout).page("en", "scores")
    entry.rename(folder / f"{program_key(page, checkout)}.json")
    RunCache(folder).run(page, checkout)
    assert marks.read_text() == "xx"


def keyed(text: str, root: Path, language: str = "en") -> str:
    return program_key(parse(text, f"docs/{language}/page.md", language, "page"), root)


SAME = [
    ("# one\nx = 1", "# another\nx = 1  # eins"),
    ("def f():\n    'one'\n    return 1", "def f():\n    'eins'\n\n    return 1"),
    ("if x:\n  y", "if x:\n    y"),
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
    monkeypatch.setattr(program, "_environment", lambda: {"torch": "another"})
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
