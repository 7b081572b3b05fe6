"""Counts of rows and columns in sentences."""

from __future__ import annotations

import pytest
from checked_pages import FRONT, TITLE, told

from handbook.checks.registry import counted_rows

OUTPUT = "```python\nprint(x)\n```\n\n```{.text .output}\ntensor([[1., 2., 3.],\n        [4., 5., 6.]])\n```\n"


def found(root, sentence: str, language: str = "en", code: str = OUTPUT) -> list[tuple[int, str]]:
    return told(root, counted_rows, FRONT + TITLE + f"\n{sentence}\n\n{code}", language)


@pytest.mark.parametrize(
    "sentence",
    [
        "It has 2 rows and three columns.",
        "It has two long rows.",
        "All rows, no columns, one column and some columns, the second rows.",
        "It has $4$ rows and 4 cells.",
        "<!-- uncomputed: 4 | those of the picture above -->\nThe picture has 4 rows.",
    ],
)
def test_counts_that_fit_are_not_told(root, sentence):
    assert found(root, sentence) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It has 4 rows.", [(7, "4 rows: nothing in this section has 4")]),
        ("The first four rows.", [(7, "four rows: nothing in this section has 4")]),
        ("It\nhas Five long columns.", [(8, "Five long columns: nothing in this section has 5")]),
        ("| a |\n|---|\n| four rows |", [(9, "four rows: nothing in this section has 4")]),
    ],
)
def test_another_count_is_told(root, sentence, expected):
    assert found(root, sentence) == expected
    assert found(root, sentence, "de") == [], "translations are compared with English"
    assert found(root, sentence, code=OUTPUT + "\n```python\nx = [4, 5]\n```\n") == []
    assert found(root, sentence, code="") == [], "nothing is counted in this section"
    assert found(root, sentence, code="## Other { #other }\n\n" + OUTPUT) == []
