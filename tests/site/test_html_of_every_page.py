"""What the html of every page says; what only a browser knows is in tests/browser/test_every_page.py."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest

from handbook import ROOT
from handbook.project import book
from handbook.project.checkout import Project

PROJECT = Project(ROOT)
LANG = {"en": "en", "de": "de", "sr": "sr-Latn", "sr-cyrl": "sr-Cyrl", "sw": "sw"}
ALONE = {"assets", "downloads"}  # folders with files that are no pages of the site
PLACE = re.compile(r'<(?:a|img|link|script|source|use)\b[^>]*?\s(?:href|src)="([^"]*)"[^>]*>')
MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)
# Elements of MathML that need two children, or three. Firefox complains of a formula of which half has come, which its
# tests excuse: this is for those that stay so.
CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


@pytest.fixture(scope="module")
def html(site_dir) -> dict[str, str]:
    """The text of each page by its path."""
    paths = [path.relative_to(site_dir) for path in site_dir.rglob("*.html")]
    return {
        path.as_posix(): (site_dir / path).read_text(encoding="utf-8") for path in paths if ALONE.isdisjoint(path.parts)
    }


def edition(path: str) -> str:
    first = path.partition("/")[0]
    return first if first in LANG else "en"


def test_every_page_is_there_and_says_its_language(html):
    assert {edition(path) for path in html} == set(LANG)
    assert len(html) >= len(LANG) * len(PROJECT.names())
    said = {path: re.search(r"<html[^>]* lang=\"([^\"]+)\"", text)[1] for path, text in html.items()}
    assert {path: lang for path, lang in said.items() if lang != LANG[edition(path)]} == {}


def test_every_link_and_all_that_a_page_is_made_of_is_there(html, site_dir):
    home = urlsplit(book.load().address).path
    places = {
        (path, unescape(place))
        for path, text in html.items()
        for place in PLACE.findall(text)
        if not urlsplit(place).scheme
    }
    assert len(places) > 40 * len(html)
    files: dict[str, bool] = {}
    missing = []
    for path, place in places:
        target = unquote(urlsplit(urljoin(f"{home}{path}", place)).path).removeprefix(home)
        if target not in files:
            files[target] = (site_dir / target).is_file() or (site_dir / target / "index.html").is_file()
        if not files[target]:
            missing.append(f"{path}: {place}")
    assert missing == []


def incomplete(math: str) -> list[str]:
    """The elements of a formula that lack a child, or have one too many."""
    return [
        ElementTree.tostring(one, encoding="unicode")[:200]
        for one in ElementTree.fromstring(math).iter()
        if len(one) != CHILDREN.get(one.tag.rpartition("}")[2], len(one))
    ]


def test_every_formula_is_complete_and_such_that_are_not_are_told(html):
    formulas = {formula for text in html.values() for formula in MATH.findall(text)}
    assert len(formulas) > 200
    assert [fault for formula in formulas for fault in incomplete(formula)] == []
    assert incomplete("<math><mrow><msub><mi>x</mi></msub></mrow></math>") == ["<msub><mi>x</mi></msub>"]


# -- the home page


def _at_home(html: dict[str, str], code: str) -> str:
    return html["index.html" if code == "en" else f"{code}/index.html"]


@pytest.mark.parametrize("code", LANG)
def test_the_home_page_leads_to_every_page_of_the_navigation(html, code):
    parts = re.findall(r'<section class="doors.*?</section>|<article.*?</article>', _at_home(html, code), re.DOTALL)
    linked = {unescape(place).partition("#")[0] for part in parts for place in PLACE.findall(part)}
    assert {f"{name}/" for name in PROJECT.ordered() if name != book.HOME} - linked == set()


@pytest.mark.parametrize("code", LANG)
def test_a_page_says_how_much_can_be_solved_on_it_and_so_does_the_overview(html, code):
    """Counted in the source by the build, and here in what a reader can press."""
    told, pressed = {}, {}
    folder, home = "" if code == "en" else f"{code}/", _at_home(html, code)
    for name in set(PROJECT.ordered()) - {book.HOME}:
        page = html[f"{folder}{name}/index.html"]
        pressed[name] = len(re.findall(r'<form class="quiz|<[^>]* data-check=', page))
        told[name] = sum(map(int, re.findall(r'class="reading__solved" data-tasks="(\d+)"', page)))
        at_home = re.search(rf'href="{name}/#{name}"[^>]*>(?:(?!</li>).)*?<small([^>]*)>', home, re.DOTALL)[1]
        assert (f'data-tasks="{pressed[name]}"' in at_home) is (pressed[name] > 0), name
    assert told == pressed and sum(told.values()) > 100
