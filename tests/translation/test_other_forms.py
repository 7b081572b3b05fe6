"""Blocks in another form than in English: told once, at their line, with what to write."""

from __future__ import annotations

import pytest
from parity_pages import FENCE, pages

from handbook.translation.parity import compare

OUTPUT = "\n```{.text .NAME}\n1\n```"
FORMS = {
    # name: (English, translation, [(line, words of the message, hint)])
    "another level": ("## A { #a }\n\nB.", "### A { #a }\n\nB.", [(3, "`###` instead of `##`", "write ##")]),
    "a level lost in a sentence": (
        "## A { #a }\n\nB.",
        "##A { #a }\n\nB.",
        [(3, "where docs/en/t.md:3 has a", "`## `")],
    ),
    "a bullet and a number": ("1. a\n2. b", "- a\n- b", [(3, "`-` instead of `1.`", "1."), (4, "`-`", "2.")]),
    "another kind of box": (
        '!!! note "A"\n\n    B.\n\n    - c',
        '!!! tip "A"\n\n    X.\n\n    - y',
        [(3, "`!!! tip` instead of `!!! note`", "write !!! note")],
    ),
    "a box that folds": ('!!! note "A"\n\n    B.', '??? note "A"\n\n    X.', [(3, "`??? note`", "write !!! note")]),
    "the class of an output in another language": (
        FENCE.format("print(1)") + OUTPUT.replace("NAME", "output"),
        FENCE.format("print(1)") + OUTPUT.replace("NAME", "ausgabe"),
        [(7, "````{.text .ausgabe}` instead of ````{.text .output}`", "write ```{.text .output}")],
    ),
    "another language of a fence": (
        "```text\na\n```",
        "```bash\na\n```",
        [(3, "`` ```bash ``".strip("` "), "```text")],
    ),
    "a text that left its item": (
        "- a\n\n    B.\n\n    C.\n\nD.",
        "- a\n\nX.\n\nY.\n\nZ.",
        [(5, "paragraph “X.” is indented otherwise than docs/en/t.md:5", "with 4 spaces")],
    ),
    "a text that left its quote": ("> B.\n\nD.", "X.\n\nZ.", [(3, "indented otherwise", "with 0 spaces, then `>`")]),
    "code by another name": (FENCE.format("x = 1"), "```Python\nx = 1\n```", []),  # markdown.fences.check tells it
    "a list item that isn't there": (
        "A.\n\n- b\n\nC.",
        "X.\n\nZ.",
        [(3, "a list item “b” that is missing", "translate")],
    ),
    "two for one": (
        "A.\n\n- b\n\n$$\nx\n$$",
        "X.\n\n1. y\n2. z\n\n$$\nx\n$$",
        [(3, "missing", ""), (5, "have here", ""), (6, "have here", "")],
    ),
}


@pytest.mark.parametrize("case", FORMS)
def test_a_block_in_another_form_is_told_once(case):
    english, translated, expected = FORMS[case]
    found = sorted(compare(*pages(english, translated)))
    assert [finding.line for finding in found] == [line for line, _, _ in expected], found
    for finding, (_, words, hint) in zip(found, expected):
        assert words in finding.message and hint in finding.hint and finding.hint, finding
