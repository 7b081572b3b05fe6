"""Causal attention in tiles: what is held, what is done, and what is never computed."""

from __future__ import annotations

from handbook.figures import text_metrics
from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TILES = 6
NOW = (3, 1)  # the tile in memory: of queries, of keys
LEFT, TOP, CELL, ROW = 66, 62, 36, 30
THIN, GAP = 20, 10  # tiles of vectors, and what keeps them apart from the table


def state(query: int, key: int) -> str:
    """What the picture says about a tile of the table: ``skipped``, ``now``, ``done`` or ``later``."""
    if key > query:
        return "skipped"
    if (query, key) == NOW:
        return "now"
    return "done" if (query, key) < NOW else "later"


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    right, bottom = LEFT + TILES * CELL, TOP + TILES * ROW
    for role, letter, y in (("key", "K", TOP - 2 * THIN - GAP - 4), ("value", "V", TOP - THIN - GAP)):
        canvas.symbol(LEFT - 18, y + THIN / 2 + 6, letter, role=role)
        for key in range(TILES):
            _vectors(canvas, Box(LEFT + key * CELL + 1.5, y, CELL - 3, THIN), role, key == NOW[1])
    canvas.symbol(LEFT - GAP - THIN / 2, bottom + 20, "Q", role="query")
    for query in range(TILES):
        y = TOP + query * ROW
        _vectors(canvas, Box(LEFT - GAP - THIN, y + 1.5, THIN, ROW - 3), "query", query == NOW[0])
        for key in range(TILES):
            _tile(canvas, Box(LEFT + key * CELL + 1.5, y + 1.5, CELL - 3, ROW - 3), state(query, key))
        result = Box(right + GAP, y + 1.5, THIN, ROW - 3)
        if query < NOW[0]:
            _vectors(canvas, result, "embedding", True)
        else:
            canvas.box(result.x, result.y, result.width, result.height, style="p-value", radius=3)
    _legend(canvas, request, bottom + 34)
    rows = [
        [str(query + 1), _keys(request, query, "now", "done", "later"), _keys(request, query, "skipped")]
        for query in range(TILES)
    ]
    return Picture([Panel(canvas)], Table([t("query_tile"), t("computed"), t("skipped")], rows))


def _keys(request: Request, query: int, *states: str) -> str:
    found = [str(key + 1) for key in range(TILES) if state(query, key) in states]
    return ", ".join(found) or request.strings("none")


def _vectors(canvas: Canvas, box: Box, role: str, strong: bool) -> None:
    canvas.box(box.x, box.y, box.width, box.height, role, "p-cell p-deep" if strong else "p-cell", radius=3)


def _tile(canvas: Canvas, box: Box, what: str) -> None:
    if what in {"now", "done"}:
        style = "p-cell p-deep" if what == "now" else "p-cell"
        canvas.box(box.x, box.y, box.width, box.height, "weight", style, radius=3)
        if what == "now":
            canvas.box(box.x - 2, box.y - 2, box.width + 4, box.height + 4, "weight", "p-fresh", radius=4)
        return
    canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=3)
    if what == "skipped":
        canvas.hatch(box)


def _legend(canvas: Canvas, request: Request, y: float) -> None:
    """A sample of each kind of tile with its name, wrapped to the width of the canvas."""
    x = 4.0
    for what in ("now", "done", "later", "skipped", "finished"):
        name = request.strings(what)
        width = 32 + text_metrics.width(name, SMALL)
        if x > 4 and x + width > canvas.width:
            x, y = 4.0, y + 24
        if what == "finished":
            _vectors(canvas, Box(x, y, 24, 17), "embedding", True)
        else:
            _tile(canvas, Box(x, y, 24, 17), what)
        canvas.text(x + 30, y + 0.5, name, size=SMALL, anchor="start", style="p-soft")
        x += width + 14
