"""Social cards, a picture for each page, which other sites show beside links to it; and the cover of a book."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageDraw, ImageFont

from handbook.core import npm
from handbook.site import fonts

SIZE = (1200, 630)  # pixels, the usual size of Open Graph's images
COVER_SIZE = (1200, 1600)  # of a book, as shops of books want it
MARGIN = 84  # pixels
PAPER, INK, INK_SOFT, ACCENT = "#fbfaf6", "#22252c", "#575c67", "#5b3ba6"  # as in tokens.css, which a test compares
SCRIPTS = ("latin", "latin-ext", "cyrillic")
SIGNS = "√∞×·−→≤≥≠"  # from KaTeX's font
SUPERSAMPLING = 4  # shapes are drawn this much larger, then shrunk: Pillow doesn't smooth their edges
SHADES = 40  # of each color on the paper, in the palette
TITLE_SIZES = (78, 68, 58, 50)  # pixels; the largest that gives two lines, or else the smallest


def has_letters(text: str) -> bool:
    """Whether the cards' typefaces have all letters of ``text``."""
    sources = {fonts.face(fonts.SANS, 400).source(script) for script in SCRIPTS}
    known = frozenset(map(ord, SIGNS)).union(*map(_letters, sources))
    return all(ord(letter) in known or letter.isspace() for letter in text)


def card(title: str, description: str, site: str, weights: Sequence[Sequence[float]], language: str) -> bytes:
    """The card of a page, as a PNG.

    Args:
        title: of the page.
        description: one or two sentences.
        site: the site's name.
        weights: attention weights, n × n for n tokens, drawn as squares.
        language: the code that html has for it, for its letter forms.

    Raises:
        ValueError: where no font has a letter.
    """
    # A mask for each color, later ones on top: a palette image needs no search for each pixel's color.
    layers = {color: Image.new("L", SIZE) for color in (ACCENT, INK_SOFT, INK)}
    accent, soft, ink = map(ImageDraw.Draw, layers.values())
    width = SIZE[0] - 2 * MARGIN
    accent.rectangle((0, 0, SIZE[0], 14), fill=255)
    squares = _squares(tuple(map(tuple, weights)))
    layers[ACCENT].paste(squares, (SIZE[0] - MARGIN - squares.width, SIZE[1] - 72 - squares.height))
    Text(accent, fonts.SANS, 30, 600, language).draw_line((MARGIN, 74), site)
    for size in TITLE_SIZES:
        heading = Text(ink, fonts.SERIF, size, 600, language)
        lines = heading.wrap(title, width - 150)
        if len(lines) <= 2:
            break
    y = 150
    for line in lines:
        heading.draw_line((MARGIN, y), line)
        y += round(size * 1.18)
    body = Text(soft, fonts.SANS, 34, 400, language)
    lines = body.wrap(description, width - 250)
    max_lines = (SIZE[1] - 60 - y - 26) // 46
    if len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], lines[max_lines - 1].rstrip(",;: ") + " …"]
    for index, line in enumerate(lines):
        body.draw_line((MARGIN, y + 26 + index * 46), line)
    return _png(layers)


def book_cover(title: str, description: str, site: str, weights: Sequence[Sequence[float]], language: str) -> bytes:
    """The cover of a book, upright, as a PNG; arguments are those of ``card``, but ``site`` stands on no cover.

    Raises:
        ValueError: where no font has a letter.
    """
    layers = {color: Image.new("L", COVER_SIZE) for color in (ACCENT, INK_SOFT, INK)}
    accent, soft, ink = map(ImageDraw.Draw, layers.values())
    width = COVER_SIZE[0] - 2 * MARGIN
    accent.rectangle((0, 0, COVER_SIZE[0], 20), fill=255)
    squares = _squares(tuple(map(tuple, weights)))
    layers[ACCENT].paste(squares.resize((2 * squares.width, 2 * squares.height)), (MARGIN, 2 * MARGIN))
    y = COVER_SIZE[1] // 2
    for draw, family, size, weight, line in (
        (ink, fonts.SERIF, 118, 600, title),
        (soft, fonts.SANS, 44, 400, description),
    ):
        words = Text(draw, family, size, weight, language)
        for index, wrapped in enumerate(words.wrap(line, width)):
            words.draw_line((MARGIN, y + round(index * size * 1.25)), wrapped)
        y += round(len(words.wrap(line, width)) * size * 1.25) + 60
    return _png(layers)


