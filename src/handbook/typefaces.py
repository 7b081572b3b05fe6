"""The site's typefaces: cut from the npm packages' files to the letters and weights that its languages need.

A cut is about a third of its source. Each is made once and kept in ``node_modules/.cache``, beside what it was made from.
"""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import maths
from .files import write_atomically

# Latin with German and French letters, and the signs of prose and of numbers.
WESTERN = (
    "U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02BC, U+2010-2014, U+2018-201A, U+201C-201E, U+2020-2022, U+2026, U+202F, "
    "U+2032-2033, U+2039-203A, U+20AC, U+2190-2193, U+2212, U+2215, U+221A, U+221E, U+2248, U+2260, U+2264-2265"
)
RANGES = {"latin": WESTERN, "latin-ext": "U+0100-0130, U+0132-0151, U+0154-017F", "cyrillic": "U+0400-045F"}
FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "tnum"]
VERSION = 1  # of the way in which a cut is made


@dataclass(frozen=True)
class Cut:
    """One face: what is taken of a family, and for which weights a browser uses it."""

    family: str  # as style sheets call it
    package: str
    style: str
    weight: int
    weights: str


CUTS = [
    Cut("Source Sans 3", "source-sans-3", "normal", 400, "400 500"),
    Cut("Source Sans 3", "source-sans-3", "normal", 600, "550 700"),
    Cut("Source Sans 3", "source-sans-3", "italic", 400, "400 500"),
    Cut("Source Sans 3", "source-sans-3", "italic", 600, "550 700"),
    Cut("Source Serif 4", "source-serif-4", "normal", 600, "400 700"),
    Cut("Source Serif 4", "source-serif-4", "italic", 600, "400 700"),
    Cut("JetBrains Mono", "jetbrains-mono", "normal", 400, "400 500"),
    Cut("JetBrains Mono", "jetbrains-mono", "normal", 600, "550 700"),
]


def files(folder: str) -> tuple[dict[str, bytes], str]:
    """The fonts by their path below ``folder``, and the rules that name them relative to it."""
    found: dict[str, bytes] = {}
    rules = []
    for cut in CUTS:
        for subset, ranges in RANGES.items():
            source = maths.package(f"@fontsource-variable/{cut.package}") / "files" / f"{cut.package}-{subset}-wght-{cut.style}.woff2"
            data = _made(source, cut.weight, ranges)
            name = f"{cut.package}-{subset}-{cut.weight}-{cut.style}.woff2"
            found[f"{folder}/{name}"] = data
            rules.append(
                f'@font-face{{font-family:"{cut.family}";font-style:{cut.style};font-weight:{cut.weights};font-display:swap;'
                f"src:url({name}) format(woff2);unicode-range:{ranges.replace(' ', '')}}}"
            )
    return found, "\n".join(rules)


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
    options = subset.Options(layout_features=FEATURES, hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": weight})
    font.flavor = "woff2"
    font.recalcTimestamp = False
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _letters(ranges: str) -> Iterator[int]:
    for part in ranges.split(","):
        first, _, last = part.strip().removeprefix("U+").partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)
