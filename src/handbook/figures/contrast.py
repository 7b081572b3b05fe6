"""Where the writing on a coloured cell must turn from dark to light.

A cell is a role's colour laid over the paper, the stronger the larger its number. Black and white are both readable
on a narrow band of shades only, so the change must happen right there, in either scheme. The colours are those of
``tokens.css``; a test compares them.
"""

from __future__ import annotations

from functools import lru_cache

PAPER = {"light": "#fbfaf6", "dark": "#12161d"}
RAMPS = {
    "weight": {"light": "#b0183b", "dark": "#ff8796"},
    "positive": {"light": "#2166b8", "dark": "#6aa9f4"},
    "negative": {"light": "#c05a12", "dark": "#f0954f"},
}
EVEN = 0.179  # the luminance on which black and white have the same contrast, 4.58


def luminance(colour: tuple[float, ...]) -> float:
    """Relative luminance, as WCAG defines it."""
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(role: str, scheme: str, share: float) -> tuple[float, ...]:
    """The colour of a cell: ``share`` of the role's over the paper."""
    paper, full = _rgb(PAPER[scheme]), _rgb(RAMPS[role][scheme])
    return tuple(low + (high - low) * share for low, high in zip(paper, full))


@lru_cache
def turning_share(role: str, scheme: str) -> float:
    """The share at which the cell passes the shade where black and white are equally readable (above 1: never)."""
    low, high = 0.0, 1.0
    darkens = scheme == "light"
    if (luminance(mixed(role, scheme, 1)) < EVEN) != darkens:
        return 2.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        if (luminance(mixed(role, scheme, middle)) < EVEN) == darkens:
            high = middle
        else:
            low = middle
    return high


def classes(role: str, share: float) -> str:
    """The text's classes: ``on-heat``, and in which scheme the cell is past its turning."""
    deep = [f"deep-in-{scheme}" for scheme in PAPER if share >= turning_share(role, scheme)]
    return " ".join(["on-heat", *deep])


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
