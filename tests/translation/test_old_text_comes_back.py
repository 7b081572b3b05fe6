"""Old translations that come back in any way are no younger than the English that they were made from."""

from __future__ import annotations

import pytest
from accepted_checkout import ENGLISH, GAINED, GERMAN, LOCK, accept, in_words, is_fresh, lock_of
from git_checkout import commit, edit, git, handbook

TURNED = ("A score is the dot product", "A score is never the dot product")
TURN = "A score is {+never+} the dot product"


def test_a_reason_shows_the_change_and_the_translation_that_is_kept_and_asks(checkout, monkeypatch):
    """A reason blessed a sentence that says the opposite, without a word."""
    from click.testing import CliRunner

    from handbook.cli import translate
    from handbook.cli.commands import main

    edit(checkout, ENGLISH, TURNED, ("- second item", "- second items"))
    before = lock_of(checkout)
    result = accept(checkout, "--unchanged", "a typing error in English")
    assert result.exit_code == 1 and TURN in in_words(result.stdout)
    assert "kept as it is: Ein Score ist das Skalarprodukt" in result.stdout
    assert "kept as it is: zweiter Punkt" in result.stdout
    assert result.stderr.count("nobody says that this follows") == 2
    assert lock_of(checkout) == before and not is_fresh(checkout)
    monkeypatch.setattr(translate, "is_terminal", lambda: True)
    command = ["--root", str(checkout), "accept", str(checkout / GERMAN), "--unchanged", "a typing error in English"]
    answered = CliRunner().invoke(main, command, input="n\n")
    assert answered.exit_code == 1 and not is_fresh(checkout)
    answered = CliRunner().invoke(main, command, input="y\n")
    assert answered.exit_code == 0 and "15 blocks; kept as they were :7, :25" in answered.stdout and is_fresh(checkout)


@pytest.mark.parametrize("committed", [False, True])
def test_a_page_lost_and_begun_again(checkout, committed):
    """The page was gone, `begin` overwrote its lock, and the old page was fresh when it was pasted back."""
    edit(checkout, ENGLISH, TURNED)
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    (checkout / GERMAN).unlink()
    if committed:
        commit(checkout, "English says the opposite, and German is gone")
    before = lock_of(checkout)
    refused = handbook(checkout, "begin", "de", "scores")
    assert refused.exit_code == 1 and f"{LOCK}:1: this page was translated before" in refused.stderr
    assert f"git checkout {'HEAD' if not committed else ''}" in refused.stderr and lock_of(checkout) == before
    assert not (checkout / GERMAN).exists()
    told = handbook(checkout, "check").stderr
    assert f"{LOCK}:1: there is no page {GERMAN}" in told and "brings it back" in told
    assert "remove the lock" not in told and "handbook begin" not in handbook(checkout, "status", "de").stdout
    assert handbook(checkout, "begin", "de", "scores", "--anew").exit_code == 0
    if committed:
        commit(checkout, "Begun anew")
    (checkout / GERMAN).write_text(text, encoding="utf-8")
    pasted = accept(checkout, "--yes")
    assert pasted.exit_code == 1 and "has changed, but this translation has not" in pasted.stderr
    assert not is_fresh(checkout)
    # Nor is a comma enough, now or where the page was pasted as a whole at once.
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, ist das"))
    asked = accept(checkout)
    assert asked.exit_code == 1 and TURN in in_words(asked.stdout) and not is_fresh(checkout)
    edit(checkout, GERMAN, ("Ein Score, ist das", "Ein Score ist nie das"))
    done = accept(checkout, "--yes")
    assert done.exit_code == 0 and is_fresh(checkout), done.output


