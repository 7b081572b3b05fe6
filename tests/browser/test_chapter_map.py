"""The small map beside the contents of a chapter: lit is what the section in view is about."""

from __future__ import annotations

import re

from waiting import until, visit

from handbook import ROOT
from handbook.extensions import figures
from handbook.project.checkout import Project

CONTENTS = ".md-sidebar--secondary .md-nav--secondary"


def scroll_to(page, section: str) -> None:
    """As a reader does who turns the wheel until a heading is near the top."""
    page.locator(f"#{section}").scroll_into_view_if_needed()
    for _ in range(40):
        top = page.locator(f"#{section}").bounding_box()["y"]
        if 60 < top < 300:
            return
        page.mouse.wheel(0, top - 200)
        page.wait_for_timeout(30)
    raise AssertionError(f"#{section} isn't reached")


def test_it_moves_on_with_the_reader_and_moves_nothing_else(open_page, address):
    page = open_page()
    visit(page, f"{address}by-hand/")
    lit = page.locator(".chapter-map .is-here")
    assert lit.count() == 0, "at the chapter's head all of its parts are lit, as in the large map"
    assert page.locator(".chapter-map .p-lit").count() == 3
    page.mouse.move(700, 500)
    for section, part in (("scores", "scores"), ("temperature", "softmax"), ("context", "mixture of values")):
        scroll_to(page, section)
        until(page, f"document.querySelector('.chapter-map p').textContent === '{part}'")
        assert lit.count() == 1
    assert page.locator(".chapter-map rect").first.evaluate("one => getComputedStyle(one).transitionDuration") == "0s"
    assert page.locator("article .is-here").count() == 0
    box, contents = (page.locator(one).bounding_box() for one in (".chapter-map", CONTENTS))
    assert box["y"] >= contents["y"] + contents["height"] and box["y"] + box["height"] <= 900


def test_without_room_there_is_none(open_page, address):
    page = open_page({"width": 1440, "height": 600})
    visit(page, f"{address}by-hand/")
    assert page.locator(CONTENTS).is_visible() and page.locator(".chapter-map").count() == 0


def test_each_map_names_sections_and_parts_that_are_there():
    project = Project(ROOT)
    named = 0
    for page in project.pages():
        for _, request in figures.requests(page):
            for place in request.attributes.get("data-at", "").split():
                section, _, part = place.partition(":")
                assert section in page.ids and page.ids[section].kind == "heading", (page.path, place)
                assert re.search(
                    rf'class="map-part[^"]* at-{section}[" ]', "".join(figures.draw(request).panels[0].canvas.elements)
                ), part
                named += 1
    assert named > 100
