"""Cells, areas and sheets as plain data: what stands where, before any file is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from handbook.project.examples import Matrix

LARGEST_INPUT = 50
"""How far from 0 a number may lie that a reader types."""


def cell_address(row: int, column: int, fixed: str = "") -> str:
    """The address of a cell, like ``B7`` for row 7 and column 2.

    ``row`` and ``column`` count from 1; there are 26 columns. ``fixed``: ``r``, ``c`` or ``rc`` for the parts that stay
    when the formula is copied, as in ``$B7``.
    """
    return f"{'$' * ('c' in fixed)}{chr(64 + column)}{'$' * ('r' in fixed)}{row}"


@dataclass(frozen=True)
class Area:
    """``height`` × ``width`` cells whose first one is at ``row``, ``column``, both from 1."""

    row: int
    column: int
    height: int
    width: int

    def __str__(self) -> str:
        return f"{cell_address(self.row, self.column)}:{cell_address(self.last_row, self.last_column)}"

    @classmethod
    def parse(cls, address: str) -> Area:
        """The area that an address like ``B2:D4`` names. Raises ValueError for anything else."""
        first, last = address.split(":")
        row, column = int(first[1:]), ord(first[0]) - 64
        return cls(row, column, int(last[1:]) - row + 1, ord(last[0]) - 64 - column + 1)

    @property
    def last_row(self) -> int:
        return self.row + self.height - 1

    @property
    def last_column(self) -> int:
        return self.column + self.width - 1

    def positions(self) -> Iterator[tuple[int, int]]:
        """Row and column of each cell, row by row."""
        for row in range(self.row, self.last_row + 1):
            for column in range(self.column, self.last_column + 1):
                yield row, column

    def with_numbers(self, numbers: Matrix) -> Iterator[tuple[int, int, float]]:
        """Row and column of each cell, and its number in ``numbers``.

        ``numbers``: ``height`` × ``width``. Raises ValueError for another shape.
        """
        if len(numbers) != self.height or any(len(row) != self.width for row in numbers):
            raise ValueError(f"{len(numbers)} rows of {[len(row) for row in numbers]} numbers don't fit {self}")
        for row, column in self.positions():
            yield row, column, numbers[row - self.row][column - self.column]


@dataclass(frozen=True)
class Cell:
    """One cell with contents, or the first one of an area that shares them.

    ``content``: text, a number that the reader may change, or a formula, which begins with ``=``.
    ``style``: title, text, bar, swatch, head, name, input, sample, computed, whole, link or address.
    ``role``: embedding, query, key, value, score or weight, which gives the color; or nothing.
    ``area``: the cells that text spreads over or that an array formula fills.
    ``results``: what a formula gives, a matrix of its area's shape; 1 × 1 for a formula in one cell.
    ``target``: where a click on a link leads.
    """

    content: str | float
    style: str = "text"
    role: str = ""
    area: Area | None = None
    results: Matrix = ()
    target: str = ""


@dataclass
class Sheet:
    """One sheet. Cells are known by addresses like ``B7``, areas by those like ``B2:D4``.

    ``widths`` of columns are in letters, ``heights`` of rows in points. ``inputs``: areas where a reader types numbers;
    ``selectors``: cells for a whole number from 1 to the one given here. ``shaded``: areas of weights, the darker the
    larger. ``frozen_columns`` stay in view.
    """

    name: str
    cells: dict[str, Cell] = field(default_factory=dict)
    widths: dict[str, float] = field(default_factory=dict)
    heights: dict[int, int] = field(default_factory=dict)
    inputs: list[str] = field(default_factory=list)
    selectors: dict[str, int] = field(default_factory=dict)
    shaded: list[str] = field(default_factory=list)
    landscape: bool = False
    frozen_columns: int = 0
