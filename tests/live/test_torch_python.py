"""The Python part of the page's torch against torch itself: results, beginnings, names, texts."""

from __future__ import annotations

import copy
import math
import warnings

import pytest
import stand_in

torch = pytest.importorskip("torch")
import torch.nn.attention.bias
import torch.nn.attention.flex_attention

ours = stand_in.load(torch)
KINDS = ["ours", "theirs"]
BOTH = {"ours": ours, "theirs": torch}


def same(mine, theirs):
    """Equal to the last bit."""
    assert type(mine) is type(theirs) or isinstance(mine, type(theirs)) or isinstance(theirs, torch.Tensor)
    if isinstance(theirs, torch.Tensor):
        assert mine.shape == theirs.shape and mine.dtype == theirs.dtype
        assert torch.equal(mine.detach(), theirs.detach()), (mine, theirs)
    elif isinstance(theirs, (tuple, list)):
        assert len(mine) == len(theirs)
        for one, other in zip(mine, theirs):
            same(one, other)
    else:
        assert mine == theirs


def outcome(function, *arguments, **options):
    """What a call gives, or the kind and text of its error."""
    try:
        return function(*arguments, **options)
    except Exception as error:
        return type(error).__name__, " ".join(str(argument) for argument in error.args).replace(stand_in.NAME, "torch")


LAYERS = {
    "Linear(3, 2)": (4, 3),
    "Linear(30, 20, bias=False)": (5, 30),
    "Linear(2, 3, dtype=torch.float64)": None,
    "Embedding(10, 3)": None,
    "Embedding(10, 30, padding_idx=-2)": None,
    "LayerNorm(3)": (2, 3),
    "LayerNorm((2, 3), eps=1e-6, bias=False)": (4, 2, 3),
    "LayerNorm(3, elementwise_affine=False)": (2, 3),
    "RMSNorm(3)": (2, 3),
    "RMSNorm([2, 3], eps=1e-6)": (2, 3),
    "RMSNorm(3, elementwise_affine=False)": (2, 3),
    "Dropout(0.2)": (5, 5),
    "Dropout()": (5, 5),
    "ReLU()": (4, 4),
    "ReLU(inplace=True)": (4, 4),
    "LeakyReLU()": (4, 4),
    "GELU()": (4, 4),
    "GELU('tanh')": (4, 4),
    "SiLU()": (4, 4),
    "Tanh()": (4, 4),
    "Sigmoid()": (4, 4),
    "Softplus()": (4, 4),
    "Softmax(dim=-1)": (4, 4),
    "Softmax(0)": (4, 4),
    "LogSoftmax(dim=1)": (4, 4),
    "Flatten()": (2, 3, 4),
    "Flatten(0, 1)": (2, 3, 4),
    "Unflatten(1, (2, 3))": (2, 6),
    "Identity(5, unused=3)": (2, 3),
    "Conv1d(4, 8, 3, groups=4, padding=2, bias=False)": (2, 4, 7),
    "Conv2d(3, 6, kernel_size=2, stride=2)": (2, 3, 8, 8),
    "Conv2d(3, 6, (2, 3), stride=(2, 1), padding=1, dilation=2)": (2, 3, 9, 9),
    "Sequential(nn.Linear(4, 16), nn.GELU(), nn.Linear(16, 4))": (2, 4),
    "Sequential(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), nn.Identity())": (2, 4),
    "Sequential()": (2, 4),
    "ModuleList([nn.Linear(2, 2), nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2)])": None,
    "ModuleList([nn.Sequential(nn.Linear(3, 2), nn.ReLU()) for _ in range(3)])": None,
    "ModuleList()": None,
    "ModuleDict({'a': nn.Linear(2, 3), 'b': nn.GELU()})": None,
    "ParameterList([torch.ones(2, 3), torch.zeros(4)])": None,
    "ParameterDict({'a': torch.ones(2)})": None,
    "MultiheadAttention(8, 2)": None,
    "MultiheadAttention(8, 4, bias=False, batch_first=True)": None,
    "MultiheadAttention(8, 2, kdim=4, vdim=6)": None,
    "CrossEntropyLoss(label_smoothing=0.1)": None,
    "CrossEntropyLoss(weight=torch.ones(3))": None,
    "MSELoss()": None,
}


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


