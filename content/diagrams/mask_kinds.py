"""Four masks for the same twelve tokens: causal, window, prefix, documents."""

from __future__ import annotations

from collections.abc import Callable

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS = 12
WINDOW, PREFIX = 3, 4
DOCUMENT = (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2)
KINDS: dict[str, Callable[[int, int], bool]] = {
    "causal": lambda query, key: key <= query,
    "window": lambda query, key: key <= query and query - key < WINDOW,
    "prefix": lambda query, key: key <= query or key < PREFIX,
    "documents": lambda query, key: key <= query and DOCUMENT[query] == DOCUMENT[key],
}
LEFT, CELL = 20, 10
WIDTH = LEFT + TOKENS * CELL + 4


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(request, name), t(name)) for name in KINDS]
    rows = [[t(name), str(_pairs(name)), _seen(name, TOKENS - 1), _seen(name, 0)] for name in KINDS]
    return Picture(panels, Table([t("mask"), t("pairs"), t("last"), t("first")], rows))


def _pairs(name: str) -> int:
    return sum(KINDS[name](query, key) for query in range(TOKENS) for key in range(TOKENS))


def _seen(name: str, query: int) -> str:
    """The numbers of the keys that a query sees, which lie side by side."""
    keys = [key + 1 for key in range(TOKENS) if KINDS[name](query, key)]
    return str(keys[0]) if len(keys) == 1 else f"{keys[0]}–{keys[-1]}"


def _panel(request: Request, name: str) -> Canvas:
    canvas = Canvas(WIDTH)
    top = canvas.text(LEFT + TOKENS * CELL / 2, 0, request.strings(name), TOKENS * CELL, SMALL, bold=True) + 22
    canvas.symbol(LEFT + TOKENS * CELL / 2, top - 7, "K", role="key", size=15)
    canvas.symbol(9, top + TOKENS * CELL / 2 + 5, "Q", role="query", size=15)
    for query in range(TOKENS):
        for key in range(TOKENS):
            box = Box(LEFT + key * CELL + 0.5, top + query * CELL + 0.5, CELL - 1, CELL - 1)
            if KINDS[name](query, key):
                canvas.box(box.x, box.y, box.width, box.height, "weight", "p-cell p-deep", radius=1.5)
            else:
                canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=1.5)
    return canvas
