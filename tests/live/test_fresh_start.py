"""A fresh start in the page is one: whatever a program has changed, the next one finds all as at the beginning."""

from __future__ import annotations

import pytest
import python_probes

# What a program changes, and a look at it: after the change, the look has to print what it prints by itself.
CHANGES = {
    "precision": ("import decimal; decimal.getcontext().prec = 3", "import decimal; print(decimal.Decimal(1) / 3)"),
    "warnings": ("import warnings; warnings.simplefilter('ignore')", "import warnings; warnings.warn('seen')"),
    "a builtin": ("import builtins; builtins.len = lambda x: 42", "print(len('abc'))"),
    "a module in C": ("import math; math.pi = 3", "import math; print(math.pi)"),
    "a module": (
        "import random; random.random = lambda: 0; random.seed = None",
        "import random; random.seed(1); print(random.random())",
    ),
    "a class of a module": (
        "import collections; collections.Counter.most_common = None",
        "import collections; print(collections.Counter('aab').most_common(1))",
    ),
    "torch": (
        "import torch; torch.nn.Linear.forward = None; torch.manual_seed(5)",
        "import torch; print(torch.nn.Linear(2, 1)(torch.ones(2)), torch.rand(1))",
    ),
    "torch's settings": (
        "import torch; torch.set_default_dtype(torch.float64); torch.set_printoptions(precision=1)",
        "import torch; print(torch.ones(1, requires_grad=True) * 1.23456)",
    ),
    "a stream": ("import io, sys; sys.stdout = io.StringIO()", "print('seen')"),
    "the collector": ("import gc; gc.disable()", "import gc; print(gc.isenabled())"),
    "a file": ("open('left.txt', 'w').write('x')", "import os; print(os.listdir('.'))"),
    "a folder": ("import os; os.mkdir('a'); os.chdir('a')", "import os; print(os.getcwd(), os.listdir('.'))"),
    "the environment": ("import os; os.environ['LEFT'] = '1'", "import os; print(os.environ.get('LEFT'))"),
    "paths": ("import sys; sys.path.clear(); sys.meta_path.pop()", "import fractions; print(fractions.Fraction(1, 3))"),
    "a limit": (
        "import sys; sys.setrecursionlimit(50)",
        "def f(n):\n    return n and f(n - 1)\nprint(f(200))",
    ),
    "names": ("left = 1", "print('left' in globals())"),
    "submodules": (
        "import importlib.machinery, collections.abc",
        "import importlib.machinery, collections.abc, os.path; print(importlib.machinery.SOURCE_SUFFIXES)",
    ),
}


@pytest.fixture(scope="module")
def printed() -> dict[str, tuple[str, str]]:
    """By name, what a look prints by itself and after the change, each in a fresh namespace."""
    alone = python_probes.in_page({name: look for name, (_, look) in CHANGES.items()})
    pairs = {f"{name} {part}": text for name, texts in CHANGES.items() for part, text in enumerate(texts)}
    after = python_probes.in_page(pairs)
    return {name: (alone[name], after[f"{name} 1"]) for name in CHANGES}


@pytest.mark.parametrize("name", CHANGES)
def test_nothing_is_left_of_a_program(printed, name: str) -> None:
    alone, after = printed[name]
    assert after == alone and "Error" not in alone


def test_changes_are_changes() -> None:
    """The control: within one program they show."""
    names = ["precision", "warnings", "a builtin", "a module", "torch's settings", "a file", "names"]
    both = python_probes.in_page({name: "\n".join(CHANGES[name]) for name in names})
    alone = python_probes.in_page({name: CHANGES[name][1] for name in names})
    assert [name for name in names if both[name] == alone[name]] == []
