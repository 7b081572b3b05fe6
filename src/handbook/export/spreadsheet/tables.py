"""Tables with their bars and names, written cell by cell into one sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from handbook.export.spreadsheet.model import Area, Cell, Matrix, Sheet, cell_address
from handbook.project.strings import Strings

BAR_HEIGHT = 24
"""Of the row with a table's title, in points."""


class SheetBuilder:
    """Fills ``sheet`` with tables. An area is that of a table's numbers: names stand above and left of it.

    ``name``: of the sheet, at most 31 letters. ``strings``: those of ``[sheet]`` in the reader's language. Roles are
    those of ``Cell``.
    """

    def __init__(self, name: str, strings: Strings):
        self.sheet = Sheet(name)
        self.strings = strings

    def add_cell(
        self,
        row: int,
        column: int,
        content: str | float,
        style: str,
        role: str = "",
        *,
        area: Area | None = None,
        results: Matrix = (),
        target: str = "",
    ) -> None:
        """One cell; see ``Cell``."""
        self.sheet.cells[cell_address(row, column)] = Cell(content, style, role, area, results, target)

    def add_bar(self, area: Area, title: str, role: str) -> None:
        """A title in the role's color, over a table and its names."""
        bar = Area(area.row - 2, area.column - 1, 1, area.width + 1)
        self.sheet.heights[bar.row] = BAR_HEIGHT
        self.add_cell(bar.row, bar.column, title, "bar", role, area=bar)

    def add_names(self, area: Area, column_names: Sequence[str], row_names: Sequence[str], role: str) -> None:
        """Names of the columns above a table and of its rows to the left."""
        for offset, name in enumerate(column_names):
            self.add_cell(area.row - 1, area.column + offset, name, "head", role)
        for offset, name in enumerate(row_names):
            self.add_cell(area.row + offset, area.column - 1, name, "name", role)

    def add_heading(
        self, area: Area, title: str, column_names: Sequence[str], row_names: Sequence[str], role: str
    ) -> None:
        """The bar and the names of a table."""
        self.add_bar(area, title, role)
        self.add_names(area, column_names, row_names, role)

    def add_inputs(self, area: Area, numbers: Matrix, role: str) -> None:
        """Numbers that the reader may change. Raises ValueError where ``numbers`` has another shape than ``area``."""
        for row, column, number in area.with_numbers(numbers):
            self.add_cell(row, column, number, "input", role)
        self.sheet.inputs.append(str(area))

    def add_array_formula(self, area: Area, formula: str, results: Matrix, role: str) -> None:
        """One formula that fills the area. ``results``: what it gives, a matrix of the area's shape."""
        self.add_cell(area.row, area.column, f"={formula}", "computed", role, area=area, results=results)

    def add_formulas(
        self, area: Area, formula: Callable[[int, int], str], results: Matrix, role: str, style: str = "computed"
    ) -> None:
        """A formula for each cell, mostly the same one with its addresses moved along.

        ``formula``: from a cell's row and column. ``results``: what the formulas give, a matrix of the area's shape;
        another shape raises ValueError.
        """
        for row, column, result in area.with_numbers(results):
            self.add_cell(row, column, f"={formula(row, column)}", style, role, results=[[result]])

    def add_note(self, area: Area, text: str, style: str = "text") -> None:
        """Text that spreads over all cells of the area."""
        self.add_cell(area.row, area.column, text, style, area=area)

    def add_row_sums(self, weights: Area, results: Matrix) -> None:
        """The sum of each row, right of a table. ``results``: the table's numbers, a matrix of its shape."""
        sums = Area(weights.row, weights.column + weights.width, weights.height, 1)
        self.add_cell(sums.row - 1, sums.column, self.strings("sum"), "head", "weight")
        self.add_formulas(
            sums,
            lambda row, column: f"SUM({cell_address(row, weights.column)}:{cell_address(row, column - 1)})",
            [[sum(row)] for row in results],
            "weight",
        )
