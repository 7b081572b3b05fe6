"""Highlighted code in finished html: fewer elements, and long code is marked, which a printed page may cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handbook.core import html_tokens

LONG_CLASS = "long"
ONE_PAGE = 24  # lines: longer code is cut where a printed page ends
# Words of code in the very colour that code has anyway.
PLAIN = {"n", "nf", "nn", "nx", "w"}


def simplify_code(parts: Iterable[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """The article with its code in fewer elements, and with long code marked."""
    pieces = list(_without_plain_words(parts))
    block: html_tokens.Piece | None = None
    lines = 0
    for piece in pieces:
        if piece.kind == html_tokens.START and "highlight" in piece.attributes.get("class", "").split():
            block, lines = piece, 0
        elif block and piece.kind == html_tokens.TEXT:
            lines += piece.raw.count("\n")
        elif block and piece.kind == html_tokens.END and piece.tag == "pre":
            if lines > ONE_PAGE:
                block.set("class", f"{block.attributes['class']} {LONG_CLASS}")
            block = None
    return pieces


def _without_plain_words(pieces: Iterable[html_tokens.Piece]) -> Iterator[html_tokens.Piece]:
    """The pieces without the <span> of words that look as all code does."""
    dropped: list[bool] = []  # of each <span> that is open
    for piece in pieces:
        if piece.tag == "span" and piece.kind == html_tokens.START:
            dropped.append(set(piece.attributes) == {"class"} and piece.attributes["class"] in PLAIN)
            if dropped[-1]:
                continue
        elif piece.tag == "span" and piece.kind == html_tokens.END and dropped and dropped.pop():
            continue
        yield piece
