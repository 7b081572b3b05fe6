"""Encoder and decoder side by side, joined by cross-attention."""

from __future__ import annotations

from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _stream as stream
from ._stream import Column, Part, Step

SOURCE = "Kannst du mir bitte helfen"
WRITTEN = "Can you help"
NEXT = "me"
ENCODER = Column(14, 34, 112)
DECODER = Column(326, 194, 112, side=-1)
CROSSING = (164, 176)  # where keys and values pass between the columns


def draw(request: Request) -> Picture:
    words = request.strings
    canvas = Canvas()
    own = Part("", "", [Step(words("self_attention"), "weight")])
    masked = Part("", "", [Step(words("masked_attention"), "weight")])
    cross = Part("", "", [Step(words("cross_attention"), "weight")], reads="query")
    network = Part("", "", [Step(words("feed_forward"))])
    head = _heads(canvas, request)

    found: list[Box] = []
    y = head + 34
    decoder, read = [y], stream.draw_part(canvas, DECODER, y, network)
    decoder.append(read + 8)
    read = stream.draw_part(canvas, DECODER, read + 8, cross, lambda boxes, _: found.append(boxes[0]))
    canvas.symbol(found[0].center - 14, found[0].bottom + 14, "q", role="query")
    decoder.append(read + 8)
    bottom = stream.draw_part(canvas, DECODER, read + 8, masked) + 26

    encoder = [decoder[1]]
    read = stream.draw_part(canvas, ENCODER, decoder[1], network)
    encoder.append(read + 8)
    read = stream.draw_part(canvas, ENCODER, read + 8, own)
    bottom = max(bottom, read + 26)

    _stream(canvas, DECODER, bottom, head + 10, decoder)
    _stream(canvas, ENCODER, bottom, decoder[0] + 18, encoder, open_end=True)
    _crossing(canvas, decoder[0] + 18, found[0])
    _feet(canvas, request, bottom)
    return Picture([Panel(canvas)], _table(request), scale=1.2)


def _heads(canvas: Canvas, request: Request) -> float:
    words = request.strings
    width = 150
    box = canvas.labelled(
        canvas.width - width,
        0,
        width,
        f"{words('next_token')}: {NEXT}",
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


def _crossing(canvas: Canvas, top: float, box: Box) -> None:
    """Keys and values of the source, from the encoder's end into the decoder's cross-attention."""
    for way, (letter, role, height) in enumerate((("v", "value", -8), ("k", "key", 8))):
        x = CROSSING[1 - way]
        start = top - 6 + way * 9
        entry = box.middle + height
        canvas.arrow((ENCODER.line, start), (x, start), (x, entry), (box.x - 2, entry), role=role, thickness=1.75)
        canvas.symbol(120, start + (17 if way else -6), letter, role=role)


def _feet(canvas: Canvas, request: Request, y: float) -> None:
    words = request.strings
    for x, key, sentence in ((0, "encoder", SOURCE), (canvas.width - 150, "decoder", WRITTEN)):
        height = canvas.height_of(sentence, 138, SIZE) + 12
        box = canvas.labelled(x, y, 150, sentence, "embedding", padding=6, min_height=max(height, 47))
        end = canvas.text(box.center, box.bottom + 6, words(f"{key}_input"), 150, SMALL, style="p-soft")
        end = canvas.text(box.center, end + 4, words(key), 150, bold=True)
        canvas.text(box.center, end, words("layers"), 150, SMALL, style="p-soft")


def _table(request: Request) -> Table:
    words = request.strings
    rows = [
        [f"{words('encoder')}: {words('self_attention')}", words("source"), words("source"), words("no_mask")],
        [
            f"{words('decoder')}: {words('masked_attention')}",
            words("translation"),
            words("translation"),
            words("hides_future"),
        ],
        [words("cross_attention"), words("translation"), words("source"), words("no_mask")],
    ]
    return Table([words("part"), words("queries_from"), words("keys_from"), words("mask")], rows)
