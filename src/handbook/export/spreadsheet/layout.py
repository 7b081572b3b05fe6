"""The four sheets: which table stands where, and which formula fills it.

Formulas use arithmetic and ``FUNCTIONS`` only. Each comes with the numbers that it gives, from ``attention``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.export import scripts
from handbook.export.spreadsheet.model import Area, Sheet, cell_address
from handbook.export.spreadsheet.single_query import SingleQuery, add_single_query
from handbook.export.spreadsheet.tables import SheetBuilder
from handbook.project import book
from handbook.project.attention import Attention, attend, product
from handbook.project.examples import FILE, Example, read_examples
from handbook.project.strings import Strings

FUNCTIONS = {"MMULT", "TRANSPOSE", "EXP", "SUM", "SQRT", "MAX"}
ROLES = {"x": "embedding", "q": "query", "k": "key", "v": "value", "s": "score", "a": "weight"}
NUMBER_WIDTH, NAME_WIDTH = 10.5, 15  # of columns, in letters


def build_sheets(language: str, root: Path = ROOT) -> list[Sheet]:
    """The four sheets in the words of one language.

    ``language``: its code. ``root``: the checkout with the strings and ``content/examples.toml``. Raises
    DiagnosticError where these can't be read, and where numbers are so large that they have no exponential.
    """
    strings, examples = Strings.of(language, "sheet", root), read_examples(root)
    try:
        sheets = [
            _by_hand_sheet(strings, examples["hello"]),
            _projected_sheet(strings, "dogs", examples["dogs"]),
            _projected_sheet(strings, "food", examples["food"]),
        ]
    except OverflowError:
        raise DiagnosticError(
            [Finding(FILE, 1, "numbers that give a score above 709", "choose smaller ones")]
        ) from None
    settings = book.load(root)
    name = settings.pages.get("spreadsheet")
    chapter = f"{scripts.home(language, root)}{name}/" if name else settings.address
    return [_start_sheet(strings, sheets, chapter, settings.licenses["text"].name), *sheets]


def _by_hand_sheet(strings: Strings, example: Example) -> Sheet:
    """Three tokens, whose embeddings are queries, keys and values; softmax with the maximum subtracted."""
    builder, size, tokens = SheetBuilder(strings("by_hand"), strings), 3, example.tokens
    numbers = [strings("number").format(number=number) for number in range(1, size + 1)]
    attention = attend(example.embeddings, example.embeddings, example.embeddings, scaled=False)
    embeddings, scores, shifted, powers, weights, context = (Area(row, 2, size, size) for row in (2, 8, 14, 20, 26, 32))

    builder.add_cell(1, 1, f"{strings('embeddings')} x", "bar", "embedding")
    builder.add_names(embeddings, numbers, tokens, "embedding")
    builder.add_inputs(embeddings, example.embeddings, "embedding")
    builder.add_heading(scores, f"{strings('scores')} s", tokens, tokens, "score")
    builder.add_array_formula(scores, f"MMULT({embeddings},TRANSPOSE({embeddings}))", attention.scores, "score")
    builder.add_heading(shifted, strings("minus_maximum"), tokens, tokens, "score")
    builder.add_formulas(
        shifted,
        lambda row, column: f"{cell_address(row - 6, column)}-MAX({_whole_row(scores, row - 6)})",
        attention.exponents,
        "score",
    )
    _add_softmax(builder, shifted, powers, weights, tokens, attention)
    builder.add_heading(context, strings("context_vectors"), numbers, tokens, "embedding")
    builder.add_array_formula(context, f"MMULT({weights},{embeddings})", attention.context, "embedding")

    builder.add_note(Area(1, 7, 1, 8), strings("hello_sentence"), "title")
    builder.add_note(Area(2, 7, 3, 8), f"{strings('rows_columns')} {strings('hello_about')}")
    block = SingleQuery(
        column=7,
        query_row=6,
        products_row=12,
        weighted_row=18,
        context_row=24,
        tokens=tokens,
        columns=numbers,
        value_columns=numbers,
        queries=embeddings,
        keys=embeddings,
        values=embeddings,
        attention=attention,
        selected=example.selected,
        scaled=False,
    )
    add_single_query(builder, block)
    return _finish(builder, "BCDEHIJKLMN", {"A": NAME_WIDTH, "F": 3, "G": NAME_WIDTH})


def _projected_sheet(strings: Strings, name: str, example: Example) -> Sheet:
    """Five tokens of four numbers and three tables, in the cells that the chapter's list of formulas names."""
    builder, tokens, count, width = SheetBuilder(strings(name), strings), example.tokens, 5, 4
    numbers = [strings("number").format(number=number) for number in range(1, width + 1)]
    columns = [strings(key) for key in example.columns]
    value_columns = columns if example.named_values else numbers
    tables = {"query": example.query_table, "key": example.key_table, "value": example.value_table}
    queries, keys, values = (product(example.embeddings, table) for table in tables.values())
    attention = attend(queries, keys, values, scaled=True)
    embeddings = Area(2, 2, count, width)
    areas = {role: Area(15, column, count, width) for role, column in (("query", 2), ("key", 7), ("value", 12))}
    scores, powers, weights = (Area(row, 2, count, count) for row in (22, 29, 36))
    context = Area(43, 2, count, width)

    builder.add_cell(1, 1, f"{strings('embeddings')} x", "bar", "embedding")
    builder.add_names(embeddings, columns, tokens, "embedding")
    builder.add_inputs(embeddings, example.embeddings, "embedding")
    titles, projected = ("queries q", "keys k", "values v"), (queries, keys, values)
    for (role, area), title, results in zip(areas.items(), titles, projected):
        table, heads = Area(9, area.column, width, width), value_columns if role == "value" else columns
        builder.add_heading(table, strings(f"{role}_table"), heads, columns, role)
        builder.add_inputs(table, tables[role], role)
        key, letter = title.split()
        builder.add_heading(area, f"{strings(key)} {letter}", heads, tokens, role)
        builder.add_array_formula(area, f"MMULT({embeddings},{table})", results, role)
    builder.add_heading(scores, f"{strings('scores')} s = q · k / √{width}", tokens, tokens, "score")
    formula = f"MMULT({areas['query']},TRANSPOSE({areas['key']}))/SQRT({width})"
    builder.add_array_formula(scores, formula, attention.scores, "score")
    _add_softmax(builder, scores, powers, weights, tokens, attention)
    builder.add_heading(context, strings("context_vectors"), value_columns, tokens, "embedding")
    builder.add_array_formula(context, f"MMULT({weights},{areas['value']})", attention.context, "embedding")

    overflow = strings("overflow").format(sheet=strings("by_hand"))
    builder.add_note(Area(1, 7, 1, 9), strings(f"{name}_sentence"), "title")
    builder.add_note(Area(2, 7, 4, 9), f"{strings('rows_columns')} {overflow}")
    block = SingleQuery(
        column=8,
        query_row=20,
        products_row=27,
        weighted_row=34,
        context_row=41,
        tokens=tokens,
        columns=columns,
        value_columns=value_columns,
        queries=areas["query"],
        keys=areas["key"],
        values=areas["value"],
        attention=attention,
        selected=example.selected,
        scaled=True,
    )
    add_single_query(builder, block)
    return _finish(builder, "BCDEFGHIJKLMNO", {"A": NAME_WIDTH, "H": NAME_WIDTH})


