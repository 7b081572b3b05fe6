"""Freshness by block, on the real pages: what a change of the English, of a translation or of a lock does to `status`.

Each family changes one thing in a page that was accepted. *Found* families must leave exactly the touched blocks
stale or missing; *harmless* ones must leave everything fresh.
"""

from __future__ import annotations

import re

import pytest
from accepted_pages import accepting, change, nth, top_paragraph, word_changed

from handbook.markdown.model import Page
from handbook.markdown.parser import parse, write
from handbook.project.checkout import Project
from handbook.translation import freshness, lockfile, status
from handbook.translation.freshness import FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.translation_units import units_of


def not_fresh(states) -> list[tuple[str, str]]:
    return [(state.state, state.source.kind) for state in states if state.state != FRESH]


FOUND = {
    # name: (block of the English page, edit, what status says of it)
    "a word changed": (top_paragraph(), word_changed, [(STALE, "paragraph")]),
    "a word added": (top_paragraph(), lambda raw: raw.replace(" ", " really ", 1), [(STALE, "paragraph")]),
    "a word removed": (top_paragraph(), lambda raw: re.sub(r"^\S+ \S+ ", "", raw), [(STALE, "paragraph")]),
    "a not dropped": (
        nth("paragraph", 0, lambda block: " not " in block.text),
        lambda raw: raw.replace(" not ", " ", 1),
        [(STALE, "paragraph")],
    ),
    "a number changed in English only": (
        nth("paragraph", 0, lambda block: re.search(r"\d\.\d{4}", block.prose()) is not None),
        lambda raw: re.sub(r"(\d\.\d{3})\d", r"\g<1>9", raw, count=1),
        [(STALE, "paragraph")],
    ),
    "a heading renamed": (nth("heading"), lambda raw: raw.replace("# ", "# Really: ", 1), [(STALE, "heading")]),
    "a heading's level changed": (nth("heading"), lambda raw: "#" + raw, None),
    "a table cell changed": (
        nth("table", 0),
        lambda raw: re.sub(r"(\n\|[^\n]*\n\| *)", r"\1x", raw, count=1),
        [(STALE, "table")],
    ),
    "a list item changed": (nth("item", 0), lambda raw: raw.rstrip("\n") + " and more\n", [(STALE, "item")]),
    "a link's target changed": (
        nth("paragraph", 0, lambda block: "](" in block.text),
        lambda raw: re.sub(r"\]\(([^)]*)\)", "](by-hand.md#other)", raw, count=1),
        [(STALE, "paragraph")],
    ),
    "an inline name changed": (
        nth("paragraph", 0, lambda block: "`" in block.text),
        lambda raw: raw.replace("`", "`x", 1),
        [(STALE, "paragraph")],
    ),
    "emphasis moved to another word": (
        nth("paragraph", 0, lambda block: "**" in block.text),
        lambda raw: raw.replace("**", "", 2),
        [(STALE, "paragraph")],
    ),
    "a command in the code changed": (
        nth("fence", 1, lambda block: block.is_python),
        lambda raw: raw.replace("=", "= 0 *", 1),
        [(STALE, "fence")],
    ),
    "an output changed": (
        nth("fence", 1, lambda block: block.is_output),
        lambda raw: (
            re.sub(r"\d(?=\D*\n```)", "7", raw, count=1)
            if re.search(r"[0-689](?=\D*\n```)", raw)
            else raw.replace("(", "[", 1)
        ),
        [(STALE, "fence")],
    ),
    "a formula changed": (
        nth("maths", 0),
        lambda raw: raw.replace("=", "\\ne", 1) if "=" in raw else raw.replace("{", "{2", 1),
        [(STALE, "maths")],
    ),
    "a title of a box changed": (
        nth("admonition", 0),
        lambda raw: raw.replace('"', '"Now: ', 1),
        [(STALE, "admonition")],
    ),
    "a comment in code changed": (
        nth("fence", 1, lambda block: block.is_python and "# " in block.text),
        lambda raw: re.sub(r"# .*", "# something else", raw, count=1),
        [(STALE, "words")],
    ),
    "a comment in code added": (
        nth("fence", 1, lambda block: block.is_python and "# " in block.text),
        lambda raw: raw.replace("# ", "# with care: ", 1),
        [(STALE, "words")],
    ),
    "the description changed": (
        nth("front_matter", 0),
        lambda raw: raw.replace("description: ", "description: Now: ").replace("Now: ", "Now, ", 1),
        [(STALE, "description")],
    ),
    "a paragraph added": (
        top_paragraph(),
        lambda raw: raw + "\nA paragraph that nobody has translated yet, of more than a few words.\n",
        [(MISSING, "paragraph")],
    ),
    "a warning added": (
        top_paragraph(),
        lambda raw: raw + '\n!!! warning "Careful"\n\n    This is new and matters.\n',
        [(MISSING, "admonition"), (MISSING, "paragraph")],
    ),
    "a code block added": (top_paragraph(), lambda raw: raw + "\n```python\nanother = 1\n```\n", [(MISSING, "fence")]),
    "a paragraph split": (
        nth("paragraph", 0, lambda block: not block.containers and block.text.count(". ") >= 2),
        lambda raw: raw.replace(". ", ".\n\n", 1),
        None,
    ),
    "a paragraph rewritten": (
        top_paragraph(),
        lambda raw: "Here stands an entirely different sentence, about something else, of the same length as before.\n",
        [(STALE, "paragraph")],
    ),
}


