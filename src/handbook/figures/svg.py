"""Svg markup: numbers, attributes and the data of paths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Point = tuple[float, float]
"""x and y, in pixels; y grows downwards."""

# The pattern of hatching; `@hatch` stands for its id.
HATCH = (
    '<defs><pattern id="@hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="p-hatching" d="M0 0V6"/></pattern></defs>'
)


def classes(style: str, role: str, other: str = "") -> str:
    """The value of ``class`` for a style, a role and other classes, each of which may be empty."""
    return " ".join(part for part in (style, f"role-{role}" if role else "", other) if part)


@lru_cache(maxsize=16384)
def format_number(value: float) -> str:
    """A number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def coordinates(point: Point) -> str:
    """A point in the data of a path."""
    return f"{format_number(point[0])} {format_number(point[1])}"


def attributes(**values: float) -> str:
    """Attributes with numbers as values."""
    return " ".join(f'{name}="{format_number(value)}"' for name, value in values.items())


def rounded_path(points: Sequence[Point], radius: float) -> str:
    """The data of a path through ``points`` whose corners are rounded by at most ``radius``."""
    d = f"M{coordinates(points[0])}"
    for before, corner, after in zip(points, points[1:], points[2:]):
        entry = _point_towards(corner, before, radius)
        leave = _point_towards(corner, after, radius)
        d += f"L{coordinates(entry)}Q{coordinates(corner)} {coordinates(leave)}"
    return d + f"L{coordinates(points[-1])}"


def _point_towards(start: Point, end: Point, distance: float) -> Point:
    """The point at ``distance`` from ``start`` towards ``end``, at most half way."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    share = min(distance, length / 2) / length if length else 0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
