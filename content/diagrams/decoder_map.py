"""The map of the book: a whole decoder and the attention inside it, with the parts of one chapter lit.

``data-lit`` names the parts: ``<figure data-picture="decoder-map" data-lit="scores softmax"></figure>``. With
``data-at="temperature:softmax"``, sections and their parts, a small map beside the contents shows where one is
(``frontend/page/chapter-map.js``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table

from . import _stream as stream

# In reading order: as a text goes through the model, and as vectors go through attention.
DECODER = ("embedding", "position", "norm", "attention", "residual", "feed-forward", "output")
ATTENTION = ("queries-keys-values", "scores", "mask", "softmax", "mix", "heads", "projection")

LINE, LEFT, WIDTH = 9, 24, 132  # the residual stream, and the boxes beside it
INSIDE, INSIDE_WIDTH = 204, 128  # the boxes of attention
GAP = 11


@dataclass(frozen=True)
class _Map:
    """The canvas with what every part needs to know: its name in the page's language, and whether it is lit."""

    canvas: Canvas
    request: Request
    lit: frozenset[str]
    places: Mapping[str, Sequence[str]]

    def name(self, part: str) -> str:
        return self.request.strings(part.replace("-", "_"))

    def part(self, part: str, x: float, y: float, width: float) -> Box:
        """The box of a part; what is lit is bold as well, so that color isn't needed."""
        is_lit = part in self.lit
        height = self.canvas.height_of(self.name(part), width - 8, SMALL, bold=is_lit) + 9
        with self.canvas.group(self.classes(part)):
            box = self.canvas.box(x, y, width, height, style="p-lit" if is_lit else "p-value", radius=5)
            self.canvas.centered(box, self.name(part), SMALL, style="" if is_lit else "p-soft", bold=is_lit, padding=4)
        return box

    def classes(self, part: str) -> str:
        """Of a part's group: ``at-temperature`` for each section that is about it."""
        return " ".join(["map-part", *(f"at-{section}" for section in self.places.get(part, ()))])

    def plus(self, y: float) -> None:
        """Where the output of a part is added to the stream."""
        self.canvas.cover(LINE, y, 9)
        with self.canvas.group(self.classes("residual")):
            style = "p-lit" if "residual" in self.lit else "p-cover"
            self.canvas.box(LINE - 9, y - 9, 18, 18, style=style, radius=9)
        self.canvas.plus(LINE, y, 9)


def draw(request: Request) -> Picture:
    lit = frozenset(request.attributes.get("data-lit", "").split())
    known = (*DECODER, *ATTENTION)
    at = [place.rpartition(":")[::2] for place in request.attributes.get("data-at", "").split()]
    for part in sorted((lit | {part for _, part in at}).difference(known)):
        raise FigureError(f"the map has no part `{part}`", f"known: {', '.join(known)}")
    t = request.strings
    canvas = Canvas()
    places = {part: [section for section, one in at if one == part] for part in known}
    model = _Map(canvas, request, lit, places)
    attention = _decoder(model)
    _attention(model, attention)
    rows = [
        [model.name(part), t(f"{part}_job".replace("-", "_")), t("yes") if part in lit else t("no")] for part in known
    ]
    lit_names = ", ".join(model.name(part) for part in known if part in lit)
    description = f"{t('description')} {t('lit')}: {lit_names}." if lit else t("description")
    return Picture(
        [Panel(canvas, description=description)], Table([t("part"), t("job"), t("in_this_chapter")], rows), scale=1.3
    )


def _decoder(model: _Map) -> Box:
    """The decoder from the top, where the next word comes out, to the words that go in; returns the attention box."""
    canvas, t = model.canvas, model.request.strings
    top = canvas.text(0, 0, t("next_word"), LEFT + WIDTH, SMALL, anchor="start", style="p-soft") + 6
    output = model.part("output", LEFT, top, WIDTH)
    frame_top = output.bottom + 12
    feed_forward = model.part("feed-forward", LEFT + 14, frame_top + 26, WIDTH - 22)
    upper_norm = model.part("norm", LEFT + 14, feed_forward.bottom + GAP, WIDTH - 22)
    attention = model.part("attention", LEFT + 14, upper_norm.bottom + 32, WIDTH - 22)
    lower_norm = model.part("norm", LEFT + 14, attention.bottom + GAP, WIDTH - 22)
    frame_bottom = lower_norm.bottom + 20
    position = model.part("position", LEFT, frame_bottom + 10, WIDTH)
    embedding = model.part("embedding", LEFT, position.bottom + 8, WIDTH)
    words = canvas.text(0, embedding.bottom + 8, t("words"), LEFT + WIDTH, SMALL, anchor="start", style="p-soft")

    canvas.box(0, frame_top, LEFT + WIDTH, frame_bottom - frame_top, style="p-outline", radius=9)
    canvas.text(LEFT + WIDTH - 7, frame_top + 3, t("layers"), anchor="end", size=SMALL, style="p-soft")
    stream.draw_line(canvas, LINE, words - 18, top + 2)
    for box in (output, position, embedding):
        canvas.path([(LINE + 3, box.middle), (box.x, box.middle)])
    for part, norm in ((feed_forward, upper_norm), (attention, lower_norm)):
        plus_y = part.y - 12
        reads = norm.bottom + 10
        canvas.arrow((part.center, part.y), (part.center, plus_y), (LINE + 10, plus_y))
        canvas.arrow((norm.center, norm.y), (part.center, part.bottom + 1))
        canvas.arrow((LINE + 3, reads), (norm.center, reads), (norm.center, norm.bottom + 1))
        model.plus(plus_y)
    return attention


def _attention(model: _Map, opened: Box) -> None:
    """The inside of attention, from its output at the top to the vectors that go in."""
    canvas, t = model.canvas, model.request.strings
    frame_x = INSIDE - 8
    y = canvas.text(frame_x + 8, 26, t("inside"), INSIDE_WIDTH, SMALL, anchor="start", bold=True) + 8
    boxes = []
    for part in reversed(ATTENTION):
        boxes.append(model.part(part, INSIDE, y, INSIDE_WIDTH))
        y = boxes[-1].bottom + GAP
    frame_bottom = boxes[-1].bottom + 9
    canvas.box(frame_x, 20, canvas.width - frame_x, frame_bottom - 20, style="p-outline", radius=9)
    for upper, lower in pairwise(boxes):
        canvas.arrow((lower.center, lower.y), (lower.center, upper.bottom + 1))
    for corner, edge in ((opened.y, 24), (opened.bottom, frame_bottom - 4)):
        canvas.path([(opened.right, corner), (frame_x, edge)], style="p-line p-dashed", radius=0)
