"""How one token asks all tokens: its query meets every key, and every value flows back by weight."""

from __future__ import annotations

from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _example as example

CELL, ROW = 16, 64
NAME, X, FORK, KEY = 46, 54, 98, 116  # columns, from left to right
QUERY, SCORE, WEIGHT, TIMES, GATHER = 176, 192, 246, 290, 322
UP, DOWN = -14, 16  # the two tracks of a row: key above, value below
THICK = (1.5, 5, 3)  # how much of each value flows: an impression, the numbers are the chapter's


def draw(request: Request) -> Picture:
    words = request.strings
    canvas = Canvas()
    asker = 32
    rows = [asker + 66 + number * ROW for number in range(len(example.TOKENS))]
    _asker(canvas, request, asker, rows[-1] + UP)
    for token, y, thickness in zip(example.TOKENS, rows, THICK):
        _row(canvas, token, y, thickness)
    _context(canvas, request, rows)
    _legend(canvas, request, rows[-1] + 56)
    table = [
        ["q", words("query"), words("query_role"), words("query_from")],
        ["k", words("key"), words("key_role"), words("key_from")],
        ["v", words("value"), words("value_role"), words("value_from")],
    ]
    return Picture(
        [Panel(canvas)], Table([words("letter"), words("vector"), words("meaning"), words("whose")], table), scale=1.25
    )


def _token(canvas: Canvas, token: str, y: float, bold: bool = False) -> Box:
    canvas.text(NAME, y - SIZE * 0.62, token, anchor="end", bold=bold)
    return canvas.cells(X, y - CELL / 2, 1, 2, CELL, "embedding")


def _asker(canvas: Canvas, request: Request, y: float, lowest: float) -> None:
    """The one token that asks, and its query's way along all keys."""
    token = _token(canvas, example.TOKENS[example.ASKING], y, bold=True)
    canvas.arrow((token.right + 3, y), (QUERY - 3, y), role="query")
    query = canvas.cells(QUERY, y - CELL / 2, 1, 2, CELL, "query")
    canvas.symbol(query.center, query.y - 6, "q", role="query")
    canvas.text(query.right + 10, y - SIZE * 0.62, request.strings("asks"), anchor="start")
    canvas.path([(SCORE, query.bottom + 2), (SCORE, lowest)], "query")


def _row(canvas: Canvas, token: str, y: float, thickness: float) -> None:
    above, below = y + UP, y + DOWN
    embedding = _token(canvas, token, y)
    for track, role, letter in ((above, "key", "k"), (below, "value", "v")):
        canvas.arrow((embedding.right + 3, y), (FORK, y), (FORK, track), (KEY - 3, track), role=role)
        vector = canvas.cells(KEY, track - CELL / 2, 1, 2, CELL, role)
        canvas.symbol(vector.right + 9, track + 5, letter, role=role, size=15)
    canvas.path([(KEY + 2 * CELL + 17, above), (SCORE - 15, above)], "key")
    canvas.cover(SCORE, above, 12)
    canvas.ring(SCORE, above, "s", "weight")
    canvas.arrow((SCORE + 14, above), (WEIGHT - 14, above), role="weight")
    canvas.ring(WEIGHT, above, "a", "weight")
    canvas.arrow((WEIGHT + 14, above), (TIMES, above), (TIMES, below - 9), role="weight")
    canvas.path([(KEY + 2 * CELL + 17, below), (TIMES - 8, below)], "value")
    canvas.times(TIMES, below)
    canvas.path([(TIMES + 8, below), (GATHER, below)], "value", thickness=thickness)


def _context(canvas: Canvas, request: Request, rows: list[float]) -> None:
    """The values, each by its weight, gather in one vector."""
    y = rows[-1] + 56
    for start, end, thickness in zip(rows, [*rows[1:], y - DOWN - 3], (THICK[0], 5.5, 7)):
        if end == y - DOWN - 3:
            canvas.arrow((GATHER, start + DOWN), (GATHER, y - 2), role="value", thickness=thickness)
        else:
            canvas.path([(GATHER, start + DOWN), (GATHER, end + DOWN)], "value", thickness=thickness)
    box = canvas.cells(GATHER - CELL, y + 1, 1, 2, CELL, "embedding")
    canvas.text(canvas.width, box.bottom + 3, request.strings("context"), 124, SMALL, anchor="end", bold=True)


def _legend(canvas: Canvas, request: Request, y: float) -> None:
    words = request.strings
    for letter, role in (("q", "query"), ("k", "key"), ("v", "value")):
        canvas.symbol(10, y + 12, letter, role=role)
        y = canvas.text(26, y, words(f"{role}_role"), 180, SMALL, anchor="start") + 4
    canvas.symbol(10, y + 12, "s", role="weight")
    canvas.arrow((18, y + 8), (34, y + 8), role="weight")
    canvas.symbol(42, y + 12, "a", role="weight")
    canvas.text(54, y, words("softmax"), 180, SMALL, anchor="start")
