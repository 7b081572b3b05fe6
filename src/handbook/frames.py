"""A frame around each table, in which it scrolls where it is wider than the window.

The theme's script makes the same frames, but late and not for readers without scripts. What it puts around a
table within ours takes no room (``handbook.css``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import markup
from .markup import Piece

FRAME = "md-typeset__scrollwrap"  # the theme's names, whose styles they bring
INNER = "md-typeset__table"


def framed(parts: Iterable[Piece]) -> Iterator[Piece]:
    """The article with its tables in frames. Those with a class of their own, of widgets and panels, have their own."""
    plain: list[bool] = []  # of each table that is open
    for piece in parts:
        if piece.tag == "table" and piece.kind == markup.START:
            plain.append("class" not in piece.attributes)
            if plain[-1]:
                yield Piece(markup.START, f'<div class="{FRAME}">', "div", {"class": FRAME})
                yield Piece(markup.START, f'<div class="{INNER}">', "div", {"class": INNER})
            yield piece
        elif piece.tag == "table" and piece.kind == markup.END:
            yield piece
            if plain and plain.pop():
                yield from (Piece(markup.END, "</div>", "div") for _ in range(2))
        else:
            yield piece