SETTINGS = {
    "parameter before init": lambda nn, module: setattr(module.__new__(type(module)), "w", nn.Parameter(torch.ones(1))),
    "module before init": lambda nn, module: setattr(module.__new__(type(module)), "w", nn.Linear(1, 1)),
    "buffer before init": lambda nn, module: module.__new__(type(module)).register_buffer("b", torch.ones(1)),
    "registering before init": lambda nn, module: module.__new__(type(module)).register_parameter("b", None),
    "number as a parameter": lambda nn, module: setattr(module, "weight", 3),
    "tensor as a parameter": lambda nn, module: setattr(module, "weight", torch.ones(2, 2)),
    "module as a parameter": lambda nn, module: setattr(module, "weight", nn.ReLU()),
    "number as a module": lambda nn, module: setattr(nn.Sequential(module), "0", 3),
    "tensor as a module": lambda nn, module: setattr(nn.Sequential(module), "0", torch.ones(2).double()),
    "list as a buffer": lambda nn, module: (module.register_buffer("b", torch.ones(1)), setattr(module, "b", [1])),
    "point in a name": lambda nn, module: module.register_buffer("a.b", torch.ones(1)),
    "no name": lambda nn, module: module.register_parameter("", None),
    "number as a name": lambda nn, module: module.register_buffer(3, torch.ones(1)),
    "name taken": lambda nn, module: module.register_buffer("forward", torch.ones(1)),
    "name taken by a parameter": lambda nn, module: module.register_buffer("weight", torch.ones(1)),
    "module with a point": lambda nn, module: module.add_module("a.b", nn.ReLU()),
    "no module": lambda nn, module: module.add_module("a", 3),
    "list as a parameter": lambda nn, module: module.register_parameter("a", [1]),
    "not a leaf": lambda nn, module: module.register_parameter("a", nn.Parameter(torch.ones(1)) * 2),
    "no tensor as a buffer": lambda nn, module: module.register_buffer("a", 3.0),
    "no attribute": lambda nn, module: module.wieght,
    "no forward": lambda nn, module: nn.Module()(3),
    "no init": lambda nn, module: module.__new__(type(module))(torch.ones(2)),
    "argument": lambda nn, module: nn.Module(3),
    "named argument": lambda nn, module: nn.Module(name=3),
    "too many arguments": lambda nn, module: module(torch.ones(2), 3),
    "int": lambda nn, module: module.to(torch.int64),
    "mode": lambda nn, module: module.train(3),
    "sequential of a number": lambda nn, module: nn.Sequential(3),
    "index": lambda nn, module: nn.ModuleList([module])[3],
    "dropout": lambda nn, module: nn.Dropout(1.5),
    "heads": lambda nn, module: nn.MultiheadAttention(10, 3),
    "no heads": lambda nn, module: nn.MultiheadAttention(10, 0),
    "channels": lambda nn, module: nn.Conv2d(3, 4, 2, groups=2),
    "fan": lambda nn, module: nn.init.xavier_uniform_(torch.empty(3)),
    "no fan": lambda nn, module: nn.init.kaiming_normal_(torch.empty(3, 3), mode="fan"),
    "gain": lambda nn, module: nn.init.calculate_gain("gelu"),
    "padding": lambda nn, module: nn.Embedding(3, 4, padding_idx=3),
    "call of a list": lambda nn, module: nn.ModuleList([module])(torch.ones(1)),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_what_cannot_be(case):
    errors = [outcome(SETTINGS[case], BOTH[kind].nn, BOTH[kind].nn.Linear(2, 2)) for kind in KINDS]
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


INITS = {
    "uniform_": ((3, 50), (), {}),
    "normal_": ((4, 5), (1.0, 2.0), {}),
    "xavier_uniform_": ((4, 5), (2.0,), {}),
    "xavier_normal_": ((4, 5, 3), (), {}),
    "kaiming_uniform_": ((4, 5), (), {"mode": "fan_out", "nonlinearity": "relu"}),
    "kaiming_normal_": ((4, 5), (), {"nonlinearity": "tanh"}),
    "trunc_normal_": ((40, 50), (), {"std": 1.5}),
    "orthogonal_": ((6, 4), (2.0,), {}),
    "ones_": ((2,), (), {}),
    "zeros_": ((2,), (), {}),
    "constant_": ((2,), (0.3,), {}),
    "eye_": ((2, 3), (), {}),
}


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


OPTIMIZERS = [
    "SGD(params, lr=0.1)",
    "SGD(params, lr=0.1, momentum=0.9, weight_decay=0.01)",
    "SGD(params, momentum=0.9, nesterov=True)",
    "SGD(params, momentum=0.5, dampening=0.1, maximize=True)",
    "Adam(params)",
    "Adam(params, lr=0.1, weight_decay=0.1, amsgrad=True)",
    "AdamW(params, lr=5e-3)",
    "AdamW(params, lr=0.1, betas=(0.8, 0.99), eps=1e-6, weight_decay=0.1, foreach=False)",
    "AdamW([{'params': params[:1], 'lr': 0.5}, {'params': params[1:], 'weight_decay': 0}])",
    "Adam([{'params': params[:1]}, {'params': params[1:], 'betas': (0.5, 0.5)}], lr=0.01, maximize=True)",
]


@pytest.mark.parametrize("text", OPTIMIZERS)
def test_an_optimizer(text):
    results = []
    for kind in KINDS:
        torch.manual_seed(4)
        params = [torch.randn(5, 3).requires_grad_(), torch.randn(20).requires_grad_(), torch.ones(2).requires_grad_()]
        optimizer = eval("optim." + text, {"optim": BOTH[kind].optim, "params": params})
        shown = repr(optimizer)
        for _ in range(20):
            loss = params[0].square().mean() + params[1].cos().sum().exp() - params[2].mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        again = eval("optim." + text, {"optim": BOTH[kind].optim, "params": params})
        again.load_state_dict(optimizer.state_dict())
        again.step()
        results.append([shown, [p.detach() for p in params], [float(state["step"]) if "step" in state else 0
                                                             for state in again.state.values()]])  # fmt: skip
    same(*results)


OPTIMIZER_ERRORS = [
    "SGD([], lr=0.1)",
    "SGD(w, lr=0.1)",
    "SGD([w], lr=-0.1)",
    "SGD([3])",
    "SGD([w * 2])",
    "SGD([{'params': [w]}, {'params': [w]}])",
    "SGD({w})",
    "SGD([w], nesterov=True)",
    "SGD([w], momentum=-1)",
    "SGD([w], weight_decay=-1)",
    "AdamW([w], lr=-1)",
    "AdamW([w], eps=-1)",
    "AdamW([w], betas=(1.0, 0.9))",
    "Adam([w], weight_decay=-1)",
    "lr_scheduler.OneCycleLR(SGD([w]), 0.1, 10)",
    "lr_scheduler.OneCycleLR(AdamW([w]), 0.1)",
    "lr_scheduler.OneCycleLR(AdamW([w]), 0.1, 0)",
    "lr_scheduler.OneCycleLR(AdamW([w]), 0.1, 10, pct_start=2)",
    "lr_scheduler.OneCycleLR(AdamW([w]), 0.1, 10, anneal_strategy='up')",
    "lr_scheduler.LinearLR(AdamW([w]), 0.0)",
    "lr_scheduler.LinearLR(AdamW([w]), end_factor=2)",
    "lr_scheduler.StepLR(3, 4)",
    "lr_scheduler.LambdaLR(AdamW([w]), [])",
]


@pytest.mark.parametrize("text", OPTIMIZER_ERRORS)
def test_an_optimizer_that_cannot_be(text):
    answers = []
    for kind in KINDS:
        optim = BOTH[kind].optim
        names = {"w": torch.ones(2).requires_grad_(), "SGD": optim.SGD, "Adam": optim.Adam, "AdamW": optim.AdamW,
                 "lr_scheduler": optim.lr_scheduler}  # fmt: skip
        answers.append(outcome(eval, text, names))
    if text == "SGD([w], momentum=0)" or text.startswith("SGD({w})"):  # a set of one: torch has no text of its own
        return
    if "OneCycleLR(SGD" in text:
        answers = [type(answer).__name__ for answer in answers]
    assert answers[0] == answers[1]


SCHEDULES = [
    "OneCycleLR(optimizer, 0.1, 50, pct_start=0.1, anneal_strategy='linear', cycle_momentum=False)",
    "OneCycleLR(optimizer, 0.1, 50)",
    "OneCycleLR(optimizer, [0.1, 0.2], epochs=5, steps_per_epoch=10, three_phase=True, max_momentum=[0.9, 0.8])",
    "OneCycleLR(optimizer, 0.007, 60, pct_start=min(0.1, 100 / 60), final_div_factor=10)",
    "LinearLR(optimizer, 1.0, 0.0, total_iters=50)",
    "LinearLR(optimizer)",
    "LambdaLR(optimizer, lambda step: min(1, step / 10))",
    "LambdaLR(optimizer, [lambda step: 0.9 ** step, lambda step: 1 / (step + 1)])",
    "StepLR(optimizer, 7)",
    "StepLR(optimizer, 5, gamma=0.5)",
    "MultiStepLR(optimizer, [3, 3, 20], 0.5)",
    "ExponentialLR(optimizer, 0.9)",
    "ConstantLR(optimizer, 0.5, 8)",
    "CosineAnnealingLR(optimizer, 20)",
    "CosineAnnealingLR(optimizer, 50, eta_min=0.001)",
]


@pytest.mark.parametrize("text", SCHEDULES)
@pytest.mark.parametrize("kind_of_optimizer", ["AdamW", "SGD"])
def test_a_schedule(text, kind_of_optimizer):
    results = []
    for kind in KINDS:
        optim = BOTH[kind].optim
        params = [torch.ones(2).requires_grad_(), torch.ones(3).requires_grad_()]
        options = {"momentum": 0.9} if kind_of_optimizer == "SGD" else {}
        optimizer = getattr(optim, kind_of_optimizer)(
            [{"params": params[:1], "lr": 0.3}, {"params": params[1:]}], lr=0.02, **options
        )
        schedule = eval("schedulers." + text, {"schedulers": optim.lr_scheduler, "optimizer": optimizer})
        values = []
        for _ in range(50):
            values += schedule.get_last_lr()
            values += [group.get("betas", group.get("momentum")) for group in optimizer.param_groups]
            values.append(schedule.last_epoch)
            optimizer.step()
            schedule.step()
        results.append(values)
        one_more = outcome(schedule.step)
        results[-1].append(one_more if isinstance(one_more, tuple) else None)
    same(*results)


def test_a_schedule_in_the_wrong_order_warns():
    texts = []
    for kind in KINDS:
        optim = BOTH[kind].optim
        schedule = optim.lr_scheduler.StepLR(optim.SGD([torch.ones(1).requires_grad_()]), 3)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            schedule.step()
        texts.append([str(warning.message) for warning in caught])
    assert texts[0] == texts[1] and texts[0]


CLOSE = [
    ("ones(3)", "ones(3)", {}),
    ("ones(3)", "ones(3) + 1e-6", {}),
    ("ones(3)", "ones(3) + 1e-4", {}),
    ("ones(3)", "tensor([1., 2., 4.])", {}),
    ("ones(2, 3)", "tensor([[1., 2., 0.], [1., 1., 1.]])", {"atol": 0.5, "rtol": 0}),
    ("ones(2, 3)", "zeros(2, 3)", {"atol": 0, "rtol": 0}),
    ("ones(2, 3)", "ones(3, 2)", {}),
    ("ones(3)", "ones(3).double()", {}),
    ("ones(3)", "ones(3).double() * 2", {"check_dtype": False}),
    ("ones(3).half()", "ones(3).half() * 1.01", {}),
    ("ones(3).bfloat16()", "ones(3).bfloat16() * 1.01", {}),
    ("ones(3).bfloat16()", "ones(3).bfloat16() * 1.1", {}),
    ("ones(3).int()", "tensor([1, 2, 1]).int()", {}),
    ("tensor([True, False])", "tensor([True, True])", {}),
    ("tensor(1.0)", "tensor(1.1)", {}),
    ("tensor(1)", "tensor(2)", {}),
    ("tensor(0.0)", "tensor(-0.0)", {}),
    ("tensor(torch.nan)", "tensor(torch.nan)", {}),
    ("tensor([torch.nan])", "tensor([torch.nan])", {}),
    ("tensor([torch.nan])", "tensor([torch.nan])", {"equal_nan": True}),
    ("tensor([torch.inf, 1])", "tensor([torch.inf, torch.inf])", {}),
    ("ones(3)", "ones(3)", {"atol": 1e-3}),
    ("ones(3)", "ones(3)", {"rtol": 1e-3}),
    ("ones(3) * 3", "ones(3)", {"msg": "not the same"}),
    ("ones(3) * 3", "ones(3)", {"msg": lambda text: "Well: " + text}),
    ("ones(2)", "[1.0, 1.0]", {}),
    ("[ones(2), ones(3)]", "[ones(2), ones(3) * 2]", {}),
    ("[ones(2)]", "[ones(2), ones(3)]", {}),
    ("{'a': [ones(2), 3]}", "{'a': (ones(2), 4)}", {}),
    ("{'a': ones(2), 'b': 3}", "{'a': ones(2), 'c': 3}", {}),
    ("1.0", "1.1", {}),
    ("1.0", "1.0 + 1e-9", {}),
    ("1", "2", {}),
    ("1", "1.0", {}),
    ("3", "0", {}),
    ("True", "False", {}),
    ("None", "None", {}),
    ("None", "3", {}),
    ("'a'", "'a'", {}),
    ("ones(3)", "1.0", {}),
    ("ones(0)", "ones(0)", {}),
    ("ones(3)", "ones(3, device='meta')", {}),
    ("ones(3, device='meta')", "ones(3, device='meta')", {}),
    ("ones(2, 2).T", "ones(2, 2)", {"check_stride": True}),
    ("rand(50, 60)", "rand(50, 60)", {}),
    ("randn(5, 6, 7)", "randn(5, 6, 7)", {"rtol": 0.5, "atol": 0.5}),
]


@pytest.mark.parametrize(("actual", "expected", "options"), CLOSE)
def test_assert_close(actual, expected, options):
    torch.manual_seed(8)
    values = [eval(text, {**vars(torch), "torch": torch}) for text in (actual, expected)]
    answers = [outcome(BOTH[kind].testing.assert_close, *values, **options) for kind in KINDS]
    assert answers[0] == answers[1]


def test_helps():
    results = []
    for kind in KINDS:
        utils = BOTH[kind].nn.utils
        torch.manual_seed(6)
        rows = [torch.randn(size) for size in (3, 1, 4)]
        ids = [torch.arange(size) for size in (3, 1, 4)]
        matrices = [torch.randn(size, 2) for size in (3, 1)]
        values = [
            utils.rnn.pad_sequence(rows),
            utils.rnn.pad_sequence(ids, batch_first=True, padding_value=-100),
            utils.rnn.pad_sequence(matrices, True, padding_side="left"),
        ]
        params = [torch.randn(4).requires_grad_(), torch.randn(2, 2).requires_grad_()]
        (params[0].exp().sum() + params[1].square().sum()).backward()
        values += [utils.clip_grad_norm_(params, 0.5), params[0].grad.clone(), params[1].grad.clone()]
        values += [utils.clip_grad_norm_(params, 100.0, norm_type=1), params[0].grad.clone()]
        utils.clip_grad_value_(params, 0.1)
        values += [params[0].grad, utils.parameters_to_vector(params)]
        utils.vector_to_parameters(torch.arange(8.0), params)
        values += [params[1]]
        results.append(values)
    same(*results)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (lambda x: x.square(), (torch.arange(3.0),)),
        (lambda x: torch.softmax(x @ x.T, -1) @ x, (torch.rand(4, 3),)),
        (lambda x, y: x * y.sum(), (torch.rand(3), torch.rand(2))),
        (lambda x: (x.sum(), x * 2), (torch.rand(3),)),
        (lambda x: torch.ones(2), (torch.rand(3),)),
    ],
)
def test_jacobian(function, arguments):
    from stand_in_torch.autograd import functional

    given = arguments[0] if len(arguments) == 1 else arguments
    answers = [module.jacobian(function, given) for module in (functional, torch.autograd.functional)]
    for mine, theirs in zip(*answers) if isinstance(answers[1], tuple) else [answers]:
        torch.testing.assert_close(mine, theirs)


