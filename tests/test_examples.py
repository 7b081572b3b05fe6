"""Running a page: what counts as the same output, what a ledger holds, which numbers are audited."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from handbook.blocks import parse
from handbook.examples import Computed, PageRun, Pages, same_output, same_words

ROOT_CONFTEST = (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8")


def run(text: str, language: str = "en") -> tuple[PageRun, list]:
    page = parse(text, f"docs/{language}/page.md", language)
    state = PageRun(page, {})
    found = [finding for fence in page.python() for finding in state.run(fence)]
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
    assert (ledger.found, ledger.ran, ledger.raised, ledger.excused, ledger.outputs) == (4, 2, 1, 1, 2)
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
    state, (finding,) = run(text)
    assert (finding.path, finding.line) == ("docs/en/page.md", line)
    assert words in finding.message


def test_a_failed_block_leaves_the_ledger_open():
    state, _ = run(fence("1 / 0") + fence("x = 1"))
    assert not state.ledger.adds_up


AUDITED = "The weight is 0.41, or 40.6 %, in maths $0.4063$ and `0.4063`.\n\n| w |\n|---|\n| 0.4063 |\n\n$$\n0.4063\n$$\n\n"


def test_a_rounding_of_a_computed_number_passes_the_audit():
    state, found = run(AUDITED + fence("weight = 0.40627"))
    assert not found and not state.audit()
    assert state.ledger.numbers == 6


@pytest.mark.parametrize("old", ["0.41,", "40.6 %", "$0.4063$", "`0.4063`", "| 0.4063 |", "$$\n0.4063"])
def test_a_number_that_nothing_computes_is_found(old):
    state, _ = run(AUDITED.replace(old, old.replace("4", "5", 1), 1) + fence("weight = 0.40627"))
    (finding,) = state.audit()
    assert "nothing in this section computes" in finding.message


@pytest.mark.parametrize("written, right", [("0.406", False), ("0.4063", True), ("40.63 %", True), ("0.41", False)])
@pytest.mark.parametrize("before", [True, False])
def test_what_another_section_shows_counts_with_its_very_digits(written, right, before):
    """Of what a section computes, any rounding counts."""
    code = "## Code\n\n" + fence("weight = 0.81254 / 2\nprint(f'{weight:.4f}')", "0.4063")
    words = f"## Words\n\nThe weight is {written}.\n\n### More\n\nThe weight is {written}.\n\n"
    state, found = run(code + words if before else words + code)
    assert not found and len(state.audit()) == (0 if right else 2)
    state, _ = run(code + f"### Words\n\nThe weight is {written}.\n")
    assert not state.audit(), "a subsection is a part of its section"


def test_the_audit_knows_the_sign_and_the_language():
    state, _ = run("Der Wert ist −0,4063 und 1.234,5.\n\n" + fence("weight = -0.40627\nx = 1234.5"), "de")
    assert not state.audit()
    state, _ = run("Der Wert ist 0,4063.\n\n" + fence("def f(): return -0.40627\nweight = f()"), "de")
    # A literal counts with both signs, a computed value with its own.
    state.computed = Computed({0: [-0.40627]})
    assert state.audit()


def test_an_excuse_speaks_of_the_next_block_only():
    excuse = "<!-- uncomputed: 0.3992 | the source prints it -->\n"
    state, _ = run(excuse + "They print 0.3992.\n\nThey print 0.3992.\n\n" + fence("x = 1"))
    (finding,) = state.audit()
    assert finding.line == 4


def test_an_excuse_needs_a_reason():
    state, _ = run("<!-- uncomputed: 0.3992 -->\nThey print 0.3992.\n")
    (finding,) = state.audit()
    assert "without a reason" in finding.message


def test_large_tensors_do_not_vouch_for_numbers():
    state, _ = run("It is 0.4063.\n\n" + fence("import torch\nx = torch.arange(10000) / 10000"))
    assert state.audit()


# -- a whole run of pytest on a small checkout


def test_how_a_page_prints_tensors_ends_with_it(small_handbook):
    state, found = run(fence("import torch\ntorch.set_printoptions(precision=2)\nprint(torch.tensor([0.12345]))", "tensor([0.12])"))
    Pages(small_handbook).close(state)
    _, found_later = run(fence("import torch\nprint(torch.tensor([0.12345]))", "tensor([0.1235])"))
    assert not found and not found_later


def pytest_in(checkout: Path, *arguments: str) -> subprocess.CompletedProcess:
    (checkout / "conftest.py").write_text(
        ROOT_CONFTEST.replace("pages = Pages()", "pages = Pages(Path(__file__).parent)"), encoding="utf-8"
    )
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, "docs"], cwd=checkout, capture_output=True, text=True)


def test_every_fence_of_every_language_is_an_item(small_handbook):
    done = pytest_in(small_handbook)
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout  # two fences and the closing item, in two languages
    assert done.stdout.count("scores ") == 2, done.stdout


def test_a_page_that_fails_parity_is_not_executed(small_handbook):
    page = small_handbook / "docs" / "de" / "scores.md"
    witness = small_handbook / "executed"
    text = page.read_text(encoding="utf-8").replace("total = 0.25 + 0.3", f"total = 0.25 + 0.3; open({str(witness)!r}, 'w')")
    page.write_text(text, encoding="utf-8")
    done = pytest_in(small_handbook)
    assert done.returncode == 1
    assert "not executed" in done.stdout and "docs/de/scores.md:" in done.stdout
    assert "4 passed" not in done.stdout and "1 failed, 3 passed" in done.stdout
    assert not witness.exists()


def test_update_outputs_rewrites_what_differs_and_nothing_else(small_handbook):
    page = small_handbook / "docs" / "en" / "scores.md"
    good = page.read_text(encoding="utf-8")
    page.write_text(good.replace("tensor(0.5500)", "tensor(9.0)").replace("\n    ```{.text .output}\n    0.55\n    ```\n", ""), encoding="utf-8")
    pytest_in(small_handbook, "--update-outputs")
    assert page.read_text(encoding="utf-8") == good


def test_pages_outside_docs_are_left_alone(small_handbook):
    (small_handbook / "README.md").write_text("```python\n1 / 0\n```\n", encoding="utf-8")
    (small_handbook / "docs" / "notes.md").write_text("```python\n1 / 0\n```\n", encoding="utf-8")
    assert "6 passed" in pytest_in(small_handbook).stdout
