"""Freshness by block, on the real pages: what a change of the English, of a translation or of a lock does to `status`.

Each family changes one thing in a page that was accepted. *Found* families must leave exactly the touched blocks
stale or missing; *harmless* ones must leave everything fresh.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from handbook import ROOT
from handbook.markdown.model import Block, Page
from handbook.markdown.parser import parse, write
from handbook.project.checkout import Project
from handbook.translation import lockfile, status
from handbook.translation.lockfile import FRESH, MISSING, STALE, UNRECORDED

PROJECT = Project(ROOT)
PAGES = [
    ("de", "by-hand"),
    ("sr", "queries-keys-values"),
]  # what is found depends on the kinds of blocks, not on the language


@dataclass
class Accepted:
    """A translation that was accepted, and texts that a test may change."""

    source: Page
    translation: Page
    entries: list

    def states(self, source: str | None = None, translation: str | None = None) -> list[lockfile.BlockState]:
        ours = parse(source, self.source.path, "en", self.source.name) if source is not None else self.source
        theirs = (
            parse(translation, self.translation.path, self.translation.language, self.translation.name)
            if translation is not None
            else self.translation
        )
        return lockfile.states(ours, theirs, self.entries)


@pytest.fixture(params=PAGES, ids=lambda pair: "/".join(pair))
def accepted(request) -> Accepted:
    language, name = request.param
    source, translation = PROJECT.page("en", name), PROJECT.page(language, name)
    entries, refused = lockfile.accept(source, translation, [])
    assert not refused
    return Accepted(source, translation, entries)


def not_fresh(states) -> list[tuple[str, str]]:
    return [(state.state, state.source.kind) for state in states if state.state != FRESH]


def change(page: Page, pick: Callable[[Page], Block], edit: Callable[[str], str]) -> str:
    block = pick(page)
    new = edit(block.raw)
    assert new != block.raw, "the mutation changed nothing"
    return "".join(new if other is block else other.raw for other in page.blocks)


def nth(kind: str, number: int = 3, where: Callable[[Block], bool] = lambda block: True):
    return lambda page: [block for block in page.blocks if block.kind == kind and where(block)][number]


def top_paragraph(number: int = 4):
    return nth("paragraph", number, lambda block: not block.containers and len(block.text.split()) > 12)


def word_changed(raw: str) -> str:
    return re.sub(r"\b(the|a|is|of)\b", "any", raw, count=1)


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
        lockfile.render(lockfile.accept(project.page("en", "scores"), project.page("de", "scores"), [])[0], path),
        encoding="utf-8",
    )
    assert not [task for task in tasks_of(small_handbook) if "moved" in task.what]
    one, two = "First one says this.", "Then another says that."
    (small_handbook / "docs/en/scores.md").write_text(
        text.replace(one, "x").replace(two, one).replace("x\n\n" + one, two + "\n\n" + one), encoding="utf-8"
    )
    (task,) = [task for task in tasks_of(small_handbook) if "moved" in task.what]
    assert task.where.startswith("docs/de/scores.md:") and "docs/en/scores.md:" in task.what


def tasks_of(root) -> list[status.Task]:
    project = Project(root)
    return status.tasks(project, "de", [status.page_state(project, "de", "scores")])


def test_a_paragraph_removed_in_english_leaves_the_rest_fresh(accepted):
    states = accepted.states(source=change(accepted.source, top_paragraph(), lambda raw: ""))
    assert not_fresh(states) == []
    assert len(states) == len(accepted.source.visible) - 1


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
    "a comment in code changed": lambda page: "".join(
        re.sub(r"# .*", "# something else", block.raw) if block.is_python else block.raw for block in page.blocks
    ),
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
    index = accepted.source.visible.index(top_paragraph()(accepted.source))
    place = accepted.translation.visible[index]
    translation = "".join(
        block.raw.replace(" ", " x ", 1) if block is place else block.raw for block in accepted.translation.blocks
    )
    states = accepted.states(source, translation)
    assert not_fresh(states) == [(STALE, "paragraph")]
    assert states[index].made_from == accepted.entries[index].source


def test_accept_takes_what_was_mended_and_refuses_what_was_not(accepted):
    changed = parse(change(accepted.source, top_paragraph(), word_changed), accepted.source.path, "en")
    made, refused = lockfile.accept(changed, accepted.translation, accepted.entries)
    assert len(refused) == 1 and "has changed" in refused[0].message and refused[0].line > 1
    assert made == accepted.entries, "a refused block keeps its line"

    index = accepted.source.visible.index(top_paragraph()(accepted.source))
    place = accepted.translation.visible[index]
    mended = parse(
        "".join(
            block.raw.replace(" ", " x ", 1) if block is place else block.raw for block in accepted.translation.blocks
        ),
        accepted.translation.path,
        accepted.translation.language,
    )
    made, refused = lockfile.accept(changed, mended, accepted.entries)
    assert not refused
    assert [number for number, (a, b) in enumerate(zip(made, accepted.entries)) if a != b] == [index]
    assert not_fresh(lockfile.states(changed, mended, made)) == []


def test_a_typing_error_mended_in_english_passes_with_a_reason_that_stays(accepted):
    changed = parse(change(accepted.source, top_paragraph(), word_changed), accepted.source.path, "en")
    made, refused = lockfile.accept(changed, accepted.translation, accepted.entries, "typo in English")
    assert not refused
    assert [entry.reason for entry in made if entry.reason] == ["typo in English"]
    again, _ = lockfile.accept(changed, accepted.translation, made)
    assert again == made


def test_accepting_twice_changes_nothing(accepted):
    again, refused = lockfile.accept(accepted.source, accepted.translation, accepted.entries)
    assert again == accepted.entries and not refused


def test_a_page_that_nobody_recorded_is_neither_fresh_nor_stale(accepted):
    accepted.entries = []
    assert {state.state for state in accepted.states()} == {UNRECORDED}


# -- the file


@pytest.fixture
def lock_file(accepted, tmp_path):
    path = tmp_path / "page.lock"
    path.write_text(lockfile.render(accepted.entries, path), encoding="utf-8")
    return path


def test_a_lock_is_read_as_it_was_written(lock_file, accepted, tmp_path):
    entries, found = lockfile.read(lock_file, tmp_path)
    assert entries == accepted.entries and not found


def test_a_hash_raised_by_hand_breaks_the_seal(lock_file, tmp_path):
    text = lock_file.read_text(encoding="utf-8")
    entry = lockfile.read(lock_file, tmp_path)[0][5]
    lock_file.write_text(text.replace(entry.source, "0123456789ab", 1), encoding="utf-8")
    (finding,) = lockfile.read(lock_file, tmp_path)[1]
    assert "by hand" in finding.message


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("paragraph", "paragraph x", 1),
        lambda text: "\n".join(text.split("\n")[2:]),
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("seal ", "seal 0", 1),
        lambda text: "<<<<<<< ours\n" + text,
        lambda text: text + text,
        lambda text: text.split("seal")[0],
    ],
)
def test_a_damaged_lock_is_a_finding_with_its_line(lock_file, tmp_path, spoil):
    text = lock_file.read_text(encoding="utf-8")
    lock_file.write_text(spoil(text), encoding="utf-8")
    found = lockfile.read(lock_file, tmp_path)[1]
    assert found and found[0].line >= 1 and found[0].hint


@pytest.mark.parametrize(
    "one, two",
    [
        ("$$\na = 1\n$$\n", "$$\nb = 2\n$$\n"),
        ("```python\na = 1\n```\n", "```python\nb = 2\n```\n"),
        ("<figure>1</figure>\n", "<figure>2</figure>\n"),
    ],
    ids=["maths", "fence", "html"],
)
def test_what_is_no_language_is_accepted_without_a_reason_also_where_it_stands_twice(one, two):
    """It is equal in both pages: parity compares it."""
    before = parse(f"# T {{ #t }}\n\n{one}\ntext\n\n{two}", "docs/en/t.md")
    entries, _ = lockfile.accept(before, parse(before.source, "docs/de/t.md", "de"), [])
    after = parse(f"# T {{ #t }}\n\n{two}\ntext\n\n{two}", "docs/en/t.md")
    made, refused = lockfile.accept(after, parse(after.source, "docs/de/t.md", "de"), entries)
    assert not refused and made[1].source == made[3].source


def test_a_refusal_quotes_the_beginning_of_what_it_speaks_of(accepted):
    changed = parse(change(accepted.source, top_paragraph(), word_changed), accepted.source.path, "en")
    (finding,) = lockfile.accept(changed, accepted.translation, accepted.entries)[1]
    words = " ".join(
        accepted.translation.visible[accepted.source.visible.index(top_paragraph()(accepted.source))].text.split()
    )
    assert f"“{words[:50]}…”" in finding.message
