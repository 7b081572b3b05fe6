"""The residual stream: a vertical line, and the parts of layers that read from it and add to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from handbook.figures.canvas import SMALL, Box, Canvas

LINE = 5  # thickness of the stream
GAP = 12  # between a part's boxes and the lines around them


@dataclass(frozen=True)
class Step:
    """One box inside a part."""

    name: str
    role: str = ""


@dataclass(frozen=True)
class Part:
    """A part beside the stream: a frame with its name and its boxes. Steps are drawn from the bottom up."""

    name: str
    note: str
    steps: Sequence[Step]
    reads: str = ""  # the role of what it takes from the stream


@dataclass(frozen=True)
class Column:
    """Where a stream and its parts are drawn.

    Args:
        line: the x of the stream.
        x: of the parts.
        width: of the parts.
        side: 1 where the parts are to the right of the line, -1 to the left.
        text: the width for a part's name beside its boxes; 0: no frame.
        size: of the font in boxes.
    """

    line: float
    x: float
    width: float
    side: int = 1
    text: float = 0
    size: float = SMALL


def draw_part(
    canvas: Canvas, column: Column, y: float, part: Part, after: Callable[[list[Box], float], None] | None = None
) -> float:
    """Draw a part whose output is added to the stream at its top.

    Args:
        y: the top.
        after: draws more, given the boxes from the top and the returned y.

    Returns:
        the y at which the part reads from the stream.
    """
    plus_y = y + 9
    has_frame = column.text > 0
    inner_x = column.x + (column.text if has_frame else 0)
    inner_width = column.width - (column.text + 10 if has_frame else 0)
    top = plus_y + 9 + GAP + (10 if has_frame else 0)
    boxes = _boxes(canvas, inner_x, top, inner_width, part.steps, column.size)
    bottom = boxes[-1].bottom
    if has_frame:
        bottom = _frame(canvas, column, top - 10, boxes, part)
    read_y = bottom + GAP
    center = boxes[0].center
    canvas.arrow(boxes[0].top_point, (center, plus_y), (column.line + 10 * column.side, plus_y))
    canvas.arrow((column.line, read_y), (center, read_y), (center, boxes[-1].bottom + 1), role=part.reads)
    for upper, lower in pairwise(boxes):
        canvas.arrow((center, lower.y), (center, upper.bottom + 1))
    if after:
        after(boxes, read_y)
    canvas.height = max(canvas.height, read_y)
    return read_y


def _boxes(canvas: Canvas, x: float, y: float, width: float, steps: Sequence[Step], size: float) -> list[Box]:
    """The boxes of the steps, from the last, at the top, to the first."""
    boxes = []
    for step in reversed(steps):
        box = canvas.labelled(x, y, width, step.name, step.role, padding=6, size=size, min_height=28)
        boxes.append(box)
        y = box.bottom + 16
    return boxes


def _frame(canvas: Canvas, column: Column, top: float, boxes: list[Box], part: Part) -> float:
    """A dashed frame around the boxes, with the part's name and note at its left; returns its bottom."""
    text_width = column.text - 22
    height = canvas.height_of(part.name, text_width, bold=True) + (
        4 + canvas.height_of(part.note, text_width, SMALL) if part.note else 0
    )
    bottom = max(boxes[-1].bottom + 10, top + height + 20)
    frame = canvas.box(column.x, top, column.width, bottom - top, style="p-frame", radius=9)
    y = frame.middle - height / 2
    y = canvas.text(column.x + 11, y, part.name, text_width, anchor="start", bold=True)
    if part.note:
        canvas.text(column.x + 11, y + 4, part.note, text_width, SMALL, anchor="start", style="p-soft")
    return bottom


def draw_line(canvas: Canvas, x: float, bottom: float, top: float, head: bool = True) -> None:
    """The stream itself, from ``bottom`` up to ``top``, with an arrowhead if ``head``."""
    if head:
        canvas.arrow((x, bottom), (x, top), role="embedding", thickness=LINE)
    else:
        canvas.path([(x, bottom), (x, top)], "embedding", thickness=LINE)


def draw_plus(canvas: Canvas, x: float, y: float) -> Box:
    """A plus on the stream, over what is drawn there."""
    canvas.cover(x, y, 9)
    return canvas.plus(x, y)
