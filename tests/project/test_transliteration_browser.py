"""The Cyrillic edition in a browser: the switch, its search, its letters."""

import re

import pytest

from handbook import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


# -- in a browser


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_the_switch_keeps_page_and_anchor_and_is_remembered(page, address):
    page.goto(f"{address}sr/by-hand/#scores")
    page.click("a.alphabet")
    page.wait_for_url(f"{address}sr-cyrl/by-hand/#scores")
    assert page.locator("html").get_attribute("lang") == "sr-Cyrl"
    page.goto(f"{address}sr/causal-attention/#mask")  # from a bookmark
    page.wait_for_url(f"{address}sr-cyrl/causal-attention/#mask")
    page.click("a.alphabet")
    page.wait_for_url(f"{address}sr/causal-attention/#mask")
    page.goto(f"{address}sr-cyrl/by-hand/")
    page.wait_for_url(f"{address}sr/by-hand/")
    page.goto(f"{address}de/by-hand/")  # no matter of other languages
    page.click("details.languages summary")
    page.click("a[data-language='sr-cyrl']")
    page.wait_for_url(f"{address}sr-cyrl/by-hand/")
    page.reload()
    assert page.url == f"{address}sr-cyrl/by-hand/"


@pytest.mark.nightly
def test_on_a_phone_the_list_of_languages_is_the_switch(page, address):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{address}sr/by-hand/#scores")
    assert not page.locator("a.alphabet").is_visible()
    page.click("details.languages summary")
    page.click("a[data-language='sr-cyrl']")
    page.wait_for_url(f"{address}sr-cyrl/by-hand/#scores")
    page.goto(f"{address}sr/causal-attention/")
    page.wait_for_url(f"{address}sr-cyrl/causal-attention/")


def test_the_switch_is_a_plain_link_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}sr/by-hand/")
    page.click("a.alphabet")
    assert page.url == f"{address}sr-cyrl/by-hand/"
    assert page.locator("a.alphabet").inner_text() == "Latinica"
    context.close()


@pytest.mark.nightly  # by day: tests/search, in this edition, too
@pytest.mark.parametrize("query", ["пажња", "pažnja", "paznja", "težine", "тежинама"])
def test_its_search_finds_both_alphabets(page, address, query):
    page.goto(f"{address}sr-cyrl/by-hand/")
    page.click("[data-search]")
    page.locator("#search input").press_sequentially(query)
    first = page.locator("#search .search__section").first
    first.wait_for()
    assert "/sr-cyrl/" in first.get_attribute("href")
    assert re.search("[а-ш]", first.inner_text())


@pytest.mark.nightly
def test_a_page_of_the_edition_is_accessible_and_fits_a_phone(page, address):
    page.goto(f"{address}sr-cyrl/by-hand/")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.wait_for_timeout(400)
    assert [found["id"] for found in page.evaluate("axe.run(document)")["violations"]] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_italic_letters_have_their_serbian_forms(page, address):
    page.goto(f"{address}sr-cyrl/by-hand/")
    page.evaluate("document.fonts.load('italic 40px \\'Source Sans 3\\'', 'бгдпт')")

    def drawn(lang: str) -> bytes:
        page.evaluate(
            """lang => {
            document.querySelector("#form")?.remove();
            const word = Object.assign(document.createElement("em"), { id: "form", lang, textContent: "бгдпт" });
            word.style.cssText = "font: italic 40px var(--font-text); position: fixed; inset: 0 auto auto 0; "
                + "z-index: 99; width: 200px; height: 60px; background: #fff; color: #000";
            document.body.append(word);
        }""",
            lang,
        )
        page.wait_for_timeout(300)
        return page.screenshot(clip={"x": 0, "y": 0, "width": 200, "height": 60})

    serbian, russian = drawn("sr-Cyrl"), drawn("ru")
    assert serbian == drawn("sr-Cyrl") and serbian != russian
