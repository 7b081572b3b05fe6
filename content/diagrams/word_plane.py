"""Words as arrows in a plane: what a word takes from a neighbor is added at its tip and turns it.

``data-output`` names one output for each panel: a matrix whose rows are the word, what it takes, and their sum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from handbook.figures import tensor_reader
from handbook.figures.canvas import SMALL, Canvas, Point
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number

WORD = "bark"
PANELS = (("dogs", "The dogs bark loudly."), ("tree", "The bark of the tree"))
WIDTH, UNIT, SPAN = 290, 52, 4.5  # of a panel, of 1, and the length of the axes
LEFT, TOP = 30, 44
ORIGIN = (LEFT, TOP + UNIT * SPAN)
ARC = 34  # radius, in pixels


@dataclass(frozen=True)
class Update:
    """A word, what it takes from a neighbor, and their sum, each with two components."""

    word: list[Number]
    taken: list[Number]
    updated: list[Number]


def draw(request: Request) -> Picture:
    t = request.strings
    updates = _read(request)
    panels, rows = [], []
    for (neighbor, sentence), update in zip(PANELS, updates):
        panels.append(Panel(_plane(request, neighbor, sentence, update), sentence))
        half = t("half").format(word=neighbor)
        for name, vector in ((WORD, update.word), (half, update.taken), (t("updated"), update.updated)):
            numbers = [number.localized(request.locale) for number in vector]
            rows.append([sentence, name, *numbers, f"{degrees(vector):.0f}°"])
    head = [t("sentence"), t("arrow"), t("noise"), t("tree"), t("angle")]
    return Picture(panels, Table(head, rows))


def degrees(vector: list[Number]) -> float:
    """The angle between the axis of noise and ``vector``."""
    return math.degrees(math.atan2(vector[1].value, vector[0].value))


def _read(request: Request) -> list[Update]:
    identities = request.attributes.get("data-output", "").split()
    if len(identities) != len(PANELS):
        raise FigureError(
            "this picture needs two outputs: one update by dogs, one by tree", 'write data-output="dogs-id tree-id"'
        )
    updates = []
    for identity in identities:
        rows = read_output(request, identity, tensor_reader.read)
        if [len(row) for row in rows] != [2, 2, 2]:
            raise FigureError(
                f"the output `{identity}` isn't a matrix of three rows with two numbers each",
                "print the word, what it takes, and their sum, one below the other",
            )
        if any(not 0 <= number.value <= SPAN for row in rows for number in row):
            raise FigureError(f"an arrow of the output `{identity}` leaves the plane", f"use numbers from 0 to {SPAN}")
        updates.append(Update(*rows))
    return updates


def _plane(request: Request, neighbor: str, sentence: str, update: Update) -> Canvas:
    t = request.strings
    canvas = Canvas(WIDTH)
    canvas.text(WIDTH / 2, 0, sentence, WIDTH, bold=True)
    _axes(canvas, t("noise"), t("tree"))
    word, updated = _values(update.word), _values(update.updated)
    _dashed_arrow(canvas, word)
    canvas.arrow(_at(word), _at(updated), role="value", thickness=3)
    canvas.arrow(ORIGIN, _at(updated), role="embedding", thickness=3.5)
    _angle(canvas, update.updated)
    _labels(canvas, request, neighbor, update)
    canvas.dot(*ORIGIN, 3)
    return canvas


def _dashed_arrow(canvas: Canvas, vector: Point) -> None:
    """The arrow of the word before it is updated."""
    neck = _at((vector[0] * 0.94, vector[1] * 0.94))
    canvas.path([ORIGIN, neck], "embedding", "p-line p-dashed", thickness=2)
    canvas.arrow(neck, _at(vector), role="embedding", thickness=1.5)


def _axes(canvas: Canvas, noise: str, tree: str) -> None:
    """The two axes with a grid of whole numbers."""
    x, y = ORIGIN
    for number in range(1, int(SPAN) + 1):
        canvas.path([_at((number, 0)), _at((number, SPAN))], style="p-outline p-faint", radius=0)
        canvas.path([_at((0, number)), _at((SPAN, number))], style="p-outline p-faint", radius=0)
        canvas.text(x + number * UNIT, y + 5, str(number), size=SMALL, style="p-soft")
        canvas.text(x - 6, y - number * UNIT - SMALL * 0.62, str(number), size=SMALL, anchor="end", style="p-soft")
    canvas.arrow(ORIGIN, _at((SPAN + 0.2, 0)))
    canvas.arrow(ORIGIN, _at((0, SPAN + 0.2)))
    canvas.text(x + SPAN * UNIT, y + 22, noise, SPAN * UNIT, SMALL, anchor="end", bold=True)
    canvas.text(x + 9, TOP - 17, tree, SPAN * UNIT, SMALL, anchor="start", bold=True)


def _labels(canvas: Canvas, request: Request, neighbor: str, update: Update) -> None:
    """The names of the arrows, each on its own side."""
    t = request.strings
    half, after = t("half").format(word=neighbor), t("updated")
    word, taken, updated = (_values(vector) for vector in (update.word, update.taken, update.updated))
    x, y = _at(word)
    if taken[0] > taken[1]:  # to the right: names above
        canvas.text(x - 6, y - 20, WORD, size=SMALL, anchor="end", role="embedding", style="p-halo")
        middle, right = _at((word[0] + taken[0] / 2, word[1])), _at(updated)
        canvas.text(middle[0], y - 22, half, 2 * UNIT, SMALL, role="value", style="p-halo", bold=True)
        canvas.text(right[0] + 24, right[1] + 38, after, 2.4 * UNIT, SMALL, "end", "", "p-halo", bold=True)
    else:  # upwards: names on the right
        canvas.text(x + 8, y - 4, WORD, size=SMALL, anchor="start", role="embedding", style="p-halo")
        middle, tip = _at((word[0], word[1] + taken[1] / 2)), _at(updated)
        canvas.text(x + 8, middle[1] - 8, half, 2.4 * UNIT, SMALL, "start", "value", "p-halo", bold=True)
        canvas.text(tip[0] + 8, tip[1] - 20, after, 2.4 * UNIT, SMALL, "start", "", "p-halo", bold=True)


def _angle(canvas: Canvas, vector: list[Number]) -> None:
    """The arc from the axis of noise to ``vector``, with its degrees."""
    angle = math.radians(degrees(vector))
    points = [(math.cos(angle * step / 24) * ARC, math.sin(angle * step / 24) * ARC) for step in range(25)]
    canvas.path([(ORIGIN[0] + x, ORIGIN[1] - y) for x, y in points], style="p-line p-strong", radius=0)
    x, y = math.cos(angle / 2) * (ARC + 20), math.sin(angle / 2) * (ARC + 20)
    canvas.text(ORIGIN[0] + x, ORIGIN[1] - y - 8, f"{degrees(vector):.0f}°", size=SMALL, style="p-halo")


def _values(vector: list[Number]) -> Point:
    return vector[0].value, vector[1].value


def _at(vector: Point) -> Point:
    """Coordinates on the canvas, where y grows downwards."""
    return ORIGIN[0] + vector[0] * UNIT, ORIGIN[1] - vector[1] * UNIT
