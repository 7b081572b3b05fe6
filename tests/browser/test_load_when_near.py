"""Links into a page, and scripts that wait until a part comes near."""

from __future__ import annotations

import pytest
from samples import sample
from waiting import until, visit

from handbook import ROOT
from handbook.project.checkout import Project

PROJECT = Project(ROOT)
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
CHAPTERS = ["by-hand", "seeing-attention", "lab-heads"]
TOP = """(id) => document.getElementById(id).getBoundingClientRect().top"""


@pytest.fixture(params=sample(SIZES, ["phone"]))
def tab(browser, request):
    context = browser.new_context(viewport=SIZES[request.param])
    page = context.new_page()
    yield page
    context.close()


@pytest.mark.parametrize(
    "way, name",
    sample(
        [(way, name) for way in ("address", "click") for name in CHAPTERS],
        [("address", "lab-heads"), ("click", "by-hand")],
    ),
)
def test_links_lead_to_their_headings(tab, address, name, way):
    """From the top of the page, and on to a place above."""
    page = PROJECT.page("en", name)
    headings = [block.attributes["id"] for block in page.blocks if block.kind == "heading"][2:]
    for heading in (headings[-1], headings[len(headings) // 2]):
        tab.goto("about:blank")
        tab.goto(f"{address}{name}/{f'#{heading}' if way == 'address' else ''}", wait_until="load")
        if way == "click":
            tab.evaluate("(id) => document.querySelector(`.md-nav--secondary a[href='#${id}']`).click()", heading)
        tab.wait_for_timeout(400)
        shown = tab.evaluate("innerHeight")
        at_end = tab.evaluate(
            "document.documentElement.scrollHeight - scrollY - innerHeight < 16"
        )  # or what stands below has grown a little since
        assert 0 <= tab.evaluate(TOP, heading) <= (shown if at_end else 130), heading


# -- scripts of parts that calculate


def test_scripts_of_parts_far_below_are_loaded_when_these_come_near(tab, address):
    asked = []
    tab.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    visit(tab, f"{address}seeing-attention/")
    assert not {"explorer.js", "explorer-model.js", "widgets.js"} & set(asked)
    tab.evaluate("document.querySelector('[data-widget]').scrollIntoView({ behavior: 'instant' })")
    until(tab, "document.querySelector('[data-widget]').dataset.ready === 'true'")
    assert [name for name in asked if name in ("explorer.js", "explorer-model.js", "widgets.js")] == [
        "explorer-model.js",
        "explorer.js",
    ], "each once, in order"


def test_a_link_with_numbers_starts_its_part_at_once(tab, address):
    tab.goto(f"{address}by-hand/#state=softmax.e30")
    until(tab, "document.querySelector('[data-widget=softmax]').dataset.ready === 'true'")
    until(tab, "scrollY > innerHeight")


@pytest.mark.parametrize(
    "name, script",
    sample(
        [("seeing-attention", "explorer.js"), ("by-hand", "widgets.js")],
        [("by-hand", "widgets.js")],
    ),
)
def test_who_has_gone_on_by_keyboard_is_not_left_behind_when_a_part_grows(tab, address, name, script):
    """The script comes late: the focus is below the part by then, and the part pushes it out of the window."""
    held = []
    tab.route(f"**/{script}", lambda route: held.append(route))
    visit(tab, f"{address}{name}/")
    focus = """() => {
      const part = document.querySelector("[data-widget]");
      const next = [...document.querySelectorAll("article a[href]")].find(
        (link) => part.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING && link.checkVisibility());
      next.focus();
      next.scrollIntoView({ behavior: "instant", block: "end" });
    }"""
    tab.evaluate(focus)
    for _ in range(100):
        if held:
            break
        tab.wait_for_timeout(50)
    held[0].continue_()
    until(tab, "document.querySelector('[data-widget]').dataset.settled === 'true'")
    tab.wait_for_timeout(300)
    box = "document.activeElement.getBoundingClientRect()"
    top, bottom, height = tab.evaluate(f"[{box}.top, {box}.bottom, innerHeight]")
    assert tab.evaluate("document.activeElement.matches('article a')")
    assert bottom > 0 and top < height
