"""What a page can put off: a browser places and paints only what is near the window, where it is told what may wait.

A chapter has some four thousand elements, most of them letters of formulas and words of code, and a phone needs half a
second for them. Heavy parts that begin below the first view are marked here, with about how tall they are, so that the
scroll bar and links into the page come out right; ``handbook.css`` does the rest. Everything stays in the page: for
searching in it, for screen readers, for printing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import frames, markup

LATER, TALL, LINES, LONG = "later", "--tall", "--lines", "long"
ONE_PAGE = 24  # lines: longer code is cut where a printed page ends
FIRST_VIEW = 30.0  # rem of the article that are seen at once
LINE, LETTERS = 1.5, 82  # rem; letters a line
COLUMN = 32.0  # rem
# Words of code in the very colour that code has anyway.
PLAIN = {"n", "nf", "nn", "nx", "w"}


@dataclass
class _Part:
    """An element of the article's top level."""

    start: markup.Piece
    pieces: list[markup.Piece] = field(default_factory=list)

    @property
    def classes(self) -> list[str]:
        return self.start.attributes.get("class", "").split()

    @property
    def lines(self) -> int:
        return sum(piece.raw.count("\n") for piece in self.pieces if piece.kind == markup.TEXT)

    def tall(self) -> float:
        """About how tall it is in rem, in a wide window. What is told apart here was measured on the pages."""
        text = len(re.sub(r"\s+", " ", "".join(piece.raw for piece in _seen(self.pieces))))
        rows = {name: sum(piece.kind == markup.START and piece.tag == name for piece in self.pieces) for name in ("li", "tr", "p", "label", "mtr")}
        if self.start.tag in ("figure", "div") and (shape := next(filter(None, map(_shape, self.pieces)), None)):
            plot = "plot" in self.classes
            wide = min(COLUMN, shape[0] / (13 if plot else 16))
            return wide * shape[1] / shape[0] + (2 if plot else 4)  # with its caption and buttons
        if "highlight" in self.classes:
            return self.lines * 1.12 + 1.6
        if "arithmatex" in self.classes:
            return 2.8 * (1 + rows["mtr"])
        if "widget" in self.classes:
            return max(8.0, text / 25)
        if "quiz" in self.classes:
            return 6.4 + 1.8 * rows["label"]
        if frames.FRAME in self.classes:
            return rows["tr"] * 2.15
        if self.start.tag == "details" and "open" not in self.start.attributes:
            return 2.6
        return ((rows["li"] + rows["p"]) / 2 + math.ceil(text / LETTERS)) * LINE


def lighter(html: str) -> str:
    """The article with its code in fewer elements, and with what may wait marked."""
    pieces = list(_without_plain_words(markup.pieces(html)))
    above = 0.0
    for part in _parts(pieces):
        tall = part.tall()
        if "highlight" in part.classes:
            _add(part.start, "style", f"{LINES}:{part.lines}", ";")
            if part.lines > ONE_PAGE:
                _add(part.start, "class", LONG, " ")
        elif above + tall > FIRST_VIEW and _may_wait(part):
            _add(part.start, "class", LATER, " ")
            _add(part.start, "style", f"{TALL}:{tall:.0f}", ";")
        above += tall + 1
    return markup.joined(pieces)


def _may_wait(part: _Part) -> bool:
    """Closed boxes wait anyway, and headings are what links lead to."""
    return part.start.tag in ("p", "ul", "ol", "form", "figure") or (part.start.tag == "div" and not {"tabbed-set", "status-scroll"} & set(part.classes))


def _seen(pieces: list[markup.Piece]) -> Iterator[markup.Piece]:
    """The words; of a formula as it is drawn, not as it is read out."""
    read_out = 0
    for piece in pieces:
        if piece.tag == "math":
            read_out += 1 if piece.kind == markup.START else -1
        elif piece.kind == markup.TEXT and not read_out:
            yield piece


def _parts(pieces: list[markup.Piece]) -> list[_Part]:
    parts: list[_Part] = []
    open_tags: list[str] = []
    for piece in pieces:
        if piece.kind == markup.START and not open_tags:
            parts.append(_Part(piece))
        if parts and open_tags:
            parts[-1].pieces.append(piece)
        if piece.kind == markup.START and not piece.closed:
            open_tags.append(piece.tag)
        elif piece.kind == markup.END and piece.tag in open_tags:
            while open_tags.pop() != piece.tag:
                pass
    return parts


def _without_plain_words(pieces: list[markup.Piece]):
    """The pieces without the <span> of words that look as all code does."""
    dropped: list[bool] = []  # of each <span> that is open
    for piece in pieces:
        if piece.tag == "span" and piece.kind == markup.START:
            dropped.append(set(piece.attributes) == {"class"} and piece.attributes["class"] in PLAIN)
            if dropped[-1]:
                continue
        elif piece.tag == "span" and piece.kind == markup.END and dropped and dropped.pop():
            continue
        yield piece


def _shape(piece: markup.Piece) -> tuple[float, float] | None:
    """Width and height of a picture."""
    if piece.kind != markup.START or piece.tag != "svg":
        return None
    box = re.findall(r"[\d.]+", piece.attributes.get("viewbox", ""))
    return (float(box[2]), float(box[3])) if len(box) == 4 and float(box[2]) else None


def _add(piece: markup.Piece, attribute: str, value: str, between: str) -> None:
    """One more class or declaration, behind those that are there."""
    piece.set(attribute, between.join(filter(None, (piece.attributes.get(attribute), value))))
