"""One sentence as training text: an exercise for each word that has a successor."""

from __future__ import annotations

from handbook.figures import text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS = ("Your", "journey", "starts", "with", "one", "step")
LEFT, GAP, HEIGHT, ROW = 26, 4, 30, 37
READ, NEXT, LATER = "read", "next", "later"


def state(exercise: int, position: int) -> str:
    """What a word is in an exercise: already read, to be predicted, or hidden. Both count from 0."""
    if position == exercise + 1:
        return NEXT
    return READ if position <= exercise else LATER


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    widths = [text_metrics.width(token, SIZE, True) for token in TOKENS]
    padding = (canvas.width - LEFT - GAP * (len(TOKENS) - 1) - sum(widths)) / (2 * len(TOKENS))
    for exercise in range(len(TOKENS) - 1):
        y = exercise * ROW + 1
        canvas.text(0, y + HEIGHT / 2 - SIZE * 0.62, str(exercise + 1), anchor="start", style="p-soft")
        x = LEFT
        for position, token in enumerate(TOKENS):
            box = Box(x, y, widths[position] + 2 * padding, HEIGHT)
            _word(canvas, box, state(exercise, position), token)
            x = box.right + GAP
    _legend(canvas, request)
    rows = [
        [str(end), " ".join(TOKENS[:end]), TOKENS[end], " ".join(TOKENS[end + 1 :]) or "–"]
        for end in range(1, len(TOKENS))
    ]
    return Picture([Panel(canvas)], Table([t("exercise"), t(READ), t(NEXT), t(LATER)], rows), scale=1.25)


def _word(canvas: Canvas, box: Box, kind: str, token: str = "") -> None:
    if kind == READ:
        canvas.box(box.x, box.y, box.width, box.height, "embedding")
    elif kind == NEXT:
        canvas.box(box.x, box.y, box.width, box.height, "query", "p-mark", radius=6)
    else:
        canvas.box(box.x, box.y, box.width, box.height, style="p-value", radius=6)
        canvas.hatch(box, 6)
        return
    if token:
        canvas.centered(box, token, bold=kind == NEXT, padding=0)


def _legend(canvas: Canvas, request: Request) -> None:
    """A sample of each kind of word with its name, wrapped to the width of the canvas."""
    x, y = LEFT, canvas.height + 12
    for kind in (READ, NEXT, LATER):
        name = request.strings(kind)
        width = 34 + text_metrics.width(name, SMALL)
        if x > LEFT and x + width > canvas.width:
            x, y = LEFT, y + 24
        _word(canvas, Box(x, y, 26, 18), kind)
        canvas.text(x + 32, y + 1, name, size=SMALL, anchor="start", style="p-soft")
        x += width + 16
