"""A frame around each table, in which it scrolls where it is wider than the window.

The theme's script makes the same frames, but late and not for readers without scripts. What it puts around a
table within ours takes no room (``handbook.css``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handbook.core import html_tokens
from handbook.core.html_tokens import Piece

FRAME = "md-typeset__scrollwrap"  # the theme's names, whose styles they bring
INNER = "md-typeset__table"


def wrap_tables(parts: Iterable[Piece]) -> Iterator[Piece]:
    """The article with its tables in frames. Those with a class of their own, of widgets and panels, have their own."""
    plain: list[bool] = []  # of each table that is open
    for piece in parts:
        if piece.tag == "table" and piece.kind == html_tokens.START:
            plain.append("class" not in piece.attributes)
            if plain[-1]:
                yield Piece(html_tokens.START, f'<div class="{FRAME}">', "div", {"class": FRAME})
                yield Piece(html_tokens.START, f'<div class="{INNER}">', "div", {"class": INNER})
            yield piece
        elif piece.tag == "table" and piece.kind == html_tokens.END:
            yield piece
            if plain and plain.pop():
                yield from (Piece(html_tokens.END, "</div>", "div") for _ in range(2))
        else:
            yield piece
