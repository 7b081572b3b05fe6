"""Reading back a tensor that a page printed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import format_decimal

TOKEN = re.compile(r"\[|\]|[-+]?(?:inf|nan|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)|True|False|\.\.\.")
MINUS = "\u2212"
TRUTH = {"True": 1.0, "False": 0.0}


class TensorParseError(ValueError):
    """The output isn't one printed table of numbers; the message says why."""


@dataclass(frozen=True)
class Number:
    """A number as it was printed: its value for colours, its digits for readers."""

    printed: str

    @property
    def value(self) -> float:
        return TRUTH[self.printed] if self.printed in TRUTH else float(self.printed)

    @property
    def blocked(self) -> bool:
        return self.value == -math.inf

    def localized(self, locale: str) -> str:
        """The same digits in the language's way: 0,3925 in German; a minus, not a hyphen."""
        if self.printed in TRUTH:
            return self.printed
        if not math.isfinite(self.value):
            return {"inf": "∞", "-inf": f"{MINUS}∞"}.get(self.printed.lstrip("+"), "NaN")
        if "e" in self.printed.lower():
            mantissa, _, exponent = self.printed.lower().partition("e")
            return f"{_localised(mantissa, locale)} · 10^{int(exponent)}".replace("-", MINUS)
        return _localised(self.printed, locale)


def _localised(printed: str, locale: str) -> str:
    number = Decimal(printed.rstrip("."))
    places = len(printed.partition(".")[2])
    pattern = "0." + "0" * places if places else "0"
    return format_decimal(number, format=pattern, locale=locale).replace("-", MINUS)


def read(text: str) -> list[list[Number]]:
    """The rows of the tensor printed in ``text``; a vector is one row.

    Where several are printed, the only matrix among them is meant.
    """
    found = list(_tensors(text))
    if not found:
        raise TensorParseError("no printed tensor: nothing stands in brackets")
    if len(found) > 1:
        matrices = [(axes, rows) for axes, rows in found if axes == 2]
        if len(matrices) != 1:
            raise TensorParseError(
                f"{len(found)} tensors are printed, and {len(matrices)} of them are matrices: print one"
            )
        found = matrices
    axes, rows = found[0]
    if axes > 2:
        raise TensorParseError(f"the tensor has {axes} axes: a picture shows one matrix or vector")
    if not rows:
        raise TensorParseError("the tensor is empty")
    if len({len(row) for row in rows}) > 1:
        raise TensorParseError("rows of different lengths")
    return rows


def vector(text: str) -> list[Number]:
    """The numbers of the one vector printed in ``text``."""
    rows = read(text)
    if len(rows) != 1:
        raise TensorParseError(f"a matrix of {len(rows)} rows where one vector is needed")
    return rows[0]


def _tensors(text: str) -> Iterator[tuple[int, list[list[Number]]]]:
    """Each bracketed table in ``text``: how deep its brackets go, and its rows."""
    depth = deepest = 0
    row: list[Number] = []
    rows: list[list[Number]] = []
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "[":
            depth += 1
            deepest = max(deepest, depth)
        elif token == "]" and depth:
            depth -= 1
            if row:
                rows.append(row)
                row = []
            if not depth:
                yield deepest, rows
                deepest, rows = 0, []
        elif token == "..." and depth:
            raise TensorParseError("the tensor is printed with “…” in place of numbers: print it whole")
        elif depth and token != "]":
            row.append(Number(token))
    if depth:
        raise TensorParseError("a bracket is not closed")
