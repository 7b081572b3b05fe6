"""The spreadsheet to take away: ``docs/<language>/downloads/attention.xlsx`` and ``.ods``, with live formulas.

First what stands in which cell, as plain data in the reader's language; then the file that XlsxWriter makes of it.
Formulas use ``FUNCTIONS`` and arithmetic only. Their values come from LibreOffice (``office``), which also writes the
ods: so programs that don't calculate show the right numbers, too.
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree

from . import SITE, SOURCE_LANGUAGE, office
from .files import write_atomically
from .findings import NOTICE, Finding, Refused, shown
from .pages import Handbook
from .ui import ROOT, Strings

PAGE = "spreadsheet"  # the chapter that offers the files
NAME = "downloads/attention"
FUNCTIONS = {"MMULT", "TRANSPOSE", "EXP", "SUM", "SQRT", "MAX"}
LIMIT = 50  # of what a reader may type, in both directions
COLUMN, NAMES, BAR, DECIMALS = 10.5, 15, 24, "0.0000"

Numbers = Sequence[Sequence[float]]


# -- the numbers of the chapters

HELLO = ["Hello", "shiny", "sun"]
HELLO_EMBEDDINGS = [[0.34, 0.22, 0.54], [0.53, 0.34, 0.98], [0.29, 0.54, 0.93]]

DOGS = ["The", "dogs", "bark", "loudly", "."]
DOGS_COLUMNS = ["noun", "plural", "alive", "action"]
DOGS_EMBEDDINGS = [[0, 0.5, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0.5], [-1, 0, 0, -1]]
DOGS_TABLES = [
    [[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0], [2, 1, 2, 0]],
    [[1, 0, 0, 0], [0, 1, 0, 0], [0.5, 0, 1, 0], [0, 0, 0, 2]],
    [[1, 0, 0, 0], [0, 2, 0, 0], [1, 0, 2, 0], [0, 0, 1, 3]],
]

FOOD = ["She", "eats", "chips", "and", "pie"]
FOOD_COLUMNS = ["person", "action", "food", "sweet"]
FOOD_EMBEDDINGS = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 1]]
_DIAGONAL = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
FOOD_TABLES = [[[0, 8, 0, 0], [0, 0, 8, 0], [0, 0, 0, 0], [0, 0, 0, 0]], _DIAGONAL, _DIAGONAL]


# -- what stands where


@dataclass(frozen=True)
class Cell:
    """``content``: words, a number that the reader may change, or a formula. ``array``: the cells that one formula fills."""

    content: str | float
    style: str = "text"  # title, text, bar, swatch, head, name, typed, sample, computed, whole, link, address
    role: str = ""  # embedding, query, key, value, score, weight
    array: str = ""
    across: str = ""  # the cells that words spread over


@dataclass
class Sheet:
    name: str
    cells: dict[str, Cell] = field(default_factory=dict)
    widths: dict[str, float] = field(default_factory=dict)  # of columns, in letters
    heights: dict[int, int] = field(default_factory=dict)  # of rows, in points
    numbers: list[str] = field(default_factory=list)  # where a reader types numbers
    choosers: dict[str, int] = field(default_factory=dict)  # cell → the largest whole number
    shaded: list[str] = field(default_factory=list)  # weights, the darker the larger
    landscape: bool = False
    frozen: int = 0  # columns


def place(row: int, column: int, fixed: str = "") -> str:
    """``B7`` for row 7, column 2; ``fixed``: ``r`` or ``c`` or both stay when the formula is copied."""
    return f"{'$' * ('c' in fixed)}{chr(64 + column)}{'$' * ('r' in fixed)}{row}"


@dataclass(frozen=True)
class Area:
    """``height`` × ``width`` cells whose first one is at ``row``, ``column``."""

    row: int
    column: int
    height: int
    width: int

    def __str__(self) -> str:
        return f"{place(self.row, self.column)}:{place(self.row + self.height - 1, self.column + self.width - 1)}"

    def cells(self) -> Iterator[tuple[int, int]]:
        return ((row, column) for row in range(self.row, self.row + self.height) for column in range(self.column, self.column + self.width))


def area_of(address: str) -> Area:
    """The area that ``B2:D4`` names."""
    first, last = address.split(":")
    row, column = int(first[1:]), ord(first[0]) - 64
    return Area(row, column, int(last[1:]) - row + 1, ord(last[0]) - 64 - column + 1)


class _Writer:
    """Writes tables with their heads and names into one sheet."""

    def __init__(self, name: str, say: Strings):
        self.sheet = Sheet(name)
        self.say = say

    def put(self, row: int, column: int, content: str | float, style: str, role: str = "", **more) -> None:
        self.sheet.cells[place(row, column)] = Cell(content, style, role, **more)

    def bar(self, area: Area, title: str, role: str) -> None:
        """A title in the role's color, over a table and its names."""
        row, first = area.row - 2, area.column - 1
        self.sheet.heights[row] = BAR
        self.put(row, first, title, "bar", role, across=f"{place(row, first)}:{place(row, area.column + area.width - 1)}")

    def frame(self, area: Area, heads: Sequence[str], names: Sequence[str], role: str) -> None:
        for step, head in enumerate(heads):
            self.put(area.row - 1, area.column + step, head, "head", role)
        for step, name in enumerate(names):
            self.put(area.row + step, area.column - 1, name, "name", role)

    def typed(self, area: Area, numbers: Numbers, role: str) -> None:
        for row, column in area.cells():
            self.put(row, column, numbers[row - area.row][column - area.column], "typed", role)
        self.sheet.numbers.append(str(area))

    def array(self, area: Area, formula: str, role: str) -> None:
        self.put(area.row, area.column, f"={formula}", "computed", role, array=str(area))

    def copied(self, area: Area, formula: Callable[[int, int], str], role: str) -> None:
        """The same formula in each cell, its addresses moved along."""
        for row, column in area.cells():
            self.put(row, column, f"={formula(row, column)}", "computed", role)

    def note(self, area: Area, words: str, style: str = "text") -> None:
        self.put(area.row, area.column, words, style, across=str(area))

    def one_token(self, bars: Sequence[int], column: int, tokens: Sequence[str], heads: Sequence[str], value_heads: Sequence[str], queries: Area, keys: Area, values: Area, asks: int, scaled: bool) -> None:
        """One query, number by number. The reader chooses the row; a row of 0 and one 1 picks it from the queries."""
        say, count, width = self.say, len(tokens), queries.width
        top, products_bar, weighted_bar, context_bar = bars

        pick = Area(top + 3, column + 1, 1, count)
        query = Area(top + 5, column + 1, 1, width)
        last = column + width + (3 if scaled else 4)
        self.bar(Area(top + 2, column + 1, 1, last - column), say("one_token"), "query")
        self.put(top + 1, column, say("who_asks"), "name", "query")
        self.put(top + 1, column + 1, asks, "typed", "query")
        self.sheet.choosers[place(top + 1, column + 1)] = count
        self.note(Area(top + 1, column + 2, 1, last - column - 1), say("choose").format(count=count))
        self.frame(pick, tokens, [say("picks")], "query")
        for number, (row, at) in enumerate(pick.cells(), 1):
            self.put(row, at, f"=MAX(0,1-({place(top + 1, column + 1, 'rc')}-{number})^2)", "whole", "query")
        self.frame(query, heads, [f"{say('query')} q"], "query")
        self.array(query, f"MMULT({pick},{queries})", "query")

        products = Area(products_bar + 2, column + 1, count, width)
        self.bar(Area(products.row, products.column, count, last - column), say("products"), "key")
        self.frame(products, heads, tokens, "key")
        self.copied(products, lambda row, at: f"{place(query.row, at, 'r')}*{place(row - products.row + keys.row, at - products.column + keys.column)}", "key")
        score = column + width + 1

        def step(offset: int, head: str, formula: Callable[[int], str], role: str) -> None:
            self.put(products.row - 1, score + offset, head, "head", role)
            self.copied(Area(products.row, score + offset, count, 1), lambda row, at: formula(row), role)

        def column_of(at: int) -> str:
            return f"{place(products.row, at, 'r')}:{place(products.row + count - 1, at, 'r')}"

        def summed(row: int) -> str:
            return f"SUM({place(row, products.column)}:{place(row, products.column + width - 1)})"

        if scaled:
            step(0, f"{say('score')} s / √{width}", lambda row: f"{summed(row)}/SQRT({width})", "score")
        else:
            step(0, f"{say('score')} s", summed, "score")
            step(1, "s − max", lambda row: f"{place(row, score)}-MAX({column_of(score)})", "score")
        power = score + (1 if scaled else 2)
        step(power - score, "exp", lambda row: f"EXP({place(row, power - 1)})", "score")
        step(power - score + 1, f"{say('weight')} a", lambda row: f"{place(row, power)}/SUM({column_of(power)})", "weight")
        weights = Area(products.row, power + 1, count, 1)
        self.sheet.shaded.append(str(weights))

        weighted = Area(weighted_bar + 2, column + 1, count, width)
        self.bar(weighted, say("weighted"), "value")
        self.frame(weighted, value_heads, tokens, "value")
        self.copied(weighted, lambda row, at: f"{place(row - weighted.row + weights.row, weights.column, 'c')}*{place(row - weighted.row + values.row, at - weighted.column + values.column)}", "value")
        context = Area(context_bar + 2, column + 1, 1, width)
        self.bar(context, say("context_vector"), "embedding")
        self.frame(context, value_heads, [say("sum")], "embedding")
        self.copied(context, lambda row, at: f"SUM({place(weighted.row, at)}:{place(weighted.row + count - 1, at)})", "embedding")

    def row_sums(self, weights: Area) -> None:
        sums = Area(weights.row, weights.column + weights.width, weights.height, 1)
        self.put(sums.row - 1, sums.column, self.say("sum"), "head", "weight")
        self.copied(sums, lambda row, at: f"SUM({place(row, weights.column)}:{place(row, at - 1)})", "weight")


