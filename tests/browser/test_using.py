"""What readers met when they used the site, each mended.

Links that lead, code on a telephone, what is taken away.
"""

from __future__ import annotations

import base64
import json
import re

import pytest
from browsers import LAPTOP_SIZE, PHONE_SIZE
from samples import PHONE_BY_DAY, sample
from waiting import until, visit

# -- links to what a widget shows


def link(name: str, state: object) -> str:
    return f"#state={name}." + base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")


EXPLORED = {
    "view": "matrix",
    "language": "en",
    "text": "The dogs near the house bark",
    "part": 0,
    "layer": 1,
    "heads": [0, 1],
    "head": 1,
    "query": -1,
    "key": -1,
    "filter": "all",
    "stage": "weights",
}
TOP = "selector => document.querySelector(selector).getBoundingClientRect().top"


@pytest.mark.parametrize(
    "viewport", [LAPTOP_SIZE, pytest.param(PHONE_SIZE, marks=pytest.mark.nightly)], ids=["laptop", "phone"]
)
def test_a_link_to_the_explorer_leads_there_and_a_reload_leaves_the_reader_alone(open_page, address, viewport):
    page = open_page(viewport)
    page.goto(f"{address}seeing-attention/{link('explorer', EXPLORED)}")
    until(page, "document.querySelector('[data-widget=explorer]').dataset.ready === 'true'")
    page.wait_for_timeout(500)
    assert 0 <= page.evaluate(TOP, "[data-widget=explorer]") < 120
    assert page.locator("[data-widget=explorer] [role=tab][aria-selected=true]").text_content() == "Matrix"
    assert page.locator(".explorer-sentence input").input_value() == EXPLORED["text"]
    page.mouse.move(viewport["width"] / 2, 400)  # over the article: the wheel would turn the navigation first
    further = page.evaluate("scrollY") + 1000
    page.mouse.wheel(0, 3000)
    until(page, "y => scrollY > y", further)
    page.evaluate(
        "addEventListener('pagehide', () => sessionStorage.setItem('left at', scrollY))"
    )  # it may still follow the wheel
    page.reload(wait_until="load")
    until(page, "document.querySelector('[data-widget=explorer]').dataset.ready === 'true'")
    page.wait_for_timeout(500)
    assert page.evaluate("scrollY") == pytest.approx(float(page.evaluate("sessionStorage.getItem('left at')")), abs=150)


@pytest.mark.parametrize(
    "name, selector, hash_",
    sample(
        [
            ("seeing-attention", "[data-widget=explorer]", "#state=garbage"),
            ("seeing-attention", "[data-widget=explorer]", "#state=explorer.e30"),
            ("by-hand", "[data-widget=softmax]", "#state=softmax.%%%"),
        ],
        [("by-hand", "[data-widget=softmax]", "#state=softmax.%%%")],
    ),
)
def test_a_link_that_cannot_be_read_says_so_at_the_widget(open_page, address, name, selector, hash_):
    page = open_page()
    page.goto(f"{address}{name}/{hash_}")
    until(page, "selector => document.querySelector(selector).dataset.ready === 'true'", selector)
    page.wait_for_timeout(400)
    problem = page.locator(f"{selector} .widget-link-problem")
    assert problem.is_visible() and len(problem.text_content()) > 20
    assert 0 < problem.bounding_box()["y"] < LAPTOP_SIZE["height"]


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize(
    "place",
    sample(
        [
            "causal-attention/#class",
            "by-hand/#temperature",
            "seeing-attention/#exercise-careless",
            "multi-head-attention/#class",
        ],
        ["causal-attention/#class"],
    ),
)
def test_what_a_link_leads_to_stays_there_when_a_widget_above_it_starts(open_page, address, viewport, place):
    page = open_page(viewport)
    visit(page, f"{address}{place}")
    page.wait_for_timeout(600)
    top = page.evaluate("document.getElementById(location.hash.slice(1)).getBoundingClientRect().top")
    assert 40 <= top <= 120


