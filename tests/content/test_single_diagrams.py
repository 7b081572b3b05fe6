"""What single diagrams of the book claim: that it is what the chapters say."""

from __future__ import annotations

import math
import re

import pytest
from drawn import (
    DOTS,
    DOTS_FIGURE,
    PLANE_FIGURE,
    STEPS,
    STEPS_FIGURE,
    SVG,
    UPDATES,
    place,
    render,
    svgs,
    texts,
)

from handbook import ROOT
from handbook.extensions import figures
from handbook.figures import diagrams
from handbook.markdown.parser import parse
from handbook.project.checkout import Project

byte_pairs, decoder, dogs_bark, grouped_heads, mask, rotation = (
    diagrams.module(name, ROOT) for name in ("byte-pairs", "decoder", "dogs-bark", "grouped-heads", "mask", "rotation")
)
example = decoder.example  # the sentence that several diagrams share


def test_the_merges_of_a_word_are_those_that_the_chapter_learns_in_this_order():
    page = (ROOT / "docs" / "en" / "real-models.md").read_text(encoding="utf-8")
    learned = re.search(r"merges:\n(.+?)```", page, re.DOTALL)[1].split()
    merges = ["".join(byte_pairs.merged(row)) for row in range(1, len(byte_pairs.ROWS))]
    assert [token for token in learned if token in byte_pairs.ROWS[-1][0] and len(token) > 1] == merges
    assert {"".join(row) for row in byte_pairs.ROWS} == {"Ġdogs"}


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
    chapters += ("multi-head-attention", "decoder-block", "training", "seeing-attention", "find-the-bug")
    for name in chapters:
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
