"""Attention of one token: its query meets every key, and the values are summed by weight."""

from __future__ import annotations

from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _example as example

CELL, ROW = 16, 64
NAME, X, FORK, KEY = 46, 54, 98, 116  # the xs of columns, from left to right
QUERY, SCORE, WEIGHT, TIMES, GATHER = 176, 192, 246, 290, 322
UP, DOWN = -14, 16  # the two tracks of a row: key above, value below
THICK = (1.5, 5, 3)  # of each value's line: an illustration, not the numbers of the chapter


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    query_y = 32
    rows = [query_y + 66 + index * ROW for index in range(len(example.TOKENS))]
    _query(canvas, request, query_y, rows[-1] + UP)
    for token, y, thickness in zip(example.TOKENS, rows, THICK):
        _row(canvas, token, y, thickness)
    _context(canvas, request, rows)
    _legend(canvas, request, rows[-1] + 56)
    table = [
        ["q", t("query"), t("query_role"), t("query_from")],
        ["k", t("key"), t("key_role"), t("key_from")],
        ["v", t("value"), t("value_role"), t("value_from")],
    ]
    return Picture([Panel(canvas)], Table([t("letter"), t("vector"), t("meaning"), t("whose")], table), scale=1.25)


def _token(canvas: Canvas, token: str, y: float, bold: bool = False) -> Box:
    canvas.text(NAME, y - SIZE * 0.62, token, anchor="end", bold=bold)
    return canvas.cells(X, y - CELL / 2, 1, 2, CELL, "embedding")


def _query(canvas: Canvas, request: Request, y: float, bottom: float) -> None:
    """The token that asks, and its query, which passes all keys."""
    token = _token(canvas, example.TOKENS[example.ASKING], y, bold=True)
    canvas.arrow((token.right + 3, y), (QUERY - 3, y), role="query")
    query = canvas.cells(QUERY, y - CELL / 2, 1, 2, CELL, "query")
    canvas.symbol(query.center, query.y - 6, "q", role="query")
    canvas.text(query.right + 10, y - SIZE * 0.62, request.strings("asks"), anchor="start")
    canvas.path([(SCORE, query.bottom + 2), (SCORE, bottom)], "query")


def _row(canvas: Canvas, token: str, y: float, thickness: float) -> None:
    key_y, value_y = y + UP, y + DOWN
    embedding = _token(canvas, token, y)
    for vector_y, role, letter in ((key_y, "key", "k"), (value_y, "value", "v")):
        canvas.arrow((embedding.right + 3, y), (FORK, y), (FORK, vector_y), (KEY - 3, vector_y), role=role)
        vector = canvas.cells(KEY, vector_y - CELL / 2, 1, 2, CELL, role)
        canvas.symbol(vector.right + 9, vector_y + 5, letter, role=role, size=15)
    canvas.path([(KEY + 2 * CELL + 17, key_y), (SCORE - 15, key_y)], "key")
    canvas.cover(SCORE, key_y, 12)
    canvas.ring(SCORE, key_y, "s", "weight")
    canvas.arrow((SCORE + 14, key_y), (WEIGHT - 14, key_y), role="weight")
    canvas.ring(WEIGHT, key_y, "a", "weight")
    canvas.arrow((WEIGHT + 14, key_y), (TIMES, key_y), (TIMES, value_y - 9), role="weight")
    canvas.path([(KEY + 2 * CELL + 17, value_y), (TIMES - 8, value_y)], "value")
    canvas.times(TIMES, value_y)
    canvas.path([(TIMES + 8, value_y), (GATHER, value_y)], "value", thickness=thickness)


def _context(canvas: Canvas, request: Request, rows: list[float]) -> None:
    """The sum of the weighted values: the context vector."""
    y = rows[-1] + 56
    for start, end, thickness in zip(rows, [*rows[1:], y - DOWN - 3], (THICK[0], 5.5, 7)):
        if end == y - DOWN - 3:
            canvas.arrow((GATHER, start + DOWN), (GATHER, y - 2), role="value", thickness=thickness)
        else:
            canvas.path([(GATHER, start + DOWN), (GATHER, end + DOWN)], "value", thickness=thickness)
    box = canvas.cells(GATHER - CELL, y + 1, 1, 2, CELL, "embedding")
    canvas.text(canvas.width, box.bottom + 3, request.strings("context"), 124, SMALL, anchor="end", bold=True)


def _legend(canvas: Canvas, request: Request, y: float) -> None:
    t = request.strings
    for letter, role in (("q", "query"), ("k", "key"), ("v", "value")):
        canvas.symbol(10, y + 12, letter, role=role)
        y = canvas.text(26, y, t(f"{role}_role"), 180, SMALL, anchor="start") + 4
    canvas.symbol(10, y + 12, "s", role="weight")
    canvas.arrow((18, y + 8), (34, y + 8), role="weight")
    canvas.symbol(42, y + 12, "a", role="weight")
    canvas.text(54, y, t("softmax"), 180, SMALL, anchor="start")
