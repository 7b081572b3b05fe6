"""A frame around each table, in which it scrolls where it is wider than the window.

The theme's script makes the same frames, but late (``touch.js``) and not for readers without scripts. What it puts around a
table within ours takes no room (``handbook.css``).
"""

from __future__ import annotations

from . import markup

FRAME = "md-typeset__scrollwrap"  # the theme's names, whose styles they bring
INNER = "md-typeset__table"


def framed(html: str) -> str:
    """The article with its tables in frames. Those with a class of their own, of widgets and panels, have their own."""
    made = []
    plain: list[bool] = []  # of each table that is open
    for piece in markup.pieces(html):
        if piece.tag == "table" and piece.kind == markup.START:
            plain.append("class" not in piece.attributes)
            made.append(f'<div class="{FRAME}"><div class="{INNER}">{piece.raw}' if plain[-1] else piece.raw)
        elif piece.tag == "table" and piece.kind == markup.END:
            made.append(f"{piece.raw}</div></div>" if plain and plain.pop() else piece.raw)
        else:
            made.append(piece.raw)
    return "".join(made)
