"""Pictures: what is read from pages, and what is drawn.

And that it can be read in each language, on a phone, in both schemes.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from markdown import Markdown

from handbook import ROOT
from handbook.core.diagnostics import NOTICE, DiagnosticError
from handbook.extensions import figures
from handbook.figures import contrast as figures_contrast
from handbook.figures import example, tensor_reader, text_metrics
from handbook.figures.canvas import Canvas
from handbook.figures.diagrams import decoder, dogs_bark, grouped_heads, mask, rotation
from handbook.figures.heatmap import ramp_for
from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.site import fonts as site_fonts

LANGUAGES = ("en", "de", "sr", "sw")
STYLES = ROOT / "theme" / "assets" / "stylesheets"
SVG = "{http://www.w3.org/2000/svg}"
PHONE = 328  # the width of a page's text on a phone of 360 pixels

ASYMMETRIC = """\
```{.text .output #weights}
tensor([[1.0000, 0.0000, 0.0000],
        [0.2500, 0.7500, 0.0000],
        [0.1250, 0.5000, 0.3750]])
```
"""
HEAT = (
    '<figure data-picture="heat-map" data-output="weights" '
    'data-tokens="Hello shiny sun" data-name="hello-weights"></figure>'
)
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
PLAIN = sorted(set(figures.KINDS) - {"heat-map", "three-steps", "curve", "bars"})
ALL = "\n\n".join(
    [
        ASYMMETRIC,
        HEAT,
        STEPS,
        STEPS_FIGURE,
        CURVE,
        CURVE_FIGURE,
        BARS,
        BARS_FIGURE,
        *(f'<figure data-picture="{name}"></figure>' for name in PLAIN),
    ]
)


def render(text: str, language: str = "en", **options) -> str:
    return Markdown(
        extensions=["admonition", "attr_list", "pymdownx.superfences", "handbook.extensions.figures"],
        extension_configs={"handbook.extensions.figures": {"language": language, **options}},
    ).convert(text)


def svgs(html: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(part) for part in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def texts(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return list(svg.iter(f"{SVG}text"))


def place(svg: ElementTree.Element, words: str) -> tuple[float, float]:
    (found,) = [text for text in texts(svg) if "".join(text.itertext()) == words]
    return float(found.get("x")), float(found.get("y"))


def heat(matrix: str, language: str = "en", attributes: str = 'data-tokens="Hello shiny sun"') -> str:
    return render(
        f"```{{.text .output #m}}\n{matrix}\n```\n\n"
        f'<figure data-picture="heat-map" data-output="m" {attributes} data-name="hello-weights"></figure>',
        language,
    )


# -- reading printed tensors


@pytest.mark.parametrize(
    ("printed", "values"),
    [
        ("tensor([[0.1, 0.2],\n        [0.3, 0.4]])", [[0.1, 0.2], [0.3, 0.4]]),
        ("tensor([1., 0., 3.])", [[1, 0, 3]]),
        ("tensor([[1, -2]], dtype=torch.int64)", [[1, -2]]),
        ("tensor([[-0.5,   -inf]], grad_fn=<AddBackward0>)", [[-0.5, -math.inf]]),
        ("tensor([[True, False]])", [[1, 0]]),
        ("[[0.5, 0.25]]", [[0.5, 0.25]]),
        ("tensor([1.0000e-04, 2.0000e+03])", [[1e-4, 2e3]]),
        ("weights of row [2] follow\n", None),
        ("tensor([0.1])\ntensor([[0.2, 0.3]])\ntensor([0.4])", [[0.2, 0.3]]),
    ],
)
def test_a_printed_tensor_is_read(printed, values):
    rows = [[number.value for number in row] for row in tensor_reader.read(printed)]
    assert rows == (values if values is not None else [[2]])


def test_nan_is_read():
    ((number,),) = tensor_reader.read("tensor([nan])")
    assert math.isnan(number.value) and number.shown("de") == "NaN"


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("0.5", "nothing stands in brackets"),
        ("tensor([])", "empty"),
        ("tensor([[0.1, 0.2], [0.3]])", "different lengths"),
        ("tensor([[[0.1]]])", "3 axes"),
        ("tensor([[0.1, 0.2]", "not closed"),
        ("tensor([0.1, ..., 0.2])", "print it whole"),
        ("tensor([[0.1]])\ntensor([[0.2]])", "2 of them are matrices"),
        ("tensor([0.1])\ntensor([0.2])", "0 of them are matrices"),
    ],
)
def test_what_is_no_tensor_is_refused_with_the_reason(printed, reason):
    with pytest.raises(tensor_reader.TensorParseError, match=reason):
        tensor_reader.read(printed)


@pytest.mark.parametrize(
    ("printed", "locale", "text"),
    [
        ("0.3925", "en", "0.3925"),
        ("0.3925", "de", "0,3925"),
        ("-0.5000", "sr_Latn", "\u22120,5000"),
        ("-0.5000", "sw", "\u22120.5000"),
        ("1.", "de", "1"),
        ("-inf", "en", "\u2212∞"),
        ("inf", "de", "∞"),
        ("1.5e-03", "de", "1,5 · 10^\u22123"),
        ("True", "sr_Latn", "True"),
    ],
)
def test_numbers_are_shown_with_all_their_digits_in_the_languages_way(printed, locale, text):
    assert tensor_reader.Number(printed).shown(locale) == text


# -- heat maps


def test_rows_are_queries_and_columns_are_keys():
    """On a matrix that differs from its transpose.

    The row of shiny holds what shiny takes, its column what is taken from it.
    """
    (svg,) = svgs(render(f"{ASYMMETRIC}\n{HEAT}"))
    x, y = place(svg, "0.2500")
    names = {
        (float(text.get("x")), float(text.get("y"))): text.text for text in texts(svg) if text.text in example.TOKENS
    }
    rows = {round(y): name for (_, y), name in names.items() if list(names.values()).count(name) == 2}
    row = min(names, key=lambda spot: abs(spot[1] - y) + 1000 * (spot[0] > 100))
    column = min(names, key=lambda spot: abs(spot[0] - x) + 1000 * (spot[1] > 60))
    assert (names[row], names[column]) == ("shiny", "Hello"), rows
    assert place(svg, "0.1250")[1] > y, "the row of sun stands below the row of shiny"
    assert place(svg, "0.7500")[0] > x, "the column of shiny stands right of the column of Hello"
    assert place(svg, "0.7500")[1] == y


def test_the_axes_are_named_with_their_letters():
    (svg,) = svgs(render(f"{ASYMMETRIC}\n{HEAT}"))
    letters = {text.text: text.get("class") for text in texts(svg) if text.text in ("Q", "K")}
    assert "role-query" in letters["Q"] and "role-key" in letters["K"]
    assert place(svg, "Q")[0] < place(svg, "0.2500")[0], "the letter of the rows stands at the left"
    assert place(svg, "K")[1] < place(svg, "1.0000")[1], "the letter of the columns stands at the top"


def test_the_table_behind_a_heat_map_holds_the_same_digits():
    html = render(f"{ASYMMETRIC}\n{HEAT}", "de")
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', html)
    assert [name for name, _ in rows] == list(example.TOKENS)
    assert re.findall(r"<td>(.*?)</td>", rows[1][1]) == ["0,2500", "0,7500", "0,0000"]
    assert re.findall(r'<th scope="col">(.*?)</th>', html)[1:] == list(example.TOKENS)


def colours(html: str) -> list[tuple[str, float]]:
    (svg,) = svgs(html)
    cells = [rect for rect in svg.iter(f"{SVG}rect") if "p-heat" in rect.get("class", "") and rect.get("rx")]
    return [(re.search(r"role-(\w+)", rect.get("class"))[1], float(rect.get("fill-opacity"))) for rect in cells]


def test_weights_are_the_redder_the_larger_from_0_to_1():
    assert colours(heat("tensor([0.0, 0.5, 0.25])", attributes='data-tokens="a b c" data-rows="shiny"')) == [
        ("weight", 0),
        ("weight", 0.5),
        ("weight", 0.25),
    ]


def test_scores_above_1_are_measured_by_the_largest():
    assert colours(heat("tensor([2.0, 0.5])", attributes='data-columns="a b" data-rows="q"')) == [
        ("weight", 1),
        ("weight", 0.25),
    ]


def test_numbers_of_both_signs_get_blue_and_orange():
    assert colours(heat("tensor([-2.0, 1.0, 0.0])", attributes='data-columns="a b c" data-rows="q"')) == [
        ("negative", 1),
        ("positive", 0.5),
        ("positive", 0),
    ]


def test_a_ramp_without_numbers_does_not_divide_by_zero():
    assert ramp_for([[tensor_reader.Number("0")]]).of(0) == ("weight", 0)
    assert ramp_for([[tensor_reader.Number("-inf"), tensor_reader.Number("nan")]]).limit == 1


def hatched(html: str) -> int:
    (svg,) = svgs(html)
    return sum("p-hatch" in rect.get("class", "") for rect in svg.iter(f"{SVG}rect"))


def test_masked_cells_are_hatched_and_told():
    html = heat("tensor([[0.4, -inf], [0.2, 0.3]])", attributes='data-tokens="a b"')
    assert hatched(html) == 2, "one cell, and the sample that explains it"
    assert "\u2212∞ (masked)" in html


def test_a_zero_is_masked_only_above_the_diagonal_of_a_causal_map():
    matrix = "tensor([[1.0, 0.0], [0.0, 1.0]])"
    assert hatched(heat(matrix, attributes='data-tokens="a b"')) == 0
    assert hatched(heat(matrix, attributes='data-tokens="a b" data-mask="causal"')) == 2
    assert hatched(heat("tensor([[0.9, 0.1], [0.0, 1.0]])", attributes='data-tokens="a b" data-mask="causal"')) == 0, (
        "a leak isn't hidden"
    )


def test_nan_is_written_not_coloured():
    html = heat("tensor([[nan, 0.5]])", attributes='data-columns="a b" data-rows="q"')
    assert len(colours(html)) == 1 and "NaN" in html


# -- contrast of the numbers


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("role", ["weight", "positive", "negative"])
def test_each_shade_carries_a_readable_number(role, scheme):
    for step in range(1001):
        share = step / 1000
        deep = f"deep-in-{scheme}" in figures_contrast.classes(role, share)
        dark_text = deep != (scheme == "light")
        ground = figures_contrast.luminance(figures_contrast.mixed(role, scheme, share))
        contrast = (ground + 0.05) / 0.05 if dark_text else 1.05 / (ground + 0.05)
        assert contrast >= 4.5, (role, scheme, share, contrast)


def test_the_shades_are_those_of_the_stylesheet():
    tokens = (STYLES / "tokens.css").read_text(encoding="utf-8")
    light, dark = (dict(re.findall(r"--([\w-]+):\s*(#\w{6})", part)) for part in re.split(r"slate", tokens, maxsplit=1))
    for scheme, colours_there in (("light", light), ("dark", dark)):
        assert figures_contrast.PAPER[scheme] == colours_there["paper"]
        assert figures_contrast.RAMPS["weight"][scheme] == colours_there["role-score"]
        assert figures_contrast.RAMPS["positive"][scheme] == colours_there["positive"]
        assert figures_contrast.RAMPS["negative"][scheme] == colours_there["negative"]


# -- words


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one two three", 1000, ["one two three"]),
        ("one two three four", 60, ["one two", "three four"]),
        ("Feed-Forward-Netz", 90, ["Feed-", "Forward-Netz"]),
        ("Aufmerk\u00adsamkeit", 60, ["Aufmerk-", "samkeit"]),
        ("Aufmerk\u00adsamkeit", 200, ["Aufmerksamkeit"]),
        ("1.\u00a0step", 10, ["1.\u00a0step"]),
        ("unbreakable", 10, ["unbreakable"]),
    ],
)
def test_words_are_wrapped_where_they_may_break(text, room, lines):
    assert text_metrics.wrap(text, room, 14) == lines


def test_no_line_is_wider_than_its_room():
    text = "Tokens sehen einander an, jedes für sich, und addieren etwas zur Linie"
    for room in range(90, 400, 7):
        lines = text_metrics.wrap(text, room, 14)
        assert all(text_metrics.width(line, 14) <= room for line in lines)
        assert " ".join(lines) == text


def test_a_word_too_wide_for_its_place_is_remembered():
    canvas = Canvas()
    canvas.text(100, 0, "short", room=100)
    canvas.text(100, 0, "Aufmerksamkeitsgewichtsmatrix", room=60)
    canvas.text(canvas.width - 10, 0, "behind the edge", anchor="start")
    assert canvas.too_wide == ["Aufmerksamkeitsgewichtsmatrix", "behind the edge"]


# -- every picture, in every language


@pytest.fixture(scope="module", params=LANGUAGES)
def gallery(request) -> tuple[str, str]:
    return request.param, render(ALL, request.param)


def test_all_figures_are_replaced_and_named_once(gallery):
    _, html = gallery
    assert html.count('<figure class="picture"') == len(PLAIN) + 4
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


def test_query_heads_share_keys_evenly():
    for count in (4, 2, 1):
        shared = grouped_heads.pairs(count)
        assert len(shared) == count
        assert [query for pair in shared for query in pair.queries] == [0, 1, 2, 3]


def test_rotation_keeps_the_angle_between_query_and_key():
    angles = []
    for key, query in rotation.PLACES:
        (kx, ky), (qx, qy) = rotation.turned(rotation.KEY, key), rotation.turned(rotation.QUERY, query)
        angles.append(math.atan2(kx * qy - ky * qx, kx * qx + ky * qy))
        assert math.hypot(kx, ky) == pytest.approx(math.hypot(*rotation.KEY))
    assert angles[0] == pytest.approx(angles[1])


def test_the_example_of_the_pictures_is_the_example_of_the_chapters():
    scores = example.scores()[example.ASKING]
    assert [f"{score:.4f}" for score in scores] == ["0.7842", "1.3569", "1.2487"]
    source = (ROOT / "docs" / "en" / "by-hand.md").read_text(encoding="utf-8")
    for row in example.EMBEDDINGS:
        assert ", ".join(f"{value:.2f}" for value in row) in source


def test_the_decoder_is_read_from_bottom_to_top_attention_first():
    (svg,) = svgs(render('<figure data-picture="decoder"></figure>'))
    way = [
        "Hello",
        "word table",
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


# -- the check


def findings(text: str, language: str = "en", **options) -> list[tuple[int, str, str]]:
    return [
        (finding.line, finding.severity, finding.message)
        for finding in figures.check(parse(text, "page.md", language), **options)
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<figure data-picture="nothing"></figure>', "no picture is called `nothing`"),
        (HEAT, "no output with the id `weights` for this picture"),
        (
            f"{HEAT.replace('Hello shiny', 'Hello')}\n\n{ASYMMETRIC}",
            "the output has 3 rows, but 2 are named: Hello sun",
        ),
        (
            f"{HEAT}\n\n{ASYMMETRIC.replace('0.3750]', '0.3750')}",
            "the output `weights` can't be drawn: a bracket is not closed",
        ),
        (f"{STEPS_FIGURE}\n\n{STEPS.replace(', 1.2487', '')}", "the output `scores` holds 2 numbers, not 3"),
        ('<figure data-picture="three-steps"></figure>', "this picture needs three outputs: scores, weights, context"),
    ],
)
def test_what_cannot_be_drawn_is_found_at_its_line(text, message):
    assert findings("# Page { #page }\n\n" + text) == [(3, "error", message)]


def small_root(folder: Path, **sections: str) -> Path:
    for language, text in sections.items():
        path = folder / "i18n" / language / "ui.toml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return folder


COMMON = '[picture]\nas_table = "t"\nqueries = "q"\nkeys = "k"\nmasked = "m"\nrows_and_columns = "r"\n'


def test_a_missing_word_is_an_error_in_english_and_a_notice_elsewhere(tmp_path):
    root = small_root(
        tmp_path,
        en=f'{COMMON}[picture.hello-weights]\ntitle = "Weights"\n',
        de='[picture.hello-weights]\ndescription = "Gewichte"\n',
    )
    text = f"{HEAT}\n\n{ASYMMETRIC}"
    assert findings(text, root=root) == [(1, "error", "[picture.hello-weights] has no `description`")]
    german = findings(text, "de", root=root)
    assert (1, NOTICE, "[picture.hello-weights] has no `title` in i18n/de/ui.toml: the English one is shown") in german
    assert {severity for _, severity, _ in german} == {NOTICE}


def test_a_word_that_does_not_fit_is_found(tmp_path):
    words = (ROOT / "i18n" / "de" / "ui.toml").read_text(encoding="utf-8")
    spoiled = words.replace(
        'blocked = "gesperrt"', 'blocked = "Aufmerksamkeitsgewichtsmatrixzugriffssperrungsverwaltung"'
    )
    assert spoiled != words
    root = small_root(tmp_path, de=spoiled, en=(ROOT / "i18n" / "en" / "ui.toml").read_text(encoding="utf-8"))
    ((line, severity, message),) = findings('<figure data-picture="mask"></figure>', "de", root=root)
    assert (line, severity) == (1, "error") and "is too wide for its place in the picture `mask`" in message


def test_every_finding_says_what_to_do():
    assert all(finding.hint for finding in figures.check(parse(f'{HEAT}\n\n<figure data-picture="x"></figure>')))


def test_pictures_of_the_site_can_be_drawn():
    project = Project(ROOT)
    pages = [
        page for language in project.languages for name in project.names() if (page := project.find(language, name))
    ]
    assert [str(finding) for page in pages for finding in figures.check(page)] == []
    used = {request.name for page in pages for _, request in figures.requests(page)}
    assert used <= set(figures.KINDS) and len(used) >= 10


# -- in Markdown


def test_a_figure_in_a_box_or_list_stays_there():
    html = render(f'{ASYMMETRIC}\n!!! note "Look"\n\n    Before.\n\n    {HEAT}\n\n    After.\n')
    box = html[html.index('<div class="admonition') :]
    assert box.index("Before.") < box.index("<figure") < box.index("After.") < box.rindex("</div>")


def test_a_figure_in_code_or_comment_or_of_another_kind_is_left_alone():
    assert 'class="picture"' not in render(
        f"```html\n{HEAT}\n```\n\n<!--\n{HEAT}\n-->\n\n<figure><p>own</p></figure>\n"
    )


def test_a_figure_over_several_lines_is_drawn_once():
    html = render('<figure\n  data-picture="mask">\n</figure>\n\nAfter.')
    assert html.count("<figure") == 1 and "<p>After.</p>" in html


def test_what_cannot_be_drawn_fails_the_build_or_is_told_to_who_collects():
    with pytest.raises(DiagnosticError, match="no output with the id"):
        render(HEAT)
    told: list = []
    render("Text.\n\n" + HEAT, errors=told, path="docs/en/x.md")
    assert [(finding.path, finding.line) for finding in told] == [("docs/en/x.md", 3)]


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
