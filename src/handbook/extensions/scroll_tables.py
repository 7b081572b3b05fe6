"""A scroll container around each table, for tables that are wider than the window.

Material's script wraps tables in the same way, but late, and not for readers without scripts. The container that it
puts around a table within ours takes no space (``refinements.css``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handbook.core import html_tokens
from handbook.core.html_tokens import Piece

OUTER_CLASS = "md-typeset__scrollwrap"  # Material's class names, for their styles
INNER_CLASS = "md-typeset__table"


def wrap_tables(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The page with its tables wrapped. Tables with a class, those of widgets and panels, have containers already."""
    wrapped: list[bool] = []  # for each open table
    for piece in pieces:
        if piece.tag == "table" and piece.kind == html_tokens.START:
            wrapped.append("class" not in piece.attributes)
            if wrapped[-1]:
                yield Piece(html_tokens.START, f'<div class="{OUTER_CLASS}">', "div", {"class": OUTER_CLASS})
                yield Piece(html_tokens.START, f'<div class="{INNER_CLASS}">', "div", {"class": INNER_CLASS})
            yield piece
        elif piece.tag == "table" and piece.kind == html_tokens.END:
            yield piece
            if wrapped and wrapped.pop():
                yield Piece(html_tokens.END, "</div>", "div")
                yield Piece(html_tokens.END, "</div>", "div")
        else:
            yield piece
