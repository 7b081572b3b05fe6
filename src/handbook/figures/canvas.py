"""Drawing svg: boxes, arrows, tables of numbers, text.

Colors and typefaces are set in ``pictures.css``; an element has classes for what it is (``p-box``) and for its color
(``role-query``). Text is wrapped by ``text_metrics``; text that doesn't fit is recorded in ``Canvas.too_wide``. All
lengths are in pixels at a scale of 1, and y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

from handbook.figures import svg, text_metrics
from handbook.figures.svg import Point

SIZE = 14  # of text
SMALL = 12.5  # of secondary text; on a phone, a picture 340 wide is shrunk to 328 pixels, and this to 12
WIDTH = 340  # of a panel: fits a phone, and two fit side by side on a desktop
SYMBOL = 17  # size of a letter from a formula
LEADING = 1.25  # line height, in font sizes
MARGIN = 2  # for the outer half of strokes at the edge


@dataclass(frozen=True)
class Box:
    """A rectangle: where something was drawn."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> float:
        """The x of its center."""
        return self.x + self.width / 2

    @property
    def middle(self) -> float:
        """The y of its center."""
        return self.y + self.height / 2

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its bottom edge."""
        return self.y + self.height

    @property
    def top_point(self) -> Point:
        """The middle of its top edge."""
        return self.center, self.y

    @property
    def bottom_point(self) -> Point:
        """The middle of its bottom edge."""
        return self.center, self.bottom


class Canvas:
    """One panel, to be drawn from the top; ``height`` grows with what is drawn.

    ``too_wide`` collects texts that don't fit. A ``style`` is a css class such as ``p-box``; the role ``query`` stands
    for the class ``role-query``.
    """

    def __init__(self, width: float = WIDTH):
        self.width = width
        self.height = 0.0
        self.elements: list[str] = []
        self.too_wide: list[str] = []
        self.has_hatching = False
        self.is_rotated = False  # inside `rotated`, where coordinates aren't those of the panel

    # -- shapes

    def add(self, markup: str, bottom: float = 0) -> None:
        """Add an svg element whose lowest point is ``bottom``."""
        self.elements.append(markup)
        self.height = max(self.height, bottom)

    @contextmanager
    def group(self, classes: str) -> Iterator[None]:
        """Around shapes and words that belong together, by which styles and scripts find them."""
        self.elements.append(f'<g class="{classes}">')
        yield
        self.elements.append("</g>")

    def box(
        self, x: float, y: float, width: float, height: float, role: str = "", style: str = "p-box", radius: float = 6
    ) -> Box:
        """A box with rounded corners; ``style`` is ``p-box``, ``p-frame`` (dashed, around others) or ``p-cell``."""
        self.add(
            f'<rect class="{svg.classes(style, role)}" '
            f"{svg.attributes(x=x, y=y, width=width, height=height, rx=radius)}/>",
            y + height,
        )
        return Box(x, y, width, height)

    def hatch(self, box: Box, radius: float = 3) -> None:
        """Hatching over a masked cell."""
        self.has_hatching = True
        self.add(
            f'<rect class="p-hatch" {svg.attributes(x=box.x, y=box.y, width=box.width, height=box.height, rx=radius)} '
            'fill="url(#@hatch)"/>',
            box.bottom,
        )

    def shade(self, box: Box, role: str, share: float, radius: float = 0) -> None:
        """A box in the color of ``role``; ``share`` is its opacity, from 0 to 1."""
        corner = f' rx="{svg.format_number(radius)}"' if radius else ""
        self.add(
            f'<rect class="{svg.classes("p-heat", role)}" '
            f"{svg.attributes(x=box.x, y=box.y, width=box.width, height=box.height)}{corner} "
            f'fill-opacity="{share:.3f}"/>',
            box.bottom,
        )

    def path(
        self, points: Sequence[Point], role: str = "", style: str = "p-line", thickness: float = 0, radius: float = 8
    ) -> None:
        """A line through ``points``, its corners rounded by ``radius``."""
        stroke = f' stroke-width="{svg.format_number(thickness)}"' if thickness else ""
        self.add(
            f'<path class="{svg.classes(style, role)}"{stroke} d="{svg.rounded_path(points, radius)}"/>',
            max(y for _, y in points),
        )

    def arrow(self, *points: Point, role: str = "", thickness: float = 0, radius: float = 8) -> None:
        """A line through ``points`` with an arrowhead at the last."""
        size = 5 + thickness / 2
        end, before = points[-1], points[-2]
        length = max(((end[0] - before[0]) ** 2 + (end[1] - before[1]) ** 2) ** 0.5, 1e-9)
        along = ((end[0] - before[0]) / length, (end[1] - before[1]) / length)
        neck = (end[0] - along[0] * size, end[1] - along[1] * size)
        self.path([*points[:-1], neck], role, thickness=thickness, radius=radius)
        self._arrowhead(end, along, size, role)

    def _arrowhead(self, tip: Point, along: Point, size: float, role: str) -> None:
        half = size * 0.55
        back = (tip[0] - along[0] * size, tip[1] - along[1] * size)
        left = (back[0] - along[1] * half, back[1] + along[0] * half)
        right = (back[0] + along[1] * half, back[1] - along[0] * half)
        self.add(
            f'<path class="{svg.classes("p-head", role)}" '
            f'd="M{svg.coordinates(tip)}L{svg.coordinates(left)} {svg.coordinates(right)}Z"/>'
        )

    def tick(self, x: float, y: float, size: float = 9, role: str = "") -> None:
        """A check mark; ``x`` and ``y`` are its upper left corner."""
        self.path(
            [(x, y + size * 0.55), (x + size * 0.38, y + size * 0.9), (x + size, y + size * 0.1)],
            role,
            "p-line p-tick",
            thickness=2,
            radius=0,
        )

    def ring(self, x: float, y: float, letter: str, role: str, radius: float = 12) -> Box:
        """A letter in a circle: a number in a flow. ``x`` and ``y`` are the center."""
        self.add(f'<circle class="{svg.classes("p-box", role)}" {svg.attributes(cx=x, cy=y, r=radius)}/>', y + radius)
        self.symbol(x, y + radius * 0.4, letter, role=role, size=SYMBOL - 2)
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)

    def dot(self, x: float, y: float, radius: float, role: str = "") -> None:
        """A filled circle around ``x``, ``y``."""
        self.add(f'<circle class="{svg.classes("p-bar", role)}" {svg.attributes(cx=x, cy=y, r=radius)}/>', y + radius)

    def bar(self, x: float, y: float, width: float, share: float, role: str, height: float = 4) -> None:
        """A horizontal bar for a ``share`` from 0 to 1, on a track of ``width``."""
        self.add(
            f'<rect class="{svg.classes("p-track", role)}" '
            f"{svg.attributes(x=x, y=y, width=width, height=height, rx=height / 2)}/>",
            y + height,
        )
        self.add(
            f'<rect class="{svg.classes("p-bar", role)}" '
            f"{svg.attributes(x=x, y=y, width=width * share, height=height, rx=height / 2)}/>"
        )

    def cover(self, x: float, y: float, radius: float) -> None:
        """A disk in the color of the paper, so that a sign can be drawn over a line."""
        self.add(f'<circle class="p-cover" {svg.attributes(cx=x, cy=y, r=radius)}/>')

    def plus(self, x: float, y: float, radius: float = 9) -> Box:
        """A plus in a circle, for an addition."""
        arm = radius * 0.55
        self.add(f'<circle class="p-box" {svg.attributes(cx=x, cy=y, r=radius)}/>', y + radius)
        self.add(
            f'<path class="p-line p-strong" d="M{svg.coordinates((x - arm, y))}H{svg.format_number(x + arm)}'
            f'M{svg.coordinates((x, y - arm))}V{svg.format_number(y + arm)}"/>'
        )
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)

    def times(self, x: float, y: float, radius: float = 8) -> Box:
        """A cross in a circle, for a multiplication."""
        arm = radius * 0.42
        self.add(f'<circle class="p-box" {svg.attributes(cx=x, cy=y, r=radius)}/>', y + radius)
        self.add(
            '<path class="p-line p-strong" '
            f'd="M{svg.coordinates((x - arm, y - arm))}L{svg.coordinates((x + arm, y + arm))}'
            f'M{svg.coordinates((x - arm, y + arm))}L{svg.coordinates((x + arm, y - arm))}"/>'
        )
        return Box(x - radius, y - radius, 2 * radius, 2 * radius)

    # -- text

    def text(
        self,
        x: float,
        y: float,
        text: str,
        max_width: float | None = None,
        size: float = SIZE,
        anchor: str = "middle",
        role: str = "",
        style: str = "",
        bold: bool = False,
    ) -> float:
        """Text, wrapped to ``max_width``.

        Args:
            x: of its start, middle or end, as ``anchor`` says.
            y: the top of its first line.
            text: may hold soft hyphens.
            max_width: None for a single line.
            size: of the font.
            anchor: ``start``, ``middle`` or ``end``, as in svg's ``text-anchor``.

        Returns:
            the y of its bottom.
        """
        lines = text_metrics.wrap(text, max_width, size, bold) if max_width else [text]
        for index, line in enumerate(lines):
            if not self._fits(x, text_metrics.width(line, size, bold), max_width, anchor):
                self.too_wide.append(text)
            self._line(x, y + (index * LEADING + 0.95) * size, line, size, anchor, role, style, bold)
        end = y + len(lines) * LEADING * size
        self.height = max(self.height, end)
        return end

    def _fits(self, x: float, width: float, max_width: float | None, anchor: str) -> bool:
        left = x - width * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        inside = self.is_rotated or (left >= -MARGIN and left + width <= self.width + MARGIN)
        return inside and (max_width is None or width <= max_width)

    @contextmanager
    def rotated(self, x: float, y: float) -> Iterator[None]:
        """Rotates what is drawn in this context by 90° anticlockwise, with ``x``, ``y`` as its origin."""
        self.add(f'<g transform="translate({svg.format_number(x)} {svg.format_number(y)}) rotate(-90)">')
        self.is_rotated = True
        yield
        self.is_rotated = False
        self.add("</g>")

    def height_of(self, text: str, max_width: float, size: float = SIZE, bold: bool = False) -> float:
        """The height of ``text``, wrapped to ``max_width``."""
        return len(text_metrics.wrap(text, max_width, size, bold)) * LEADING * size

    def centered(
        self,
        box: Box,
        text: str,
        size: float = SIZE,
        role: str = "",
        style: str = "",
        bold: bool = False,
        padding: float = 6,
    ) -> None:
        """Text in the middle of ``box``, wrapped to its width without ``padding``."""
        max_width = box.width - 2 * padding
        self.text(
            box.center,
            box.middle - self.height_of(text, max_width, size, bold) / 2,
            text,
            max_width,
            size,
            "middle",
            role,
            style,
            bold,
        )

    def _line(self, x: float, y: float, line: str, size: float, anchor: str, role: str, style: str, bold: bool) -> None:
        weight = ' font-weight="600"' if bold else ""
        text_anchor = "" if anchor == "middle" else f' text-anchor="{anchor}"'
        self.add(
            f'<text class="{svg.classes("p-text", role, style)}" {svg.attributes(x=x, y=y)} '
            f'font-size="{svg.format_number(size)}"{text_anchor}{weight}>{escape(line, quote=False)}</text>'
        )

    def symbol(
        self, x: float, y: float, letter: str, below: str = "", role: str = "", size: float = SYMBOL, above: str = ""
    ) -> None:
        """A letter as in a formula, with an index ``below`` or ``above`` if given; ``y`` is the baseline."""
        shift = 0.22 if below else -0.4
        index = (
            f'<tspan dy="{svg.format_number(size * shift)}" font-size="{svg.format_number(max(size * 0.72, SMALL))}">'
            f"{escape(below or above)}</tspan>"
            if below or above
            else ""
        )
        self.add(
            f'<text class="{svg.classes("p-text p-symbol", role)}" {svg.attributes(x=x, y=y)} '
            f'font-size="{svg.format_number(size)}">{escape(letter)}{index}</text>',
            y,
        )

    # -- composed shapes

    def labelled(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        role: str = "",
        bold: bool = False,
        padding: float = 8,
        size: float = SIZE,
        min_height: float = 0,
    ) -> Box:
        """A box with text, as high as the text needs, and at least ``min_height``."""
        height = max(self.height_of(text, width - 2 * padding, size, bold) + 2 * padding, min_height)
        box = self.box(x, y, width, height, role)
        self.centered(box, text, size, bold=bold, padding=padding)
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
        """A table of cells, with ``numbers`` (rows × columns, as text) in them if given.

        ``cell`` is the width of a cell, and its height unless ``height`` is given.
        """
        height = height or cell
        for row in range(rows):
            for column in range(columns):
                box = self.box(x + column * cell, y + row * height, cell, height, role, style, radius=2)
                if numbers:
                    self.centered(box, numbers[row][column], SMALL, style="p-number", padding=1)
        return Box(x, y, columns * cell, rows * height)

    # -- the svg

    def render(self, identity: str, title: str, description: str, scale: float = 1) -> str:
        """The panel as an svg element.

        Args:
            identity: a prefix for its ids, unique on the page.
            title: its accessible name.
            description: its accessible description.
            scale: of the displayed size.
        """
        height = self.height + MARGIN
        pattern = svg.HATCH if self.has_hatching else ""
        body = (pattern + "".join(self.elements)).replace("@hatch", f"{identity}-hatch")
        width, height = self.width + 2 * MARGIN, height + MARGIN
        shape = (
            f'viewBox="{-MARGIN} {-MARGIN} {svg.format_number(width)} {svg.format_number(height)}" '
            f'width="{svg.format_number(width * scale)}" height="{svg.format_number(height * scale)}"'
        )
        return (
            f'<svg class="picture-panel" data-search-exclude="" role="img" '
            f'aria-labelledby="{identity}-title {identity}-desc" xmlns="http://www.w3.org/2000/svg" {shape}>'
            f'<title id="{identity}-title">{escape(title, quote=False)}</title>'
            f'<desc id="{identity}-desc">{escape(description, quote=False)}</desc>{body}</svg>'
        )
