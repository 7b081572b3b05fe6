"""Pictures: what is read from pages, and what is drawn."""

from __future__ import annotations

import math
import re
import shutil
from pathlib import Path

import pytest
from drawn import ASYMMETRIC, HEAT, SVG, place, render, svgs, texts

from handbook import ROOT
from handbook.core.diagnostics import NOTICE, DiagnosticError
from handbook.extensions import figures
from handbook.figures import contrast as figures_contrast
from handbook.figures import diagrams, tensor_reader, text_metrics
from handbook.figures.canvas import Canvas
from handbook.figures.heatmap import ramp_for
from handbook.markdown.parser import parse

STYLES = ROOT / "theme" / "assets" / "stylesheets"
TOKENS = ["Hello", "shiny", "sun"]


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
    assert math.isnan(number.value) and number.localized("de") == "NaN"


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
    assert tensor_reader.Number(printed).localized(locale) == text


# -- heat maps


def test_rows_are_queries_and_columns_are_keys():
    """On a matrix that differs from its transpose.

    The row of shiny holds what shiny takes, its column what is taken from it.
    """
    (svg,) = svgs(render(f"{ASYMMETRIC}\n{HEAT}"))
    x, y = place(svg, "0.2500")
    names = {(float(text.get("x")), float(text.get("y"))): text.text for text in texts(svg) if text.text in TOKENS}
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
    assert [name for name, _ in rows] == TOKENS
    assert re.findall(r"<td>(.*?)</td>", rows[1][1]) == ["0,2500", "0,7500", "0,0000"]
    assert re.findall(r'<th scope="col">(.*?)</th>', html)[1:] == TOKENS


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
    assert ramp_for([[tensor_reader.Number("0")]]).color(0) == ("weight", 0)
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
    canvas.text(100, 0, "short", max_width=100)
    canvas.text(100, 0, "Aufmerksamkeitsgewichtsmatrix", max_width=60)
    canvas.text(canvas.width - 10, 0, "behind the edge", anchor="start")
    assert canvas.too_wide == ["Aufmerksamkeitsgewichtsmatrix", "behind the edge"]


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


TAKEN = 'take = "{title}"\nlink = "l"\nsvg = "s"\npng = "p"\n'
COMMON = f'[picture]\n{TAKEN}as_table = "t"\nqueries = "q"\nkeys = "k"\nmasked = "m"\nrows_and_columns = "r"\n'


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


def test_english_words_of_a_figure_are_marked_as_english(tmp_path):
    words = '[picture.hello-weights]\ntitle = "Which?"\ndescription = "Weights"\n'
    root = small_root(tmp_path, en=COMMON + words, de='[picture.hello-weights]\ndescription = "Gewichte"\n')
    ((_, request),) = figures.requests(parse(f"{HEAT}\n\n{ASYMMETRIC}", "docs/de/t.md", "de"), root)
    html = figures.html(figures.draw(request), request, "p")
    assert '<figcaption><span lang="en" dir="ltr">Which?</span></figcaption>' in html and "<p>Gewichte</p>" in html
    assert '<summary data-search-exclude=""><span lang="en" dir="ltr">t</span></summary>' in html


def test_a_word_that_does_not_fit_is_found(tmp_path):
    words = (ROOT / "i18n" / "de" / "ui.toml").read_text(encoding="utf-8")
    spoiled = words.replace(
        'blocked = "gesperrt"', 'blocked = "Aufmerksamkeitsgewichtsmatrixzugriffssperrungsverwaltung"'
    )
    assert spoiled != words
    root = small_root(tmp_path, de=spoiled, en=(ROOT / "i18n" / "en" / "ui.toml").read_text(encoding="utf-8"))
    shutil.copytree(ROOT / diagrams.FOLDER, root / diagrams.FOLDER)
    ((line, severity, message),) = findings('<figure data-picture="mask"></figure>', "de", root=root)
    assert (line, severity) == (1, "error") and "is too wide for its place in the picture `mask`" in message


def test_every_finding_says_what_to_do():
    assert all(finding.hint for finding in figures.check(parse(f'{HEAT}\n\n<figure data-picture="x"></figure>')))


# -- in Markdown


def test_a_figure_in_a_box_or_list_stays_there():
    html = render(f'{ASYMMETRIC}\n!!! note "Look"\n\n    Before.\n\n    {HEAT}\n\n    After.\n')
    box = html[html.index('<div class="admonition') :]
    assert box.index("Before.") < box.index("<figure") < box.index("After.") < box.rindex("</div>")


def test_the_buttons_below_a_figure_are_named_by_it_and_not_searched():
    html = render(f"{ASYMMETRIC}\n{HEAT}", "de")
    (foot,) = re.findall(r'<div class="picture-foot"><details.*?</details>(.*?)</div></figure>', html, re.DOTALL)
    opening, *buttons = re.split(r"(?=<button)", foot)
    title = re.search(r"<figcaption>(.*?)</figcaption>", html)[1]
    assert f'role="group" aria-label="Bild teilen oder speichern: {title}" data-search-exclude=""' in opening
    assert [re.fullmatch(r'<button type="button" data-share="(\w+)">(\w+)</button>(?:</div>)?', one).groups()
            for one in buttons] == [("link", "Link"), ("svg", "SVG"), ("png", "PNG")]  # fmt: skip


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
