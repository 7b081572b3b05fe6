"""The residual stream, to which the parts of each layer add."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _stream as stream
from ._stream import LINE as THICKNESS
from ._stream import Column, Part, Step

LINE = 46
COLUMN = Column(LINE, 104, 150, size=14)
LAYERS = 2
STRIPE = 5.5  # between the stripes of two parts


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    parts = (("feed_forward", ""), ("attention", "weight"))  # from the top
    y = 30.0
    canvas.text(0, 0, t("top"), canvas.width, SMALL, anchor="start", style="p-soft")
    pluses: list[tuple[float, str]] = []
    for layer in range(LAYERS, 0, -1):
        top = y
        for key, role in parts:
            pluses.append((y + 9, role))
            y = stream.draw_part(canvas, COLUMN, y, Part("", "", [Step(t(key), role)])) + 6
        _bracket(canvas, 270, top + 4, y - 4, f"{t('layer')} {layer}")
        y += 10
    bottom = y + 18
    _stripes(canvas, bottom, pluses)
    canvas.symbol(LINE - 16, bottom, "x", role="embedding")
    canvas.text(LINE + 14, bottom - 12, t("bottom"), canvas.width - LINE - 14, SMALL, anchor="start", style="p-soft")
    return Picture([Panel(canvas)], _table(request), scale=1.15)


def _bracket(canvas: Canvas, x: float, top: float, bottom: float, name: str) -> None:
    canvas.path([(x, top), (x + 8, top), (x + 8, bottom), (x, bottom)], radius=6)
    max_width = canvas.width - x - 16
    y = (top + bottom) / 2 - canvas.height_of(name, max_width, SMALL) / 2
    canvas.text(x + 16, y, name, max_width, SMALL, anchor="start")


def _stripes(canvas: Canvas, bottom: float, pluses: list[tuple[float, str]]) -> None:
    """The stream, with a stripe from each plus upwards for what was added there."""
    top = 22
    stream.draw_line(canvas, LINE, bottom, top - 1)
    for index, (y, role) in enumerate(reversed(pluses)):
        x = LINE - THICKNESS - 9 - index * STRIPE
        canvas.path([(LINE - 9, y), (x, y), (x, top)], role, thickness=STRIPE - 2.2, radius=5)
    for y, _ in pluses:
        stream.draw_plus(canvas, LINE, y)


def _table(request: Request) -> Table:
    t = request.strings
    total = "x"
    rows = [[t("start"), total]]
    for layer in range(1, LAYERS + 1):
        for key, letter in (("attention", "a"), ("feed_forward", "f")):
            total += f" + {letter}{'₁₂₃'[layer - 1]}"
            rows.append([f"{t('layer')} {layer}: {t(key)}", total])
    return Table([t("after"), t("holds")], rows)
