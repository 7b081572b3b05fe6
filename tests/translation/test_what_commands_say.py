"""What commands tell a translator: which blocks, how many, and where to look."""

from __future__ import annotations

import pytest
from accepted_checkout import ENGLISH, GERMAN, LOCK, accept, is_fresh, lock_of
from git_checkout import commit, edit, git, handbook

CODE = ("print((query * key).sum())", "print((key * query).sum())")


def test_accept_says_which_blocks_it_took_and_which_not(checkout):
    edit(checkout, GERMAN, ("- zweiter", "- der zweite"), ("Ein Score ist", "Jeder Score ist"))
    result = accept(checkout)
    assert result.exit_code == 0 and result.stdout == f"{LOCK}: 15 blocks; recorded now :7, :25\n"
    assert accept(checkout).stdout == f"{LOCK}: as it was\n"
    edit(checkout, ENGLISH, ("- second", "- my second"), ("- first", "- my first"))
    edit(checkout, GERMAN, ("- erster", "- mein erster"))
    part = accept(checkout, "--yes")
    assert part.exit_code == 1 and part.stdout.endswith(f"{LOCK}: 15 blocks; recorded now :24\n")
    assert f"{GERMAN}:25: {ENGLISH}:25 has changed" in part.stderr and part.stderr.endswith("1 error\n")


def test_a_page_without_errors_says_how_many_blocks_are_stale(checkout):
    assert "blocks that are" not in handbook(checkout, "check", str(checkout / GERMAN)).stdout
    edit(checkout, ENGLISH, ("- second", "- my second"), ("- first", "- my first"))
    result = handbook(checkout, "check", str(checkout / GERMAN))
    wanted = f"{GERMAN}: blocks that are 2 stale: `handbook status de scores --diff` shows them"
    assert result.exit_code == 0 and wanted in result.stdout
    (checkout / LOCK).unlink()
    assert f"{GERMAN}: blocks that are 15 unrecorded" in handbook(checkout, "check", str(checkout / GERMAN)).stdout


def test_errors_and_notes_are_told_apart_and_counted(checkout):
    (checkout / "i18n/en/glossary.toml").write_text('[terms.a]\nterm = "a"\nforms = ["a"]\n', encoding="utf-8")
    (checkout / "i18n/de/glossary.toml").write_text('[terms.a]\nterm = ""\n', encoding="utf-8")
    result = handbook(checkout, "check")
    assert result.exit_code == 0 and "i18n/de/glossary.toml:1: note: 1 of 1 terms" in result.stderr
    edit(checkout, GERMAN, ("- erster", "- *erster"))
    result = handbook(checkout, "check")
    assert result.exit_code == 1 and result.stderr.endswith("\n1 error, 1 note\n"), result.stderr


@pytest.mark.parametrize("name", ["scores", "scores.md", GERMAN])
def test_status_of_one_page(checkout, name):
    (checkout / "docs/en/more.md").write_text("---\ndescription: More.\n---\n\n# More { #more }\n", encoding="utf-8")
    edit(checkout, ENGLISH, ("- second", "- my second"))
    result = handbook(checkout, "status", "de", name, "--diff")
    assert "scores" in result.stdout and "more" not in result.stdout and "{+my+} second item" in result.stdout
    assert f"{GERMAN}:25: English has changed" in result.stdout and "handbook status de scores --diff" in result.stdout
    assert "more" in handbook(checkout, "status", "de").stdout


def test_status_of_a_page_that_is_not_there(checkout):
    result = handbook(checkout, "status", "de", "score")
    assert result.exit_code == 1 and "score:1: no page of this handbook\n    perhaps scores is meant" in result.stderr


def test_code_is_shown_line_by_line_and_only_where_it_changed(checkout):
    edit(checkout, ENGLISH, CODE)
    shown = handbook(checkout, "status", "de", "scores", "--diff").stdout
    assert "\n    import torch\n" in shown and f"\n  - {CODE[0]}\n  + {CODE[1]}\n" in shown


def test_a_new_paragraph_is_called_new(checkout):
    edit(checkout, ENGLISH, ("- first item", "Before the list.\n\n- first item"))
    edit(checkout, GERMAN, ("- erster Punkt", "Vor der Liste.\n\n- erster Punkt"))
    shown = accept(checkout).stdout
    assert "no line of the lock tells of it: it is new" in shown and "not in the history" not in shown


def both_accepted(checkout, ours: tuple[str, str], theirs: tuple[str, str]) -> None:
    """Two people have corrected a page, each in a branch, and accepted it; then one merges the other."""
    git(checkout, "switch", "--quiet", "--create", "theirs")
    for branch, words in (("theirs", theirs), ("-", ours)):
        if branch == "-":
            git(checkout, "switch", "--quiet", "-")
        edit(checkout, GERMAN, words)
        assert accept(checkout).exit_code == 0
        commit(checkout, "Better words")
    git(checkout, "merge", "--quiet", "theirs", check=False)


TWO = (("Ein Score ist", "Jeder Score ist"), ("- zweiter", "- der zweite"))


def test_a_lock_of_two_branches_keeps_what_both_have_accepted(checkout):
    both_accepted(checkout, *TWO)
    assert "<<<<<<<" in lock_of(checkout)
    told = handbook(checkout, "check")
    assert f"{LOCK}:" in told.stderr and "run `handbook accept`: it takes the lines of both" in told.stderr
    result = accept(checkout)
    assert result.exit_code == 0 and "recorded" not in result.stdout, "nothing is to be vouched for again"
    assert is_fresh(checkout) and "<<<<<<<" not in lock_of(checkout)
    assert handbook(checkout, "check").exit_code == 0
    assert "corrected since" not in handbook(checkout, "status", "de").stdout


def test_and_so_where_both_have_changed_the_same_block(checkout):
    both_accepted(checkout, TWO[0], ("Ein Score ist", "Score ist"))
    git(checkout, "checkout", "--quiet", "--theirs", "--", GERMAN)
    assert accept(checkout).exit_code == 0 and is_fresh(checkout)


def test_a_stale_block_is_no_fresher_for_a_merge(checkout):
    both_accepted(checkout, *TWO)
    edit(checkout, ENGLISH, ("- second", "- my second"))
    result = accept(checkout)
    assert result.exit_code == 1 and f"{GERMAN}:25: {ENGLISH}:25 has changed" in result.stderr
    assert not is_fresh(checkout) and "<<<<<<<" not in lock_of(checkout)


@pytest.mark.parametrize("how", ["merged without git", "a version edited by hand"])
def test_lines_that_no_command_wrote_are_not_taken(checkout, how):
    if how == "merged without git":
        text = lock_of(checkout)
        (checkout / LOCK).write_text(f"<<<<<<< a\n{text}=======\n{text}>>>>>>> b\n", encoding="utf-8")
    else:
        both_accepted(checkout, *TWO)
        (checkout / "forged").write_text(lock_of(checkout).replace("reviewed", ""), encoding="utf-8")
        blob = git(checkout, "hash-object", "-w", "forged").strip()
        info = "".join(f"100644 {blob} {stage}\t{LOCK}\n" for stage in (2, 3))
        git(checkout, "update-index", "--index-info", input=info)
        (checkout / "forged").unlink()
    before = lock_of(checkout)
    result = accept(checkout, "--yes")
    assert result.exit_code == 1 and "two versions of this lock met in a merge" in result.stderr
    assert lock_of(checkout) == before
