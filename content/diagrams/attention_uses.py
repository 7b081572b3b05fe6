"""Four uses of attention as tables of weights: who may look at whom."""

from __future__ import annotations

from dataclasses import dataclass

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

SIDE = 120  # of a table
LEFT = 20
WIDTH = LEFT + SIDE + 4


@dataclass(frozen=True)
class Use:
    """A table of weights.

    Args:
        queries: its rows.
        keys: its columns.
        is_causal: whether the future is hidden.
        has_class_token: whether the first token is no part of the input.
    """

    queries: int
    keys: int
    is_causal: bool = False
    has_class_token: bool = False

    def is_open(self, query: int, key: int) -> bool:
        """Whether a query may look at a key."""
        return not self.is_causal or key <= query


USES = {
    "write": Use(8, 8, is_causal=True),
    "read": Use(8, 8),
    "connect": Use(5, 8),
    "look": Use(10, 10, has_class_token=True),
}


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(request, name, use), t(name)) for name, use in USES.items()]
    rows = [
        [t(name), t(f"{name}_rows"), t(f"{name}_columns"), t("future" if use.is_causal else "nothing")]
        for name, use in USES.items()
    ]
    return Picture(panels, Table([t("use"), t("rows"), t("columns"), t("hidden")], rows))


def _panel(request: Request, name: str, use: Use) -> Canvas:
    t = request.strings
    canvas = Canvas(WIDTH)
    cell = SIDE / use.keys
    center = LEFT + SIDE / 2
    top = canvas.text(center, 0, t(name), SIDE, SMALL, bold=True) + 22
    canvas.symbol(center, top - 7, "K", role="key", size=15)
    canvas.symbol(10, top + use.queries * cell / 2 + 5, "Q", role="query", size=15)
    for query in range(use.queries):
        for key in range(use.keys):
            box = Box(LEFT + key * cell + 0.5, top + query * cell + 0.5, cell - 1, cell - 1)
            if use.is_open(query, key):
                canvas.box(box.x, box.y, box.width, box.height, "weight", "p-cell p-deep", radius=1.5)
            else:
                canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=1.5)
    if use.has_class_token:
        canvas.box(LEFT - 2, top - 2, SIDE + 4, cell + 4, "query", "p-fresh", radius=4)
    y = top + SIDE + 10
    for axis in ("rows", "columns"):
        y = canvas.text(WIDTH / 2, y, f"{t(axis)}: {t(f'{name}_{axis}')}", WIDTH, SMALL, style="p-soft") + 2
    return canvas
