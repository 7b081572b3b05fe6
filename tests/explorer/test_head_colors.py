"""The colours of heads stay apart for readers without red or green cones, and can be read on the page."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from handbook import ROOT
from handbook.figures.contrast import luminance

STYLES = ROOT / "theme" / "assets" / "stylesheets"
# How linear sRGB looks without one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1.
SEEN = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
# Björn Ottosson's OKLab, in which equal distances look alike: about 0.02 is just noticed side by side.
LMS = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
       (0.0883024619, 0.2817188376, 0.6299787005))  # fmt: skip
LAB = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
       (0.0259040371, 0.7827717662, -0.8086757660))  # fmt: skip
APART, APART_IN_THE_MODEL = 0.07, 0.13  # any two heads; any two of the four that the page's model has
SCHEMES = ("light", "dark")


def times(matrix, vector):
    return tuple(sum(a * b for a, b in zip(row, vector)) for row in matrix)


def linear(color: str) -> tuple[float, ...]:
    parts = (int(color[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def lab(color: str, cones: str) -> tuple[float, ...]:
    seen = tuple(min(1.0, max(0.0, part)) for part in times(SEEN[cones], linear(color)))
    return times(LAB, [part ** (1 / 3) for part in times(LMS, seen)])


def head_colors() -> dict[str, list[str]]:
    """Eight in each scheme; light ones come first."""
    text = (STYLES / "explorer.css").read_text(encoding="utf-8")
    found = re.findall(r"--head-\d: (#[0-9a-f]{6});", text)
    assert len(found) == 16
    return {"light": found[:8], "dark": found[8:]}


@pytest.mark.parametrize("cones", SEEN)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_any_two_heads_look_different(scheme, cones):
    seen = [lab(color, cones) for color in head_colors()[scheme]]
    close = {}
    for one, other in combinations(range(8), 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other])) ** 0.5
        if distance < (APART_IN_THE_MODEL if other < 4 else APART):
            close[one + 1, other + 1] = round(distance, 3)
    assert close == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_number_of_a_head_is_readable_in_its_colour_and_on_it(scheme):
    text = (STYLES / "tokens.css").read_text(encoding="utf-8")
    papers = {name: re.findall(rf"--{name}: (#[0-9a-f]{{6}})", text)[SCHEMES.index(scheme)] for name in
              ("paper", "paper-raised", "paper-sunk")}  # fmt: skip
    too_pale = {}
    for name, paper in papers.items():
        for number, color in enumerate(head_colors()[scheme], 1):
            low, high = sorted(
                luminance(tuple(int(one[i : i + 2], 16) / 255 for i in (1, 3, 5))) for one in (color, paper)
            )
            if (ratio := (high + 0.05) / (low + 0.05)) < 4.5:
                too_pale[number, name] = round(ratio, 2)
    assert too_pale == {}
