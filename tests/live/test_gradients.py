"""Gradients of the page's tensors are the slopes of its numbers: asked of the numbers themselves, without torch.

Each number of an input is moved a little to both sides, in float64, as torch.autograd.gradcheck does it; what changes
has to be what the gradient says. The same holds for gradients of gradients. What differs from torch in both the numbers
and the gradients wouldn't be seen here, and what is wrong in both of them not in test_operations.py.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

import pytest
import python_probes
from gradient_cases import WITHOUT, cases
from operation_cases import START

pytestmark = pytest.mark.usefixtures("takes_minutes")
CASES = cases()
TOGETHER = 12  # cases in one program, which has a time limit
# What doesn't do what it should: the check has to see it.
WRONG = {
    "half a gradient": "x * x.detach()",
    "no gradient": "x.detach() * 2 + x * 0",
    "none at all": "x.detach() * 2",
    "a second one only": "x * (x * x).detach() * 3 - x * 0",
    "a gradient without one of its own": "Cubed.of(x)",
}
CHECK = '''
INPUTS = {
    "x": data(3, 4, kind=torch.float64), "y": data(3, 4, kind=torch.float64, seed=2),
    "p": data(3, 4, kind=torch.float64, low=0.2, high=3.0),
    "q": data(3, 4, kind=torch.float64, low=0.4, high=2.1, seed=4),
    "u": data(3, 4, kind=torch.float64, low=-0.9, high=0.9), "v": data(4, kind=torch.float64, seed=5),
    "z": data(3, 4, kind=torch.float64) * torch.tensor([[1, 0, 1, 1], [0, 1, 0, 1], [1, 1, 1, 1]]),
    "m": data(3, 3, kind=torch.float64, seed=1), "n": data(3, 3, kind=torch.float64, seed=6),
    "t": data(4, 3, kind=torch.float64, seed=3), "s": data(kind=torch.float64, seed=7),
}
STEP, NEAR = 1e-6, 2e-5


def changed(x, key, value):
    x[key] = value
    return x


def changed_view(x, v):
    x[:, 1:3].mul_(v[:2])
    x.T[0] = v[1:]
    return x.view(-1)


class Cubed:
    """Its gradient is right, but isn't followed any further."""

    @staticmethod
    def of(x):
        return x * (3 * x * x).detach() + (x**3 - 3 * x**3).detach()


def total(function, inputs):
    """The results as one number."""
    results = function(*inputs)
    parts = results if isinstance(results, (tuple, list)) else [results]
    return sum([(part * weights(part)).sum() for part in parts if part.is_floating_point()])


def gradients(function, inputs):
    """What autograd says, with zeros where nothing depends on an input."""
    leaves = [x.detach().clone().requires_grad_() for x in inputs]
    value = total(function, leaves)
    found = [None for _ in leaves]
    if value.requires_grad:
        found = torch.autograd.grad(value, leaves, create_graph=True, allow_unused=True)
    return leaves, [torch.zeros_like(x) if part is None else part for x, part in zip(leaves, found)]


def second(function):
    """The gradient as a function of its own."""

    def gradient(*inputs):
        value = total(function, inputs)
        if not value.requires_grad:
            return [x * 0 for x in inputs]
        found = torch.autograd.grad(value, inputs, create_graph=True, allow_unused=True)
        return [x * 0 if part is None else part for x, part in zip(inputs, found)]

    return gradient


def measured(function, inputs, which, place):
    """How much the results change with one number of one input."""
    values = []
    for step in (STEP, -STEP):
        moved = [x.detach().clone().requires_grad_() for x in inputs]
        moved[which].data.view(-1)[place] += step
        values.append(total(function, moved).item())
    return (values[0] - values[1]) / (2 * STEP)


def faults(function, inputs, every=1):
    leaves, found = gradients(function, inputs)
    for which, gradient in enumerate(found):
        for place, said in list(enumerate(gradient.flatten().tolist()))[::every]:
            slope = measured(function, inputs, which, place)
            if not abs(said - slope) <= NEAR * (1 + abs(slope)):
                return f"input {which}, place {place}: the gradient is {said}, the slope {slope}"
    return ""


def checked(expression, names):
    function = eval(f"lambda {', '.join(names)}: {expression}", globals())
    inputs = [INPUTS[name] for name in names]
    try:
        return faults(function, inputs) or faults(second(function), inputs, 3).replace("input", "twice, input")
    except Exception as error:
        return f"{type(error).__name__}: {error}"
'''


def names_in(expression: str) -> list[str]:
    """The inputs that an expression has, each once."""
    return list(dict.fromkeys(re.findall(r"(?<![\w.'\"])[xypquvzmnts](?!\w|=|'|\")", expression)))


@cache
def found() -> dict[str, str]:
    """What is wrong with each case: some in each program, since the engine and the inputs take their time."""
    sources = {"": "import torch._operations\nprint(*torch._operations.OPERATIONS)"}
    open_cases = iter({**CASES, **WRONG}.items())
    while part := list(islice(open_cases, TOGETHER)):
        calls = [f"print(checked({expression!r}, {names_in(expression)!r}))" for _, expression in part]
        sources["\n".join(name for name, _ in part)] = "\n".join([START, CHECK, *calls])
    result = {}
    for names, text in python_probes.in_page(sources).items():
        lines = text.removesuffix("\n").split("\n")
        assert len(lines) == len(names.split("\n")), lines[-1]
        result.update(zip(names.split("\n"), lines, strict=True))
    return result


@pytest.mark.parametrize("name", CASES)
def test_the_gradient_is_the_slope(name: str) -> None:
    assert not found()[name], CASES[name]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_gradient_is_seen(name: str) -> None:
    assert "the gradient is" in found()[name]


def test_every_operation_has_a_case_or_no_gradient() -> None:
    have = {name.split()[0] for name in CASES}
    assert set(found()[""].split()) - have == WITHOUT
