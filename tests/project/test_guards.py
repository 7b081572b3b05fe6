"""What commands ask before they write."""

from __future__ import annotations

import pytest

from handbook.core.diagnostics import DiagnosticError
from handbook.project import guards, project
from handbook.project.project import Handbook


def test_pages_are_named_by_files_and_folders(small_handbook, monkeypatch):
    handbook = Handbook(small_handbook)
    german, english = ("de", "scores"), ("en", "scores")
    assert guards.pages_at(handbook, []) == handbook.places() == [english, german]
    assert guards.pages_at(handbook, [small_handbook / "docs"]) == [german, english]  # in the order of the files
    assert guards.pages_at(handbook, [small_handbook / "docs/de/scores.md"]) == [german]
    monkeypatch.chdir(small_handbook / "docs")
    assert guards.pages_at(handbook, map(type(small_handbook), ["en", "de/scores.md"])) == [english, german]


@pytest.mark.parametrize("name", ["docs/de/none.md", "docs/fr", "i18n", ".", "i18n/de/mkdocs.yml"])
def test_a_path_without_a_page_is_refused_by_its_name(small_handbook, name):
    with pytest.raises(DiagnosticError) as refusal:
        guards.pages_at(Handbook(small_handbook), [small_handbook / "docs/de", small_handbook / name])
    (finding,) = refusal.value.findings
    assert finding.path == str(small_handbook / name) and finding.message == "not a page of this handbook"


def test_languages_are_all_or_the_one_that_is_named(small_handbook):
    handbook = Handbook(small_handbook)
    assert guards.translations(handbook) == guards.translations(handbook, "de") == ["de"]
    for unknown in ("en", "fr"):
        with pytest.raises(DiagnosticError, match=f"handbook new {unknown}"):
            guards.translations(handbook, unknown)


def test_only_links_and_folders_are_in_the_way(small_handbook):
    handbook = Handbook(small_handbook)
    (small_handbook / "docs/de/alone.md").write_text("# Allein\n", encoding="utf-8")
    assert [finding.code for finding in project.check(handbook)] == [""]
    guards.refuse_misplaced(handbook)
    (small_handbook / "docs/de/link.md").symlink_to(small_handbook / "docs/en/scores.md")
    (small_handbook / "i18n/de/ui.toml").mkdir()
    with pytest.raises(DiagnosticError) as refusal:
        guards.refuse_misplaced(handbook)
    assert [(finding.path, finding.code) for finding in refusal.value.findings] == [
        ("docs/de/link.md", project.LINK),
        ("i18n/de/ui.toml", project.FOLDER),
    ]


def test_broken_form_and_code_that_cannot_run_are_refused(small_handbook):
    handbook = Handbook(small_handbook)
    guards.refuse_broken(handbook.pages())
    page = small_handbook / "docs/de/scores.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n```python\nprint(\n```\n", encoding="utf-8")
    handbook.forget([page])
    with pytest.raises(DiagnosticError) as refusal:
        guards.refuse_broken(handbook.pages())
    assert {finding.path for finding in refusal.value.findings} == {"docs/de/scores.md"}
