"""``handbook status``: what is said of each page, and what a translator is told to do next."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from handbook.core.diagnostics import ERROR
from handbook.project.checkout import Project
from handbook.translation import lockfile, status
from handbook.translation.accept import entries_of
from handbook.translation.freshness import FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.status import PageState, UnfinishedUnit
from handbook.translation.translation_units import fingerprint

ENGLISH = "# T { #t }\n\nOne two three.\n\n## S { #s }\n\nFour `code` five.\n\n- six\n"
GERMAN = "# T { #t }\n\nEins zwei drei.\n\n## S { #s }\n\nVier `code` fünf.\n\n- sechs\n"


def put(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def accept(root: Path, name: str = "t") -> None:
    project = Project(root)
    path = lockfile.path_of(root, "de", name)
    put(
        root,
        path.relative_to(root).as_posix(),
        lockfile.render(entries_of(project.page("en", name), project.page("de", name)), path),
    )


@pytest.fixture
def root(tmp_path) -> Path:
    """One page in English and German, accepted; and no words to decide on."""
    (tmp_path / "i18n/en").mkdir(parents=True)
    put(tmp_path, "docs/en/t.md", ENGLISH)
    put(tmp_path, "docs/de/t.md", GERMAN)
    accept(tmp_path)
    return tmp_path


def state(root: Path, name: str = "t") -> PageState:
    return status.page_state(Project(root), "de", name)


def tasks(root: Path) -> list[tuple[str, str]]:
    project = Project(root)
    return [
        (task.location, task.description)
        for task in status.tasks(project, "de", list(status.overview(project, ["de"])))
    ]


# -- one page


def test_an_accepted_page_is_fresh(root):
    accepted = PageState("de", "t", "docs/de/t.md", "docs/en/t.md", True, Counter({FRESH: 5}), (), 0, unread=5)
    assert replace(state(root), wordings=frozenset()) == accepted
    assert state(root).state == FRESH and tasks(root) == [review_task("t")]


def test_open_blocks_say_what_they_are_and_where(root):
    put(root, "docs/en/t.md", ENGLISH.replace("Four", "Now four").replace("- six\n", "- six\n\n$$\nx\n$$\n"))
    found = state(root)
    assert found.counts == Counter({FRESH: 4, STALE: 1, MISSING: 1})
    old = fingerprint(Project(root).page("de", "t").visible[3])
    (entry,) = [
        entry for entry in lockfile.read(lockfile.path_of(root, "de", "t"), root)[0] if entry.translation == old
    ]
    assert found.blocks == (
        UnfinishedUnit(STALE, "paragraph", "s", 7, 7, False, entry.source, False),
        UnfinishedUnit(MISSING, "maths", "s", 11, 9, False, "", False),
    )


def test_a_moved_and_a_corrected_block_are_open_though_fresh(root):
    put(root, "docs/en/t.md", ENGLISH.replace("One two three.\n\n", "") + "\nOne two three.\n")
    assert [(block.state, block.moved, block.source_line, block.line) for block in state(root).blocks] == [
        (FRESH, True, 9, 3)
    ]
    put(root, "docs/en/t.md", ENGLISH)
    put(root, "docs/de/t.md", GERMAN.replace("Eins", "Nun eins"))
    assert [(block.state, block.edited, block.source_line, block.line) for block in state(root).blocks] == [
        (FRESH, True, 3, 3)
    ]
    assert state(root).state == FRESH


def test_a_page_that_is_not_there_is_counted_in_words(root):
    """As many as a reader reads: code is the same in every language."""
    put(root, "docs/en/u.md", "---\ndescription: No word of it.\n---\n\n" + ENGLISH + "\n```python\nx = 1\n```\n")
    found = state(root, "u")
    assert (found.exists, found.state, found.words) == (False, MISSING, 1 + 3 + 1 + 2 + 1)
    assert found.counts == Counter({MISSING: 7}) and found.path == "docs/de/u.md"


@pytest.mark.parametrize(
    "counts, expected",
    [
        ({FRESH: 3}, FRESH),
        ({FRESH: 3, STALE: 1, MISSING: 1, UNRECORDED: 1}, STALE),
        ({FRESH: 3, MISSING: 1, UNRECORDED: 1}, MISSING),
        ({FRESH: 3, UNRECORDED: 1}, UNRECORDED),
        ({}, FRESH),
    ],
)
def test_a_page_is_as_fresh_as_its_worst_block(counts, expected):
    assert PageState("de", "t", "", "", True, Counter(counts), (), 0).state == expected
    assert PageState("de", "t", "", "", False, Counter(counts), (), 0).state == MISSING


def test_programs_get_the_same(root):
    put(root, "docs/en/t.md", ENGLISH.replace("Four", "Now four"))
    assert state(root).to_json() == {
        "language": "de",
        "page": "t",
        "path": "docs/de/t.md",
        "state": "stale",
        "reviewed": False,
        "stale": 1,
        "unrecorded": 0,
        "missing": 0,
        "draft": 0,
        "fresh": 4,
        "blocks": [
            {
                "state": "stale",
                "kind": "paragraph",
                "section": "s",
                "source_line": 7,
                "line": 7,
                "moved": False,
                "edited": False,
            }
        ],
    }


def test_what_is_wrong_with_a_lock_comes_with_its_page(root):
    put(root, "i18n/de/lock/t.lock", "x\n")
    (finding,) = state(root).findings
    assert (finding.path, finding.line) == ("i18n/de/lock/t.lock", 1)


# -- all pages


def test_pages_come_in_the_order_of_the_navigation_each_in_every_language(root):
    put(root, "docs/en/a.md", ENGLISH)
    put(root, "mkdocs.yml", "nav:\n  - t.md\n  - a.md\n")
    put(root, "i18n/sr/x", "")
    assert [(page.name, page.language) for page in status.overview(Project(root))] == [
        ("t", "de"),
        ("t", "sr"),
        ("a", "de"),
        ("a", "sr"),
    ]
    assert [(page.name, page.language) for page in status.overview(Project(root), ["sr"])] == [
        ("t", "sr"),
        ("a", "sr"),
    ]


def test_locks_that_are_damaged_or_left_over_are_told(root):
    assert status.check_locks(Project(root)) == []
    put(root, "i18n/de/lock/gone.lock", "x\n")
    put(root, "i18n/sr/lock/t.lock", lockfile.render([], lockfile.path_of(root, "sr", "t")))
    put(root, "i18n/de/lock/notes.txt", "x\n")
    found = status.check_locks(Project(root))
    assert [(finding.path, finding.line, finding.message) for finding in found] == [
        ("i18n/de/lock/gone.lock", 1, "this is not a line of a lock"),
        ("i18n/de/lock/gone.lock", 1, "there is no page docs/de/gone.md"),
        ("i18n/sr/lock/t.lock", 1, "there is no page docs/sr/t.md"),
    ]
    assert all(finding.severity == ERROR and finding.hint for finding in found)


# -- what to do next


def review_task(name: str) -> tuple[str, str]:
    path = f"docs/de/{name}.md"
    return path, f"no second person has read it: `handbook review {path} --by NAME` after reading it beside the English"


def test_words_come_first(root):
    put(
        root,
        "i18n/en/glossary.toml",
        "".join(
            f'[terms.{key}]\nterm = "{key}"\nforms = ["{key}"]\n' for key in ("query", "key", "value", "head", "mask")
        ),
    )
    put(root, "i18n/de/glossary.toml", '[terms.key]\nterm = "Key"\nforms = ["Key"]\n[terms.value]\nterm = ""\n')
    put(root, "i18n/en/ui.toml", '[home]\na = "x"\nb = "y"\nc = "z"\n')
    put(root, "i18n/de/ui.toml", '[home]\na = "w"\nb = " "\n')
    assert tasks(root) == [
        ("i18n/de/glossary.toml", "4 of 5 terms to decide on, first query, value, head"),
        ("i18n/de/ui.toml", "2 of 3 strings of the site to translate"),
        ("i18n/de/ui.toml", "not recorded: read them beside the English, then `handbook accept i18n/de/ui.toml`"),
        review_task("t"),
    ]


def test_then_what_is_wrong_for_readers_then_what_is_to_record_then_new_pages(root):
    for name in ("moved", "corrected", "loose"):
        put(root, f"docs/en/{name}.md", ENGLISH)
        put(root, f"docs/de/{name}.md", GERMAN)
        if name != "loose":
            accept(root, name)
    put(root, "docs/en/new.md", ENGLISH)
    put(root, "docs/en/moved.md", ENGLISH.replace("One two three.\n\n", "") + "\nOne two three.\n")
    put(root, "docs/de/corrected.md", GERMAN.replace("Eins", "Nun eins").replace("Vier", "Nun vier"))
    put(root, "docs/en/t.md", ENGLISH.replace("Four", "Now four") + "\n$$\nx\n$$\n")
    assert tasks(root) == [
        ("docs/de/t.md:7", "English has changed: docs/en/t.md:7"),
        ("docs/de/t.md:9", "not translated: docs/en/t.md:11, maths"),
        (
            "docs/de/t.md",
            "`handbook status de t --diff` shows what changed; mend it, then `handbook accept docs/de/t.md`",
        ),
        (
            "docs/de/moved.md:3",
            "moved: the English of this paragraph stands at docs/en/moved.md:9 now, in another order",
        ),
        (
            "docs/de/corrected.md:3",
            "corrected since it was recorded: `handbook accept docs/de/corrected.md`, "
            "so that the next change of the English is noticed",
        ),
        (
            "docs/de/loose.md",
            "not recorded: finish the translation, `handbook check docs/de/loose.md`, "
            "then `handbook accept docs/de/loose.md`",
        ),
        ("docs/de/new.md", "to translate: 8 words; start with `handbook begin de new`"),
        review_task("moved"),
    ]


@pytest.mark.parametrize("change", [("Four", "Now four"), ("- six\n", "- six\n\n$$\nx\n$$\n")])
def test_a_page_with_one_kind_of_fault_is_to_be_accepted_too(root, change):
    put(root, "docs/en/t.md", ENGLISH.replace(*change))
    assert len(tasks(root)) == 2 and tasks(root)[1][0] == "docs/de/t.md"


def test_a_language_without_pages_begins_with_one(root):
    (root / "i18n/sr").mkdir()
    project = Project(root)
    (task,) = status.tasks(project, "sr", list(status.overview(project, ["sr"])))
    assert task.description == "to translate: 8 words; start with `handbook begin sr t`"
