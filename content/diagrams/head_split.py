"""How one wide product is split into two heads and joined again, shape by shape."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS, WIDTH_IN, HEADS, HEAD = 3, 3, 2, 2
WIDTH = HEADS * HEAD
CELL = 18
AXIS = 244  # the x of the tables' centers; their names are to the left
TEXT_WIDTH = 128


def draw(request: Request) -> Picture:
    canvas = Canvas()
    y = _product(canvas, request)
    y = _step(canvas, request, y, "view", f"({TOKENS}, {HEADS}, {HEAD})", _view)
    y = _step(canvas, request, y, "transpose", f"({HEADS}, {TOKENS}, {HEAD})", _transpose)
    y = _step(canvas, request, y, "attention", f"({HEADS}, {TOKENS}, {HEAD})", _attention)
    y = _step(canvas, request, y, "join", f"({TOKENS}, {WIDTH})", _join)
    _step(canvas, request, y, "projection", f"({TOKENS}, {WIDTH})", _projection)
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def wide_table(canvas: Canvas, x: float, y: float, rows: int, role: str, gap: float = 0, row_gap: float = 0) -> Box:
    """A table as wide as all heads; the columns of the second head are lighter."""
    for row in range(rows):
        for head in range(HEADS):
            canvas.cells(
                x + head * (HEAD * CELL + gap), y + row * (CELL + row_gap), 1, HEAD, CELL, role, style=_shade(head)
            )
    return Box(x, y, WIDTH * CELL + gap * (HEADS - 1), rows * CELL + (rows - 1) * row_gap)


def _shade(head: int) -> str:
    return "p-cell p-deep" if head == 0 else "p-cell"


def _product(canvas: Canvas, request: Request) -> float:
    """The product of embeddings and weights, before it is split; returns its bottom."""
    t = request.strings
    embeddings = canvas.cells(14, 22, TOKENS, WIDTH_IN, CELL, "embedding")
    table = wide_table(canvas, 108, 22, WIDTH_IN, "query")
    queries = wide_table(canvas, AXIS - WIDTH * CELL / 2, 22, TOKENS, "query")
    canvas.symbol(embeddings.center, 15, "X", role="embedding")
    canvas.symbol(table.center, 15, "W", "q", "query")
    canvas.symbol(queries.center, 15, "Q", role="query")
    canvas.dot((embeddings.right + table.x) / 2, embeddings.middle, 2.2)
    canvas.arrow((table.right + 6, table.middle), (queries.x - 5, table.middle))
    ends = []
    for box, key, shape, max_width in (
        (embeddings, "embeddings", f"({TOKENS}, {WIDTH_IN})", 84),
        (table, "table", f"({WIDTH_IN}, {WIDTH})", 100),
        (queries, "queries", f"({TOKENS}, {WIDTH})", 100),
    ):
        end = canvas.text(box.center, box.bottom + 5, t(key), max_width, SMALL)
        ends.append(canvas.text(box.center, end, shape, size=SMALL, style="p-soft"))
    canvas.text(0, max(ends) + 8, t("alike"), AXIS - 30, SMALL, anchor="start", style="p-soft")
    return max(ends) + 2


def _step(canvas: Canvas, request: Request, y: float, key: str, shape: str, drawing) -> float:
    """An arrow down to what ``drawing`` draws, with the name of the operation beside it; returns the bottom."""
    top = y + 30
    canvas.arrow((AXIS, y + 4), (AXIS, top - 5))
    bottom = drawing(canvas, request, top)
    name = request.strings(key)
    height = canvas.height_of(name, TEXT_WIDTH, bold=True) + SMALL * 1.25
    middle = (top + bottom) / 2
    end = canvas.text(0, middle - height / 2, name, TEXT_WIDTH, anchor="start", bold=True)
    canvas.text(0, end, shape, size=SMALL, anchor="start", style="p-soft")
    return bottom


def _view(canvas: Canvas, request: Request, y: float) -> float:
    gap = 12
    return wide_table(canvas, AXIS - (WIDTH * CELL + gap) / 2, y, TOKENS, "query", gap, 6).bottom


def _both_heads(canvas: Canvas, request: Request, y: float, draw_head) -> float:
    """What ``draw_head`` draws, for both heads side by side; returns the bottom."""
    distance = 96
    bottom = 0.0
    for head in range(HEADS):
        center = AXIS + (head - 0.5) * distance
        end = canvas.text(center, y - 2, f"{request.strings('head')} {head + 1}", size=SMALL)
        bottom = max(bottom, draw_head(center, end + 4, head))
    return bottom


def _transpose(canvas: Canvas, request: Request, y: float) -> float:
    def table(center: float, top: float, head: int) -> float:
        return canvas.cells(center - HEAD * CELL / 2, top, TOKENS, HEAD, CELL, "query", style=_shade(head)).bottom

    return _both_heads(canvas, request, y, table)


def _attention(canvas: Canvas, request: Request, y: float) -> float:
    """In each head the causal weights, and below them the context vectors."""

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
        bottom = top + TOKENS * CELL
        canvas.arrow((center, bottom + 4), (center, bottom + 20))
        return canvas.cells(
            center - HEAD * CELL / 2, bottom + 23, TOKENS, HEAD, CELL, "value", style=_shade(head)
        ).bottom

    return _both_heads(canvas, request, y, head_at)


def _join(canvas: Canvas, request: Request, y: float) -> float:
    return wide_table(canvas, AXIS - WIDTH * CELL / 2, y, TOKENS, "value").bottom


def _projection(canvas: Canvas, request: Request, y: float) -> float:
    return canvas.cells(AXIS - WIDTH * CELL / 2, y, TOKENS, WIDTH, CELL, "embedding").bottom


def _table(request: Request) -> Table:
    t = request.strings
    rows = [
        [t("embeddings"), "–", f"({TOKENS}, {WIDTH_IN})"],
        [t("queries"), "X · W", f"({TOKENS}, {WIDTH})"],
        [t("view"), "view", f"({TOKENS}, {HEADS}, {HEAD})"],
        [t("transpose"), "transpose", f"({HEADS}, {TOKENS}, {HEAD})"],
        [t("attention"), "softmax(Q · Kᵀ) · V", f"({HEADS}, {TOKENS}, {HEAD})"],
        [t("join"), "transpose, contiguous, view", f"({TOKENS}, {WIDTH})"],
        [t("projection"), f"· ({WIDTH}, {WIDTH})", f"({TOKENS}, {WIDTH})"],
    ]
    return Table([t("step"), t("operation"), t("shape")], rows)
