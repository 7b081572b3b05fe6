"""From text to the next token: tokenizer, decoder and the rule that chooses, and the way back to the text."""

from __future__ import annotations

from itertools import pairwise

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS = ("The", "dogs", "near", "the", "house")
PARTS = ("tokenizer", "decoder", "rule")  # from top to bottom
CHANCES = (("bark", 1.0), ("are", 0.62), ("behind", 0.33))  # bars, longest first
LEFT, RIGHT = 8, 304  # of boxes; the way back is to their right
GAP = 20


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    text = canvas.labelled(LEFT, 2, RIGHT - LEFT, " ".join(TOKENS) + " …", "embedding", padding=7, min_height=30)
    tokenizer = _part(canvas, request, "tokenizer", text.bottom + GAP)
    tokens = _tokens(canvas, tokenizer.bottom + GAP)
    decoder = _part(canvas, request, "decoder", tokens.bottom + GAP)
    chances = _chances(canvas, decoder.bottom + GAP)
    rule = _part(canvas, request, "rule", chances.bottom + GAP)
    chosen = canvas.labelled(
        rule.center - 45, rule.bottom + GAP, 90, CHANCES[0][0], "embedding", padding=6, min_height=30
    )
    steps = [text, tokenizer, tokens, decoder, chances, rule, chosen]
    for upper, lower in pairwise(steps):
        canvas.arrow((rule.center, upper.bottom + 1), (rule.center, lower.y - 1))
    edge = canvas.width - 8
    canvas.arrow(
        (chosen.right + 1, chosen.middle),
        (edge, chosen.middle),
        (edge, text.middle),
        (text.right + 1, text.middle),
        role="embedding",
    )
    canvas.text(LEFT, chosen.bottom + 5, t("again"), RIGHT - LEFT, SMALL, anchor="start", style="p-soft")
    rows = [[t(part), t(f"{part}_gets"), t(f"{part}_gives")] for part in PARTS]
    return Picture([Panel(canvas)], Table([t("part"), t("gets"), t("gives")], rows), scale=1.2)


def _part(canvas: Canvas, request: Request, part: str, y: float) -> Box:
    """A part of the model, with what it gives below its name."""
    t = request.strings
    width = RIGHT - LEFT
    height = 16 + canvas.height_of(t(part), width - 16, bold=True)
    height += canvas.height_of(t(f"{part}_gives"), width - 16, SMALL)
    box = canvas.box(LEFT, y, width, height, style="p-outline", radius=9)
    below = canvas.text(box.center, y + 7, t(part), width - 16, bold=True)
    canvas.text(box.center, below + 1, t(f"{part}_gives"), width - 16, SMALL, style="p-soft")
    return box


def _tokens(canvas: Canvas, y: float) -> Box:
    """The tokens of the text, each in a box of its own."""
    gap = 6
    width = (RIGHT - LEFT - gap * (len(TOKENS) - 1)) / len(TOKENS)
    for index, token in enumerate(TOKENS):
        canvas.labelled(LEFT + index * (width + gap), y, width, token, "embedding", padding=3, size=SMALL)
    return Box(LEFT, y, RIGHT - LEFT, canvas.height - y)


def _chances(canvas: Canvas, y: float) -> Box:
    """Some possible next tokens, each with a bar for its probability."""
    row, name = 20, 64
    for index, (token, share) in enumerate(CHANCES):
        top = y + index * row
        canvas.text(LEFT + name, top, token, name, SMALL, anchor="end")
        canvas.bar(LEFT + name + 10, top + 4, RIGHT - LEFT - name - 10, share, "weight", height=9)
    return Box(LEFT, y, RIGHT - LEFT, len(CHANCES) * row)
