"""The site's fonts: subsets of the npm packages' files, with the letters that its languages need.

Each subset is made once and cached in ``node_modules/.cache``. Until it has loaded, browsers use a local font whose
metrics are adjusted to it (``size-adjust``), so that the layout doesn't shift.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from handbook.core import npm
from handbook.core.files import write_atomically

WESTERN = (
    "U+0020-007E, U+00A0, U+00AB, U+00B0-00B3, U+00B7, U+00BB, U+00C4, U+00D6-00D7, U+00DC, U+00DF, "
    "U+00E4, U+00E9, U+00F6, U+00FC, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2212"
)
SERBIAN = "U+0106-0107, U+010C-010D, U+0110-0111, U+0160-0161, U+017D-017E"
SERBIAN_CYRILLIC = (
    "U+0402, U+0408-040B, U+040F-0418, U+041A-0428, U+0430-0438, U+043A-0448, U+0452, U+0458-045B, U+045F"
)
SIGNS = (  # U+0120 is how GPT-2's tokenizer writes a space
    "U+0120, U+03A3, U+03B1-03B3, U+03C0, U+03C3, U+1D40, U+2074-2079, U+2080-2084, U+2190-2193, U+221A, U+221E, "
    "U+2260, U+2264-2265"
)
# By script. Browsers load the files whose letters a page holds; of two ranges with a letter, the one declared later. So
# the letters of the site's languages come in small files, and rarer ones in larger files.
RANGES = {
    "latin-ext": "U+0080-024F, U+02BC, U+0370-03FF, U+2010-215F, U+2190-2193, U+2200-22FF, U+2581, U+2713",
    "cyrillic-all": "U+0400-045F",
    "cyrillic": SERBIAN_CYRILLIC,
    "latin": f"{WESTERN}, {SERBIAN}, {SIGNS}",
}
# Of the serif, for titles: its package has a file for each script.
SERIF_RANGES = {
    "latin-ext-all": "U+0100-017F",
    "latin-ext": SERBIAN,
    "cyrillic-all": "U+0400-045F",
    "cyrillic": SERBIAN_CYRILLIC,
    "latin": WESTERN,
}
# The characters of nearly all formulas; for others browsers load KaTeX's whole font.
FORMULA_RANGE = (
    "U+0020, U+0028-0029, U+002B-003A, U+003D, U+0041, U+0047, U+0049, U+004B-004C, U+004E-004F, U+0051-0054, "
    "U+0056-0058, U+005A-005B, U+005D, U+0061-007A, U+00A0, U+00B1, U+00D7, U+03B1-03B3, U+03B5, U+03BC, U+03C3, "
    "U+03C9, U+200B, U+2032, U+2190, U+2211-2212, U+221A, U+221E, U+2264-2265, U+22A4, U+22C5, U+22EF"
)
LICENSE_NAMES = [0, 13, 14]  # OpenType name IDs: copyright, license, and its address
FEATURES = ["kern", "liga", "lnum", "locl", "tnum"]  # OpenType feature tags
VERSION = 9  # part of the cache's key: to be raised when subsets are made in another way


@dataclass(frozen=True)
class Face:
    """A font file, and the weights for which browsers use it."""

    family: str  # its name in style sheets
    style: str
    weight: int
    weights: str  # the range in CSS: 550 700
    package: str  # of npm
    path: str  # of the file in the package; {script}: a key of RANGES

    @property
    def ranges(self) -> dict[str, str]:
        """The ``unicode-range`` of each of its subsets, by script."""
        if "{script}" in self.path:
            return SERIF_RANGES
        return (
            RANGES if self.style == "normal" else RANGES | {"latin": f"{WESTERN}, {SERBIAN}"}
        )  # italics have no SIGNS

    def source(self, script: str) -> Path:
        """The package's file with the letters of a script. Raises DiagnosticError where the package is missing."""
        return npm.package(self.package) / self.path.format(script=script.removesuffix("-all"))

    def name(self, script: str) -> str:
        """The name of a subset's file on the site."""
        return f"{self.family.lower().replace(' ', '-')}-{script}-{self.weight}-{self.style}.woff2"