@pytest.mark.parametrize("family", FOUND)
def test_a_change_of_the_english_is_found_at_its_block_and_nowhere_else(accepted, family):
    pick, edit, expected = FOUND[family]
    try:
        pick(accepted.source)
    except IndexError:
        pytest.skip("this page has no such block")
    states = accepted.states(source=change(accepted.source, pick, edit))
    told = not_fresh(states)
    assert told, "not found"
    if expected is not None:
        assert told == expected
    assert len(told) <= 3, "blocks that nobody touched are called stale"


@pytest.mark.parametrize("kind", ["paragraph", "item", "fence"])
def test_two_neighbours_swapped_stay_fresh_and_are_called_moved(accepted, kind):
    """The words are the same; only their order in the translation is to be mended, and parity or `moved` says so."""
    blocks = accepted.source.blocks
    pairs = [
        (a, b)
        for a, b in zip(accepted.source.visible, accepted.source.visible[1:])
        if a.kind == b.kind == kind and a.containers == b.containers and a.language == b.language
    ]
    if not pairs:
        pytest.skip("no two neighbours of this kind")
    one, two = pairs[0]
    other = {one: two.raw, two: one.raw}
    states = accepted.states(source="".join(other.get(block, block.raw) for block in blocks))
    assert not_fresh(states) == []
    assert sum(state.moved for state in states) == 1, "one of the two can stay where it is"


@pytest.mark.parametrize("family", ["a paragraph added", "a word changed", "a code block added", "a warning added"])
def test_what_stands_in_the_same_order_is_not_called_moved(accepted, family):
    pick, edit, _ = FOUND[family]
    states = accepted.states(source=change(accepted.source, pick, edit))
    assert not [state.source.line for state in states if state.moved]


def test_a_moved_paragraph_is_a_task(tmp_path, small_handbook):
    """Its words are right, but they stand in another order than the English: somebody has to be told."""
    text = (small_handbook / "docs/en/scores.md").read_text(
        encoding="utf-8"
    ) + "\nFirst one says this.\n\nThen another says that.\n"
    (small_handbook / "docs/en/scores.md").write_text(text, encoding="utf-8")
    german = (small_handbook / "docs/de/scores.md").read_text(
        encoding="utf-8"
    ) + "\nErst sagt einer dies.\n\nDann sagt einer das.\n"
    (small_handbook / "docs/de/scores.md").write_text(german, encoding="utf-8")
    project = Project(small_handbook)
    path = lockfile.path_of(small_handbook, "de", "scores")
    path.parent.mkdir(parents=True)
    path.write_text(
        lockfile.render(accepting(project.page("en", "scores"), project.page("de", "scores"), [])[0], path),
        encoding="utf-8",
    )
    assert not [task for task in tasks_of(small_handbook) if "moved" in task.description]
    one, two = "First one says this.", "Then another says that."
    (small_handbook / "docs/en/scores.md").write_text(
        text.replace(one, "x").replace(two, one).replace("x\n\n" + one, two + "\n\n" + one), encoding="utf-8"
    )
    (task,) = [task for task in tasks_of(small_handbook) if "moved" in task.description]
    assert task.location.startswith("docs/de/scores.md:") and "docs/en/scores.md:" in task.description


def tasks_of(root) -> list[status.Task]:
    project = Project(root)
    return status.tasks(project, "de", [status.page_state(project, "de", "scores")])


def test_a_paragraph_removed_in_english_leaves_the_rest_fresh(accepted):
    states = accepted.states(source=change(accepted.source, top_paragraph(), lambda raw: ""))
    assert not_fresh(states) == []
    assert len(states) == len(units_of(accepted.source)) - 1


def test_a_paragraph_moved_in_both_pages_stays_fresh(accepted):
    def moved(page: Page) -> str:
        index = accepted.source.visible.index(top_paragraph()(accepted.source))
        block = page.visible[index]
        rest = [other.raw for other in page.blocks if other is not block]
        return "".join(rest).rstrip("\n") + "\n\n" + block.raw

    states = accepted.states(moved(accepted.source), moved(accepted.translation))
    assert not_fresh(states) == []


