"""The ways out of a page, the bars around its text, and the mark in its contents."""

from __future__ import annotations

from itertools import pairwise

from browsers import LAPTOP_SIZE, PHONE_SIZE
from waiting import until, visit

FOUR_TIMES = {"width": 360, "height": 225}  # a laptop's window of 1440 × 900, enlarged four times


def test_on_a_desk_the_explorer_has_the_menu_beside_it(open_page, address):
    page = open_page(LAPTOP_SIZE)
    visit(page, f"{address}explorer/")
    page.locator(".md-sidebar--primary").get_by_role("link", name="Seeing attention").click()
    page.wait_for_url("**/seeing-attention/")


def test_bars_leave_a_low_window_to_the_text(open_page, address):
    page = open_page(PHONE_SIZE)
    page.set_viewport_size(FOUR_TIMES)
    visit(page, f"{address}by-hand/")
    page.evaluate("scrollTo({ top: 1500, behavior: 'instant' })")
    boxes = "[...document.querySelectorAll('.md-header, .page-bar')].map((bar) => bar.getBoundingClientRect())"
    until(page, f"{boxes}.every(({{ top, bottom }}) => bottom <= 0 || top >= innerHeight)")
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    until(page, "scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    page.locator(".page-bar [rel=next]").tap()
    page.wait_for_url("**/queries-keys-values/")


MARKED = "document.querySelector('.md-nav--secondary .md-nav__link--active')?.hash"
PUT_AT = """([id, share]) => scrollBy({ behavior: "instant",
  top: document.getElementById(id).getBoundingClientRect().top - share * innerHeight })"""


def test_the_contents_mark_the_heading_that_is_read(open_page, address):
    """That in the upper quarter; not yet one that has only come into view."""
    page = open_page(LAPTOP_SIZE)
    visit(page, f"{address}by-hand/")
    ids = page.evaluate("[...document.querySelectorAll('article h2[id]')].map(({ id }) => id)")
    for before, heading in pairwise(ids[1:5]):
        page.evaluate(PUT_AT, [heading, 0.2])
        until(page, f"id => {MARKED} === `#${{id}}`", heading)
        page.evaluate(PUT_AT, [heading, 0.6])
        until(page, f"id => {MARKED} === `#${{id}}`", before)
