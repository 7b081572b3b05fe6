"""`status --diff` and `changes`, in real git repositories.

They show the English as it was, and what a change does to each language.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml
from git_checkout import commit, edit, git, handbook

from handbook import ROOT


@pytest.fixture
def repository(checkout) -> Path:
    return checkout


WORDS = ("A score is the dot product", "A score is always the scalar product")


# -- status --diff


def test_the_english_as_it_was_is_found_by_its_hash_and_shown_word_by_word(repository):
    edit(repository, "docs/en/scores.md", WORDS)
    commit(repository, "Say it better")
    edit(repository, "docs/en/scores.md", ("of two vectors. See", "of two vectors.  See"))  # white space only
    result = handbook(repository, "status", "de", "--diff")
    assert result.exit_code == 0
    assert "docs/de/scores.md:7  docs/en/scores.md:7" in result.output
    assert "A score is {+always+} the [-dot-] {+scalar+} product" in " ".join(result.output.split())


def test_a_new_block_is_shown_and_placed_below_the_one_before_it(repository):
    edit(repository, "docs/en/scores.md", ("- first item", "Bananas are yellow.\n\n- first item"))
    output = handbook(repository, "status", "de", "--diff").output
    assert "docs/de/scores.md, not there  docs/en/scores.md:24\n  to translate:\n  Bananas are yellow." in output
    assert "docs/de/scores.md:22: not translated: docs/en/scores.md:24, paragraph" in output
    assert "handbook sync" not in output


def test_code_that_has_changed_is_carried_over_by_sync(repository):
    edit(repository, "docs/en/scores.md", ("[0.5, 0.6]", "[0.5, 0.7]"))
    assert "`handbook sync de` carries code and formulas over; mend it" in handbook(repository, "status", "de").output


def test_status_says_that_check_finds_errors_though_all_blocks_are_fresh(repository):
    assert "finds" not in handbook(repository, "status", "de").output
    edit(repository, "docs/de/scores.md", ("{ #sum }", "{ #total }"))
    output = handbook(repository, "status", "de").output
    assert "`handbook check` finds 2 errors here, first docs/de/scores.md:" in output
    assert "finds" not in handbook(repository, "status").output, "of all languages it would take too long"


def test_the_english_is_found_behind_many_changes_that_nobody_followed(repository):
    for number in range(4):
        edit(repository, "docs/en/scores.md", ("A score", f"A score ({number})"))
        commit(repository, f"Change {number}")
    output = " ".join(handbook(repository, "status", "de", "--diff").output.split())
    assert "A score {+(3) (2) (1) (0)+} is the dot product" in output


def test_a_handbook_in_a_folder_of_a_repository_has_its_history_too(tmp_path, small_handbook):
    inside = tmp_path / "project" / "handbook"
    inside.mkdir(parents=True)
    for name in ("docs", "i18n", "snippets"):
        (small_handbook / name).rename(inside / name)
    git(tmp_path / "project", "init", "--quiet")
    handbook(inside, "accept", str(inside / "docs/de/scores.md"))
    commit(tmp_path / "project", "Begin")
    edit(inside, "docs/en/scores.md", WORDS)
    assert "{+always+} the [-dot-] {+scalar+}" in " ".join(handbook(inside, "status", "de", "--diff").output.split())


def test_a_page_that_was_away_for_a_while_has_its_history_too(repository):
    """Where the history of a file is one commit that removed it, that commit has no text to show."""
    path = repository / "docs/en/scores.md"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    commit(repository, "Take it away")
    path.write_text(text.replace(*WORDS), encoding="utf-8")
    commit(repository, "Bring it back, in other words")
    result = handbook(repository, "status", "de", "--diff")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    assert "A score is {+always+} the [-dot-] {+scalar+} product" in words


def test_a_shallow_clone_says_what_to_do(repository, tmp_path):
    edit(repository, "docs/en/scores.md", WORDS)
    commit(repository, "Say it better")
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth", "1", repository.as_uri(), str(shallow))
    (shallow / "snippets").mkdir(exist_ok=True)
    result = handbook(shallow, "status", "de", "--diff")
    assert result.exit_code == 0
    assert "git fetch --unshallow" in result.output
    assert "A score is always the scalar product" in " ".join(result.output.split())  # the English of today, at least


def test_outside_git_the_reason_is_told(small_handbook, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(small_handbook.parent))
    handbook(small_handbook, "accept", "--yes", str(small_handbook / "docs/de/scores.md"))
    edit(small_handbook, "docs/en/scores.md", WORDS)
    result = handbook(small_handbook, "status", "de", "--diff")
    assert result.exit_code == 0
    assert "not a git checkout" in result.output


def test_without_git_the_reason_is_told(repository, monkeypatch):
    edit(repository, "docs/en/scores.md", WORDS)
    monkeypatch.setenv("PATH", "")
    assert "git is not installed" in handbook(repository, "status", "de", "--diff").output


# -- changes


def cell(checkout: Path, base: str = "HEAD", page: str = "scores", language: int = 0) -> str:
    result = handbook(checkout, "changes", base)
    assert result.exit_code == 0
    row = next((line for line in result.stdout.split("\n") if line.startswith(f"| {page} |")), "")
    return row.split("|")[2 + language].strip() if row else ""


def test_nothing_changed_is_said_in_a_sentence(repository):
    assert handbook(repository, "changes", "HEAD").output == "Nothing changes for the translations.\n"


def test_english_that_changes_makes_blocks_stale(repository):
    edit(repository, "docs/en/scores.md", WORDS)
    assert cell(repository) == "**1 more stale** (now 14 fresh, 1 stale)"
    assert "`handbook status` says what to do next.\n" in handbook(repository, "changes").output


def test_a_translation_that_follows_makes_them_fresh_again(repository):
    edit(repository, "docs/en/scores.md", WORDS)
    base = commit(repository, "English")
    edit(repository, "docs/de/scores.md", ("Ein Score ist das", "Ein Score ist stets das"))
    handbook(repository, "accept", "--yes", str(repository / "docs/de/scores.md"))
    assert cell(repository, base) == "1 more fresh (now 15 fresh)"


def test_a_translation_that_is_mended_without_a_change_of_the_english_is_counted(repository):
    edit(repository, "docs/de/scores.md", ("Ein Score ist das", "Ein Score, das ist das"), ("- erster", "- der erste"))
    output = handbook(repository, "changes").output
    assert "| scores | 2 corrected |\n" in output and "Stale blocks" not in output


def test_a_new_translation_and_a_new_language_are_named(repository):
    (repository / "docs/fr").mkdir()
    (repository / "i18n/fr").mkdir()
    (repository / "docs/fr/scores.md").write_text(
        (repository / "docs/de/scores.md").read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert cell(repository, language=1) == "**newly translated** (15 unrecorded)"


def test_pages_that_come_and_go_are_named(repository):
    english, german = repository / "docs/en/scores.md", repository / "docs/de/scores.md"
    (repository / "docs/en/sum.md").write_text(english.read_text(encoding="utf-8"), encoding="utf-8")
    assert cell(repository, page="sum") == "new page, to translate"
    german.unlink()
    assert cell(repository) == "translation removed"


def test_a_branch_that_is_behind_is_compared_with_where_it_parted(repository):
    git(repository, "checkout", "--quiet", "-b", "behind")
    git(repository, "checkout", "--quiet", "-")
    edit(repository, "docs/en/scores.md", WORDS)
    base = commit(repository, "English goes on")
    git(repository, "checkout", "--quiet", "behind")
    assert handbook(repository, "changes", base).output == "Nothing changes for the translations.\n"


def test_nothing_of_either_version_is_run_and_names_stay_plain(repository, tmp_path):
    """Links lead nowhere, and no name of a file or a folder can write Markdown into the comment."""
    (repository / "docs/de/link.md").symlink_to("/etc/hostname")
    for language in ("en", "de"):
        page = repository / "docs" / language / "scores.md"
        page.with_name("a [x](https:).md").write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    (repository / "i18n" / "a [x](https:)").mkdir()
    base = commit(repository, "Odd names")
    edit(repository, "docs/en/scores.md", WORDS)
    for language in ("en", "de"):
        (repository / "docs" / language / "a [x](https:).md").unlink()
    result = handbook(repository, "changes", base)
    assert result.exit_code == 0
    assert "[x]" not in result.output and "a??x??https??" in result.output
    assert [line.split()[1] for line in result.output.split("\n") if line.startswith("| ")] == ["page", "scores"]


@pytest.mark.parametrize("base", ["no-such-branch", "--output=/tmp/x", "0" * 40])
def test_a_base_that_git_does_not_know_is_refused(repository, base):
    result = handbook(repository, "changes", "--", base)
    assert result.exit_code == 1
    assert "command line:1:" in result.output and "\n    " in result.output


# -- what is built to look at


CHANGED = {  # files: the editions to build, and the pages in them
    ("docs/de/scores.md",): ("de", ["de/scores"]),
    ("docs/en/scores.md", "i18n/sr/ui.toml"): ("en sr sr-cyrl", ["en/scores"]),
    ("docs/sr/index.md",): ("sr sr-cyrl", ["sr", "sr-cyrl"]),
    ("i18n/de/lock/scores.lock",): ("de", []),
    ("theme/main.html",): ("en", []),
    ("docs/de/[x](y).md",): ("en", []),
    (): ("", []),
}


@pytest.mark.parametrize("files", CHANGED, ids=lambda files: ", ".join(files) or "nothing")
def test_the_editions_of_changed_files_are_built_and_their_pages_named(repository, files):
    (repository / "i18n/sr").mkdir()
    settings = (repository / "i18n/de/language.toml").read_text(encoding="utf-8")
    (repository / "i18n/sr/language.toml").write_text(settings.replace('"de"', '"sr-Latn"').replace("de_DE", "sr_RS"))
    for name in ("language.toml", "cyrillic.toml"):
        (repository / "i18n/sr" / name).write_bytes((ROOT / "i18n/sr" / name).read_bytes())
    commit(repository, "Serbian")
    for file in files:
        path = repository / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text(encoding="utf-8") if path.is_file() else "") + "\n# More\n", encoding="utf-8")
    commit(repository, "Change") if files else None
    editions, pages = CHANGED[files]
    base = "main~1" if files else "main"
    assert handbook(repository, "changes", base, "--editions").stdout == f"{editions}\n"
    listed = handbook(repository, "changes", base).stdout.partition("Changed pages, in the folders of the preview:\n\n")
    assert listed[2].split("\n")[:-1] == [f"- `handbook-{page}/index.html`" for page in pages]


def test_a_page_that_is_gone_is_not_to_be_looked_at(repository):
    git(repository, "rm", "--quiet", "docs/de/scores.md")
    commit(repository, "Gone")
    assert "Changed pages" not in handbook(repository, "changes", "main~1").stdout


# -- the comment under a pull request


GH = """#!/bin/bash
# Answers as GitHub does, and keeps what is posted.
case "$*" in
  *pulls?state=open*) echo 7 ;;
  *artifacts*) cat artifact ;;
  *--method*) echo "$*" >> posted ;;
  *comments?per_page*) cat comment ;;
