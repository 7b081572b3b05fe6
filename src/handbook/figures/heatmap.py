"""Heat maps of what a page printed: rows are queries, columns are keys, each number written in its cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from handbook.figures import contrast, tensor_reader, text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number

ROW_HEIGHT = 40
WIDEST_CELL = 72
PADDING = 5  # between a number and its cell's edge
ROOM = 344  # what a phone shows without scrolling


@dataclass(frozen=True)
class Ramp:
    """How a value becomes a colour: a role, and how much of it."""

    role: str
    negative_role: str
    limit: float

    def of(self, value: float) -> tuple[str, float]:
        share = min(abs(value) / self.limit, 1) if self.limit else 0
        return (self.negative_role if value < 0 else self.role), share


@dataclass(frozen=True)
class Cell:
    """One number with all that decides how it looks."""

    text: str
    role: str
    share: float
    hatched: bool
    missing: bool = False


def draw(request: Request) -> Picture:
    numbers = _numbers(request)
    rows, columns = _names(request, numbers)
    ramp = ramp_for(numbers)
    causal = request.attributes.get("data-mask") == "causal"
    cells = [
        [cell(number, row, column, ramp, causal, request.locale) for column, number in enumerate(line)]
        for row, line in enumerate(numbers)
    ]
    canvas = grid(cells, rows, columns, request.common("queries"), request.common("keys"))
    _legend(canvas, request, ramp, cells)
    table = Table(
        [request.common("rows_and_columns"), *columns],
        [[name, *(_told(cell, request) for cell in line)] for name, line in zip(rows, cells)],
    )
    return Picture([Panel(canvas)], table, scale=1.25)


def _numbers(request: Request) -> list[list[Number]]:
    return read_output(request, request.attributes.get("data-output", ""), tensor_reader.read)


def _names(request: Request, numbers: list[list[Number]]) -> tuple[list[str], list[str]]:
    tokens = request.attributes.get("data-tokens", "")
    rows = request.attributes.get("data-rows", tokens).split()
    columns = request.attributes.get("data-columns", tokens).split()
    for names, count, axis in ((rows, len(numbers), "rows"), (columns, len(numbers[0]), "columns")):
        if len(names) != count:
            raise FigureError(
                f"the output has {count} {axis}, but {len(names)} are named: {' '.join(names) or 'none'}",
                f'name each in data-tokens="…" or data-{axis}="…", separated by spaces',
            )
    return rows, columns


def ramp_for(numbers: Sequence[Sequence[Number]]) -> Ramp:
    """Weights lie on a red ramp from 0 to 1; numbers of both signs on one from orange over nothing to blue."""
    finite = [number.value for line in numbers for number in line if math.isfinite(number.value)]
    largest = max((abs(value) for value in finite), default=1) or 1
    if any(value < 0 for value in finite):
        return Ramp("positive", "negative", largest)
    return Ramp("weight", "weight", 1 if largest <= 1 else largest)


def cell(number: Number, row: int, column: int, ramp: Ramp, causal: bool, locale: str) -> Cell:
    text = number.localized(locale)
    if math.isnan(number.value):
        return Cell(text, "", 0, False, missing=True)
    hatched = number.blocked or (causal and column > row and number.value == 0)
    if hatched or not math.isfinite(number.value):
        return Cell(text, "", 0, hatched)
    role, share = ramp.of(number.value)
    return Cell(text, role, share, False)


def _told(cell: Cell, request: Request) -> str:
    return f"{cell.text} ({request.common('masked')})" if cell.hatched else cell.text


def grid(
    cells: Sequence[Sequence[Cell]],
    rows: Sequence[str],
    columns: Sequence[str],
    row_axis: str,
    column_axis: str,
    row_height: float = ROW_HEIGHT,
) -> Canvas:
    """The cells with their names and axes. The names of narrow columns stand upright."""
    left = 26 + max(text_metrics.width(name, SIZE) for name in rows) + 8
    widest = max(text_metrics.width(cell.text, SMALL) for line in cells for cell in line) + 2 * PADDING
    cell_width = max(widest, min(WIDEST_CELL, (ROOM - left) / len(columns)))
    upright = any(text_metrics.width(name, SIZE) > cell_width - 4 for name in columns)
    top = 30 + (max(text_metrics.width(name, SIZE) for name in columns) + 6 if upright else SIZE * 1.5)
    canvas = Canvas(left + cell_width * len(columns))
    axes(canvas, left, top, cell_width * len(columns), row_height * len(rows), row_axis, column_axis)
    for number, name in enumerate(columns):
        _column_name(canvas, left + (number + 0.5) * cell_width, top, name, upright)
    for number, line in enumerate(cells):
        y = top + number * row_height
        canvas.text(left - 8, y + row_height / 2 - SIZE * 0.62, rows[number], anchor="end")
        for place, cell in enumerate(line):
            value_cell(canvas, Box(left + place * cell_width + 1, y + 1, cell_width - 2, row_height - 2), cell)
    return canvas


def value_cell(canvas: Canvas, box: Box, cell: Cell) -> None:
    """One cell: paper, colour, strokes, number."""
    canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=3)
    if cell.role:
        canvas.shade(box, cell.role, cell.share, radius=3)
    if cell.hatched:
        canvas.hatch(box)
    writing = contrast.classes(cell.role, cell.share) if cell.role else "p-missing" if cell.missing else "p-halo"
    canvas.centred(box, cell.text, SMALL, style=f"p-number {writing}", padding=0)


def _column_name(canvas: Canvas, x: float, top: float, name: str, upright: bool) -> None:
    if upright:
        with canvas.upright(x + SIZE * 0.35, top - 6):
            canvas.text(0, -SIZE * 0.95, name, anchor="start")
    else:
        canvas.text(x, top - SIZE * 1.4, name)


def axes(canvas: Canvas, left: float, top: float, width: float, height: float, row_axis: str, column_axis: str) -> None:
    """Who asks and who is asked, each with its letter in its colour."""
    letters = text_metrics.width(column_axis, SMALL)
    middle = left + width / 2
    canvas.symbol(middle - letters / 2 - 8, 16, "K", role="key")
    canvas.text(middle + 6, 3.5, column_axis, size=SMALL, style="p-soft")
    letters = text_metrics.width(row_axis, SMALL)
    centre = top + height / 2 - 10
    canvas.symbol(10, centre + letters / 2 + 20, "Q", role="query")
    with canvas.upright(14, centre):
        canvas.text(0, -SMALL * 0.95, row_axis, size=SMALL, style="p-soft")


def _legend(canvas: Canvas, request: Request, ramp: Ramp, cells: Sequence[Sequence[Cell]]) -> None:
    """What the ends of the ramp stand for, and what the strokes say."""
    y = canvas.height + 14
    steps, width, height = 9, 10, 10
    low = -ramp.limit if ramp.role == "positive" else 0
    right = canvas.width
    high_text, low_text = (_end(value, request.locale) for value in (ramp.limit, low))
    x = right - text_metrics.width(high_text, SMALL) - 6 - steps * width
    canvas.text(right, y - 3, high_text, size=SMALL, anchor="end", style="p-soft")
    canvas.text(x - 6, y - 3, low_text, size=SMALL, anchor="end", style="p-soft")
    for step in range(steps):
        role, share = ramp.of(low + (ramp.limit - low) * step / (steps - 1))
        canvas.shade(Box(x + step * width, y, width, height), role, share)
    canvas.box(x, y, steps * width, height, style="p-outline", radius=2)
    if any(cell.hatched for line in cells for cell in line):
        swatch = canvas.box(2, y - 1, 18, 12, style="p-value", radius=2)
        canvas.hatch(swatch, 2)
        canvas.text(26, y - 3, request.common("masked"), size=SMALL, anchor="start", style="p-soft")


def _end(value: float, locale: str) -> str:
    whole = value == round(value)
    return Number(f"{value:.0f}" if whole else f"{value:.4f}").localized(locale)
