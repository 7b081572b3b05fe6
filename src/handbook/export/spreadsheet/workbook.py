"""Writes sheets as an xlsx file with XlsxWriter: formats, formulas with their results, data validation."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.export.spreadsheet.model import LARGEST_INPUT, Area, Cell, Sheet
from handbook.project.book import Book
from handbook.project.strings import Strings

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

COLORED_ROLES = ("embedding", "query", "key", "value", "score")
INK, PAPER, FRAME, INPUT, SHADE, LINK = "#22252c", "#ffffff", "#8a5300", "#fff6cf", "#ee9fae", "#452a85"
NUMBER_FORMAT = "0.0000"
A4 = 9  # Excel's index of the paper size
CREATED = datetime(2026, 1, 1)  # fixed: the same sheets are the same bytes


def role_colors(root: Path = ROOT) -> dict[str, str]:
    """The light colors of the roles from the styles of the site at ``root``, like ``#1a5fb4``; paper is light.

    Raises OSError where the styles aren't there.
    """
    styles = (root / "theme/assets/stylesheets/tokens.css").read_text(encoding="utf-8")
    light = dict(reversed(re.findall(r"--role-(\w+): (#\w{6})", styles)))  # the dark ones come later
    colors = {role: light[role] for role in COLORED_ROLES}
    return {**colors, "weight": colors["score"], "": INK}


def tint(color: str, share: float) -> str:
    """``color``, like ``#1a5fb4``, mixed with white; ``share``: how much of it stays, from 0 to 1."""
    parts = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * share):02x}" for part in parts)


def render_workbook(sheets: Sequence[Sheet], strings: Strings, colors: dict[str, str], book: Book) -> bytes:
    """The bytes of an xlsx file with these sheets.

    ``strings``: those of ``[sheet]`` in the reader's language. ``colors``: of roles, from ``role_colors``. ``book``:
    named in the file. Results are stored beside their formulas, for programs that don't calculate. Raises
    DiagnosticError where XlsxWriter is missing.
    """
    try:
        import xlsxwriter  # here: a build of the site doesn't need it
    except ImportError:
        raise DiagnosticError([Finding("XlsxWriter", 1, "not installed", "pip install XlsxWriter")]) from None

    stream = io.BytesIO()
    workbook = xlsxwriter.Workbook(stream, {"strings_to_numbers": False, "in_memory": True})
    comments = f"{book.licenses['text'].name}, {book.address}"
    properties = {"title": strings("title"), "author": book.name, "comments": comments}
    workbook.set_properties({**properties, "created": CREATED})
    workbook.set_calc_mode("auto")
    formats = _Formats(workbook, colors)
    for sheet in sheets:
        worksheet = workbook.add_worksheet(sheet.name)
        _set_page(worksheet, sheet, book.name)
        for address, cell in sheet.cells.items():
            _write_cell(worksheet, address, cell, formats.get(cell.style, cell.role))
        _validate_inputs(worksheet, sheet, strings)
        for area in sheet.shaded:
            worksheet.conditional_format(area, _SHADES)
    workbook.close()
    return stream.getvalue()


class _Formats:
    """XlsxWriter's formats by style and role, each made once."""

    def __init__(self, workbook: Workbook, colors: dict[str, str]):
        self.workbook = workbook
        self.colors = colors
        self.formats: dict[tuple[str, str], Format] = {}

    def get(self, style: str, role: str) -> Format:
        if (style, role) not in self.formats:
            base = {"font_name": "Arial", "font_size": 10, "font_color": INK, "valign": "vcenter"}
            self.formats[style, role] = self.workbook.add_format({**base, **self._properties(style, role)})
        return self.formats[style, role]

    def _properties(self, style: str, role: str) -> dict[str, object]:
        color = self.colors[role]
        colored, edge = {"bold": True, "font_color": color}, {"border": 1, "border_color": tint(color, 0.35)}
        link = {"font_color": LINK, "underline": 1}
        input_style = {"bg_color": INPUT, "border": 3, "border_color": FRAME, "num_format": "General"}
        styles: dict[str, dict[str, object]] = {
            "title": {"bold": True, "font_size": 13},
            "text": {"text_wrap": True, "indent": 1},
            "link": link,
            "address": {**link, "indent": 1},
            "bar": {**colored, "valign": "bottom", "bottom": 5, "bottom_color": color},
            "swatch": {"bold": True, "font_color": PAPER, "bg_color": color, "align": "center"},
            "head": {**colored, "bg_color": tint(color, 0.12), "align": "right", "shrink": True, **edge},
            "name": {**colored, "indent": 1 if role else 0},
            "input": input_style,
            "sample": {**input_style, "align": "center"},
            "computed": {"num_format": NUMBER_FORMAT, **edge},
            "whole": {"num_format": "General", **edge},
        }
        return styles[style]