@pytest.mark.parametrize("language", sample(["", "de/", "sr/", "sw/"], ["sr/"]))
def test_the_explorer_and_the_labs_are_reached_from_home_and_from_the_navigation(open_page, address, language):
    page = open_page()
    visit(page, f"{address}{language}")
    home = page.evaluate(
        "[...document.querySelectorAll('main a, .hero a')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.href)"
    )
    for target in ("explorer/", "lab-heads/#lab-heads", "lab-training/#lab-training"):
        assert f"{address}{language}{target}" in home
    visit(page, f"{address}{language}by-hand/")
    menu = page.evaluate(
        "[...document.querySelectorAll('.md-nav--primary a')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.href)"
    )
    for target in ("explorer/", "lab-heads/", "lab-training/"):
        assert f"{address}{language}{target}" in menu
    page.locator(".md-nav--primary a[href$='explorer/']").click()
    page.wait_for_url(f"{address}{language}explorer/")
    assert page.locator("#explorer").is_visible()


# -- code on a telephone

BLOCK = """() => {
  const block = [...document.querySelectorAll("article > .highlight:not(.output)")].find(
    (one) => one.querySelector("code.goes-on"));
  block.scrollIntoView({ block: "center", behavior: "instant" });
  const code = block.querySelector("code");
  const range = document.createRange();
  range.selectNodeContents(code);
  const [line] = range.getClientRects();
  const buttons = [...block.querySelectorAll("button:not([data-action])")].filter((one) => one.checkVisibility()).map(
    (one) => one.getBoundingClientRect().bottom);  // Run and Edit stand below the code
  return {
    line: line.top, buttons, scrolls: code.scrollWidth > code.clientWidth, wraps: getComputedStyle(code).whiteSpace,
    shadow: getComputedStyle(code).backgroundImage, lines: Math.round(code.clientHeight) };
}"""


def test_code_on_a_phone_keeps_its_first_line_free_shows_that_it_goes_on_and_can_be_broken(open_page, address):
    page = open_page(PHONE_SIZE)
    visit(page, f"{address}why-attention/")
    page.tap("h1")
    page.evaluate(
        "document.querySelector('article > .highlight:not(.output)')"
        ".scrollIntoView({ block: 'center', behavior: 'instant' })"
    )
    until(page, "[...document.querySelectorAll('.code-wrap')].some((one) => one.checkVisibility())")
    page.wait_for_timeout(300)
    before = page.evaluate(BLOCK)
    assert len(before["buttons"]) == 2, "break and copy"
    assert max(before["buttons"]) <= before["line"] + 1
    assert before["scrolls"] and before["wraps"] == "pre"
    assert before["shadow"].count("linear-gradient") == 4
    page.locator("article > .highlight:has(code.goes-on) .code-wrap").first.tap()
    until(page, "getComputedStyle(document.querySelector('article > .highlight code')).whiteSpace === 'pre-wrap'")
    assert page.evaluate(
        "[...document.querySelectorAll('article > .highlight code')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    visit(page, f"{address}by-hand/")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('article > .highlight code')).whiteSpace") == "pre-wrap"
    ), "remembered on other pages"
    page.tap("h1")
    page.evaluate(
        "document.querySelector('article > .highlight:not(.output)')"
        ".scrollIntoView({ block: 'center', behavior: 'instant' })"
    )
    until(page, "[...document.querySelectorAll('.code-wrap')].some((one) => one.checkVisibility())")
    page.locator(".code-wrap[aria-pressed=true]").first.tap()
    until(page, "getComputedStyle(document.querySelector('article > .highlight code')).whiteSpace === 'pre'")


# Code without a space that stands on several lines.
BROKEN = """[...document.querySelectorAll("article table:not(.widget table) code")].filter(
  (one) => one.getClientRects().length > 1 && !/\\s/.test(one.textContent)).map((one) => one.textContent)"""


@pytest.mark.parametrize(
    "language, name",
    sample([("", "find-the-bug"), ("de/", "pytorch-notes"), ("sw/", "fast-attention")], [("de/", "pytorch-notes")]),
)
def test_names_in_tables_stay_whole_on_a_phone(open_page, address, language, name):
    page = open_page(PHONE_SIZE)
    visit(page, f"{address}{language}{name}/")
    assert page.locator("article table code").count() > 1
    assert page.evaluate(BROKEN) == []


