"""The home page's doors, and where to go on."""

from __future__ import annotations

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
        assert door.locator("a").evaluate_all(HREFS) == [f"{home}{one}/" for one in path]
        assert [text.strip() for text in door.locator("a").all_inner_texts()] == [site.title_of(one) for one in path]
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
