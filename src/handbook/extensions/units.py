"""Non-breaking spaces between a number and its unit, so that no author has to type what nobody sees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from handbook.core import html_tokens
from handbook.core.html_tokens import Piece

_UNIT = r"(?:[kMGT]i?B|KB|ms|µs|s|px|GHz|°C|%)"
_NUMBER_AND_UNIT = re.compile(rf"(?<=\d)\s(?={_UNIT}(?!\w))|(?<=\b[kKMGT]iB)\s(?=\d)|(?<=\b[kMGT]B)\s(?=\d)")  # MiB 5
_VERBATIM = {"code", "pre", "math", "svg", "script", "style", "textarea"}


def join_units(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The page with U+00A0 before units, or behind them, as Swahili has it. Code and formulas stay as they are."""
    verbatim: list[str] = []
    for piece in pieces:
        if piece.tag in _VERBATIM and piece.kind == html_tokens.START and not piece.closed:
            verbatim.append(piece.tag)
        elif verbatim and piece.kind == html_tokens.END and piece.tag == verbatim[-1]:
            verbatim.pop()
        elif piece.kind == html_tokens.TEXT and not verbatim:
            piece.raw = _NUMBER_AND_UNIT.sub("\u00a0", piece.raw)
        yield piece