def test_the_way_back_to_the_top_lies_over_nothing(open_page, address):
    page = open_page(PHONE_SIZE)
    visit(page, f"{address}by-hand/")
    assert page.locator(".md-top").count() == 0
    link_ = page.locator(".to-top a")
    link_.scroll_into_view_if_needed()
    assert page.evaluate("getComputedStyle(document.querySelector('.to-top')).position") == "static"
    link_.tap()
    until(page, "scrollY < 200")


# -- widgets


@pytest.mark.nightly
def test_hints_speak_of_tapping_where_a_finger_is_used(open_page, address):
    for viewport, words in ((PHONE_SIZE, "Tap a number"), (LAPTOP_SIZE, "Point at a number")):
        page = open_page(viewport)
        visit(page, f"{address}by-hand/#widget-by-hand")
        until(page, "document.querySelector('[data-widget=by-hand]').dataset.ready === 'true'")
        assert page.locator("[data-widget=by-hand] .widget-words").text_content().startswith(words)


def test_a_cell_that_shows_a_good_number_again_is_not_marked_as_wrong(open_page, address):
    page = open_page()
    visit(page, f"{address}by-hand/#widget-by-hand")
    cell = page.locator("[data-widget=by-hand] td input[data-cell]").first
    kept = cell.input_value()
    cell.fill("abc")
    assert page.locator("[data-widget=by-hand] td.wrong").count() == 1
    cell.press("Tab")
    assert cell.input_value() == kept
    assert page.locator("[data-widget=by-hand] td.wrong").count() == 0
    assert kept in page.locator("[data-widget=by-hand] tr.widget-problem").text_content(), "what is kept stays said"


def copied(page, kind: str) -> str:
    page.locator(f"[data-widget=by-hand] [data-act=copy_{kind}]").click()
    return page.evaluate("navigator.clipboard.readText()")


def test_copied_numbers_are_those_that_are_shown_and_all_digits_on_request(open_page, address):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    visit(page, f"{address}by-hand/#widget-by-hand")
    digits = lambda: [len(number) for number in re.findall(r"\d\.(\d+)", copied(page, "torch"))]  # noqa: E731
    assert {2, 4} <= set(digits()) and max(digits()) == 4
    page.locator("[data-widget=by-hand] .widget-exact input").check()
    assert max(digits()) > 10


PAPER = "#fbfaf6"


