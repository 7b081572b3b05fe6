"""Curves of a table that a page printed: the first column runs along the bottom, each further one is a line.

The table's head names the columns; ui.toml says what they mean. A column that holds one number throughout is a level,
drawn dashed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from handbook.figures import text_metrics
from handbook.figures.canvas import SMALL, WIDTH, Canvas, Point
from handbook.figures.figure import Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number, TensorParseError

ROLES = ("weight", "key", "value", "query")
HEIGHT = 190  # of the field between the axes
TOP = 10
GAP = 7  # between an axis and its words
STEPS = (1, 2, 5)
MOST_MARKS = 6


def read(text: str) -> tuple[list[str], list[list[Number]]]:
    """Head and columns of the table printed in ``text``."""
    lines = [line.split() for line in text.strip().split("\n")]
    head, rows = lines[0], lines[1:]
    if len(rows) < 2 or len(head) < 2 or any(len(row) != len(head) for row in rows):
        raise TensorParseError(
            "a curve needs a line that names the columns, and below it two or more lines with a number for each"
        )
    try:
        columns = [[Number(cell) for cell in column] for column in zip(*rows)]
        finite = all(math.isfinite(number.value) for column in columns for number in column)
    except ValueError:
        raise TensorParseError("below the line that names the columns stands something that isn't a number") from None
    if not finite:
        raise TensorParseError("a curve can't go through infinity or NaN")
    if any(right.value <= left.value for left, right in zip(columns[0], columns[0][1:])):
        raise TensorParseError(f"the first column, {head[0]}, doesn't grow from line to line")
    return head, columns


def draw(request: Request) -> Picture:
    head, columns = read_output(request, request.attributes.get("data-output", ""), read)
    names = [request.strings(name) for name in head]
    (along, *heights) = [[number.value for number in column] for column in columns]
    field = _Field(along, [value for column in heights for value in column], request.locale)
    for number, column in enumerate(heights):
        role, level = ROLES[number % len(ROLES)], len(set(column)) == 1
        style = "p-line p-dashed" if level else "p-line"
        field.canvas.path([field.point(x, y) for x, y in zip(along, column)], role, style, thickness=2, radius=0)
    field.names(
        names[0],
        [
            (name, ROLES[number % len(ROLES)], len(set(column)) == 1)
            for number, (name, column) in enumerate(zip(names[1:], heights))
        ],
    )
    table = Table(names, [[number.localized(request.locale) for number in row] for row in zip(*columns)])
    return Picture([Panel(field.canvas)], table, scale=1.5)


class _Field:
    """The axes with their marks, and where a pair of numbers lies between them."""

    def __init__(self, along: Sequence[float], heights: Sequence[float], locale: str):
        self.canvas = Canvas(WIDTH)
        self.across = marks(min(along), max(along))
        self.up = marks(min(0, *heights), max(heights))
        texts = [_text(value, self.up, locale) for value in self.up]
        self.left = max(text_metrics.width(text, SMALL) for text in texts) + GAP + 2
        self.right = WIDTH - text_metrics.width(_text(self.across[-1], self.across, locale), SMALL) / 2 - 2
        self.bottom = TOP + HEIGHT
        for value, text in zip(self.up, texts):
            _, y = self.point(self.across[0], value)
            self.canvas.path([(self.left, y), (self.right, y)], style="p-outline", radius=0)
            self.canvas.text(self.left - GAP, y - SMALL * 0.62, text, size=SMALL, anchor="end", style="p-soft")
        for value in self.across:
            x, _ = self.point(value, self.up[0])
            self.canvas.path([(x, self.bottom), (x, self.bottom + 4)], style="p-outline", radius=0)
            self.canvas.text(x, self.bottom + GAP, _text(value, self.across, locale), size=SMALL, style="p-soft")

    def point(self, x: float, y: float) -> Point:
        share_x = (x - self.across[0]) / (self.across[-1] - self.across[0])
        share_y = (y - self.up[0]) / (self.up[-1] - self.up[0])
        return self.left + share_x * (self.right - self.left), self.bottom - share_y * HEIGHT

    def names(self, along: str, lines: Sequence[tuple[str, str, bool]]) -> None:
        """What runs along the bottom, and below it each line with a piece of itself."""
        y = self.canvas.text((self.left + self.right) / 2, self.bottom + 24, along, size=SMALL, style="p-soft") + 8
        for name, role, level in lines:
            self.canvas.path(
                [(self.left, y + SMALL * 0.7), (self.left + 26, y + SMALL * 0.7)],
                role,
                "p-line p-dashed" if level else "p-line",
                thickness=2,
            )
            y = self.canvas.text(self.left + 34, y, name, WIDTH - self.left - 36, SMALL, anchor="start") + 3


def marks(low: float, high: float) -> list[float]:
    """Round numbers from below ``low`` to above ``high``, at most seven."""
    rough = (high - low) / MOST_MARKS or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (*STEPS, 10) if factor * power >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _text(value: float, marks: Sequence[float], locale: str) -> str:
    places = max(0, -math.floor(math.log10(marks[1] - marks[0]) + 1e-9))
    return Number(f"{value:.{places}f}").localized(locale)
