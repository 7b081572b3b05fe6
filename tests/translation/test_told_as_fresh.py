"""Every way in which a translation was once called fresh that doesn't say what the English says."""

from __future__ import annotations

from pathlib import Path

import pytest
from accepted_checkout import ENGLISH, GAINED, GERMAN, LOCK, WORDS, accept, in_words, is_fresh, lock_of
from git_checkout import commit, edit, git, handbook


def test_any_edit_of_a_stale_block(checkout):
    """A comma was enough: `accept` took it for a translation that follows, and showed nothing."""
    edit(checkout, ENGLISH, GAINED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, ist das"))
    result = accept(checkout)
    assert result.exit_code == 1 and WORDS in in_words(result.stdout)
    assert f"{GERMAN}:7: nobody says that this follows {ENGLISH}:7" in result.stderr
    assert not is_fresh(checkout)
    assert WORDS in in_words(handbook(checkout, "status", "de", "--diff").stdout), "which English it was is kept"
    # And asked again, until somebody says so.
    assert accept(checkout).exit_code == 1 and not is_fresh(checkout)
    answered = accept(checkout, "--yes")
    assert answered.exit_code == 0 and WORDS in in_words(answered.stdout) and is_fresh(checkout)
    assert "translation, of which only signs have changed: Ein Score, ist das" in answered.stdout
    assert "recorded now :7" in answered.stdout


def test_an_edit_of_words_is_no_edit_of_signs(checkout):
    edit(checkout, ENGLISH, GAINED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score ist stets das"))
    assert "  translation: Ein Score ist stets das" in accept(checkout).stdout


@pytest.mark.parametrize("old, new", [("erster", "__erster__"), ("erster", "Erster"), ("erster ", "erster, &#32;")])
def test_other_ways_to_write_the_same_words(checkout, old, new):
    edit(checkout, ENGLISH, ("- first item", "- the very first item"))
    edit(checkout, GERMAN, (f"- {old}", f"- {new}"))
    assert "of which only signs have changed" in accept(checkout).stdout
    edit(checkout, ENGLISH, ("- the very first item", "- first, item"))
    assert "of which only signs have changed" not in accept(checkout).stdout, "so has the English"


@pytest.mark.parametrize("answer, code", [("y", 0), ("n", 1), ("", 1)])
def test_who_sits_before_a_terminal_is_asked(checkout, answer, code, monkeypatch):
    from click.testing import CliRunner

    from handbook.cli import translate
    from handbook.cli.commands import main

    edit(checkout, ENGLISH, GAINED)
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, ist das"))
    monkeypatch.setattr(translate, "is_terminal", lambda: True)
    result = CliRunner().invoke(main, ["--root", str(checkout), "accept", str(checkout / GERMAN)], input=f"{answer}\n")
    assert "Does docs/de/scores.md say what the English says now? [y/N]" in result.stdout
    assert result.exit_code == code and is_fresh(checkout) == (code == 0)


def test_a_typing_error_mended_in_the_browser_before_the_english_gained(checkout):
    edit(checkout, GERMAN, ("Ein Score ist das", "Ein Score, ist das"))
    commit(checkout, "Without accept")
    edit(checkout, ENGLISH, GAINED)
    commit(checkout, "English gains words")
    result = accept(checkout)
    assert result.exit_code == 1 and WORDS in in_words(result.stdout) and not is_fresh(checkout)


def test_a_page_made_from_older_english_and_accepted_first_today(small_handbook):
    git(small_handbook, "init", "--quiet")
    commit(small_handbook, "English and German, no lock")
    edit(small_handbook, ENGLISH, GAINED)
    commit(small_handbook, "English gains words")
    result = accept(small_handbook)
    assert result.exit_code == 1 and WORDS in in_words(result.stdout)
    assert result.stderr.count("nobody says") == 1, "what hasn't changed since needs no answer"
    assert not is_fresh(small_handbook)
    assert accept(small_handbook, "--yes").exit_code == 0 and is_fresh(small_handbook)


def test_a_page_not_committed_yet_is_compared_with_the_english_that_is(small_handbook):
    git(small_handbook, "init", "--quiet")
    text = (small_handbook / GERMAN).read_text(encoding="utf-8")
    (small_handbook / GERMAN).unlink()
    commit(small_handbook, "English only")
    (small_handbook / GERMAN).write_text(text, encoding="utf-8")
    edit(small_handbook, ENGLISH, GAINED)
    result = accept(small_handbook)
    assert result.exit_code == 1 and WORDS in in_words(result.stdout) and result.stderr.count("nobody says") == 1


def test_a_page_without_git_and_without_a_beginning(small_handbook, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(small_handbook.parent))
    result = accept(small_handbook)
    assert result.exit_code == 1 and "this folder is not a git checkout" in result.stdout
    assert not is_fresh(small_handbook)


def test_a_shallow_clone_cannot_tell(checkout, tmp_path):
    git(checkout, "rm", "--quiet", LOCK)
    commit(checkout, "No lock")
    git(tmp_path, "clone", "--quiet", "--depth", "1", checkout.as_uri(), str(tmp_path / "shallow"))
    result = accept(tmp_path / "shallow")
    assert result.exit_code == 1 and "git fetch --unshallow" in result.stdout


@pytest.mark.parametrize("committed", [False, True])
def test_a_lock_removed(checkout, committed):
    edit(checkout, ENGLISH, GAINED)
    (checkout / LOCK).unlink()
    if committed:
        commit(checkout, "The lock is gone")
    result = accept(checkout, "--yes")
    assert result.exit_code == 1 and "git knows this lock, but it is not there" in result.stderr
    assert not (checkout / LOCK).exists()
    assert accept(checkout, "--anew", " ").exit_code == 1 and not (checkout / LOCK).exists()
    asked = accept(checkout, "--anew", "read against English, line by line")
    assert asked.exit_code == 1 and WORDS in in_words(asked.stdout), "it is compared with the lock that git has"
    assert not is_fresh(checkout)
    (checkout / LOCK).unlink()
    assert accept(checkout, "--anew", "read against English, line by line", "--yes").exit_code == 0
    assert is_fresh(checkout)
    lines = [line for line in lock_of(checkout).split("\n") if line.startswith("paragraph")]
    assert lines and all(line.endswith("unchanged: made anew: read against English, line by line") for line in lines)


@pytest.mark.parametrize("reason", [" ", "   ", "x", "\n\t ", "fits   it"])
def test_a_reason_that_says_nothing(checkout, reason):
    edit(checkout, ENGLISH, GAINED)
    before = lock_of(checkout)
    result = accept(checkout, "--unchanged", reason)
    assert result.exit_code == 1 and "is no reason" in result.stderr
    assert lock_of(checkout) == before and not is_fresh(checkout)


def test_an_empty_page_leaves_its_lock_alone(checkout):
    before = lock_of(checkout)
    (checkout / GERMAN).write_text("", encoding="utf-8")
    assert handbook(checkout, "check", str(checkout / GERMAN)).exit_code == 1
    result = accept(checkout, "--yes")
    assert result.exit_code == 1 and f"{GERMAN}:1: this page is empty" in result.stderr
    assert lock_of(checkout) == before


@pytest.mark.parametrize(
    "old, new, kind",
    [
        ("# multiply, then add", "# multiply, then add all", "words"),
        ("How scores are made", "How and why scores are made", "description"),
    ],
)
def test_a_comment_in_code_and_the_description(checkout, old, new, kind):
    edit(checkout, ENGLISH, (old, new))
    assert not is_fresh(checkout)
    result = accept(checkout, "--yes")
    assert result.exit_code == 1 and "has changed, but this translation has not" in result.stderr
    assert [line for line in lock_of(checkout).split("\n") if line.startswith(kind)]


STRINGS = ("i18n/{}/ui.toml", '[site]\ndescription = "{}"\nfeed = "{}"\n')
TERMS = ("i18n/{}/glossary.toml", '[terms.score]\nterm = "score"\nforms = ["score"]\ndefinition = "{} {}"\n')


@pytest.mark.parametrize("file, form", [STRINGS, TERMS], ids=["strings", "glossary"])
def test_a_string_of_the_site_and_a_definition(checkout, file, form):
    for language, words in (("en", ("Read it.", "Changes")), ("de", ("Lies es.", "Neues"))):
        (checkout / file.format(language)).write_text(form.format(*words), encoding="utf-8")
    commit(checkout, "Words")
    path = str(checkout / file.format("de"))
    assert handbook(checkout, "accept", path).exit_code == 0
    commit(checkout, "Accepted")
    edit(checkout, file.format("en"), ("Read it.", "Read it here."))
    told = handbook(checkout, "status", "de", "--diff").stdout
    assert "English has changed: " + file.format("en") in told and "Read [-it.-] {+it here.+}" in told
    refused = handbook(checkout, "accept", "--yes", path)
    assert refused.exit_code == 1 and "has changed, but this translation has not: “Lies es." in refused.stderr
    edit(checkout, file.format("de"), ("Lies es.", "Lies es, hier."))
    asked = handbook(checkout, "accept", path)
    assert asked.exit_code == 1 and "Read [-it.-] {+it here.+}" in asked.stdout and "nobody says" in asked.stderr
    assert handbook(checkout, "accept", "--yes", path).exit_code == 0
    assert "English has changed" not in handbook(checkout, "status", "de").stdout


# -- handbook begin


def begun(checkout: Path) -> None:
    git(checkout, "rm", "--quiet", GERMAN, LOCK)
    commit(checkout, "No German yet")
    refused = handbook(checkout, "begin", "de", "scores")
    assert refused.exit_code == 1 and f"{LOCK}:1: this page was translated before" in refused.stderr
    assert f"~1 -- {GERMAN} {LOCK}` brings it back; or `handbook begin de scores --anew`" in refused.stderr
    assert f"{GERMAN}: translated before: `git checkout" in handbook(checkout, "status", "de").stdout
    result = handbook(checkout, "begin", "de", "scores", "--anew")
    assert result.exit_code == 0, result.output


def test_a_begun_page_knows_its_english_from_the_first_minute(checkout):
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    begun(checkout)
    assert (checkout / GERMAN).read_text(encoding="utf-8") == (checkout / ENGLISH).read_text(encoding="utf-8")
    assert not is_fresh(checkout)
    edit(checkout, ENGLISH, GAINED)
    (checkout / GERMAN).write_text(text.replace("Ein Score ist", "Ein Score, das ist"), encoding="utf-8")
    result = accept(checkout)
    assert result.exit_code == 1 and WORDS in in_words(result.stdout)
    assert result.stderr.count("nobody says") == 1 and not is_fresh(checkout)


def test_what_is_begun_and_still_english_is_not_translated(checkout):
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    begun(checkout)
    (checkout / GERMAN).write_text(text.replace("- erster Punkt", "- first item"), encoding="utf-8")
    result = accept(checkout, "--yes")
    assert result.exit_code == 1 and f"this is the English of {ENGLISH}:" in result.stderr and not is_fresh(checkout)
    assert "begun" in lock_of(checkout)
    refused = accept(checkout, "--unchanged", "German says it so, too")
    assert refused.exit_code == 1 and "kept as it is: first item" in refused.stdout and not is_fresh(checkout)
    assert accept(checkout, "--unchanged", "German says it so, too", "--yes").exit_code == 0 and is_fresh(checkout)


def test_a_page_is_begun_once_and_where_there_is_one(checkout):
    for arguments, told in [
        (("de", "scores"), f"{GERMAN}:1: this page is begun already"),
        (("de", "nothing"), "docs/en/nothing.md:1: this page is not there"),
        (("fr", "scores"), "i18n/fr:1: no language of this handbook"),
        (("en", "scores"), "i18n/en:1: no language of this handbook"),
        (("de", "../x"), "docs/en/../x.md:1: this page is not there"),
    ]:
        result = handbook(checkout, "begin", *arguments)
        assert result.exit_code == 1 and told in result.stderr, result.stderr
