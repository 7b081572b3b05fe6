"""The output projection read in two ways: one product of the joined heads, or one contribution per head, added."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS, HEADS, HEAD = 3, 2, 2
WIDTH = HEADS * HEAD
CELL = 18
ANSWERS, MATRIX, RESULT = 68, 163, 258  # the x of the three columns; names of the rows are to the left
NAME_WIDTH = 64


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    top = 22 + max(
        canvas.text(x + WIDTH * CELL / 2, 0, t(key), 92, SMALL, style="p-soft")
        for x, key in ((ANSWERS, "answers"), (MATRIX, "projection"), (RESULT, "output"))
    )
    whole = _product(canvas, top, t("joined"), range(HEADS))
    y = whole.bottom + 6
    canvas.text(whole.center, whole.bottom + 13, "=", bold=True)
    for head in range(HEADS):
        if head:
            canvas.plus(whole.center, y + 12)
        y += 46
        y = _product(canvas, y, f"{t('head')} {head + 1}", [head]).bottom
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def _product(canvas: Canvas, y: float, name: str, heads: list[int] | range) -> Box:
    """Answers of ``heads``, times their rows of the matrix; returns the box of the result."""
    middle = y + WIDTH * CELL / 2 if len(heads) > 1 else y + TOKENS * CELL / 2
    answers_y, matrix_y = middle - TOKENS * CELL / 2, middle - len(heads) * HEAD * CELL / 2
    left = ANSWERS + (HEADS - len(heads)) * HEAD * CELL  # flush with the dot
    for place, head in enumerate(heads):
        answers = canvas.cells(left + place * HEAD * CELL, answers_y, TOKENS, HEAD, CELL, "value", style=_shade(head))
        rows = canvas.cells(MATRIX, matrix_y + place * HEAD * CELL, HEAD, WIDTH, CELL, "embedding", style=_shade(head))
        canvas.symbol(answers.center, answers_y - 6, "h", str(head + 1), "value")
        if len(heads) == 1:
            canvas.symbol(rows.center, matrix_y - 6, "W", str(head + 1), "embedding")
    if len(heads) > 1:
        canvas.symbol(MATRIX + WIDTH * CELL / 2, matrix_y - 6, "W", role="embedding")
    canvas.dot((ANSWERS + WIDTH * CELL + MATRIX) / 2, middle, 2.2)
    canvas.arrow((MATRIX + WIDTH * CELL + 5, middle), (RESULT - 5, middle))
    style = _shade(heads[0]) if len(heads) == 1 else "p-cell"
    result = canvas.cells(RESULT, answers_y, TOKENS, WIDTH, CELL, "embedding", style=style)
    canvas.text(
        0, middle - canvas.height_of(name, NAME_WIDTH, bold=True) / 2, name, NAME_WIDTH, anchor="start", bold=True
    )
    return Box(result.x, min(answers_y, matrix_y), result.width, max(result.height, len(heads) * HEAD * CELL))


def _shade(head: int) -> str:
    return "p-cell p-deep" if head == 0 else "p-cell"


def _table(request: Request) -> Table:
    t = request.strings
    rows = [[t("joined"), f"({TOKENS}, {WIDTH})", f"({WIDTH}, {WIDTH})", f"({TOKENS}, {WIDTH})"]]
    for head in range(HEADS):
        rows.append([f"{t('head')} {head + 1}", f"({TOKENS}, {HEAD})", f"({HEAD}, {WIDTH})", f"({TOKENS}, {WIDTH})"])
    rows.append([t("sum"), "", "", f"({TOKENS}, {WIDTH})"])
    return Table([t("part"), t("answers"), t("projection"), t("output")], rows)
