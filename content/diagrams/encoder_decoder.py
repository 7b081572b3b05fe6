"""Encoder and decoder side by side, joined by cross-attention."""

from __future__ import annotations

from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _stream as stream
from ._stream import Column, Part, Step

SOURCE = "Kannst du mir bitte helfen"
TARGET = "Can you help"
NEXT_TOKEN = "me"
ENCODER = Column(14, 34, 112)
DECODER = Column(326, 194, 112, side=-1)
CROSSING = (164, 176)  # where keys and values pass between the columns


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    self_attention = Part("", "", [Step(t("self_attention"), "weight")])
    masked_attention = Part("", "", [Step(t("masked_attention"), "weight")])
    cross_attention = Part("", "", [Step(t("cross_attention"), "weight")], reads="query")
    feed_forward = Part("", "", [Step(t("feed_forward"))])
    top = _next_token(canvas, request)

    cross_boxes: list[Box] = []
    y = top + 34
    decoder_pluses, read_y = [y], stream.draw_part(canvas, DECODER, y, feed_forward)
    decoder_pluses.append(read_y + 8)
    read_y = stream.draw_part(
        canvas, DECODER, read_y + 8, cross_attention, lambda boxes, _: cross_boxes.append(boxes[0])
    )
    canvas.symbol(cross_boxes[0].center - 14, cross_boxes[0].bottom + 14, "q", role="query")
    decoder_pluses.append(read_y + 8)
    bottom = stream.draw_part(canvas, DECODER, read_y + 8, masked_attention) + 26

    encoder_pluses = [decoder_pluses[1]]
    read_y = stream.draw_part(canvas, ENCODER, decoder_pluses[1], feed_forward)
    encoder_pluses.append(read_y + 8)
    read_y = stream.draw_part(canvas, ENCODER, read_y + 8, self_attention)
    bottom = max(bottom, read_y + 26)

    _stream(canvas, DECODER, bottom, top + 10, decoder_pluses)
    _stream(canvas, ENCODER, bottom, decoder_pluses[0] + 18, encoder_pluses, open_end=True)
    _keys_and_values(canvas, decoder_pluses[0] + 18, cross_boxes[0])
    _inputs(canvas, request, bottom)
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def _next_token(canvas: Canvas, request: Request) -> float:
    """The output above the decoder; returns its bottom."""
    t = request.strings
    width = 150
    box = canvas.labelled(
        canvas.width - width,
        0,
        width,
        f"{t('next_token')}: {NEXT_TOKEN}",
        "embedding",
        padding=6,
        size=SMALL,
        min_height=28,
    )
    return box.bottom


def _stream(
    canvas: Canvas, column: Column, bottom: float, top: float, pluses: list[float], open_end: bool = False
) -> None:
    stream.draw_line(canvas, column.line, bottom, top - 8, head=not open_end)
    for y in pluses:
        stream.draw_plus(canvas, column.line, y + 9)


def _keys_and_values(canvas: Canvas, top: float, box: Box) -> None:
    """The arrows of keys and values from the end of the encoder into the decoder's cross-attention."""
    for index, (letter, role, height) in enumerate((("v", "value", -8), ("k", "key", 8))):
        x = CROSSING[1 - index]
        start_y = top - 6 + index * 9
        entry_y = box.middle + height
        canvas.arrow(
            (ENCODER.line, start_y), (x, start_y), (x, entry_y), (box.x - 2, entry_y), role=role, thickness=1.75
        )
        canvas.symbol(120, start_y + (17 if index else -6), letter, role=role)


def _inputs(canvas: Canvas, request: Request, y: float) -> None:
    """The sentences that enter encoder and decoder, with the names of both."""
    t = request.strings
    for x, key, sentence in ((0, "encoder", SOURCE), (canvas.width - 150, "decoder", TARGET)):
        height = canvas.height_of(sentence, 138, SIZE) + 12
        box = canvas.labelled(x, y, 150, sentence, "embedding", padding=6, min_height=max(height, 47))
        end = canvas.text(box.center, box.bottom + 6, t(f"{key}_input"), 150, SMALL, style="p-soft")
        end = canvas.text(box.center, end + 4, t(key), 150, bold=True)
        canvas.text(box.center, end, t("layers"), 150, SMALL, style="p-soft")


def _table(request: Request) -> Table:
    t = request.strings
    rows = [
        [f"{t('encoder')}: {t('self_attention')}", t("source"), t("source"), t("no_mask")],
        [
            f"{t('decoder')}: {t('masked_attention')}",
            t("translation"),
            t("translation"),
            t("hides_future"),
        ],
        [t("cross_attention"), t("translation"), t("source"), t("no_mask")],
    ]
    return Table([t("part"), t("queries_from"), t("keys_from"), t("mask")], rows)
