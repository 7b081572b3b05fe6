"""One token, three tables of weights, three vectors, and what each is for."""

from __future__ import annotations

from ..canvas import SMALL, Canvas
from ..picture import Panel, Picture, Request, Table

ROLES = (("query", "q"), ("key", "k"), ("value", "v"))
COLUMN, GAP = 106, 11
CELL = 20


def draw(request: Request) -> Picture:
    words = request.strings
    canvas = Canvas()
    middle = canvas.width / 2
    canvas.symbol(middle - 1.5 * CELL - 16, 21, "x", role="embedding")
    embedding = canvas.cells(middle - 1.5 * CELL, 4, 1, 3, CELL, "embedding", height=24)
    canvas.text(embedding.right + 10, 7, words("token"), anchor="start")
    fork = embedding.bottom + 18
    for number, (role, letter) in enumerate(ROLES):
        _column(canvas, request, number * (COLUMN + GAP), fork, (middle, embedding.bottom + 3), role, letter)
    rows = [[words(role), words(f"{role}_table"), words(f"{role}_meaning")] for role, _ in ROLES]
    return Picture([Panel(canvas)], Table([words("vector"), words("made_with"), words("meaning")], rows), scale=1.25)


def _column(canvas: Canvas, request: Request, x: float, fork: float, root: tuple[float, float], role: str, letter: str) -> None:
    words = request.strings
    centre = x + COLUMN / 2
    top = fork + 24
    points = [root, (root[0], fork), (centre, fork), (centre, top - 3)] if abs(centre - root[0]) > 1 else [root, (centre, top - 3)]
    canvas.arrow(*points)
    table = canvas.cells(centre - CELL, top, 3, 2, CELL, role)
    canvas.symbol(table.right + 15, table.middle + 5, "W", letter, role)
    vector = canvas.cells(centre - CELL, table.bottom + 26, 1, 2, CELL, role, height=24)
    canvas.arrow((centre, table.bottom + 3), (centre, vector.y - 3))
    canvas.symbol(vector.x - 14, vector.bottom - 7, letter, role=role)
    y = canvas.text(centre, vector.bottom + 6, words(role), COLUMN, bold=True)
    canvas.text(centre, y + 2, words(f"{role}_meaning"), COLUMN, SMALL)
