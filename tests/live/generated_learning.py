"""Programs made at random about learning: gradients, layers, optimizers, random numbers."""

# ruff: noqa: E501 (statements of programs stand in one line each)

from __future__ import annotations

from random import Random

from generated_parts import axis, index, nested, number, shape_of, tensor_of

SMOOTH = (
    "exp sin cos tanh sigmoid square abs relu neg reciprocal log sqrt erf floor sign round atan log1p rsqrt expm1 trunc"
).split()


def _step(random: Random, names: list[str], shape: list[int]) -> str:
    """One more operation of a graph."""
    one, two = random.choice(names), random.choice(names)
    place = axis(random, len(shape))
    return random.choice(
        [
            f"{one} * {two}", f"{one} + {two}", f"{one} - {two}", f"{one} / ({two}.abs() + 1)", f"{one} ** 2",
            f"{one}.{random.choice(SMOOTH)}()", f"{one} * {number(random, 'float32')}", f"{one}.clamp(-1, 1)",
            f"{one}.clamp(min={number(random, 'float32')})", f"{one}.clamp(max=0.5)", f"{one}.softmax({place})",
            f"{one}.sum({place}, keepdim=True)", f"{one}.mean({place}, keepdim=True)", f"{one}.max({place})[0]",
            f"{one}.amax({place}, keepdim=True)", f"{one}.cumsum({place})", f"{one}.flip({place})", f"{one}.sum()",
            f"{one}.transpose({place}, 0)", f"{one}.reshape(-1)", f"{one}[{index(random, shape).replace('a > 0', '...')}]",
            f"torch.maximum({one}, {two})", f"torch.where({one} > 0, {one}, {two})", f"{one}.detach()", f"{one}.clone()",
            f"torch.cat([{one}, {two}], {place})", f"{one}.std({place}, keepdim=True)", f"{one}.log_softmax({place})",
            f"{one}.prod({place}, keepdim=True)", f"{one}.sort({place})[0]", f"{one}.unsqueeze({place})",
            f"{one}.masked_fill({two} > 0, 0.5)", f"{one}.expand(2, {', '.join(map(str, shape)) or 1})", f"{one}.norm()",
            f"{one}.repeat(*[1] * {one}.dim())", f"{one}.min(), {two}.max()", f"{one}.logsumexp({place})",
            f"{one}.tril() if {one}.dim() > 1 else {one}", f"{one} @ {two}.mT if {two}.dim() > 1 else {one} * 1",
            f"torch.remainder({one}, 0.7)", f"{one}.median()", f"{one}.topk(1, {place})[0]",
            f"{one}.gather({place}, torch.zeros({shape}, dtype=torch.int64))", f"{one}.pow({two})",
        ]
    )  # fmt: skip


CHANGES = [
    "{0}.add_(1)", "{0}.mul_(2)", "{0}[0] = 1.5", "{0}.zero_()", "{0}.exp_()", "with torch.no_grad():\n    {0}.mul_(0.5)",
    "{0}.detach().add_(1)", "{0} *= {0}", "{0}.data.mul_(3)", "{0}.clamp_(-0.5, 0.5)",
]  # fmt: skip
HOOKS = [
    "{0}.register_hook(lambda grad: grad * 2)", "{0}.register_hook(lambda grad: show('asked', grad))", "{0}.retain_grad()",
    "handle = {0}.register_hook(lambda grad: grad * 2)\nhandle.remove()", "{0}.requires_grad_(False)", "show({0}.is_leaf)",
]  # fmt: skip


def gradients(random: Random) -> list[str]:
    """Small graphs, and the way back through them."""
    shape = shape_of(random)
    while 0 in shape:
        shape = shape_of(random)
    names = ["a", "b"]
    result = [f"{name} = {tensor_of(random, shape, 'torch.float32')}.clone().requires_grad_()" for name in names]
    for name in "cdef"[: random.randint(1, 4)]:
        result.append(f"{name} = {_step(random, names, shape)}\nshow({name})")
        names.append(name)
        if random.random() < 0.25:
            result.append(random.choice(CHANGES + HOOKS).format(random.choice(names)))
    last = names[-1]
    keep = random.choice(["", "", "retain_graph=True"])
    ends = [
        f"({last} * torch.arange(1.0, {last}.numel() + 1).reshape({last}.shape)).sum().backward({keep})",
        f"{last}.sum().backward({keep})",
        f"{last}.backward(torch.ones_like({last}))",
        f"show(torch.autograd.grad({last}.sum(), [a, b], {random.choice(['', 'allow_unused=True', 'create_graph=True'])}))",
        f"g, = torch.autograd.grad({last}.sum(), a, create_graph=True)\nshow(g)\n(g * g).sum().backward()",
        f"with torch.no_grad():\n    show(({last} * 2).requires_grad)\n{last}.mean().backward()",
        f"{last}.square().sum().backward()\n{last}.sum().backward()",
    ]
    result += [random.choice(ends), "show(a.grad)\nshow(b.grad)"]
    if random.random() < 0.5:
        result += [random.choice(ends), "show(a.grad)\nshow(b.grad)", "show([x.is_leaf for x in (a, b, " + last + ")])"]
    return result


