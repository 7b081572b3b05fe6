"""Search finds, in each language, what readers type: every query of ``tests/queries/`` in a real browser."""

from __future__ import annotations

import json
import re
import tomllib
from urllib.parse import urljoin

import pytest
from samples import sample
from waiting import until

from handbook import ROOT
from handbook.project.checkout import Project

LANGUAGES = Project(ROOT).languages
FIRST = 3  # among these the page must be
LEAST = 60  # queries a language

# Starts Material's own worker with the index, as the page does; ask(query) gives the pages in their order, each with
# the addresses found in it.
START = """async () => {
  // The page starts no worker of the search before somebody is about to search.
  document.querySelector("#__search").dispatchEvent(new Event("change", { bubbles: true }));
  const config = JSON.parse(document.querySelector("#__config").textContent);
  const base = new URL(config.base, location);
  const worker = new Worker(new URL(config.search, base));
  const answer = (message) => new Promise((done, fail) => {
    worker.addEventListener("message", ({ data }) => done(data.data), { once: true });
    worker.addEventListener("error", ({ message }) => fail(new Error(message)), { once: true });
    worker.postMessage(message);
  });
  const index = await (await fetch(new URL("search/search_index.json", base))).json();
  await answer({ type: 0, data: { ...index, options: { suggest: true } } });
  window.ask = async (query) => {
    const { items } = await answer({ type: 2, data: query });
    return items.map((page) => page.map((item) => item.location));
  };
}"""


def home(address: str, language: str) -> str:
    return urljoin(address, "" if language == "en" else f"{language}/")


def queries(language: str) -> list[tuple[str, str]]:
    """The queries with the place that each must find, ``page`` or ``page#section``."""
    wanted = tomllib.loads((ROOT / "tests" / "queries" / f"{language}.toml").read_text(encoding="utf-8"))
    return [(query, place) for place, asked in wanted.items() for query in asked]


def is_among(place: str, pages: list[list[str]]) -> bool:
    name, _, section = place.partition("#")
    url = "" if name == "index" else f"{name}/"
    return any(found[0].partition("#")[0] == url and (not section or f"{url}#{section}" in found) for found in pages)


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_query_finds_its_page_among_the_first(page, address, language):
    asked = queries(language)
    assert len({query for query, _ in asked}) >= LEAST
    page.goto(home(address, language))
    page.evaluate(START)
    found = page.evaluate(
        "async queries => { const all = []; for (const one of queries) all.push(await ask(one)); return all; }",
        [query for query, _ in asked],
    )
    missed = [
        f"{query!r} should find {place}, found {[first[:3] for first in pages[:FIRST]]}"
        for (query, place), pages in zip(asked, found, strict=True)
        if not is_among(place, pages[:FIRST])
    ]
    assert missed == [], f"{len(asked) - len(missed)} of {len(asked)}\n" + "\n".join(missed)


def type_into_box(page, query: str) -> None:
    box = page.locator("input.md-search__input")
    box.fill("")
    box.press_sequentially(query)


TYPED = {
    "en": ("matrices", "matri"),
    "de": ("Schluessel", "schlüssel"),
    "sr": ("пажњу", "pažnj"),
    "sw": ("kuzingatia", "zingatia"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cells_of_tables_and_pictures_are_not_glued_together(site_dir, language):
    index = json.loads(
        (site_dir / ("" if language == "en" else language) / "search" / "search_index.json").read_text(encoding="utf-8")
    )
    texts = [
        (entry["location"], re.sub(r"<(/?)(p|li|td|th|tr|h\d|pre)\b[^>]*>", " ", entry["text"]))
        for entry in index["docs"]
    ]
    assert len(texts) > 100
    glued = [
        (location, found[0])
        for location, text in texts
        for found in re.finditer(r"(?<![\d.,])0[.,]\d{2,}[.,]\d{2}|[^\W\d_]{46,}", re.sub(r"<[^>]*>", "", text))
    ]
    assert glued == []


@pytest.mark.parametrize("language", sample(LANGUAGES, ["sr"]))
def test_what_was_found_is_marked_in_the_list_and_on_the_page(page, address, language):
    query, form = TYPED[language]
    page.goto(home(address, language))
    type_into_box(page, query)
    link = page.locator(f"a.md-search-result__link:has(mark:text-matches('{form}', 'i'))").first
    link.wait_for()
    assert page.locator("mark mark").count() == 0
    assert page.locator(".md-search-result__link del").count() == 0, "nothing of it is missing"
    page.goto(link.evaluate("link => link.href"))
    page.locator(f"mark[data-md-highlight]:text-matches('{form}', 'i')").first.wait_for()


def test_what_is_missing_and_what_is_proposed_are_words_and_not_stems(page, address):
    page.goto(home(address, "sr"))
    type_into_box(page, "težinama pinguinima")
    page.locator(".md-search-result__link del").first.wait_for(state="attached")
    assert set(page.locator(".md-search-result__link del").all_text_contents()) == {"pinguinima"}
    type_into_box(page, "pažn")
    until(page, "document.querySelector('.md-search__suggest').textContent === 'pažnja'", timeout=10_000)


def test_broken_queries_find_nothing_and_break_nothing(page, address):
    page.goto(home(address, "en"))
    page.evaluate(START)
    assert [page.evaluate("query => ask(query)", query) for query in ("", "  ", "*", "...", "qxzzq")] == [[]] * 5
    for query in (
        "nn.",
        "the",
        "what is",
        "_",
        "+softmax",
        "-softmax attention",
        '"dot product"',
        "softmax~1",
        "title:softmax",
        "n × n",
        "0,4063",
        "(",
        "a" * 500,
    ):
        page.evaluate("query => ask(query)", query)
    assert is_among("by-hand", page.evaluate("ask('+softmax')"))
