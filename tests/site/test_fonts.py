"""The cut typefaces: nothing is lost between the cuts, and what a page asks for first is what its style sheet names."""

from __future__ import annotations

import io
import re
import unicodedata
from html import unescape

import pytest
from fontTools.ttLib import TTFont
from samples import BY_DAY, PROJECT, pages, sample
from waiting import all_widgets, visit

from handbook.core import html_tokens, npm
from handbook.site import fonts as site_fonts


def letters_in(font: bytes) -> set[int]:
    return set(TTFont(io.BytesIO(font)).getBestCmap())


@pytest.mark.parametrize(
    "face", site_fonts.FACES, ids=lambda face: f"{face.family}-{face.style}-{face.weight}".replace(" ", "-")
)
def test_a_cut_holds_what_its_range_says_as_far_as_its_source_does(face):
    for script, ranges in face.ranges.items():
        wanted = set(site_fonts.code_points(ranges))
        there = set(TTFont(face.source(script)).getBestCmap()) & wanted
        cut = letters_in(site_fonts.subset_font(face.source(script), ranges))
        assert there == wanted or len(there) > 20, script
        assert there <= cut <= wanted | {0x2010, 0x2011}, script  # and what those are made of


def test_the_small_files_hold_the_letters_of_all_texts():
    """What they lack is drawn too, but by a larger file."""
    drawn = set(site_fonts.code_points(f"{site_fonts.RANGES['latin']}, {site_fonts.RANGES['cyrillic']}"))
    told = {
        letter for page in PROJECT.pages() for block in page.visible for letter in block.prose() if letter.isalpha()
    }
    assert len(told) > 60
    assert {
        letter for letter in told if ord(letter) not in drawn and not unicodedata.name(letter).startswith("GREEK")
    } == set()


@pytest.mark.parametrize("language", ["en", "de", "sr", "sw"])
def test_titles_need_the_serif_of_their_script_alone(language):
    drawn = set(
        site_fonts.code_points(
            ", ".join([site_fonts.SERIF_RANGES["latin"], site_fonts.SERBIAN if language == "sr" else "U+0020"])
        )
    )
    titles = [page.title for page in PROJECT.pages([language])]
    assert len(titles) > 15
    assert {letter for title in titles for letter in title if letter not in "*_`" and ord(letter) not in drawn} == set()


@pytest.mark.parametrize("language", sample(["", "de", "sr", "sw"], [BY_DAY]))  # whose words have most letters
def test_formulas_need_the_cuts_alone(site_dir, language):
    """The whole faces are five times as heavy. A letter that is new in formulas belongs to FORMULA_RANGE."""
    met: set[str] = set()
    for path in (site_dir / language).glob("*/index.html"):
        inside: list[tuple[str, str]] = []
        for piece in html_tokens.pieces(path.read_text(encoding="utf-8")):
            if piece.kind == html_tokens.START and not piece.closed:
                inside.append((piece.tag, piece.attributes.get("class", "")))
            elif piece.kind == html_tokens.END:
                while inside and inside.pop()[0] != piece.tag:
                    pass
            elif piece.kind == html_tokens.TEXT and any(names == "katex-html" for _, names in inside):
                met |= set(unescape(piece.raw))
    assert len(met) > 30
    assert {
        letter for letter in met if ord(letter) not in set(site_fonts.code_points(site_fonts.FORMULA_RANGE))
    } == set()


def test_a_whole_face_of_formulas_stands_before_its_cut():
    """Of two faces of one family that both have a letter, browsers take the later one."""
    rules = '@font-face{font-family:Any;src:url(fonts/KaTeX_Main-Regular.woff2) format("woff2")}'
    files, made = site_fonts.katex_fonts(rules, npm.package("katex") / "dist" / "fonts", "x")
    whole, cut = re.findall(r"url\(fonts/([^)]+)\)", made)
    assert [f"x/{whole}", f"x/{cut}"] == list(files)
    assert made.count("unicode-range") == 1 and made.index("unicode-range") > made.index(cut)
    assert letters_in(files[f"x/{cut}"]()) < letters_in(files[f"x/{whole}"].read_bytes())


@pytest.mark.parametrize("page", ["index.html", "de/by-hand/index.html", "sr-cyrl/index.html"])
def test_what_is_asked_for_first_is_what_the_style_sheet_names(site_dir, page):
    html = (site_dir / page).read_text(encoding="utf-8")
    fonts = re.findall(r'<link rel="preload" href="([^"]+)" as="font"', html)
    sheet = re.search(r'<link rel="stylesheet" href="([^"]*/site\.[^"]+)"', html)[1]
    rules = (site_dir / page).parent.joinpath(sheet).read_text(encoding="utf-8")
    scripts = ["cyrillic", "latin"] if page.startswith("sr-cyrl") else ["latin"]
    upright = [font for font in fonts if not font.endswith("-italic.woff2")]
    assert len(upright) == len(site_fonts.PRELOADED) * len(scripts)
    assert len(fonts) - len(upright) == 1, "these pages begin with words in italics"
    for font in fonts:
        assert (site_dir / page).parent.joinpath(font).is_file()
        assert f"url(../fonts/{font.rpartition('/')[2]})" in rules
        assert any(f"-{script}-" in font for script in scripts)
    assert ("cyrillic" in fonts[0]) == page.startswith("sr-cyrl")


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
    """Faces that the site doesn't serve, and texts for which the browser has taken them.

    Of the same letters in the same style, one place.
    """
    page.evaluate(MARK)
    page.evaluate("document.fonts.ready.then(() => null)")
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    nodes = tools.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]
    texts = {
        node["parentId"]: node["nodeValue"] for node in nodes if node["nodeType"] == 3 and node["nodeValue"].strip()
    }
    marked = [node["nodeId"] for node in nodes if "data-drawn" in node.get("attributes", [])]
    assert len(marked) > 50
    used = [
        (number, face)
        for number in marked
        for face in tools.send("CSS.getPlatformFontsForNode", {"nodeId": number})["fonts"]
    ]
    return [(face["familyName"], texts.get(number, "")) for number, face in used if not face["isCustomFont"]]


@pytest.fixture(scope="module")
def tab(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


LANGUAGES = [*PROJECT.languages, "sr-cyrl"]


@pages(LANGUAGES, PROJECT.names(), always=())
def test_every_sign_is_drawn_by_a_face_that_the_site_serves(tab, address, language, name):
    visit(tab, address + ("" if language == "en" else f"{language}/") + ("" if name == "index" else f"{name}/"))
    all_widgets(tab)
    assert drawn_by_the_machine(tab) == []


def test_a_sign_of_the_machine_is_told(tab, address):
    visit(tab, f"{address}by-hand/")
    tab.evaluate("document.querySelector('article p').append('\u2603')")
    ((_, text),) = drawn_by_the_machine(tab)
    assert "\u2603" in text
