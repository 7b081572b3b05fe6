"""Running a page: what counts as the same output, what a ledger holds, which numbers are audited."""

from __future__ import annotations

import pytest
from page_texts import fence

from handbook.execution.output_compare import same_output, same_words
from handbook.execution.page_run import PageRun
from handbook.markdown.parser import parse

pytest.importorskip("torch")


def run(text: str, language: str = "en") -> tuple[PageRun, list]:
    page = parse(text, f"docs/{language}/page.md", language)
    state = PageRun(page)
    found = [finding for fence in page.python() for finding in state.check(fence)]
    return state, found


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        ("tensor([0.2291, 0.4063])", "tensor([0.2291, 0.4063])\n"),
        ("a line  \nanother", "a line\nanother  \n\n"),
        ("tensor([[1.],\r\n        [2.]])", "tensor([[1.],\n        [2.]])"),
        ("-inf nan", "-inf nan"),
    ],
)
def test_only_white_space_at_the_ends_of_lines_is_free(expected, printed):
    assert same_output(expected, printed)


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        ("0.4063", "0.4064"),
        ("0.41", "0.4063"),
        ("tensor([ 6., -4.])", "tensor([ 5.6000, -4.4000])"),
        ("tensor([0.6, 0.4])", "tensor([0.6225, 0.3775])"),
        ("tensor([[1., 2.], [3., 4.]])", "tensor([[1., 2.],\n        [3., 4.]])"),
        ("a  b", "a b"),
        ("1.5e-05", "0.000015"),
        ("-0.25", "0.25"),
        ("3 heads", "4 heads"),
        ("3 heads", "3.2 heads"),
        ("[1, 2]", "[1, 2, 3]"),
        ("nan", "0.5"),
        ("True", "False"),
        ("1e-05", "1e-04"),
        ("torch.Size([2, 3])", "torch.Size([3, 2])"),
        ("a\n\nb", "a\nb"),
        ("b", "\nb"),
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
    assert state.audit_numbers()


@pytest.mark.parametrize("code, output", [("x = {}", None), ("print({})", "{}")])
@pytest.mark.parametrize("minus", ["-", "−"])  # a hyphen, and a typographic minus
def test_a_sign_is_lost_or_too_many(code, output, minus):
    for computed, written, count in [
        ("-1.5", f"{minus}1.5", 0),
        ("-1.5", "1.5", 1),
        ("1.5", f"{minus}1.5", 1),
        ("1.5", "1.5", 0),
    ]:
        before = fence(code.format(computed), output and output.format(computed))
        state, found = run(f"{before}The value is {written}, and $x = {written.replace('−', '-')}$.\n")
        assert not found and len(state.audit_numbers()) == 2 * count, (computed, written)
        state, _ = run(f"## A\n\n{before}## B\n\nThe value is {written}.\n")  # shown in another section
        assert len(state.audit_numbers()) == count, (computed, written)


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


# -- what a page leaves behind


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
