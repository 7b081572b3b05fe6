"""Who translated and who reviewed: ``accept --by``, ``review --by``, and what the lock says of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from git_checkout import commit, edit, git, handbook

from handbook.cli.output import print_findings
from handbook.core.diagnostics import Finding
from handbook.project.checkout import Project
from handbook.translation import people
from handbook.translation.people import REVIEWED, TRANSLATED
from handbook.translation.status import page_state

ENGLISH, GERMAN, FILE = "docs/en/scores.md", "docs/de/scores.md", "i18n/de/people.toml"


@pytest.fixture
def checkout(small_handbook) -> Path:
    git(small_handbook, "init", "--quiet")
    commit(small_handbook, "Begin")
    return small_handbook


def accept(checkout: Path, *options: str):
    return handbook(checkout, "accept", "--yes", *options, str(checkout / GERMAN))


def review(checkout: Path, name: str, path: str = GERMAN):
    return handbook(checkout, "review", str(checkout / path), "--by", name)


def is_reviewed(checkout: Path) -> bool:
    return page_state(Project(checkout), "de", "scores").reviewed


def entries(checkout: Path) -> list[dict]:
    return tomllib.loads((checkout / FILE).read_text(encoding="utf-8")).get("people", [])


def next_task(checkout: Path) -> str:
    return handbook(checkout, "status", "de").output.partition("what to do next")[2]


def test_who_accepts_is_a_translator_and_who_reviews_a_reader(checkout):
    assert accept(checkout, "--by", "One  Person").exit_code == 0
    assert "no second person has read it: `handbook review docs/de/scores.md --by NAME`" in next_task(checkout)
    assert not is_reviewed(checkout)
    assert review(checkout, "Another").exit_code == 0
    assert is_reviewed(checkout) and "fresh, reviewed" in handbook(checkout, "status", "de").output
    assert "nothing to do" in handbook(checkout, "status", "de").output
    assert entries(checkout) == [
        {"name": "One Person", "translated": ["scores"]},
        {"name": "Another", "reviewed": ["scores"]},
    ]


def test_who_changed_nothing_is_no_translator(checkout):
    accept(checkout, "--by", "One")
    assert accept(checkout, "--by", "Two").exit_code == 0
    assert [entry["name"] for entry in entries(checkout)] == ["One"]


def test_who_corrects_a_word_is_no_translator_of_the_page_and_is_told(checkout):
    accept(checkout, "--by", "One")
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, das ist das"))
    result = accept(checkout, "--by", "Two")
    assert [entry["name"] for entry in entries(checkout)] == ["One"]
    assert result.exit_code == 0 and f"{FILE}: Two isn't named for scores" in result.stdout
    edit(checkout, GERMAN, ("- erster", "- der erste"), ("- zweiter", "- der zweite"))
    accept(checkout, "--by", "Two")
    assert [entry["name"] for entry in entries(checkout)] == ["One", "Two"], "an eighth of the page"


def test_entries_of_two_people_that_met_in_a_merge(checkout):
    text = '<<<<<<< HEAD\n[[people]]\nname = "A"\n=======\n[[people]]\nname = "B"\n>>>>>>> theirs\n'
    (checkout / FILE).write_text(text, encoding="utf-8")
    result = handbook(checkout, "check")
    assert result.exit_code == 1 and f"{FILE}:1: two versions of this file met in a merge" in result.stderr
    assert "keep what both sides wrote, and remove the lines of `<<<<<<<`" in result.stderr


def test_the_only_translator_is_no_second_person(checkout):
    accept(checkout, "--by", "One")
    refused = review(checkout, "One")
    assert refused.exit_code == 1 and "One translated scores" in refused.stderr and not is_reviewed(checkout)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, das ist das"), ("- erster", "- der erste"))
    accept(checkout, "--by", "Two")
    assert review(checkout, "One").exit_code == 0, "of two translators each may read what the other wrote"


@pytest.mark.parametrize(
    "path, change",
    [(ENGLISH, ("A score is the", "A score is always the")), (GERMAN, ("Ein Score ist das", "Ein Score, das ist das"))],
    ids=["english", "translation"],
)
def test_a_block_that_changes_has_to_be_read_again(checkout, path, change):
    accept(checkout)
    review(checkout, "Another")
    edit(checkout, path, change)
    assert not is_reviewed(checkout)
    refused = review(checkout, "Another")
    assert refused.exit_code == 1 and f"{GERMAN}:7: this is not accepted as a translation of" in refused.stderr
    if path == ENGLISH:
        edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score ist immer das"))
    assert accept(checkout).exit_code == 0 and not is_reviewed(checkout)
    assert "1 blocks to be read again: `handbook review docs/de/scores.md --by NAME`" in next_task(checkout)
    assert review(checkout, "Another").exit_code == 0 and is_reviewed(checkout)


def test_a_reason_why_a_translation_still_fits_and_a_review_stand_beside_each_other(checkout):
    accept(checkout)
    edit(checkout, ENGLISH, ("A score is the", "A score is always the"))
    assert accept(checkout, "--unchanged", "the German says so already").exit_code == 0
    assert review(checkout, "Another").exit_code == 0 and is_reviewed(checkout)
    lock = (checkout / "i18n/de/lock/scores.lock").read_text(encoding="utf-8")
    assert "reviewed unchanged: the German says so already\n" in lock
    assert accept(checkout).output.endswith("as it was\n") and is_reviewed(checkout)


def test_a_page_without_a_lock_is_not_reviewed(checkout):
    refused = review(checkout, "Another")
    assert refused.exit_code == 1 and "`handbook accept docs/de/scores.md` first" in refused.stderr
    assert not (checkout / FILE).exists()


def test_a_lock_at_fault_is_not_written_over(checkout):
    accept(checkout)
    lock = checkout / "i18n/de/lock/scores.lock"
    lock.write_text(lock.read_text(encoding="utf-8") + "rubbish\n", encoding="utf-8")
    before = lock.read_bytes()
    refused = review(checkout, "Another")
    assert refused.exit_code == 1 and "this is not a line of a lock" in refused.stderr
    assert lock.read_bytes() == before and not (checkout / FILE).exists()


@pytest.mark.parametrize("path, words", [("docs/de", "a folder isn't read at once"), (ENGLISH, "no language")])
def test_what_is_no_translation_is_not_reviewed(checkout, path, words):
    accept(checkout)
    refused = review(checkout, "Another", path)
    assert refused.exit_code == 1 and words in refused.stderr


@pytest.mark.parametrize("name", ["", " ", "...", "a@example.org", "A <b>", "x" * 81, "A\u202eB", "A\0"])
def test_what_is_no_name_is_refused_before_anything_is_written(checkout, name):
    for command in ("accept", "review"):
        if command == "accept" and not name:  # as without --by
            continue
        refused = handbook(checkout, command, str(checkout / GERMAN), "--by", name)
        assert refused.exit_code == 1 and refused.stderr.startswith("command line:1: ")
    assert not (checkout / "i18n/de/lock").exists() and not (checkout / FILE).exists()


def test_what_a_person_wrote_into_the_file_stays(checkout):
    own = '# ours\n\n[[people]]\nname = "One" # by this name\ngithub = "one"\ntranslated = ["scores"]\n\n# the others\n'
    (checkout / FILE).write_text(own, encoding="utf-8")
    people.record(Project(checkout), "de", "Ǆ “Two”", REVIEWED, "scores")
    assert (checkout / FILE).read_text(encoding="utf-8").startswith(own.rstrip())
    people.record(Project(checkout), "de", "One", REVIEWED, "scores")
    people.record(Project(checkout), "de", "One", TRANSLATED, "scores")
    text = (checkout / FILE).read_text(encoding="utf-8")
    assert [line for line in own.split("\n") if line not in text] == []
    assert people.load(checkout, "de")[0] == [
        people.Person("One", "one", ("scores",), ("scores",)),
        people.Person("Ǆ “Two”", "", (), ("scores",)),
    ]


def test_strings_are_reviewed_where_english_stands_in_for_some(checkout):
    (checkout / "i18n/en/ui.toml").write_text('[site]\ndescription = "Read it."\nfeed = "Changes"\n')
    (checkout / "i18n/de/ui.toml").write_text('[site]\ndescription = "Lies es."\n')
    strings = str(checkout / "i18n/de/ui.toml")
    assert handbook(checkout, "accept", "--yes", strings, "--by", "One").exit_code == 0
    assert review(checkout, "Another", "i18n/de/ui.toml").exit_code == 0
    assert people.named(people.load(checkout, "de")[0], REVIEWED, "ui.toml") == ["Another"]


def test_a_name_can_be_added_to_a_page_that_is_accepted_already(checkout):
    assert accept(checkout).exit_code == 0 and not (checkout / FILE).exists()
    result = accept(checkout, "--by", "Mwalimu")
    assert result.exit_code == 0 and "as it was" in result.stdout
    assert entries(checkout) == [{"name": "Mwalimu", "translated": ["scores"]}]


def test_the_hundredth_line_is_no_emoji(capsys):
    print_findings([Finding("page.md", 100, "something")])
    assert capsys.readouterr().err == "page.md:100: something\n"
