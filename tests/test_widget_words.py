"""What a widget says comes with its script, not with the page: nothing of it is lost on the way, in any edition."""

from __future__ import annotations

import json
import re

import pytest

from handbook import markup, widgets

SCRIPT = re.compile(r"Object\.entries\((\{.*\})\)\)document")
PAGES = ["by-hand", "queries-keys-values", "seeing-attention"]
EDITIONS = ["", "de", "sr", "sr-cyrl", "sw"]


def carried(script: str) -> dict[str, dict[str, str]]:
    return json.loads(SCRIPT.search(script)[1])


def elements(html: str) -> list[dict[str, str]]:
    return [piece.attributes for piece in markup.pieces(html) if piece.kind == markup.START and widgets.ATTRIBUTE in piece.attributes]


@pytest.mark.parametrize("language", ["en", "sr"])
def test_the_words_are_those_that_the_widgets_came_with(language):
    html = "<p>before</p>" + "".join(widgets.html(name, language) for name in ("softmax", "by-hand")) + "<p>after</p>"
    without, script = widgets.words_apart(html)
    assert carried(script) == {one["id"]: json.loads(one[widgets.WORDS]) for one in elements(html)}
    assert len(carried(script)) == 2
    for whole, left in zip(elements(html), elements(without), strict=True):
        assert left == {name: value for name, value in whole.items() if name != widgets.WORDS}


def test_a_page_without_widgets_stays_as_it_is():
    html = "<p data-wordsmith='x'>text</p>"
    assert widgets.words_apart(html) == (html, "")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PAGES)
def test_each_widget_of_the_site_finds_its_words_beside_its_page(site_dir, edition, name):
    page = site_dir / edition / name / "index.html"
    html = page.read_text(encoding="utf-8")
    found = elements(html)
    words = carried(page.with_name("words.js").read_text(encoding="utf-8"))
    assert found and words.keys() == {one["id"] for one in found}
    assert not any(widgets.WORDS in one for one in found)
    scripts = [piece.attributes.get("src", "") for piece in markup.pieces(html) if piece.kind == markup.START and "data-near" in piece.attributes]
    assert scripts[0] == "words.js" and len(scripts) > 1
    letters = "".join(words[found[0]["id"]].values())
    assert bool(re.search("[а-шђјљњћџ]", letters)) == (edition == "sr-cyrl")


def test_a_page_of_the_site_without_widgets_has_no_such_file(site_dir):
    assert not (site_dir / "glossary" / "words.js").exists()
    assert "words.js" not in (site_dir / "glossary" / "index.html").read_text(encoding="utf-8")
