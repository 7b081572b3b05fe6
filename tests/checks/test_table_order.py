"""Numbers of a table beside those of the outputs."""

from __future__ import annotations

import pytest
from checked_pages import FRONT, TITLE, told

from handbook.checks.registry import numbers_in_tables

CODE = "```python\nprint(weights)\n```\n\n```{{.text .output{}}}\n{}\n```\n\n"
VECTOR = "tensor([0.6225, 0.3775])"
MATRIX = "tensor([[0.2, 0.8, 0.1],\n        [0.3, 0.7, 0.5]])"


def table(*rows: str) -> str:
    return "\n".join(["| a |" + " b |" * rows[0].count("|"), "|---|" + "---|" * rows[0].count("|"), *rows]) + "\n"


SOUND = {
    "a column": (VECTOR, table("| first | 0.6225 ", "| second | 0.3775 ")),
    "a column with fewer digits": (VECTOR, table("| first | 0.62 ", "| second | 0.38 ")),
    "a sum below": (VECTOR, table("| first | 0.6225 ", "| second | 0.3775 ", "| sum | 1 ")),
    "a matrix": (MATRIX, table("| 0.2 | 0.8 | 0.1 ", "| 0.3 | 0.7 | 0.5 ")),
    "a matrix on its side": (MATRIX, table("| 0.2 | 0.3 ", "| 0.8 | 0.7 ", "| 0.1 | 0.5 ")),
    "other numbers": (VECTOR, table("| first | 0.3775 ", "| second | 0.5 ")),
    "equal numbers": ("0.5 0.5", table("| first | 0.5 ", "| second | 0.5 ")),
    "two numbers in a cell": (VECTOR, table("| first | 0.3775 or 0.6225 ", "| second | 0.3775 or 0.6225 ")),
    "one number": (VECTOR, table("| first | 0.3775 ")),
    "in one of two orders": (VECTOR + "\n0.3775 0.6225", table("| first | 0.3775 ", "| second | 0.6225 ")),
}
EXCHANGED = {
    "two rows": (VECTOR, table("| first | 0.3775 ", "| second | 0.6225 "), [17]),
    "two rows with fewer digits": (VECTOR, table("| first | 0.38 ", "| second | 0.62 "), [17]),
    "formulas": (VECTOR, table("| first | $0.3775$ ", "| second | `0.6225` "), [17]),
    "two columns": (MATRIX, table("| 0.8 | 0.2 | 0.1 ", "| 0.7 | 0.3 | 0.5 "), [18, 19]),
    "rows of a matrix": (MATRIX, table("| 0.3 | 0.7 | 0.5 ", "| 0.2 | 0.8 | 0.1 "), [18, 18, 18]),
}


@pytest.mark.parametrize("case", SOUND)
def test_what_an_output_has_is_not_told(root, case):
    output, text = SOUND[case]
    assert told(root, numbers_in_tables, FRONT + TITLE + "\n" + CODE.format("", output) + text) == []


@pytest.mark.parametrize("case", EXCHANGED)
def test_another_order_is_told_where_the_numbers_begin(root, case):
    output, text, lines = EXCHANGED[case]
    found = told(root, numbers_in_tables, FRONT + TITLE + "\n" + CODE.format("", output) + text)
    assert [line for line, _ in found] == lines
    assert {message.partition(": ")[2] for _, message in found} == {
        "the output of line 11 has these numbers in another order"
    }
    # What a machine measured may come in any order.
    assert told(root, numbers_in_tables, FRONT + TITLE + "\n" + CODE.format(" .measured", output) + text) == []


def test_numbers_are_read_in_the_language_of_the_page(root):
    text = FRONT + TITLE + "\n" + CODE.format("", VECTOR) + table("| eins | 0,3775 ", "| zwei | 0,6225 ")
    assert [line for line, _ in told(root, numbers_in_tables, text, "de")] == [17]
