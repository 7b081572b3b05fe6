"""Writes torch_values.json, what the widgets' arithmetic and random numbers are compared with.

.venv/bin/python tests/widgets/torch_values.py
"""

from __future__ import annotations

import json
from pathlib import Path

import torch

FILE = Path(__file__).with_suffix(".json")
SEEDS = [*range(40), 42, 123, 789, 1234, 65_535, 2**31 - 1, 2**31, 2**32 - 1, 2**32 + 7, -1]


def bits(tensor: torch.Tensor) -> list[int]:
    """float32 numbers by their bits, so that nothing is lost on the way."""
    return tensor.detach().flatten().contiguous().view(torch.int32).tolist()


def of_seed(place: int, seed: int) -> dict:
    inputs, outputs = 1 + place % 7, 1 + (place // 7) % 5
    torch.manual_seed(seed)
    rand = torch.rand(3, 6)
    torch.manual_seed(seed)
    one = torch.nn.Linear(inputs, outputs)
    two = torch.nn.Linear(inputs, outputs, bias=False)  # goes on where the first one stopped
    probability = (0.1, 0.2, 0.5, 0.75)[place % 4]
    torch.manual_seed(seed)
    kept = torch.nn.functional.dropout(torch.ones(4, 6), probability) != 0
    return {
        "seed": str(seed),
        "rand": bits(rand),
        "inputs": inputs,
        "outputs": outputs,
        "weight": bits(one.weight),
        "bias": bits(one.bias),
        "second": bits(two.weight),
        "probability": probability,
        "kept": kept.int().flatten().tolist(),
    }


def long_run() -> dict:
    """Far enough that the generator's words are made anew three times."""
    torch.manual_seed(123)
    return {"seed": "123", "skipped": 2_000, "rand": bits(torch.rand(2_020)[2_000:])}


def arithmetic(place: int) -> dict:
    generator = torch.Generator().manual_seed(1_000 + place)
    rows, inner, columns = 1 + place % 5, 1 + place % 4, 1 + place % 6
    spread = (1.0, 10.0, 300.0)[place % 3]

    def table(*shape: int) -> torch.Tensor:
        return (torch.rand(*shape, generator=generator, dtype=torch.float64) * 2 - 1) * spread

    left, right, square = table(rows, inner), table(inner, columns), table(rows, rows)
    temperature = (1.0, 0.5, 3.0, 8.0**0.5)[place % 4]
    causal = torch.ones(rows, rows, dtype=torch.bool).triu(diagonal=1)
    gain, bias = table(columns), table(columns)
    product = left @ right
    return {
        "left": left.tolist(),
        "right": right.tolist(),
        "square": square.tolist(),
        "temperature": temperature,
        "gain": gain.tolist(),
        "bias": bias.tolist(),
        "product": product.tolist(),
        "transposed": left.T.tolist(),
        "softmax": torch.softmax(square / temperature, dim=-1).tolist(),
        "causal": torch.softmax(square.masked_fill(causal, -torch.inf), dim=-1).tolist(),
        "normed": torch.nn.functional.layer_norm(product, (columns,)).tolist(),
        "gained": torch.nn.functional.layer_norm(product, (columns,), gain, bias).tolist(),
    }


def values() -> dict:
    return {
        "seeds": [of_seed(place, seed) for place, seed in enumerate(SEEDS)],
        "long": long_run(),
        "arithmetic": [arithmetic(place) for place in range(60)],
    }


def text() -> str:
    found = values()
    lines = [
        f'"{name}": [\n' + ",\n".join(json.dumps(one) for one in found[name]) + "\n]"
        for name in ("seeds", "arithmetic")
    ]
    return "{\n" + ",\n".join([*lines, f'"long": {json.dumps(found["long"])}']) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