def by_hand(say: Strings) -> Sheet:
    """Hello shiny sun: queries, keys and values are the embeddings; softmax with the maximum subtracted."""
    writer, size = _Writer(say("by_hand"), say), len(HELLO)
    numbers = [say("number").format(number=number) for number in (1, 2, 3)]
    embeddings, scores, shifted, powers, weights, context = (Area(row, 2, size, size) for row in (2, 8, 14, 20, 26, 32))

    writer.put(1, 1, f"{say('embeddings')} x", "bar", "embedding", across="A1:A1")
    writer.frame(embeddings, numbers, HELLO, "embedding")
    writer.typed(embeddings, HELLO_EMBEDDINGS, "embedding")
    writer.bar(scores, f"{say('scores')} s", "score")
    writer.frame(scores, HELLO, HELLO, "score")
    writer.array(scores, f"MMULT({embeddings},TRANSPOSE({embeddings}))", "score")
    writer.bar(shifted, say("minus_maximum"), "score")
    writer.frame(shifted, HELLO, HELLO, "score")
    writer.copied(shifted, lambda row, at: f"{place(row - 6, at)}-MAX({place(row - 6, 2, 'c')}:{place(row - 6, 4, 'c')})", "score")
    writer.bar(powers, say("exponentials"), "score")
    writer.frame(powers, HELLO, HELLO, "score")
    writer.copied(powers, lambda row, at: f"EXP({place(row - 6, at)})", "score")
    writer.bar(weights, f"{say('weights')} a", "weight")
    writer.frame(weights, HELLO, HELLO, "weight")
    writer.copied(weights, lambda row, at: f"{place(row - 6, at)}/SUM({place(row - 6, 2, 'c')}:{place(row - 6, 4, 'c')})", "weight")
    writer.row_sums(weights)
    writer.bar(context, say("context_vectors"), "embedding")
    writer.frame(context, numbers, HELLO, "embedding")
    writer.array(context, f"MMULT({weights},{embeddings})", "embedding")

    writer.note(Area(1, 7, 1, 8), say("hello_sentence"), "title")
    writer.note(Area(2, 7, 3, 8), f"{say('rows_columns')} {say('hello_about')}")
    writer.one_token([6, 12, 18, 24], 7, HELLO, numbers, numbers, embeddings, embeddings, embeddings, 2, scaled=False)
    writer.sheet.widths = {**{letter: COLUMN for letter in "BCDEHIJKLMN"}, "A": NAMES, "F": 3, "G": NAMES}
    writer.sheet.shaded.append(str(weights))
    writer.sheet.frozen, writer.sheet.landscape = 1, True
    return writer.sheet


