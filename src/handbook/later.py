"""What a page can put off: a browser places and paints only what is near the window, where it is told what may wait.

A chapter has some four thousand elements, most of them letters of formulas and words of code, and a phone needs half a
second for them. Heavy parts that begin below the first view are marked here, with about how tall they are, so that the
scroll bar and links into the page come out right; ``handbook.css`` does the rest. Everything stays in the page: for
searching in it, for screen readers, for printing.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from . import markup

LATER, TALL, LINES = "later", "--tall", "--lines"
FIRST_VIEW = 30.0  # rem of the article that are seen at once
HEAVY = 12  # elements in a part, so that it is worth the trouble
NARROW = {"p", "ul", "ol", "form"}  # what grows on a narrow screen
LINE, LETTERS = 1.5, 74  # rem; letters a line
COLUMN = 32.0  # rem
# Words of code in the very colour that code has anyway.
PLAIN = {"n", "nf", "nn", "nx", "w"}


@dataclass
class _Part:
    """An element of the article's top level."""

    start: markup.Piece
    pieces: list[markup.Piece] = field(default_factory=list)

    @property
    def elements(self) -> int:
        return sum(piece.kind == markup.START for piece in self.pieces)

    @property
    def classes(self) -> list[str]:
        return self.start.attributes.get("class", "").split()

    def tall(self) -> float:
        """About how tall it is in rem, in a wide window."""
        text = "".join(piece.raw for piece in self.pieces if piece.kind == markup.TEXT)
        if self.start.tag in ("figure", "div") and (shape := next(filter(None, map(_shape, self.pieces)), None)):
            return min(COLUMN, shape[0]) * shape[1] / shape[0] + 2
        if "highlight" in self.classes:
            return text.count("\n") * 1.12 + 1.6
        if "arithmatex" in self.classes:
            return 3.0 * (1 + sum("mtr" == piece.tag and piece.kind == markup.START for piece in self.pieces))
        if "widget" in self.classes:
            return 24.0
        if self.start.tag == "details" and "open" not in self.start.attributes:
            return 2.6
        rows = sum(piece.kind == markup.START and piece.tag in ("li", "tr", "p", "label") for piece in self.pieces) or 1
        return (rows / 2 + math.ceil(len(re.sub(r"\s+", " ", text)) / LETTERS)) * LINE


def lighter(html: str) -> str:
    """The article with its code in fewer elements, and with what may wait marked."""
    pieces = list(_without_plain_words(markup.pieces(html)))
    above = 0.0
    for part in _parts(pieces):
        tall = part.tall()
        if "highlight" in part.classes:
            _add(part.start, "style", f"{LINES}:{sum(piece.raw.count(chr(10)) for piece in part.pieces if piece.kind == markup.TEXT)}", ";")
        elif above + tall > FIRST_VIEW and part.elements >= HEAVY and _may_wait(part):
            _add(part.start, "class", LATER, " ")
            _add(part.start, "style", f"{TALL}:{tall:.0f}", ";")
        above += tall + 1
    return markup.joined(pieces)


def _may_wait(part: _Part) -> bool:
    """Tables get a frame of the theme's, which waits itself; closed boxes wait anyway, and headings are what links lead to."""
    return part.start.tag in ("p", "ul", "ol", "form", "figure") or (part.start.tag == "div" and not {"tabbed-set", "status-scroll"} & set(part.classes))


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
