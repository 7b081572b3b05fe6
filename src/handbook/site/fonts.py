"""The site's typefaces: cut from the npm packages' files to the letters that its languages need.

Each cut is made once and kept in ``node_modules/.cache``. While it is on its way, a face of the reader's machine stands
in, stretched to its widths, so that nothing moves when it comes.
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
SIGNS = (
    "U+03A3, U+03B1-03B3, U+03C0, U+03C3, U+1D40, U+2074-2079, U+2080-2084, U+2190-2193, U+221A, U+221E, U+2260, "
    "U+2264-2265"
)
# By script. A browser asks for the files whose letters a page holds; a letter in two ranges comes from the later one.
# So the letters of these languages come in small files, and those that are new are there all the same.
RANGES = {
    "latin-ext": "U+0080-024F, U+02BC, U+0370-03FF, U+2010-215F, U+2190-2193, U+2200-22FF, U+2713",
    "cyrillic": "U+0400-045F",
    "latin": f"{WESTERN}, {SERBIAN}, {SIGNS}",
}
SERIF_RANGES = {
    "latin-ext": "U+0100-017F",
    "cyrillic": "U+0400-045F",
    "latin": WESTERN,
}  # of titles, in a source for each script
# Of KaTeX's faces, what nearly all formulas are made of; for anything else a browser fetches the whole face.
FORMULA_RANGE = (
    "U+0020, U+0028-0029, U+002B-003A, U+003D, U+0041, U+004B, U+004F, U+0051-0052, U+0054, U+0056-0058, U+005A-005B, "
    "U+005D, U+0061-007A, U+00A0, U+00B1, U+00D7, U+03B1-03B3, U+03B5, U+03BC, U+03C3, U+200B, U+2032, U+2211-2212, "
    "U+221A, U+221E, U+2264-2265, U+22C5, U+22EF"
)
FEATURES = ["kern", "liga", "lnum", "locl", "tnum"]
VERSION = 7  # of the way in which a cut is made


@dataclass(frozen=True)
class Face:
    """One face of a family, and for which weights a browser uses it."""

    family: str  # as style sheets call it
    style: str
    weight: int
    weights: str
    package: str
    path: str  # of its file in the package; {script}: a key of RANGES

    @property
    def ranges(self) -> dict[str, str]:
        """The letters of each of its cuts, by script."""
        if "{script}" in self.path:
            return SERIF_RANGES
        return RANGES if self.style == "normal" else RANGES | {"latin": f"{WESTERN}, {SERBIAN}"}  # signs stand upright

    def source(self, script: str) -> Path:
        """The package's file with the letters of a script."""
        return npm.package(self.package) / self.path.format(script=script)

    def name(self, script: str) -> str:
        """The file's name on the site."""
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
PRELOADED = ((SERIF, 600), (SANS, 400), (SANS, 600))  # in every first view: title, text, buttons


def face(family: str, weight: int) -> Face:
    """The upright face of a family in a weight."""
    return next(one for one in FACES if (one.family, one.weight, one.style) == (family, weight, "normal"))


@dataclass(frozen=True)
class FallbackFont:
    """Faces of readers' machines that are equally wide, and how wide ours is in proportion, in per cent."""

    family: str
    local: tuple[str, ...]
    width: float
    ascent: int  # of our own face, in thousandths of its size
    descent: int
    weights: str = "400"


# Widths are those of English prose in both, from the faces' own tables (Georgia and Noto Serif: from their average
# letters).
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
    FallbackFont("Source Serif 4 as Georgia", ("Georgia", "Gelasio"), 108.8, 1036, 335),
    FallbackFont("Source Serif 4 as Noto", ("Noto Serif",), 100.8, 1036, 335),
    FallbackFont("Source Serif 4 as Times", ("Times New Roman", "Liberation Serif", "Tinos"), 120.0, 1036, 335),
]


def files(folder: str) -> tuple[dict[str, Callable[[], bytes]], str]:
    """What makes each font, by its path below ``folder``, and the rules that name them relative to it."""
    found: dict[str, Callable[[], bytes]] = {}
    rules = []
    for one in FACES:
        for script, ranges in one.ranges.items():
            found[f"{folder}/{one.name(script)}"] = partial(subset_font, one.source(script), ranges)
            rules.append(
                f'@font-face{{font-family:"{one.family}";font-style:{one.style};font-weight:{one.weights};font-display:swap;'
                f"src:url({one.name(script)}) format(woff2);unicode-range:{ranges.replace(' ', '')}}}"
            )
    rules += map(_fallback_rule, FALLBACK_FONTS)
    return found, "\n".join(rules)


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
    found: dict[str, Path | Callable[[], bytes]] = {}

    def both(match: re.Match[str]) -> str:
        name = match[1]
        found[f"{folder}/{name}.woff2"] = source / f"{name}.woff2"
        found[f"{folder}/{name}-common.woff2"] = partial(subset_font, source / f"{name}.woff2", FORMULA_RANGE)
        common = match[0][:-1].replace(f"{name}.woff2", f"{name}-common.woff2")
        return f"{match[0]}{common};unicode-range:{FORMULA_RANGE.replace(' ', '')}}}"

    return found, re.sub(r"@font-face\{[^}]*/(KaTeX_[\w-]+)\.woff2\)[^}]*\}", both, rules)


def preload_fonts(folder: str, script: str) -> list[str]:
    """The files that a page can ask for before its style sheet has come; ``script``: the one it is written in."""
    return [f"{folder}/{face(family, weight).name(script)}" for family, weight in PRELOADED]


def _fallback_rule(one: FallbackFont) -> str:
    # Ascent and descent are in parts of the size before it is adjusted, so they are divided by what adjusts it.
    high, low = (f"{part / 10 / one.width * 100:.2f}%" for part in (one.ascent, one.descent))
    sources = ",".join(f'local("{name}")' for name in one.local)
    return (
        f'@font-face{{font-family:"{one.family}";font-weight:{one.weights};src:{sources};size-adjust:{one.width}%;'
        f"ascent-override:{high};descent-override:{low};line-gap-override:0%}}"
    )


def subset_font(source: Path, ranges: str) -> bytes:
    """The font file ``source`` with only the letters of ``ranges``, as woff2."""
    key = hashlib.sha256(repr((VERSION, ranges, FEATURES)).encode() + source.read_bytes()).hexdigest()[:24]
    kept = npm.package("katex").parent / ".cache" / "handbook" / f"{key}.woff2"
    if kept.is_file():
        return kept.read_bytes()
    data = _subset(source, set(code_points(ranges)))
    with suppress(OSError):  # a folder that may only be read costs time, no more
        write_atomically(kept, data)
    return data


def _subset(source: Path, wanted: set[int]) -> bytes:
    from fontTools import subset  # slow to load, and needed once
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(
        layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 4, 6]
    )  # whose it is, what it is called
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def code_points(ranges: str) -> Iterator[int]:
    """The code points of a style sheet's ``unicode-range``."""
    for part in ranges.split(","):
        begin, _, end = part.strip().removeprefix("U+").partition("-")
        yield from range(int(begin, 16), int(end or begin, 16) + 1)
