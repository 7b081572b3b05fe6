"""The block on the right of a sheet, in which one query attends number by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from handbook.export.spreadsheet.model import Area, cell_address
from handbook.export.spreadsheet.tables import SheetBuilder
from handbook.project.attention import Attention


@dataclass(frozen=True)
class SingleQuery:
    """Where the block of one query stands and what it reads, for n tokens of d numbers each.

    ``column``: that of the block's row names, from 1. The four rows are those of its bars; the cell in which the reader
    chooses a token stands below the first. ``tokens``: n words; ``columns`` and ``value_columns``: d names.
    ``queries``, ``keys``, ``values``: the sheet's tables, n × d. ``attention``: what the sheet calculates, with the
    division of the scores by √d if ``scaled``. ``selected``: the row of the query at the beginning, from 1.
    """

    column: int
    query_row: int
    products_row: int
    weighted_row: int
    context_row: int
    tokens: Sequence[str]
    columns: Sequence[str]
    value_columns: Sequence[str]
    queries: Area
    keys: Area
    values: Area
    attention: Attention
    selected: int
    scaled: bool

    @property
    def selector(self) -> tuple[int, int]:
        """Row and column of the cell with the number of the token that asks."""
        return self.query_row + 1, self.column + 1

    @property
    def selection(self) -> Area:
        """A row of 0 and one 1, which picks the query from the table of all."""
        return Area(self.query_row + 3, self.column + 1, 1, len(self.tokens))

    @property
    def query(self) -> Area:
        return Area(self.query_row + 5, self.column + 1, 1, self.queries.width)

    @property
    def products(self) -> Area:
        return Area(self.products_row + 2, self.column + 1, len(self.tokens), self.queries.width)

    @property
    def steps(self) -> int:
        """How many columns lead from the products to the weights."""
        return 3 if self.scaled else 4

    @property
    def weights(self) -> Area:
        return Area(self.products.row, self.products.last_column + self.steps, len(self.tokens), 1)

    @property
    def weighted(self) -> Area:
        return Area(self.weighted_row + 2, self.column + 1, len(self.tokens), self.values.width)

    @property
    def context(self) -> Area:
        return Area(self.context_row + 2, self.column + 1, 1, self.values.width)


def add_single_query(builder: SheetBuilder, block: SingleQuery) -> None:
    """Write the block of one query into a sheet. Raises ValueError where shapes in ``block`` don't fit each other."""
    _add_query(builder, block)
    _add_products(builder, block)
    _add_weights(builder, block)
    _add_context(builder, block)
    builder.sheet.shaded.append(str(block.weights))


def _add_query(builder: SheetBuilder, block: SingleQuery) -> None:
    strings, count, index = builder.strings, len(block.tokens), block.selected - 1
    row, column = block.selector
    width = block.weights.column - block.column
    builder.add_bar(Area(row + 1, column, 1, width), strings("one_token"), "query")
    builder.add_cell(row, column - 1, strings("who_asks"), "name", "query")
    builder.add_cell(row, column, block.selected, "input", "query")
    builder.sheet.selectors[cell_address(row, column)] = count
    builder.add_note(Area(row, column + 1, 1, width - 1), strings("choose").format(count=count))
    builder.add_names(block.selection, block.tokens, [strings("picks")], "query")
    number = cell_address(row, column, "rc")
    builder.add_formulas(
        block.selection,
        lambda _, position: f"MAX(0,1-({number}-{position - block.column})^2)",
        [[float(position == index) for position in range(count)]],
        "query",
        "whole",
    )
    builder.add_names(block.query, block.columns, [f"{strings('query')} q"], "query")
    formula = f"MMULT({block.selection},{block.queries})"
    builder.add_array_formula(block.query, formula, [block.attention.queries[index]], "query")


def _add_products(builder: SheetBuilder, block: SingleQuery) -> None:
    products, keys = block.products, block.keys

    def formula(row: int, column: int) -> str:
        key = cell_address(row - products.row + keys.row, column - products.column + keys.column)
        return f"{cell_address(block.query.row, column, 'r')}*{key}"

    whole = Area(products.row, products.column, products.height, block.weights.column - block.column)
    builder.add_bar(whole, builder.strings("products"), "key")
    builder.add_names(products, block.columns, block.tokens, "key")
    builder.add_formulas(products, formula, block.attention.products[block.selected - 1], "key")


def _add_weights(builder: SheetBuilder, block: SingleQuery) -> None:
    """From the products to the weights, one column after the other."""
    strings, products, attention, index = builder.strings, block.products, block.attention, block.selected - 1
    score, power = products.last_column + 1, block.weights.column - 1

    def add_step(column: int, head: str, formula: Callable[[int], str], results: Sequence[float], role: str) -> None:
        builder.add_cell(products.row - 1, column, head, "head", role)
        area = Area(products.row, column, products.height, 1)
        builder.add_formulas(area, lambda row, _: formula(row), [[result] for result in results], role)

    def whole(column: int) -> str:
        return f"{cell_address(products.row, column, 'r')}:{cell_address(products.last_row, column, 'r')}"

    def dot_product(row: int) -> str:
        return f"SUM({cell_address(row, products.column)}:{cell_address(row, products.last_column)})"

    scores = attention.scores[index]
    if block.scaled:
        head = f"{strings('score')} s / √{products.width}"
        add_step(score, head, lambda row: f"{dot_product(row)}/SQRT({products.width})", scores, "score")
    else:
        add_step(score, f"{strings('score')} s", dot_product, scores, "score")
        rest = attention.exponents[index]
        add_step(score + 1, "s − max", lambda row: f"{cell_address(row, score)}-MAX({whole(score)})", rest, "score")
    powers, weights = attention.exponentials[index], attention.weights[index]
    add_step(power, "exp", lambda row: f"EXP({cell_address(row, power - 1)})", powers, "score")
    head = f"{strings('weight')} a"
    add_step(power + 1, head, lambda row: f"{cell_address(row, power)}/SUM({whole(power)})", weights, "weight")


def _add_context(builder: SheetBuilder, block: SingleQuery) -> None:
    strings, attention, index = builder.strings, block.attention, block.selected - 1
    weights, values, weighted = block.weights, block.values, block.weighted

    def formula(row: int, column: int) -> str:
        value = cell_address(row - weighted.row + values.row, column - weighted.column + values.column)
        return f"{cell_address(row - weighted.row + weights.row, weights.column, 'c')}*{value}"

    def column_sum(_: int, column: int) -> str:
        return f"SUM({cell_address(weighted.row, column)}:{cell_address(weighted.last_row, column)})"

    pairs = zip(attention.weights[index], attention.values)
    results = [[weight * number for number in value] for weight, value in pairs]
    builder.add_heading(weighted, strings("weighted"), block.value_columns, block.tokens, "value")
    builder.add_formulas(weighted, formula, results, "value")
    builder.add_heading(block.context, strings("context_vector"), block.value_columns, [strings("sum")], "embedding")
    builder.add_formulas(block.context, column_sum, [attention.context[index]], "embedding")
