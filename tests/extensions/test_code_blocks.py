"""Highlighted code in finished html."""

from __future__ import annotations

import re

import pytest

from handbook.core import html_tokens
from handbook.extensions import code_blocks

CODE = (
    '<div class="language-python highlight"><pre><span></span><code>'
    '<span class="n">x</span> <span class="o">=</span> '
    '<span class="n">f</span><span class="p">(</span><span class="mi">1</span><span class="p">)</span>\n'
    '<span class="nb">print</span><span class="p">(</span><span class="n">x</span><span class="p">)</span>\n'
    "</code></pre></div>\n"
)


def simplify(html: str) -> str:
    return html_tokens.serialize(code_blocks.simplify_code(html_tokens.pieces(html)))


def tags(html: str, name: str) -> list[html_tokens.Piece]:
    return [piece for piece in html_tokens.pieces(html) if piece.kind == html_tokens.START and piece.tag == name]


def test_words_of_code_in_its_own_color_need_no_element():
    made = simplify(CODE)
    assert html_tokens.text_content(made) == html_tokens.text_content(CODE)
    assert re.findall(r'<span class="(\w+)"', made) == ["o", "p", "mi", "p", "nb", "p", "p"]
    assert made.count("<span") == made.count("</span>")


def test_a_span_that_says_more_than_a_color_stays():
    marked = (
        '<div class="highlight"><code>'
        '<span class="hll"><span class="n">x</span></span><span class="n" id="here">y</span>'
        "</code></div>"
    )
    assert re.findall(r"<span[^>]*>", simplify(marked)) == ['<span class="hll">', '<span class="n" id="here">']


def test_code_that_begins_with_a_short_line_leaves_room_for_buttons_behind_it():
    """Letters count, not elements and entities; an output has no buttons."""
    short, long = "x" * code_blocks.BESIDE_BUTTONS, "x" * (code_blocks.BESIDE_BUTTONS + 1)
    code = '<div class="language-python {}highlight"><pre><code><span class="o">{}</span>\ny = 2{}</code></pre></div>\n'
    cases = [("", short, long), ("", long, short), ("", "&lt;" * len(short), ""), ("output ", short, "")]
    made = tags(simplify("".join(code.format(*case) for case in cases)), "div")
    marked = [code_blocks.SHORT_FIRST_CLASS in piece.attributes["class"].split() for piece in made]
    assert marked == [True, False, True, False]


def block(lines: int) -> str:
    return '<div class="language-text highlight"><pre><code>' + "x\n" * lines + "</code></pre></div>\n"


@pytest.mark.parametrize("around", ["{}", "<details>{}</details>"], ids=["alone", "in a box"])
def test_code_that_may_be_cut_at_the_end_of_a_printed_page_is_marked(around):
    made = simplify(around.format("".join(map(block, [code_blocks.ONE_PAGE, code_blocks.ONE_PAGE + 1, 1]))) + "\n" * 99)
    marked = [code_blocks.LONG_CLASS in piece.attributes["class"].split() for piece in tags(made, "div")]
    assert marked == [False, True, False]
