"""Tensors in JavaScript are printed as torch prints them, to the last sign."""

from __future__ import annotations

import math
import random

from node_json import run, torch_of_the_pages

torch = torch_of_the_pages()

PROGRAM = """
import { changedPrintOptions, formatTensor, PRINT_OPTIONS } from "./frontend/tensors/format.js";
const SPECIAL = { nan: NaN, inf: Infinity, "-inf": -Infinity };
const numbers = (flat) => flat && flat.map((one) => (typeof one === "string" ? SPECIAL[one] : one));
const output = input.map(({ tensor, flat, options }) =>
  formatTensor(tensor, numbers(flat), changedPrintOptions(PRINT_OPTIONS, options)));
"""
SHAPES = [
    (), (0,), (1,), (2,), (7,), (13,), (40,), (1000,), (1001,), (2, 3), (3, 0), (0, 4), (1, 1), (5, 1), (1, 30),
    (4, 50), (7, 7), (6, 6), (20, 60), (2, 3, 4), (1, 1, 1), (3, 1, 2), (2, 0, 2), (8, 9, 20), (2, 2, 2, 2),
    (7, 3, 8, 7), (1100, 1),
]  # fmt: skip
FLOATS = ["float32", "float64", "float16", "bfloat16"]
INTS = ["int64", "int32", "int16", "int8", "uint8"]
BORDERS = [1e-4, 0.99999e-4, 1e-3, 1.0, 999.9, 1000.0, 1000.5, 1e8, 1e21, 1.5e22, 1e-30, 3e38, 5e-324]  # fmt: skip
HALVES = [1 / 32, 3 / 32, 0.5, 1.5, 2.5, 0.125, 0.375, 1.00048828125, 1e22, 100005.0, 300015.0]  # fmt: skip


def floats(pick: random.Random, count: int, dtype) -> torch.Tensor:
    """Numbers of one of several kinds, mixed with noughts, infinities and what isn't a number."""
    kind = pick.randrange(8)
    one = {
        0: lambda: pick.gauss(0, 1),
        1: lambda: pick.uniform(0, 1),
        2: lambda: float(pick.randrange(-1000, 1000)),
        3: lambda: pick.gauss(0, 1) * 10 ** pick.uniform(-12, 12),
        4: lambda: pick.choice(BORDERS) * pick.choice((1, -1)),
        5: lambda: pick.choice(HALVES) * pick.choice((1, -1)),
        6: lambda: pick.randrange(-40, 40) / 2 ** pick.randrange(9),
        7: lambda: pick.choice((1e7, 1e9)) * pick.randrange(1, 100),
    }[kind]
    odd = pick.choice([(), (), (0.0, -0.0), (math.nan,), (math.inf, -math.inf), (math.nan, -math.inf, -0.0)])
    share = pick.choice((0.1, 0.5, 1.0))
    numbers = [pick.choice(odd) if odd and pick.random() < share else one() for _ in range(count)]
    return torch.tensor(numbers, dtype=dtype)


def tensor_for(pick: random.Random, number: int) -> torch.Tensor:
    shape = SHAPES[number % len(SHAPES)]
    count = math.prod(shape)
    family = pick.choice(("float", "float", "float", "int", "bool", "complex"))
    if family == "float":
        return floats(pick, count, getattr(torch, pick.choice(("float32", *FLOATS)))).reshape(shape)
    if family == "complex":
        return torch.complex(floats(pick, count, torch.float32), floats(pick, count, torch.float32)).reshape(shape)
    if family == "bool":
        return torch.tensor([pick.random() < 0.5 for _ in range(count)], dtype=torch.bool).reshape(shape)
    dtype = getattr(torch, pick.choice(INTS))
    most = min(torch.iinfo(dtype).max, 2**52)
    reach = min(pick.choice((2, 100, most)), most)
    low = 0 if dtype == torch.uint8 else -reach
    return torch.tensor([pick.randint(low, reach) for _ in range(count)], dtype=dtype).reshape(shape)


