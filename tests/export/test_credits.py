"""``CITATION.cff`` and ``.github/CODEOWNERS`` name the people of each language."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import yaml

from handbook.core.diagnostics import NOTICE, DiagnosticError
from handbook.export import credits, epub
from handbook.export.chapters import Cover
from handbook.project.checkout import Project

CITATION = 'cff-version: 1.2.0\ntitle: "A book"\nauthors:\n  - name: "All"\n'
PEOPLE = """\
[[people]]
name = "One: “#1”"
github = "one-1"
translated = ["scores"]

[[people]]
name = "Two"
github = "two"
reviewed = ["scores"]
"""


@pytest.fixture
def project(small_handbook) -> Project:
    (small_handbook / "CITATION.cff").write_text(CITATION, encoding="utf-8")
    (small_handbook / "i18n/de/people.toml").write_text(PEOPLE, encoding="utf-8")
    return Project(small_handbook)


def test_translators_are_cited_and_accounts_asked(project):
    owners, citation = project.root / credits.OWNERS, project.root / credits.CITATION
    assert [(finding.path, finding.severity) for finding in credits.check(project)] == [
        (".github/CODEOWNERS", NOTICE),
        ("CITATION.cff", NOTICE),
    ]
    assert credits.write(project) == [owners, citation]
    assert owners.read_text(encoding="utf-8").split("\n")[1:] == [
        "/docs/de/ @one-1 @two",
        "/i18n/de/ @one-1 @two",
        "",
    ]
    assert citation.read_text(encoding="utf-8").startswith(CITATION)
    assert yaml.safe_load(citation.read_text(encoding="utf-8"))["references"] == [
        {
            "type": "book",
            "title": "A book (Deutsch)",
            "authors": [{"name": "All"}],
            "languages": ["de"],
            "translators": [{"name": "One: “#1”"}],
        }
    ]
    assert credits.check(project) == [] and credits.write(project) == []


def test_where_nobody_is_named_nothing_of_it_stays(project):
    credits.write(project)
    (project.root / "i18n/de/people.toml").unlink()
    assert len(credits.write(project)) == 2
    assert not (project.root / credits.OWNERS).exists()
    assert (project.root / credits.CITATION).read_text(encoding="utf-8") == CITATION
    assert credits.check(project) == []


def test_what_somebody_wrote_into_codeowners_stays_above(project):
    owners = project.root / credits.OWNERS
    owners.parent.mkdir()
    owners.write_text("* @all\n", encoding="utf-8")
    credits.write(project)
    assert owners.read_text(encoding="utf-8").startswith("* @all\n" + credits.MARK + "/docs/de/ @one-1")
    (project.root / "i18n/de/people.toml").unlink()
    credits.write(project)
    assert owners.read_text(encoding="utf-8") == "* @all\n"


def test_a_book_without_a_citation_gets_none(project):
    (project.root / credits.CITATION).unlink()
    assert credits.write(project) == [project.root / credits.OWNERS]


def test_a_citation_that_is_not_yaml_is_told(project):
    (project.root / credits.CITATION).write_text("title: a\n\tb: [\n", encoding="utf-8")
    with pytest.raises(DiagnosticError) as caught:
        credits.targets(project)
    assert str(caught.value).startswith("CITATION.cff:2: not YAML")


def test_a_book_names_its_translators_in_its_package_and_on_its_title_page():
    names = ("One & Only", "Two")
    cover = Cover("T", "S", "C", "Deutsch", "https://example.org/", "", "de", byline=("By One",), translators=names)
    package = ElementTree.fromstring(epub._package([], [], cover, "2026-01-01T00:00:00Z").encode())
    contributors = package.findall(".//{http://purl.org/dc/elements/1.1/}contributor")
    roles = [meta.get("refines") for meta in package.iter("{http://www.idpf.org/2007/opf}meta") if meta.text == "trl"]
    assert [one.text for one in contributors] == [*names]
    assert roles == [f"#{one.get('id')}" for one in contributors]
    assert "<br/>By One<br/>" in epub._cover(cover)