@pytest.mark.parametrize(
    "name, widget",
    sample([("by-hand", "by-hand"), ("seeing-attention", "explorer")], [("seeing-attention", "explorer")]),
)
def test_pictures_are_taken_in_light_colors_as_svg_and_png(open_page, address, name, widget, tmp_path):
    page = open_page(color_scheme="dark")
    visit(page, f"{address}{name}/")
    page.evaluate("selector => document.querySelector(selector).scrollIntoView()", f"[data-widget={widget}]")
    until(page, "selector => document.querySelector(selector).dataset.ready === 'true'", f"[data-widget={widget}]")
    assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"
    files = {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            page.locator(f"[data-widget={widget}] [data-act=picture_{kind}]").click()
        files[kind] = tmp_path / f"picture.{kind}"
        download.value.save_as(files[kind])
    text = files["svg"].read_text(encoding="utf-8")
    dark = {"#e4e7ec", "#a5afbc", "#2b3440", "#76818f", "#ff8796", "#1a2029"}
    assert text.startswith("<svg") and not dark & {word for word in dark if word in text.lower()}
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert page.locator("[data-widget] [data-md-color-scheme]").count() == 0, "the light probe is gone"


# -- the explorer


def explorer(page, address: str, language: str = ""):
    visit(page, f"{address}{language}explorer/")
    until(page, "document.querySelector('[data-widget=explorer]').dataset.ready === 'true'")
    return page.locator("[data-widget=explorer]")


def test_a_picture_that_no_longer_fits_the_sentence_is_dimmed(open_page, address):
    page = open_page()
    root = explorer(page, address)
    field = root.locator(".explorer-sentence input")
    opacity = "parseFloat(getComputedStyle(document.querySelector('.explorer-stage svg')).opacity)"
    assert page.evaluate(opacity) == 1
    field.fill("The quantum dogs")
    field.press("Enter")
    assert root.locator(".explorer-problem").first.text_content().strip()
    assert page.evaluate(opacity) < 0.5
    field.fill("The dogs")
    field.press("Enter")
    assert page.evaluate(opacity) == 1


def test_a_sign_or_a_foreign_word_gets_no_silly_suggestion(open_page, address):
    page = open_page()
    root = explorer(page, address)
    for typed in ("!", "<", "Hunde"):
        root.locator(".explorer-sentence input").fill(f"The dogs {typed}")
        root.locator(".explorer-sentence button[type=submit]").click()
        assert root.locator(".explorer-problem").first.text_content().strip()
        assert root.locator(".explorer-problem button").count() == 0


def test_the_cyrillic_edition_shows_its_examples_in_cyrillic(open_page, address):
    page = open_page()
    root = explorer(page, address, "sr-cyrl/")
    latin = r"[a-zđčćžš]"
    sentence = root.locator(".explorer-sentence input").input_value()
    assert sentence and not page.evaluate("([text, latin]) => new RegExp(latin, 'i').test(text)", [sentence, latin])
    shown = root.locator(".explorer-token text, .explorer-next-word, .explorer-choices option").all_text_contents()
    ours = [text for text in shown if not text.startswith("<")]
    assert len(ours) > 10
    examples = root.locator("select[id$=example] option").all_text_contents()[1:]
    assert examples and not any(
        page.evaluate("([text, latin]) => new RegExp(latin, 'i').test(text)", [text, latin]) for text in examples
    )
    words = root.locator(".explorer-next-word").all_text_contents()
    root.locator(".explorer-next button").first.click()
    assert root.locator(".explorer-sentence input").input_value().rstrip(".").endswith(words[0].rstrip("."))
    assert root.locator(".explorer-problem").first.text_content().strip() == ""
    root.locator("[id$=what-kind]").select_option("patch")
    root.locator("[id$=-other]").fill("Пас порд кућа")
    root.locator("[id$=other-problem] button", has_text="поред").click()
    assert root.locator("[id$=-other]").input_value() == "Пас поред кућа"
    root.locator(".explorer-add").click()
    assert root.locator(".explorer-change.on").count() == 1
    told = root.locator(".explorer-what-if, .explorer-loss, [role=tab]").all_text_contents()
    latin_words = page.evaluate("text => text.match(/[a-zđčćžš]{2,}/gi) ?? []", " ".join(told))
    assert set(latin_words) <= {"QK", "OV", "sr"}


@pytest.mark.parametrize("name", sample(["seeing-attention", "circuits"], ["circuits"]))
def test_a_chapter_shows_the_views_it_speaks_of_and_leads_to_all_of_them(open_page, address, name):
    page = open_page()
    visit(page, f"{address}{name}/#widget-explorer")
    until(page, "document.querySelector('[data-widget=explorer]').dataset.ready === 'true'")
    root = page.locator("[data-widget=explorer]")
    views = (root.get_attribute("data-views") or "").split()
    assert 2 <= len(views) < 10 and root.locator("[role=tab]").count() == len(views)
    assert root.locator(".explorer-what-if").count() == 0
    change = {"kind": "remove", "layer": 1, "head": 2, "by": "zero", "off": False}
    state = {"language": "en", "text": "The dogs", "heads": [0], "changes": [change]}
    page.evaluate("hash => (location.hash = hash)", link("explorer", state))
    until(page, "document.querySelector('.explorer-sentence input').value === 'The dogs'")
    assert root.locator(".changed").count() == 0, "a change that nobody could see or take back"
    root.locator("[role=tab]").nth(1).click()
    root.locator(".explorer-sentence input").fill("The cats")
    root.locator(".explorer-sentence input").press("Enter")
    root.locator(".widget-tools a").click()
    page.wait_for_url(lambda url: "/explorer/" in url)
    until(page, "document.querySelector('[data-widget=explorer]')?.dataset.ready === 'true'")
    assert page.locator(".explorer-sentence input").input_value() == "The cats"
    assert page.locator("[role=tab][aria-selected=true]").get_attribute("id").endswith(f"tab-{views[1]}")
    page.locator(".explorer-add").click()
    assert page.locator(".explorer-change").count() == 1
