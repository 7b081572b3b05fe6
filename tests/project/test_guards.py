"""What commands ask before they write."""

from __future__ import annotations

import pytest

from handbook.core.diagnostics import DiagnosticError
from handbook.project import checkout, guards
from handbook.project.checkout import Project


def test_pages_are_named_by_files_and_folders(small_handbook, monkeypatch):
    project = Project(small_handbook)
    german, english = ("de", "scores"), ("en", "scores")
    assert guards.pages_at(project, []) == project.page_keys() == [english, german]
    assert guards.pages_at(project, [small_handbook / "docs"]) == [german, english]  # in the order of the files
    assert guards.pages_at(project, [small_handbook / "docs/de/scores.md"]) == [german]
    monkeypatch.chdir(small_handbook / "docs")
    assert guards.pages_at(project, map(type(small_handbook), ["en", "de/scores.md"])) == [english, german]


@pytest.mark.parametrize("name", ["docs/de/none.md", "docs/fr", "i18n", ".", "i18n/de/language.toml"])
def test_a_path_without_a_page_is_refused_by_its_name(small_handbook, name):
    with pytest.raises(DiagnosticError) as refusal:
        guards.pages_at(Project(small_handbook), [small_handbook / "docs/de", small_handbook / name])
    (finding,) = refusal.value.findings
    assert finding.path == str(small_handbook / name) and finding.message == "not a page of this handbook"


def test_a_page_that_is_not_there_is_refused_by_its_path(small_handbook):
    project = Project(small_handbook)
    assert project.page("de", "scores") is project.find("de", "scores")
    assert project.find("de", "none") is None
    with pytest.raises(DiagnosticError) as refusal:
        project.page("de", "none")
    (finding,) = refusal.value.findings
    assert (finding.path, finding.hint) == ("docs/de/none.md", "pages: scores")


def test_languages_are_all_or_the_one_that_is_named(small_handbook):
    project = Project(small_handbook)
    assert guards.translations(project) == guards.translations(project, "de") == ["de"]
    for unknown in ("en", "fr"):
        with pytest.raises(DiagnosticError, match=f"handbook new {unknown}"):
            guards.translations(project, unknown)


def test_only_links_and_folders_are_in_the_way(small_handbook):
    project = Project(small_handbook)
    (small_handbook / "docs/de/alone.md").write_text("# Allein\n", encoding="utf-8")
    assert [finding.code for finding in checkout.check(project)] == [""]
    guards.refuse_misplaced(project)
    (small_handbook / "docs/de/link.md").symlink_to(small_handbook / "docs/en/scores.md")
    (small_handbook / "i18n/de/ui.toml").mkdir()
    with pytest.raises(DiagnosticError) as refusal:
        guards.refuse_misplaced(project)
    assert [(finding.path, finding.code) for finding in refusal.value.findings] == [
        ("docs/de/link.md", checkout.LINK),
        ("i18n/de/ui.toml", checkout.FOLDER),
    ]


def test_broken_form_and_code_that_cannot_run_are_refused(small_handbook):
    project = Project(small_handbook)
    guards.refuse_broken(project.pages())
    page = small_handbook / "docs/de/scores.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n```python\nprint(\n```\n", encoding="utf-8")
    project.forget([page])
    with pytest.raises(DiagnosticError) as refusal:
        guards.refuse_broken(project.pages())
    assert {finding.path for finding in refusal.value.findings} == {"docs/de/scores.md"}


def test_names_that_the_site_has_other_uses_for_are_told(small_handbook):
    for name in ("de.md", "other.markdown"):
        (small_handbook / "docs/en" / name).write_text("# A\n", encoding="utf-8")
    found = {finding.path: finding.message for finding in checkout.check(Project(small_handbook))}
    assert found == {
        "docs/en/de.md": "the name of a language, whose pages lie there on the site",
        "docs/en/other.markdown": "a page with an ending that no check reads",
    }
