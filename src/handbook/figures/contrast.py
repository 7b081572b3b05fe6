"""At which shade of a cell its text changes between black and white.

A cell has its role's color over the paper, with an opacity that grows with its number. Only in a narrow range of
shades are both black and white text readable, so the change has to be there, in both color schemes. The colors are
those of ``tokens.css``; a test compares them.
"""

from __future__ import annotations

from functools import lru_cache

PAPER = {"light": "#fbfaf6", "dark": "#12161d"}
RAMPS = {
    "weight": {"light": "#b0183b", "dark": "#ff8796"},
    "positive": {"light": "#2166b8", "dark": "#6aa9f4"},
    "negative": {"light": "#c05a12", "dark": "#f0954f"},
}
# The luminance L on which black and white text have the same WCAG contrast, 4.58: (L + 0.05)² = 0.05 · 1.05.
EQUAL_CONTRAST = 0.179


def luminance(color: tuple[float, ...]) -> float:
    """WCAG's relative luminance, from 0 to 1, of an sRGB color with parts from 0 to 1."""
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mixed(role: str, scheme: str, share: float) -> tuple[float, ...]:
    """The color of a cell: that of ``role`` with the opacity ``share`` over the paper of ``scheme``."""
    paper, full = _rgb(PAPER[scheme]), _rgb(RAMPS[role][scheme])
    return tuple(low + (high - low) * share for low, high in zip(paper, full))


@lru_cache
def crossover_share(role: str, scheme: str) -> float:
    """The opacity at which black and white text have the same contrast; 2 where the color never gets so far."""
    low, high = 0.0, 1.0
    darkens = scheme == "light"
    if (luminance(mixed(role, scheme, 1)) < EQUAL_CONTRAST) != darkens:
        return 2.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        if (luminance(mixed(role, scheme, middle)) < EQUAL_CONTRAST) == darkens:
            high = middle
        else:
            low = middle
    return high


def classes(role: str, share: float) -> str:
    """The css classes of text on a cell: ``on-heat``, and ``deep-in-<scheme>`` where it is beyond the crossover."""
    deep = [f"deep-in-{scheme}" for scheme in PAPER if share >= crossover_share(role, scheme)]
    return " ".join(["on-heat", *deep])


def _rgb(color: str) -> tuple[float, ...]:
    return tuple(int(color[index : index + 2], 16) / 255 for index in (1, 3, 5))
