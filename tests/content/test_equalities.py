"""The pages' own classes equal the published implementations for many random models, and a wrong part is noticed.

A page shows one seed. Here its program is run once, and its functions ``…_difference(seed, …)`` are called with thirty.
"""

from __future__ import annotations

import io
import os
import runpy
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from handbook import ROOT
from handbook.project import data_files
from handbook.project.checkout import Project

SEEDS = range(30)
SEEDS_OF_FAULTS = range(5)
Program = dict[str, Any]  # a page's names after it has run
Variants = Callable[[Program], dict[str, dict]]  # arguments of a function, by what they vary


@dataclass(frozen=True)
class Equality:
    """A function of a page that returns how far its own class is from another computation.

    Args:
        page: its name.
        function: whose first argument is a seed.
        faults: the arguments that leave out or spoil one part each.
        equal: the arguments with which nothing differs but rounding.
        below: the bound that the page prints.
    """

    page: str
    function: str
    faults: Variants
    equal: Variants = lambda program: {"": {}}
    below: float = 1e-5


def named(key: str, *names: str, **others: Any) -> Variants:
    """Variants that differ in one argument."""
    return lambda program: {name: {key: name, **others} for name in names}


EQUALITIES = [
    Equality(
        "real-models",
        "gpt2_difference",
        named("fault", "exact GELU", "biases left out", "norms swapped", "not transposed", "dropout on"),
    ),
    Equality("modern-block", "llama_difference", lambda program: program["llama_faults"]),
    Equality(
        "modern-block",
        "qwen3_difference",
        lambda program: {"norms swapped": {"attention": program["SwappedNorms"]}},
    ),
    Equality("modern-block", "gemma3_difference", lambda program: program["gemma3_faults"]),
    Equality(
        "beyond-text",
        "cross_difference",
        lambda program: program["cross_faults"],
        lambda program: {
            "": {},
            "BART": {"module": program["BartAttention"]},
            "no bias of the keys": {"module": program["NoKeyBias"]},
            "source reversed": {"change": program["reverse"]},
        },
        below=1e-12,
    ),
    Equality("beyond-text", "vit_difference", lambda program: program["vit_faults"], below=1e-12),
]


@cache
def program(name: str) -> Program:
    """The names that the page's script defines, run in a folder of its own, with ``dtype``, its kind of numbers."""
    import torch

    home, dtype = Path.cwd(), torch.get_default_dtype()
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        data_files.copy_files(Project(ROOT).page("en", name), ROOT, Path(folder))
        os.chdir(folder)
        try:
            names = runpy.run_path(str(ROOT / "snippets" / "en" / f"{name}.py"))
            return {**names, "dtype": torch.get_default_dtype()}
        finally:
            os.chdir(home)
            torch.set_default_dtype(dtype)


@pytest.fixture
def default_dtype(torch):
    """Sets torch's kind of numbers for one test."""
    before = torch.get_default_dtype()
    yield torch.set_default_dtype
    torch.set_default_dtype(before)


@pytest.mark.parametrize("equality", EQUALITIES, ids=lambda equality: equality.function)
def test_own_and_published_differ_by_rounding_and_by_more_with_a_fault(equality: Equality, default_dtype) -> None:
    pytest.importorskip("transformers")
    names = program(equality.page)
    default_dtype(names["dtype"])
    difference = names[equality.function]
    for variant, arguments in equality.equal(names).items():
        largest = max(difference(seed, **arguments) for seed in SEEDS)
        print(f"{equality.page} {equality.function} {variant or 'as it is'}: at most {largest:.1e}")
        assert largest < equality.below, variant
    for fault, arguments in equality.faults(names).items():
        smallest = min(difference(seed, **arguments) for seed in SEEDS_OF_FAULTS)
        print(f"    {fault}: at least {smallest:.1e}")
        assert smallest > 3 * equality.below, fault
