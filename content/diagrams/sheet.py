"""The finished sheet of “The dogs bark loudly .”: every area, its cells and its numbers."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table
from handbook.figures.tensor_reader import Number
from handbook.project import examples
from handbook.project.attention import attend, product

DOGS = examples.load(Path(__file__).parents[2])["dogs"]
TOKENS, ASKING = DOGS["tokens"], DOGS["selected"] - 1
NAMES, ROW = 48, 18  # the width of the tokens' names, the height of a row
NARROW, WIDE = 22, 46  # cells of typed numbers and products, and of numbers with two decimals
GAP = 11  # between two areas beside each other
TYPED = {"embedding": "B2:E6", "query": "B9:E12", "key": "G9:J12", "value": "L9:O12"}
PRODUCTS = {"query": "B15:E19", "key": "G15:J19", "value": "L15:O19"}
STEPS = {"scores": "B22:F26", "exponentials": "B29:F33", "weights": "B36:F40", "context": "B43:E47"}
ROLES = {"scores": "weight", "exponentials": "weight", "weights": "weight", "context": "embedding"}
PLURALS = {"query": "queries", "key": "keys", "value": "values"}


def draw(request: Request) -> Picture:
    embeddings = DOGS["embeddings"]
    tables = {role: DOGS[f"{role}_table"] for role in PRODUCTS}
    products = {role: product(embeddings, table) for role, table in tables.items()}
    attention = attend(*products.values(), scaled=True)
    steps = {
        "scores": attention.scores,
        "exponentials": attention.exponentials,
        "weights": attention.weights,
        "context": attention.context,
    }
    t = request.strings
    panels = [
        Panel(_to_products(request, tables, products), t("first")),
        Panel(_to_context(request, steps), t("second")),
    ]
    rows = [[t("embeddings"), TYPED["embedding"], _row(request, embeddings[ASKING], 1)]]
    rows += [[f"{t('matrix')} {t(PLURALS[role])}", TYPED[role], "–"] for role in tables]
    rows += [[t(PLURALS[role]), PRODUCTS[role], _row(request, products[role][ASKING], 1)] for role in products]
    rows += [[t(name), STEPS[name], _row(request, numbers[ASKING], 2)] for name, numbers in steps.items()]
    return Picture(panels, Table([t("area"), t("cells"), t("bark")], rows))


def _to_products(request: Request, tables: dict, products: dict) -> Canvas:
    """Embeddings, the three weight matrices below them, and below these the products."""
    canvas, t = Canvas(), request.strings
    y = canvas.text(NAMES, 0, t("embeddings"), 150, anchor="start", bold=True) + 4.5
    embeddings = _area(canvas, request, NAMES, y, DOGS["embeddings"], NARROW, "embedding", 1, names=True)
    _mark(canvas, embeddings)
    top, bottom = embeddings.bottom + 40, 0.0
    for index, role in enumerate(tables):
        x = NAMES + index * (4 * NARROW + GAP)
        center = x + 2 * NARROW
        canvas.symbol(x + 12, top + 13, "W", role[0], role)
        canvas.text(x + 4 * NARROW, top, TYPED[role], size=SMALL, anchor="end", style="p-soft")
        matrix = _area(canvas, request, x, top + 22, tables[role], NARROW, role, 1)
        canvas.arrow((center, matrix.bottom + 4), (center, matrix.bottom + 22))
        y = canvas.text(center, matrix.bottom + 26, t(PLURALS[role]), 4 * NARROW + GAP, bold=True)
        y = canvas.text(center, y, PRODUCTS[role], size=SMALL, style="p-soft")
        area = _area(canvas, request, x, y + 4, products[role], NARROW, role, 1, names=index == 0)
        if role == "query":
            _mark(canvas, area)
        bottom = max(bottom, area.bottom)
        canvas.arrow(
            (embeddings.center, embeddings.bottom + 4),
            (embeddings.center, top - 18),
            (center, top - 18),
            (center, top - 4),
            radius=6 if index else 0,
        )
    x = embeddings.right + 16
    y = canvas.text(x, embeddings.y, TYPED["embedding"], size=SMALL, anchor="start", style="p-soft")
    canvas.text(x, y + 4, t("typed"), 170, SMALL, anchor="start", style="p-soft")
    return canvas


def _to_context(request: Request, steps: dict) -> Canvas:
    """Scores, exponentials, weights and context vectors, one below the other."""
    canvas, y = Canvas(), 0.0
    for name, numbers in steps.items():
        y = _title(canvas, y, request.strings(name), STEPS[name])
        if name in ("scores", "weights"):
            for column, token in enumerate(TOKENS):
                canvas.text(NAMES + (column + 0.5) * WIDE, y - 2, token, size=SMALL, style="p-soft")
            y += 16
        area = _area(canvas, request, NAMES, y, numbers, WIDE, ROLES[name], 2, names=True, heat=name == "weights")
        _mark(canvas, area)
        y = area.bottom + 14
    return canvas


def _title(canvas: Canvas, y: float, name: str, cells: str) -> float:
    """The name of an area, and its cells at the right; returns the top of the area."""
    canvas.text(NAMES, y, name, 180, anchor="start", bold=True)
    canvas.text(NAMES + 5 * WIDE, y + 1, cells, size=SMALL, anchor="end", style="p-soft")
    return y + 22


def _area(
    canvas: Canvas,
    request: Request,
    x: float,
    y: float,
    numbers: list,
    cell: float,
    role: str,
    decimals: int,
    names: bool = False,
    heat: bool = False,
) -> Box:
    for row, line in enumerate(numbers):
        if names:
            canvas.text(x - 7, y + row * ROW + 1, TOKENS[row], size=SMALL, anchor="end", bold=row == ASKING)
        for column, number in enumerate(line):
            box = Box(x + column * cell, y + row * ROW, cell, ROW)
            canvas.box(box.x, box.y, cell, ROW, "" if heat else role, "p-value" if heat else "p-cell", radius=2)
            if heat:
                canvas.shade(box, role, 0.6 * number, 2)
            canvas.centered(box, _number(request, number, decimals), SMALL, style="p-number", padding=0)
    return Box(x, y, len(numbers[0]) * cell, len(numbers) * ROW)


def _mark(canvas: Canvas, area: Box) -> None:
    """A frame around the row of the token that asks."""
    canvas.box(area.x - 3, area.y + ASKING * ROW - 2, area.width + 6, ROW + 4, style="p-mark p-strong", radius=5)


def _row(request: Request, numbers: list, decimals: int) -> str:
    return "; ".join(_number(request, number, decimals) for number in numbers)


def _number(request: Request, number: float, decimals: int) -> str:
    """Rounded as a spreadsheet does, halves away from 0; with one decimal, whole numbers have none."""
    step = Decimal(1).scaleb(0 if decimals == 1 and number == round(number) else -decimals)
    return Number(str(Decimal(f"{number:.9f}").quantize(step, ROUND_HALF_UP))).localized(request.locale)
