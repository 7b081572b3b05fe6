"""A decoder, from tokens to the next token, with the two parts of every layer."""

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
    t = request.strings
    canvas = Canvas()
    feed_forward = Part(t("feed_forward"), t("feed_forward_note"), [Step(t("norm")), Step(t("network"))])
    attention = Part(
        t("attention"),
        t("attention_note"),
        [Step(t("norm")), Step(t("heads"), "weight"), Step(t("projection"))],
    )

    y = _output(canvas, request)
    layer_top = y + 8
    first = stream.draw_part(canvas, COLUMN, layer_top + 34, feed_forward)
    second = stream.draw_part(canvas, COLUMN, first + 8, attention)
    layer_bottom = second + 14
    layer = canvas.box(0, layer_top, canvas.width, layer_bottom - layer_top, style="p-outline", radius=11)
    canvas.text(layer.right - 12, layer_top + 7, t("layers"), anchor="end", bold=True)
    bottom = _input(canvas, request, layer_bottom)
    stream.draw_line(canvas, LINE, bottom, y - 1)
    for plus in (layer_top + 34 + 9, first + 8 + 9):
        stream.draw_plus(canvas, LINE, plus)
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def _output(canvas: Canvas, request: Request) -> float:
    """From the end of the stream to the next token, drawn from the top; returns the y at which the stream ends."""
    t = request.strings
    width = 148
    y = 0.0
    boxes = []
    for key, role in (("next_token", "embedding"), ("softmax", ""), ("word_table_out", ""), ("final_norm", "")):
        boxes.append(
            canvas.labelled(0, y, width, t(key), role, bold=key == "next_token", padding=6, size=SMALL, min_height=28)
        )
        y = boxes[-1].bottom + 16
    for upper, lower in pairwise(boxes):
        canvas.arrow((LINE, lower.y), (LINE, upper.bottom + 1))
    canvas.text(
        width + 16,
        boxes[0].middle - SMALL * 0.62,
        t("top"),
        canvas.width - width - 20,
        SMALL,
        anchor="start",
        style="p-soft",
    )
    return boxes[-1].bottom + 4


def _input(canvas: Canvas, request: Request, y: float) -> float:
    """From tokens and positions to the vectors that enter the stream; returns the y at which it begins."""
    t = request.strings
    top = y + 46
    canvas.text(LINE + 14, y + 8, t("line"), canvas.width - LINE - 20, SMALL, anchor="start", style="p-soft")
    width = (canvas.width - 12) / 2
    height = max(canvas.height_of(t(key), width - 12, SMALL) for key in ("word_table", "position_table")) + 12
    left = canvas.labelled(0, top, width, t("word_table"), padding=6, size=SMALL, min_height=height)
    right = canvas.labelled(width + 12, top, width, t("position_table"), padding=6, size=SMALL, min_height=height)
    join_y = top - 12
    canvas.path([(right.center, right.y), (right.center, join_y), (LINE, join_y)])
    tokens_y = left.bottom + 18
    x = 0.0
    for token in example.TOKENS:
        box = canvas.labelled(x, tokens_y, 50, token, "embedding", padding=3, min_height=28)
        x = box.right + 6
    canvas.arrow((LINE, tokens_y), (LINE, left.bottom + 1))
    canvas.arrow((right.center, tokens_y + 14), (right.center, right.bottom + 1))
    canvas.path([(x, tokens_y + 14), (right.center, tokens_y + 14)])
    canvas.text(0, tokens_y + 32, t("bottom"), canvas.width, SMALL, anchor="start", style="p-soft")
    return left.y


def _table(request: Request) -> Table:
    t = request.strings
    rows = [
        [t("word_table") + " + " + t("position_table"), t("input_job")],
        [t("attention"), t("attention_job")],
        [t("feed_forward"), t("feed_forward_job")],
        [t("final_norm"), t("norm_job")],
        [t("word_table_out") + ", " + t("softmax"), t("output_job")],
    ]
    return Table([t("part"), t("job")], rows)
