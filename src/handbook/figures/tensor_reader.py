"""Parses tensors as PyTorch prints them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from babel.numbers import format_decimal

TOKEN = re.compile(r"\[|\]|[-+]?(?:inf|nan|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|True|False|\.\.\.")
MINUS = "\u2212"
BOOLEANS = {"True": 1.0, "False": 0.0}


class TensorParseError(ValueError):
    """An output isn't one printed matrix or vector; the message says why."""


@dataclass(frozen=True)
class Number:
    """A number of a tensor, as it was printed."""

    printed: str

    @property
    def value(self) -> float:
        """Its value; 1 for ``True``, 0 for ``False``."""
        return BOOLEANS[self.printed] if self.printed in BOOLEANS else float(self.printed)

    @property
    def blocked(self) -> bool:
        """Whether it is -inf, the score of a masked position."""
        return self.value == -math.inf

    def localized(self, locale: str) -> str:
        """The printed digits in the format of a Babel locale: 0,3925 in German; with a minus sign, no hyphen."""
        if self.printed in BOOLEANS:
            return self.printed
        if not math.isfinite(self.value):
            return {"inf": "∞", "-inf": f"{MINUS}∞"}.get(self.printed.lstrip("+"), "NaN")
        if "e" in self.printed.lower():
            mantissa, _, exponent = self.printed.lower().partition("e")
            return f"{_localize(mantissa, locale)} · 10^{int(exponent)}".replace("-", MINUS)
        return _localize(self.printed, locale)


@lru_cache(maxsize=8192)  # Babel reads the pattern each time, and tensors hold the same numbers in all languages
def _localize(printed: str, locale: str) -> str:
    number = Decimal(printed.rstrip("."))
    decimals = len(printed.partition(".")[2])
    pattern = "0." + "0" * decimals if decimals else "0"
    return format_decimal(number, format=pattern, locale=locale).replace("-", MINUS)


def read(text: str) -> list[list[Number]]:
    """The rows of the tensor printed in ``text``; a vector is one row.

    Of several tensors, the only matrix is taken.

    Raises:
        TensorParseError: where ``text`` holds no such tensor, an empty or an abbreviated one.
    """
    tensors = list(_tensors(text))
    if not tensors:
        raise TensorParseError("no printed tensor: nothing stands in brackets")
    if len(tensors) > 1:
        matrices = [(dimensions, rows) for dimensions, rows in tensors if dimensions == 2]
        if len(matrices) != 1:
            raise TensorParseError(
                f"{len(tensors)} tensors are printed, and {len(matrices)} of them are matrices: print one"
            )
        tensors = matrices
    dimensions, rows = tensors[0]
    if dimensions > 2:
        raise TensorParseError(f"the tensor has {dimensions} axes: a picture shows one matrix or vector")
    if not rows:
        raise TensorParseError("the tensor is empty")
    if len({len(row) for row in rows}) > 1:
        raise TensorParseError("rows of different lengths")
    return rows


def vector(text: str) -> list[Number]:
    """The numbers of the one vector printed in ``text``.

    Raises:
        TensorParseError: as ``read``, and for a matrix.
    """
    rows = read(text)
    if len(rows) != 1:
        raise TensorParseError(f"a matrix of {len(rows)} rows where one vector is needed")
    return rows[0]


def _tensors(text: str) -> Iterator[tuple[int, list[list[Number]]]]:
    """Each tensor in ``text``: its number of dimensions and its innermost rows."""
    depth = max_depth = 0
    row: list[Number] = []
    rows: list[list[Number]] = []
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "[":
            depth += 1
            max_depth = max(max_depth, depth)
        elif token == "]" and depth:
            depth -= 1
            if row:
                rows.append(row)
                row = []
            if not depth:
                yield max_depth, rows
                max_depth, rows = 0, []
        elif token == "..." and depth:
            raise TensorParseError("the tensor is printed with “…” in place of numbers: print it whole")
        elif depth and token != "]":
            row.append(Number(token))
    if depth:
        raise TensorParseError("a bracket is not closed")
