"""More programs for operations: indices, layers, gradients, and mixtures; and all of them by their names."""

# ruff: noqa: E501 (programs and calls stand in one line each)

from __future__ import annotations

import random

from operation_cases import binary, reductions, unary, views

INDICES = [
    "0", "-1", "3", "-4", "1:", ":2", "::2", "-2:", "5:", "2:1", ":, 1", ":, ::2", "1, 2", "1, 2, 3", "1, 2, 3, 4", "...",
    "..., 0", "0, ...", "..., 0, :", "None", ":, None", "None, 0, ..., None", "[0, 2]", "[0, 0, 1]", "[[0, 1], [1, 0]]",
    "[0, 1], [2, 3]", "[0, 1], :, [0, 1]", "0, :, [0, 1]", ":, [0, 1], [0, 1]", ":, [0, 1], 0", "[0, 2], 1:", "[0, 5]",
    "[[0], [1]], [0, 1]", "torch.tensor([0, -1])", "torch.tensor(1)", "torch.tensor([[0, 1], [2, 0]])", "torch.tensor([])",
    "torch.tensor([], dtype=torch.int64)", "x > 0", "x[:, 0, 0] > 0", "x[:, :, 0] > 0", ":, torch.tensor([True, False, True, False])",
    "torch.tensor([True, False])", "[True, False, True]", "True", "False", "torch.tensor([True, False, True]), 1:",
    "torch.tensor([True, False, True]), [0, 1]", "0.5", "'a'", "torch.tensor(0.5)", "torch.tensor([0.5])", "::-1", "1.0:", "x[0] > 0",
    "torch.tensor([0, 1]), torch.tensor([0, 1, 2])", "1:3, [0, 1]", "slice(0, 2)", "(0, 1)", "-1, -1, -1", "[0, 1], None, [0, 1]",
    "torch.tensor([1], dtype=torch.int32)", "torch.tensor([1, 0, 1], dtype=torch.uint8)", "[0], [1], [2]", "..., [0, 1]", "[-1]", "[]",
    "0, [True, False, True, False]", ":, :, [True, False, True, False, True]", "..., None, 0", "1:2, ..., 0:1", "torch.tensor([3])",
]  # fmt: skip
VALUES = [
    "7",
    "1.5",
    "torch.tensor(3.0)",
    "part * 2",
    "part[:1]",
    "torch.ones(9)",
    "torch.tensor([True])",
    "[1.0]",
    "w",
]


def indexing() -> dict[str, str]:
    result = {}
    for start in range(0, len(INDICES), 3):
        text = ""
        for index in INDICES[start : start + 3]:
            text += f"print({index!r})\nslopes(lambda x: x[{index}], data(3, 4, 5))\n"
            text += f"attempt(lambda: data(4, 3, 5).transpose(0, 1)[{index}])\n".replace("x", "data(3, 4, 5)")
            for value in VALUES:
                text += (
                    "def change(a, w):\n    x = a * 1\n    part = x.detach()"
                    f"[{index}].clone()\n    x[{index}] = {value}\n    return x\n"
                    f"slopes(change, data(3, 4, 5), data(1), twice={value == 'w'})\n"
                )
            text += (
                f"def change(a):\n    x = (a * 1).transpose(0, 1).contiguous().transpose(0, 1)\n"
                f"    x[{index}] *= 2\n    return x\nslopes(change, data(3, 4, 5))\n"
                f"x = torch.zeros(3, 4, 5, dtype=torch.int64)\ndef change():\n    x[{index}] = 2.7\nattempt(change)\nshow(x.sum())\n"
            )
        result[f"index {start // 3}"] = text
    return result


