"""The search by hand: opened, typed into, chosen from by keys, mouse and touch, and what the page then marks."""

from __future__ import annotations

import random
import re
from urllib.parse import urljoin, urlsplit

import pytest
from browsers import LAPTOP_SIZE, phone
from samples import sample
from waiting import all_widgets, until

from handbook import ROOT
from handbook.project.checkout import Project

LANGUAGES = [*Project(ROOT).languages, "sr-cyrl"]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
FIELD, OPTION, CHOSEN = "#search input", "#search [role=option]", "#search [aria-selected=true]"
# A term in some form, the word for it, and a form that the page of its first section has.
TYPED = {
    "en": ("matrices", "matrix"),
    "de": ("Schluessel", "Key"),
    "sr": ("пажњу", "pažnja"),
    "sw": ("kuficha", "barakoa"),
    "sr-cyrl": ("paznju", "пажња"),
}
MARKED = """[...(CSS.highlights.get('found') ?? [])].map(
  (range) => range.startContainer.data.slice(range.startOffset, range.endOffset))"""


def home(address: str, language: str) -> str:
    return urljoin(address, "" if language == "en" else f"{language}/")


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport=LAPTOP_SIZE, reduced_motion="reduce")
    opened = context.new_page()
    opened.faults, opened.asked = [], []
    opened.on("pageerror", lambda error: opened.faults.append(str(error)))
    opened.on("console", lambda message: message.type == "error" and opened.faults.append(message.text))
    opened.on("request", lambda request: opened.asked.append(urlsplit(request.url).path))
    yield opened
    assert opened.faults == []
    context.close()


def ready(page, key: str = "/") -> None:
    """Open the search by a key, and come back when it answers."""
    page.keyboard.press(key)
    until(page, "document.activeElement.matches('#search input')")
    until(
        page,
        "typeof startSearch === 'function' && !/…/.test(document.querySelector('#search [role=status]').textContent)",
    )


def test_it_opens_by_button_and_keys_and_loads_nothing_before(page, address):
    page.goto(address + "by-hand/", wait_until="networkidle")
    assert not any("search" in path for path in page.asked)
    page.keyboard.press("k")
    page.click("[data-search]")
    ready(page, "Shift")
    assert [path for path in page.asked if "search-sections" in path]
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.click("#search [data-close]"),
        lambda: page.mouse.click(5, 400),
    ):
        close()
        until(page, "!document.querySelector('#search').open")
        assert page.evaluate("document.activeElement.matches('[data-search]')"), "the focus is where it was"
        before = len(page.asked)
        page.keyboard.press("Control+k")
        until(page, "document.querySelector('#search').open")
        assert len(page.asked) == before, "it is loaded once"
    page.fill(FIELD, "nn")
    page.keyboard.type("/")
    assert page.input_value(FIELD) == "nn/", "in its own field it is a letter"
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('#search').open")
    # A key that was pressed while the dialog was closing comes from its field.
    page.dispatch_event(FIELD, "keydown", {"key": "/", "bubbles": True})
    until(page, "document.querySelector('#search').open")
    page.keyboard.press("Escape")
    all_widgets(page)
    page.locator("[data-widget] input[data-cell]").first.focus()
    page.keyboard.press("/")
    assert not page.evaluate("document.querySelector('#search').open"), "who writes in a field writes"


