"""The navigation: what the site would leave out in silence is told."""

from __future__ import annotations

import pytest

from handbook import ROOT, settings
from handbook.navigation import check, entries
from handbook.pages import Handbook

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
    (tmp_path / "i18n" / "en" / "ui.toml").write_text('[nav]\nhome = "Home"\nunderstand = "Understand"\nlookup = "Look up"\ndeeper = "Deeper"\n', encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(NAV, encoding="utf-8")
    return tmp_path


def test_entries_are_pages_and_titles_in_order_with_their_lines():
    assert [(entry.text, entry.line) for entry in entries(NAV) if entry.is_page] == [("index.md", 4), ("by-hand.md", 6), ("softmax.md", 7), ("glossary.md", 10)]
    assert [entry.text for entry in entries(NAV) if not entry.is_page] == ["home", "understand", "lookup", "deeper"]


def test_a_navigation_that_leads_everywhere_is_sound(checkout):
    assert list(check(checkout, NAMES)) == []


def test_pages_may_be_named_before_they_are_written(checkout):
    assert list(check(checkout, ["by-hand", "glossary", "index"])) == []


def test_a_page_that_is_misspelled_is_told_with_the_line_that_has_no_page(checkout):
    (checkout / "mkdocs.yml").write_text(NAV.replace("softmax.md", "softmaxs.md"), encoding="utf-8")
    (finding,) = check(checkout, NAMES)
    assert finding.path == "docs/en/softmax.md" and "softmaxs.md on line 7" in finding.message and "- softmax.md" in finding.hint


def test_a_key_without_a_title_is_told_at_its_line(checkout):
    (checkout / "mkdocs.yml").write_text(NAV.replace("deeper:", "deepr:"), encoding="utf-8")
    (finding,) = check(checkout, NAMES)
    assert (finding.path, finding.line) == ("mkdocs.yml", 9) and "deepr" in finding.message


def test_what_is_not_yaml_is_told_at_its_line(checkout):
    (checkout / "mkdocs.yml").write_text("nav:\n  - a: [\n", encoding="utf-8")
    (finding,) = check(checkout, NAMES)
    assert finding.path == "mkdocs.yml" and finding.line >= 2 and finding.hint
    with pytest.raises(settings.YamlError):
        list(entries("nav: ["))


def test_the_navigation_of_the_handbook_leads_to_each_page():
    assert list(check(ROOT, Handbook(ROOT).names())) == []
