"""The navigation: what the site would leave out in silence is told."""

from __future__ import annotations

import pytest
from samples import PROJECT

from handbook import ROOT
from handbook.checks.navigation import check, entries
from handbook.core import config_files

NAV = """\
site_name: x
repo_url: !ENV [REPO_URL, "https://x.example"]
nav:
  - home: index.md
  - understand:
      - by-hand.md
      - softmax.md
  - lookup:
      - deeper:
          - glossary.md
plugins:
  - nav.md
"""
NAMES = ["by-hand", "glossary", "index", "softmax"]


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "i18n" / "en").mkdir(parents=True)
    (tmp_path / "i18n" / "en" / "ui.toml").write_text(
        '[nav]\nhome = "Home"\nunderstand = "Understand"\nlookup = "Look up"\ndeeper = "Deeper"\n', encoding="utf-8"
    )
    (tmp_path / "mkdocs.yml").write_text(NAV, encoding="utf-8")
    return tmp_path


def test_entries_are_pages_and_titles_in_order_with_their_lines():
    page, title = True, False
    assert list(entries(NAV)) == [
        ("home", 4, title),
        ("index.md", 4, page),
        ("understand", 5, title),
        ("by-hand.md", 6, page),
        ("softmax.md", 7, page),
        ("lookup", 8, title),
        ("deeper", 9, title),
        ("glossary.md", 10, page),
    ]
    assert list(entries("")) == list(entries("site_name: x\n")) == []


def test_a_navigation_that_leads_everywhere_is_sound(checkout):
    assert list(check(checkout, NAMES)) == []


def test_pages_may_be_named_before_they_are_written(checkout):
    assert list(check(checkout, ["by-hand", "glossary", "index"])) == []


def test_a_page_that_is_misspelled_is_told_with_the_line_that_has_no_page(checkout):
    (checkout / "mkdocs.yml").write_text(NAV.replace("softmax.md", "softmaxs.md"), encoding="utf-8")
    (finding,) = check(checkout, NAMES)
    assert (finding.path, finding.line) == ("docs/en/softmax.md", 1) and "- softmax.md" in finding.hint
    assert finding.message == "the navigation doesn't lead to this page; softmaxs.md on line 7 has no page"


def test_each_page_that_is_left_out_is_told(checkout):
    (checkout / "mkdocs.yml").write_text(
        NAV.replace("softmax.md", "a.md").replace("by-hand.md", "b.md"), encoding="utf-8"
    )
    assert [(finding.path, finding.message.partition("; ")[2]) for finding in check(checkout, NAMES)] == [
        ("docs/en/by-hand.md", "b.md on line 6 has no page; a.md on line 7 has no page"),
        ("docs/en/softmax.md", "b.md on line 6 has no page; a.md on line 7 has no page"),
    ]


def test_without_configuration_there_is_no_navigation(tmp_path):
    assert list(check(tmp_path, NAMES)) == []


def test_a_letter_that_is_not_utf_8_hides_no_page(checkout):
    (checkout / "mkdocs.yml").write_bytes(NAV.replace("site_name: x", "site_name: \xe9").encode("latin-1"))
    assert list(check(checkout, NAMES)) == []


def test_a_key_without_a_title_is_told_at_its_line(checkout):
    (checkout / "mkdocs.yml").write_text(NAV.replace("deeper:", "deepr:"), encoding="utf-8")
    (finding,) = check(checkout, NAMES)
    assert (finding.path, finding.line) == ("mkdocs.yml", 9) and "deepr" in finding.message


def test_what_is_not_yaml_is_told_at_its_line(checkout):
    (checkout / "mkdocs.yml").write_text("nav: []\nnav: []\n", encoding="utf-8")
    (finding,) = check(checkout, NAMES)
    assert (finding.path, finding.line, finding.message) == ("mkdocs.yml", 2, "not YAML: `nav` twice") and finding.hint
    with pytest.raises(config_files.YamlError):
        list(entries("nav: ["))


def test_the_navigation_of_the_handbook_leads_to_each_page():
    assert list(check(ROOT, PROJECT.names())) == []
