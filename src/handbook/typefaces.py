"""The site's typefaces: cut from the npm packages' files to the letters and weights that its languages need.

A cut is about a third of its source. Each is made once and kept in ``node_modules/.cache``, beside what it was made from.
While a cut is on its way, a face of the reader's machine stands in, stretched to its widths, so that nothing moves when it
comes.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from . import maths
from .files import write_atomically

# What nearly every page needs, what few do, and the letters of Serbian. A browser asks for the files whose letters it meets.
RANGES = {
    "latin": "U+0020-007E, U+00A0, U+00AB, U+00B1, U+00B2, U+00B7, U+00BB, U+00C4, U+00D6, U+00D7, U+00DC, U+00DF, U+00E4, U+00E9, U+00F6, "
    "U+00FC, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2212",
    "latin-1": "U+00A1-00AA, U+00AC-00B0, U+00B3-00B6, U+00B8-00BA, U+00BC-00C3, U+00C5-00D5, U+00D8-00DB, U+00DD-00DE, U+00E0-00E3, "
    "U+00E5-00E8, U+00EA-00F5, U+00F7-00FB, U+00FD-00FF, U+0131, U+0152-0153, U+02BC, U+2010-2012, U+2020-2021, U+202F, U+2032-2033, "
    "U+2039-203A, U+20AC, U+2215",
    "serbian": "U+0106-0107, U+010C-010D, U+0110-0111, U+0160-0161, U+017D-017E",
    "latin-ext": "U+0100-0105, U+0108-010B, U+010E-010F, U+0112-0130, U+0132-0151, U+0154-015F, U+0162-017C, U+017F",
    "cyrillic": "U+0402, U+0408-040B, U+040F-0418, U+041A-0428, U+0430-0438, U+043A-0448, U+0452, U+0458-045B, U+045F",  # Serbian's thirty, twice
}
# Of these, what headings and words in italics are made of; the other signs of "latin" come with "latin-1" in a face for them.
WORDS = (
    "U+0020-0023, U+0026-0029, U+002C-003B, U+003F, U+0041-005A, U+005F, U+0061-007A, U+00A0, U+00C4, U+00D6-00D7, U+00DC, U+00DF, U+00E4, U+00E9, "
    "U+00F6, U+00FC, U+2013-2014, U+2018-201A, U+201C-201E, U+2026"
)
SOURCES = {"latin-1": "latin", "serbian": "latin-ext"}  # where a range is taken from a file of another name
# Arrows, roots and the like, which those files lack, from packages with whole faces: else a reader's machine would draw them, each in another way.
SIGNS = "U+0391-03A1, U+03A3-03C9, U+1D40, U+2070-208E, U+2190-2193, U+2202, U+2208, U+2211, U+221A, U+221E, U+2248, U+2260, U+2264-2265, U+22C5, U+22EF, U+2713"
WHOLE = {
    ("Source Sans 3", 400): "source-sans/WOFF2/TTF/SourceSans3-Regular.ttf.woff2",
    ("Source Sans 3", 600): "source-sans/WOFF2/TTF/SourceSans3-Semibold.ttf.woff2",
    ("JetBrains Mono", 400): "jetbrains-mono/fonts/webfonts/JetBrainsMono-Regular.woff2",
    ("JetBrains Mono", 600): "jetbrains-mono/fonts/webfonts/JetBrainsMono-SemiBold.woff2",
}
# Of KaTeX's faces, the letters and signs that this site's formulas are made of: in italics, and all others. The rest comes in a second file.
ITALIC = "U+004B, U+0051-0052, U+0054, U+0056-0057, U+005A, U+0061-0065, U+0068-006B, U+006D-0071, U+0073-007A, U+03B1-03B3, U+03B5, U+03BC, U+03C3"
UPRIGHT = (
    "U+0020, U+0028-0029, U+002B-003A, U+003D, U+0041, U+005B, U+005D, U+0061, U+0065-0066, U+0069, U+006C-006F, U+0072-0074, U+0078, "
    "U+00A0, U+00B1, U+00D7, U+200B, U+2032, U+2211-2212, U+221A, U+221E, U+2264-2265, U+22C5, U+22EF"
)
FEATURES = ["kern", "liga", "lnum", "locl", "tnum"]
VERSION = 5  # of the way in which a cut is made


@dataclass(frozen=True)
class Cut:
    """One face: what is taken of a family, and for which weights a browser uses it."""

    family: str  # as style sheets call it
    package: str
    style: str
    weight: int
    weights: str
    only_words: bool = False

    def ranges(self) -> dict[str, str]:
        if not self.only_words:
            return RANGES | {"signs": SIGNS}
        rest = {*_letters(RANGES["latin"]), *_letters(RANGES["latin-1"])} - set(_letters(WORDS))
        return RANGES | {"latin": WORDS, "latin-1": _written(rest)}


CUTS = [
    Cut("Source Sans 3", "source-sans-3", "normal", 400, "400 500"),
    Cut("Source Sans 3", "source-sans-3", "normal", 600, "550 700"),
    Cut("Source Sans 3", "source-sans-3", "italic", 400, "400 500", only_words=True),
    Cut("Source Sans 3", "source-sans-3", "italic", 600, "550 700", only_words=True),
    Cut("Source Serif 4", "source-serif-4", "normal", 600, "400 700", only_words=True),
    Cut("Source Serif 4", "source-serif-4", "italic", 600, "400 700", only_words=True),
    Cut("JetBrains Mono", "jetbrains-mono", "normal", 400, "400 500"),
    Cut("JetBrains Mono", "jetbrains-mono", "normal", 600, "550 700"),
]


FIRST = (("source-serif-4", 600), ("source-sans-3", 400), ("source-sans-3", 600))  # in every first view: title, text, buttons


@dataclass(frozen=True)
class StandIn:
    """Faces of readers' machines that are equally wide, and how wide ours is in proportion, in per cent."""

    family: str
    local: tuple[str, ...]
    width: float
    ascent: int  # of our own face, in thousandths of its size
    descent: int
    weights: str = "400"


