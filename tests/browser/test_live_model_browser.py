"""The trained model on the home page: a hand at it in both browsers, a page from a file, and one that only stands."""

from __future__ import annotations

import json
import subprocess

import pytest
from browsers import executable
from samples import sample
from waiting import until, visit

from handbook import ROOT
from handbook.core import npm
from handbook.core.html_tokens import START, pieces

READY = "document.querySelector('[data-model]').dataset.ready === 'true'"
WORDS = "[...document.querySelectorAll('.live-word:not(.live-start) > :first-child')].map((one) => one.innerText)"
TYPED = "document.querySelector('#live-sentence').value"


@pytest.fixture(scope="module", params=sample(["chromium", "firefox"], ["chromium"]))
def told(request, address) -> dict:
    """What was shown after each step of a hand: see ``hand/live.mjs``."""
    plan = {
        "browser": request.param,
        "executable": executable(request.param),
        "url": address,
        "type": "The cats near the wall",
        "unknown": "The dogz",
    }
    done = subprocess.run(
        [npm.node(), ROOT / "tests" / "hand" / "live.mjs", json.dumps(plan)],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    answer = json.loads(done.stdout)
    assert request.param in answer["version"].lower().replace("chrome/", "chromium/")
    assert answer["faults"] == []
    return answer


@pytest.fixture
def seen(told):
    return told["seen"]


def test_the_page_shows_a_word_and_where_it_looks_before_anything_is_loaded(told, seen):
    start = seen["start"]
    assert told["early"] == [] and start["ready"] == ""
    assert start["words"] == ["The", "dogs", "near", "the", "house"]
    assert (start["query"], start["shares"]) == ("house", ["0%", "0%", "100%", "0%", "0%", "0%"])
    assert start["lines"] == 1 and "“house” looks back at “dogs”" in start["said"]
    assert start["options"][0] == "bark" and len(start["options"]) == 6


def test_the_press_that_brings_the_model_is_answered(told, seen):
    assert {"explorer-model.js", "live.js"} <= set(told["requests"])
    assert seen["appended"]["words"] == ["The", "dogs", "near", "the", "house", "bark"]
    assert seen["appended"]["typed"] == "The dogs near the house bark"
    assert seen["appended"]["query"] == seen["appended"]["pressed"] == "bark"


def test_words_that_may_come_next_are_added_one_by_one(seen):
    first, second = seen["appended"], seen["appended twice"]
    assert second["words"] == [*first["words"], first["options"][0]]
    assert second["options"] != first["options"] and second["focus"].startswith("live-option")


def test_a_word_is_chosen_by_a_press_and_looked_at_by_pointing(seen):
    assert seen["word"]["query"] == seen["word"]["pressed"] == "dogs"
    assert seen["word"]["shares"][3:] == [""] * 5, "later words are hidden from it"
    assert seen["word"]["lines"] == 2
    assert seen["pointed"]["query"] == "house" and "“house”" in seen["pointed"]["said"]
    assert seen["left"] == seen["word"]


def test_words_are_reached_by_keyboard(seen):
    keys = ["ArrowLeft", "ArrowRight", "Home", "End"]
    assert [seen[key]["focus"] for key in keys] == ["dogs", "the", "The", "again"]
    assert [seen[key]["query"] for key in keys] == ["dogs", "the", "The", "again"]
    assert "start of the text" in seen["Home"]["said"]
    assert seen["Tab"]["focus"].startswith("live-option"), "the words are one stop"
    assert seen["Enter"]["words"] == [*seen["Tab"]["words"], "."] and seen["Enter"]["typed"].endswith("again.")
    assert seen["Enter"]["options"] == ["end of the text"]
    assert seen["Enter"]["focus"].startswith("live-option"), "the focus isn't lost"


def test_sentences_are_picked_and_typed(seen):
    assert seen["example"]["typed"] == "The dog near the houses" and seen["example"]["options"][0] == "barks"
    assert seen["typed"]["words"] == ["The", "cats", "near", "the", "wall"]
    assert seen["typed"]["options"][0] == "meow"
    assert seen["back"] == {**seen["start"], **{key: seen["back"][key] for key in ("focus", "ready", "link")}}


def test_a_word_that_the_model_does_not_know_is_told_when_it_is_finished(seen):
    assert seen["half a word"]["problem"] == ""
    assert seen["unknown"]["problem"].startswith("The model doesn't know “dogz”. Did you mean: dog")
    assert seen["unknown"]["invalid"] == "true"
    assert seen["near"]["typed"] == "The dog" and seen["near"]["words"] == ["The", "dog"]
    assert seen["near"]["problem"] == "" and seen["near"]["invalid"] is None
    assert seen["empty"]["problem"] == "Type at least one word." and seen["back"]["problem"] == ""


def test_the_link_opens_the_same_sentence_and_head_in_the_explorer(seen, browser, address):
    page = browser.new_page()
    page.goto(f"{address}explorer/{seen['example']['link']}")
    until(page, "document.querySelector('[data-widget=explorer]')?.dataset.ready === 'true'")
    assert page.input_value(".explorer-typing input") == "The dog near the houses"
    assert "3: dog 0.99" in page.inner_text(".explorer-told")
    page.close()


# -- other ways to the page


def test_it_works_from_a_file(browser, site_dir):
    page = browser.new_page()
    page.goto((site_dir / "de" / "index.html").as_uri())
    page.focus(".live-query")
    until(page, READY)
    page.keyboard.press("Home")
    assert page.inner_text(".live-query > :first-child") == "Die"
    page.click(".live-option")
    assert page.evaluate(WORDS)[-1] == "bellen"
    page.close()


def test_in_the_cyrillic_edition_either_alphabet_may_be_typed(browser, address):
    page = browser.new_page()
    visit(page, f"{address}sr-cyrl/")
    assert page.evaluate(WORDS) == ["Пси", "поред", "куће"]
    page.fill("#live-sentence", "Мачке поред зида")
    until(page, READY)
    until(page, f"{WORDS}.join(' ') === 'Мачке поред зида'")
    page.fill("#live-sentence", "Psi pored zida")
    until(page, f"{WORDS}.join(' ') === 'Пси поред зида'")
    page.click(".live-option")
    assert page.evaluate(TYPED).startswith("Пси поред зида ")
    page.close()


def test_who_touches_it_again_gets_a_model_that_did_not_come(browser, address):
    page = browser.new_page()
    page.route("**/explorer-model.js", lambda route: route.abort())
    page.route("**/live.js", lambda route: route.abort())
    visit(page, address)
    page.click(".live-word >> nth=2")
    until(page, "document.querySelector('[data-model]').ariaBusy === null")
    page.unroute("**/*.js")
    page.unroute("**/explorer-model.js")
    page.unroute("**/live.js")
    page.click(".live-word >> nth=2")
    until(page, READY)
    until(page, "document.querySelector('.live-query').innerText.startsWith('dogs')")
    page.close()


SHIFTS = """() => new Promise((done) => {
  const told = (list) => done(list.getEntries().map((one) => one.value));
  new PerformanceObserver(told).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done([]), 500);
})"""
BOXES = """() => [".live-words", ".live-next", ".live-form", ".live"].map((one) =>
  JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""


@pytest.mark.parametrize("width", sample([360, 768, 1440], [360]))
def test_nothing_moves_when_the_model_comes(browser, address, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    visit(page, address)
    page.evaluate("document.querySelector('.live').scrollIntoView({ behavior: 'instant' })")
    before = page.evaluate(BOXES)
    page.focus(".live-query")
    until(page, READY)
    page.wait_for_timeout(200)
    assert page.evaluate(BOXES) == before
    assert sum(page.evaluate(SHIFTS)) < 0.02
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_without_scripts_it_stands_still(browser, address, site_dir):
    controls = [
        piece
        for piece in pieces((site_dir / "index.html").read_text(encoding="utf-8"))
        if piece.kind == START and piece.tag in ("button", "input") and "live" in str(piece.attributes)
    ]
    assert len(controls) == 5 + 6 + 3 + 2
    assert all("disabled" in piece.attributes for piece in controls)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert "“house” looks back at “dogs” with 100% of its attention." in page.inner_text(".live")
    assert not page.is_visible(".live-form")
    context.close()
