"""Which modules a page has at once, and how it notices that a program needs the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import python_probes

from handbook import ROOT
from handbook.site import python_bundle, python_modules

FIRST, LATER = python_modules.split(python_modules.read(ROOT))
NAMING = re.compile(python_modules.naming(LATER))
NAMES = list(map(python_modules.dotted, LATER))
LAYERS = (ROOT / python_modules.FOLDER / "torch/nn/__init__.py").read_text("utf-8")
ELSEWHERE = re.findall(r'"([A-Z]\w+(?: [A-Z]\w+)*)"', LAYERS)


def programs(name: str) -> Iterator[str]:
    """Programs that reach a module."""
    package, _, last = name.rpartition(".")
    yield f"import {name}"
    yield f"import math, {name}"
    yield f"def f():\n    import {name} as other"
    yield f"from {name} import *"
    yield f"exec('import {name}')"
    yield f"__import__('{name}')"
    if package:
        yield f"from {package} import {last}"
    if package and package not in NAMES:
        yield f"{package}.{last}"
        yield f"from {package} import (\n    {last})"


@pytest.mark.parametrize("name", NAMES)
def test_a_program_that_reaches_a_later_module_is_noticed(name):
    assert [program for program in programs(name) if not NAMING.search(program)] == []


@pytest.mark.parametrize("name", " ".join(ELSEWHERE).split())
def test_a_layer_of_a_later_module_is_noticed(name):
    assert NAMING.search(f"nn.{name}(1)")


@pytest.mark.parametrize(
    "text",
    ["import torch", "from torch import nn", "# random numbers", "self.attention = attention", "import torch.testing"],
)
def test_a_program_without_them_is_left_alone(text):
    assert not NAMING.search(text)


def test_what_comes_at_once_needs_nothing_that_comes_later():
    programs = {f"import {name}": f"import {name}" for name in map(python_modules.dotted, FIRST)}
    programs["a function"] = "import torch\ntorch.nn.init.orthogonal_(torch.ones(2, 2))"
    assert set(python_probes.in_page(programs, python_bundle.first_script).values()) == {""}


def test_a_module_that_nobody_named_is_an_error_that_says_what_to_do():
    hidden = {"hidden": "exec('imp' + 'ort stat' + 'istics')"}
    answer = python_probes.in_page(hidden, python_bundle.first_script)["hidden"]
    assert answer.startswith("ImportError: 'statistics' is loaded where a block names it: write \"import statistics\"")
    nowhere = {"nowhere": "exec('imp' + 'ort stat' + 'istic')"}
    answer = python_probes.in_page(nowhere, python_bundle.first_script)["nowhere"]
    assert answer.startswith("ModuleNotFoundError: No module named 'statistic'")