# Widths are those of English prose in both, from the faces' own tables (Georgia and Noto Serif: from their average letters).
STAND_INS = [
    StandIn("Source Sans 3 stand-in", ("Arial", "Helvetica", "Liberation Sans", "Arimo", "Roboto"), 93.7, 1024, 400),
    StandIn("Source Sans 3 stand-in", ("Arial Bold", "Helvetica Bold", "Liberation Sans Bold", "Arimo Bold"), 89.6, 1024, 400, "550 700"),
    StandIn("Source Serif 4 as Georgia", ("Georgia", "Gelasio"), 108.8, 1036, 335),
    StandIn("Source Serif 4 as Noto", ("Noto Serif",), 100.8, 1036, 335),
    StandIn("Source Serif 4 as Times", ("Times New Roman", "Liberation Serif", "Tinos"), 120.0, 1036, 335),
]


def files(folder: str) -> tuple[dict[str, Callable[[], bytes]], str]:
    """What makes each font, by its path below ``folder``, and the rules that name them relative to it."""
    found: dict[str, Callable[[], bytes]] = {}
    rules = []
    for cut in CUTS:
        for subset, ranges in cut.ranges().items():
            source = _source(cut, subset)
            name = _name(cut.package, subset, cut.weight, cut.style)
            found[f"{folder}/{name}"] = partial(_made, source, cut.weight, ranges)
            rules.append(
                f'@font-face{{font-family:"{cut.family}";font-style:{cut.style};font-weight:{cut.weights};font-display:swap;'
                f"src:url({name}) format(woff2);unicode-range:{ranges.replace(' ', '')}}}"
            )
    rules += map(_stand_in, STAND_INS)
    return found, "\n".join(rules)