def with_tables(say: Strings, name: str, tokens: list[str], columns: list[str], embedded: Numbers, tables: Sequence[Numbers], named_values: bool, asks: int) -> Sheet:
    """Five tokens of four numbers and three tables, in the places that the chapter's list of formulas names."""
    writer = _Writer(say(name), say)
    heads = [say("food_column" if column == "food" else column) for column in columns]
    value_heads = heads if named_values else [say("number").format(number=number) for number in (1, 2, 3, 4)]
    count, width = 5, 4
    embeddings = Area(2, 2, count, width)
    query_table, key_table, value_table = (Area(9, column, width, width) for column in (2, 7, 12))
    queries, keys, values = (Area(15, column, count, width) for column in (2, 7, 12))
    scores, powers, weights = (Area(row, 2, count, count) for row in (22, 29, 36))
    context = Area(43, 2, count, width)

    writer.put(1, 1, f"{say('embeddings')} x", "bar", "embedding", across="A1:A1")
    writer.frame(embeddings, heads, tokens, "embedding")
    writer.typed(embeddings, embedded, "embedding")
    projections = zip((query_table, key_table, value_table), (queries, keys, values), tables, ("query", "key", "value"), ("queries q", "keys k", "values v"), (heads, heads, value_heads))
    for table, result, numbers, role, plural, result_heads in projections:
        writer.bar(table, say(f"{role}_table"), role)
        writer.frame(table, result_heads, heads, role)
        writer.typed(table, numbers, role)
        title, letter = plural.split()
        writer.bar(result, f"{say(title)} {letter}", role)
        writer.frame(result, result_heads, tokens, role)
        writer.array(result, f"MMULT({embeddings},{table})", role)
    writer.bar(scores, f"{say('scores')} s = q · k / √{width}", "score")
    writer.frame(scores, tokens, tokens, "score")
    writer.array(scores, f"MMULT({queries},TRANSPOSE({keys}))/SQRT({width})", "score")
    writer.bar(powers, say("exponentials"), "score")
    writer.frame(powers, tokens, tokens, "score")
    writer.copied(powers, lambda row, at: f"EXP({place(row - 7, at)})", "score")
    writer.bar(weights, f"{say('weights')} a", "weight")
    writer.frame(weights, tokens, tokens, "weight")
    writer.copied(weights, lambda row, at: f"{place(row - 7, at)}/SUM({place(row - 7, 2, 'c')}:{place(row - 7, 6, 'c')})", "weight")
    writer.row_sums(weights)
    writer.bar(context, say("context_vectors"), "embedding")
    writer.frame(context, value_heads, tokens, "embedding")
    writer.array(context, f"MMULT({weights},{values})", "embedding")

    writer.note(Area(1, 7, 1, 9), say(f"{name}_sentence"), "title")
    writer.note(Area(2, 7, 4, 9), f"{say('rows_columns')} {say('overflow').format(sheet=say('by_hand'))}")
    writer.one_token([20, 27, 34, 41], 8, tokens, heads, value_heads, queries, keys, values, asks, scaled=True)
    writer.sheet.widths = {**{chr(letter): COLUMN for letter in range(ord("B"), ord("P"))}, "A": NAMES, "H": NAMES}
    writer.sheet.shaded.append(str(weights))
    writer.sheet.frozen, writer.sheet.landscape = 1, True
    return writer.sheet