SANS, SERIF, MONO = "Source Sans 3", "Source Serif 4", "JetBrains Mono"
FACES = [
    Face(SANS, "normal", 400, "400 500", "source-sans", "WOFF2/TTF/SourceSans3-Regular.ttf.woff2"),
    Face(SANS, "normal", 600, "550 700", "source-sans", "WOFF2/TTF/SourceSans3-Semibold.ttf.woff2"),
    Face(SANS, "italic", 400, "400 500", "source-sans", "WOFF2/TTF/SourceSans3-It.ttf.woff2"),
    Face(SANS, "italic", 600, "550 700", "source-sans", "WOFF2/TTF/SourceSans3-SemiboldIt.ttf.woff2"),
    Face(
        SERIF, "normal", 600, "400 700", "@fontsource/source-serif-4", "files/source-serif-4-{script}-600-normal.woff2"
    ),
    Face(
        SERIF, "italic", 600, "400 700", "@fontsource/source-serif-4", "files/source-serif-4-{script}-600-italic.woff2"
    ),
    Face(MONO, "normal", 400, "400 500", "jetbrains-mono", "fonts/webfonts/JetBrainsMono-Regular.woff2"),
    Face(MONO, "normal", 600, "550 700", "jetbrains-mono", "fonts/webfonts/JetBrainsMono-SemiBold.woff2"),
]
PRELOADED = ((SERIF, 600), (SANS, 400), (SANS, 600))  # what every page shows first: title, text, buttons


def face(family: str, weight: int, style: str = "normal") -> Face:
    """The face of a family in a weight and a style. Raises StopIteration where there is none."""
    return next(face for face in FACES if (face.family, face.weight, face.style) == (family, weight, style))


@dataclass(frozen=True)
class FallbackFont:
    """Local fonts with the same widths, which are shown until one of ours has loaded."""

    family: str
    local: tuple[str, ...]
    width: float  # of our face in proportion to these, in per cent: CSS's size-adjust
    ascent: int  # of our face, in thousandths of its size
    descent: int
    weights: str = "400"
    style: str = "normal"


# Widths compare English prose in both, from the advance widths in the fonts (Georgia and Noto Serif: from their average
# widths).
FALLBACK_FONTS = [
    FallbackFont(
        "Source Sans 3 stand-in", ("Arial", "Helvetica", "Liberation Sans", "Arimo", "Roboto"), 93.7, 1024, 400
    ),
    FallbackFont(
        "Source Sans 3 stand-in",
        ("Arial Bold", "Helvetica Bold", "Liberation Sans Bold", "Arimo Bold"),
        89.6,
        1024,
        400,
        "550 700",
    ),
    FallbackFont(
        "Source Sans 3 stand-in",
        ("Arial Italic", "Helvetica Oblique", "Liberation Sans Italic", "Arimo Italic", "Roboto Italic"),
        91.3,
        1024,
        400,
        style="italic",
    ),
    FallbackFont("Source Serif 4 as Georgia", ("Georgia", "Gelasio"), 108.8, 1036, 335),
    FallbackFont("Source Serif 4 as Noto", ("Noto Serif",), 100.8, 1036, 335),
    FallbackFont("Source Serif 4 as Times", ("Times New Roman", "Liberation Serif", "Tinos"), 120.0, 1036, 335),
]


def files(folder: str) -> tuple[dict[str, Callable[[], bytes]], str]:
    """The subsets of all faces, and their ``@font-face`` rules.

    Args:
        folder: where the files go on the site.

    Returns:
        By its path, the function that makes each file; and the rules, whose addresses are relative to ``folder``.

    Raises:
        DiagnosticError: where an npm package is missing.
    """
    makers: dict[str, Callable[[], bytes]] = {}
    rules = []
    for face in FACES:
        for script, ranges in face.ranges.items():
            makers[f"{folder}/{face.name(script)}"] = partial(subset_font, face.source(script), ranges)
            rules.append(
                f'@font-face{{font-family:"{face.family}";font-style:{face.style};font-weight:{face.weights};font-display:swap;'
                f"src:url({face.name(script)}) format(woff2);unicode-range:{ranges.replace(' ', '')}}}"
            )
    rules += map(_fallback_rule, FALLBACK_FONTS)
    return makers, "\n".join(rules)


