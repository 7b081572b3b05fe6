"""Which blocks of a page and its translation belong together, and which are missing."""

from __future__ import annotations

import pytest
from parity_pages import FENCE, differences, pages

from handbook.markdown.parser import parse
from handbook.translation.parity import align, compare


def sequence(english: str, translated: str):
    """Texts of the pairs, of the missing and of the extra blocks, without the title."""
    pairs, missing, extra = align(*pages(english, translated))
    return (
        [(ours.text, theirs.text) for ours, theirs in pairs[1:]],
        [block.text for block in missing],
        [block.text for block in extra],
    )


def test_equal_shapes_belong_together_in_their_order():
    assert sequence("A.\n\n- b\n\nC.", "X.\n\n- y\n\nZ.") == ([("A.", "X."), ("b", "y"), ("C.", "Z.")], [], [])


def test_a_block_of_another_kind_has_no_partner():
    assert sequence("A.\n\n- b\n\nC.", "X.\n\nZ.") == ([("A.", "X."), ("C.", "Z.")], ["b"], [])
    assert sequence("A.\n\nC.", "X.\n\n- y\n\nZ.") == ([("A.", "X."), ("C.", "Z.")], [], ["y"])


SHAPES = {
    "a bullet and a number": ("- a", "1. a"),
    "two markers": ("- a", "* a"),
    "two levels": ("## A { #a }", "### A { #a }"),
    "two kinds of boxes": ('!!! note "A"', '!!! tip "A"'),
    "a box and one that folds": ('!!! note "A"', '??? note "A"'),
    "two languages of code": ("```python\nx\n```", "```text\nx\n```"),
    "a text and a title": ("A", "## A { #a }"),
    "a text and one in a box": ("A\n\nB", '!!! note "A"\n\n    B'),
}


@pytest.mark.parametrize("case", SHAPES)
def test_these_are_not_taken_for_each_other(case):
    _, missing, extra = sequence(*SHAPES[case])
    assert missing and extra


def test_what_agrees_in_all_but_language_is_certain_and_parts_the_rest():
    """Of three paragraphs the one with the same name in it is known; the others follow from their places."""
    assert sequence("A.\n\nB `name`.\n\nC.", "Y `name`.\n\nZ.") == (
        [("B `name`.", "Y `name`."), ("C.", "Z.")],
        ["A."],
        [],
    )
    assert sequence("A.\n\nB `name`.\n\nC.", "X.\n\nY `name`.") == (
        [("A.", "X."), ("B `name`.", "Y `name`.")],
        ["C."],
        [],
    )
    assert sequence("A `name`.\n\nB.", "W.\n\nX `name`.\n\nY.") == (
        [("A `name`.", "X `name`."), ("B.", "Y.")],
        [],
        ["W."],
    )


MARKS = {
    "a name": ("`name`", "`other`"),
    "a formula": ("$x$", "$y$"),
    "a link": ("[l](a.md)", "[l](b.md)"),
    "a tag": ("<kbd>", "<b>"),
    "a picture": ("![p](a.png)", "![p](b.png)"),
}


@pytest.mark.parametrize("case", MARKS)
def test_each_of_these_makes_a_paragraph_certain(case):
    mark, other = MARKS[case]
    for text in ("A.", f"A {other}."):
        assert sequence(f"{text}\n\nB {mark}.", f"Y {mark}.") == ([(f"B {mark}.", f"Y {mark}.")], [text], [])


def test_the_words_of_a_link_make_nothing_certain():
    assert sequence("A.\n\nB [one](a.md).", "Y [eins](a.md).")[1] == ["A."]


def test_a_number_makes_a_paragraph_certain_in_the_habits_of_its_language():
    assert sequence("A.\n\nB 0.5.", "Y 0,5.") == ([("B 0.5.", "Y 0,5.")], ["A."], [])
    assert sequence("A 0.5 1.5.\n\nB 1.5 0.5.", "X 1,5 0,5.\n\nY 0,5 1,5.")[1:] == ([], [])


@pytest.mark.parametrize(
    "one, two",
    [
        ("```python\na = 1\n```", "```python\nb = 2\n```"),
        ("```text\na\n```", "```text\nb\n```"),
        ("$$\na\n$$", "$$\nb\n$$"),
        ("<figure>a</figure>", "<figure>b</figure>"),
        ("## A { #a }", "## A { #b }"),
    ],
    ids=["code", "text", "formula", "html", "title"],
)
def test_the_first_of_two_that_is_missing_is_the_one_that_is_missing(one, two):
    pairs, missing, extra = align(*pages(f"{one}\n\n{two}", two))
    assert missing == [pages(f"{one}\n\n{two}", two)[0].visible[1]] or missing[0].line == 3
    assert len(pairs) == 2 and pairs[1][0].text == pairs[1][1].text and not extra