def options_for(pick: random.Random) -> dict:
    if pick.random() < 0.5:
        return {}
    chosen = {
        "profile": pick.choice((None, None, "short", "full", "default")),
        "precision": pick.choice((None, 0, 1, 2, 3, 6, 8, 20)),
        "sci_mode": pick.choice((None, None, True, False)),
        "edgeitems": pick.choice((None, None, 0, 1, 2, 5)),
        "threshold": pick.choice((None, None, 5, 20, math.inf)),
        "linewidth": pick.choice((None, None, 10, 40, 120, 200)),
    }
    return {name: value for name, value in chosen.items() if value is not None and pick.random() < 0.5}


def marked(pick: random.Random, tensor: torch.Tensor) -> torch.Tensor:
    """With a trace of where it comes from, or without numbers."""
    how = pick.randrange(8)
    if how == 0:
        return tensor.to("meta")
    if how in (1, 2) and (tensor.is_floating_point() or tensor.is_complex()):
        leaf = tensor.clone().requires_grad_()
        return leaf if how == 1 else pick.choice((lambda t: t + 0, torch.clone, lambda t: t.reshape(t.shape)))(leaf)
    return tensor


def plain(number: float) -> float | str:
    return number if math.isfinite(number) else str(number)


def flat(tensor: torch.Tensor) -> list | None:
    if tensor.is_meta:
        return None
    tensor = tensor.detach()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    return [plain(number) for number in tensor.flatten().tolist()]


def as_json(tensor: torch.Tensor, options: dict) -> dict:
    js_options = {"sciMode" if name == "sci_mode" else name: value for name, value in options.items()}
    if js_options.get("threshold") == math.inf:
        js_options["threshold"] = 1e300
    return {
        "tensor": {
            "shape": list(tensor.shape),
            "dtype": str(tensor.dtype).removeprefix("torch."),
            "requiresGrad": tensor.requires_grad,
            "gradName": type(tensor.grad_fn).__name__ if tensor.grad_fn else None,
            "device": tensor.device.type,
        },
        "flat": flat(tensor),
        "options": js_options,
    }


def printed(tensor: torch.Tensor, options: dict) -> str:
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    try:
        return repr(tensor)
    finally:
        torch.set_printoptions(profile="default")


def differences(cases: list[tuple[torch.Tensor, dict]]) -> list[tuple[dict, str, str]]:
    ours = run(PROGRAM, [as_json(*case) for case in cases])
    theirs = [printed(*case) for case in cases]
    return [(case[1], one, other) for case, one, other in zip(cases, ours, theirs, strict=True) if one != other]


def test_tensors_of_all_kinds_are_printed_as_torch_prints_them():
    pick = random.Random(20)
    cases = [(marked(pick, tensor_for(pick, number)), options_for(pick)) for number in range(1350)]
    found = differences(cases)
    assert not found, f"{len(found)} of {len(cases)} differ, the first one: {found[0]}"


def test_numbers_halfway_between_two_texts_go_to_the_even_one():
    cases = [
        (torch.tensor(sign * number, dtype=torch.float64), {"precision": precision, "sci_mode": sci})
        for number in (*HALVES, *BORDERS, *(odd / 2**power for odd in (1, 3, 5, 7, 999) for power in range(1, 12)))
        for sign in (1, -1)
        for precision in (0, 1, 2, 3, 4, 5)
        for sci in (False, True)
    ]
    assert not differences(cases)


def test_columns_break_where_torch_breaks_them():
    numbers = torch.arange(100, dtype=torch.float32) / 7
    cases = [(numbers[:count] * factor, {"linewidth": width})
             for count in range(1, 24) for factor in (1, -10) for width in range(20, 90, 9)]  # fmt: skip
    cases += [(tensor.requires_grad_(), {}) for tensor in (torch.rand(count) for count in range(1, 40))]
    assert not differences(cases)
