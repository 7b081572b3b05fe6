"""The cells of xlsx files, read by openpyxl; and copies of a file with other numbers or formulas."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from handbook.export.spreadsheet.model import Area, cell_address

Position = tuple[int, str]
"""A sheet's number from 0, since names differ by language, and a cell's address in it."""


@dataclass(frozen=True)
class StoredCell:
    """``formula`` without array braces; ``area``: what it fills, if it is an array formula.

    ``computed``: whether a formula gives the value, also one in another cell.
    """

    value: float | str
    formula: str = ""
    area: Area | None = None
    computed: bool = False


Cells = dict[Position, StoredCell]


def read_cells(path: Path) -> Cells:
    """All cells with contents."""
    cells: Cells = {}
    stored = openpyxl.load_workbook(path, data_only=True)
    for index, sheet in enumerate(openpyxl.load_workbook(path)):
        filled: set[str] = set()
        for cell in (cell for line in sheet.iter_rows() for cell in line):
            value = stored[sheet.title][cell.coordinate].value
            if value is None:
                continue
            formula, area = cell.value, None
            if isinstance(formula, ArrayFormula):
                area = Area.parse(formula.ref)
                formula = formula.text
                filled |= {cell_address(*position) for position in area.positions()}
            formula = formula if isinstance(formula, str) and formula.startswith("=") else ""
            value = value if isinstance(value, str) else float(value)
            computed = bool(formula) or cell.coordinate in filled
            cells[index, cell.coordinate] = StoredCell(value, formula, area, computed)
    return cells


def copy_with_numbers(source: Path, target: Path, numbers: dict[Position, float]) -> None:
    """Copy a file with other numbers in cells; results of formulas stay as they were, unless they are given, too."""
    _copy(source, target, {position: (r"<v>[^<]*</v>", f"<v>{number}</v>") for position, number in numbers.items()})


def copy_with_formula(source: Path, target: Path, position: Position, old: str, new: str) -> None:
    """Copy a file with ``new`` instead of ``old`` in one formula; its stored result stays as it was."""
    _copy(source, target, {position: (re.escape(old), new)})


def _copy(source: Path, target: Path, changes: dict[Position, tuple[str, str]]) -> None:
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as copy:
        for name in archive.namelist():
            text = archive.read(name).decode("utf-8")
            for (sheet, address), (pattern, new) in changes.items():
                if name == f"xl/worksheets/sheet{sheet + 1}.xml":
                    cell = re.search(rf'<c r="{address}".*?</c>', text)
                    changed, count = re.subn(pattern, lambda _, new=new: new, cell[0])
                    assert count == 1, (address, cell[0])
                    text = text[: cell.start()] + changed + text[cell.end() :]
            copy.writestr(name, text)