RULES = {
    "causal": (lambda b, h, q, k: k <= q, None),
    "window": (lambda b, h, q, k: (k <= q) & (q - k < 3), None),
    "table": (lambda b, h, q, k: torch.tensor([0] * 8 + [1] * 8)[q] == torch.tensor([0] * 8 + [1] * 8)[k], None),
    "all": (lambda b, h, q, k: q >= 0, lambda s, b, h, q, k: s - torch.tensor([0.5, 0.25])[h] * (q - k)),
    "cap": (lambda b, h, q, k: k <= q, lambda s, b, h, q, k: 5 * (s / 5).tanh()),
    "nothing": (lambda b, h, q, k: k < q, None),
}


@pytest.mark.parametrize("rule", RULES)
def test_flex_attention(rule):
    allowed, change = RULES[rule]
    torch.manual_seed(1)
    q, k, v = torch.randn(3, 1, 2, 16, 16, dtype=torch.float64)
    results = []
    for flex in (ours.nn.attention.flex_attention, torch.nn.attention.flex_attention):
        mask = flex.create_mask(allowed, None, None, 16, 16, device="cpu")
        block = flex.create_block_mask(allowed, None, None, 16, 16, device="cpu", BLOCK_SIZE=4)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.append([mask, block.sparsity(), flex.flex_attention(q, k, v, change, block)])
        results[-1].append(outcome(flex.create_mask, lambda b, h, q, k: k < 4 or k <= q, None, None, 8, 8, device="cpu"))
    same(results[0][:2], results[1][:2])
    torch.testing.assert_close(results[0][2], results[1][2])
    assert results[0][3] == results[1][3]


def test_which_attention():
    attention = ours.nn.attention
    with attention.sdpa_kernel([attention.SDPBackend.MATH, attention.SDPBackend.CUDNN_ATTENTION]):
        attention.check_backend()
        with attention.sdpa_kernel(attention.SDPBackend.CUDNN_ATTENTION):
            text = outcome(attention.check_backend)
        attention.check_backend()
    theirs = torch.nn.attention
    with theirs.sdpa_kernel(theirs.SDPBackend.CUDNN_ATTENTION):
        x = torch.rand(1, 1, 4, 4)
        assert text == outcome(torch.nn.functional.scaled_dot_product_attention, x, x, x)
    from stand_in_torch.nn.attention import bias

    for size in [(2, 6), (4, 4), (5, 3)]:
        mine = bias.causal_lower_right(*size)
        query, key = torch.rand(1, 1, size[0], 8), torch.rand(1, 1, size[1], 8)
        if size[0] <= size[1]:
            results = [
                torch.nn.functional.scaled_dot_product_attention(query, key, key, attn_mask=mask)
                for mask in (mine, torch.nn.attention.bias.causal_lower_right(*size))
            ]
            torch.testing.assert_close(*results)


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
