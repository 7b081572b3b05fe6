"""The home page's doors, its overview of the chapters, and where to go on."""

from __future__ import annotations

import re

import pytest
from browser.kept import CHAPTER, keep, listen, stop
from samples import PHONE_BY_DAY, sample
from waiting import until, visit

from handbook import ROOT
from handbook.project import book
from handbook.project.checkout import Project
from handbook.site.language_site import LanguageSite

PROJECT = Project(ROOT)
DOORS = book.load(ROOT).doors
HREFS = "links => links.map((link) => link.href)"


@pytest.mark.parametrize("code", sample(["en", "de", "sr", "sr-cyrl", "sw"], ["sr-cyrl"]))
def test_each_door_leads_along_its_path_in_order(open_page, address, code):
    site = LanguageSite(PROJECT, code)
    page = open_page()
    home = address + ("" if code == "en" else f"{code}/")
    visit(page, home)
    doors = page.locator(".door")
    assert doors.count() == len(DOORS) == 3
    for door, (name, path) in zip(doors.all(), DOORS.items()):
        assert door.locator("h3").inner_text() == site.t(f"door.{name}.title")
        links = door.locator("a").evaluate_all(HREFS)
        assert links == [f"{home}{page_}/{mark}{id_}" for page_, mark, id_ in (one.partition("#") for one in path)]
        assert [text.strip() for text in door.locator("a").all_inner_texts()] == [site.title_at(one) for one in path]
    doors.first.locator("a").first.click()
    page.wait_for_url(f"{home}{DOORS['beginner'][0]}/")


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
def test_it_goes_on_where_the_reader_stopped(open_page, address, viewport):
    page = open_page(viewport)
    errors = listen(page)
    visit(page, f"{address}{CHAPTER}/")
    page.evaluate(
        "scrollTo({ top: document.querySelector('#temperature').getBoundingClientRect().top + scrollY + 250,"
        " behavior: 'instant' })"
    )
    page.wait_for_timeout(200)
    top = page.evaluate("document.querySelector('#temperature').getBoundingClientRect().top")
    visit(page, address)
    link = page.locator(".hero__go-on a")
    assert link.inner_text() == "Attention by hand: Temperature"
    assert page.locator(".hero__go-on").inner_text().startswith("Go on with ")
    box = link.bounding_box()
    assert box["x"] >= 0 and page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    link.click()
    page.wait_for_url(f"{address}{CHAPTER}/#temperature")
    page.wait_for_timeout(700)
    there = page.evaluate("document.querySelector('#temperature').getBoundingClientRect().top")
    assert there == pytest.approx(top, abs=60), "the same block, not only the same section"
    assert errors == []


def test_the_overview_says_what_is_read_what_is_solved_and_where_to_go_on(open_page, address):
    page = open_page()
    keep(page, read=["why-attention"], solved={"find-the-bug": ["code 1", "code 2", "code 3"]},
         stopped=stop("why-attention", "self-attention", "Self-attention"))  # fmt: skip
    visit(page, f"{address}find-the-bug/")
    tasks = page.locator("form.quiz, [data-check]").count()
    assert tasks > 16, "a check for each bug at least"
    visit(page, address)
    rows = page.locator("li:has(> .length)")

    def row(title):
        return [line.strip() for line in rows.filter(has_text=title).first.inner_text().split("\n") if line.strip()]

    assert rows.count() == len([name for name in PROJECT.names() if name != "index"]), "each page has its row"
    first = rows.filter(has_text="Why attention?").locator("a").first
    assert first.text_content().split() == ["Why", "attention?", "read"] and row("Why attention?")[-1] == "35 min"
    assert "go on here" in row("Attention by hand"), "what is read isn't gone on with: the next page is"
    assert row("Find the bug")[-1] == f"3 of {tasks} solved"
    assert row("Glossary")[-1] == "Each term in a sentence or two."
    chapters = page.locator(".length").evaluate_all("all => all.filter((one) => one.innerText.trim()).length")
    assert re.fullmatch(
        rf"1 of {chapters} chapters read · 3 of \d+ exercises solved", page.locator(".progress").inner_text()
    )
    rows.filter(has_text="Attention by hand").locator("a").first.click()
    page.wait_for_url(f"{address}by-hand/#by-hand")


def test_who_was_never_here_is_told_nothing_of_progress(open_page, address):
    page = open_page()
    visit(page, address)
    assert page.locator(".progress").inner_text() == "" and page.get_by_text("go on here").count() == 0
    assert page.locator("li > .length").first.inner_text() == "35 min"


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize("code", sample(["en", "de", "sr", "sr-cyrl", "sw"], ["de"]))
def test_no_button_is_left_alone_on_its_line_and_what_is_new_is_for_readers(open_page, address, code, viewport):
    page = open_page(viewport)
    visit(page, address + ("" if code == "en" else f"{code}/"))
    boxes = [one.bounding_box() for one in page.locator(".hero__buttons > a").all()]
    in_line = len({round(box["y"]) for box in boxes}) == 1
    room = page.locator(".hero__buttons").bounding_box()["width"]
    assert len(boxes) == 2 and (in_line or all(box["width"] > 0.95 * room for box in boxes))
    news = page.locator(".news li")
    assert news.count() == len(book.load(ROOT).news) and page.locator(".news code").count() == 0
    assert news.locator("a").count() == news.count(), "each leads to where it can be tried"
    assert page.locator(".news ul").get_attribute("lang") is None, "in the reader's language"
    bar = page.locator(".page-bar > *:visible")
    if viewport["width"] < 700:
        [first, second] = [one.bounding_box() for one in bar.all()]
        assert first["width"] == pytest.approx(second["width"], abs=2), "without a hole for a page before"


def test_a_heading_in_another_language_and_a_page_that_is_gone_are_not_named(open_page, address):
    page = open_page()
    keep(page, stopped=stop(CHAPTER, "temperature", "Temperature"))
    visit(page, f"{address}de/")
    assert page.locator(".hero__go-on a").inner_text() == "Aufmerksamkeit von Hand"
    other = open_page()
    keep(other, stopped=stop("gone", "temperature", "Temperature"))
    visit(other, address)
    assert other.locator(".hero__go-on a").count() == 0
    assert not other.locator(".hero__go-on > *").locator("visible=true").count()


def test_back_on_the_home_page_it_knows_the_new_place(open_page, address):
    page = open_page()
    visit(page, address)
    assert page.locator(".hero__go-on a").count() == 0
    page.locator(".door a").first.click()
    page.wait_for_url(f"{address}why-attention/")
    page.evaluate("document.querySelectorAll('article > h2')[3].scrollIntoView({ behavior: 'instant' })")
    page.wait_for_timeout(300)
    page.go_back()
    until(page, "document.querySelector('.hero__go-on a') !== null")
    assert page.locator(".hero__go-on a").inner_text().startswith("Why attention?: ")
    # As from the browser's cache of whole pages, which it keeps from those who drive it.
    page.evaluate("localStorage.clear(); dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert page.locator(".hero__go-on a").count() == 0
