"""The pencil that every picture is drawn with: boxes, arrows, vectors, words.

Colours and typefaces live in ``pictures.css``; an element says only what it is (``p-box``) and whose colour it
bears (``role-query``). Words are wrapped by measure, and what doesn't fit is remembered, since no browser is there to
look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

from handbook.figures import text_metrics

SIZE = 14  # of words
SMALL = 12.5  # of remarks; on a phone's 328 pixels a picture 340 wide shows it at 12
WIDTH = 340  # of a panel: fits a phone as it is, and two stand side by side on a desk
SYMBOL = 17  # of a letter as in the formulas
LEADING = 1.25
MARGIN = 2  # so that the outermost strokes aren't cut

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """Where something was drawn, so that arrows can meet it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> float:
        return self.x + self.width / 2

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def top_point(self) -> Point:
        return self.centre, self.y

    @property
    def bottom_point(self) -> Point:
        return self.centre, self.bottom


class Canvas:
    """One panel. Everything drawn is kept in order; ``render`` crops it to what was used."""

    def __init__(self, width: float = WIDTH):
        self.width = width
        self.height = 0.0
        self.parts: list[str] = []
        self.too_wide: list[str] = []
        self.hatched = False
        self.turned = False  # inside `upright`, where places don't count from the panel's corner

    # -- shapes

    def add(self, markup: str, bottom: float = 0) -> None:
        self.parts.append(markup)
        self.height = max(self.height, bottom)

    def box(
        self, x: float, y: float, width: float, height: float, role: str = "", style: str = "p-box", radius: float = 6
    ) -> Box:
        """A rounded box; ``style`` is ``p-box``, ``p-frame`` (dashed, around others) or ``p-cell``."""
        self.add(
            f'<rect class="{_classes(style, role)}" {_place(x=x, y=y, width=width, height=height, rx=radius)}/>',
            y + height,
        )
        return Box(x, y, width, height)

    def hatch(self, box: Box, radius: float = 3) -> None:
        """The strokes over a cell that may not be looked at."""
        self.hatched = True
        self.add(
            f'<rect class="p-hatch" {_place(x=box.x, y=box.y, width=box.width, height=box.height, rx=radius)} '
            'fill="url(#@hatch)"/>',
            box.bottom,
        )

    def shade(self, box: Box, role: str, share: float, radius: float = 0) -> None:
        """A value as so much of a colour."""
        corner = f' rx="{_number(radius)}"' if radius else ""
        self.add(
            f'<rect class="{_classes("p-heat", role)}" '
            f"{_place(x=box.x, y=box.y, width=box.width, height=box.height)}{corner} "
            f'fill-opacity="{share:.3f}"/>',
            box.bottom,
        )

    def path(
        self, points: Sequence[Point], role: str = "", style: str = "p-line", thickness: float = 0, radius: float = 8
    ) -> None:
        """A line through ``points`` with rounded corners."""
        stroke = f' stroke-width="{_number(thickness)}"' if thickness else ""
        self.add(
            f'<path class="{_classes(style, role)}"{stroke} d="{_rounded(points, radius)}"/>', max(y for _, y in points)
        )

    def arrow(self, *points: Point, role: str = "", thickness: float = 0, radius: float = 8) -> None:
        """A line with a head at its last point."""
        size = 5 + thickness / 2
        end, before = points[-1], points[-2]
        length = max(((end[0] - before[0]) ** 2 + (end[1] - before[1]) ** 2) ** 0.5, 1e-9)
        along = ((end[0] - before[0]) / length, (end[1] - before[1]) / length)
        neck = (end[0] - along[0] * size, end[1] - along[1] * size)
        self.path([*points[:-1], neck], role, thickness=thickness, radius=radius)
        self._head(end, along, size, role)

    def _head(self, tip: Point, along: Point, size: float, role: str) -> None:
        half = size * 0.55
        back = (tip[0] - along[0] * size, tip[1] - along[1] * size)
        left = (back[0] - along[1] * half, back[1] + along[0] * half)
        right = (back[0] + along[1] * half, back[1] - along[0] * half)
        self.add(f'<path class="{_classes("p-head", role)}" d="M{_pair(tip)}L{_pair(left)} {_pair(right)}Z"/>')

    def tick(self, x: float, y: float, size: float = 9, role: str = "") -> None:
        """A check mark, ``x`` and ``y`` its upper left corner."""
        self.path(
            [(x, y + size * 0.55), (x + size * 0.38, y + size * 0.9), (x + size, y + size * 0.1)],
            role,
            "p-line p-tick",
            thickness=2,
            radius=0,
        )

    def ring(self, x: float, y: float, letter: str, role: str, radius: float = 12) -> Box:
        """A number's place in a flow: its letter in a circle of its colour."""
        self.add(f'<circle class="{_classes("p-box", role)}" {_place(cx=x, cy=y, r=radius)}/>', y + radius)
        self.symbol(x, y + radius * 0.4, letter, role=role, size=SYMBOL - 2)
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)

    def dot(self, x: float, y: float, radius: float, role: str = "") -> None:
        self.add(f'<circle class="{_classes("p-bar", role)}" {_place(cx=x, cy=y, r=radius)}/>', y + radius)

    def bar(self, x: float, y: float, width: float, share: float, role: str, height: float = 4) -> None:
        """A share between 0 and 1 as a length, on a track that shows the whole."""
        self.add(
            f'<rect class="{_classes("p-track", role)}" '
            f"{_place(x=x, y=y, width=width, height=height, rx=height / 2)}/>",
            y + height,
        )
        self.add(
            f'<rect class="{_classes("p-bar", role)}" '
            f"{_place(x=x, y=y, width=width * share, height=height, rx=height / 2)}/>"
        )

    def cover(self, x: float, y: float, radius: float) -> None:
        """Paper over what is drawn so far, so that a sign can stand on a line."""
        self.add(f'<circle class="p-cover" {_place(cx=x, cy=y, r=radius)}/>')

    def plus(self, x: float, y: float, radius: float = 9) -> Box:
        """The sign where two streams are added."""
        arm = radius * 0.55
        self.add(f'<circle class="p-box" {_place(cx=x, cy=y, r=radius)}/>', y + radius)
        self.add(
            f'<path class="p-line p-strong" d="M{_pair((x - arm, y))}H{_number(x + arm)}'
            f'M{_pair((x, y - arm))}V{_number(y + arm)}"/>'
        )
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)

    def times(self, x: float, y: float, radius: float = 8) -> Box:
        """The sign where a vector is multiplied by its weight."""
        arm = radius * 0.42
        self.add(f'<circle class="p-box" {_place(cx=x, cy=y, r=radius)}/>', y + radius)
        self.add(
            f'<path class="p-line p-strong" d="M{_pair((x - arm, y - arm))}L{_pair((x + arm, y + arm))}'
            f'M{_pair((x - arm, y + arm))}L{_pair((x + arm, y - arm))}"/>'
        )
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)

    # -- words

    def text(
        self,
        x: float,
        y: float,
        words: str,
        room: float | None = None,
        size: float = SIZE,
        anchor: str = "middle",
        role: str = "",
        style: str = "",
        bold: bool = False,
    ) -> float:
        """Words whose first line's top is ``y``, wrapped to ``room``. Returns where they end."""
        lines = text_metrics.wrap(words, room, size, bold) if room else [words]
        for number, line in enumerate(lines):
            if not self._fits(x, text_metrics.width(line, size, bold), room, anchor):
                self.too_wide.append(words)
            self._line(x, y + (number * LEADING + 0.95) * size, line, size, anchor, role, style, bold)
        end = y + len(lines) * LEADING * size
        self.height = max(self.height, end)
        return end

    def _fits(self, x: float, width: float, room: float | None, anchor: str) -> bool:
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        inside = self.turned or (left >= -MARGIN and left + width <= self.width + MARGIN)
        return inside and (room is None or width <= room)

    @contextmanager
    def upright(self, x: float, y: float) -> Iterator[None]:
        """What is drawn meanwhile is turned to run upwards from ``x``, ``y``."""
        self.add(f'<g transform="translate({_number(x)} {_number(y)}) rotate(-90)">')
        self.turned = True
        yield
        self.turned = False
        self.add("</g>")

    def height_of(self, words: str, room: float, size: float = SIZE, bold: bool = False) -> float:
        return len(text_metrics.wrap(words, room, size, bold)) * LEADING * size

    def centred(
        self,
        box: Box,
        words: str,
        size: float = SIZE,
        role: str = "",
        style: str = "",
        bold: bool = False,
        padding: float = 6,
    ) -> None:
        """Words in the middle of ``box``."""
        room = box.width - 2 * padding
        self.text(
            box.centre,
            box.middle - self.height_of(words, room, size, bold) / 2,
            words,
            room,
            size,
            "middle",
            role,
            style,
            bold,
        )

    def _line(self, x: float, y: float, line: str, size: float, anchor: str, role: str, style: str, bold: bool) -> None:
        weight = ' font-weight="600"' if bold else ""
        where = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        attributes = (
            f'class="{_classes("p-text", role, style)}" {_place(x=x, y=y)} font-size="{_number(size)}"{where}{weight}'
        )
        self.add(f"<text {attributes}>{escape(line, quote=False)}</text>")

    def symbol(
        self, x: float, y: float, letter: str, below: str = "", role: str = "", size: float = SYMBOL, above: str = ""
    ) -> None:
        """A letter as the formulas show it, its baseline at ``y``, perhaps with an index ``below`` or ``above``."""
        shift = 0.22 if below else -0.4
        index = (
            f'<tspan dy="{_number(size * shift)}" font-size="{_number(max(size * 0.72, SMALL))}">'
            f"{escape(below or above)}</tspan>"
            if below or above
            else ""
        )
        self.add(
            f'<text class="{_classes("p-text p-symbol", role)}" {_place(x=x, y=y)} '
            f'font-size="{_number(size)}">{escape(letter)}{index}</text>',
            y,
        )

    # -- what pictures are made of

    def labelled(
        self,
        x: float,
        y: float,
        width: float,
        words: str,
        role: str = "",
        bold: bool = False,
        padding: float = 8,
        size: float = SIZE,
        least: float = 0,
    ) -> Box:
        """A box as high as its words need."""
        height = max(self.height_of(words, width - 2 * padding, size, bold) + 2 * padding, least)
        box = self.box(x, y, width, height, role)
        self.centred(box, words, size, bold=bold, padding=padding)
        return box

    def cells(
        self,
        x: float,
        y: float,
        rows: int,
        columns: int,
        cell: float,
        role: str = "",
        numbers: Sequence[Sequence[str]] | None = None,
        height: float = 0,
        style: str = "p-cell",
    ) -> Box:
        """A table of ``rows`` by ``columns`` cells, perhaps with numbers."""
        height = height or cell
        for row in range(rows):
            for column in range(columns):
                box = self.box(x + column * cell, y + row * height, cell, height, role, style, radius=2)
                if numbers:
                    self.centred(box, numbers[row][column], SMALL, style="p-number", padding=1)
        return Box(x, y, columns * cell, rows * height)

    # -- the svg

    def render(self, identity: str, title: str, description: str, scale: float = 1) -> str:
        """The panel as an svg element; ``identity`` makes its ids unique on the page."""
        height = self.height + MARGIN
        pattern = _HATCH if self.hatched else ""
        body = (pattern + "".join(self.parts)).replace("@hatch", f"{identity}-hatch")
        width, height = self.width + 2 * MARGIN, height + MARGIN
        shape = (
            f'viewBox="{-MARGIN} {-MARGIN} {_number(width)} {_number(height)}" '
            f'width="{_number(width * scale)}" height="{_number(height * scale)}"'
        )
        return (
            f'<svg class="picture-panel" data-search-exclude="" role="img" '
            f'aria-labelledby="{identity}-title {identity}-desc" xmlns="http://www.w3.org/2000/svg" {shape}>'
            f'<title id="{identity}-title">{escape(title, quote=False)}</title>'
            f'<desc id="{identity}-desc">{escape(description, quote=False)}</desc>{body}</svg>'
        )


_HATCH = (
    '<defs><pattern id="@hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="p-hatching" d="M0 0V6"/></pattern></defs>'
)


def _classes(style: str, role: str, more: str = "") -> str:
    return " ".join(part for part in (style, f"role-{role}" if role else "", more) if part)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _place(**values: float) -> str:
    return " ".join(f'{name}="{_number(value)}"' for name, value in values.items())


def _rounded(points: Sequence[Point], radius: float) -> str:
    """A path through ``points`` whose corners are rounded by at most ``radius``."""
    d = f"M{_pair(points[0])}"
    for before, corner, after in zip(points, points[1:], points[2:]):
        entry = _towards(corner, before, radius)
        leave = _towards(corner, after, radius)
        d += f"L{_pair(entry)}Q{_pair(corner)} {_pair(leave)}"
    return d + f"L{_pair(points[-1])}"


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    share = min(distance, length / 2) / length if length else 0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
