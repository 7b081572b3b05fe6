"""Bars of a table that a page printed: in each line a name and a number, the head naming both columns.

Names are keys of ui.toml; one that English doesn't explain is a name of its own, such as a program's, and stands as
printed. The first line is what the page is about and bears the color.
"""

from __future__ import annotations

import math

from handbook.figures.canvas import SMALL, WIDTH, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number, TensorParseError
from handbook.figures.text_metrics import width

HEIGHT = 12  # of a bar
GAP = 12  # between a bar and the next name
BESIDE = 7  # between a bar and its number
OURS, OTHERS = "key", "embedding"


def read(text: str) -> tuple[list[str], list[tuple[str, Number]]]:
    """Head and lines of the table printed in ``text``."""
    head, *lines = [line.split() for line in text.strip().split("\n")]
    if len(head) != 2 or len(lines) < 2 or any(len(line) != 2 for line in lines):
        raise TensorParseError(
            "bars need a line that names two columns, and below it two or more lines with a name and a number"
        )
    try:
        rows = [(name, Number(number)) for name, number in lines]
        drawable = all(math.isfinite(number.value) and number.value >= 0 for _, number in rows)
    except ValueError:
        raise TensorParseError(
            "below the line that names the columns, the second word of a line isn't a number"
        ) from None
    if not drawable:
        raise TensorParseError("a bar can't be shorter than nothing, nor without end")
    if not any(number.value for _, number in rows):
        raise TensorParseError("all numbers are zero: there is nothing to compare")
    return head, rows


def draw(request: Request) -> Picture:
    head, rows = read_output(request, request.attributes.get("data-output", ""), read)
    strings = request.strings
    names = [strings(name) if name in strings.english or name in strings.entries else name for name, _ in rows]
    numbers = [number.localized(request.locale) for _, number in rows]
    canvas = Canvas(WIDTH)
    room = WIDTH - max(width(number, SMALL, bold=True) for number in numbers) - BESIDE
    longest = max(number.value for _, number in rows)
    y = canvas.text(WIDTH, 0, strings(head[1]), WIDTH, SMALL, anchor="end", style="p-soft") + 2
    for place, ((_, number), name, shown) in enumerate(zip(rows, names, numbers)):
        role, ours = (OURS, True) if place == 0 else (OTHERS, False)
        y = canvas.text(0, y, name, WIDTH, SMALL, anchor="start", bold=ours) + 3
        bar = canvas.box(0, y, number.value / longest * room, HEIGHT, role, "p-bar", radius=2)
        canvas.text(bar.right + BESIDE, bar.middle - SMALL * 0.62, shown, size=SMALL, anchor="start", bold=ours)
        y += HEIGHT + GAP
    table = Table([strings(head[0]), strings(head[1])], [[name, shown] for name, shown in zip(names, numbers)])
    return Picture([Panel(canvas)], table, scale=1.5)
