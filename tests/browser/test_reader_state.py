"""What a reader has read and solved is remembered, shown, and moves nothing on the page."""

from __future__ import annotations

import json
import subprocess

import pytest
from browser.kept import CHAPTER, answer, keep, listen, see_sections, stop, stored, words
from browsers import executable
from samples import PHONE_BY_DAY, sample
from waiting import until, visit

from handbook import ROOT
from handbook.core import npm

NUMBER_OF_SECTIONS = "document.querySelectorAll('article h2[id]').length"
SIGNED = """() => [...document.querySelectorAll(".md-nav--primary a.is-read")].map(
  (one) => one.textContent.trim().replace(/\\s+/g, " "))"""


def test_a_page_is_read_when_its_last_section_and_half_of_all_were_seen_and_says_so_at_once(open_page, address):
    page = open_page()
    errors = listen(page)
    see_sections(page, f"{address}{CHAPTER}/", [0, 1, 2, 3, 4, 5])
    number = page.evaluate(NUMBER_OF_SECTIONS)
    assert number > 7 and stored(page).get("handbook.read /") is None, "its end is still to come"
    page.evaluate("document.querySelector('#exercises').scrollIntoView({ behavior: 'instant', block: 'center' })")
    page.wait_for_timeout(150)
    page.clock.fast_forward(2_100)
    assert json.loads(stored(page)["handbook.read /"]) == [CHAPTER]
    assert page.evaluate(SIGNED) == ["Attention by hand read"]
    assert page.locator(".kicker .read").inner_text().strip() == words()["is_read"]
    visit(page, f"{address}de/why-attention/")
    assert page.evaluate(SIGNED) == [f"Aufmerksamkeit von Hand {words('de')['is_read']}"], "languages share it"
    assert page.locator(".kicker .read").count() == 0
    assert errors == []


@pytest.mark.parametrize("kept", ["{}", '{"index": 0}', '{"index": "x", "color": {}}', "3"])
def test_a_color_scheme_that_is_none_counts_as_nothing(open_page, address, kept):
    page = open_page()
    page.add_init_script(f"localStorage.setItem('/.__palette', {json.dumps(kept)})")
    errors = listen(page)
    page.goto(f"{address}your-data/")
    page.locator("[data-md-component=palette] label:visible").click()
    until(page, "JSON.parse(localStorage.getItem('/.__palette')).color?.scheme")
    assert errors == []


@pytest.mark.parametrize("seen", sample([[-1], [0, -1]], [[0, -1]]), ids=["the end alone", "two of them"])
def test_who_jumps_to_the_end_of_a_page_has_not_read_it(open_page, address, seen):
    page = open_page()
    page.goto(f"{address}{CHAPTER}/")
    last = page.evaluate(NUMBER_OF_SECTIONS) - 1
    see_sections(page, f"{address}{CHAPTER}/", [last if index < 0 else index for index in seen])
    assert stored(page) == {}


def test_a_section_that_passes_by_is_not_seen(open_page, address):
    page = open_page()
    page.clock.install()
    visit(page, f"{address}{CHAPTER}/")
    for index in range(page.evaluate(NUMBER_OF_SECTIONS)):
        page.evaluate(f"document.querySelectorAll('article h2[id]')[{index}].scrollIntoView({{ behavior: 'instant' }})")
        page.wait_for_timeout(60)
        page.clock.fast_forward(500)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_timeout(150)
    page.clock.fast_forward(5_000)
    assert stored(page) == {}


@pytest.mark.parametrize("kind", sample(["choice", "number"], ["number"]))
def test_a_solved_question_shows_its_answer_after_a_reload_and_the_others_tell_nothing(open_page, address, kind):
    page = open_page()
    visit(page, f"{address}{CHAPTER}/")
    form = page.locator(f"form.quiz[data-quiz={kind}]").first
    head = page.locator(".kicker .reading")
    assert head.inner_text().startswith("about 35 minutes") and head.inner_text().endswith("0 of 9 solved")
    if kind == "choice":
        answer(page)
    else:
        typed = form.get_attribute("data-answer").replace(".", ",")  # in a way of one's own
        form.locator("input[type=text]").fill(typed)
        form.locator("button[type=submit]").click()
    assert form.locator("> .solved").inner_text().strip() == words()["is_solved"]
    assert head.inner_text().endswith("1 of 9 solved")
    visit(page, f"{address}sw/{CHAPTER}/")
    page.reload()
    assert form.locator("> .solved").inner_text().strip() == words("sw")["is_solved"]
    assert page.locator(".solved").count() == 1
    if kind == "choice":
        chosen = form.locator("input:checked").get_attribute("value")
        assert chosen == form.locator("[data-right=true]").get_attribute("data-choice")
    else:
        assert form.locator("input[type=text]").input_value() == typed
    assert page.locator("form.quiz .quiz-verdict").count() == 0, "nothing has moved"
    fields = "form.quiz input[type=text], form.quiz input:checked"
    filled = page.eval_on_selector_all(fields, "all => all.filter((one) => one.value).length")
    assert filled == 1, "that of the one alone"
    assert page.locator(".quiz-answers:visible").count() == 0


