"""Curves: a printed table becomes lines between axes, and what can't be drawn is told."""

from __future__ import annotations

import re

import pytest

from handbook.extensions.figures import draw
from handbook.figures import line_chart
from handbook.figures.figure import FigureError, Request, html
from handbook.project.strings import Strings

OUTPUT = "step  loss  floor\n   0  4.00  1.00\n  50  2.00  1.00\n 100  1.50  1.00\n"


def request(output: str, language: str = "en") -> Request:
    return Request(
        "curve",
        {"data-output": "run"},
        {"run": output},
        Strings.of(language, "picture.loss-curve"),
        Strings.of(language, "picture"),
        language,
        {"de": "de_DE"}.get(language, "en_GB"),
    )


def points(picture) -> list[list[tuple[float, float]]]:
    """Where each line of data goes; frames and pieces of the legend have two points."""
    paths = re.findall(r'class="p-line[^"]*"[^>]* d="M([^"]*)"', "".join(picture.panels[0].canvas.elements))
    corners = [[tuple(map(float, pair.split()[:2])) for pair in re.split("[LQ]", path)] for path in paths]
    return [line for line in corners if len(line) > 2]


def test_the_line_falls_as_the_numbers_do_and_the_level_stays():
    loss, floor = points(draw(request(OUTPUT)))
    heights = list(dict.fromkeys(y for _, y in loss))
    assert len(heights) == 3 and heights == sorted(heights), "svg counts downwards: a falling loss has growing y"
    drop = (heights[1] - heights[0]) / (heights[2] - heights[1])
    assert drop == pytest.approx((4 - 2) / (2 - 1.5), rel=0.01)
    assert len({y for _, y in floor}) == 1 and floor[0][1] > heights[-1]
    across = list(dict.fromkeys(x for x, _ in loss))
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], rel=0.01)


def test_the_table_holds_every_number_in_the_readers_way():
    picture = draw(request(OUTPUT, "de"))
    assert picture.table.rows[1] == ["50", "2,00", "1,00"]
    markup = html(picture, request(OUTPUT, "de"), "picture-1")
    assert "Trainingsschritt" in markup and "4,00" in markup
    assert not picture.too_wide


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("step loss\n0 4.00\n", "two or more lines"),
        ("step loss\n0 4.00\n50\n", "two or more lines"),
        ("step loss\n0 4.00\n50 much\n", "isn't a number"),
        ("step loss\n0 4.00\n50 nan\n", "NaN"),
        ("step loss\n50 4.00\n0 2.00\n", "doesn't grow"),
    ],
)
def test_what_is_no_curve_is_told(output, why):
    with pytest.raises(FigureError, match=why):
        draw(request(output))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 480, [0, 100, 200, 300, 400, 500]),
        (0, 3.8, [0, 1, 2, 3, 4]),
        (0, 0.3, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
        (2, 2, [2, 3]),
        (-1, 1, [-1, -0.5, 0, 0.5, 1]),
    ],
)
def test_axes_have_round_marks_around_the_numbers(low, high, expected):
    assert line_chart.ticks(low, high) == pytest.approx(expected)
