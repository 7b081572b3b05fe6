"""The diagrams of the book, and the engine's charts beside them.

That they say what the chapters say, and can be read in each language, on a phone, in both schemes.
"""

from __future__ import annotations

import math
import re

import pytest
from drawn import ASYMMETRIC, HEAT, SVG, place, render, svgs, texts

from handbook import ROOT
from handbook.extensions import figures
from handbook.figures import contrast as figures_contrast
from handbook.figures import diagrams
from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.site import fonts as site_fonts

LANGUAGES = ("en", "de", "sr", "sw")
STYLES = ROOT / "theme" / "assets" / "stylesheets"
PHONE = 328  # the width of a page's text on a phone of 360 pixels

STEPS = """\
```{.text .output #scores}
tensor([0.7842, 1.3569, 1.2487])
```

```{.text .output #shares}
tensor([0.2291, 0.4063, 0.3646])
```

```{.text .output #context}
tensor([0.3990, 0.3854, 0.8610])
```
"""
STEPS_FIGURE = '<figure data-picture="three-steps" data-output="scores shares context"></figure>'
TRIANGLE_FIGURE = '<figure data-picture="context-triangle" data-output="context shares"></figure>'
DOTS = """\
```{.text .output #dots}
tensor([ 1.,  0., -1.])
```
"""
DOTS_FIGURE = '<figure data-picture="dot-product" data-output="dots"></figure>'
CURVE = """\
```{.text .output #losses}
step  loss  floor
   0  4.00  1.00
  50  2.00  1.00
```
"""
CURVE_FIGURE = '<figure data-picture="curve" data-output="losses" data-name="loss-curve"></figure>'
BARS = """\
```{.text .output #noticed}
tool      faults
handbook      44
sybil         18
```
"""
BARS_FIGURE = '<figure data-picture="bars" data-output="noticed" data-name="faults-noticed"></figure>'
UPDATES = """\
```{.text .output #bark-dogs}
tensor([[2., 2.],
        [2., 0.],
        [4., 2.]])
```

```{.text .output #bark-tree}
tensor([[2., 2.],
        [0., 2.],
        [2., 4.]])
```
"""
PLANE_FIGURE = '<figure data-picture="word-plane" data-output="bark-dogs bark-tree"></figure>'
decoder, dogs_bark, grouped_heads, mask, rotation = (
    diagrams.module(name, ROOT) for name in ("decoder", "dogs-bark", "grouped-heads", "mask", "rotation")
)
example = decoder.example  # the sentence that several diagrams share
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


# -- what single pictures claim


def test_the_mask_lets_a_token_see_itself_and_what_is_before_it():
    assert [[mask.is_open(query, key) for key in range(3)] for query in range(3)] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]
    html = render('<figure data-picture="mask"></figure>')
    assert html.count("<td>open</td>") == 15 and html.count("<td>blocked</td>") == 10


def test_only_dogs_fulfils_all_wishes():
    assert {token: len(met) for token, met in dogs_bark.TOKENS.items()} == {"The": 0, "dogs": 3, "bark": 0, "loudly": 0}


def test_the_map_lights_what_a_chapter_names_and_nothing_else():
    figure = '<figure data-picture="decoder-map" data-lit="norm softmax"></figure>'
    html = render(figure)
    assert html.count('class="p-lit"') == 3  # the norm stands before attention and before the feed-forward network
    (svg,) = svgs(html)
    bold = {"".join(text.itertext()) for text in texts(svg) if text.get("font-weight")}
    assert bold == {"normalization", "softmax", "Inside attention"}
    assert "Lit: normalization, softmax." in svg.find(f"{SVG}desc").text
    assert html.count("<td>yes</td>") == 2 and html.count("<td>no</td>") == 12
    assert 'class="p-lit"' not in render('<figure data-picture="decoder-map"></figure>')


def test_the_map_knows_its_parts():
    (finding,) = figures.check(parse('<figure data-picture="decoder-map" data-lit="mask sofmax"></figure>', "page.md"))
    assert finding.message == "the map has no part `sofmax`" and "softmax" in finding.hint


def test_each_chapter_opens_with_the_map_and_lights_something():
    chapters = ("why-attention", "by-hand", "queries-keys-values", "causal-attention", "first-model")
    for name in (*chapters, "multi-head-attention", "decoder-block"):
        page = Project(ROOT).page("en", name)
        (lit,) = [request.attributes for _, request in figures.requests(page) if request.name == "decoder-map"]
        assert lit["data-lit"].split(), name


def test_query_heads_share_keys_evenly():
    for count in (4, 2, 1):
        shared = grouped_heads.pairs(count)
        assert len(shared) == count
        assert [query for pair in shared for query in pair.queries] == [0, 1, 2, 3]


