"""On a small screen the theme's script comes with the first touch: nothing moves then, and nothing that was wanted is lost."""

from __future__ import annotations

import browsers
import pytest

from samples import sample
from waiting import until, visit

THERE = "!document.querySelector('script[data-touched]')"
CODE = "article .highlight pre"
COPY_BUTTON = "document.querySelector('.md-code__button') !== null"
SCHEME = "document.body.getAttribute('data-md-color-scheme') + ' ' + document.body.getAttribute('data-md-color-media')"


@pytest.fixture
def phone(browser):
    context = browsers.phone(browser)
    page = context.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url.rpartition("/")[2]))
    yield page
    context.close()


def asked(page) -> bool:
    return any(name.startswith("bundle.") for name in page.asked)


@pytest.mark.parametrize("sign", ["tap", "key", "wheel", "rotation"])
def test_it_comes_with_the_first_sign_of_a_hand(phone, address, sign):
    visit(phone, f"{address}by-hand/")
    assert not asked(phone)
    if sign == "tap":
        phone.tap("h1")
    elif sign == "key":
        phone.keyboard.press("Tab")
    elif sign == "wheel":
        phone.mouse.wheel(0, 40)
    else:
        phone.set_viewport_size({"width": 1280, "height": 800})
    until(phone, THERE)
    phone.locator(CODE).first.scroll_into_view_if_needed()
    until(phone, COPY_BUTTON)
    assert len([name for name in phone.asked if name.startswith("bundle.")]) == 1


@pytest.mark.parametrize("address_end", ["by-hand/#softmax", "by-hand/?h=softmax", "?q=softmax"])
def test_it_comes_at_once_where_the_address_needs_it(phone, address, address_end):
    phone.goto(address + address_end)
    until(phone, THERE)
    assert asked(phone)


def test_it_comes_at_once_where_there_is_room_for_its_sidebars(browser, address):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{address}by-hand/")
    until(page, THERE)
    page.locator(CODE).first.scroll_into_view_if_needed()
    until(page, COPY_BUTTON)
    context.close()


def test_colors_are_chosen_with_the_very_first_tap(phone, address):
    visit(phone, f"{address}by-hand/")
    before = phone.evaluate(SCHEME)
    phone.locator("[data-md-component=palette] label:visible").tap()
    until(phone, THERE)
    until(phone, f"({SCHEME}) !== {before!r}")
    phone.wait_for_timeout(300)
    once = phone.evaluate(SCHEME)
    assert "(prefers-color-scheme: light)" in once, "the next one, not the one after it"
    assert phone.evaluate("document.querySelectorAll('[data-md-component=palette] label:not([hidden])').length") == 1
    phone.locator("[data-md-component=palette] label:visible").tap()
    until(phone, f"({SCHEME}) !== {once!r}")
    assert "slate" in phone.evaluate(SCHEME)


def test_the_chosen_colors_and_their_button_are_there_before_it(phone, address):
    phone.goto(address)
    for expected in ("(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"):
        phone.locator("[data-md-component=palette] label:visible").tap()
        until(phone, f"({SCHEME}).endsWith({expected!r})")
    visit(phone, f"{address}glossary/")
    assert not phone.evaluate(THERE) and "slate" in phone.evaluate(SCHEME)
    button = "document.querySelector('[data-md-component=palette] label:not([hidden])').title"
    title = phone.evaluate(button)
    phone.tap("h1")
    until(phone, THERE)
    assert phone.evaluate(button) == title


def test_the_key_for_the_search_is_not_lost(phone, address):
    visit(phone, f"{address}by-hand/")
    phone.keyboard.press("/")
    until(phone, "document.activeElement?.matches('.md-search__input')")
    phone.keyboard.type("softmax")
    phone.locator(".md-search-result__item a").first.wait_for()


def test_the_search_opens_with_the_first_tap(phone, address):
    visit(phone, address)
    phone.tap("label.md-header__button[for=__search]")
    phone.locator("input.md-search__input").fill("softmax")
    phone.locator(".md-search-result__item a").first.wait_for()


def test_without_it_the_page_stays_usable(phone, address):
    """A line that broke off: what was held back for it is let go."""
    phone.route("**/bundle.*", lambda route: route.abort())
    visit(phone, f"{address}by-hand/")
    phone.tap("label.md-header__button[for=__drawer]")
    until(phone, "document.querySelector('.md-sidebar--primary').checkVisibility({ visibilityProperty: true })")
    until(phone, THERE)


MOVED = """() => { window.moved = []; new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) window.moved.push([value, ...sources.map(({ node }) => node?.className || node?.nodeName)]);
}).observe({ type: "layout-shift" }); }"""


@pytest.mark.parametrize("name", sample(["", "by-hand/", "de/queries-keys-values/", "seeing-attention/", "lab-heads/", "sw/translating/", "measured/"], ["", "seeing-attention/", "lab-heads/"]))
def test_nothing_moves_when_it_comes(phone, address, name):
    visit(phone, address + name)
    phone.evaluate(MOVED)
    phone.evaluate("dispatchEvent(new Event('scroll'))")
    until(phone, THERE)
    phone.wait_for_timeout(600)
    assert phone.evaluate("moved") == []