def networks() -> dict[str, str]:
    calls = [
        "F.layer_norm(x, (4,))", "F.layer_norm(x, (4,), w, w * 2)", "F.layer_norm(x, (3, 4))", "F.layer_norm(x, (3,))",
        "F.layer_norm(x, (4,), w, eps=0.1)", "F.layer_norm(x, [4], None, w)", "F.rms_norm(x, (4,))", "F.rms_norm(x, (4,), w)",
        "F.rms_norm(x, (4,), w, 0.1)", "F.gelu(x)", "F.gelu(x, approximate='tanh')", "F.silu(x)", "F.softplus(x)",
        "F.softplus(x, 2.0, 1.0)", "F.relu(x)", "F.leaky_relu(x, 0.2)", "F.elu(x)", "F.elu(x, 0.5)", "F.logsigmoid(x)", "F.sigmoid(x)",
        "F.tanh(x)", "F.softmax(x, -1)", "F.softmax(x, 0)", "F.log_softmax(x, -1)", "F.normalize(x)", "F.normalize(x, dim=0)",
        "F.cosine_similarity(x, x.flip(0))", "F.cosine_similarity(x, w)", "F.one_hot(torch.tensor([0, 2]), 4)",
        "F.one_hot(torch.tensor([0, 2]))", "F.one_hot(torch.tensor([0, 5]), 4)", "F.pad(x, (1, 2))", "F.pad(x, (1, 0, 2, 1), value=5.0)",
        "F.pad(x, (-1, 1))", "F.mse_loss(x, w)", "F.mse_loss(x, x * 2, reduction='sum')", "F.mse_loss(x, x * 2, reduction='none')",
        "F.l1_loss(x, x * 2)", "F.mse_loss(x, x, reduction='bad')", "F.binary_cross_entropy(x.sigmoid(), (x > 0).to(x.dtype))",
        "F.binary_cross_entropy_with_logits(x, (x > 0).to(x.dtype))", "F.binary_cross_entropy_with_logits(x, (x > 0).to(x.dtype), reduction='sum')",
        "F.kl_div(x.log_softmax(-1), x.softmax(0).detach())", "F.kl_div(x.log_softmax(-1), x.softmax(0).detach(), reduction='batchmean')",
        "F.kl_div(x.log_softmax(-1), x.log_softmax(0), reduction='sum', log_target=True)", "F.cross_entropy(x, torch.tensor([0, 3, 1]))",
        "F.cross_entropy(x, torch.tensor([0, -100, 1]))", "F.cross_entropy(x, torch.tensor([0, 2, 1]), ignore_index=2)",
        "F.cross_entropy(x, torch.tensor([0, 3, 1]), w.detach().abs())", "F.cross_entropy(x, torch.tensor([0, 3, 1]), label_smoothing=0.1)",
        "F.cross_entropy(x, torch.tensor([0, 3, 1]), w.detach().abs(), label_smoothing=0.1)",
        "F.cross_entropy(x, torch.tensor([0, 3, -100]), label_smoothing=0.1, reduction='sum')",
        "F.cross_entropy(x, torch.tensor([0, 3, 1]), reduction='none')", "F.cross_entropy(x, torch.tensor([0, 3, 1]), reduction='sum')",
        "F.cross_entropy(x, torch.tensor([0, 4, 1]))", "F.cross_entropy(x, torch.tensor([0, 3]))", "F.cross_entropy(x, torch.tensor([0.0, 3.0, 1.0]))",
        "F.cross_entropy(x, x.softmax(1))", "F.cross_entropy(x, x.softmax(1).detach(), label_smoothing=0.2)", "F.cross_entropy(x, torch.tensor([0, 3, 1]).int())",
        "F.cross_entropy(x[0], torch.tensor(2))", "F.cross_entropy(x[None], torch.zeros(1, 4, dtype=torch.int64))", "F.cross_entropy(x, torch.zeros(3, 4).long())",
        "F.cross_entropy(x[None], torch.zeros(1, 3, dtype=torch.int64))", "F.cross_entropy(x, torch.tensor([-100, -100, -100]))",
        "F.nll_loss(x.log_softmax(1), torch.tensor([0, 3, 1]))", "F.nll_loss(x, torch.tensor([0, 3, 1]), reduction='none')",
        "F.embedding(torch.tensor([[0, 2], [1, 1]]), x)", "F.embedding(torch.tensor([3]), x)", "F.embedding(torch.tensor([0.5]), x)",
        "F.embedding(torch.tensor([0, 1]).int(), x)", "F.embedding(torch.tensor([-1]), x)", "F.embedding(torch.tensor([0, 1, 0]), x, padding_idx=0)",
        "F.linear(x, x)", "F.linear(x, x, w[:3])", "F.linear(x, x[:, :3])", "F.linear(x[0], x)", "F.linear(x[0], x, w[:3])", "F.linear(x[None], x, w[:3])",
        "F.linear(x.int(), x)", "F.linear(x, x, w)", "F.linear(x, w)", "F.scaled_dot_product_attention(x, x, x)",
        "F.scaled_dot_product_attention(x[None, None], x[None, None], x[None, None], is_causal=True)",
        "F.scaled_dot_product_attention(x, x, x, attn_mask=torch.ones(3, 3).tril().bool())",
        "F.scaled_dot_product_attention(x, x, x, attn_mask=torch.ones(3, 3, dtype=x.dtype))", "F.scaled_dot_product_attention(x, x[:2], x[:2], is_causal=True)",
        "F.scaled_dot_product_attention(x, x, x, scale=0.3)", "F.scaled_dot_product_attention(x, x, x, attn_mask=torch.zeros(3, 3).bool())",
        "F.scaled_dot_product_attention(x.expand(4, 3, 4)[None], x.expand(2, 3, 4)[None], x.expand(2, 3, 4)[None], enable_gqa=True)",
        "F.scaled_dot_product_attention(x, x[:, :2], x)", "F.scaled_dot_product_attention(x, x, x, attn_mask=torch.ones(3, 2).bool())",
        "F.scaled_dot_product_attention(x, x, x, attn_mask=torch.ones(3, 3).long())", "F.scaled_dot_product_attention(x, x, x.half())",
        "F.conv1d(x[None], w.view(1, 1, 4)[:, :, :2].expand(2, 3, 2))", "F.conv1d(x, w.view(1, 1, 4)[:, :, :2].expand(2, 3, 2), w[:2], stride=2, padding=1)",
        "F.conv1d(x[None], w.view(1, 1, 4)[:, :, :3].expand(3, 1, 3), padding='same', groups=3)", "F.conv1d(x[None], w.view(1, 2, 2))",
        "F.conv1d(x[None], w.view(1, 1, 4)[:, :, :2].expand(2, 3, 2), dilation=2)", "F.conv2d(x[None, None], w.view(1, 1, 2, 2))",
        "F.conv2d(x[None], w.view(1, 1, 2, 2), w[:1], padding=1)", "F.conv2d(x[None, None], w.view(1, 1, 2, 2), stride=2)", "F.conv2d(x, w.view(1, 1, 2, 2))",
        "F.conv2d(x[None], w.view(1, 2, 2, 1))", "F.conv2d(x[None, None], w.view(1, 1, 2, 2), padding=(0, 2))", "F.conv2d(x[None], torch.ones(1, 1, 5, 5))",
        "F.dropout(x, 0.5, training=False)", "F.dropout(x, 2.0)", "F.dropout(x, 1.0)", "F.layer_norm(x, 4)",
    ]  # fmt: skip
    result = {}
    for start in range(0, len(calls), 8):
        text = ""
        for call in calls[start : start + 8]:
            text += f"print({call!r})\nslopes(lambda x, w: {call}, data(3, 4), data(4, seed=4))\n"
        result[f"networks {start // 8}"] = text
    return result