HARMLESS = {
    "nothing": lambda page: write(page),
    "paragraphs wrapped anew": lambda page: "".join(
        re.sub(r"\n(?=\S)", " ", block.raw.rstrip("\n")) + "\n"
        if block.kind == "paragraph" and not block.containers
        else block.raw
        for block in page.blocks
    ),
    "empty lines added": lambda page: "".join(
        block.raw * 2 if block.kind == "blank" else block.raw for block in page.blocks
    ),
    "spaces at line ends": lambda page: "".join(
        block.raw.replace("\n", " \n") if block.kind == "paragraph" else block.raw for block in page.blocks
    ),
    "Windows line ends": lambda page: write(page).replace("\n", "\r\n"),
    "a comment in the page added": lambda page: write(page).replace("\n## ", "\n<!-- for editors -->\n\n## ", 1),
    "the columns of a table aligned": lambda page: "".join(
        re.sub(r" *\| *", "  |  ", block.raw).replace("\n  |", "\n|").lstrip()
        if block.kind == "table" and not block.containers
        else block.raw
        for block in page.blocks
    ),
    "letters decomposed": lambda page: __import__("unicodedata").normalize("NFD", write(page)),
    "code spaced otherwise": lambda page: "".join(
        block.raw.replace(" = ", "  =  ") if block.is_python and '"' not in block.text else block.raw
        for block in page.blocks
    ),
}


@pytest.mark.parametrize("family", HARMLESS)
def test_a_harmless_change_of_the_english_leaves_everything_fresh(accepted, family):
    assert not_fresh(accepted.states(source=HARMLESS[family](accepted.source))) == []


@pytest.mark.parametrize("family", HARMLESS)
def test_a_harmless_change_of_the_translation_leaves_everything_fresh(accepted, family):
    assert not_fresh(accepted.states(translation=HARMLESS[family](accepted.translation))) == []


def test_a_typing_error_mended_in_the_translation_leaves_everything_fresh(accepted):
    text = change(accepted.translation, top_paragraph(2), lambda raw: raw.replace(" ", " x ", 1))
    assert not_fresh(accepted.states(translation=text)) == []


def test_a_correction_that_nobody_recorded_is_told(accepted):
    """Else the next change of its English could be accepted over it unseen."""
    text = change(accepted.translation, top_paragraph(2), lambda raw: raw.replace(" ", " x ", 1))
    assert [state.source.kind for state in accepted.states(translation=text) if state.edited] == ["paragraph"]
    assert not [state for state in accepted.states() if state.edited]


def test_a_translation_edited_while_its_english_is_stale_stays_stale(accepted):
    source = change(accepted.source, top_paragraph(), word_changed)
    index = units_of(accepted.source).index(top_paragraph()(accepted.source))
    place = units_of(accepted.translation)[index]
    translation = "".join(
        block.raw.replace(" ", " x ", 1) if block is place else block.raw for block in accepted.translation.blocks
    )
    states = accepted.states(source, translation)
    assert not_fresh(states) == [(STALE, "paragraph")]
    assert states[index].source_hash == accepted.entries[index].source


def test_accept_takes_what_was_mended_and_refuses_what_was_not(accepted):
    changed = parse(change(accepted.source, top_paragraph(), word_changed), accepted.source.path, "en")
    made, refused = accepting(changed, accepted.translation, accepted.entries)
    assert len(refused) == 1 and "has changed" in refused[0].message and refused[0].line > 1
    assert made == accepted.entries, "a refused block keeps its line"

    index = units_of(accepted.source).index(top_paragraph()(accepted.source))
    place = units_of(accepted.translation)[index]
    mended = parse(
        "".join(
            block.raw.replace(" ", " x ", 1) if block is place else block.raw for block in accepted.translation.blocks
        ),
        accepted.translation.path,
        accepted.translation.language,
    )
    made, refused = accepting(changed, mended, accepted.entries)
    assert not refused
    assert [number for number, (a, b) in enumerate(zip(made, accepted.entries)) if a != b] == [index]
    assert not_fresh(freshness.states(changed, mended, made)) == []


def test_a_typing_error_mended_in_english_passes_with_a_reason_that_stays(accepted):
    changed = parse(change(accepted.source, top_paragraph(), word_changed), accepted.source.path, "en")
    made, refused = accepting(changed, accepted.translation, accepted.entries, "typo in English")
    assert not refused
    assert [entry.reason for entry in made if entry.reason] == ["typo in English"]
    again, _ = accepting(changed, accepted.translation, made)
    assert again == made


def test_accepting_twice_changes_nothing(accepted):
    again, refused = accepting(accepted.source, accepted.translation, accepted.entries)
    assert again == accepted.entries and not refused


def test_a_page_that_nobody_recorded_is_neither_fresh_nor_stale(accepted):
    accepted.entries = []
    assert {state.state for state in accepted.states()} == {UNRECORDED}
