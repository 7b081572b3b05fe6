"""A paged cache: the blocks of two texts, their block tables, and where the blocks lie in memory."""

from __future__ import annotations

from collections.abc import Sequence

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

SIZE, BLOCKS = 4, 6
TEXTS = {"A": "Your journey starts with one step".split(), "B": "The dogs bark loudly .".split()}
TABLES = {"A": (0, 2), "B": (1, 3)}
ROLES = {"A": "key", "B": "embedding"}
CELL, HEIGHT, STEP = 57, 26, 38
RING = 11
WIDTH = SIZE * CELL + 62


def blocks(text: str) -> list[list[str]]:
    """The tokens of a text, block by block."""
    tokens = TEXTS[text]
    return [tokens[start : start + SIZE] for start in range(0, len(tokens), SIZE)]


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_texts(request), t("texts")), Panel(_memory(request), t("memory"))]
    rows = [
        [f"{t('text')} {text}", str(number), " ".join(tokens), str(TABLES[text][number])]
        for text in TEXTS
        for number, tokens in enumerate(blocks(text))
    ]
    return Picture(panels, Table([t("text"), t("block"), t("tokens"), t("place")], rows))


def _texts(request: Request) -> Canvas:
    """Each text in its own order, with the table that says where its blocks lie."""
    t = request.strings
    canvas = Canvas(WIDTH)
    y = canvas.text(0, 0, t("texts"), WIDTH, anchor="start", bold=True) + 8
    for text in TEXTS:
        canvas.text(0, y, f"{t('text')} {text}", WIDTH / 2, SMALL, anchor="start")
        y = canvas.text(WIDTH, y, t("table"), WIDTH / 2, SMALL, anchor="end", style="p-soft") + 5
        for tokens, place in zip(blocks(text), TABLES[text]):
            _block(canvas, 0, y, tokens, ROLES[text])
            canvas.arrow((SIZE * CELL + 5, y + HEIGHT / 2), (WIDTH - 2 * RING - 6, y + HEIGHT / 2))
            canvas.ring(WIDTH - RING - 1, y + HEIGHT / 2, str(place), ROLES[text], RING)
            y += STEP
        y += 10
    return canvas


def _memory(request: Request) -> Canvas:
    """The blocks in memory, in the order of their numbers."""
    t = request.strings
    canvas = Canvas(WIDTH)
    y = canvas.text(2 * RING + 14, 0, t("memory"), WIDTH - 2 * RING - 14, anchor="start", bold=True) + 8
    held = {place: (text, tokens) for text in TEXTS for place, tokens in zip(TABLES[text], blocks(text))}
    for place in range(BLOCKS):
        text, tokens = held.get(place, ("", []))
        canvas.ring(RING + 1, y + HEIGHT / 2, str(place), ROLES.get(text, ""), RING)
        box = _block(canvas, 2 * RING + 14, y, tokens, ROLES.get(text, ""))
        if not tokens:
            canvas.centered(Box(box.x, y, CELL, HEIGHT), t("free"), SMALL, style="p-soft", padding=1)
        y += STEP
    return canvas


def _block(canvas: Canvas, x: float, y: float, tokens: Sequence[str], role: str) -> Box:
    """The cells of a block with the tokens whose keys and values they hold."""
    for index in range(SIZE):
        filled = index < len(tokens)
        box = canvas.box(
            x + index * CELL,
            y,
            CELL,
            HEIGHT,
            role if filled else "",
            "p-cell" if filled else "p-cell p-faint",
            radius=2,
        )
        if filled:
            canvas.centered(box, tokens[index], SMALL, padding=1)
    return canvas.box(x, y, SIZE * CELL, HEIGHT, role, "p-outline", radius=3)