def _png(layers: dict[str, Image.Image]) -> bytes:
    buffer = io.BytesIO()
    _composed(layers).save(buffer, "PNG")
    return buffer.getvalue()


def _composed(layers: dict[str, Image.Image]) -> Image.Image:
    """A palette image of the layers, each a mask, in their colors on the paper."""
    image = Image.new("L", layers[INK].size)
    paper = _rgb(PAPER)
    palette = [paper]
    for color, layer in layers.items():
        shades = [round(value * SHADES / 255) for value in range(256)]
        image = ImageChops.lighter(image, layer.point([shade and shade + len(palette) - 1 for shade in shades]))
        palette += [
            tuple(round(light + (dark - light) * step / SHADES) for light, dark in zip(paper, _rgb(color)))
            for step in range(1, SHADES + 1)
        ]
    image.putpalette([channel for shade in palette for channel in shade])
    return image


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[index : index + 2], 16) for index in (1, 3, 5))


@lru_cache(maxsize=4)
def _squares(weights: tuple[tuple[float, ...], ...]) -> Image.Image:
    """The causal half of the weights as squares, like the site's logo: rows are queries, columns keys."""
    side, gap = 62, 14
    count = len(weights)
    total = max(count * (side + gap) - gap, 1)  # a book may have no motif
    layer = Image.new("L", (total * SUPERSAMPLING, total * SUPERSAMPLING))
    draw = ImageDraw.Draw(layer)
    for row, row_weights in enumerate(weights):
        causal = row_weights[: row + 1]
        shares = [weight / sum(causal) for weight in causal]
        for column, share in enumerate(shares):
            x, y = (column * (side + gap) * SUPERSAMPLING, row * (side + gap) * SUPERSAMPLING)
            draw.rounded_rectangle(
                (x, y, x + side * SUPERSAMPLING, y + side * SUPERSAMPLING),
                12 * SUPERSAMPLING,
                fill=round(40 + 215 * share),
            )
    return layer.resize((total, total), Image.Resampling.LANCZOS)


class Text:
    """Draws text in one font and size. A font has a file for each script, so lines are drawn in runs.

    Args:
        draw: the layer.
        family: of ``fonts.FACES``.
        size: in pixels.
        weight: of ``fonts.FACES``.
        language: the code that html has for it.
    """

    def __init__(self, draw: ImageDraw.ImageDraw, family: str, size: int, weight: int, language: str):
        self.draw, self.language = draw, language
        sources = list(dict.fromkeys(fonts.face(family, weight).source(script) for script in SCRIPTS))
        self.fonts = [*(_font(source, size) for source in sources), _signs(size)]
        self.characters = [*map(_letters, sources), frozenset(map(ord, SIGNS))]

    def draw_line(self, top_left: tuple[int, int], text: str) -> None:
        """Draw a line. Raises ValueError for a letter that no file has."""
        x: float = top_left[0]
        y = top_left[1] + round(self.fonts[0].size * 0.98)  # all runs on one baseline
        for font, run in self._runs(text):
            raise_by = round(font.size * 0.14) if run[0] in SIGNS else 0  # KaTeX's root hangs below the line
            self.draw.text((x, y - raise_by), run, 255, font, anchor="ls", language=self.language)
            x += font.getlength(run, language=self.language)

    def width(self, text: str) -> float:
        """In pixels. Raises ValueError for a letter that no file has."""
        return sum(font.getlength(run, language=self.language) for font, run in self._runs(text))

    def wrap(self, text: str, width: int) -> list[str]:
        """The lines of a text, ``width`` pixels wide. Raises ValueError for a letter that no file has."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer) <= width or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _runs(self, text: str) -> list[tuple[ImageFont.FreeTypeFont, str]]:
        """Runs of letters that one file has. Raises ValueError for a letter that none has, which would be a box."""
        runs: list[tuple[ImageFont.FreeTypeFont, str]] = []
        for letter in text:
            font = next(
                (
                    font
                    for font, characters in zip(self.fonts, self.characters, strict=True)
                    if ord(letter) in characters
                ),
                None,
            )
            if font is None:
                raise ValueError(f"no typeface of the cards has the letter {letter!r} of “{text}”")
            if runs and (runs[-1][0] is font or letter == " "):
                runs[-1] = (runs[-1][0], runs[-1][1] + letter)
            else:
                runs.append((font, letter))
        return runs


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
