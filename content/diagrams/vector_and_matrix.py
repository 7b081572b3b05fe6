"""The same products for one query and for all queries: from vectors to matrices."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

CELL = 21
TOKENS, KEY_WIDTH, VALUE_WIDTH = 3, 2, 2
LEFT, MIDDLE, RIGHT = 46, 146, 270  # the centers of a row's three tables
NAME_WIDTH = 100


@dataclass(frozen=True)
class Matrix:
    """A matrix in a product: its letter, its key in ui.toml, its shape."""

    letter: str
    name: str
    role: str
    rows: int
    columns: int
    above: str = ""  # ᵀ

    @property
    def shape(self) -> str:
        return f"{self.rows} × {self.columns}"


def products(asking: int) -> list[list[Matrix]]:
    """Both products, as left, right and result, with ``asking`` queries."""
    many = asking > 1
    weights = Matrix("A" if many else "a", "weights", "weight", asking, TOKENS)
    return [
        [
            Matrix("Q" if many else "q", "queries" if many else "query", "query", asking, KEY_WIDTH),
            Matrix("K", "keys", "key", KEY_WIDTH, TOKENS, "T"),
            weights,
        ],
        [
            weights,
            Matrix("V", "values", "value", TOKENS, VALUE_WIDTH),
            Matrix("", "contexts" if many else "context", "embedding", asking, VALUE_WIDTH),
        ],
    ]


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [
        Panel(_panel(request, name, asking), t(name)) for name, asking in (("one_token", 1), ("all_tokens", TOKENS))
    ]
    rows: dict[str, list[str]] = {}
    for single, many in zip(chain(*products(1)), chain(*products(TOKENS))):
        rows.setdefault(t(many.name), [t(many.name), single.shape, many.shape])
    return Picture(panels, Table([t("table"), t("one_token"), t("all_tokens")], list(rows.values())))


def _panel(request: Request, name: str, asking: int) -> Canvas:
    canvas = Canvas(322)
    y = canvas.text(canvas.width / 2, 0, request.strings(name), bold=True) + 12
    for product in products(asking):
        y = _product(canvas, request, y, product, asking) + 16
    return canvas


def _product(canvas: Canvas, request: Request, y: float, product: list[Matrix], asking: int) -> float:
    """Two matrices and their product, each with its name and shape below; returns the bottom."""
    height = max(matrix.rows for matrix in product) * CELL
    boxes = [
        _table(canvas, matrix, center, y + 22 + height / 2, asking)
        for matrix, center in zip(product, (LEFT, MIDDLE, RIGHT))
    ]
    middle = boxes[0].middle
    canvas.dot((boxes[0].right + boxes[1].x) / 2, middle, 2.2)
    canvas.arrow((boxes[1].right + 8, middle), (boxes[2].x - 8, middle))
    if product[2].role == "weight":
        canvas.text(
            (boxes[1].right + boxes[2].x) / 2, middle - 21, request.strings("softmax"), size=SMALL, style="p-soft"
        )
    names_y = y + 22 + height + 6
    ends = []
    for matrix, box in zip(product, boxes):
        end = canvas.text(box.center, names_y, request.strings(matrix.name), NAME_WIDTH, SMALL)
        ends.append(canvas.text(box.center, end, matrix.shape, size=SMALL, style="p-soft"))
    return max(ends)


def _table(canvas: Canvas, matrix: Matrix, center: float, middle: float, asking: int) -> Box:
    x, y = center - matrix.columns * CELL / 2, middle - matrix.rows * CELL / 2
    box = canvas.cells(x, y, matrix.rows, matrix.columns, CELL, matrix.role)
    if matrix.letter:
        canvas.symbol(center, y - 7, matrix.letter, role=matrix.role, above=matrix.above)
    if asking > 1 and matrix.role in ("query", "weight", "embedding"):
        canvas.box(x - 4, y + CELL - 3, box.width + 8, CELL + 6, style="p-mark p-strong", radius=5)
    return box