LAYERS = [
    ("nn.Linear({i}, {o})", "({b}, {i})"), ("nn.Linear({i}, {o}, bias=False)", "({i},)"), ("nn.LayerNorm({i})", "({b}, {i})"),
    ("nn.LayerNorm(({b}, {i}), elementwise_affine=False)", "(2, {b}, {i})"), ("nn.Dropout(0.4)", "({b}, {i})"),
    ("nn.Sequential(nn.Linear({i}, {o}), nn.{act}(), nn.Linear({o}, 1))", "({b}, {i})"), ("nn.{act}()", "({b}, {i})"),
    ("nn.MultiheadAttention(4, {heads}, batch_first={first})", None), ("nn.Embedding({o}, {i})", "long"),
    ("nn.RMSNorm({i})", "({b}, {i})"), ("nn.Softmax(-1)", "({b}, {i})"), ("nn.Flatten()", "({b}, {i}, 2)"),
    ("nn.ModuleList([nn.Linear({i}, {i}), nn.Identity()])", None), ("nn.BatchNorm1d({i})", "({b}, {i})"),
    ("nn.GroupNorm(1, {i})", "({b}, {i})"), ("nn.Conv1d({i}, {o}, 2)", "(1, {i}, 3)"), ("nn.Bilinear({i}, {i}, 2)", None),
    ("nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)", "(1, {b}, 4)"), ("nn.Unflatten(1, (1, {i}))", "({b}, {i})"),
    ("nn.ParameterList([nn.Parameter(torch.rand({i}))])", None), ("nn.ModuleDict({{'x': nn.Linear({i}, 1)}})", None),
]  # fmt: skip
ACTIVATIONS = ["ReLU", "Tanh", "GELU", "Sigmoid", "SiLU", "ELU", "LeakyReLU", "Softplus", "Hardtanh", "Mish"]
LOSSES = ["MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss", "BCEWithLogitsLoss", "CrossEntropyLoss", "KLDivLoss"]


def _fill(random: Random) -> tuple[str, str | None]:
    layer, size = random.choice(LAYERS)
    sizes = {"i": random.randint(2, 4), "o": random.randint(1, 4), "b": random.randint(1, 3)}
    given = {
        "act": random.choice(ACTIVATIONS),
        "heads": random.choice([1, 2, 4, 3]),
        "first": random.choice([True, False]),
    }
    return layer.format(**sizes, **given), size and size.format(**sizes)


def modules(random: Random) -> list[str]:
    """Layers: what they hold, what they print, what they make."""
    layer, size = _fill(random)
    result = [
        "import torch.nn as nn\nimport torch.nn.functional as F",
        f"torch.manual_seed({random.randint(0, 99)})\nmodule = {layer}\nprint(module)",
        "show(module.state_dict())",
        random.choice(["module.eval()", "module.eval()", "module.train()"]),
    ]
    if "Multihead" in layer:
        mask = random.choice(["", ", need_weights=False", ", attn_mask=torch.ones(3, 3).triu(1).bool()"])
        result.append(f"x = torch.rand(3, 3, 4)\ny, w = module(x, x, x{mask})\nshow(y, w)")
    elif size:
        made = f"torch.randint(0, 2, {shape_of(random)})" if size == "long" else f"torch.randn{size}"
        result.append(f"x = {made}\ny = module(x)\nshow(y)")
    loss = random.choice(LOSSES)
    reduction = random.choice(["mean", "sum", "none"])
    result += [
        f"l = nn.{loss}(reduction={reduction!r})(y, torch.ones_like(y) * 0.5)\nshow(l)",
        "l.sum().backward()\nshow([p.grad for p in module.parameters()])",
        random.choice(
            [
                "print([(name, p.shape, p.requires_grad) for name, p in module.named_parameters()])",
                "print(sum(p.numel() for p in module.parameters()), module.training)",
                "print([name for name, _ in module.named_modules()], list(module.children()))",
                "module.load_state_dict(module.state_dict())\nmodule.zero_grad()\nshow([p.grad for p in module.parameters()])",
                "module.double()\nshow(module.state_dict())",
                "module.requires_grad_(False)\nshow(module(x).requires_grad)",
                "module.weight.fill_(1)",
                "with torch.no_grad():\n    module.weight.fill_(0.5)\nshow(module(x))",
                "module.load_state_dict({})",
                "show(module.nothing)",
                "module(torch.rand(5, 7))",
                "torch.nn.init.xavier_uniform_(module.weight)\nshow(module.weight)",
            ]
        ),
    ]
    return result


