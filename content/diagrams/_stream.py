"""The residual stream, which decoder, encoder and their layers share.

It is an upright line, with parts that read from it and add to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from handbook.figures.canvas import SMALL, Box, Canvas

LINE = 5  # thickness of the stream
GAP = 12


@dataclass(frozen=True)
class Step:
    """One box inside a part, as it is passed from the bottom up."""

    words: str
    role: str = ""


@dataclass(frozen=True)
class Part:
    """What hangs beside the stream: a frame with its name and its boxes, first step first."""

    name: str
    note: str
    steps: Sequence[Step]
    reads: str = ""  # the role of what it takes from the stream


@dataclass(frozen=True)
class Column:
    """Where a stream and its parts are drawn. ``side`` is 1 where the parts stand to the right of the line, else -1."""

    line: float
    x: float
    width: float
    side: int = 1
    text: float = 0  # room for the part's name beside its boxes; 0: the frame is left out
    size: float = SMALL


def draw_part(
    canvas: Canvas, column: Column, y: float, part: Part, after: Callable[[list[Box], float], None] | None = None
) -> float:
    """One part with its plus above; returns where it has read from the stream.

    ``after`` may draw more, knowing the boxes.
    """
    plus = y + 9
    framed = column.text > 0
    inner_x = column.x + (column.text if framed else 0)
    inner_width = column.width - (column.text + 10 if framed else 0)
    top = plus + 9 + GAP + (10 if framed else 0)
    boxes = _boxes(canvas, inner_x, top, inner_width, part.steps, column.size)
    bottom = boxes[-1].bottom
    if framed:
        bottom = _frame(canvas, column, top - 10, boxes, part)
    read = bottom + GAP
    edge = boxes[0].center
    canvas.arrow(boxes[0].top_point, (edge, plus), (column.line + 10 * column.side, plus))
    canvas.arrow((column.line, read), (edge, read), (edge, boxes[-1].bottom + 1), role=part.reads)
    for upper, lower in pairwise(boxes):
        canvas.arrow((edge, lower.y), (edge, upper.bottom + 1))
    if after:
        after(boxes, read)
    canvas.height = max(canvas.height, read)
    return read


def _boxes(canvas: Canvas, x: float, y: float, width: float, steps: Sequence[Step], size: float) -> list[Box]:
    """The steps from the last, at the top, to the first."""
    boxes = []
    for step in reversed(steps):
        box = canvas.labelled(x, y, width, step.words, step.role, padding=6, size=size, min_height=28)
        boxes.append(box)
        y = box.bottom + 16
    return boxes


def _frame(canvas: Canvas, column: Column, top: float, boxes: list[Box], part: Part) -> float:
    """A dashed frame around the boxes, with the part's name and note in its left part."""
    room = column.text - 22
    height = canvas.height_of(part.name, room, bold=True) + (
        4 + canvas.height_of(part.note, room, SMALL) if part.note else 0
    )
    bottom = max(boxes[-1].bottom + 10, top + height + 20)
    frame = canvas.box(column.x, top, column.width, bottom - top, style="p-frame", radius=9)
    y = frame.middle - height / 2
    y = canvas.text(column.x + 11, y, part.name, room, anchor="start", bold=True)
    if part.note:
        canvas.text(column.x + 11, y + 4, part.note, room, SMALL, anchor="start", style="p-soft")
    return bottom


def draw_line(canvas: Canvas, x: float, bottom: float, top: float, head: bool = True) -> None:
    """The stream itself, upwards."""
    if head:
        canvas.arrow((x, bottom), (x, top), role="embedding", thickness=LINE)
    else:
        canvas.path([(x, bottom), (x, top)], "embedding", thickness=LINE)


def draw_plus(canvas: Canvas, x: float, y: float) -> Box:
    canvas.cover(x, y, 9)
    return canvas.plus(x, y)