def start(say: Strings, language: str, others: Sequence[Sheet]) -> Sheet:
    """How to use the sheets in three sentences, what the colors mean, what the sheets hold."""
    writer = _Writer(say("start"), say)
    writer.note(Area(1, 1, 1, 2), say("title"), "title")
    for row, key in enumerate(("use_change", "use_formulas", "use_choose"), 3):
        writer.put(row, 1, str(row - 2), "name")
        writer.put(row, 2, say(key), "text")
        writer.sheet.heights[row] = 40
    writer.note(Area(7, 1, 1, 2), say("colors"), "title")
    writer.put(8, 1, 0.5, "sample")
    writer.put(8, 2, say("typed"), "text")
    for row, (letter, role) in enumerate(zip("xqkvsa", ("embedding", "query", "key", "value", "score", "weight")), 9):
        writer.put(row, 1, letter, "swatch", role)
        writer.put(row, 2, say("queries" if role == "query" else f"{role}s"), "text")
    writer.note(Area(16, 1, 1, 2), say("sheets"), "title")
    for row, (sheet, about) in enumerate(zip(others, ("hello_sentence", "dogs_sentence", "food_sentence")), 17):
        writer.put(row, 1, f"internal:'{sheet.name}'!A1", "link")
        writer.put(row, 2, say(about), "text")
    folder = "" if language == SOURCE_LANGUAGE else f"{language}/"
    writer.put(21, 1, say("chapter"), "name")
    writer.put(21, 2, f"{SITE}{folder}{PAGE}/", "address")
    writer.put(22, 1, say("license"), "name")
    writer.put(22, 2, "CC BY 4.0", "text")
    writer.sheet.widths = {"A": 20, "B": 76}
    return writer.sheet