def _add_softmax(
    builder: SheetBuilder, exponents: Area, powers: Area, weights: Area, tokens: Sequence[str], attention: Attention
) -> None:
    """The exponentials of all scores, and their shares of the sum of their row. The areas have the same shape."""
    rows_down = powers.row - exponents.row
    builder.add_heading(powers, builder.strings("exponentials"), tokens, tokens, "score")
    builder.add_formulas(
        powers, lambda row, column: f"EXP({cell_address(row - rows_down, column)})", attention.exponentials, "score"
    )
    builder.add_heading(weights, f"{builder.strings('weights')} a", tokens, tokens, "weight")
    builder.add_formulas(
        weights,
        lambda row, column: f"{cell_address(row - rows_down, column)}/SUM({_whole_row(powers, row - rows_down)})",
        attention.weights,
        "weight",
    )
    builder.add_row_sums(weights, attention.weights)
    builder.sheet.shaded.append(str(weights))


def _whole_row(area: Area, row: int) -> str:
    """The address of one row of a table, with absolute columns: they stay when the formula is copied."""
    return f"{cell_address(row, area.column, 'c')}:{cell_address(row, area.last_column, 'c')}"


def _finish(builder: SheetBuilder, number_columns: str, widths: dict[str, float]) -> Sheet:
    builder.sheet.widths = {**dict.fromkeys(number_columns, NUMBER_WIDTH), **widths}
    builder.sheet.frozen_columns, builder.sheet.landscape = 1, True
    return builder.sheet


def _start_sheet(strings: Strings, others: Sequence[Sheet], chapter: str, license: str) -> Sheet:
    """How to use the sheets in three sentences, what the colors mean, what the sheets hold."""
    builder = SheetBuilder(strings("start"), strings)
    builder.add_note(Area(1, 1, 1, 2), strings("title"), "title")
    for row, key in enumerate(("use_change", "use_formulas", "use_choose"), 3):
        builder.add_cell(row, 1, str(row - 2), "name")
        builder.add_cell(row, 2, strings(key), "text")
        builder.sheet.heights[row] = 40
    builder.add_note(Area(7, 1, 1, 2), strings("colors"), "title")
    builder.add_cell(8, 1, 0.5, "sample")
    builder.add_cell(8, 2, strings("typed"), "text")
    for row, (letter, role) in enumerate(ROLES.items(), 9):
        builder.add_cell(row, 1, letter, "swatch", role)
        builder.add_cell(row, 2, strings("queries" if role == "query" else f"{role}s"), "text")
    builder.add_note(Area(16, 1, 1, 2), strings("sheets"), "title")
    for row, (sheet, sentence) in enumerate(zip(others, ("hello_sentence", "dogs_sentence", "food_sentence")), 17):
        builder.add_cell(row, 1, sheet.name, "link", target=f"internal:'{sheet.name}'!A1")
        builder.add_cell(row, 2, strings(sentence), "text")
    builder.add_cell(21, 1, strings("chapter"), "name")
    builder.add_cell(21, 2, chapter, "address", target=chapter)
    builder.add_cell(22, 1, strings("license"), "name")
    builder.add_cell(22, 2, license, "text")
    builder.sheet.widths = {"A": 20, "B": 76}
    return builder.sheet
