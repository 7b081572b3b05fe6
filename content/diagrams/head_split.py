"""From one wide product to two heads and back, shape by shape."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS, WIDTH_IN, HEADS, HEAD = 3, 3, 2, 2
WIDTH = HEADS * HEAD
CELL = 18
AXIS = 244  # the center of the drawings; their names stand to the left
ROOM = 128


def draw(request: Request) -> Picture:
    canvas = Canvas()
    y = _product(canvas, request)
    y = _station(canvas, request, y, "view", f"({TOKENS}, {HEADS}, {HEAD})", _rows_cut)
    y = _station(canvas, request, y, "transpose", f"({HEADS}, {TOKENS}, {HEAD})", _two_tables)
    y = _station(canvas, request, y, "attention", f"({HEADS}, {TOKENS}, {HEAD})", _attention)
    y = _station(canvas, request, y, "join", f"({TOKENS}, {WIDTH})", _joined)
    _station(canvas, request, y, "projection", f"({TOKENS}, {WIDTH})", _output)
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def halves(canvas: Canvas, x: float, y: float, rows: int, role: str, gap: float = 0, row_gap: float = 0) -> Box:
    """A table as wide as all heads, the second head's columns in a lighter shade."""
    for row in range(rows):
        for head in range(HEADS):
            canvas.cells(
                x + head * (HEAD * CELL + gap), y + row * (CELL + row_gap), 1, HEAD, CELL, role, style=_shade(head)
            )
    return Box(x, y, WIDTH * CELL + gap * (HEADS - 1), rows * CELL + (rows - 1) * row_gap)


def _shade(head: int) -> str:
    return "p-cell p-deep" if head == 0 else "p-cell"


def _product(canvas: Canvas, request: Request) -> float:
    """Embeddings times the wide table: nothing is cut yet."""
    words = request.strings
    embeddings = canvas.cells(14, 22, TOKENS, WIDTH_IN, CELL, "embedding")
    table = halves(canvas, 108, 22, WIDTH_IN, "query")
    queries = halves(canvas, AXIS - WIDTH * CELL / 2, 22, TOKENS, "query")
    canvas.symbol(embeddings.center, 15, "X", role="embedding")
    canvas.symbol(table.center, 15, "W", "q", "query")
    canvas.symbol(queries.center, 15, "Q", role="query")
    canvas.dot((embeddings.right + table.x) / 2, embeddings.middle, 2.2)
    canvas.arrow((table.right + 6, table.middle), (queries.x - 5, table.middle))
    ends = []
    for box, key, shape, room in (
        (embeddings, "embeddings", f"({TOKENS}, {WIDTH_IN})", 84),
        (table, "table", f"({WIDTH_IN}, {WIDTH})", 100),
        (queries, "queries", f"({TOKENS}, {WIDTH})", 100),
    ):
        end = canvas.text(box.center, box.bottom + 5, words(key), room, SMALL)
        ends.append(canvas.text(box.center, end, shape, size=SMALL, style="p-soft"))
    canvas.text(0, max(ends) + 8, words("alike"), AXIS - 30, SMALL, anchor="start", style="p-soft")
    return max(ends) + 2


def _station(canvas: Canvas, request: Request, y: float, key: str, shape: str, drawing) -> float:
    """An arrow down to the next shape, with the operation's name beside it."""
    top = y + 30
    canvas.arrow((AXIS, y + 4), (AXIS, top - 5))
    bottom = drawing(canvas, request, top)
    words = request.strings(key)
    height = canvas.height_of(words, ROOM, bold=True) + SMALL * 1.25
    middle = (top + bottom) / 2
    end = canvas.text(0, middle - height / 2, words, ROOM, anchor="start", bold=True)
    canvas.text(0, end, shape, size=SMALL, anchor="start", style="p-soft")
    return bottom


def _rows_cut(canvas: Canvas, request: Request, y: float) -> float:
    gap = 12
    return halves(canvas, AXIS - (WIDTH * CELL + gap) / 2, y, TOKENS, "query", gap, 6).bottom


def _pair(canvas: Canvas, request: Request, y: float, draw_head) -> float:
    """The two heads side by side, each named."""
    distance = 96
    bottom = 0.0
    for head in range(HEADS):
        center = AXIS + (head - 0.5) * distance
        end = canvas.text(center, y - 2, f"{request.strings('head')} {head + 1}", size=SMALL)
        bottom = max(bottom, draw_head(center, end + 4, head))
    return bottom


def _two_tables(canvas: Canvas, request: Request, y: float) -> float:
    def table(center: float, top: float, head: int) -> float:
        return canvas.cells(center - HEAD * CELL / 2, top, TOKENS, HEAD, CELL, "query", style=_shade(head)).bottom

    return _pair(canvas, request, y, table)


def _attention(canvas: Canvas, request: Request, y: float) -> float:
    """In each head a triangle of weights, then the context vectors."""

    def head_at(center: float, top: float, head: int) -> float:
        x = center - TOKENS * CELL / 2
        for row in range(TOKENS):
            for column in range(TOKENS):
                box = Box(x + column * CELL, top + row * CELL, CELL, CELL)
                if column > row:
                    canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=2)
                    canvas.hatch(box, 2)
                else:
                    canvas.box(box.x, box.y, box.width, box.height, "weight", _shade(head), radius=2)
        canvas.symbol(x - 13, top + TOKENS * CELL / 2 + 5, "A", role="weight")
        under = top + TOKENS * CELL
        canvas.arrow((center, under + 4), (center, under + 20))
        return canvas.cells(
            center - HEAD * CELL / 2, under + 23, TOKENS, HEAD, CELL, "value", style=_shade(head)
        ).bottom

    return _pair(canvas, request, y, head_at)


def _joined(canvas: Canvas, request: Request, y: float) -> float:
    return halves(canvas, AXIS - WIDTH * CELL / 2, y, TOKENS, "value").bottom


def _output(canvas: Canvas, request: Request, y: float) -> float:
    return canvas.cells(AXIS - WIDTH * CELL / 2, y, TOKENS, WIDTH, CELL, "embedding").bottom


def _table(request: Request) -> Table:
    words = request.strings
    rows = [
        [words("embeddings"), "–", f"({TOKENS}, {WIDTH_IN})"],
        [words("queries"), "X · W", f"({TOKENS}, {WIDTH})"],
        [words("view"), "view", f"({TOKENS}, {HEADS}, {HEAD})"],
        [words("transpose"), "transpose", f"({HEADS}, {TOKENS}, {HEAD})"],
        [words("attention"), "softmax(Q · Kᵀ) · V", f"({HEADS}, {TOKENS}, {HEAD})"],
        [words("join"), "transpose, contiguous, view", f"({TOKENS}, {WIDTH})"],
        [words("projection"), f"· ({WIDTH}, {WIDTH})", f"({TOKENS}, {WIDTH})"],
    ]
    return Table([words("step"), words("operation"), words("shape")], rows)
