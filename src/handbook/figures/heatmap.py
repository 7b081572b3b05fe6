"""Heat maps of printed tensors, whose cells show their numbers.

Rows are queries and columns are keys, unless the picture's strings name its axes otherwise, as ``row_axis`` and
``column_axis``. The names of rows and columns may be keys of ui.toml, too; others are shown as the page gives them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from handbook.figures import contrast, tensor_reader, text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number

ROW_HEIGHT = 40
MAX_CELL_WIDTH = 72
PADDING = 5  # between a number and its cell's edge
PHONE_WIDTH = 344  # what fits a phone without scrolling


@dataclass(frozen=True)
class Ramp:
    """A color scale: ``role`` for values from 0 to ``limit``, ``negative_role`` for those from 0 to ``-limit``."""

    role: str
    negative_role: str
    limit: float

    def color(self, value: float) -> tuple[str, float]:
        """The role of ``value``, and its opacity from 0 to 1."""
        share = min(abs(value) / self.limit, 1) if self.limit else 0
        return (self.negative_role if value < 0 else self.role), share


@dataclass(frozen=True)
class Cell:
    """One number and its appearance: ``share`` is the opacity of ``role``, ``missing`` is true of NaN."""

    text: str
    role: str
    share: float
    hatched: bool
    missing: bool = False


def draw(request: Request) -> Picture:
    """The heat map of the output that ``data-output`` names.

    Raises:
        FigureError: where there is no such output, it isn't a matrix, or its rows and columns aren't named.
    """
    numbers = _numbers(request)
    rows, columns = _axis_names(request, numbers)
    ramp = ramp_for(numbers)
    causal = request.attributes.get("data-mask") == "causal"
    cells = [
        [cell(number, row, column, ramp, causal, request.locale) for column, number in enumerate(line)]
        for row, line in enumerate(numbers)
    ]
    canvas = grid(cells, rows, columns, _axes_of(request))
    _legend(canvas, request, ramp, cells)
    table = Table(
        [request.common("rows_and_columns"), *columns],
        [[name, *(_table_text(cell, request) for cell in line)] for name, line in zip(rows, cells)],
    )
    return Picture([Panel(canvas)], table, scale=1.25)


def _numbers(request: Request) -> list[list[Number]]:
    return read_output(request, request.attributes.get("data-output", ""), tensor_reader.read)


@dataclass(frozen=True)
class Axes:
    """What rows and columns are; ``row_letter`` and ``column_letter`` are those of formulas, if there are any."""

    rows: str
    columns: str
    row_letter: str = ""
    column_letter: str = ""


def attention_axes(queries: str, keys: str) -> Axes:
    """Queries from top to bottom, keys from left to right."""
    return Axes(queries, keys, "Q", "K")


def _axes_of(request: Request) -> Axes:
    t = request.strings
    if "row_axis" in t.english:
        return Axes(t("row_axis"), t("column_axis"))
    return attention_axes(request.common("queries"), request.common("keys"))


def _axis_names(request: Request, numbers: list[list[Number]]) -> list[list[str]]:
    tokens = request.attributes.get("data-tokens", "")
    rows = request.attributes.get("data-rows", tokens).split()
    columns = request.attributes.get("data-columns", tokens).split()
    for names, count, axis in ((rows, len(numbers), "rows"), (columns, len(numbers[0]), "columns")):
        if len(names) != count:
            raise FigureError(
                f"the output has {count} {axis}, but {len(names)} are named: {' '.join(names) or 'none'}",
                f'name each in data-tokens="…" or data-{axis}="…", separated by spaces',
            )
    t = request.strings
    return [[t(name) if name in t.english else name for name in names] for names in (rows, columns)]


def ramp_for(numbers: Sequence[Sequence[Number]]) -> Ramp:
    """Weights are red, from 0 to 1 or to the largest; where any number is negative: from orange over none to blue."""
    finite = [number.value for line in numbers for number in line if math.isfinite(number.value)]
    largest = max((abs(value) for value in finite), default=1) or 1
    if any(value < 0 for value in finite):
        return Ramp("positive", "negative", largest)
    return Ramp("weight", "weight", 1 if largest <= 1 else largest)


def cell(number: Number, row: int, column: int, ramp: Ramp, causal: bool, locale: str) -> Cell:
    """How to draw ``number``; with ``causal``, zeros above the diagonal are hatched, like -inf."""
    text = number.localized(locale)
    if math.isnan(number.value):
        return Cell(text, "", 0, False, missing=True)
    hatched = number.blocked or (causal and column > row and number.value == 0)
    if hatched or not math.isfinite(number.value):
        return Cell(text, "", 0, hatched)
    role, share = ramp.color(number.value)
    return Cell(text, role, share, False)


def _table_text(cell: Cell, request: Request) -> str:
    return f"{cell.text} ({request.common('masked')})" if cell.hatched else cell.text


def grid(
    cells: Sequence[Sequence[Cell]],
    rows: Sequence[str],
    columns: Sequence[str],
    axes: Axes,
    row_height: float = ROW_HEIGHT,
) -> Canvas:
    """Cells with the names of rows, columns and axes. The names of narrow columns are rotated."""
    left = 26 + max(text_metrics.width(name, SIZE) for name in rows) + 8
    min_width = max(text_metrics.width(cell.text, SMALL) for line in cells for cell in line) + 2 * PADDING
    cell_width = max(min_width, min(MAX_CELL_WIDTH, (PHONE_WIDTH - left) / len(columns)))
    is_rotated = any(text_metrics.width(name, SIZE) > cell_width - 4 for name in columns)
    top = 30 + (max(text_metrics.width(name, SIZE) for name in columns) + 6 if is_rotated else SIZE * 1.5)
    canvas = Canvas(left + cell_width * len(columns))
    draw_axes(canvas, Box(left, top, cell_width * len(columns), row_height * len(rows)), axes)
    for column, name in enumerate(columns):
        _column_name(canvas, left + (column + 0.5) * cell_width, top, name, is_rotated)
    for row, cells_of_row in enumerate(cells):
        y = top + row * row_height
        canvas.text(left - 8, y + row_height / 2 - SIZE * 0.62, rows[row], anchor="end")
        for column, cell in enumerate(cells_of_row):
            value_cell(canvas, Box(left + column * cell_width + 1, y + 1, cell_width - 2, row_height - 2), cell)
    return canvas


def value_cell(canvas: Canvas, box: Box, cell: Cell) -> None:
    """One cell: paper, color, hatching, number."""
    canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=3)
    if cell.role:
        canvas.shade(box, cell.role, cell.share, radius=3)
    if cell.hatched:
        canvas.hatch(box)
    text_classes = contrast.classes(cell.role, cell.share) if cell.role else "p-missing" if cell.missing else "p-halo"
    canvas.centered(box, cell.text, SMALL, style=f"p-number {text_classes}", padding=0)


def _column_name(canvas: Canvas, x: float, top: float, name: str, is_rotated: bool) -> None:
    if is_rotated:
        with canvas.rotated(x + SIZE * 0.35, top - 6):
            canvas.text(0, -SIZE * 0.95, name, anchor="start")
    else:
        canvas.text(x, top - SIZE * 1.4, name)


def draw_axes(canvas: Canvas, cells: Box, axes: Axes) -> None:
    """The names of both axes beside ``cells``, each with its letter if it has one."""
    center, middle = cells.center, cells.middle
    if axes.column_letter:
        center += 6
        canvas.symbol(center - text_metrics.width(axes.columns, SMALL) / 2 - 14, 16, axes.column_letter, role="key")
    canvas.text(center, 3.5, axes.columns, size=SMALL, style="p-soft")
    if axes.row_letter:
        middle -= 10
        canvas.symbol(10, middle + text_metrics.width(axes.rows, SMALL) / 2 + 20, axes.row_letter, role="query")
    with canvas.rotated(14, middle):
        canvas.text(0, -SMALL * 0.95, axes.rows, size=SMALL, style="p-soft")


def _legend(canvas: Canvas, request: Request, ramp: Ramp, cells: Sequence[Sequence[Cell]]) -> None:
    """The color scale with the values at its ends, and a sample of hatching if there is any."""
    y = canvas.height + 14
    steps, width, height = 9, 10, 10
    low = -ramp.limit if ramp.role == "positive" else 0
    right = canvas.width
    high_text, low_text = (_format_limit(value, request.locale) for value in (ramp.limit, low))
    x = right - text_metrics.width(high_text, SMALL) - 6 - steps * width
    canvas.text(right, y - 3, high_text, size=SMALL, anchor="end", style="p-soft")
    canvas.text(x - 6, y - 3, low_text, size=SMALL, anchor="end", style="p-soft")
    for step in range(steps):
        role, share = ramp.color(low + (ramp.limit - low) * step / (steps - 1))
        canvas.shade(Box(x + step * width, y, width, height), role, share)
    canvas.box(x, y, steps * width, height, style="p-outline", radius=2)
    if any(cell.hatched for line in cells for cell in line):
        swatch = canvas.box(2, y - 1, 18, 12, style="p-value", radius=2)
        canvas.hatch(swatch, 2)
        canvas.text(26, y - 3, request.common("masked"), size=SMALL, anchor="start", style="p-soft")


def _format_limit(value: float, locale: str) -> str:
    return Number(f"{value:.4f}".rstrip("0").rstrip(".")).localized(locale)
