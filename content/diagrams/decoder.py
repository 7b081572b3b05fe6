"""A decoder from tokens to the next token, with the two frames that every layer consists of."""

from __future__ import annotations

from itertools import pairwise

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _example as example
from . import _stream as stream
from ._stream import Column, Part, Step

LINE, LEFT = 26, 58
COLUMN = Column(LINE, LEFT, 270, text=104)


def draw(request: Request) -> Picture:
    words = request.strings
    canvas = Canvas()
    feed_forward = Part(
        words("feed_forward"), words("feed_forward_note"), [Step(words("norm")), Step(words("network"))]
    )
    attention = Part(
        words("attention"),
        words("attention_note"),
        [Step(words("norm")), Step(words("heads"), "weight"), Step(words("projection"))],
    )

    y = _output(canvas, request)
    layer_top = y + 8
    first = stream.draw_part(canvas, COLUMN, layer_top + 34, feed_forward)
    second = stream.draw_part(canvas, COLUMN, first + 8, attention)
    layer_bottom = second + 14
    layer = canvas.box(0, layer_top, canvas.width, layer_bottom - layer_top, style="p-outline", radius=11)
    canvas.text(layer.right - 12, layer_top + 7, words("layers"), anchor="end", bold=True)
    bottom = _input(canvas, request, layer_bottom)
    stream.draw_line(canvas, LINE, bottom, y - 1)
    for plus in (layer_top + 34 + 9, first + 8 + 9):
        stream.draw_plus(canvas, LINE, plus)
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def _output(canvas: Canvas, request: Request) -> float:
    """From the stream's end to the next token, drawn from the top."""
    words = request.strings
    width = 148
    y = 0.0
    boxes = []
    for key, role in (("next_token", "embedding"), ("softmax", ""), ("word_table_out", ""), ("final_norm", "")):
        boxes.append(
            canvas.labelled(
                0, y, width, words(key), role, bold=key == "next_token", padding=6, size=SMALL, min_height=28
            )
        )
        y = boxes[-1].bottom + 16
    for upper, lower in pairwise(boxes):
        canvas.arrow((LINE, lower.y), (LINE, upper.bottom + 1))
    canvas.text(
        width + 16,
        boxes[0].middle - SMALL * 0.62,
        words("top"),
        canvas.width - width - 20,
        SMALL,
        anchor="start",
        style="p-soft",
    )
    return boxes[-1].bottom + 4


def _input(canvas: Canvas, request: Request, y: float) -> float:
    """Words and their places become the vectors that enter the stream."""
    words = request.strings
    top = y + 46
    canvas.text(LINE + 14, y + 8, words("line"), canvas.width - LINE - 20, SMALL, anchor="start", style="p-soft")
    width = (canvas.width - 12) / 2
    height = max(canvas.height_of(words(key), width - 12, SMALL) for key in ("word_table", "position_table")) + 12
    left = canvas.labelled(0, top, width, words("word_table"), padding=6, size=SMALL, min_height=height)
    right = canvas.labelled(width + 12, top, width, words("position_table"), padding=6, size=SMALL, min_height=height)
    join = top - 12
    canvas.path([(right.center, right.y), (right.center, join), (LINE, join)])
    tokens = left.bottom + 18
    x = 0.0
    for token in example.TOKENS:
        box = canvas.labelled(x, tokens, 50, token, "embedding", padding=3, min_height=28)
        x = box.right + 6
    canvas.arrow((LINE, tokens), (LINE, left.bottom + 1))
    canvas.arrow((right.center, tokens + 14), (right.center, right.bottom + 1))
    canvas.path([(x, tokens + 14), (right.center, tokens + 14)])
    canvas.text(0, tokens + 32, words("bottom"), canvas.width, SMALL, anchor="start", style="p-soft")
    return left.y


def _table(request: Request) -> Table:
    words = request.strings
    rows = [
        [words("word_table") + " + " + words("position_table"), words("input_job")],
        [words("attention"), words("attention_job")],
        [words("feed_forward"), words("feed_forward_job")],
        [words("final_norm"), words("norm_job")],
        [words("word_table_out") + ", " + words("softmax"), words("output_job")],
    ]
    return Table([words("part"), words("job")], rows)