def test_rotation_keeps_the_angle_between_query_and_key():
    angles = []
    for key, query in rotation.POSITIONS:
        (kx, ky), (qx, qy) = rotation.rotated(rotation.KEY, key), rotation.rotated(rotation.QUERY, query)
        angles.append(math.atan2(kx * qy - ky * qx, kx * qx + ky * qy))
        assert math.hypot(kx, ky) == pytest.approx(math.hypot(*rotation.KEY))
    assert angles[0] == pytest.approx(angles[1])


def test_the_example_of_the_diagrams_is_the_example_of_the_chapters():
    """Its scores are those that the chapter's torch prints."""
    asking = example.EMBEDDINGS[example.ASKING]
    scores = [sum(a * b for a, b in zip(asking, asked)) for asked in example.EMBEDDINGS]
    assert [f"{score:.4f}" for score in scores] == ["0.7842", "1.3569", "1.2487"]
    source = (ROOT / "docs" / "en" / "by-hand.md").read_text(encoding="utf-8")
    for token, row in zip(example.TOKENS, example.EMBEDDINGS):
        assert re.search(rf"{', '.join(f'{value:.2f}' for value in row)}\].*{token}", source)


def test_the_context_vector_lies_in_the_triangle_of_its_embeddings():
    """With the chapter's weights it is their average, in the plane that is drawn, too."""
    weights = (0.2291, 0.4063, 0.3646)
    for component, printed in ((0, 0.3990), (1, 0.3854)):
        average = sum(weight * row[component] for weight, row in zip(weights, example.EMBEDDINGS))
        assert average == pytest.approx(printed, abs=1e-4)


def test_dot_products_that_are_not_those_of_the_arrows_are_refused():
    wrong = DOTS.replace("-1.", "-2.")
    found = figures.check(parse(f"# Page {{ #page }}\n\n{DOTS_FIGURE}\n\n{wrong}", "page.md", "en"))
    assert [finding.message for finding in found] == ["the output isn't [1, 0, -1], the dot products of the arrows"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{STEPS_FIGURE}\n\n{STEPS.replace(', 1.2487', '')}", "the output `scores` holds 2 numbers, not 3"),
        ('<figure data-picture="three-steps"></figure>', "this picture needs three outputs: scores, weights, context"),
    ],
)
def test_three_steps_without_their_numbers_are_found_at_their_line(text, message):
    found = figures.check(parse("# Page { #page }\n\n" + text, "page.md", "en"))
    assert [(finding.line, finding.severity, finding.message) for finding in found] == [(3, "error", message)]


def test_a_neighbor_turns_the_arrow_of_bark():
    html = render(UPDATES + "\n" + PLANE_FIGURE)
    assert re.findall(r"<td>updated bark</td><td>(\d)</td><td>(\d)</td><td>(\d+)°</td>", html) == [
        ("4", "2", "27"),
        ("2", "4", "63"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '<figure data-picture="word-plane"></figure>',
            "this picture needs two outputs: one update by dogs, one by tree",
        ),
        (
            f"{PLANE_FIGURE}\n\n{UPDATES.replace(', 2.],', '],', 1)}",
            "the output `bark-dogs` can't be drawn: rows of different lengths",
        ),
        (
            f"{PLANE_FIGURE}\n\n{UPDATES.replace('[2., 0.],', '')}",
            "the output `bark-dogs` isn't a matrix of three rows with two numbers each",
        ),
        (
            f"{PLANE_FIGURE}\n\n{UPDATES.replace('[4., 2.]', '[5., 2.]')}",
            "an arrow of the output `bark-dogs` leaves the plane",
        ),
    ],
)
def test_a_plane_without_its_numbers_is_found_at_its_line(text, message):
    found = figures.check(parse("# Page { #page }\n\n" + text, "page.md", "en"))
    assert [(finding.line, finding.severity, finding.message) for finding in found] == [(3, "error", message)]


def test_the_decoder_is_read_from_bottom_to_top_attention_first():
    (svg,) = svgs(render('<figure data-picture="decoder"></figure>'))
    way = [
        "Hello",
        "embedding matrix",
        "attention heads, causal",
        "output projection",
        "feed-forward network",
        "final layer norm",
        "softmax",
        "next token",
    ]
    heights = [place(svg, words)[1] for words in way]
    assert heights == sorted(heights, reverse=True)
    pluses = [circle for circle in svg.iter(f"{SVG}circle") if "p-box" in circle.get("class")]
    assert [float(circle.get("cx")) for circle in pluses] == [decoder.LINE, decoder.LINE]


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
