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
from handbook.core.answer_store import key_of
from handbook.execution.program import program_key
from handbook.project import data_files
from handbook.project.checkout import Project

SEEDS = range(30)
SEEDS_OF_FAULTS = range(5)
Program = dict[str, Any]  # a page's names after it has run
Variants = Callable[[Program], dict[str, dict]]  # arguments of a function, by what they vary


@dataclass(frozen=True)
class Settings:
    """What a program may set for all of torch: its kind of numbers, and whether it keeps what gradients need."""

    dtype: Any
    with_gradients: bool

    @classmethod
    def now(cls) -> Settings:
        import torch

        return cls(torch.get_default_dtype(), torch.is_grad_enabled())

    def restore(self) -> None:
        import torch

        torch.set_default_dtype(self.dtype)
        torch.set_grad_enabled(self.with_gradients)


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


def named(key: str, *names: Any, **others: Any) -> Variants:
    """Variants that differ in one argument."""
    return lambda program: {str(name): {key: name, **others} for name in names}


def flex_cases(program: Program) -> dict[str, dict]:
    """The rules of the page, each with its table."""
    arguments = ("rule", "allowed", "change", "plain_change")
    return {name: dict(zip(arguments, case)) for name, case in program["cases"].items()}


def flex_faults(program: Program) -> dict[str, dict]:
    """A rule against the table of another, and a changed score that the table forgets."""
    cases, past = flex_cases(program), program["past"]
    masks = {name: {**cases[name], "allowed": past} for name in ("window", "prefix", "documents")}
    scores = {name: {**cases[name], "plain_change": None} for name in ("alibi", "soft_cap")}
    wide = {"rule": program["one_too_many"], "allowed": cases["window"]["allowed"]}
    return {**masks, **scores, "window too wide": wide}


EQUALITIES = [
    Equality(
        "positions",
        "rope_difference",
        lambda program: {
            "neighbors": {"rotate": program["rope"]},
            "rows reordered for nothing": {"reorder": True},
            "other base": {"base": 1_000.0},
        },
        lambda program: {
            "as it is": {},
            "ten positions later": {"shift": 10},
            "neighbors, rows reordered": {"rotate": program["rope"], "reorder": True},
        },
    ),
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
    Equality("fast-attention", "flex_difference", flex_faults, flex_cases, 1e-12),
    Equality(
        "kv-cache",
        "cache_difference",
        lambda program: {
            f"{kind}, {fault}": {"kind": kind, "fault": fault}
            for kind in program["WINDOWS"]
            for fault in ("oldest key lost", "position 0")
        },
        lambda program: {kind: {"kind": kind} for kind in program["WINDOWS"]},
    ),
    Equality(
        "kv-cache",
        "mla_difference",
        named("fault", "no norm", "halves", "no rotated key", absorbed=True),
        named("absorbed", False, True),
    ),
    Equality(
        "long-context",
        "sinks_difference",
        named("left_out", "sinks", "training of sinks", "window", "RoPE"),
        named("window", 8, 40),
        1e-6,
    ),
    Equality(
        "long-context",
        "lightning_difference",
        named("left_out", "decay", "layer in the decay", "SiLU", "gate"),
        lambda program: {name: {"mix": program[name]} for name in ("as_table", "as_recurrence", "in_blocks")},
    ),
    Equality(
        "long-context", "delta_difference", named("left_out", "delta", "keep", "write", "convolution"), below=1e-4
    ),
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
def program(name: str) -> tuple[Program, Settings]:
    """The names that the page's script defines, run in a folder of its own, and torch's settings at its end."""
    home, before = Path.cwd(), Settings.now()
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        data_files.copy_files(Project(ROOT).page("en", name), ROOT, Path(folder))
        os.chdir(folder)
        try:
            return runpy.run_path(str(ROOT / "snippets" / "en" / f"{name}.py")), Settings.now()
        finally:
            os.chdir(home)
            before.restore()


@pytest.fixture
def settings(torch):
    """Torch's settings are afterwards as they were."""
    before = Settings.now()
    yield before
    before.restore()


def differences(equality: Equality) -> dict[str, dict[str, float]]:
    """By variant, the largest difference of all seeds where nothing differs, and the smallest with each fault."""
    names, at_the_end = program(equality.page)
    at_the_end.restore()
    difference = names[equality.function]
    return {
        "equal": {
            variant: float(max(difference(seed, **arguments) for seed in SEEDS))
            for variant, arguments in equality.equal(names).items()
        },
        "faults": {
            fault: float(min(difference(seed, **arguments) for seed in SEEDS_OF_FAULTS))
            for fault, arguments in equality.faults(names).items()
        },
    }


@pytest.mark.parametrize("equality", EQUALITIES, ids=lambda equality: equality.function)
def test_own_and_published_differ_by_rounding_and_by_more_with_a_fault(equality: Equality, answers, settings) -> None:
    pytest.importorskip("transformers")
    page, this = Project(ROOT).page("en", equality.page), Path(__file__).read_text(encoding="utf-8")
    found = answers.answer(key_of(program_key(page, ROOT), equality.function, this), lambda: differences(equality))
    for variant, largest in found["equal"].items():
        print(f"{equality.page} {equality.function} {variant or 'as it is'}: at most {largest:.1e}")
        assert largest < equality.below, variant
    for fault, smallest in found["faults"].items():
        print(f"    {fault}: at least {smallest:.1e}")
        assert smallest > 3 * equality.below, fault
    assert found["equal"] and found["faults"]