_SHADES = {
    "type": "2_color_scale",
    "min_type": "num",
    "max_type": "num",
    "min_value": 0,
    "max_value": 1,
    "min_color": PAPER,
    "max_color": SHADE,
}


def _set_page(worksheet: Worksheet, sheet: Sheet, footer: str) -> None:
    worksheet.hide_gridlines(2)
    worksheet.set_paper(A4)
    worksheet.set_margins(0.4, 0.4, 0.5, 0.6)
    worksheet.fit_to_pages(1, 1)
    worksheet.set_footer(f"&L&8{footer}&R&8&A")
    if sheet.landscape:
        worksheet.set_landscape()
    if sheet.frozen_columns:
        worksheet.freeze_panes(0, sheet.frozen_columns)
    for letter, width in sheet.widths.items():
        worksheet.set_column(f"{letter}:{letter}", width)
    for row, height in sheet.heights.items():
        worksheet.set_row(row - 1, height)


def _write_cell(worksheet: Worksheet, address: str, cell: Cell, style: Format) -> None:
    if cell.results and cell.area:
        worksheet.write_array_formula(str(cell.area), cell.content, style, _stored(cell.results[0][0]))
        for row, column, result in list(cell.area.with_numbers(cell.results))[1:]:
            worksheet.write_number(row - 1, column - 1, _stored(result), style)
    elif cell.results:
        worksheet.write_formula(address, cell.content, style, _stored(cell.results[0][0]))
    elif cell.target:
        worksheet.write_url(address, cell.target, style, cell.content)
    elif not isinstance(cell.content, str):
        worksheet.write_number(address, cell.content, style)
    elif cell.area and cell.style == "bar":
        _write_bar(worksheet, cell.area, cell.content, style)
    elif cell.area:
        worksheet.merge_range(str(cell.area), cell.content, style)
    else:
        worksheet.write_string(address, cell.content, style)


def _write_bar(worksheet: Worksheet, area: Area, title: str, style: Format) -> None:
    """Text in the first cell, and blank cells of the same format after it."""
    for row, column in area.positions():
        worksheet.write_blank(row - 1, column - 1, None, style)
    worksheet.write_string(area.row - 1, area.column - 1, title, style)


def _stored(result: float) -> float:
    """The result without its last digits, in which machines may differ, and without −0: the same bytes everywhere."""
    return round(result, 12) + 0.0


def _validate_inputs(worksheet: Worksheet, sheet: Sheet, strings: Strings) -> None:
    """Data validation: which values a cell accepts, with the messages that explain it."""

    def messages(key: str, **gaps: int) -> dict[str, str]:
        text = strings(key).format(**gaps)
        titles = {"input_title": strings("typed_title"), "error_title": strings("wrong_title")}
        return {**titles, "input_message": text, "error_message": text}

    between = {"validate": "decimal", "criteria": "between", "minimum": -LARGEST_INPUT, "maximum": LARGEST_INPUT}
    for area in sheet.inputs:
        worksheet.data_validation(area, {**between, **messages("type_number", limit=LARGEST_INPUT)})
    for address, count in sheet.selectors.items():
        choices = {"validate": "list", "source": [str(number) for number in range(1, count + 1)]}
        worksheet.data_validation(address, {**choices, **messages("choose", count=count)})
