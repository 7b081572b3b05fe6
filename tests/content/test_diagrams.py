"""The diagrams of the book, and the engine's charts beside them.

That they say what the chapters say, and can be read in each language, on a phone, in both schemes.
"""

from __future__ import annotations

import re

import pytest
from drawn import (
    ASYMMETRIC,
    BARS,
    BARS_FIGURE,
    CURVE,
    CURVE_FIGURE,
    DOTS,
    DOTS_FIGURE,
    HEAT,
    PLANE_FIGURE,
    STEPS,
    STEPS_FIGURE,
    SVG,
    TRIANGLE_FIGURE,
    UPDATES,
    render,
    svgs,
    texts,
)

from handbook import ROOT
from handbook.extensions import figures
from handbook.figures import contrast as figures_contrast
from handbook.figures import diagrams
from handbook.markdown.parser import parse
from handbook.site import fonts as site_fonts

LANGUAGES = ("en", "de", "sr", "sw")
STYLES = ROOT / "theme" / "assets" / "stylesheets"
PHONE = 328  # the width of a page's text on a phone of 360 pixels

WITH_OUTPUTS = ("three-steps", "word-plane", "context-triangle", "dot-product")
PLAIN = [name for name in diagrams.names(ROOT) if name not in WITH_OUTPUTS]
ALL = "\n\n".join(
    [
        ASYMMETRIC,
        HEAT,
        STEPS,
        STEPS_FIGURE,
        TRIANGLE_FIGURE,
        DOTS,
        DOTS_FIGURE,
        CURVE,
        CURVE_FIGURE,
        BARS,
        BARS_FIGURE,
        UPDATES,
        PLANE_FIGURE,
        *(f'<figure data-picture="{name}"></figure>' for name in PLAIN),
    ]
)


# -- every picture, in every language


@pytest.fixture(scope="module", params=LANGUAGES)
def gallery(request) -> tuple[str, str]:
    return request.param, render(ALL, request.param)


def test_all_figures_are_replaced_and_named_once(gallery):
    _, html = gallery
    assert html.count('<figure class="picture"') == len(PLAIN) + len(WITH_OUTPUTS) + 3
    ids = re.findall(r'id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert {name for names in re.findall(r'aria-labelledby="([^"]+)"', html) for name in names.split()} <= set(ids)
    assert "style=" not in html and "<script" not in html


def test_each_picture_has_title_description_caption_and_table(gallery):
    _, html = gallery
    for figure in re.findall(r"<figure.*?</figure>", html, re.DOTALL):
        assert figure.count("<figcaption>") == figure.count("<details") == figure.count("<tbody>") == 1
        assert re.search(r'<th scope="col">', figure) and re.search(r'<th scope="row">', figure)
        cells = [len(re.findall(r"<t[hd]", row)) for row in re.findall(r"<tr>.*?</tr>", figure)]
        assert len(set(cells)) == 1, "a ragged table"
        for svg in svgs(figure):
            assert svg.get("role") == "img"
            assert all(svg.find(f"{SVG}{tag}").text.strip() for tag in ("title", "desc"))


def test_no_word_of_a_translation_is_missing_or_too_wide(gallery):
    language, _ = gallery
    assert [str(finding) for finding in figures.check(parse(ALL, "page.md", language))] == []


def test_words_can_be_read_on_a_phone(gallery):
    _, html = gallery
    for figure in re.findall(r"<figure.*?</figure>", html, re.DOTALL):
        for svg in svgs(figure):
            width = float(svg.get("viewBox").split()[2])
            scale = 1 if "picture-wide" in figure else min(1, PHONE / width)
            for text in texts(svg):
                assert float(text.get("font-size")) * scale >= 11.8, "".join(text.itertext())


def test_a_picture_says_the_same_in_each_language():
    """One drawing for all: the same shapes in the same number, whatever the words."""
    counted = {
        language: [len(list(svg.iter(f"{SVG}path"))) for svg in svgs(render(ALL, language))] for language in LANGUAGES
    }
    assert counted["de"] == counted["sr"] == counted["sw"] == counted["en"]


def test_labels_differ_between_languages():
    words = {language: re.sub(r"<[^>]*>", " ", render(ALL, language)) for language in LANGUAGES}
    assert len(set(words.values())) == len(LANGUAGES)
    assert "Kontextvektor" in words["de"] and "vektor konteksta" in words["sr"] and "vekta ya muktadha" in words["sw"]