AUTOGRAD = {
    "twice": "x = data(3, grad=True)\ny = (x * x).sum()\ny.backward()\nattempt(lambda: y.backward())\nshow(x.grad)",
    "kept": "x = data(3, grad=True)\ny = (x * x).sum()\ny.backward(retain_graph=True)\ny.backward()\nshow(x.grad)",
    "many": "x = data(3, grad=True)\nattempt(lambda: (x * x).backward())\nattempt(lambda: (x * x).backward(torch.ones(2)))",
    "none": "attempt(lambda: data(3).sum().backward())\nattempt(lambda: torch.autograd.grad(data(1).sum(), data(1)))",
    "unused": "x = data(3, grad=True)\nz = data(2, grad=True)\nattempt(lambda: torch.autograd.grad(x.sum(), [x, z]))\n"
    "attempt(lambda: torch.autograd.grad(x.sum(), [x, z], allow_unused=True)[1])",
    "leaf": "x = data(3, grad=True)\nattempt(lambda: x.add_(1))\nattempt(lambda: x.zero_())\nattempt(lambda: x[0].mul_(2))\n"
    "def change():\n    x[0] = 1\nattempt(change)\ndef change():\n    x.data[0] = 9\nattempt(change)\nshow(x)\n"
    "def change():\n    global x\n    x += 1\nattempt(change)\nwith torch.no_grad():\n    x += 1\nshow(x)",
    "no_grad": "x = data(3, grad=True)\nwith torch.no_grad():\n    y = x * 2\n    x.mul_(2)\nshow(y, x)\n"
    "@torch.no_grad()\ndef f(x):\n    return x * 2\nshow(f(x))\nwith torch.inference_mode():\n    show(x * 2)",
    "rules": "attempt(lambda: torch.tensor([1, 2]).requires_grad_())\nattempt(lambda: torch.tensor([1], requires_grad=True))\n"
    "x = data(3, grad=True)\ny = x * 2\nattempt(lambda: y.requires_grad_(False))\nprint(x.is_leaf, y.is_leaf, y.requires_grad)\n"
    "attempt(lambda: x.numpy())\nshow(x > 0, x.detach(), x.argmax(), x.int())\nprint(y.grad_fn is None, x.grad)\n"
    "def change():\n    y.requires_grad = False\nattempt(change)",
    "retain": "x = data(3, grad=True)\ny = x * 2\ny.retain_grad()\n(y * y).sum().backward()\nshow(y.grad, x.grad)",
    "hooks": "x = data(3, grad=True)\nx.register_hook(lambda g: g * 3)\n(x * x).sum().backward()\nshow(x.grad)",
    "printed": "x = data(3, grad=True)\nprint(x, x * 2, x.sum(), x[0], x.exp().log(), (x @ x), x.view(1, 3), x.clone())\n"
    "print(repr((x * 2).grad_fn).split(' ')[0], x.detach(), x.double(), x > 0)",
    "graph": "x = data(3, grad=True)\ny = x * 2\nz = (y * y + y.exp()).sum()\nprint(z.grad_fn.name())\n"
    "print([f.name() if f else f for f, _ in z.grad_fn.next_functions])",
    "shared": "x = data(2, 3)\nv = x.view(6)\nv[0] = 100\nx[1] = 5\nx.T[0, 1] = 7\nshow(x, v)\nx.add_(1)\nshow(v)\n"
    "y = x.reshape(3, 2)\ny.zero_()\nshow(x)\nz = x.T.reshape(-1)\nz.fill_(3)\nshow(x)\nw = x.expand(2, 2, 3)\nx += 1\nshow(w)\n"
    "d = x.detach()\nd[0] = -1\nshow(x)\na, b = x.unbind()\na.mul_(2)\nshow(x, x.data_ptr() == a.data_ptr())",
    "overlap": "x = torch.zeros(1).expand(3)\nattempt(lambda: x.add_(1))\ny = torch.arange(5)\ndef change():\n    y[1:] = y[:-1]\nattempt(change)\n"
    "y[1:] = y[:-1].clone()\nshow(y)\nx = torch.zeros(3)\nx[[0, 0, 1]] += 1\nshow(x)\nx.index_add_(0, torch.tensor([0, 0]), torch.ones(2))\nshow(x)",
    "saved exp": "x = data(3, grad=True)\ny = x.exp()\ny.add_(1)\nattempt(lambda: y.sum().backward())",
    "saved mul": "x = data(3, grad=True)\ny = x * 2\nz = y * y\ny.add_(1)\nattempt(lambda: z.sum().backward())",
    "saved other": "x = data(3, grad=True)\nw = data(3)\nz = x * w\nw.add_(1)\nattempt(lambda: z.sum().backward())",
    "saved leaf": "x = data(3, grad=True)\nz = (x * x).sum()\nwith torch.no_grad():\n    x.add_(1)\nattempt(lambda: z.backward())",
    "saved not": "x = data(3, grad=True)\ny = x * 2\nz = y + 1\ny.add_(1)\nattempt(lambda: z.sum().backward())\nshow(x.grad)",
    "saved matmul": "x = data(3, 3, grad=True)\nw = data(3, 3, seed=2, grad=True)\ny = x @ w\nwith torch.no_grad():\n    w -= 0.1\n"
    "attempt(lambda: y.sum().backward())",
    "saved relu": "x = data(3, grad=True)\ny = (x * 1).relu_()\ny *= 2\nattempt(lambda: y.sum().backward())\nshow(x.grad)",
    "saved index": "x = data(3, grad=True)\ni = torch.tensor([0, 1])\ny = x[i]\ni.zero_()\nattempt(lambda: y.sum().backward())",
    "saved embedding": "x = data(3, 2, grad=True)\ni = torch.tensor([0, 1])\ny = F.embedding(i, x)\ni.zero_()\nattempt(lambda: y.sum().backward())",
    "saved mask": "x = data(3, grad=True)\ni = torch.tensor([True, False, True])\ny = x.masked_fill(i, 0.0)\ni.zero_()\nattempt(lambda: y.sum().backward())",
    "saved view": "x = data(3, grad=True)\ny = x.exp()\ny[0] = 2\nattempt(lambda: y.sum().backward())",
    "saved data": "x = data(3, grad=True)\ny = (x * x).sum()\nx.data.add_(1)\nattempt(lambda: y.backward())\nshow(x.grad)",
    "saved step": "x = data(3, grad=True)\no = torch.optim.SGD([x], 0.1)\ny = (x * x).sum()\ny.backward(retain_graph=True)\no.step()\nattempt(lambda: y.backward())",
    "view change": "x = data(2, 3, grad=True)\ny = x * 1\ny[0].mul_(2)\nshow(y)\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "view change 2": "x = data(2, 3, grad=True)\ny = x * 1\nv = y.view(6)\nv[1:3] = 0\nshow(y, v)\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "view change 3": "x = data(2, 3, grad=True)\ny = x * 1\nv = y.view(6)\ny.mul_(3)\n(v * weights(v)).sum().backward()\nshow(x.grad)",
    "view change 4": "x = data(3, 3, grad=True)\ny = x * 1\ny.diagonal().fill_(0)\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "view change 5": "x = data(3, grad=True)\ny = torch.zeros(2, 3)\ny[0] = x\ny[1] = x * 2\nshow(y)\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "view change 6": "x = data(3, grad=True)\ny = torch.zeros(2, 3)\ny[0].add_(x)\nshow(y)\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "view change 7": "x = data(3, grad=True)\ny = torch.zeros(2, 3)\nv = y[1]\ny.add_(x)\nshow(v)\n(v * weights(v)).sum().backward()\nshow(x.grad)",
    "view change 8": "x = data(2, 3, grad=True)\ny = x * 1\na, b = y.unbind(0)\nattempt(lambda: a.mul_(2))",
    "view change 9": "x = data(2, 3, grad=True)\ny = (x * 1).T\ny[0] = 4\ny[1].exp_()\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "masked": "x = data(2, 3, grad=True)\ny = x * 1\ny[y > 0] = 0\ny.masked_fill_(y < -1, 5.0)\nshow(y)\n(y * weights(y)).sum().backward()\nshow(x.grad)",
    "copied": "x = data(3, grad=True)\ny = torch.zeros(2, 3)\ny.copy_(x)\nshow(y)\ny.sum().backward()\nshow(x.grad)\nattempt(lambda: y.copy_(data(4)))",
    "swap": "x = torch.arange(4)\nx[[0, 1]] = x[[1, 0]]\nshow(x)\nx[0], x[1] = x[1].clone(), x[0].clone()\nshow(x)",
    "accumulate": "x = data(3, grad=True)\nfor _ in range(3):\n    (x * 2).sum().backward()\nshow(x.grad)\nx.grad.zero_()\nshow(x.grad)\nx.grad = None\nprint(x.grad)",
    "reuse": "x = data(3, grad=True)\ny = x\nfor _ in range(3):\n    y = y * x + y\ny.sum().backward()\nshow(x.grad)",
    "half": "x = data(3, grad=True)\ny = (x.half() * 2).float() + x.bfloat16()\ny.sum().backward()\nshow(x.grad, y)",
    "mixed": "x = data(3, grad=True)\nw = data(3, kind=torch.float64, grad=True)\n(x * w).sum().backward()\nshow(x.grad, w.grad)",
    "scalars": "x = torch.tensor(2.0, requires_grad=True)\ny = x ** 3\ng = torch.autograd.grad(y, x, create_graph=True)[0]\n"
    "h = torch.autograd.grad(g, x, create_graph=True)[0]\nk = torch.autograd.grad(h, x)[0]\nprint(y, g, h, k)\nprint(2 ** x, x ** 0.5, 1 / x, x / 3)",
    "errors": "attempt(lambda: torch.tensor([[1, 2], [3]]))\nattempt(lambda: torch.tensor('a'))\nattempt(lambda: torch.tensor([1, 'a']))\n"
    "attempt(lambda: torch.zeros(2, -1))\nattempt(lambda: torch.zeros(2.5))\nattempt(lambda: torch.arange(0, 5, 0))\nattempt(lambda: torch.arange(5, 0))\n"
    "attempt(lambda: torch.eye(-1))\nattempt(lambda: torch.randint(5, 2, (1,)))\nattempt(lambda: data(2) + 'a')\nattempt(lambda: data(2) + [1, 2])\n"
    "attempt(lambda: data(2) + None)\nattempt(lambda: torch.add(data(2), 'a'))\nattempt(lambda: torch.matmul(data(2), 3))\nattempt(lambda: torch.softmax(data(2)))\n"
    "attempt(lambda: torch.relu(3))\nattempt(lambda: torch.sum(data(2), dim='a'))\nattempt(lambda: torch.stack(data(2)))\nattempt(lambda: torch.cat(data(2)))\n"
    "attempt(lambda: torch.exp())\nattempt(lambda: torch.sum(data(2), foo=1))\nattempt(lambda: F.linear(data(2)))\nattempt(lambda: torch.ones(2)[0][0])\n"
    "attempt(lambda: math.sqrt(data(2)))\nattempt(lambda: torch.tensor([1, 2]).mean())\nattempt(lambda: torch.tensor([1, 2]).softmax(0))\n"
    "attempt(lambda: torch.tensor([1, 2]).std())\nattempt(lambda: torch.tensor([1, 2]).norm())\nattempt(lambda: torch.tensor([True]) - torch.tensor([True]))\n"
    "attempt(lambda: torch.tensor([1, 2]) ** -1)\nattempt(lambda: torch.tensor([1]) // 0)\nattempt(lambda: torch.tensor([1]) % 0)\n"
    "attempt(lambda: torch.tensor([1.0]) // 0)\nattempt(lambda: torch.tensor([1.0]) % 0)\nattempt(lambda: data(2, 2).view(2, 2, 2))\n"
    "attempt(lambda: data(2).expand(3))\nattempt(lambda: data(2, 3).squeeze(4))\nattempt(lambda: data(2, 3).sum(2))\nattempt(lambda: data(2, 3).sum((0, 0)))\n"
    "attempt(lambda: torch.manual_seed('a'))\nattempt(lambda: data(2) @ data(3))\nattempt(lambda: data(2, 3) @ data(3).double())\n"
    "attempt(lambda: nn.Linear(3, 2)(data(2, 4)))\nattempt(lambda: nn.Linear(3, 2)(data(2, 3).int()))\nattempt(lambda: nn.Embedding(3, 2)(data(2)))\n"
    "attempt(lambda: nn.Embedding(3, 2)(torch.tensor([3])))\nattempt(lambda: nn.LayerNorm(3)(data(2, 4)))\nattempt(lambda: data(2, 3) == data(3, 2))\n"
    "attempt(lambda: data(3) if data(3) > 0 else 1)\nattempt(lambda: torch.zeros(3)[3])\nattempt(lambda: torch.zeros(2, 3)[:, 3])\nattempt(lambda: torch.zeros(3)[0, 0])",
}


