"""Layers and modules of the page's torch against torch itself: results, beginnings, names, texts."""

from __future__ import annotations

import copy
import math

import pytest
from torch_cases import INITS, LAYERS, SETTINGS
from torch_pairs import BOTH, KINDS, ours, outcome, same, torch


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer(layer):
    modules, states, outputs = [], [], []
    shape = LAYERS[layer]
    for kind in KINDS:
        torch.manual_seed(7)
        module = eval("nn." + layer, {"nn": BOTH[kind].nn, "torch": torch})
        modules.append(module)
        states.append(module.state_dict())
        outputs.append(module(torch.randn(shape)) if shape else None)
        outputs.append(torch.rand(1))  # as many numbers were drawn
    assert repr(modules[0]) == repr(modules[1])
    assert list(states[0]) == list(states[1])
    assert [name for name, _ in modules[0].named_parameters()] == [name for name, _ in modules[1].named_parameters()]
    for name in states[1]:
        same(states[0][name], states[1][name])
    same(outputs[:2], outputs[2:])
    assert type(modules[0]).__name__ == type(modules[1]).__name__


def test_types_are_named_as_in_torch():
    for layer in LAYERS:
        if not layer.startswith(("Conv", "Module", "Parameter", "CrossEntropy", "MSE", "Sequential")):
            name = layer.split("(")[0]
            assert getattr(ours.nn, name).__module__ == getattr(torch.nn, name).__module__, name


def network(nn):
    """A network with all that a module can have."""

    class Part(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 4)
            self.scale = nn.Parameter(torch.ones(4))
            self.register_buffer("kept", torch.arange(3))
            self.register_buffer("moved", torch.zeros(2), persistent=False)
            self.nothing = None
            self.register_parameter("absent", None)

        def forward(self, x):
            return self.linear(x) * self.scale

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(5, 3)
            self.parts = nn.ModuleList([Part(), Part()])
            self.output = nn.Linear(3, 5, bias=False)
            self.output.weight = self.embedding.weight
            self.final = nn.Sequential(nn.LayerNorm(4), nn.Dropout(0.5))

        def forward(self, ids):
            x = self.embedding(ids)
            for part in self.parts:
                x = x + part(x)[..., :3]
            return self.output(x), self.final(self.parts[0](x))

    torch.manual_seed(3)
    return Network()


def described(network):
    return {
        "parameters": [(name, tuple(tensor.shape)) for name, tensor in network.named_parameters()],
        "all": [name for name, _ in network.named_parameters(remove_duplicate=False)],
        "top": [name for name, _ in network.parts[0].named_parameters("p", recurse=False)],
        "buffers": [name for name, _ in network.named_buffers()],
        "modules": [name for name, _ in network.named_modules()],
        "children": [name for name, _ in network.named_children()],
        "state": list(network.state_dict()),
        "counts": [len(list(walk())) for walk in (network.parameters, network.buffers, network.modules)],
        "repr": repr(network),
        "training": [module.training for module in network.modules()],
        "grad": [tensor.requires_grad for tensor in network.parameters()],
        "dtype": [str(tensor.dtype) for tensor in (*network.parameters(), *network.buffers())],
        "state dtype": [(str(tensor.dtype), tensor.requires_grad) for tensor in network.state_dict().values()],
        "found": outcome(lambda: type(network.get_submodule("parts.1.linear")).__name__),
        "not found": [outcome(network.get_submodule, path) for path in ("parts.7", "parts.0.scale.x", "other")],
        "parameter": outcome(lambda: tuple(network.get_parameter("parts.1.linear.bias").shape)),
        "vars": [name in vars(network) for name in ("training", "_parameters", "_modules", "_buffers")],
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda network: None,
        lambda network: network.eval(),
        lambda network: network.parts.eval().train(),
        lambda network: network.double(),
        lambda network: network.half().to(torch.float32),
        lambda network: network.to(dtype=torch.bfloat16),
        lambda network: network.to("cpu", torch.float64),
        lambda network: network.to("meta"),
        lambda network: network.requires_grad_(False),
        lambda network: network.parts.append(type(network.final)()),
        lambda network: network.parts.insert(0, network.final),
        lambda network: network.parts.pop(0) and network.parts.extend([network.output]),
        lambda network: network.__setattr__("parts", network.parts[:1]),
        lambda network: setattr(network.parts[0], "kept", torch.ones(3)),
        lambda network: setattr(network.parts[0], "scale", None),
        lambda network: delattr(network.parts[0], "scale"),
        lambda network: delattr(network, "output"),
        lambda network: network.parts.__delitem__(1),
        lambda network: network.final.__setitem__(0, network.output),
        lambda network: network.final.append(network.output).insert(0, network.embedding),
        lambda network: network.apply(lambda module: setattr(module, "seen", True)),
    ],
)
def test_a_network_and_its_changes(change):
    networks = [network(BOTH[kind].nn) for kind in KINDS]
    for one in networks:
        change(one)
    assert described(networks[0]) == described(networks[1])