def _source(cut: Cut, subset: str) -> Path:
    if subset == "signs":
        package, _, path = WHOLE[cut.family, cut.weight].partition("/")
        return maths.package(package) / path
    return maths.package(f"@fontsource-variable/{cut.package}") / "files" / f"{cut.package}-{SOURCES.get(subset, subset)}-wght-{cut.style}.woff2"


def first(folder: str, subset: str) -> list[str]:
    """The files that a page can ask for before its style sheet has come; ``subset``: the letters it is written in."""
    return [f"{folder}/{_name(package, subset, weight, 'normal')}" for package, weight in FIRST]


def _name(package: str, subset: str, weight: int, style: str) -> str:
    return f"{package}-{subset}-{weight}-{style}.woff2"


def _stand_in(one: StandIn) -> str:
    # Ascent and descent are in parts of the size before it is adjusted, so they are divided by what adjusts it.
    high, low = (f"{part / 10 / one.width * 100:.2f}%" for part in (one.ascent, one.descent))
    sources = ",".join(f'local("{name}")' for name in one.local)
    return f'@font-face{{font-family:"{one.family}";font-weight:{one.weights};src:{sources};size-adjust:{one.width}%;ascent-override:{high};descent-override:{low};line-gap-override:0%}}'


_FACE = re.compile(r"@font-face\{[^}]*\}")
_FILE = re.compile(r"url\((?:[^)/]*/)*([^)/]+)\.woff2\)")


def formulas(rules: str, source: Path, folder: str) -> tuple[dict[str, Callable[[], bytes]], str]:
    """What makes KaTeX's fonts, by their path below ``folder``, each in two parts, and its ``rules`` that name them relative to it."""
    found: dict[str, Callable[[], bytes]] = {}

    def parts(match: re.Match[str]) -> str:
        name = _FILE.search(match[0])[1]
        made = []
        common = ITALIC if name.endswith("Math-Italic") else UPRIGHT
        for part, ranges in ((name, common), (f"{name}-more", _all_but(common))):
            found[f"{folder}/{part}.woff2"] = partial(_made, source / f"{name}.woff2", 0, ranges)
            made.append(_FILE.sub(f"url({part}.woff2)", match[0])[:-1] + f";unicode-range:{ranges.replace(' ', '')}}}")
        return "".join(made)

    return found, _FACE.sub(parts, rules)


def _all_but(ranges: str) -> str:
    """All other letters and signs that two bytes can name."""
    return _written(set(range(0x10000)) - set(_letters(ranges)))


def _written(letters: set[int]) -> str:
    """The letters as ranges."""
    ranges: list[list[int]] = []
    for letter in sorted(letters):
        if ranges and letter == ranges[-1][1] + 1:
            ranges[-1][1] = letter
        else:
            ranges.append([letter, letter])
    return ", ".join(f"U+{begin:04X}" + (f"-{end:04X}" if end > begin else "") for begin, end in ranges)


def _made(source: Path, weight: int, ranges: str) -> bytes:
    key = hashlib.sha256(repr((VERSION, weight, ranges, FEATURES)).encode() + source.read_bytes()).hexdigest()[:24]
    kept = source.parents[3] / ".cache" / "handbook" / f"{key}.woff2"
    if kept.is_file():
        return kept.read_bytes()
    data = _cut(source, weight, set(_letters(ranges)))
    try:
        write_atomically(kept, data)
    except OSError:  # a folder that may only be read costs time, no more
        pass
    return data


def _cut(source: Path, weight: int, letters: set[int]) -> bytes:
    from fontTools import subset  # slow to load, and needed once
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    font = TTFont(source)
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 4, 6])  # whose it is, what it is called
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": weight})
        del font["STAT"]  # of a family's weights, and their names: this is one
        font["name"].removeUnusedNames(font)
    font.flavor = "woff2"
    font.recalcTimestamp = False
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _letters(ranges: str) -> Iterator[int]:
    for part in ranges.split(","):
        begin, _, end = part.strip().removeprefix("U+").partition("-")
        yield from range(int(begin, 16), int(end or begin, 16) + 1)
