"""The KV cache: what each step of generation computes, and what it takes from the cache."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS = ("Your", "journey", "starts")
CELL, WIDTH = 21, 208
LEFT = 66  # the x of the tables; the query is to their left


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [
        Panel(_panel(request, step), f"{t('step')} {step}: {TOKENS[step - 1]}") for step in range(1, len(TOKENS) + 1)
    ]
    rows = [
        [f"{step}", TOKENS[step - 1], TOKENS[step - 1], ", ".join(TOKENS[: step - 1]) or t("none")]
        for step in range(1, len(TOKENS) + 1)
    ]
    return Picture(panels, Table([t("step"), t("query_now"), t("key_now"), t("from_cache")], rows))


def _panel(request: Request, step: int) -> Canvas:
    """One step: keys, query and weights, values, and the context vector."""
    t = request.strings
    canvas = Canvas(WIDTH)
    top = canvas.text(WIDTH / 2, 0, f"{t('step')} {step}: {TOKENS[step - 1]}", WIDTH, bold=True) + 24
    keys = _columns(canvas, LEFT, top, step)
    canvas.symbol(LEFT + len(TOKENS) * CELL + 16, keys.middle + 6, "K", role="key")
    scores_y = keys.bottom + 14
    query = canvas.cells(LEFT - 2 * CELL - 12, scores_y, 1, 2, CELL, "query")
    _frame_new(canvas, query, "query")
    canvas.symbol(query.center, query.y - 11, "q", role="query")
    weights = canvas.cells(LEFT, scores_y, 1, step, CELL, "weight")
    canvas.symbol(LEFT + len(TOKENS) * CELL + 16, weights.middle + 6, "a", role="weight")
    values = _rows(canvas, LEFT, weights.bottom + 14, step)
    canvas.symbol(LEFT + len(TOKENS) * CELL + 16, weights.bottom + 14 + 1.5 * CELL + 6, "V", role="value")
    context_y = weights.bottom + 14 + len(TOKENS) * CELL + 26
    canvas.arrow((values.center, values.bottom + 3), (values.center, context_y - 3))
    context = canvas.cells(LEFT, context_y, 1, 2, CELL, "embedding")
    canvas.text(
        context.right + 8,
        context.middle - SMALL * 0.62,
        t("context"),
        WIDTH - context.right - 8,
        SMALL,
        anchor="start",
    )
    if step == 1:
        _legend(canvas, request, canvas.height + 10)
    return canvas


def _columns(canvas: Canvas, x: float, y: float, step: int) -> Box:
    """The keys, one column each; the newest at the right."""
    for index in range(step):
        column = canvas.cells(x + index * CELL, y, 2, 1, CELL, "key", style=_style(index, step))
    _frame_new(canvas, column, "key")
    return Box(x, y, step * CELL, 2 * CELL)


def _rows(canvas: Canvas, x: float, y: float, step: int) -> Box:
    """The values, one row each; the newest at the bottom."""
    for index in range(step):
        row = canvas.cells(x, y + index * CELL, 1, 2, CELL, "value", style=_style(index, step))
    _frame_new(canvas, row, "value")
    return Box(x, y, 2 * CELL, step * CELL)


def _style(index: int, step: int) -> str:
    return "p-cell p-deep" if index == step - 1 else "p-cell p-faint"


def _frame_new(canvas: Canvas, box: Box, role: str) -> None:
    canvas.box(box.x - 2, box.y - 2, box.width + 4, box.height + 4, role, "p-fresh", radius=4)


def _legend(canvas: Canvas, request: Request, y: float) -> None:
    t = request.strings
    new = canvas.cells(4, y + 2, 1, 1, 14, "key", style="p-cell p-deep")
    _frame_new(canvas, new, "key")
    y = canvas.text(28, y, t("now"), WIDTH - 28, SMALL, anchor="start", style="p-soft") + 5
    canvas.cells(4, y + 1, 1, 1, 14, "key", style="p-cell p-faint")
    canvas.text(28, y, t("cached"), WIDTH - 28, SMALL, anchor="start", style="p-soft")