@pytest.mark.parametrize("language", sample(LANGUAGES, ["sr-cyrl"]))
def test_a_term_shows_its_definition_first_and_leads_to_the_marked_section(page, address, language):
    typed, term = TYPED[language]
    page.goto(home(address, language))
    ready(page)
    page.keyboard.type(typed)
    first = page.locator(OPTION).first
    until(page, "word => document.querySelector('#search .search__term strong')?.textContent === word", term)
    assert len(first.locator(".search__definition").inner_text()) > 20 and first.locator(".search__place").inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = page.locator(CHOSEN)
    assert chosen.get_attribute("id") == page.locator(FIELD).get_attribute("aria-activedescendant")
    assert chosen.locator("mark").count() >= 1
    target = urlsplit(chosen.get_attribute("href"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{target.path}?h=*")
    until(page, f"({MARKED}).length > 0")
    if target.fragment:
        assert (
            0 <= page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", target.fragment) < 300
        )
    page.keyboard.press("Escape")
    assert page.evaluate(MARKED) == []
    page.go_back()
    page.wait_for_url(home(address, language))


def test_arrows_go_round_and_the_list_follows(page, address):
    page.goto(address)
    ready(page)
    page.keyboard.type("softmax")
    page.locator(".search__term").wait_for()
    count = page.locator(OPTION).count()
    assert count > 12
    page.keyboard.press("ArrowUp")
    assert page.locator(CHOSEN).get_attribute("id") == f"search-option-{count - 1}"
    list_box, option = page.locator("#search-list").bounding_box(), page.locator(CHOSEN).bounding_box()
    assert list_box["y"] <= option["y"] and option["y"] + option["height"] <= list_box["y"] + list_box["height"] + 1
    page.keyboard.press("ArrowDown")
    assert page.locator(CHOSEN).get_attribute("id") == "search-option-0" and page.locator(CHOSEN).count() == 1
    page.keyboard.press("Home")
    page.keyboard.type("x")
    assert page.input_value(FIELD) == "xsoftmax" and page.locator(CHOSEN).count() == 0


def test_on_the_same_page_nothing_is_loaded_anew(page, address):
    page.goto(address + "by-hand/")
    page.evaluate("window.stayed = true")
    ready(page)
    page.keyboard.type("temperature")
    target = page.locator(
        f"{OPTION}[href$='by-hand/#temperature'], {OPTION}[href*='by-hand/?h='][href$='#temperature']"
    ).first
    target.click()
    until(page, "location.hash === '#temperature' && !document.querySelector('#search').open")
    assert (
        page.evaluate("window.stayed")
        and 0 <= page.evaluate("document.querySelector('#temperature').getBoundingClientRect().top") < 300
    )


def test_earlier_searches_are_offered_and_forgotten(page, address):
    page.goto(address)
    ready(page)
    assert page.locator(".search__query").count() == 0
    for query in ("softmax", "mask", "Softmax"):
        page.fill(FIELD, query)
        page.locator(OPTION).first.wait_for()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        ready(page)
    assert page.locator(".search__query").all_inner_texts() == ["Softmax", "mask"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.input_value(FIELD) == "mask" and page.locator(".search__term").count() == 1
    page.fill(FIELD, "")
    page.click(".search__forget")
    assert (
        page.locator(".search__query").count() == 0
        and page.evaluate("localStorage.getItem('handbook.searches /')") is None
    )
    assert page.evaluate("document.activeElement.matches('#search input')")


def test_before_a_word_is_typed_it_offers_what_is_often_asked_and_says_how_many_pages_it_leaves_out(page, address):
    page.goto(address)
    ready(page)
    offered = page.locator(".search__page .search__title")
    assert offered.all_inner_texts()[2] == "Why are the scores scaled?" and offered.count() == 6
    page.keyboard.press("Enter")
    assert page.url == address, "Enter chooses nothing that nobody asked for"
    page.keyboard.type("the")
    assert offered.count() == 6, "a word that says nothing is no beginning of another"
    page.keyboard.type(" softmax")
    page.locator(".search__term").wait_for()
    said = page.locator("#search [role=status]").inner_text()
    assert re.fullmatch(r"Pages: (1[1-9]|[2-9]\d)\. The 10 best matches are shown\.", said)
    page.fill(FIELD, "")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/by-hand/#why-softmax")


# What counts as nothing: tests/page/progress.test.mjs.
@pytest.mark.parametrize("value", sample(["undefined", "'no list'", "'[1, null, {}]'"], ["undefined"]))
def test_storage_that_is_blocked_or_spoiled_does_no_harm(browser, address, value):
    context = browser.new_context()
    blocked = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked') } })"
    context.add_init_script(
        blocked if value == "undefined" else f"localStorage.setItem('handbook.searches /', {value})"
    )
    page, faults = context.new_page(), []
    page.goto(address)
    page.on("pageerror", lambda error: "/search" in (error.stack or "") and faults.append(error.stack))
    ready(page)
    page.keyboard.type("softmax")
    page.locator(".search__term").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/by-hand/**")
    assert faults == []
    context.close()


def test_a_slip_is_told_and_what_is_nowhere_offers_near_words(page, address):
    page.goto(address)
    ready(page)
    page.keyboard.type("tempreture ")
    until(page, "/temperature/.test(document.querySelector('#search [role=status]').textContent)")
    page.fill(FIELD, "attenshun")
    until(page, "document.querySelectorAll('.search__query').length > 0")
    word = page.locator(".search__query").first.inner_text()
    page.locator(".search__query").first.click()
    assert page.input_value(FIELD) == word and page.locator(".search__section").count() > 0
    page.fill(FIELD, "qxzzqwwqx")
    until(page, "document.querySelector('#search [role=status]').textContent.includes('qxzzqwwqx')")
    assert page.locator(OPTION).count() == 0 and page.locator(FIELD).get_attribute("aria-expanded") == "false"


def test_an_address_may_hold_a_query(page, address):
    page.goto(address + "?q=softmax")
    page.locator(".search__term").wait_for()


def test_when_it_cannot_be_loaded_it_says_so_and_tries_again(browser, address):
    context = browser.new_context()
    page = context.new_page()
    page.route("**/search-sections.js", lambda route: route.abort())
    page.goto(address)
    page.keyboard.press("/")
    until(page, "document.querySelector('#search [role=status]').textContent.includes('open it again')")
    page.unroute("**/search-sections.js")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('#search').open")
    ready(page)
    page.keyboard.type("softmax")
    page.locator(".search__term").wait_for()
    context.close()


@pytest.mark.parametrize("language", sample(LANGUAGES, ["de"]))
@pytest.mark.parametrize("scheme", sample(["light", "dark"], ["dark"]))
def test_axe_finds_nothing_in_the_open_dialog(page, address, language, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(home(address, language))
    ready(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for query in ("", "softmax", "qxzzqwwqx"):
        page.fill(FIELD, query)
        page.wait_for_timeout(100)
        page.keyboard.press("ArrowDown")
        found = page.evaluate("axe.run('#search', { resultTypes: ['violations'] })")["violations"]
        assert [(one["id"], one["nodes"][0]["failureSummary"]) for one in found] == [], query


@pytest.mark.parametrize("width", sample([320, 360, 390], [320]))
def test_on_a_phone_everything_is_in_the_window(browser, address, width):
    context = phone(browser, viewport={"width": width, "height": 640}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(home(address, "de"))
    page.tap("[data-search]")
    until(page, "document.activeElement.matches('#search input')")
    page.keyboard.type("aufmerksamkeitsgewicht")
    page.locator(".search__term").wait_for()
    outside = """() => [...document.querySelectorAll('#search, #search *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width && (left < 0 || right > innerWidth);
    }).map((element) => element.className)"""
    assert page.evaluate(outside) == []
    small = """() => [...document.querySelectorAll('#search [role=option], #search [data-close]')].filter((element) =>
      element.getBoundingClientRect().height < 24).length"""
    assert page.evaluate(small) == 0
    page.tap(f"{OPTION} >> nth=1")
    page.wait_for_url("**?h=*")
    context.close()


def test_wild_typing_breaks_nothing(page, address, nightly):
    page.goto(address)
    ready(page)
    hand = random.Random(20)
    keys = [
        *"softmaxgewichtklju nn.Linear_@=-1(čшž🙂",
        "ArrowDown",
        "ArrowUp",
        "Backspace",
        "Backspace",
        "Home",
        "Delete",
        "Tab",
        "Shift+Tab",
    ]
    for _ in range(3000 if nightly else 100):
        key = hand.choice(keys)
        page.keyboard.press(key) if len(key) > 1 else page.keyboard.insert_text(key)
        assert page.locator(CHOSEN).count() <= 1
    page.fill(FIELD, "softmax")
    page.locator(".search__term").wait_for()


def test_without_scripts_there_is_no_button_that_does_nothing(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert not page.is_visible("[data-search]") and not page.is_visible("#search")
    context.close()