def katex_fonts(rules: str, source: Path, folder: str) -> tuple[dict[str, Path | Callable[[], bytes]], str]:
    """KaTeX's fonts, each whole and as a subset, and the rules for both.

    Of two faces with the same letter browsers take the one declared later, so the subsets' rules follow the whole ones.

    Args:
        rules: KaTeX's own ``@font-face`` rules, minified.
        source: the folder with its woff2 files.
        folder: where the files go on the site.

    Returns:
        Each file by its path on the site, and the rules.
    """
    files: dict[str, Path | Callable[[], bytes]] = {}

    def with_subset(match: re.Match[str]) -> str:
        name = match[1]
        files[f"{folder}/{name}.woff2"] = source / f"{name}.woff2"
        files[f"{folder}/{name}-common.woff2"] = partial(subset_font, source / f"{name}.woff2", FORMULA_RANGE)
        common = match[0][:-1].replace(f"{name}.woff2", f"{name}-common.woff2")
        return f"{match[0]}{common};unicode-range:{FORMULA_RANGE.replace(' ', '')}}}"

    return files, re.sub(r"@font-face\{[^}]*/(KaTeX_[\w-]+)\.woff2\)[^}]*\}", with_subset, rules)


def preload_fonts(folder: str, script: str) -> list[str]:
    """The paths below ``folder`` of fonts that every page in a script, a key of ``RANGES``, needs at first.

    Those of the Latin letters are among them: they have the spaces, too.
    """
    scripts = dict.fromkeys((script, "latin"))
    return [f"{folder}/{face(family, weight).name(one)}" for one in scripts for family, weight in PRELOADED]


def italic_font(folder: str, script: str) -> str:
    """The path below ``folder`` of the font in italics, for pages that begin with some."""
    return f"{folder}/{face(SANS, 400, 'italic').name(script)}"


def _fallback_rule(font: FallbackFont) -> str:
    # A sign that titles have and the serif lacks, such as ∞, is left to the next family: the sans serif, which is ours.
    held = ",".join(SERIF_RANGES.values()).replace(" ", "")
    ranges = f";unicode-range:{held}" if font.family.startswith(SERIF) else ""
    # The overrides are scaled by size-adjust, too, so they are divided by it.
    ascent, descent = (f"{metric / 10 / font.width * 100:.2f}%" for metric in (font.ascent, font.descent))
    sources = ",".join(f'local("{name}")' for name in font.local)
    return (
        f'@font-face{{font-family:"{font.family}";font-style:{font.style};font-weight:{font.weights};src:{sources};'
        f"size-adjust:{font.width}%;ascent-override:{ascent};descent-override:{descent};line-gap-override:0%{ranges}}}"
    )


def subset_font(source: Path, ranges: str) -> bytes:
    """The font file ``source`` with only some characters, as woff2; from the cache where it was made before.

    Args:
        source: a font file that fontTools can read.
        ranges: the characters, as a ``unicode-range`` of CSS.

    Raises:
        OSError: where ``source`` can't be read.
        DiagnosticError: where npm packages are missing.
    """
    key = hashlib.sha256(repr((VERSION, ranges, FEATURES)).encode() + source.read_bytes()).hexdigest()[:24]
    cached = npm.cached(f"{key}.woff2")
    if cached.is_file():
        return cached.read_bytes()
    data = _subset(source, set(code_points(ranges)))
    with suppress(OSError):  # in a read-only folder subsets are made each time
        write_atomically(cached, data)
    return data


def _subset(source: Path, characters: set[int]) -> bytes:
    from fontTools import subset  # slow to load, and needed once
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    font = TTFont(source, recalcTimestamp=False)
    # OpenType name IDs: family, subfamily, full name, PostScript name.
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=[*LICENSE_NAMES, 1, 2, 4, 6])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.flavor = "woff2"
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def code_points(ranges: str) -> Iterator[int]:
    """The code points in a ``unicode-range`` of CSS. Raises ValueError for anything else."""
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)