def test_code_that_does_not_parse_is_certain_by_its_text():
    one, two = FENCE.format("x = ("), FENCE.format("y = (")
    pairs, missing, _ = align(*pages(f"{one}\n{two}", two))
    assert [block.line for block in missing] == [3] and pairs[1][1].text == "y = ("


def test_of_a_run_of_like_blocks_the_last_is_missing():
    """Texts grow at the end: nothing else says which one it is."""
    assert sequence("A.\n\nB.\n\nC.", "X.\n\nY.") == ([("A.", "X."), ("B.", "Y.")], ["C."], [])
    assert sequence("- a\n- b\n- c\n- d\n\n$$\nx\n$$", "- w\n- x\n\n$$\nx\n$$")[1] == ["c", "d"]
    pairs, missing, extra = sequence(
        "- a\n- b\n- c\n- d\n\n$$\nx\n$$\n\nE.\n\n$$\ny\n$$", "- w\n- x\n\n$$\nx\n$$\n\nY.\n\n$$\ny\n$$"
    )
    assert (pairs[:2], missing, extra) == ([("a", "w"), ("b", "x")], ["c", "d"], [])


def test_a_page_of_hundreds_of_blocks_is_compared_like_a_short_one():
    english = "".join(f"Sentence {word}.\n\n" for word in ["one"] * 250)
    pairs, missing, extra = sequence(english + "$$\nx\n$$\n\nEnd.", english + "- x\n\n$$\nx\n$$\n\nEnde.")
    assert (len(pairs), missing, extra) == (252, [], ["x"])
    # Also where nothing but the many like blocks belongs together.
    ours = parse(f"- a\n\n{english}- b\n", "docs/en/t.md", "en", "t")
    theirs = parse(f"1. x\n\n{english}1. y\n", "docs/de/t.md", "de", "t")
    pairs, missing, extra = align(ours, theirs)
    assert (len(pairs), [block.text for block in missing], [block.text for block in extra]) == (
        250,
        ["a", "b"],
        ["x", "y"],
    )


def test_the_first_block_of_a_page_needs_nothing_before_it():
    """A page without a title is told elsewhere; here its first block is found all the same."""
    ours = parse("A `one`.\n\n$$\nx\n$$\n\nB `two`.\n", "docs/en/t.md", "en", "t")
    theirs = parse("X `eins`.\n\n$$\nx\n$$\n\nY `zwei`.\n", "docs/de/t.md", "de", "t")
    assert align(ours, theirs) == (list(zip(ours.visible, theirs.visible)), [], [])


def test_but_not_of_blocks_that_differ_in_more_than_language():
    assert sequence("A.\n\nB `name`.\n\nC.", "Y `name`.\n\nZ.")[1] == ["A."]
    assert sequence("- a\n\nB.", "Y.")[1] == ["a"]


def test_a_missing_block_is_told_behind_the_nearest_one_that_is_there():
    english = "A.\n\n- b\n\n$$\nx\n$$\n\nC."
    assert [
        (line, message.split(" that is missing")[0])
        for line, message in differences(english, "X.\nX.\n\n$$\nx\n$$\n\nZ.")
    ] == [(4, "here docs/en/t.md:5 has a list item “b”")]
    ours = parse("- a\n\n# T { #t }\n", "docs/en/t.md", "en", "t")
    theirs = parse("\n\n# T { #t }\n", "docs/de/t.md", "de", "t")
    assert [finding.line for finding in compare(ours, theirs)] == [1]


def test_an_extra_block_is_told_at_its_own_line():
    ((line, message),) = differences("A.", "X.\n\n- y")
    assert line == 5 and message == "a list item “y” that docs/en/t.md doesn't have here"


NAMED = {
    "- b": "a list item “b”",
    "$$\nx\n$$": "a formula “x”",
    "<figure>b</figure>": "html “<figure>b</figure>”",
    '!!! note "B"': "a box “B”",
    "```python\nx = 1\n```": "a python fence “x = 1”",
    "```\nx\n```": "a fence “x”",
    "```python\nf()\n```\n\n```{.text .output}\n1\n```": "an output “1”",
    "## B { #b }": "a heading “B”",
    "---": "a rule",
    f"- {'b' * 40}": f"a list item “{'b' * 40}”",
    f"- {'b' * 41}": f"a list item “{'b' * 40}…”",
    "- b\n  c": "a list item “b c”",
}


@pytest.mark.parametrize("text", NAMED)
def test_blocks_are_called_by_what_a_reader_sees(text):
    names = [
        message.partition(" has ")[2].partition(" that is missing")[0]
        for _, message in differences(f"A.\n\n{text}", "X.")
    ]
    assert NAMED[text] in names