esac
"""


@pytest.mark.parametrize("artifact, old", [("91", ""), ("", ""), ("91", "5")], ids=["new", "nothing built", "renewed"])
def test_the_comment_tells_what_changes_and_leads_to_the_built_pages(repository, tmp_path, artifact, old):
    edit(repository, "docs/en/scores.md", WORDS)
    commit(repository, "English, by @somebody")
    folder = tmp_path / "runner"
    (folder / "report").mkdir(parents=True)
    report = handbook(repository, "changes", "main~1").stdout
    for name, text in (("report/changes.md", f"{report}\n@everybody\n"), ("artifact", artifact), ("comment", old)):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "gh").write_text(GH, encoding="utf-8")
    (folder / "gh").chmod(0o755)
    workflow = yaml.safe_load((ROOT / ".github/workflows/translations-comment.yml").read_text(encoding="utf-8"))
    (script,) = [step["run"] for step in workflow["jobs"]["comment"]["steps"] if "run" in step]
    environment = {"REPOSITORY": "a/b", "COMMIT": "abc", "RUN": "3", "SERVER": "https://github.com"}
    environment |= {"PATH": f"{folder}:{os.environ['PATH']}"}
    subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=environment, check=True)
    body = (folder / "body.md").read_text(encoding="utf-8")
    address = f"https://github.com/a/b/actions/runs/3/artifacts/{artifact}"
    built = f"[The built pages]({address})**, built by the code of this pull request: "
    assert (built in body) == bool(artifact)
    assert body.startswith("<!-- translations -->\n**What this changes for the translations**\n\n| page | de |\n")
    assert (
        "| scores | **1 more stale** (now 14 fresh, 1 stale) |" in body and "- `handbook-en/scores/index.html`" in body
    )
    assert "@" not in body, "nobody is called by a report"
    where = "PATCH repos/a/b/issues/comments/5" if old else "POST repos/a/b/issues/7/comments"
    assert where in (folder / "posted").read_text(encoding="utf-8")


# -- changes --only-prose


PROSE_ONLY = {
    "a sentence": ([("docs/de/scores.md", "Skalarprodukt", "Produkt")], "de"),
    "a comment in code": ([("docs/de/scores.md", "# erst malnehmen", "# zuerst malnehmen")], "de"),
    "sentences of two languages": (
        [("docs/de/scores.md", "Skalarprodukt", "Produkt"), ("docs/en/scores.md", *WORDS)],
        "de en",
    ),
    "code": ([("docs/de/scores.md", "query * key", "key * query")], ""),
    "an output": ([("docs/de/scores.md", "tensor(0.5500)", "tensor(0.5600)")], ""),
    "a number in a sentence": ([("docs/de/scores.md", "und 0,55", "und 0,56")], ""),
    "TeX": ([("docs/de/scores.md", "q_1 k_1", "k_1 q_1")], ""),
    "code that is none": ([("docs/de/scores.md", "print((query", "print(((query")], ""),
    "prose and something else": (
        [("docs/de/scores.md", "Skalarprodukt", "Produkt"), ("snippets/de/scores.py", "query * key", "key * query")],
        "",
    ),
}


@pytest.mark.parametrize("kind", PROSE_ONLY)
def test_where_only_prose_was_changed_its_languages_are_told(repository, kind):
    edits, told = PROSE_ONLY[kind]
    for name, old, new in edits:
        edit(repository, name, (old, new))
    commit(repository, "Change")
    result = handbook(repository, "changes", "main~1", "--only-prose")
    assert (result.exit_code, result.stdout.strip()) == (0, told)


def test_a_word_for_the_dictionary_is_prose(repository):
    (repository / "i18n/de/words.txt").write_text("Skalarprodukt\n", encoding="utf-8")
    commit(repository, "A word")
    assert handbook(repository, "changes", "main~1", "--only-prose").stdout.strip() == "de"


def test_a_new_translation_is_prose_and_a_new_english_page_is_not(repository):
    for language, told in (("de", "de"), ("en", "")):
        (repository / f"docs/{language}/more.md").write_text(
            "---\ndescription: More.\n---\n\n# More { #more }\n", encoding="utf-8"
        )
        commit(repository, "More")
        assert handbook(repository, "changes", "main~1", "--only-prose").stdout.strip() == told
