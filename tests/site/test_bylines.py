"""Who translated and who reviewed, below a page and on the title pages of books."""

from __future__ import annotations

import json

import pytest
import small_site

from handbook.project.checkout import Project
from handbook.site import books, bylines, stage_page
from handbook.site.language_site import LanguageSite
from handbook.translation import people
from handbook.translation.accept import Vouched, accept
from handbook.translation.review import review


@pytest.fixture
def root(tmp_path):
    folder = small_site.checkout(tmp_path)
    for lock in folder.glob("i18n/*/lock/*"):
        lock.unlink()
    for language in ("de", "sr"):
        path = people.path_of(folder, language)
        path.unlink(missing_ok=True)
        page = folder / f"docs/{language}/index.md"
        for name in ("Ana Anić", "O'Two"):
            people.record(Project(folder), language, name, people.TRANSLATED, "index")
        list(accept(Project(folder), [page], lambda page, project: [], Vouched(lambda *_: True)))
    return folder


def site(root, code: str) -> LanguageSite:
    return LanguageSite(Project(root), code)


def test_a_page_says_who_translated_it_and_that_nobody_else_has_read_it(root):
    names = '<span translate="no">Ana Anić</span> {} <span translate="no">O&#x27;Two</span>'
    assert bylines.of_page(site(root, "de"), "index") == (
        f"Übersetzt von {names.format('und')} · Noch von niemand anderem gegengelesen"
    )
    assert bylines.of_page(site(root, "sr-cyrl"), "index").startswith(f"Превод: {names.format('и')} · Превод још")


def test_and_who_reviewed_it_until_a_block_changes(root):
    page = root / "docs/de/index.md"
    list(review(Project(root), [page], "Three"))
    assert bylines.of_page(site(root, "de"), "index").endswith(' · Gegengelesen von <span translate="no">Three</span>')
    page.write_text(page.read_text(encoding="utf-8").replace("See [there]", "Sieh [dort]"), encoding="utf-8")
    assert bylines.of_page(site(root, "de"), "index").endswith(" · Noch von niemand anderem gegengelesen")


def test_a_review_counts_without_the_name_of_who_took_it_out(root):
    list(review(Project(root), [root / "docs/de/index.md"], "Three"))
    people.path_of(root, "de").unlink()
    assert bylines.of_page(site(root, "de"), "index") == "gegengelesen"


def test_english_and_pages_in_english_have_no_byline(root):
    assert bylines.of_page(site(root, "en"), "index") == ""
    assert bylines.of_page(site(root, "de"), "causal-attention") == ""
    assert bylines.of_book(site(root, "en")) == []


def test_the_stage_and_search_engines_are_told(root):
    meta = stage_page.meta(site(root, "de"), "index")
    assert meta["byline"].startswith("Übersetzt von ")
    people.record(Project(root), "de", "Ana Anić", people.TRANSLATED, "by-hand")
    (resource, _) = json.loads(stage_page.meta(site(root, "de"), "by-hand")["structured_data"])["@graph"]
    assert resource["translator"] == [{"@type": "Person", "name": "Ana Anić"}]
    assert "translator" not in str(stage_page.meta(site(root, "en"), "by-hand"))


def test_books_name_everybody(root):
    people.record(Project(root), "de", "Three", people.REVIEWED, "by-hand")
    cover = books.cover(site(root, "de"))
    assert cover.translators == ("Ana Anić", "O'Two")
    assert cover.byline[0].startswith("Übersetzt von ") and "Three" in cover.byline[1]
    assert cover.imprint.count("<br/>") == 4
