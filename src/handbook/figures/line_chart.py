"""Line charts of a printed table: the first column holds the x values, each further one is a line.

The head of the table holds keys of ui.toml. A column of equal numbers, such as a baseline, is drawn dashed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from handbook.figures import text_metrics
from handbook.figures.canvas import SMALL, WIDTH, Canvas, Point
from handbook.figures.figure import Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number, TensorParseError

ROLES = ("weight", "key", "value", "query")
HEIGHT = 190  # of the plot area
TOP = 10
GAP = 7  # between an axis and its labels
STEPS = (1, 2, 5)  # between ticks, times a power of ten
MAX_INTERVALS = 6  # between ticks


def read(text: str) -> tuple[list[str], list[list[Number]]]:
    """Head and columns of the table printed in ``text``.

    Raises:
        TensorParseError: where it isn't such a table, or a line can't be drawn.
    """
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
    """The chart of the output that ``data-output`` names.

    Raises:
        FigureError: where there is no such output, or it isn't a table of numbers whose first column grows.
    """
    head, columns = read_output(request, request.attributes.get("data-output", ""), read)
    names = [request.strings(name) for name in head]
    (x_values, *series) = [[number.value for number in column] for column in columns]
    area = _PlotArea(x_values, [value for y_values in series for value in y_values], request.locale)
    legend = []
    for index, (name, y_values) in enumerate(zip(names[1:], series)):
        role = ROLES[index % len(ROLES)]
        style = "p-line p-dashed" if len(set(y_values)) == 1 else "p-line"
        area.canvas.path([area.point(x, y) for x, y in zip(x_values, y_values)], role, style, thickness=2, radius=0)
        legend.append((name, role, style))
    area.add_legend(names[0], legend)
    table = Table(names, [[number.localized(request.locale) for number in row] for row in zip(*columns)])
    return Picture([Panel(area.canvas)], table, scale=1.5)


class _PlotArea:
    """The axes with their tick labels, and the conversion of values to coordinates."""

    def __init__(self, x_values: Sequence[float], y_values: Sequence[float], locale: str):
        self.canvas = Canvas(WIDTH)
        self.x_ticks = ticks(min(x_values), max(x_values))
        self.y_ticks = ticks(min(0, *y_values), max(y_values))
        x_labels = [_format_tick(value, self.x_ticks, locale) for value in self.x_ticks]
        y_labels = [_format_tick(value, self.y_ticks, locale) for value in self.y_ticks]
        self.left = max(text_metrics.width(label, SMALL) for label in y_labels) + GAP + 2
        self.right = WIDTH - text_metrics.width(x_labels[-1], SMALL) / 2 - 2
        self.bottom = TOP + HEIGHT
        for value, label in zip(self.y_ticks, y_labels):
            _, y = self.point(self.x_ticks[0], value)
            self.canvas.path([(self.left, y), (self.right, y)], style="p-outline", radius=0)
            self.canvas.text(self.left - GAP, y - SMALL * 0.62, label, size=SMALL, anchor="end", style="p-soft")
        for value, label in zip(self.x_ticks, x_labels):
            x, _ = self.point(value, self.y_ticks[0])
            self.canvas.path([(x, self.bottom), (x, self.bottom + 4)], style="p-outline", radius=0)
            self.canvas.text(x, self.bottom + GAP, label, size=SMALL, style="p-soft")

    def point(self, x: float, y: float) -> Point:
        """The coordinates of a pair of values."""
        share_x = (x - self.x_ticks[0]) / (self.x_ticks[-1] - self.x_ticks[0])
        share_y = (y - self.y_ticks[0]) / (self.y_ticks[-1] - self.y_ticks[0])
        return self.left + share_x * (self.right - self.left), self.bottom - share_y * HEIGHT

    def add_legend(self, x_name: str, lines: Sequence[tuple[str, str, str]]) -> None:
        """Draw the name of the x axis, and below it name, role and style of each line with a sample."""
        y = self.canvas.text((self.left + self.right) / 2, self.bottom + 24, x_name, size=SMALL, style="p-soft") + 8
        for name, role, style in lines:
            sample = [(self.left, y + SMALL * 0.7), (self.left + 26, y + SMALL * 0.7)]
            self.canvas.path(sample, role, style, thickness=2)
            y = self.canvas.text(self.left + 34, y, name, WIDTH - self.left - 36, SMALL, anchor="start") + 3


def ticks(low: float, high: float) -> list[float]:
    """Equidistant round numbers that include ``low`` and ``high`` in their range, about seven at most."""
    min_step = (high - low) / MAX_INTERVALS or 1.0
    power = 10.0 ** math.floor(math.log10(min_step))
    step = next(factor * power for factor in (*STEPS, 10) if factor * power >= min_step * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _format_tick(value: float, ticks: Sequence[float], locale: str) -> str:
    decimals = max(0, -math.floor(math.log10(ticks[1] - ticks[0]) + 1e-9))
    return Number(f"{value:.{decimals}f}").localized(locale)
