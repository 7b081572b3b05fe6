"""`sync` replaces no block that holds somebody's text, and keeps a copy of what else it replaces."""

from __future__ import annotations

import pytest
from git_checkout import commit, edit, git, handbook
from synced_pages import changed, sync_page

from handbook.core.diagnostics import DiagnosticError
from handbook.project.checkout import Project
from handbook.translation import sync as syncing
from handbook.translation.accept import entries_of
from handbook.translation.sync import sync

LOST_LINES = {  # what somebody deleted: the end of a block, and with it the beginning of the next
    "an output": ("tensor(0.5500)\n```\n", "tensor(0.5500)\n"),
    "the first line of code": ("```python\nimport", "import"),
}


@pytest.mark.parametrize("old, new", LOST_LINES.values(), ids=LOST_LINES)
def test_a_fence_that_swallows_the_next_one_is_never_closed(pages, old, new):
    source, translation = pages
    translation = changed(translation, (old, new), ("    0.55\n    ```", "```\n\n    0.55\n    ```"))
    assert "a fence that is never closed" in [finding.message for finding in translation.findings]
    with pytest.raises(DiagnosticError, match="never closed"):
        sync_page(source, translation)


def test_text_inside_an_output_is_never_replaced(pages):
    """The end of the output is gone, and so is the first line of a fence of text behind two paragraphs."""
    source, translation = pages
    extra = "```text\nq\n```\n\n## The sum"
    source = changed(source, ("## The sum", f"Words.\n\n{extra}"))
    translation = changed(
        translation, ("0.5500)\n```", "0.5500)"), ("## Die Summe", "Worte.\n\nUnd mehr.\n\nq\n```\n\n## Die Summe")
    )
    assert not translation.findings
    line = translation.source.split("\n").index("Worte.") + 1
    with pytest.raises(DiagnosticError, match=rf"{line}: this fence of line 18 holds more than .*: “Worte\.”"):
        sync_page(source, translation)


def test_an_output_that_the_lock_knows_may_become_shorter(pages):
    source, translation = pages
    source, translation = (changed(page, ("tensor(0.5500)", "one\n\ntwo. Words.\n\nthree")) for page in pages)
    entries = entries_of(source, translation)
    shorter = changed(source, ("one\n\ntwo. Words.\n\nthree", "one"))
    synced = syncing.sync_page(shorter, translation, entries)
    assert "one\n```" in synced.text and not synced.replaced and not synced.findings
    with pytest.raises(DiagnosticError, match="holds more"):
        sync_page(shorter, translation)


def test_code_that_holds_text_is_never_replaced(pages):
    source, translation = pages
    translation = changed(
        translation, ("print((query * key).sum())\n```\n\n```{.text .output}", "print(\n\nEin Satz.\n\nUnd noch einer.")
    )
    assert not translation.findings
    with pytest.raises(DiagnosticError, match="this fence of line 9 holds more than"):
        sync_page(source, translation)


def test_a_sentence_between_dollar_signs_is_no_formula(pages):
    source, translation = pages
    translation = changed(translation, ("$q \\cdot k$ zweier Vektoren", "$q \\cdot k zweier Vektoren (kurz)$ davon"))
    text, told = sync_page(source, translation)
    assert text == translation.source and [one.message for one in told if "formulas differ" in one.message]
    assert syncing._holds_words("q zweier Vektoren") and not syncing._holds_words(r"\text{a b} \frac{q}{k} d_k W_q")


def test_what_git_has_is_not_copied_and_no_copy_is_overwritten(small_handbook):
    git(small_handbook, "init", "--quiet")
    commit(small_handbook, "Begin")
    edit(small_handbook, "docs/en/scores.md", ("(query * key).sum()", "(query @ key)"))
    (done,) = sync(Project(small_handbook), ["de"])
    assert done.changed and not (small_handbook / "dist").exists()
    for comment, name in (("# eins", "scores.md"), ("# zwei", "scores.2.md"), ("# zwei", "scores.2.md")):
        git(small_handbook, "checkout", "--", "docs/de/scores.md")
        edit(small_handbook, "docs/de/scores.md", ("# erst malnehmen, dann addieren", comment))
        (done,) = sync(Project(small_handbook), ["de"])
        assert f"as it was: dist/kept/docs/de/{name}" in done.findings[-1].message
        assert comment in (small_handbook / "dist/kept/docs/de" / name).read_text(encoding="utf-8")