def test_an_old_page_with_a_comma_more_pasted_into_a_page_begun_anew(checkout):
    edit(checkout, ENGLISH, TURNED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, ist das"))
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    (checkout / GERMAN).unlink()
    assert handbook(checkout, "begin", "de", "scores", "--anew").exit_code == 0
    (checkout / GERMAN).write_text(text, encoding="utf-8")
    asked = accept(checkout)
    assert asked.exit_code == 1 and TURN in in_words(asked.stdout) and not is_fresh(checkout)
    assert asked.stderr.count("nobody says") == 1, "what hasn't changed since the old lock needs no answer"


def test_a_lock_that_git_does_not_have_is_not_overwritten(checkout):
    edit(checkout, ENGLISH, GAINED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score ist immer das"))
    assert accept(checkout, "--yes").exit_code == 0
    (checkout / GERMAN).unlink()
    before = lock_of(checkout)
    refused = handbook(checkout, "begin", "de", "scores", "--anew")
    assert refused.exit_code == 1 and "git doesn't have this lock as it is" in refused.stderr
    assert lock_of(checkout) == before and not (checkout / GERMAN).exists()


def test_a_page_renamed_by_mistake_is_found(checkout):
    git(checkout, "mv", GERMAN, "docs/de/bewertungen.md")
    hint = "it is called docs/de/bewertungen.md now: give it its old name, scores.md"
    assert hint in handbook(checkout, "begin", "de", "scores").stderr
    assert hint in handbook(checkout, "status", "de").stdout and hint in handbook(checkout, "check").stderr


def test_a_begun_page_whose_beginning_was_interrupted_goes_on(small_handbook):
    git(small_handbook, "init", "--quiet")
    (small_handbook / GERMAN).unlink()
    commit(small_handbook, "English only")
    assert handbook(small_handbook, "begin", "de", "scores").exit_code == 0
    commit(small_handbook, "Begun")
    (small_handbook / GERMAN).unlink()
    assert "`handbook begin de scores` begins it again" in handbook(small_handbook, "check").stderr
    assert handbook(small_handbook, "begin", "de", "scores").exit_code == 0


@pytest.mark.parametrize("lock", ["there", "removed", "committed"])
@pytest.mark.parametrize("comma", [False, True])
def test_a_page_that_was_renamed_with_its_english(checkout, comma, lock):
    """Under the new name there is no lock, and the commit that brought it had today's English."""
    edit(checkout, ENGLISH, TURNED)
    if comma:
        edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, ist das"))
    for old in (ENGLISH, GERMAN):
        git(checkout, "mv", old, old.replace("scores", "sums"))
    assert (
        "the page is docs/de/sums.md now: accept that page, and remove the lock" in handbook(checkout, "check").stderr
    )
    if lock != "there":
        git(checkout, "rm", "--quiet", LOCK)
    if lock == "committed":
        commit(checkout, "Another name")
    path = str(checkout / GERMAN.replace("scores", "sums"))
    asked = handbook(checkout, "accept", path, *(["--unchanged", "a typing error"] * (not comma)))
    assert asked.exit_code == 1 and "nobody says that this follows docs/en/sums.md:7" in asked.stderr
    assert "never" in asked.stdout and asked.stderr.count("nobody says") == 1
    assert "stale" in handbook(checkout, "status", "de").stdout


def test_a_merge_of_which_the_page_is_ours_and_the_lock_theirs(checkout):
    """Git leaves our lock out of a history that it simplifies; and it may be told to show locks otherwise."""
    git(checkout, "switch", "--quiet", "--create", "typo")
    edit(checkout, GERMAN, ("Ein Score ist", "Jeder Score ist"))
    assert accept(checkout).exit_code == 0
    commit(checkout, "Another word")
    git(checkout, "switch", "--quiet", "-")
    edit(checkout, ENGLISH, TURNED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score ist nie das"))
    assert accept(checkout, "--yes").exit_code == 0
    (checkout / ".gitattributes").write_text("*.lock -diff\n", encoding="utf-8")
    commit(checkout, "Both say the opposite")
    git(checkout, "config", "color.ui", "always")
    git(checkout, "switch", "--quiet", "typo")
    git(checkout, "merge", "--quiet", "--strategy-option=theirs", "-m", "Merge", "@{-1}")
    git(checkout, "checkout", "--quiet", "HEAD~1", "--", GERMAN)
    commit(checkout, "Our page")
    asked = accept(checkout)
    assert asked.exit_code == 1 and TURN in in_words(asked.stdout) and not is_fresh(checkout)


def test_an_old_text_that_only_another_branch_has_recorded(small_handbook):
    git(small_handbook, "init", "--quiet")
    commit(small_handbook, "No lock")
    git(small_handbook, "switch", "--quiet", "--create", "german")
    edit(small_handbook, GERMAN, ("Ein Score ist", "Jeder Score ist"))
    assert accept(small_handbook, "--yes").exit_code == 0
    commit(small_handbook, "Recorded")
    git(small_handbook, "switch", "--quiet", "-")
    edit(small_handbook, ENGLISH, TURNED)
    commit(small_handbook, "English says the opposite")
    edit(small_handbook, GERMAN, ("Ein Score ist das", "Ein Score ist nie das"))
    assert accept(small_handbook, "--yes").exit_code == 0
    git(small_handbook, "checkout", "--quiet", "german", "--", GERMAN)
    asked = accept(small_handbook)
    assert asked.exit_code == 1 and TURN in in_words(asked.stdout) and not is_fresh(small_handbook)


def test_more_than_a_few_units_are_all_shown_to_who_vouches_for_them(checkout, tmp_path):
    changes = [("Scores {", "Sums {"), ("- first", "- 1st"), ("- second", "- 2nd"), ("Solution", "Answer")]
    changes += [("## The sum", "## A sum"), ("Adding gives", "It is"), ("multiply, then", "first multiply, then")]
    edit(checkout, ENGLISH, *changes)
    commit(checkout, "Much")
    git(tmp_path, "clone", "--quiet", "--depth", "1", checkout.as_uri(), str(tmp_path / "shallow"))
    mended = [("- erster", "- der erste"), ("- zweiter", "- der zweite"), ("Lösung", "Antwort"), ("Addieren", "Es")]
    mended += [("# Scores {", "# Summen {"), ("## Die Summe", "## Eine Summe"), ("# erst mal", "# zuerst mal")]
    edit(tmp_path / "shallow", GERMAN, *mended)
    asked = accept(tmp_path / "shallow", "--yes")
    assert asked.exit_code == 0 and "translation: der zweite Punkt" in asked.stdout and "It is 0.55." in asked.stdout


def test_a_draft_leaves_a_lock_with_a_conflict_alone(checkout):
    (checkout / LOCK).write_text("<<<<<<< HEAD\n" + lock_of(checkout), encoding="utf-8")
    edit(checkout, GERMAN, ("- zweiter Punkt\n", ""))
    before = lock_of(checkout), (checkout / GERMAN).read_bytes()
    (checkout / "answer.txt").write_text("[[de scores sum/3]]\nzweiter Punkt\n[[end]]\n", encoding="utf-8")
    read = handbook(checkout, "draft", "--read", str(checkout / "answer.txt"))
    assert read.exit_code == 1 and f"{LOCK}:1: two versions of this lock met in a merge" in read.stderr
    assert before == (lock_of(checkout), (checkout / GERMAN).read_bytes())


def test_a_section_that_moved_to_a_page_of_its_own(checkout):
    """The new page is begun, and the old text is pasted into it, in a section with another id."""
    text = "---\ndescription: {}\n---\n\n# {} {{ #sums }}\n\n{}\n"
    english = "A score is the dot product $q \\cdot k$ of two vectors, never of one."
    (german,) = (line for line in (checkout / GERMAN).read_text(encoding="utf-8").split("\n") if "Ein Score" in line)
    german = german.partition(" Siehe")[0]
    edit(checkout, ENGLISH, (" See [the sum](#sum), `torch.dot` and 0.55.", ""))
    edit(checkout, GERMAN, (" Siehe [die Summe](#sum), `torch.dot` und 0,55.", ""))
    assert accept(checkout, "--yes").exit_code == 0
    commit(checkout, "Shorter")
    (checkout / "docs/en/sums.md").write_text(text.format("What a sum is.", "The sums", english), encoding="utf-8")
    assert handbook(checkout, "begin", "de", "sums").exit_code == 0
    page = checkout / "docs/de/sums.md"
    page.write_text(text.format("Was eine Summe ist.", "Die Summen", german), encoding="utf-8")
    asked = handbook(checkout, "accept", str(page))
    assert asked.exit_code == 1 and "nobody says that this follows docs/en/sums.md:7" in asked.stderr
    assert "of two vectors, never of one." in asked.stdout and asked.stderr.count("nobody says") == 1


def test_an_older_version_of_the_page_beside_the_lock_of_a_newer(checkout):
    """As after a merge of which one side was taken for the page, and the other for its lock."""
    edit(checkout, ENGLISH, TURNED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score ist nie das"))
    assert accept(checkout, "--yes").exit_code == 0
    commit(checkout, "Both say the opposite")
    git(checkout, "checkout", "--quiet", "HEAD~1", "--", GERMAN)
    asked = accept(checkout)
    assert asked.exit_code == 1 and TURN in in_words(asked.stdout)
    assert f"nobody says that this follows {ENGLISH}:7" in asked.stderr and not is_fresh(checkout)


def test_a_page_begun_in_a_shallow_clone_is_asked_about(checkout, tmp_path):
    edit(checkout, ENGLISH, TURNED)
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    git(checkout, "rm", "--quiet", GERMAN, LOCK)
    commit(checkout, "No German")
    git(tmp_path, "clone", "--quiet", "--depth", "1", checkout.as_uri(), str(tmp_path / "shallow"))
    shallow = tmp_path / "shallow"
    assert handbook(shallow, "begin", "de", "scores").exit_code == 0
    (shallow / GERMAN).write_text(text, encoding="utf-8")
    asked = accept(shallow)
    assert asked.exit_code == 1 and "git fetch --unshallow" in asked.stdout and not is_fresh(shallow)


def test_a_draft_loses_no_line_of_a_paragraph_that_is_gone_for_now(checkout):
    edit(checkout, ENGLISH, ("- second item", "- third item"))
    before = [line for line in lock_of(checkout).split("\n") if line.startswith("paragraph")]
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    edit(checkout, GERMAN, ("    Addieren ergibt 0,55.\n\n", ""))
    (checkout / "answer.txt").write_text("[[de scores sum/3]]\ndritter Punkt\n[[end]]\n", encoding="utf-8")
    read = handbook(checkout, "draft", "--read", str(checkout / "answer.txt"))
    assert "1 parts, as a machine's draft" in read.stdout, read.stderr
    assert [line for line in lock_of(checkout).split("\n") if line.startswith("paragraph")] == before
    (checkout / GERMAN).write_text(text.replace("zweiter Punkt", "dritter Punkt"), encoding="utf-8")
    assert "unrecorded" not in handbook(checkout, "status", "de").stdout
