"""Three memories of a text: all keys, those in a window, or one matrix of fixed size."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS = 10
WINDOWS = {"full": TOKENS, "window": 3}
STATE = 4  # rows and columns of the matrix
WIDTH, CELL = 208, 15
LEFT = (WIDTH - TOKENS * CELL) / 2 + 8


def is_seen(query: int, key: int, window: int) -> bool:
    """Whether a query sees a key: itself, and the tokens right before it."""
    return 0 <= query - key < window


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_pairs(request, name, window), t(name)) for name, window in WINDOWS.items()]
    panels.append(Panel(_state(request), t("state")))
    rows = [[t(name), _count(request, window)] for name, window in WINDOWS.items()]
    rows.append([t("state"), t("numbers").format(count=STATE * STATE)])
    return Picture(panels, Table([t("layer"), t("kept")], rows))


def _count(request: Request, window: int) -> str:
    pairs = sum(is_seen(query, key, window) for query in range(TOKENS) for key in range(TOKENS))
    return request.strings("pairs").format(count=pairs)


def _pairs(request: Request, name: str, window: int) -> Canvas:
    """The table of a layer that keeps keys: a colored cell for each pair that is compared."""
    canvas = Canvas(WIDTH)
    top = canvas.text(WIDTH / 2, 0, request.strings(name), WIDTH, bold=True) + 30
    size = TOKENS * CELL
    canvas.symbol(LEFT + size / 2, top - 9, "K", role="key")
    canvas.symbol(LEFT - 15, top + size / 2 + 5, "Q", role="query")
    for query in range(TOKENS):
        for key in range(TOKENS):
            seen = is_seen(query, key, window)
            canvas.box(
                LEFT + key * CELL + 1,
                top + query * CELL + 1,
                CELL - 2,
                CELL - 2,
                "weight" if seen else "",
                "p-cell p-deep" if seen else "p-value",
                radius=2,
            )
    canvas.text(WIDTH / 2, top + size + 10, _count(request, window), WIDTH, SMALL, style="p-soft")
    return canvas


def _state(request: Request) -> Canvas:
    """A key and a value are written into the matrix; a query reads an output from it."""
    t = request.strings
    canvas = Canvas(WIDTH)
    top = canvas.text(WIDTH / 2, 0, t("state"), WIDTH, bold=True) + 30
    cell, gap = 19, 22
    size = STATE * cell
    x, y = WIDTH / 2 - size / 2, top + cell + gap - 9
    matrix = canvas.cells(x, y, STATE, STATE, cell, "weight")
    canvas.cover(matrix.center, matrix.middle, 12)
    canvas.symbol(matrix.center, matrix.middle + 6, "S", role="weight")
    value = canvas.cells(x, top - 9, 1, STATE, cell, "value")
    key = canvas.cells(x - gap - cell, y, STATE, 1, cell, "key")
    query = canvas.cells(matrix.right + gap, y, STATE, 1, cell, "query")
    output = canvas.cells(x, matrix.bottom + gap, 1, STATE, cell, "embedding")
    canvas.arrow((value.center, value.bottom + 2), (value.center, matrix.y - 3), role="value")
    canvas.arrow((key.right + 2, key.middle), (matrix.x - 3, key.middle), role="key")
    canvas.arrow((query.x - 2, query.middle), (matrix.right + 3, query.middle), role="query")
    canvas.arrow((matrix.center, matrix.bottom + 2), (matrix.center, output.y - 3))
    canvas.symbol(value.right + 13, value.middle + 5, "v", role="value")
    canvas.symbol(key.x - 12, key.middle + 5, "k", role="key")
    canvas.symbol(query.right + 12, query.middle + 5, "q", role="query")
    canvas.text(output.right + 6, output.middle - SMALL * 0.62, t("output"), None, SMALL, anchor="start")
    bottom = top + TOKENS * CELL + 10
    canvas.text(WIDTH / 2, bottom, t("numbers").format(count=STATE * STATE), WIDTH, SMALL, style="p-soft")
    return canvas