OPTIMIZERS = [
    "SGD({p}, lr={lr})", "SGD({p}, lr={lr}, momentum={m})", "SGD({p}, lr={lr}, momentum={m}, nesterov=True)",
    "SGD({p}, lr={lr}, momentum={m}, weight_decay=0.1, dampening=0.2)", "Adam({p}, lr={lr})",
    "Adam({p}, lr={lr}, betas=(0.8, 0.9), eps=1e-3)", "Adam({p}, lr={lr}, weight_decay=0.2, amsgrad=True)",
    "AdamW({p}, lr={lr})", "AdamW({p}, lr={lr}, weight_decay=0.3)", "RMSprop({p}, lr={lr})", "Adagrad({p}, lr={lr})",
    "RMSprop({p}, lr={lr}, momentum={m})", "SGD([dict(params={p}), dict(params=[v], lr=0.5)], lr={lr}, maximize=True)",
    "SGD({p}, lr=-1)", "Adam({p}, betas=(2, 3))", "SGD([])", "Adagrad({p}, lr={lr}, lr_decay=0.1)",
]  # fmt: skip


def optimizers(random: Random) -> list[str]:
    """Steps of optimizers."""
    text = random.choice(OPTIMIZERS).format(
        p=random.choice(["[w]", "[w, v]"]), lr=random.choice([0.1, 0.01, 1.0, 1e-3]), m=random.choice([0.9, 0.5])
    )
    shape = [random.randint(1, 3) for _ in range(random.randint(1, 2))]
    schedule = random.choice(["StepLR(o, 2)", "ExponentialLR(o, 0.5)", "CosineAnnealingLR(o, 4)", "LinearLR(o)"])
    return [
        f"w = {tensor_of(random, shape, 'torch.float32')}.requires_grad_()",
        f"v = {tensor_of(random, [2], 'torch.float32')}.requires_grad_()",
        f"o = torch.optim.{text}\nprint(o)",
        f"s = torch.optim.lr_scheduler.{schedule}",
        f"for _ in range({random.randint(1, 5)}):\n    o.zero_grad()\n"
        f"    loss = (w * {number(random, 'float32')} + 1).square().sum() + v.cos().sum()\n"
        f"    loss.backward()\n    o.step()\n    {random.choice(['s.step()', 'pass'])}\n    show(loss)",
        "show(w, v, w.grad)",
        random.choice(["o.zero_grad(set_to_none=False)\nshow(w.grad)", "print(s.get_last_lr())", "o.step()\nshow(w)"]),
        "show(o.state_dict())",
    ]


def numbers(random: Random) -> list[str]:
    """Random numbers after a seed."""
    seed = random.choice([0, 1, 42, random.randint(0, 9999), 2**31, 2**32 + 5, 2**53 + 1, 2**63 - 1, -1, -(2**40)])
    result = [f"torch.manual_seed({seed})\nprint(torch.initial_seed())"]
    for _ in range(4):
        shape = shape_of(random)
        size = tuple(shape)
        dtype = random.choice(["torch.float32", "torch.float32", "torch.float64", "torch.float16"])
        view = random.choice([".T", "[:, ::2]", ".transpose(0, -1)", "[1:]", ".flatten()", "[..., 0]", "[::2]", ".mT"])
        draw = random.choice(
            [
                "normal_()", "uniform_()", "normal_(2, 3)", "uniform_(-1, 1)", "exponential_()", "bernoulli_(0.4)", "random_(5)",
                "uniform_(5, 3)", "normal_(0, -1)", "random_()", "geometric_(0.5)",
            ]
        )  # fmt: skip
        big = random.choice(["(17,)", "(4, 5)", "(3, 7)", "(2, 3, 4)", "(40,)", "(5, 1)", "(1, 20)", "(2, 2)"])
        result.append(
            random.choice(
                [
                    f"torch.rand({size}, dtype={dtype})", f"torch.randn({big}, dtype={dtype})", f"torch.randn({size})",
                    f"torch.randint({random.choice(['5', '-3, 4', '0, 2**40', '3, 3', '0, 2**31', '10, 12'])}, {size})",
                    f"torch.randint(0, 9, {size}, dtype={dtype})", f"torch.randperm({random.randint(0, 12)})",
                    f"torch.zeros({big}, dtype={dtype}){view}.{draw}", f"torch.zeros({big}){view}.{draw}",
                    f"torch.zeros({size}, dtype=torch.int64).{draw}", f"torch.zeros({big}).{draw}", f"torch.zeros({big}){view}.{draw}",
                    f"torch.tensor({nested(random, [4], 'float32')}).abs().add(0.01).multinomial({random.randint(1, 5)})",
                    f"torch.multinomial(torch.ones(2, 5), {random.randint(1, 6)}, {random.choice([True, False])})",
                    f"torch.bernoulli(torch.full({size}, 0.3))", f"torch.normal(0.0, 1.0, {size})", f"torch.rand_like(torch.ones({size}))",
                    f"torch.normal(torch.arange(3.0), {random.choice(['1.0', 'torch.ones(3)'])})", f"torch.rand({big})",
                    f"torch.nn.functional.dropout(torch.ones({big}), {random.choice([0.1, 0.5, 0.9])})",
                    "torch.rand(2, generator=torch.Generator().manual_seed(3))", f"torch.randint_like(torch.ones({size}), 7)",
                ]
            )
        )  # fmt: skip
    return result[:1] + [f"show({one})" for one in result[1:]] + ["show(torch.rand(1))"]


LEARNING = {"gradients": gradients, "modules": modules, "optimizers": optimizers, "random": numbers}
