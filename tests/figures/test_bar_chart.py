"""Bars: a printed table of names and numbers becomes lengths from zero, and what can't be drawn is told."""

from __future__ import annotations

import re

import pytest

from handbook.extensions.figures import draw
from handbook.figures.figure import FigureError, Request, html
from handbook.project.strings import Strings

OUTPUT = "tool  times\nhandbook  1.50\nmkdocs-static-i18n  3.00\nnbval  0.75\n"
ENGLISH = {
    "tool": "tool",
    "times": "times as long",
    "handbook": "this handbook",
    "title": "How long",
    "description": "Bars.",
}
GERMAN = {
    "tool": "Werkzeug",
    "times": "mal so lang",
    "handbook": "dieses Handbuch",
    "title": "Wie lange",
    "description": "Balken.",
}


def request(output: str, own: dict = ENGLISH, locale: str = "en_GB") -> Request:
    return Request(
        "bars",
        {"data-output": "run"},
        {"run": output},
        Strings(own, ENGLISH, "picture.run"),
        Strings.of("en", "picture"),
        "en",
        locale,
    )


def test_lengths_are_to_each_other_as_the_numbers():
    (panel,) = draw(request(OUTPUT)).panels
    lengths = [
        float(width) for width in re.findall(r'class="p-bar[^"]*"[^>]* width="([^"]*)"', "".join(panel.canvas.elements))
    ]
    assert len(lengths) == 3
    assert lengths[1] / lengths[0] == pytest.approx(2, rel=0.01)
    assert lengths[0] / lengths[2] == pytest.approx(2, rel=0.01)


def test_nothing_is_a_bar_without_length():
    markup = "".join(draw(request("tool times\nhandbook 5\nnbval 0\n")).panels[0].canvas.elements)
    assert re.findall(r'class="p-bar[^"]*"[^>]* width="([^"]*)"', markup)[1] == "0"


def test_names_are_translated_but_those_of_programs_and_numbers_are_in_the_readers_way():
    picture = draw(request(OUTPUT, GERMAN, "de_DE"))
    assert picture.table.head == ["Werkzeug", "mal so lang"]
    assert picture.table.rows == [["dieses Handbuch", "1,50"], ["mkdocs-static-i18n", "3,00"], ["nbval", "0,75"]]
    assert "dieses Handbuch" in html(picture, request(OUTPUT, GERMAN, "de_DE"), "picture-1")
    assert not picture.too_wide


def test_a_name_that_only_english_explains_is_reported():
    asked = request(OUTPUT, {key: text for key, text in GERMAN.items() if key != "handbook"})
    draw(asked)
    assert asked.strings.missing == {"handbook": True}


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("tool times\nhandbook 1\n", "two or more lines"),
        ("tool times\nour handbook 1\nnbval 2\n", "two or more lines"),
        ("tool times more\nhandbook 1\nnbval 2\n", "two columns"),
        ("tool times\nhandbook 1\nnbval many\n", "isn't a number"),
        ("tool times\nhandbook -1\nnbval 2\n", "shorter than nothing"),
        ("tool times\nhandbook inf\nnbval 2\n", "without end"),
        ("tool times\nhandbook 0\nnbval 0\n", "nothing to compare"),
    ],
)
def test_what_is_no_table_of_bars_is_told(output, why):
    with pytest.raises(FigureError, match=why):
        draw(request(output))