def workbook(language: str, root: Path = ROOT) -> list[Sheet]:
    """The four sheets in one language."""
    say = Strings.of(language, "sheet", root)
    sheets = [
        by_hand(say),
        with_tables(say, "dogs", DOGS, DOGS_COLUMNS, DOGS_EMBEDDINGS, DOGS_TABLES, named_values=False, asks=3),
        with_tables(say, "food", FOOD, FOOD_COLUMNS, FOOD_EMBEDDINGS, FOOD_TABLES, named_values=True, asks=2),
    ]
    return [start(say, language, sheets), *sheets]


# -- the file

ROLES = ("embedding", "query", "key", "value", "score")
INK, PAPER, FRAME, INPUT, SHADE = "#22252c", "#ffffff", "#8a5300", "#fff6cf", "#ee9fae"
CREATED = datetime(2026, 1, 1)  # fixed: the same sheets are the same bytes


def role_colors(root: Path = ROOT) -> dict[str, str]:
    """The light colors of the roles, from the site's styles; paper is light."""
    styles = (root / "theme/assets/stylesheets/tokens.css").read_text(encoding="utf-8")
    colors = {role: re.search(rf"--role-{role}: (#\w{{6}})", styles)[1] for role in ROLES}
    return {**colors, "weight": colors["score"], "": INK}


def tint(color: str, share: float) -> str:
    """``color`` mixed with white."""
    parts = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * share):02x}" for part in parts)