def mixtures(count: int = 60) -> dict[str, str]:
    """Random chains of operations on random layouts, with gradients."""
    draw = random.Random(7)
    steps = [
        "x * 2 - 1", "x.T if x.ndim == 2 else x", "x[..., ::2]", "x[1:]", "x.flip(-1)", "x.tanh()", "x.softmax(-1)", "x - x.mean(-1, keepdim=True)",
        "x.unsqueeze(0)", "x.squeeze()", "x.reshape(-1)", "x.expand(2, *x.shape)", "x.sum(0)", "x.cumsum(-1)", "torch.cat([x, x * 2], -1)",
        "torch.stack([x, x.sin()], 1)", "x.transpose(0, -1)", "x * x.detach()", "x[torch.tensor([0, 0])]", "x.masked_fill(x > 0.5, 0.1)",
        "x.where(x > 0, x * 0.1)", "x.sort(-1)[0]", "x.amax(-1, keepdim=True) * x", "x.roll(1, -1)", "x @ x.transpose(-1, -2)", "x / (1 + x.abs())",
        "x.clamp(-1, 1)", "F.gelu(x)", "x.movedim(0, -1)", "x.contiguous()", "x.norm(dim=-1, keepdim=True) + x", "x.var(-1, keepdim=True) * x", "x[:, None]",
    ]  # fmt: skip
    result = {}
    for number in range(count):
        shape = draw.choice(["(3, 4)", "(2, 3, 4)", "(5, 1, 2)", "(4, 4)", "(2, 2, 3, 2)"])
        chain = "\n".join(f"    x = {step}" for step in draw.choices(steps, k=draw.randint(2, 6)))
        result[f"mixture {number}"] = (
            f"def chain(x):\n{chain}\n    return x\nslopes(chain, data{shape}, twice={number % 2 == 0})\n"
        )
    return result


PROGRAMS = {**unary(), **binary(), **reductions(), **views(), **indexing(), **networks(), **AUTOGRAD, **mixtures()}
