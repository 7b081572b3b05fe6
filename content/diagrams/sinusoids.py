"""Sinusoidal position vectors: each column is a position, and each pair of rows a point on a circle."""

from __future__ import annotations

import math

from handbook.figures import text_metrics
from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table
from handbook.figures.tensor_reader import Number

POSITIONS, WIDTH_OF_VECTOR, BASE = 64, 8, 10_000.0
PAIRS = WIDTH_OF_VECTOR // 2
EVERY = 16  # positions between two ticks
CELL, HEIGHT, GAP = 4, 16, 6  # of a cell, and between pairs


def draw(request: Request) -> Picture:
    t = request.strings
    rows = [[str(pair), _turn(pair, request.locale)] for pair in range(PAIRS)]
    return Picture([Panel(_panel(request))], Table([t("pair"), t("turn")], rows), scale=1.5)


def speed(pair: int) -> float:
    """Radians per token."""
    return BASE ** (-2 * pair / WIDTH_OF_VECTOR)


def component(row: int, position: int) -> float:
    """Sines in even rows, cosines in odd ones."""
    angle = position * speed(row // 2)
    return math.cos(angle) if row % 2 else math.sin(angle)


def _turn(pair: int, locale: str) -> str:
    """After how many tokens a pair has gone round once."""
    turn = math.tau / speed(pair)
    return Number(f"{turn:.1f}" if turn < 10 else f"{turn:.0f}").localized(locale)


def _panel(request: Request) -> Canvas:
    t = request.strings
    canvas = Canvas()
    left = 2 + text_metrics.width(str(PAIRS - 1), SMALL) + 8
    right = left + POSITIONS * CELL
    head = max(canvas.height_of(t(name), width, SMALL) for name, width in (("pair", 90), ("turn", 150)))
    canvas.text(0, head - canvas.height_of(t("pair"), 90, SMALL), t("pair"), 90, SMALL, anchor="start", style="p-soft")
    canvas.text(
        canvas.width, head - canvas.height_of(t("turn"), 150, SMALL), t("turn"), 150, SMALL, "end", style="p-soft"
    )
    y = head + 6
    for pair in range(PAIRS):
        for row in (2 * pair, 2 * pair + 1):
            for position in range(POSITIONS):
                box = Box(left + position * CELL, y + row % 2 * HEIGHT, CELL, HEIGHT)
                value = component(row, position)
                canvas.shade(box, "negative" if value < 0 else "positive", abs(value))
        middle = y + HEIGHT - SMALL * 0.62
        canvas.text(left - 8, middle, str(pair), size=SMALL, anchor="end")
        canvas.text(canvas.width, middle, _turn(pair, request.locale), size=SMALL, anchor="end")
        y += 2 * HEIGHT + GAP
    for position in range(0, POSITIONS, EVERY):
        x = left + (position + 0.5) * CELL
        canvas.path([(x, y - GAP + 2), (x, y + 2)])
        canvas.text(x, y + 3, str(position), size=SMALL)
    canvas.text((left + right) / 2, y + 19, t("position"), size=SMALL, style="p-soft")
    _legend(canvas, y + 24, request.locale)
    return canvas


def _legend(canvas: Canvas, y: float, locale: str) -> None:
    """The color scale with the values at its ends, flush right."""
    steps, width, height = 9, 6, 10
    low, high = (Number(number).localized(locale) for number in ("-1", "1"))
    x = canvas.width - text_metrics.width(high, SMALL) - 5 - steps * width
    canvas.text(canvas.width, y - 3, high, size=SMALL, anchor="end", style="p-soft")
    canvas.text(x - 5, y - 3, low, size=SMALL, anchor="end", style="p-soft")
    for step in range(steps):
        value = 2 * step / (steps - 1) - 1
        box = Box(x + step * width, y, width, height)
        canvas.shade(box, "negative" if value < 0 else "positive", abs(value))
    canvas.box(x, y, steps * width, height, style="p-outline", radius=2)