def write_xlsx(sheets: Sequence[Sheet], path: Path, language: str, values: dict[tuple[str, str], float] | None = None, root: Path = ROOT) -> None:
    """Write the workbook. ``values``: what the formulas give, by sheet and cell; without it the file has none yet."""
    try:
        import xlsxwriter  # here: a build of the site doesn't need it
    except ImportError:
        raise Refused([Finding("XlsxWriter", 1, "not installed", "pip install XlsxWriter")]) from None

    say, colors = Strings.of(language, "sheet", root), role_colors(root)
    book = xlsxwriter.Workbook(path, {"strings_to_numbers": False})
    book.set_properties({"title": say("title"), "author": "Attention by Example", "comments": f"CC BY 4.0, {SITE}", "created": CREATED})
    book.set_calc_mode("auto")
    formats: dict[tuple, object] = {}

    def look(style: str, role: str) -> object:
        key = (style, role)
        if key not in formats:
            base = {"font_name": "Arial", "font_size": 10, "font_color": INK, "valign": "vcenter"}
            edge = {"border": 1, "border_color": tint(colors[role], 0.35)}
            own = {
                "title": {"bold": True, "font_size": 13},
                "text": {"text_wrap": True, "indent": 1},
                "link": {"font_color": "#452a85", "underline": 1},
                "bar": {"bold": True, "font_color": colors[role], "valign": "bottom", "bottom": 5, "bottom_color": colors[role]},
                "swatch": {"bold": True, "font_color": PAPER, "bg_color": colors[role], "align": "center"},
                "head": {"bold": True, "font_color": colors[role], "bg_color": tint(colors[role], 0.12), "align": "right", "shrink": True, **edge},
                "name": {"bold": True, "font_color": colors[role], "indent": 1 if role else 0},
                "typed": {"bg_color": INPUT, "border": 3, "border_color": FRAME, "num_format": "General"},
                "computed": {"num_format": DECIMALS, **edge},
            }
            own["address"] = {**own["link"], "indent": 1}
            own["sample"] = {**own["typed"], "align": "center"}
            own["whole"] = {**own["computed"], "num_format": "General"}
            formats[key] = book.add_format({**base, **own[style]})
        return formats[key]

    known = values or {}
    for sheet in sheets:
        page = book.add_worksheet(sheet.name)
        page.hide_gridlines(2)
        page.set_paper(9)  # A4
        page.set_margins(0.4, 0.4, 0.5, 0.6)
        page.fit_to_pages(1, 1)
        page.set_footer("&L&8Attention by Example&R&8&A")
        if sheet.landscape:
            page.set_landscape()
        if sheet.frozen:
            page.freeze_panes(0, sheet.frozen)
        for letter, width in sheet.widths.items():
            page.set_column(f"{letter}:{letter}", width)
        for row, height in sheet.heights.items():
            page.set_row(row - 1, height)
        for at, cell in sheet.cells.items():
            of = look(cell.style, cell.role)
            value = known.get((sheet.name, at), "")
            if cell.array:
                page.write_array_formula(cell.array, cell.content, of, value)
                for row, column in area_of(cell.array).cells():
                    if place(row, column) != at:
                        page.write_number(row - 1, column - 1, known.get((sheet.name, place(row, column)), 0), of)
            elif cell.style in ("computed", "whole"):
                page.write_formula(at, cell.content, of, value)
            elif cell.style in ("link", "address"):
                page.write_url(at, cell.content, of, _shown(cell))
            elif isinstance(cell.content, str):
                if cell.style == "bar" and cell.across:
                    for row, column in area_of(cell.across).cells():
                        page.write_blank(row - 1, column - 1, None, of)
                    page.write_string(at, cell.content, of)
                elif cell.across and ":" in cell.across:
                    page.merge_range(cell.across, cell.content, of)
                else:
                    page.write_string(at, cell.content, of)
            else:
                page.write_number(at, cell.content, of)
        for area in sheet.numbers:
            page.data_validation(area, {"validate": "decimal", "criteria": "between", "minimum": -LIMIT, "maximum": LIMIT, **_prompt(say, "type_number", limit=LIMIT)})
        for at, count in sheet.choosers.items():
            page.data_validation(at, {"validate": "list", "source": [str(number) for number in range(1, count + 1)], **_prompt(say, "choose", count=count)})
        for area in sheet.shaded:
            page.conditional_format(area, {"type": "2_color_scale", "min_type": "num", "max_type": "num", "min_value": 0, "max_value": 1, "min_color": PAPER, "max_color": SHADE})
    book.close()


def _shown(cell: Cell) -> str | float:
    """A link inside the file shows the sheet's name."""
    return cell.content.removeprefix("internal:").split("!")[0].strip("'") if cell.style == "link" else cell.content


def _prompt(say: Strings, key: str, **gaps: int) -> dict[str, str]:
    """What a program says beside a chosen cell, and when something else is typed."""
    words = say(key).format(**gaps)
    return {"input_title": say("typed_title"), "input_message": words, "error_title": say("wrong_title"), "error_message": words}