# -- in a browser


@pytest.fixture(scope="module")
def shown(browser, tmp_path_factory):
    """All pictures of one language in the site's typeface, kept for all questions; returns a function."""
    folder = tmp_path_factory.mktemp("pictures")
    found, fonts = site_fonts.files("fonts")
    (folder / "fonts").mkdir()
    for name, make in found.items():
        (folder / name).write_bytes(make())
    fonts = fonts.replace("url(", "url(fonts/")
    styles = "".join((STYLES / name).read_text(encoding="utf-8") for name in ("tokens.css", "pictures.css"))
    page = browser.new_page(viewport={"width": 360, "height": 800})

    def open_in(language: str, scheme: str = "default"):
        file = folder / f"{language}.html"
        if not file.exists():
            file.write_text(
                f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Pictures</title>'
                f"<style>{fonts}{styles} "
                "body { margin: 16px; background: var(--paper); color: var(--ink); }</style>"
                '<body data-md-color-scheme="default">'
                f'<main class="md-typeset">{render(ALL, language)}</main></body></html>',
                encoding="utf-8",
            )
        page.goto(file.as_uri())
        page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
        page.evaluate("document.fonts.ready")
        assert page.evaluate("[...document.fonts].some(font => font.status === 'loaded')"), (
            "measured in the wrong typeface"
        )
        return page

    yield open_in
    page.close()


LAID_OUT = """() => {
  const faults = [];
  for (const svg of document.querySelectorAll('svg.picture-panel')) {
    const name = svg.closest('figure').dataset.picture;
    const frame = svg.getBoundingClientRect();
    const words = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
    for (const [text, box] of words)
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
          || box.bottom > frame.bottom + 1) faults.push(`${name}: ${text} leaves the picture`);
    words.forEach(([text, box], number) => words.slice(number + 1).forEach(([other, second]) => {
      const across = Math.min(box.right, second.right) - Math.max(box.left, second.left);
      const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
      if (across > 1 && down > 5) faults.push(`${name}: ${text} lies on ${other}`);
    }));
    for (const text of svg.querySelectorAll('text')) {
      const inside = [...svg.querySelectorAll('rect.p-box, rect.p-value')].map(rect => rect.getBoundingClientRect());
      const box = text.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      for (const rect of inside)
        if (x > rect.left && x < rect.right && y > rect.top && y < rect.bottom
            && (box.left < rect.left || box.right > rect.right))
          faults.push(`${name}: ${text.textContent} is wider than its box`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  return faults;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_leaves_its_picture_or_box_or_lies_on_another(shown, language):
    assert shown(language).evaluate(LAID_OUT) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(shown, scheme):
    page = shown("de", scheme)
    page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    run = (
        "axe.run(document.querySelector('main'), {resultTypes: ['violations']})"
        ".then(r => r.violations.map(v => [v.id, v.nodes[0].failureSummary]))"
    )
    assert page.evaluate(run) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_words_in_pictures_have_contrast(shown, scheme):
    """axe doesn't look at svg: each text's colour against the paper, numbers on shades apart (their own test)."""
    page = shown("en", scheme)
    pairs = page.evaluate(
        """() => { const paper = getComputedStyle(document.body).backgroundColor;
        return [...document.querySelectorAll('svg text:not(.on-heat)')].map(text =>
          [getComputedStyle(text).fill, paper, text.textContent]); }"""
    )
    assert pairs
    for colour, paper, text in pairs:
        assert contrast(colour, paper) >= 4.5, (text, colour, paper)


@pytest.mark.parametrize(
    ("scheme", "colours"),
    [("default", ("rgb(0, 0, 0)", "rgb(255, 255, 255)")), ("slate", ("rgb(255, 255, 255)", "rgb(0, 0, 0)"))],
)
def test_numbers_turn_with_their_shade_in_the_stylesheet_too(shown, scheme, colours):
    page = shown("en", scheme)
    fills = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('text.on-heat')]"
        ".map(text => [text.textContent, getComputedStyle(text).fill]))"
    )
    assert (fills["0.1250"], fills["1.0000"]) == colours


def contrast(first: str, second: str) -> float:
    levels = sorted(
        figures_contrast.luminance(tuple(int(part) / 255 for part in re.findall(r"\d+", colour)[:3]))
        for colour in (first, second)
    )
    return (levels[1] + 0.05) / (levels[0] + 0.05)
