"""RoPE on a circle: query and key are rotated by their positions; the angle between them stays the same."""

from __future__ import annotations

import math

from handbook.figures.canvas import SMALL, Canvas, Point
from handbook.figures.figure import Panel, Picture, Request, Table

QUERY, KEY = (0.9, 0.4), (0.5, 0.8)
POSITIONS = ((0, 2), (3, 5))  # of key and query, in the left and the right panel
RADIUS, WIDTH = 104, 250
TOP = 44


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_circle(request, key, query), t("panel").format(key=key, query=query)) for key, query in POSITIONS]
    rows = [
        [t(side), str(key), str(query), str(query - key)] for side, (key, query) in zip(("left", "right"), POSITIONS)
    ]
    return Picture(panels, Table([t("circle"), t("key_position"), t("query_position"), t("distance")], rows))


def rotated(vector: Point, position: int) -> Point:
    """``vector`` rotated anticlockwise by one radian per position."""
    cosine, sine = math.cos(position), math.sin(position)
    return vector[0] * cosine - vector[1] * sine, vector[0] * sine + vector[1] * cosine


def _circle(request: Request, key: int, query: int) -> Canvas:
    canvas = Canvas(WIDTH)
    canvas.text(WIDTH / 2, 0, request.strings("panel").format(key=key, query=query), WIDTH, bold=True)
    center = (WIDTH / 2, TOP + RADIUS)
    canvas.add(f'<circle class="p-outline" cx="{center[0]}" cy="{center[1]}" r="{RADIUS}"/>', TOP + 2 * RADIUS)
    for vector, position, role, letter in ((KEY, key, "key", "k"), (QUERY, query, "query", "q")):
        if position:
            canvas.path([center, _at(center, vector, RADIUS * 0.97)], role, "p-line p-dashed")
        canvas.arrow(center, _at(center, rotated(vector, position), RADIUS * 0.97), role=role, thickness=2.5)
        x, y = _at(center, _with_length(rotated(vector, position), 1.13), RADIUS * 0.97)
        canvas.symbol(x, y + 6, letter, role=role)
    _angle(canvas, center, rotated(KEY, key), rotated(QUERY, query))
    canvas.dot(*center, 3)
    canvas.text(WIDTH / 2, TOP + 2 * RADIUS + 14, request.strings("unturned"), WIDTH, SMALL, style="p-soft")
    return canvas


def _angle(canvas: Canvas, center: Point, start: Point, end: Point) -> None:
    """The arc from the key to the query, anticlockwise, with its letter."""
    first, last = (math.atan2(vector[1], vector[0]) for vector in (start, end))
    span = (last - first) % math.tau
    points = [(math.cos(first + span * step / 24), math.sin(first + span * step / 24)) for step in range(25)]
    canvas.path([_at(center, point, 30) for point in points], style="p-line p-strong", radius=0)
    middle = first + span / 2
    x, y = _at(center, (math.cos(middle), math.sin(middle)), 44)
    canvas.symbol(x, y + 5, "α")


def _with_length(vector: Point, length: float) -> Point:
    """``vector`` scaled to the length ``length``."""
    norm = math.hypot(*vector)
    return vector[0] / norm * length, vector[1] / norm * length


def _at(center: Point, vector: Point, unit: float) -> Point:
    """Coordinates on the canvas, where y grows downwards, of a vector in units of ``unit`` pixels."""
    return center[0] + vector[0] * unit, center[1] - vector[1] * unit
