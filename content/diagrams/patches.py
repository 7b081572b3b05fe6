"""A picture cut into patches, which become tokens behind a class token."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

DIGIT = (
    ".....#..",
    "....##..",
    "...#.#..",
    "..#..#..",
    "..#####.",
    ".....#..",
    ".....#..",
    "........",
)
PATCH, SIDE = 2, 4  # pixels along a patch's edge, patches along the picture's edge
MARKED = 2  # the number of the patch that is followed
PIXEL, GAP = 14, 5
TOKEN = 17
WIDTH = 340


def values(patch: int) -> list[int]:
    """The pixels of a patch, row by row: 1 for ink, -1 for paper."""
    row, column = (PATCH * number for number in divmod(patch, SIDE))
    return [1 if DIGIT[row + y][column + x] == "#" else -1 for y in range(PATCH) for x in range(PATCH)]


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas(WIDTH)
    marked = _picture(canvas)
    bottom = canvas.height
    vector = _vector(canvas, request, marked)
    tokens = _tokens(canvas, request, max(bottom, vector.bottom) + 34, vector)
    _blocks(canvas, request, tokens)
    rows = [[str(patch + 1), ", ".join(_signed(value) for value in values(patch))] for patch in range(SIDE**2)]
    return Picture([Panel(canvas)], Table([t("patch"), t("vector")], rows), scale=1.2)


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def _picture(canvas: Canvas) -> Box:
    """The picture in patches; returns the marked one."""
    edge = PATCH * PIXEL
    marked = Box(0, 0, 0, 0)
    for patch in range(SIDE**2):
        row, column = divmod(patch, SIDE)
        x, y = 4 + column * (edge + GAP), 4 + row * (edge + GAP)
        for number, value in enumerate(values(patch)):
            down, right = divmod(number, PATCH)
            box = Box(x + right * PIXEL, y + down * PIXEL, PIXEL, PIXEL)
            if value > 0:
                canvas.box(box.x, box.y, PIXEL, PIXEL, "embedding", "p-bar", radius=1)
            else:
                canvas.box(box.x, box.y, PIXEL, PIXEL, style="p-value", radius=1)
        if patch == MARKED:
            marked = canvas.box(x - 2.5, y - 2.5, edge + 5, edge + 5, "weight", "p-fresh", radius=3)
    return marked


def _vector(canvas: Canvas, request: Request, marked: Box) -> Box:
    """The marked patch as a vector, then as a token; returns the token."""
    t = request.strings
    x, width = 196, 34
    numbers = [[_signed(value) for value in values(MARKED)]]
    y = canvas.text(x + 2 * width, 0, t("vector"), WIDTH - x, SMALL, style="p-soft") + 3
    vector = canvas.cells(x, y, 1, PATCH**2, width, "embedding", numbers, height=24)
    canvas.arrow((marked.right + 1, marked.middle), (vector.x - 3, marked.middle), role="weight")
    layer = canvas.labelled(x, vector.bottom + 16, PATCH**2 * width, t("layer"), size=SMALL, padding=5)
    canvas.arrow(vector.bottom_point, (layer.center, layer.y - 1))
    token = canvas.cells(x + 20, layer.bottom + 16, 1, 6, 16, "embedding", style="p-cell p-deep")
    canvas.arrow(layer.bottom_point, (token.center, token.y - 2))
    return token


def _tokens(canvas: Canvas, request: Request, y: float, token: Box) -> Box:
    """The class token and the patches' tokens in a row; returns the class token."""
    t = request.strings
    step = 18.5
    first = canvas.box(4, y, TOKEN, 26, "query", "p-cell p-deep", radius=3)
    start = first.right + 10
    for patch in range(SIDE**2):
        box = canvas.box(start + patch * step, y, TOKEN - 1, 26, "embedding", "p-cell p-deep", radius=3)
        if patch == MARKED:
            canvas.box(box.x - 2, box.y - 2, box.width + 4, box.height + 4, "weight", "p-fresh", radius=4)
            middle = y - 16
            canvas.arrow(
                (token.center, token.bottom + 2), (token.center, middle), (box.center, middle), (box.center, y - 3)
            )
    end = canvas.text(4, y + 30, t("class_token"), 110, SMALL, anchor="start", style="p-soft")
    end = max(end, canvas.text(WIDTH - 2, y + 30, t("tokens"), 190, SMALL, anchor="end", style="p-soft"))
    return Box(first.x, y, TOKEN, end - y)


def _blocks(canvas: Canvas, request: Request, tokens: Box) -> None:
    """The blocks under the tokens, and the answer at the class token's place."""
    t = request.strings
    plus = canvas.plus(WIDTH / 2, tokens.bottom + 22)
    side = canvas.labelled(
        WIDTH - 118, plus.middle - 14, 116, t("positions"), "embedding", padding=4, size=SMALL, min_height=28
    )
    canvas.arrow((WIDTH / 2, tokens.bottom + 2), (WIDTH / 2, plus.y - 1))
    canvas.arrow((side.x, plus.middle), (plus.right + 1, plus.middle))
    y = max(plus.bottom, side.bottom) + 18
    canvas.arrow((WIDTH / 2, plus.bottom), (WIDTH / 2, y - 1))
    blocks = canvas.labelled(4, y, WIDTH - 8, t("blocks"), "weight", padding=8)
    answer = canvas.labelled(4, blocks.bottom + 22, 140, t("answer"), "query", padding=6, size=SMALL)
    x = tokens.center + 24
    canvas.arrow((x, blocks.bottom), (x, answer.y - 1), role="query")
