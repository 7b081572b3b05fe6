"""The site in a real browser: every language, every page, phone and desktop, light and dark.

What their html says is read without one: tests/site/test_html_of_every_page.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlparse

import browsers
import pytest
from samples import sample
from waiting import until, visit

from handbook import ROOT
from handbook.project.checkout import Project

PROJECT = Project(ROOT)
LANGUAGES = PROJECT.languages
NAMES = PROJECT.names()
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
LANG = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
# Of each kind one is looked at in each run, in German, whose words are the longest; the rest is for the night. Together
# they have every template, every widget and every script: test_pages_of_each_run_have_all_that_pages_have sees to it.
BY_DAY = [
    ("de", name)
    for name in (
        "index", "by-hand", "causal-attention", "queries-keys-values", "multi-head-attention", "spreadsheet",
        "seeing-attention", "explorer", "lab-heads", "real-models", "glossary", "your-data",
    )
] + [("sr", "index"), ("sw", "by-hand"), ("en", "pytorch-notes")]  # fmt: skip
PAGES = [(language, name) for language in LANGUAGES for name in NAMES]
QUERIES = {"en": "softmax", "de": "Kontextvektor", "sr": "vektor konteksta", "sw": "vekta ya muktadha"}


def url(address: str, language: str, name: str) -> str:
    return address + ("" if language == "en" else f"{language}/") + ("" if name == "index" else f"{name}/")


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    yield page
    context.close()


@pytest.fixture(scope="module")
def watched(browser):
    """One page for all addresses, which remembers its requests, failures and errors."""
    # Transitions would make colours that no reader sees for long.
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.seen = []
    page.on("request", lambda request: page.seen.append(("request", request.url)))
    page.on(
        "response",
        lambda response: response.status >= 400 and page.seen.append(("failed", f"{response.status} {response.url}")),
    )
    page.on("console", lambda message: message.type == "error" and page.seen.append(("error", message.text)))
    page.on("pageerror", lambda error: page.seen.append(("error", str(error))))
    yield page
    context.close()


@pytest.mark.parametrize("language, name", sample(PAGES, BY_DAY))
def test_a_page_asks_no_other_host_says_no_error_and_fits_a_phone(watched, address, language, name):
    watched.seen.clear()
    watched.set_viewport_size({"width": 1280, "height": 900})
    watched.emulate_media(color_scheme="light")
    watched.goto(url(address, language, name), wait_until="load")
    until(watched, "document.querySelector('[data-md-component=skip], .md-skip') !== null")
    assert watched.locator("html").get_attribute("lang") == LANG[language]
    watched.set_viewport_size({"width": 360, "height": 740})
    culprits = (
        "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > 361)"
        ".slice(0, 5).map(e => e.tagName + '.' + e.className)"
    )
    assert watched.evaluate("document.documentElement.scrollWidth") <= 360, watched.evaluate(culprits)

    host = urlparse(address).netloc
    assert {
        urlparse(where).netloc for kind, where in watched.seen if kind == "request" and not where.startswith("data:")
    } == {host}
    assert [entry for entry in watched.seen if entry[0] != "request"] == []


PARTS = re.compile(r'data-widget="[\w-]+"|data-kind="\w*"|javascripts/[\w-]+\.js| data-(?:near|touched|run|pictures)\b')


def test_pages_of_each_run_have_all_that_pages_have(site_dir):
    """Each kind of widget and template and each script of the site."""

    def parts(language: str, name: str) -> set[str]:
        return set(PARTS.findall(Path(url(f"{site_dir}/", language, name), "index.html").read_text(encoding="utf-8")))

    there = set().union(*(parts(*page) for page in PAGES))
    assert len(there) > 20 and there - set().union(*(parts(*page) for page in BY_DAY)) == set()


@pytest.mark.parametrize("language, name", sample(PAGES, [("de", "by-hand")]))
def test_a_page_is_accessible_in_both_schemes(watched, address, language, name):
    watched.set_viewport_size({"width": 1280, "height": 900})
    watched.emulate_media(color_scheme="light")
    watched.goto(url(address, language, name), wait_until="load")
    until(watched, "document.querySelector('[data-md-component=skip], .md-skip') !== null")
    watched.evaluate(
        AXE.read_text(encoding="utf-8")
    )  # not as a tag: the policy forbids what the page did not come with
    assert violations(watched) == []
    watched.emulate_media(color_scheme="dark")
    until(watched, "document.body.dataset.mdColorScheme === 'slate'", timeout=5_000)
    assert violations(watched, only=DEPENDS_ON_COLOR) == [], "in the dark scheme"


DEPENDS_ON_COLOR = ["color-contrast", "link-in-text-block"]


def violations(page, only: list[str] | None = None) -> list:
    options = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    result = page.evaluate("options => axe.run(document, options)", options)
    return [
        (
            found["id"],
            [node["target"] for node in found["nodes"]][:3],
            found["nodes"][0].get("failureSummary", "")[:200],
        )
        for found in result["violations"]
    ]


@pytest.mark.parametrize(
    "language, name",
    sample([("en", "by-hand"), ("de", "lab-heads"), ("sr", "index"), ("sw", "seeing-attention")], [("sr", "index")]),
)
def test_axe_finds_nothing_on_a_phone_and_with_its_menu_open(browser, address, language, name):
    context = browsers.phone(browser, reduced_motion="reduce")
    page = context.new_page()
    visit(page, url(address, language, name))
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert violations(page) == []
    page.tap(".md-header label[for=__drawer]")
    until(page, "document.querySelector('.md-sidebar--primary').checkVisibility({ visibilityProperty: true })")
    page.wait_for_timeout(400)
    assert violations(page) == []
    context.close()


@pytest.mark.parametrize("scripts", sample([True, False], [False]), ids=["with-scripts", "without-scripts"])
def test_the_language_switch_stays_on_the_page(browser, address, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(url(address, "en", "by-hand"))
    for language in [*LANGUAGES[1:], "en"]:
        page.locator(".languages summary").click()
        page.locator(f".languages a[hreflang={LANG[language]}]").click()
        page.wait_for_url(url(address, language, "by-hand"))
        assert page.locator("html").get_attribute("lang") == LANG[language]
    context.close()


@pytest.mark.nightly  # by day: test_reading_position.py
def test_the_language_switch_keeps_the_place_on_the_page(page, address):
    page.goto(url(address, "de", "by-hand") + "#exercises")
    page.locator(".languages summary").click()
    page.locator(".languages a[hreflang=sw]").click()
    page.wait_for_url(url(address, "sw", "by-hand") + "#exercises")
    assert page.locator("#exercises").is_visible()


def test_the_language_switch_opens_by_keyboard(page, address):
    page.goto(url(address, "en", "by-hand"))
    page.locator(".languages summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.languages a')")


@pytest.mark.parametrize("language", sample(LANGUAGES, []))  # by day: tests/search/test_search_dialog.py
def test_search_finds_a_chapter_in_its_own_language(page, address, language):
    page.goto(url(address, language, "index"))
    page.keyboard.press("/")
    page.locator("#search input").fill(QUERIES[language])
    first = page.locator("#search a[role=option]").first
    first.wait_for(state="visible", timeout=10_000)
    target = first.get_attribute("href")
    assert urlparse(target).path.startswith("/" if language == "en" else f"/{language}/")


@pytest.mark.parametrize("language", sample(LANGUAGES, ["sr"]))
def test_the_copy_button_copies_the_code_and_not_the_output(browser, address, language):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(url(address, language, "by-hand"))
    block = page.locator(".language-python.highlight").first
    block.hover()
    block.locator("button[data-clipboard-target]").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    fence = PROJECT.page(language, "by-hand").python()[0]
    assert copied.strip() == fence.text.strip()
    context.close()


@pytest.mark.parametrize("language", sample(LANGUAGES, ["sw"]))
def test_a_choice_is_answered_with_its_reason(page, address, language):
    page.goto(url(address, language, "by-hand"))
    quiz = page.locator("form.quiz").filter(has=page.locator("input[type=radio]")).first
    radios = quiz.locator("input[type=radio]")
    live = quiz.locator("[aria-live], [role=status]").first
    answers = set()
    for number in range(radios.count()):
        radios.nth(number).check()
        quiz.locator("button").first.click()
        text = live.inner_text()
        assert len(text) > 20, "a reason belongs to each choice"
        answers.add(text)
    assert len(answers) == radios.count()


@pytest.mark.parametrize("language", sample(LANGUAGES, ["de"]))
def test_a_number_is_checked_against_the_output(page, address, language):
    page.goto(url(address, language, "by-hand"))
    source = PROJECT.page(language, "by-hand")
    quizzes = [block for block in source.blocks if block.kind == "admonition" and "quiz" in block.classes]
    number = next(block for block in quizzes if any(child.is_python for child in source.children(block)))
    answer = next(child.text for child in source.children(number) if child.is_output).strip()
    form = page.locator("form.quiz").filter(has=page.locator("input[type=text], input[inputmode]")).first
    live = form.locator("[aria-live], [role=status]").first
    field = form.locator("input[type=text], input[inputmode]").first
    said = {}
    for typed in [answer, answer.replace(".", ","), "9999", "abc", ""]:
        field.fill(typed)
        form.locator("button").first.click()
        said[typed] = live.inner_text()
    assert said[answer] == said[answer.replace(".", ",")]
    assert len({said[answer], said["9999"], said["abc"], said[""]}) == 4


def test_a_page_can_be_read_from_a_file(browser, site_dir):
    context = browser.new_context()
    page = context.new_page()
    page.goto((site_dir / "de" / "by-hand" / "index.html").as_uri())
    assert page.locator("h1").inner_text()
    assert page.locator(".katex").count() > 10
    context.close()