def test_a_network_runs_and_learns():
    results = []
    for kind in KINDS:
        model = network(BOTH[kind].nn)
        logits, rest = model(torch.tensor([1, 2, 3]))
        (logits.square().sum() + rest.sum()).backward()
        grads = [parameter.grad.clone() for parameter in model.parameters()]
        model.zero_grad()
        results.append([logits, rest, grads, [parameter.grad for parameter in model.parameters()]])
        twin = copy.deepcopy(model)
        assert twin.output.weight is twin.embedding.weight and twin.output.weight is not model.output.weight
        assert type(twin.output.weight).__name__ == "Parameter"
        assert twin.parts[0].linear.weight is dict(twin.named_parameters())["parts.0.linear.weight"]
    same(*results)


@pytest.mark.parametrize("case", SETTINGS)
def test_what_cannot_be(case):
    errors = []
    for kind in KINDS:
        nn = BOTH[kind].nn
        errors.append(outcome(eval, SETTINGS[case], {"nn": nn, "module": nn.Linear(2, 2), "torch": torch}))
    assert errors[0] == errors[1]
    assert isinstance(errors[0], tuple) and errors[0][0].endswith("Error")


@pytest.mark.parametrize(
    ("change", "options"),
    [
        (lambda state: None, {}),
        (lambda state: state.pop("parts.0.scale"), {}),
        (lambda state: state.pop("parts.0.scale"), {"strict": False}),
        (lambda state: state.update({"new": torch.ones(1), "parts.7.scale": torch.ones(1)}), {}),
        (lambda state: state.update({"parts.0.linear.wieght": torch.ones(1)}), {"strict": False}),
        (lambda state: state.update({"embedding.weight": torch.ones(2, 3), "parts.0.scale": torch.ones(2)}), {}),
        (lambda state: (state.pop("final.0.bias"), state.update({"x.y": 3, "parts.1.scale": torch.ones(4, 1)})), {}),
        (lambda state: state.update({"parts.0.scale": 3}), {}),
        (lambda state: state.update({"parts.0.scale": torch.ones(4).double()}), {}),
        (lambda state: state.update({"parts.0.scale": torch.ones(4).double()}), {"assign": True}),
        (lambda state: state.clear(), {}),
    ],
)
def test_loading(change, options):
    results = []
    for kind in KINDS:
        model = network(BOTH[kind].nn)
        torch.manual_seed(9)
        state = {name: torch.rand(tensor.shape) for name, tensor in model.state_dict().items()}
        change(state)
        answer = outcome(model.load_state_dict, state, **options)
        results.append([repr(answer), [(str(tensor.dtype), tensor) for tensor in model.state_dict().values()]])
    assert results[0][0] == results[1][0]
    same(*[result[1] for result in results])


def test_state_is_shown_as_in_torch():
    states = []
    for kind in KINDS:
        torch.manual_seed(1)
        states.append(BOTH[kind].nn.Linear(2, 1).state_dict())
    assert repr(states[0]) == repr(states[1])
    parameters = [BOTH[kind].nn.Parameter(torch.ones(2)) for kind in KINDS]
    texts = [show(parameter).replace("Parameter(", "tensor(") for parameter in parameters for show in (repr, str)]
    assert texts[:2] == texts[2:] and texts[0].startswith("Parameter containing:\ntensor(")


def test_hooks():
    seen = []
    for kind in KINDS:
        torch.manual_seed(1)
        layer = BOTH[kind].nn.Linear(2, 2)
        first = layer.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
        second = layer.register_forward_hook(lambda module, args, output: output * args[0])
        results = [layer(torch.ones(2))]
        first.remove()
        results.append(layer(torch.ones(2)))
        second.remove()
        results.append(layer(torch.ones(2)))
        seen.append(results)
    same(*seen)


@pytest.mark.parametrize("name", INITS)
def test_beginnings(name):
    shape, arguments, options = INITS[name]
    results = []
    for kind in KINDS:
        torch.manual_seed(5)
        tensor = torch.full(shape, -1.0)
        assert getattr(BOTH[kind].nn.init, name)(tensor, *arguments, **options) is tensor
        results.append([tensor, torch.rand(1)])
    same(*results)
    for wide in [(4, 6), (3, 2, 4)] if name == "orthogonal_" else []:
        for kind in KINDS:
            torch.manual_seed(5)
            results.append(BOTH[kind].nn.init.orthogonal_(torch.empty(wide)))
        same(*results[-2:])


