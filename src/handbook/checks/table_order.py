"""Tables whose numbers are those of an output in another order: rows or columns that were exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page, table_cells
from handbook.project import number_formats
from handbook.project.number_formats import Number


def check(page: Page) -> Iterator[Finding]:
    """Each row and each column of a table, as far as it holds decimals, beside the outputs of the page.

    Those that no output has in any order are left to the audit of numbers: they may come from several.
    """
    tables = [block for block in page.blocks if block.kind == "table"]
    printed = [*_printed(page)] if tables else []
    for table in tables:
        cells = table_cells(table)
        columns = zip(*cells, strict=True) if len({len(row) for row in cells}) == 1 else ()
        for line in (*cells, *columns):
            numbers = [*_decimals(line, page.language)]
            if len({number.value for number in numbers}) < 2 or any(_has(shown, numbers) for _, shown in printed):
                continue
            in_order = sorted(numbers, key=lambda number: number.value)
            for output, shown in printed:
                if _has(shown, in_order, in_any_order=True):
                    texts = ", ".join(number.text for number in numbers)
                    message = f"{texts}: the output of line {output.line} has these numbers in another order"
                    yield Finding(page.path, numbers[0].line, message, "write them in its order, each at its name")
                    break


def _decimals(cells: Sequence[Block], language: str) -> Iterator[Number]:
    """The decimals of cells that hold one number each."""
    for cell in cells:
        numbers = [number for number in number_formats.of_block(cell, language) if isinstance(number, Number)]
        if len(numbers) == 1 and numbers[0].has_fraction:
            yield numbers[0]


def _printed(page: Page) -> Iterator[tuple[Block, list[float]]]:
    """Outputs and numbers of theirs that follow each other: all, those of a line, and those of a column."""
    for block in page.blocks:
        if block.is_output and "measured" not in block.classes:
            lines = [number_formats.printed(line) for line in block.text.split("\n")]
            yield block, [*chain.from_iterable(lines)]
            for _, matrix in groupby(lines, key=len):
                for column in zip(*matrix, strict=True):
                    yield block, list(column)


def _has(shown: Sequence[float], numbers: Sequence[Number], in_any_order: bool = False) -> bool:
    """Whether ``numbers`` are roundings of as many in ``shown`` that follow each other.

    ``in_any_order``: of ``shown``; then ``numbers`` are sorted.
    """
    for start in range(len(shown) - len(numbers) + 1):
        window = shown[start : start + len(numbers)]
        values = sorted(window) if in_any_order else window
        if all(number.is_rounding_of(value) for number, value in zip(numbers, values, strict=True)):
            return True
    return False
