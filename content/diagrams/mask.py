"""The causal mask: which tokens a token may attend to."""

from __future__ import annotations

from handbook.figures import text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table
from handbook.figures.heatmap import attention_axes, draw_axes

TOKENS = ("The", "dogs", "bark", "loudly", ".")
ASKING = TOKENS.index("bark")
LEFT, TOP, CELL, ROW = 82, 52, 51, 38
EDGE = 26  # the x of the rows' names


def is_open(query: int, key: int) -> bool:
    """Whether a query may attend to a key: to itself and to earlier tokens."""
    return key <= query


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    cells = Box(LEFT, TOP, CELL * len(TOKENS), ROW * len(TOKENS))
    draw_axes(canvas, cells, attention_axes(t("query"), t("key")))
    for index, token in enumerate(TOKENS):
        canvas.text(LEFT + (index + 0.5) * CELL, TOP - SIZE * 1.45, token)
        canvas.text(LEFT - 9, TOP + (index + 0.5) * ROW - SIZE * 0.62, token, anchor="end", bold=index == ASKING)
    for query in range(len(TOKENS)):
        for key in range(len(TOKENS)):
            _cell(canvas, Box(LEFT + key * CELL + 1.5, TOP + query * ROW + 1.5, CELL - 3, ROW - 3), query, key)
    canvas.box(EDGE, TOP + ASKING * ROW - 2, LEFT - EDGE + CELL * len(TOKENS) + 2, ROW + 4, "query", "p-mark", radius=7)
    _legend(canvas, request)
    state = {True: t("open"), False: t("blocked")}
    rows = [[token, *(state[is_open(query, key)] for key in range(len(TOKENS)))] for query, token in enumerate(TOKENS)]
    return Picture([Panel(canvas)], Table([request.common("rows_and_columns"), *TOKENS], rows), scale=1.2)


def _cell(canvas: Canvas, box: Box, query: int, key: int, text: bool = True) -> None:
    if not is_open(query, key):
        canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=3)
        canvas.hatch(box)
        if text:
            canvas.centered(box, "−∞", SMALL, style="p-number p-halo p-soft", padding=0)
        return
    canvas.box(box.x, box.y, box.width, box.height, "weight", radius=3)
    if query == key:
        canvas.box(box.x + 3, box.y + 3, box.width - 6, box.height - 6, "weight", "p-ring", radius=2)
    canvas.dot(box.center, box.middle, min(4.5, box.height / 6), "weight")


def _legend(canvas: Canvas, request: Request) -> None:
    """A sample of each kind of cell with its name, wrapped to the width of the canvas."""
    t = request.strings
    samples = ((t("open"), 1, 0), (t("itself"), 0, 0), (t("blocked"), 0, 1))
    x, y = EDGE, canvas.height + 12
    for name, query, key in samples:
        width = 34 + text_metrics.width(name, SMALL)
        if x > EDGE and x + width > canvas.width:
            x, y = EDGE, y + 24
        _cell(canvas, Box(x, y, 26, 18), query, key, text=False)
        canvas.text(x + 32, y + 1, name, size=SMALL, anchor="start", style="p-soft")
        x += width + 16
