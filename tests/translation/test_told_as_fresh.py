"""Every way in which a translation was once called fresh that doesn't say what the English says."""

from __future__ import annotations

from pathlib import Path

import pytest
from git_checkout import commit, edit, git, handbook

ENGLISH, GERMAN, LOCK = "docs/en/scores.md", "docs/de/scores.md", "i18n/de/lock/scores.lock"
GAINED = ("A score is the dot product", "A score is always the dot product")
WORDS = "A score is {+always+} the dot product"


@pytest.fixture
def checkout(small_handbook) -> Path:
    """The small handbook, accepted and committed."""
    git(small_handbook, "init", "--quiet")
    assert accept(small_handbook).exit_code == 0
    commit(small_handbook, "Begin")
    return small_handbook


def accept(checkout: Path, *options: str):
    return handbook(checkout, "accept", *options, str(checkout / GERMAN))


def is_fresh(checkout: Path) -> bool:
    """What `status` says of the page: a word of each state that it counts."""
    row = next(line for line in handbook(checkout, "status", "de").stdout.split("\n") if line.startswith("scores"))
    return not {"stale", "missing", "unrecorded"} & set(row.replace(",", "").split())


def lock_of(checkout: Path) -> str:
    return (checkout / LOCK).read_text(encoding="utf-8")


def in_words(text: str) -> str:
    return " ".join(text.split())


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


# -- old text that comes back


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
    assert answered.exit_code == 0 and "units, kept as they were: :7, :25" in answered.stdout and is_fresh(checkout)


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


def test_a_page_that_was_renamed_with_its_english(checkout):
    """Under the new name there is no lock, and the commit that brought it had today's English."""
    edit(checkout, ENGLISH, TURNED)
    for old in (ENGLISH, GERMAN):
        git(checkout, "mv", old, old.replace("scores", "sums"))
    git(checkout, "rm", "--quiet", LOCK)
    commit(checkout, "Another name")
    path = str(checkout / GERMAN.replace("scores", "sums"))
    asked = handbook(checkout, "accept", path)
    assert asked.exit_code == 1 and "nobody says that this follows docs/en/sums.md:7" in asked.stderr
    assert "A score is never the dot product" in asked.stdout and asked.stderr.count("nobody says") == 1
    assert "stale" in handbook(checkout, "status", "de").stdout


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
