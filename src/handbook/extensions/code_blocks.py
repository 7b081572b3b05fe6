"""Highlighted code in finished html: fewer elements, and classes for code that styles have to tell from other code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import unescape

from handbook.core import html_tokens

LONG_CLASS = "long"
ONE_PAGE = 24  # lines; longer code may be cut at the end of a printed page
SHORT_FIRST_CLASS = "short-first"
BESIDE_BUTTONS = 22  # letters of a first line: so many leave room for two buttons behind them, on a phone of 320 px
# Pygments' classes of names and white space, which have the color of all code.
UNSTYLED = {"n", "nf", "nn", "nx", "w"}


def simplify_code(pieces: Iterable[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """The page without elements that style nothing in its code.

    Long code blocks get ``LONG_CLASS``, and those that begin with a short line ``SHORT_FIRST_CLASS``.
    """
    pieces = list(_without_unstyled_spans(pieces))
    block: html_tokens.Piece | None = None
    code = ""
    for piece in pieces:
        if piece.kind == html_tokens.START and "highlight" in piece.attributes.get("class", "").split():
            block, code = piece, ""
        elif block and piece.kind == html_tokens.TEXT:
            code += piece.raw
        elif block and piece.kind == html_tokens.END and piece.tag == "pre":
            first = unescape(code.strip("\n").partition("\n")[0])
            classes = block.attributes["class"].split()
            if code.count("\n") > ONE_PAGE:
                classes.append(LONG_CLASS)
            if len(first) <= BESIDE_BUTTONS and "output" not in classes:
                classes.append(SHORT_FIRST_CLASS)
            block.set("class", " ".join(classes))
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
