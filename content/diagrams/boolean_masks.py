"""One boolean mask, two meanings: True blocks in nn.MultiheadAttention, and allows in scaled_dot_product_attention."""

from __future__ import annotations

from handbook.figures import text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS = ("Hello", "shiny", "sun")
READERS = {"nn.MultiheadAttention": "blocked", "scaled_dot_product_attention": "allowed"}  # what True means there
LEFT, TOP, CELL, ROW = 72, 82, 47, 36
WIDTH = LEFT + CELL * len(TOKENS) + 4


def is_true(query: int, key: int) -> bool:
    """The mask of both panels: ``torch.ones(3, 3).triu(diagonal=1).bool()``."""
    return key > query


def is_open(query: int, key: int, meaning: str) -> bool:
    """Whether a query may attend to a key, where True means ``meaning``."""
    return is_true(query, key) == (meaning == "allowed")


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(request, reader, meaning), reader) for reader, meaning in READERS.items()]
    rows = [
        [
            f"{reader}: {token}",
            ", ".join(key for column, key in enumerate(TOKENS) if is_open(row, column, meaning)) or t("nothing"),
        ]
        for reader, meaning in READERS.items()
        for row, token in enumerate(TOKENS)
    ]
    return Picture(panels, Table([t("query"), t("sees")], rows))


def _panel(request: Request, reader: str, meaning: str) -> Canvas:
    t = request.strings
    canvas = Canvas(WIDTH)
    y = canvas.text(WIDTH / 2, 0, reader, WIDTH, SMALL, bold=True)
    canvas.text(WIDTH / 2, y + 2, t(f"true_{meaning}"), WIDTH, SMALL, style="p-soft")
    _axes(canvas, request)
    for index, token in enumerate(TOKENS):
        canvas.text(LEFT + (index + 0.5) * CELL, TOP - SIZE * 1.45, token)
        canvas.text(LEFT - 9, TOP + (index + 0.5) * ROW - SIZE * 0.62, token, anchor="end")
    for query in range(len(TOKENS)):
        for key in range(len(TOKENS)):
            box = Box(LEFT + key * CELL + 1.5, TOP + query * ROW + 1.5, CELL - 3, ROW - 3)
            _cell(canvas, box, str(is_true(query, key)), is_open(query, key, meaning))
    _legend(canvas, request)
    return canvas


def _axes(canvas: Canvas, request: Request) -> None:
    """Keys above the columns, queries beside the rows, each with its letter."""
    center, middle = LEFT + CELL * len(TOKENS) / 2, TOP + ROW * len(TOKENS) / 2
    canvas.symbol(center - 22, TOP - SIZE * 1.45 - 8, "K", role="key")
    canvas.text(center + 8, TOP - SIZE * 1.45 - 20, request.strings("key"), size=SMALL, style="p-soft")
    canvas.symbol(10, middle + 36, "Q", role="query")
    with canvas.rotated(14, middle):
        canvas.text(0, -SMALL * 0.95, request.strings("query"), size=SMALL, style="p-soft")


def _cell(canvas: Canvas, box: Box, text: str, allowed: bool) -> None:
    if allowed:
        canvas.box(box.x, box.y, box.width, box.height, "weight", "p-cell p-deep", radius=3)
    else:
        canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=3)
        canvas.hatch(box)
    if text:
        canvas.centered(box, text, SMALL, style="p-number" if allowed else "p-number p-halo", padding=0)


def _legend(canvas: Canvas, request: Request) -> None:
    t = request.strings
    y = canvas.height + 12
    x = 36.0
    for name, allowed in (("open", True), ("blocked", False)):
        _cell(canvas, Box(x, y, 22, 16), "", allowed)
        canvas.text(x + 28, y, t(name), size=SMALL, anchor="start", style="p-soft")
        x += 42 + text_metrics.width(t(name), SMALL)
