"""Translation without attention: a whole sentence in one vector of fixed size."""

from __future__ import annotations

from itertools import pairwise

from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

SOURCE = tuple("Kannst du mir helfen diesen Satz zu übersetzen".split())
TARGET = tuple("Can you help me translate this sentence".split())
ROW, STATE = 34, 22
LEFT, RIGHT = 94, 224  # of the chains' boxes
MIDDLE, WIDTH = 170, 72  # of the one vector


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    max_width = 150
    top = 8 + max(canvas.height_of(t(key), max_width, bold=True) for key in ("encoder", "decoder"))
    canvas.text(2, 0, t("encoder"), max_width, anchor="start", bold=True)
    canvas.text(canvas.width - 2, 0, t("decoder"), max_width, anchor="end", bold=True)
    encoder = _chain(canvas, LEFT, top, len(SOURCE))
    decoder = _chain(canvas, RIGHT, top, len(TARGET))
    for word, box in zip(SOURCE, encoder):
        canvas.text(LEFT - 18, box.middle - SIZE * 0.62, word, anchor="end")
        canvas.arrow((LEFT - 14, box.middle), (LEFT - 2, box.middle))
    for word, box in zip(TARGET, decoder):
        canvas.text(RIGHT + STATE + 18, box.middle - SIZE * 0.62, word, anchor="start")
        canvas.arrow((box.right + 2, box.middle), (box.right + 14, box.middle))
    _bottleneck(canvas, request, encoder[-1], decoder[0], (top + encoder[-1].bottom) / 2)
    canvas.text(2, encoder[-1].bottom + 10, t("state_note"), canvas.width, SMALL, anchor="start", style="p-soft")
    steps = [[str(number), t("reads").format(word=word), t("state")] for number, word in enumerate(SOURCE, 1)]
    steps.append([str(len(SOURCE) + 1), t("hands_over"), t("context")])
    steps += [
        [str(len(SOURCE) + 1 + number), t("writes").format(word=word), t("state")]
        for number, word in enumerate(TARGET, 1)
    ]
    return Picture([Panel(canvas)], Table([t("step"), t("does"), t("from")], steps), scale=1.2)


def _chain(canvas: Canvas, x: float, top: float, length: int) -> list[Box]:
    """A chain of hidden states, from the top."""
    boxes = [canvas.box(x, top + index * ROW, STATE, STATE, "embedding", radius=4) for index in range(length)]
    for upper, lower in pairwise(boxes):
        canvas.arrow(upper.bottom_point, (lower.center, lower.y - 1))
    return boxes


def _bottleneck(canvas: Canvas, request: Request, last: Box, first: Box, middle: float) -> None:
    """The one vector between the last state of the encoder and the first of the decoder."""
    t = request.strings
    height = 3 * 16
    vector = canvas.cells(MIDDLE - 8, middle - height / 2, 3, 1, 16, "embedding")
    canvas.box(vector.x - 5, vector.y - 5, vector.width + 10, vector.height + 10, style="p-outline", radius=5)
    y = vector.bottom + 9
    for key, bold in (("context", True), ("fixed", False)):
        y = canvas.text(MIDDLE, y, t(key), WIDTH, SMALL, bold=bold)
    canvas.arrow((last.right, last.middle), (MIDDLE, last.middle), (MIDDLE, y + 3), role="embedding", thickness=2)
    canvas.arrow(
        (MIDDLE, vector.y - 6), (MIDDLE, first.middle), (first.x - 2, first.middle), role="embedding", thickness=2
    )
