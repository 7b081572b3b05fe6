"""Steps of Adam in JavaScript are torch's: means to the last bit, parameters nearly: its roots aren't the nearest."""

from __future__ import annotations

import pytest
from node_json import run

torch = pytest.importorskip("torch")

PROGRAM = """
import { adam } from "./frontend/tensors/optimizers.js";
import { fromNumbers, toFlat, viewOf } from "./frontend/tensors/tensor.js";
const output = input.map(({ dtype, shape, turned, start, gradients, steps }) => {
  const make = (numbers) => {
    const tensor = fromNumbers(numbers, shape, dtype);
    return turned ? viewOf(tensor, [...shape].reverse(), [...tensor.strides].reverse()) : tensor;
  };
  const [param, mean, square] = [start, start.map(() => 0), start.map(() => 0)].map(make);
  steps.forEach((step, i) => adam(param, make(gradients[i]), mean, square, step));
  return [param, mean, square].map((tensor) => Array.from(toFlat(tensor)));
});
"""


def step(number: int, lr: float, betas: tuple[float, float], eps: float, weight_decay: float) -> dict[str, float]:
    first, second = betas
    return {
        "decay": 1 - lr * weight_decay,
        "blend": 1 - first,
        "keep": second,
        "rest": 1 - second,
        "root": (1 - second**number) ** 0.5,
        "eps": eps,
        "size": -(lr / (1 - first**number)),
    }


CASES = [
    ("float32", (50, 70), False, {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 1e-2}),
    ("float32", (333,), False, {"lr": 0.1, "betas": (0.8, 0.99), "eps": 1e-6, "weight_decay": 0.0}),
    ("float32", (7, 9), True, {"lr": 5e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0.1}),
    ("float32", (40, 41), False, {"lr": 0.5, "betas": (0.3, 0.5), "eps": 1e-3, "weight_decay": 0.3}),
    ("float64", (50, 70), False, {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 1e-2}),
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_adam(case):
    dtype, shape, turned, options = CASES[case]
    torch.manual_seed(case)
    param = torch.randn(shape, dtype=getattr(torch, dtype))
    gradients = [torch.randn(shape, dtype=param.dtype) * 10.0 ** -(number % 7) for number in range(30)]
    question = {
        "dtype": dtype,
        "shape": list(shape),
        "turned": turned,
        "start": param.flatten().tolist(),
        "gradients": [gradient.flatten().tolist() for gradient in gradients],
        "steps": [step(number, **options) for number in range(1, 31)],
    }
    [answer] = run(PROGRAM, [question])

    param.requires_grad_()
    optimizer = torch.optim.AdamW([param], **options)
    for gradient in gradients:
        param.grad = gradient
        optimizer.step()
    state = optimizer.state[param]
    for place, theirs in enumerate((param.detach(), state["exp_avg"], state["exp_avg_sq"])):
        mine = torch.tensor(answer[place], dtype=theirs.dtype)
        theirs = (theirs.T if turned else theirs).flatten()
        if dtype == "float64":
            torch.testing.assert_close(mine, theirs, rtol=1e-13, atol=1e-15)
        elif place:
            assert torch.equal(mine, theirs), f"{(mine != theirs).sum()} of {mine.numel()}"
        else:
            # How torch rounds a root depends on the processor: a last bit in each of thirty steps.
            torch.testing.assert_close(mine, theirs, rtol=3e-7, atol=1e-7)
