"""Wide tables have a frame in which they scroll, once, with the theme's script and without it."""

from __future__ import annotations

import pytest
from samples import sample
from waiting import until, visit

from handbook.core import html_tokens
from handbook.extensions import scroll_tables

TABLE = "<table><tr><td>1</td></tr></table>"
FRAMED = f'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">{TABLE}</div></div>'


@pytest.mark.parametrize(
    "html, made",
    [
        (f"<p>a</p>\n{TABLE}\n{TABLE}", f"<p>a</p>\n{FRAMED}\n{FRAMED}"),
        (f"<details><summary>s</summary>{TABLE}</details>", f"<details><summary>s</summary>{FRAMED}</details>"),
        (TABLE.replace("<table", '<table class="own"'), TABLE.replace("<table", '<table class="own"')),
        (
            f'<table class="own"><tr><td>{TABLE}</td></tr></table>',
            f'<table class="own"><tr><td>{FRAMED}</td></tr></table>',
        ),
        ("<p>no table</p>", "<p>no table</p>"),
    ],
    ids=["two", "in a box", "with a class", "a table in a table", "none"],
)
def test_each_table_without_a_class_gets_a_frame(html, made):
    assert html_tokens.serialize(scroll_tables.wrap_tables(html_tokens.pieces(html))) == made


PLACES = """() => [...document.querySelectorAll("article > .md-typeset__scrollwrap")].map((frame) => {
  const table = frame.querySelector("table");
  return [frame.scrollWidth > frame.clientWidth, frame.offsetHeight, table.offsetWidth, table.offsetHeight];
})"""


@pytest.mark.parametrize("scripts", sample([True, False], [True]))
def test_a_table_that_is_too_wide_scrolls_in_its_frame(browser, address, scripts):
    context = browser.new_context(viewport={"width": 280, "height": 600}, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(f"{address}by-hand/")
    assert any(scrolls for scrolls, *_ in page.evaluate(PLACES))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page doesn't"
    context.close()


def test_the_frame_of_the_theme_takes_no_room(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True)
    page = context.new_page()
    visit(page, f"{address}by-hand/")
    page.evaluate(PLACES)
    before = page.evaluate(PLACES)
    page.evaluate("dispatchEvent(new Event('scroll'))")
    until(page, "document.querySelectorAll('.md-typeset__scrollwrap .md-typeset__scrollwrap table').length > 0")
    assert len(before) > 2 and page.evaluate(PLACES) == before
    context.close()
