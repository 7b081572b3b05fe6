"""The page prints what torch prints: layers, errors, optimizers, schedules, on our own tensors."""

from __future__ import annotations

import contextlib
import io
import warnings
from functools import cache

import pytest
import python_probes
from torch_cases import CLOSE, INITS, LAYERS, OPTIMIZER_ERRORS, OPTIMIZERS, SCHEDULES, SETTINGS

pytest.importorskip("torch")

LAYER = """
torch.manual_seed(7)
module = nn.{layer}
print(repr(module), list(module.state_dict()))
print([parameter.detach().flatten()[:5] for parameter in module.parameters()])
"""


NETWORK = """
class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 4)
        self.scale = nn.Parameter(torch.ones(4))
        self.register_buffer("kept", torch.arange(3))
        self.register_buffer("moved", torch.zeros(2), persistent=False)

    def forward(self, x):
        return self.linear(x) * self.scale


torch.manual_seed(3)
network = nn.Sequential(Part(), nn.ModuleList([Part()]), nn.LayerNorm(4))
print(network, list(network.state_dict()), [name for name, _ in network.named_buffers()])
print([name for name, _ in network.named_modules()], network.load_state_dict(network.state_dict()))
print(network[0](torch.ones(3)), network.double()[0].linear.weight.dtype, network.to("meta")[0].scale.device)
twin = copy.deepcopy(network)
print(twin[0].scale is network[0].scale, twin[0].scale is dict(twin.named_parameters())["0.scale"])
state = network.state_dict()
state["x"] = 3
del state["0.scale"]
state["2.bias"] = torch.ones(3)
network.load_state_dict(state)
"""


OPTIMIZING = """
torch.manual_seed(4)
params = [torch.randn(5, 3).requires_grad_(), torch.randn(20).requires_grad_(), torch.ones(2).requires_grad_()]
optimizer = torch.optim.{optimizer}
print(optimizer)
for _ in range(10):
    loss = params[0].square().mean() + params[1].cos().mean() - params[2].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print([param.detach() for param in params])
"""


SCHEDULING = """
params = [torch.ones(2).requires_grad_(), torch.ones(3).requires_grad_()]
optimizer = torch.optim.AdamW([{{"params": params[:1], "lr": 0.3}}, {{"params": params[1:]}}], lr=0.02)
schedule = torch.optim.lr_scheduler.{schedule}
for _ in range(50):
    optimizer.step()
    schedule.step()
    print([f"{{rate:.10f}}" for rate in schedule.get_last_lr()])
"""


ATTENTION = """
torch.manual_seed(11)
module = nn.MultiheadAttention(8, 2, batch_first=True, dropout={dropout})
x = torch.rand(2, 5, 8)
print(*module(x, x, x, {options}))
"""


HELPS = """
rows = [torch.arange(length) for length in (3, 1, 4)]
print(nn.utils.rnn.pad_sequence(rows), nn.utils.rnn.pad_sequence(rows, True, -100, padding_side="left"))
parameter = nn.Parameter(torch.ones(3))
(parameter * 3).sum().backward()
print(nn.utils.clip_grad_norm_([parameter], 1.0), parameter.grad, nn.utils.parameters_to_vector([parameter] * 2))
print(torch.autograd.functional.jacobian(lambda x: x.square(), torch.arange(3.0)))
print(torch.autograd.functional.jacobian(lambda x, y: x * y.sum(), (torch.ones(3), torch.ones(2))))
layer = nn.Linear(2, 2, bias=False)
handle = layer.register_forward_hook(lambda module, arguments, output: print("hook", arguments, output.shape))
layer(torch.ones(2))
handle.remove()
layer(torch.ones(2))
"""


def programs() -> dict[str, str]:
    """Programs by their names: what is tested above, as text."""
    result = {}
    for layer, shape in LAYERS.items():
        result[layer] = LAYER.format(layer=layer)
        if shape and not layer.startswith("Conv2d(3, 6, (2"):  # windows with gaps aren't in the page
            result[layer] += f"print(module(torch.randn({shape})).detach().round(decimals=3))"
    for case, text in SETTINGS.items():
        result[case] = f"module = nn.Linear(2, 2)\n{text}"
    for optimizer in OPTIMIZERS:
        result[optimizer] = OPTIMIZING.format(optimizer=optimizer)
    for text in OPTIMIZER_ERRORS:
        names = "from torch.optim import SGD, Adam, AdamW, lr_scheduler\n"
        result[text] = f"{names}w = torch.ones(2).requires_grad_()\n{text}"
    for schedule in SCHEDULES:
        result[schedule] = SCHEDULING.format(schedule=schedule)
    for number, (actual, expected, options) in enumerate(CLOSE):
        if not callable(options.get("msg")):
            names = "from torch import ones, rand, randn, tensor, zeros\ntorch.manual_seed(8)\n"
            result[f"close {number}"] = f"{names}torch.testing.assert_close({actual}, {expected}, **{options!r})"
    for name, (shape, arguments, options) in INITS.items():
        drawn = f"torch.manual_seed(5)\nx = torch.empty({shape})\nnn.init.{name}(x, *{arguments!r}, **{options!r})\n"
        result[name] = drawn + "print(x, torch.rand(1))"
    for number, (dropout, options) in enumerate(
        [
            (0.0, ""),
            (0.5, ""),
            (0.0, "need_weights=False"),
            (0.0, "average_attn_weights=False, attn_mask=torch.ones(5, 5).triu(1).bool()"),
            (0.0, "key_padding_mask=torch.tensor([[False] * 5, [False] * 3 + [True] * 2])"),
            (0.0, "attn_mask=torch.ones(5, 5).bool(), need_weights=False"),
            (0.0, "is_causal=True"),
            (0.0, "attn_mask=torch.ones(4, 5)"),
            (0.0, "attn_mask=torch.ones(5)"),
            (0.0, "attn_mask=torch.ones(5, 5).int()"),
        ]
    ):
        result[f"attention {number}"] = ATTENTION.format(dropout=dropout, options=options)
    return {**result, "network": NETWORK, "helps": HELPS}


PROGRAMS = programs()


START = "import copy\nimport torch\nfrom torch import nn\n"


END = "\n== the end ==\n"


def printed(text: str) -> str:
    """What a program prints with torch, and its error."""
    with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(START + text, "program", "exec", dont_inherit=True), {"__name__": "__main__"})
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return out.getvalue()


RUN = [
    "import warnings",
    "warnings.simplefilter('ignore')",
    "def run(text):",
    "    try:",
    "        exec(text, {'__name__': '__main__'})",
    "    except Exception as error:",
    "        print(f'{type(error).__name__}: {error}')",
    f"    print({END!r}, end='')",
]
TOGETHER = 25  # programs in one run: importing takes the most time, and what a run may print has an end


@cache
def printed_in_page() -> list[str]:
    """What the page prints for each program."""
    texts = list(PROGRAMS.values())
    runs = {
        str(start): "\n".join([*RUN, *[f"run({START + text!r})" for text in texts[start : start + TOGETHER]]])
        for start in range(0, len(texts), TOGETHER)
    }
    return [output for answer in python_probes.in_page(runs).values() for output in answer.split(END)[:-1]]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_page_prints_what_torch_prints(name):
    place = list(PROGRAMS).index(name)
    assert len(printed_in_page()) == len(PROGRAMS), printed_in_page()[-1]
    assert printed_in_page()[place] == printed(PROGRAMS[name])