def test_work_that_git_is_told_to_overlook_is_copied(small_handbook):
    git(small_handbook, "init", "--quiet")
    commit(small_handbook, "Begin")
    git(small_handbook, "update-index", "--assume-unchanged", "docs/de/scores.md")
    edit(small_handbook, "docs/de/scores.md", ("tensor(0.5500)", "mein Text"))
    (done,) = sync(Project(small_handbook), ["de"])
    assert done.changed and "as it was: dist/kept/docs/de/scores.md" in done.findings[-1].message


def test_a_page_that_is_saved_meanwhile_is_left_as_it_is(small_handbook):
    edit(small_handbook, "docs/en/scores.md", ("(query * key).sum()", "(query @ key)"))
    project = Project(small_handbook)
    project.page("de", "scores")
    edit(small_handbook, "docs/de/scores.md", ("Ein Score ist", "Ein Score ist hier"))
    (done,) = sync(project, ["de"])
    assert not done.changed and "saved by somebody else meanwhile" in done.findings[-1].message
    assert "Ein Score ist hier" in (small_handbook / "docs/de/scores.md").read_text(encoding="utf-8")


GETTER = """```python
class A:
    @property
    def x(self):
        \"""{}\"""
        return 1

    @x.setter
    def x(self, value):
        \"""{}\"""
        self.y = 2
```

"""
HEADINGS = ("## The sum { #sum }", "## Die Summe { #sum }")
SILENT = {  # what stands before the second heading, or in the first paragraph, of each page; and what changes then
    "words that are code now": (
        '```{.python .words}\nlabel = "query"\n```\n\n',
        '```{.python .words}\nlabel = "Anfrage"\n```\n\n',
        ("{.python .words}", "python"),
        ("Anfrage", "Anfrage, wie ich sie nenne"),
    ),
    "two docstrings of one name": (
        GETTER.format("Gives.", "Puts."),
        GETTER.format("Liest.", "Setzt."),
        ("self.y = 2", "self.y = 3"),
        ("Liest.", "Liest es von mir."),
    ),
    "a formula with words": (
        "It is $\\text{a sum}$.\n\n",
        "Es ist $\\text{a sum}$.\n\n",
        ("a sum", "sum"),
        ("{a sum}", "{Summe, so wie ich sie nenne}"),
    ),
    "words in braces behind a heading": ("", "", ("- second", "- a second"), ("{ #sum }", "{nicht das Produkt}")),
}


@pytest.mark.parametrize("english, german, change, work", SILENT.values(), ids=SILENT)
def test_what_was_once_replaced_without_a_word_is_in_a_copy(small_handbook, english, german, change, work):
    root = small_handbook
    for name, text, heading in zip(("en", "de"), (english, german), HEADINGS):
        edit(root, f"docs/{name}/scores.md", (heading, text + heading))
    git(root, "init", "--quiet")
    accept = handbook(root, "accept", "--yes", str(root / "docs/de/scores.md"))
    assert "blocks" in accept.stdout, accept.output
    commit(root, "Begin")
    edit(root, "docs/en/scores.md", change)
    edit(root, "docs/de/scores.md", work)
    result = handbook(root, "sync", "de")
    new = work[1]
    assert new not in (root / "docs/de/scores.md").read_text(encoding="utf-8"), "it is replaced"
    assert "as it was: dist/kept/docs/de/scores.md" in result.output
    assert new in (root / "dist/kept/docs/de/scores.md").read_text(encoding="utf-8")
