"""Byte-pair encoding: how the bytes of one word grow together, merge by merge."""

from __future__ import annotations

from handbook.figures.canvas import Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

# The word's tokens at the start and after each merge that concerns it, as the chapter's program learns them.
ROWS = (
    ("Ġ", "d", "o", "g", "s"),
    ("Ġ", "do", "g", "s"),
    ("Ġdo", "g", "s"),
    ("Ġdog", "s"),
    ("Ġdogs",),
)
CELL, HEIGHT, GAP = 40, 30, 24
LEFT = 132  # the x of the tokens; what is merged is named to their left


def merged(row: int) -> tuple[str, str]:
    """The two tokens whose merge made this row of the one before."""
    before, after = ROWS[row - 1], ROWS[row]
    at = next(index for index, token in enumerate(after) if token != before[index])
    return before[at], before[at + 1]


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    rows = []
    for index, tokens in enumerate(ROWS):
        y = index * (HEIGHT + GAP) + 2
        label = t("start") if index == 0 else " + ".join(merged(index))
        rows.append([label, " ".join(tokens)])
        canvas.text(LEFT - 14, y + HEIGHT / 2 - 9, label, LEFT - 16, anchor="end", style="p-soft")
        _tokens(canvas, y, tokens, "" if index == 0 else "".join(merged(index)))
        if index:
            canvas.arrow((LEFT + CELL * 2.5, y - GAP + 3), (LEFT + CELL * 2.5, y - 4))
    return Picture([Panel(canvas)], Table([t("merge"), t("tokens")], rows), scale=1.1)


def _tokens(canvas: Canvas, y: float, tokens: tuple[str, ...], new: str) -> None:
    """One row of tokens, each as wide as the bytes that it holds; ``new`` stands out."""
    x = float(LEFT)
    for token in tokens:
        width = CELL * len(token)
        box = canvas.box(x + 2, y, width - 4, HEIGHT, "key" if token == new else "embedding", radius=5)
        canvas.centered(box, token, bold=token == new, padding=2)
        x += width
