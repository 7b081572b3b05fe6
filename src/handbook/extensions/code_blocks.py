"""Highlighted code in finished html: fewer elements, and a class for code that a printed page may cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handbook.core import html_tokens

LONG_CLASS = "long"
ONE_PAGE = 24  # lines; longer code may be cut at the end of a printed page
# Pygments' classes of names and white space, which have the color of all code.
UNSTYLED = {"n", "nf", "nn", "nx", "w"}


def simplify_code(pieces: Iterable[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """The page without elements that style nothing in its code, and with ``LONG_CLASS`` on long code blocks."""
    pieces = list(_without_unstyled_spans(pieces))
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


def _without_unstyled_spans(pieces: Iterable[html_tokens.Piece]) -> Iterator[html_tokens.Piece]:
    dropped: list[bool] = []  # for each open <span>
    for piece in pieces:
        if piece.tag == "span" and piece.kind == html_tokens.START:
            dropped.append(set(piece.attributes) == {"class"} and piece.attributes["class"] in UNSTYLED)
            if dropped[-1]:
                continue
        elif piece.tag == "span" and piece.kind == html_tokens.END and dropped and dropped.pop():
            continue
        yield piece
