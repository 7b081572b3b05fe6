"""Checks of exercises that can be told to be empty or broken without an answer."""

from __future__ import annotations

import pytest
from checked_pages import FRONT, TITLE, told

from handbook.checks.registry import checks_of_answers

PAGE = """
```python
import math as m
from os import path

def f(x):
    return x

weights = [f(1), f(2)]
```

```{{.python .exercise}}
total = ...
```

```{{.python .check}}
{}
```

```python
below = 1
```
"""
EMPTY = "any answer passes this check"


def found(root, check: str) -> list[tuple[int, str]]:
    return told(root, checks_of_answers, FRONT + TITLE + PAGE.format(check))


@pytest.mark.parametrize(
    "check",
    [
        "assert total == 3",
        'assert abs(total - sum(weights)) < 1e-3, f"{total} is not {m.pi}"',
        "for name, value in [('total', total)]:\n    assert value, name",
        "whole = sum(total)\nassert whole == f(3) and path",
        "def g(given):\n    return given\nassert all(g(one) for one in total)",
        "try:\n    assert total\nexcept TypeError as error:\n    assert False, error",
        "assert (",  # which the check of code tells
    ],
)
def test_a_check_that_asks_is_not_told(root, check):
    assert found(root, check) == []


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ("assert True", [(21, EMPTY)]),
        ("pass", [(21, EMPTY)]),
        ("assert weights", [(21, EMPTY)]),
        ('assert True, f"{total}"', [(21, EMPTY)]),
        ("print(total)", [(21, EMPTY)]),
        ("assert total\nassert totl == 3", [(23, "no code above has a name totl")]),
        ("assert total == below", [(22, "no code above has a name below")]),
    ],
)
def test_a_check_that_asks_nothing_or_nobody_is_told(root, check, expected):
    assert found(root, check) == expected
