"""Bar charts of a printed table: a name and a number in each line, below a head that names both columns.

Names are keys of ui.toml; one that isn't there, such as the name of a program, is shown as printed. The first bar is
what the page is about; it stands out by its color.
"""

from __future__ import annotations

import math

from handbook.figures.canvas import SMALL, WIDTH, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number, TensorParseError
from handbook.figures.text_metrics import width

HEIGHT = 12  # of a bar
GAP = 12  # between a bar and the next name
LABEL_GAP = 7  # between a bar and its number
FIRST_ROLE, OTHER_ROLE = "key", "embedding"  # the roles that color the first bar and the others


def read(text: str) -> tuple[list[str], list[tuple[str, Number]]]:
    """Head and rows of the table printed in ``text``.

    Raises:
        TensorParseError: where it isn't such a table, or a bar can't be drawn.
    """
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
    """The chart of the output that ``data-output`` names.

    Raises:
        FigureError: where there is no such output, or it isn't a table of names and numbers.
    """
    head, rows = read_output(request, request.attributes.get("data-output", ""), read)
    t = request.strings
    names = [t(name) if name in t.english or name in t.entries else name for name, _ in rows]
    labels = [number.localized(request.locale) for _, number in rows]
    canvas = Canvas(WIDTH)
    max_length = WIDTH - max(width(label, SMALL, bold=True) for label in labels) - LABEL_GAP
    largest = max(number.value for _, number in rows)
    y = canvas.text(WIDTH, 0, t(head[1]), WIDTH, SMALL, anchor="end", style="p-soft") + 2
    for index, ((_, number), name, label) in enumerate(zip(rows, names, labels)):
        is_first = index == 0
        y = canvas.text(0, y, name, WIDTH, SMALL, anchor="start", bold=is_first) + 3
        role = FIRST_ROLE if is_first else OTHER_ROLE
        bar = canvas.box(0, y, number.value / largest * max_length, HEIGHT, role, "p-bar", radius=2)
        canvas.text(bar.right + LABEL_GAP, bar.middle - SMALL * 0.62, label, size=SMALL, anchor="start", bold=is_first)
        y += HEIGHT + GAP
    table = Table([t(head[0]), t(head[1])], [[name, label] for name, label in zip(names, labels)])
    return Picture([Panel(canvas)], table, scale=1.5)
