"""A picture for each page, for previews on other sites: 1200 × 630 pixels, as they all ask for."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageDraw, ImageFont

from handbook.core import npm
from handbook.site import fonts

SIZE = (1200, 630)
MARGIN = 84
PAPER, INK, INK_SOFT, ACCENT = "#fbfaf6", "#22252c", "#575c67", "#5b3ba6"  # as in tokens.css: a test compares them
SCRIPTS = ("latin", "latin-ext", "cyrillic")
SIGNS = "√∞×·−→≤≥≠"  # taken from KaTeX's typeface
SUPERSAMPLING = 4  # shapes are drawn this much larger and shrunk: Pillow leaves their edges jagged
SHADES = 40  # of each color on the paper


def card(title: str, description: str, site: str, weights: Sequence[Sequence[float]], language: str) -> bytes:
    """PNG of a page's card.

    ``weights``: attention weights (tokens, tokens), drawn as squares; ``language``: its html code.
    """
    # A layer for each color, later ones on top: so each pixel's color is known, and none has to be looked for.
    layers = {color: Image.new("L", SIZE) for color in (ACCENT, INK_SOFT, INK)}
    accent, soft, ink = map(ImageDraw.Draw, layers.values())
    width = SIZE[0] - 2 * MARGIN
    accent.rectangle((0, 0, SIZE[0], 14), fill=255)
    squares = _squares(tuple(map(tuple, weights)))
    layers[ACCENT].paste(squares, (SIZE[0] - MARGIN - squares.width, SIZE[1] - 72 - squares.height))
    Text(accent, fonts.SANS, 30, 600, language).line((MARGIN, 74), site)
    size, lines = next(
        (size, lines)
        for size in (78, 68, 58, 50)
        if len(lines := Text(ink, fonts.SERIF, size, 600, language).wrapped(title, width - 150)) <= 2 or size == 50
    )
    heading = Text(ink, fonts.SERIF, size, 600, language)
    y = 150
    for line in lines:
        heading.line((MARGIN, y), line)
        y += round(size * 1.18)
    small = Text(soft, fonts.SANS, 34, 400, language)
    wrapped = small.wrapped(description, width - 250)
    room = (SIZE[1] - 60 - y - 26) // 46
    if len(wrapped) > room:
        wrapped = [*wrapped[: room - 1], wrapped[room - 1].rstrip(",;: ") + " …"]
    for number, line in enumerate(wrapped):
        small.line((MARGIN, y + 26 + number * 46), line)
    out = io.BytesIO()
    _colored(layers).save(out, "PNG")
    return out.getvalue()


def _colored(layers: dict[str, Image.Image]) -> Image.Image:
    """The layers, each a mask, in their colors on the paper."""
    whole = Image.new("L", SIZE)
    paper = _rgb(PAPER)
    palette = [paper]
    for color, layer in layers.items():
        shades = [round(value * SHADES / 255) for value in range(256)]
        whole = ImageChops.lighter(whole, layer.point([shade and shade + len(palette) - 1 for shade in shades]))
        palette += [
            tuple(round(light + (dark - light) * step / SHADES) for light, dark in zip(paper, _rgb(color)))
            for step in range(1, SHADES + 1)
        ]
    whole.putpalette([part for shade in palette for part in shade])
    return whole


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[place : place + 2], 16) for place in (1, 3, 5))


@lru_cache(maxsize=4)
def _squares(weights: tuple[tuple[float, ...], ...]) -> Image.Image:
    """The causal half of the weights as the site's mark: rows are queries, the future is empty."""
    side, gap = 62, 14
    count = len(weights)
    whole = max(count * (side + gap) - gap, 1)  # a book may have no motif
    layer = Image.new("L", (whole * SUPERSAMPLING, whole * SUPERSAMPLING))
    draw = ImageDraw.Draw(layer)
    for row, numbers in enumerate(weights):
        shares = [number / sum(numbers[: row + 1]) for number in numbers[: row + 1]]
        for column, share in enumerate(shares):
            x, y = (column * (side + gap) * SUPERSAMPLING, row * (side + gap) * SUPERSAMPLING)
            draw.rounded_rectangle(
                (x, y, x + side * SUPERSAMPLING, y + side * SUPERSAMPLING),
                12 * SUPERSAMPLING,
                fill=round(40 + 215 * share),
            )
    return layer.resize((whole, whole), Image.Resampling.LANCZOS)


class Text:
    """Text in one size. The typeface comes in a file for each script, so a line is drawn in pieces."""

    def __init__(self, draw: ImageDraw.ImageDraw, family: str, size: int, weight: int, language: str):
        self.draw, self.language = draw, language
        sources = list(dict.fromkeys(fonts.face(family, weight).source(script) for script in SCRIPTS))
        self.fonts = [*(_font(source, size) for source in sources), _signs(size)]
        self.known = [*map(_letters, sources), frozenset(map(ord, SIGNS))]

    def line(self, at: tuple[int, int], text: str) -> None:
        x: float = at[0]
        y = at[1] + round(self.fonts[0].size * 0.98)  # all pieces on one base line
        for font, piece in self._pieces(text):
            raised = round(font.size * 0.14) if piece[0] in SIGNS else 0  # KaTeX's root hangs below the line
            self.draw.text((x, y - raised), piece, 255, font, anchor="ls", language=self.language)
            x += font.getlength(piece, language=self.language)

    def width(self, text: str) -> float:
        return sum(font.getlength(piece, language=self.language) for font, piece in self._pieces(text))

    def wrapped(self, text: str, width: int) -> list[str]:
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer) <= width or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _pieces(self, text: str) -> list[tuple[ImageFont.FreeTypeFont, str]]:
        """Runs of letters that one file has. Raises ValueError for a letter that none has: it would be an empty box."""
        pieces: list[tuple[ImageFont.FreeTypeFont, str]] = []
        for letter in text:
            font = next(
                (font for font, known in zip(self.fonts, self.known, strict=True) if ord(letter) in known), None
            )
            if font is None:
                raise ValueError(f"no typeface of the cards has the letter {letter!r} of “{text}”")
            if pieces and (pieces[-1][0] is font or letter == " "):
                pieces[-1] = (pieces[-1][0], pieces[-1][1] + letter)
            else:
                pieces.append((font, letter))
        return pieces


@lru_cache(maxsize=64)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)


@lru_cache(maxsize=16)
def _signs(size: int) -> ImageFont.FreeTypeFont:
    path = npm.package("katex") / "dist" / "fonts" / "KaTeX_Main-Regular.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)


@lru_cache(maxsize=8)
def _letters(path: Path) -> frozenset[int]:
    """The characters that the file holds."""
    return frozenset(TTFont(path).getBestCmap())