def xlsx(language: str, root: Path = ROOT) -> bytes:
    """The xlsx of one language, with the values that LibreOffice calculates. Raises Refused without it."""
    sheets = workbook(language, root)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "attention.xlsx"
        write_xlsx(sheets, path, language, root=root)
        cells = office.read_ods(office.recalculated(path, "ods", Path(folder)))
        if wrong := list(_errors(cells)):
            raise Refused([Finding(f"i18n/{language}", 1, f"the sheet “{sheet}” gives {value} in {at}", "mend src/handbook/sheets.py") for sheet, at, value in wrong])
        write_xlsx(sheets, path, language, {at: cell.value for at, cell in cells.items() if isinstance(cell.value, float)}, root)
        return path.read_bytes()


def _errors(cells: dict[tuple[str, str], office.OfficeCell]) -> Iterator[tuple[str, str, str]]:
    for (sheet, at), cell in cells.items():
        if isinstance(cell.value, str) and (cell.formula or office.ERROR.fullmatch(cell.value)):
            yield sheet, at, cell.value


def _stale(path: Path, sheets: Sequence[Sheet]) -> str:
    """The first cell of an ods whose words, number or formula the sheets don't have, or nothing."""
    try:
        there = {at: (cell.formula or cell.value, cell.array) for at, cell in office.read_ods(path).items()}
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, ElementTree.ParseError):
        return "it can't be read"
    wanted = contents(sheets)
    filled = {(sheet.name, place(*at)) for sheet in sheets for cell in sheet.cells.values() if cell.array for at in area_of(cell.array).cells()}
    differing = [at for at in wanted | there if wanted.get(at) != there.get(at) and (at in wanted or at not in filled)]
    return f"{differing[0][1]} on the sheet “{differing[0][0]}”" if differing else ""


def contents(sheets: Sequence[Sheet]) -> dict[tuple[str, str], tuple[float | str, tuple[int, int] | None]]:
    """What a file of these sheets holds, by sheet and cell: words, number or formula, and the size of an array.

    The other cells of an array hold values, which this module doesn't know.
    """
    found = {}
    for sheet in sheets:
        for at, cell in sheet.cells.items():
            area = area_of(cell.array) if cell.array else None
            found[sheet.name, at] = (_shown(cell), (area.height, area.width) if area else None)
    return found


def targets(handbook: Handbook) -> dict[str, Path]:
    """Languages with the chapter, and where their files lie, without ending. The others fall back to the English ones."""
    return {language: handbook.root / "docs" / language / NAME for language in handbook.languages if handbook.page(language, PAGE)}


def write(handbook: Handbook) -> Iterator[Path]:
    """Write the files of all languages; yields those that changed.

    LibreOffice orders the parts of an ods as it pleases: one whose sheets are still the same stays.
    """
    for language, path in targets(handbook).items():
        new, old = path.with_suffix(".xlsx"), path.with_suffix(".ods")
        changed = write_atomically(new, xlsx(language, handbook.root))
        if changed:
            yield new
        if changed or not old.is_file() or _stale(old, workbook(language, handbook.root)):
            with tempfile.TemporaryDirectory() as folder:
                write_atomically(old, office.without_stamps(office.recalculated(new, "ods", Path(folder))))
            yield old


def check(handbook: Handbook) -> Iterator[Finding]:
    """Files that are missing, or not what the strings and this module say today.

    Only told: to write them takes LibreOffice, which translators needn't have. The tests insist on fresh ones.
    """
    for language, path in targets(handbook).items():
        for kind in ("xlsx", "ods"):
            name = shown(path.with_suffix(f".{kind}"), handbook.root)
            if not path.with_suffix(f".{kind}").is_file():
                yield Finding(name, 1, "missing: the English one is offered", "run `handbook sheets`", NOTICE)
            elif kind == "ods" and (place := _stale(path.with_suffix(".ods"), workbook(language, handbook.root))):
                yield Finding(name, 1, f"not what the strings in [sheet] and the numbers say today: {place}", "run `handbook sheets`", NOTICE)