def test_a_wrong_answer_solves_nothing(open_page, address):
    page = open_page()
    visit(page, f"{address}{CHAPTER}/")
    answer(page, right=False)
    assert page.locator("form.quiz .quiz-verdict").count() == 1
    assert page.locator(".solved").count() == 0 and stored(page) == {}


def test_a_mark_fits_only_the_question_that_was_solved(open_page, address):
    """In a later edition of the page another question may stand in its place."""
    page = open_page()
    keep(page, solved={CHAPTER: ["quiz-1 4/4", "quiz-2 0.9999", "code 1"]})
    visit(page, f"{address}{CHAPTER}/")
    assert page.locator(".solved").count() == 0
    form = page.locator("form.quiz[data-quiz=number]").first
    answer_ = form.get_attribute("data-answer")
    form.locator("input[type=text]").fill(answer_)
    form.locator("button[type=submit]").click()
    assert page.locator(".solved").count() == 1

    def later_edition(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace(f'data-answer="{answer_}"', 'data-answer="7"'))

    page.route(f"{address}{CHAPTER}/", later_edition)
    visit(page, f"{address}{CHAPTER}/")
    assert form.get_attribute("data-answer") == "7" and page.locator(".solved").count() == 0


BOXES = """selector => [...document.querySelectorAll(selector)].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.localName, one.className.replace(/ ?is-(read|here)/, ""), left, top + scrollY, width, height].join(" ");
})"""
PLACES = (
    "article > *, .md-nav--primary :is(li, a), :is(.hero, .hero__inner, .hero__words) > *, .door, .door li, .kicker,"
    " .kicker > span:first-child, .progress, li:has(> .length)"
)
STATE = {
    "read": ["why-attention", CHAPTER, "kv-cache", "lab-heads", "attention-file"],
    "solved": {CHAPTER: ["quiz-1 2/3", "quiz-2 1/3", "quiz-3 0.4709", "quiz-4 0.0947"]},
    "stopped": stop(CHAPTER, "temperature", "Temperature"),
}


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize("name", [f"{CHAPTER}/", ""], ids=["chapter", "home"])
def test_signs_move_nothing(open_page, address, viewport, name):
    """Every block stands where it stands for somebody who was never here."""
    new, known = open_page(viewport), open_page(viewport)
    keep(known, **STATE)
    places = []
    for page in (new, known):
        visit(page, address + name)
        places.append(page.evaluate(BOXES, PLACES))
    signs = known.locator(".is-read, .solved, .hero__go-on a").count()
    assert signs > 4 and new.locator(".is-read, .solved, .hero__go-on a").count() == 0
    assert len(places[0]) > 30 and places[0] == places[1]


FIREFOX_STEPS = ROOT / "tests" / "hand" / "state.mjs"


@pytest.mark.parametrize("browser_name", sample(["firefox", "chromium"], ["chromium"]))
def test_a_hand_solves_stops_goes_on_and_erases(address, browser_name):
    plan = {"browser": browser_name, "executable": executable(browser_name), "address": address, "chapter": CHAPTER}
    done = subprocess.run([npm.node(), FIREFOX_STEPS, json.dumps(plan)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert told["faults"] == []
    assert told["solved"] == words()["is_solved"]
    assert told["goOn"].startswith("Attention by hand: ")
    assert abs(told["wentTo"] - told["stoppedAt"]) < 60, "the same block is at the top of the window"
    assert {"solved", "stopped", "colors"} <= set(told["keptBefore"])
    assert told["said"] == words()["erased_all"] and told["focus"] == "status"
    assert told["keptAfter"] == [] and told["left"] == []


def test_the_place_of_a_look_at_a_chapter_is_not_kept(open_page, address):
    page = open_page()
    keep(page, stopped=STATE["stopped"])
    before = json.dumps(STATE["stopped"])
    for name in ("kv-cache/", "glossary/#softmax", "your-data/#afterwards", ""):
        visit(page, address + name)
    page.goto("about:blank")
    visit(page, address)
    assert stored(page) == {"handbook.stopped /": before}


def test_another_site_on_this_host_knows_nothing_of_it(open_page, site_dir):
    from file_server import served

    with served(site_dir.parent) as host:
        page = open_page()
        keep(page, read=[CHAPTER])  # of the site at the root of the host
        visit(page, f"{host}{site_dir.name}/{CHAPTER}/")
        assert page.locator(".is-read").count() == 0
        answer(page)
        assert set(stored(page)) == {"handbook.read /", f"handbook.solved /{site_dir.name}/"}
        visit(page, f"{host}{site_dir.name}/your-data/")
        page.locator(".kept__all").click()
        until(page, "document.querySelector('.kept [role=status]').textContent !== ''")
        assert set(stored(page)) == {"handbook.read /"}, "it is left to the other"
