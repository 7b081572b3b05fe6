"""The cut typefaces: nothing is lost between the cuts, and what a page asks for first is what its style sheet names."""

from __future__ import annotations

import io
import re
import unicodedata
from html import unescape
from itertools import combinations

import pytest
from fontTools.ttLib import TTFont

from handbook import ROOT, markup, maths, typefaces
from handbook.pages import Handbook
from samples import pages
from waiting import all_widgets, visit

LANGUAGE_FOLDERS = [ROOT / "docs", ROOT / "i18n"]
SETS = {name: set(typefaces._letters(ranges)) for name, ranges in typefaces.RANGES.items()}


@pytest.mark.parametrize("cut", typefaces.CUTS, ids=lambda cut: f"{cut.package}-{cut.style}-{cut.weight}")
def test_each_letter_is_in_one_file_of_a_face(cut):
    sets = [set(typefaces._letters(ranges)) for ranges in cut.ranges().values()]
    assert all(not one & other for one, other in combinations(sets, 2))
    assert set.union(*sets) == set.union(*SETS.values(), set() if cut.only_words else set(typefaces._letters(typefaces.SIGNS)))


@pytest.mark.parametrize("language", ["en", "de", "sw"])
def test_headings_need_one_file(language):
    drawn = set(typefaces._letters(typefaces.WORDS))
    headings = [block for page in Handbook(ROOT).pages([language]) for block in page.visible if block.kind == "heading"]
    assert len(headings) > 100
    assert {letter for block in headings for letter in block.prose() if letter not in "*_" and letter.strip() and ord(letter) not in drawn} == set()


def test_every_letter_of_the_texts_is_in_a_cut():
    files = [path for folder in LANGUAGE_FOLDERS for kind in ("*.md", "*.toml") for path in folder.rglob(kind)]
    letters = {letter for path in files for letter in path.read_text(encoding="utf-8") if letter.isalpha()}
    latin_or_cyrillic = {letter for letter in letters if unicodedata.name(letter).startswith(("LATIN", "CYRILLIC"))}
    assert len(latin_or_cyrillic) > 70
    assert {letter for letter in latin_or_cyrillic if not any(ord(letter) in one for one in SETS.values())} == set()


@pytest.mark.parametrize("name", ["KaTeX_Main-Regular", "KaTeX_Math-Italic", "KaTeX_AMS-Regular", "KaTeX_Size2-Regular"])
def test_both_parts_of_a_formula_face_hold_all_its_signs(name):
    folder = maths.package("katex") / "dist"
    rules = f'@font-face{{font-family:Any;src:url(fonts/{name}.woff2) format("woff2")}}'
    parts, made = typefaces.formulas(rules, folder / "fonts", "x")
    signs = [set(TTFont(io.BytesIO(make())).getBestCmap()) for make in parts.values()]
    ranges = [set(typefaces._letters(one)) for one in re.findall(r"unicode-range:([^}]*)", made)]
    assert len(ranges) == 2 and not ranges[0] & ranges[1]
    everything = set(TTFont(folder / "fonts" / f"{name}.woff2").getBestCmap())
    assert set.union(*(part & declared for part, declared in zip(signs, ranges))) == everything, "each sign where its range says"


@pytest.mark.parametrize("language", ["", "de", "sr", "sw"])
def test_the_formulas_need_the_first_part_of_each_face(site_dir, language):
    """The second is four times as heavy. A letter that is new in formulas belongs to ITALIC or UPRIGHT."""
    met: dict[bool, set[str]] = {True: set(), False: set()}  # by whether it is in italics
    for path in (site_dir / language).glob("*/index.html"):
        inside: list[tuple[str, str]] = []
        for piece in markup.pieces(path.read_text(encoding="utf-8")):
            if piece.kind == markup.START and not piece.closed:
                inside.append((piece.tag, piece.attributes.get("class", "")))
            elif piece.kind == markup.END:
                while inside and inside.pop()[0] != piece.tag:
                    pass
            elif piece.kind == markup.TEXT and any(tag == "katex-html" for tag, _ in inside):
                met[any("mathnormal" in names for _, names in inside)] |= set(unescape(piece.raw))
    assert min(map(len, met.values())) > 15
    assert {letter for letter in met[True] if ord(letter) not in set(typefaces._letters(typefaces.ITALIC))} == set()
    assert {letter for letter in met[False] if ord(letter) not in set(typefaces._letters(typefaces.UPRIGHT))} == set()


@pytest.mark.parametrize("page", ["index.html", "de/by-hand/index.html", "sr-cyrl/index.html"])
def test_what_is_asked_for_first_is_what_the_style_sheet_names(site_dir, page):
    html = (site_dir / page).read_text(encoding="utf-8")
    fonts = re.findall(r'<link rel="preload" href="([^"]+)" as="font"', html)
    sheet = re.search(r'<link rel="stylesheet" href="([^"]*/site\.[^"]+)"', html)[1]
    rules = (site_dir / page).parent.joinpath(sheet).read_text(encoding="utf-8")
    assert len(fonts) == len(typefaces.FIRST)
    for font in fonts:
        assert (site_dir / page).parent.joinpath(font).is_file()
        assert f"url(../fonts/{font.rpartition('/')[2]})" in rules
        assert ("cyrillic" in font) == page.startswith("sr-cyrl")


# -- in a browser: nothing is left to the machine's own fonts

MARK = """() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  const seen = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element.closest("script, style, noscript, math") || !element.checkVisibility()) continue;
    const { fontFamily, fontStyle, fontWeight, fontVariant } = getComputedStyle(element);
    const known = (seen[[fontFamily, fontStyle, fontWeight, fontVariant]] ??= new Set());
    const fresh = [...walker.currentNode.data].filter((sign) => sign.trim() && !known.has(sign));
    if (fresh.length) element.setAttribute("data-drawn", "");
    for (const sign of fresh) known.add(sign);
  }
}"""


def drawn_by_the_machine(page) -> list[tuple[str, str]]:
    """Faces that the site doesn't serve, and texts for which the browser has taken them. Of the same letters in the same style, one place."""
    page.evaluate(MARK)
    page.evaluate("document.fonts.ready.then(() => null)")
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    nodes = tools.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]
    texts = {node["parentId"]: node["nodeValue"] for node in nodes if node["nodeType"] == 3 and node["nodeValue"].strip()}
    marked = [node["nodeId"] for node in nodes if "data-drawn" in node.get("attributes", [])]
    assert len(marked) > 50
    used = [(number, face) for number in marked for face in tools.send("CSS.getPlatformFontsForNode", {"nodeId": number})["fonts"]]
    return [(face["familyName"], texts.get(number, "")) for number, face in used if not face["isCustomFont"]]


@pytest.fixture(scope="module")
def tab(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


LANGUAGES = [*Handbook(ROOT).languages, "sr-cyrl"]


@pages(LANGUAGES, Handbook(ROOT).names(), always=())
def test_every_sign_is_drawn_by_a_face_that_the_site_serves(tab, address, language, name):
    visit(tab, address + ("" if language == "en" else f"{language}/") + ("" if name == "index" else f"{name}/"))
    all_widgets(tab)
    assert drawn_by_the_machine(tab) == []


def test_a_sign_of_the_machine_is_told(tab, address):
    visit(tab, f"{address}by-hand/")
    tab.evaluate("document.querySelector('article p').append('\u2603')")
    ((_, text),) = drawn_by_the_machine(tab)
    assert "\u2603" in text
