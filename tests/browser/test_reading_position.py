"""The place that is being read is kept when the reader changes the language or the alphabet."""

from __future__ import annotations

import json

import pytest
from browsers import LAPTOP_SIZE
from samples import PHONE_BY_DAY, sample
from waiting import rest, until, visit

# Which block of the article is at the line where reading begins: languages have the same blocks.
PLACE = """() => {
  const line = document.querySelector(".md-header").getBoundingClientRect().bottom;
  const blocks = [...document.querySelector("article").children].filter((one) => one.getClientRects().length);
  const at = blocks.findLastIndex((one) => one.getBoundingClientRect().top <= line + 32);
  const { top, height } = blocks[at].getBoundingClientRect();
  return { at, tag: blocks[at].tagName, share: Math.max(0, line - top) / height, height };
}"""
# Kept at the press itself: on a busy machine the page still follows the wheel when the test asks.
KEEP_AT_PRESS = (
    f"() => addEventListener('click', () => sessionStorage.setItem('at press', JSON.stringify(({PLACE})())), true)"
)


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize(
    "start, to, name",
    sample(
        [("", "de", "by-hand"), ("sw/", "sr-Latn", "causal-attention"), ("sr/", "sr-Cyrl", "queries-keys-values")],
        [("sw/", "sr-Latn", "causal-attention")],
    ),
)
def test_another_language_or_alphabet_shows_the_place_that_was_read(open_page, address, viewport, start, to, name):
    page = open_page(viewport)
    visit(page, f"{address}{start}{name}/")
    page.evaluate(KEEP_AT_PRESS)
    page.mouse.move(viewport["width"] / 2, 400)  # over the article: the wheel would turn the navigation first
    for _ in range(9):
        page.mouse.wheel(0, 1000)
        page.wait_for_timeout(50)
    until(page, "scrollY > 7000")
    switch = page.locator(f"a[data-language][hreflang={to}]:visible")
    if not switch.count():
        page.locator(".languages summary").click()
    with page.expect_navigation():  # asked on the way there, a page may have no document at all
        switch.first.click()
    rest(page)
    assert page.evaluate("document.documentElement.lang") == to
    before, after = json.loads(page.evaluate("sessionStorage.getItem('at press')")), page.evaluate(PLACE)
    assert before["at"] > 30
    assert (after["at"], after["tag"]) == (before["at"], before["tag"])
    assert after["share"] == pytest.approx(before["share"], abs=1 / after["height"]), "to the pixel"


# On a busy machine a widget starts after `load` and is twice as high then: here a second later on the German page.
LATE = """if (location.pathname.includes("/de/")) {
  const Observer = IntersectionObserver;
  window.IntersectionObserver = class extends Observer {
    constructor(found, options) {
      super((...seen) => setTimeout(found, 1000, ...seen), options);
    }
  };
}"""


def test_a_place_inside_a_widget_is_kept_though_the_widget_starts_late(open_page, address):
    page = open_page()
    page.add_init_script(LATE)
    widget = "document.querySelector('[data-widget=by-hand]')"
    visit(page, f"{address}by-hand/#widget-by-hand")
    until(page, f"{widget}.dataset.ready === 'true'")
    page.evaluate(KEEP_AT_PRESS)
    page.mouse.move(LAPTOP_SIZE["width"] / 2, 400)
    further = page.evaluate("scrollY") + 500
    page.mouse.wheel(0, 700)
    until(page, "y => scrollY > y", further)
    page.locator(".languages summary").click()
    with page.expect_navigation():
        page.locator(".languages a[hreflang=de]").click()
    started = page.evaluate(f"{widget}.dataset.ready === 'true'")
    assert not started, "the test needs a widget that starts after the page has loaded"
    until(page, f"{widget}.dataset.ready === 'true'")
    rest(page)
    before, after = json.loads(page.evaluate("sessionStorage.getItem('at press')")), page.evaluate(PLACE)
    assert before["height"] > 800 and before["share"] > 0.3, "in the midst of the widget"
    assert (after["at"], after["tag"]) == (before["at"], before["tag"])
    assert after["share"] == pytest.approx(before["share"], abs=1 / after["height"]), "to the pixel"


def test_the_top_of_a_page_stays_the_top_in_another_language(open_page, address):
    page = open_page()
    visit(page, f"{address}by-hand/")
    page.locator(".languages summary").click()
    page.locator(".languages a[hreflang=de]").click()
    page.wait_for_url(f"{address}de/by-hand/")
    assert page.evaluate("scrollY") == 0
