"""The context vector of shiny between the three embeddings, in the plane of two of their components."""

from __future__ import annotations

from handbook.figures import tensor_reader
from handbook.figures.canvas import SMALL, Canvas, Point
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number

from . import _example as example

LOW, HIGH = 0.2, 0.6  # of both axes
TICKS = (0.2, 0.3, 0.4, 0.5, 0.6)
LEFT, TOP, SIDE = 44, 10, 270  # of the square between the axes
NAME, NAME_WIDTH = (252, 52), 160  # of the context vector: top center
LABELS = {"Hello": ("end", -10, -6), "shiny": ("end", 72, 8), "sun": ("middle", 0, -26)}  # anchor, and offset in pixels


def draw(request: Request) -> Picture:
    t = request.strings
    context, weights = _numbers(request)
    canvas = Canvas()
    bottom = _axes(canvas, request)
    corners = [_at(row[0], row[1]) for row in example.EMBEDDINGS]
    inside = _at(context[0].value, context[1].value)
    canvas.path([*corners, corners[0]], "embedding", radius=0)
    for corner, weight in zip(corners, weights):
        canvas.path([corner, inside], "weight", "p-line p-dashed", thickness=1 + 6 * weight.value)
    for index, (token, corner, weight) in enumerate(zip(example.TOKENS, corners, weights)):
        anchor, x, y = LABELS[token]
        canvas.dot(*corner, 5.5, "query" if index == example.ASKING else "embedding")
        words = f"{token} {weight.localized(request.locale)}"
        canvas.text(corner[0] + x, corner[1] + y, words, anchor=anchor, bold=index == example.ASKING, style="p-halo")
    canvas.dot(*inside, 6.5, "weight")
    _name_context(canvas, request, inside, context)
    canvas.height = max(canvas.height, bottom)
    rows = [
        [token, *(_written(value, request) for value in row[:2]), weight.localized(request.locale)]
        for token, row, weight in zip(example.TOKENS, example.EMBEDDINGS, weights)
    ]
    rows.append([t("context"), *(number.localized(request.locale) for number in context[:2]), ""])
    return Picture([Panel(canvas)], Table([t("point"), t("first"), t("second"), t("weight")], rows), scale=1.25)


def _numbers(request: Request) -> tuple[list[Number], list[Number]]:
    """The printed context vector and its weights."""
    identities = request.attributes.get("data-output", "").split()
    if len(identities) != 2:
        raise FigureError(
            "this picture needs two outputs: context, weights", 'write data-output="context-id weights-id"'
        )
    context, weights = (read_output(request, identity, tensor_reader.vector) for identity in identities)
    if len(context) != len(example.EMBEDDINGS[0]) or len(weights) != len(example.TOKENS):
        raise FigureError("these aren't a context vector and its weights", "print those of the query shiny")
    return context, weights


def _name_context(canvas: Canvas, request: Request, inside: Point, context: list[Number]) -> None:
    """The name of the point inside, in the free corner, with a line to it."""
    x, y = NAME
    components = "; ".join(number.localized(request.locale) for number in context[:2])
    y = canvas.text(x, y, request.strings("context"), NAME_WIDTH, bold=True)
    y = canvas.text(x, y, components, NAME_WIDTH, SMALL, style="p-soft")
    canvas.path([(x - 10, y + 4), (inside[0] + 6, inside[1] - 8)])


def _axes(canvas: Canvas, request: Request) -> float:
    """Both axes with ticks and names; returns the bottom."""
    floor = TOP + SIDE
    canvas.path([(LEFT, TOP), (LEFT, floor), (LEFT + SIDE, floor)], style="p-outline", radius=0)
    for tick in TICKS:
        x, y = _at(tick, tick)
        canvas.path([(x, floor), (x, floor + 4)], style="p-outline")
        canvas.path([(LEFT - 4, y), (LEFT, y)], style="p-outline")
        digits = Number(f"{tick:.1f}").localized(request.locale)
        canvas.text(x, floor + 6, digits, size=SMALL, style="p-soft")
        canvas.text(LEFT - 7, y - SMALL * 0.62, digits, size=SMALL, anchor="end", style="p-soft")
    with canvas.rotated(0, TOP + SIDE / 2):
        canvas.text(0, -2, request.strings("second"), SIDE, SMALL, style="p-soft")
    return canvas.text(LEFT + SIDE / 2, floor + 26, request.strings("first"), SIDE, SMALL, style="p-soft")


def _at(first: float, second: float) -> Point:
    """Where a point is on the canvas."""
    unit = SIDE / (HIGH - LOW)
    return LEFT + (first - LOW) * unit, TOP + (HIGH - second) * unit


def _written(value: float, request: Request) -> str:
    return Number(f"{value:.2f}").localized(request.locale)