MHA = {
    "plain": ({}, {}, {}),
    "weights per head": ({}, {}, {"average_attn_weights": False}),
    "no weights": ({}, {}, {"need_weights": False}),
    "bool mask": ({}, {}, {"attn_mask": torch.ones(5, 5).triu(1).bool()}),
    "float mask": ({}, {}, {"attn_mask": torch.ones(5, 5)}),
    "causal": ({}, {}, {"attn_mask": torch.ones(5, 5).triu(1).bool(), "is_causal": True}),
    "causal, no weights": ({}, {}, {"attn_mask": torch.ones(5, 5).triu(1).bool(), "is_causal": True,
                                    "need_weights": False}),
    "mask per head": ({}, {}, {"attn_mask": torch.ones(4, 5, 5).tril(-3).bool()}),
    "mask per head, no weights": ({}, {}, {"attn_mask": torch.ones(4, 5, 5).tril(-3).bool(), "need_weights": False}),
    "padding": ({}, {}, {"key_padding_mask": torch.tensor([[False] * 5, [False] * 3 + [True] * 2])}),
    "padding, no weights": ({}, {}, {"key_padding_mask": torch.tensor([[False] * 5, [False] * 3 + [True] * 2]),
                                     "need_weights": False}),
    "both": ({}, {}, {"key_padding_mask": torch.tensor([[False] * 5, [False] * 3 + [True] * 2]),
                      "attn_mask": torch.ones(5, 5).triu(1).bool()}),
    "dropout": ({"dropout": 0.5}, {}, {}),
    "no bias": ({"bias": False}, {}, {}),
    "no batch": ({}, {"batch": None}, {}),
    "other widths": ({"kdim": 4, "vdim": 6}, {"widths": (8, 4, 6)}, {}),
    "cross": ({}, {"keys": 3}, {}),
    "all blocked": ({}, {}, {"attn_mask": torch.ones(5, 5).bool()}),
    "all blocked, no weights": ({}, {}, {"attn_mask": torch.ones(5, 5).bool(), "need_weights": False}),
    "no mask": ({}, {}, {"is_causal": True}),
    "int mask": ({}, {}, {"attn_mask": torch.ones(5, 5).int()}),
    "mask too small": ({}, {}, {"attn_mask": torch.ones(4, 5)}),
    "mask of one head": ({}, {}, {"attn_mask": torch.ones(1, 5, 5)}),
    "mask of one axis": ({}, {}, {"attn_mask": torch.ones(5)}),
    "padding too short": ({}, {}, {"key_padding_mask": torch.zeros(2, 4).bool()}),
    "padding of one axis": ({}, {}, {"key_padding_mask": torch.zeros(5).bool()}),
    "wrong width": ({}, {"widths": (7, 8, 8)}, {}),
    "keys unlike values": ({}, {"widths": (8, 8, 6)}, {}),
    "four axes": ({}, {"four": True}, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", MHA)
@pytest.mark.parametrize("batch_first", [True, False])
def test_multi_head_attention(case, batch_first):
    settings, sizes, options = MHA[case]
    results = []
    for kind in KINDS:
        torch.manual_seed(11)
        module = BOTH[kind].nn.MultiheadAttention(8, 2, batch_first=batch_first, **settings)
        query, key, value = inputs(batch_first, **sizes)
        answer = outcome(module, query, key, value, **options)
        if isinstance(answer[0], torch.Tensor) and not answer[0].isnan().any():
            answer[0].square().sum().backward()
            answer = (*answer, *[parameter.grad for parameter in module.parameters()])
        results.append(answer)
    if isinstance(results[1][0], str):
        assert results[0] == results[1]
        return
    for mine, theirs in zip(*results):
        if theirs is None:
            assert mine is None
        else:
            torch.testing.assert_close(mine, theirs, rtol=1e-5, atol=1e-6, equal_nan=True)
            assert mine.shape == theirs.shape


def inputs(batch_first, batch=2, keys=5, widths=(8, 8, 8), four=False):
    x = torch.rand(5, 8)
    shapes = [(length, width) for length, width in zip((5, keys, keys), widths)]
    if batch is not None:
        shapes = [(batch, *shape) if batch_first else (shape[0], batch, shape[1]) for shape in shapes]
    if four:
        shapes = [(1, *shape) for shape in shapes]
    return [torch.rand(shape) for shape in shapes] if shapes else x


def test_multi_head_attention_in_use():
    """Without gradients torch takes another way."""
    torch.manual_seed(2)
    theirs = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    mine = ours.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    mine.load_state_dict(theirs.state_dict())
    x = torch.rand(2, 5, 8)
    for options in ({}, {"average_attn_weights": False}, {"attn_mask": torch.ones(5, 5).triu(1).bool()}):
        with torch.no_grad():
            for one, other in zip(mine(x, x, x, **options), theirs(x, x, x, **options)):
                torch.testing.assert_close(one, other)


@pytest.mark.parametrize("path", ["nn.Transformer", "nn.init.dirac_", "optim.LBFGS", "nn.utils.prune", "utils.data",
                                  "testing.make_tensor", "optim.lr_scheduler.CyclicLR"])  # fmt: skip
def test_what_is_not_here_says_so(path):
    *names, last = path.split(".")
    module = ours
    for name in names:
        module = getattr(module, name)
    text = f"torch.{path} is not in this small stand-in for torch; in torch itself it may well exist"
    assert outcome(getattr, module, last) == ("AttributeError", text)
    assert not math.isnan(hasattr(module, last))
