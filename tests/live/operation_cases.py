"""Small programs that use every operation of the page's tensors: texts that torch and the page run alike."""

# ruff: noqa: E501 (programs and calls stand in one line each)

from __future__ import annotations

START = '''
import math
import torch
from torch import nn
import torch.nn.functional as F


def data(*shape, kind=torch.float32, low=-2.0, high=2.0, seed=0, grad=False):
    """Numbers that differ, the same everywhere: no random stream is needed."""
    count = math.prod(shape)
    numbers = [low + (high - low) * (((i + 1 + 7 * seed) * 0.6180339887) % 1.0) for i in range(count)]
    if not kind.is_floating_point:
        numbers = [int(x) for x in numbers]
    result = torch.tensor(numbers, dtype=kind).reshape(shape).clone()
    return result.requires_grad_() if grad else result


def show(*results):
    for result in results:
        if isinstance(result, torch.Tensor):
            made = result.grad_fn.name() if result.grad_fn is not None else result.requires_grad
            numbers = result.detach().flatten().tolist()
            print(list(result.shape), result.dtype, made, [f"{x:.6g}" if isinstance(x, float) else x for x in numbers])
        elif isinstance(result, (tuple, list)) and any(isinstance(part, torch.Tensor) for part in result):
            show(*result)
        else:
            print(result)


def attempt(action):
    try:
        result = action()
        if result is not None:
            show(result)
    except Exception as error:
        print(type(error).__name__, str(error).split("\\n")[0])


def weights(result, seed=3):
    return data(*result.shape, kind=result.dtype, seed=seed)


def floats(results):
    results = results if isinstance(results, (tuple, list)) else [results]
    return [part for part in results if isinstance(part, torch.Tensor) and part.requires_grad]


def slopes(function, *inputs, twice=True):
    """Results and gradients, in float32, in float64 and of the second order."""
    for kind in (torch.float32, torch.float64):
        leaves = [x.detach().to(kind).requires_grad_() if x.is_floating_point() else x for x in inputs]
        try:
            results = function(*leaves)
            show(results)
            if not floats(results):
                return
            total = sum([(part * weights(part)).sum() for part in floats(results)])
            total.backward()
            show(*[x.grad for x in leaves if x.requires_grad])
        except Exception as error:
            print(type(error).__name__, str(error).split("\\n")[0])
    if not twice:
        return
    try:
        leaves = [x.detach().double().requires_grad_() if x.is_floating_point() else x for x in inputs]
        wanted = [x for x in leaves if x.requires_grad]
        total = sum([(part * weights(part)).sum() for part in floats(function(*leaves))])
        first = torch.autograd.grad(total, wanted, create_graph=True, allow_unused=True)
        total = sum([(part * weights(part, 5)).sum() for part in first if part is not None and part.requires_grad])
        if isinstance(total, torch.Tensor):
            second = torch.autograd.grad(total, wanted, allow_unused=True)
            print([None if part is None else [f"{x:.6g}" for x in part.flatten().tolist()] for part in second])
    except Exception as error:
        print("twice", type(error).__name__, str(error).split("\\n")[0])
'''

UNARY = {
    **dict.fromkeys(
        "neg abs sign exp expm1 square sin cos tan atan sinh cosh tanh sigmoid floor ceil trunc".split(), ""
    ),
    **dict.fromkeys("erf relu round negative absolute".split(), ""),
    **dict.fromkeys("log log2 log10 log1p sqrt rsqrt reciprocal".split(), "low=0.2, high=3.0"),
    **dict.fromkeys("asin acos".split(), "low=-0.9, high=0.9"),
}
IN_PLACE = [
    name for name in UNARY if name not in ("erf", "tan", "asin", "acos", "atan", "sinh", "cosh", "log2", "log10")
]
EDGES = "torch.tensor([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, math.inf, -math.inf, math.nan, 30.0, -30.0])"
KINDS = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64".split()
BINARY = "add sub mul div true_divide floor_divide remainder fmod pow maximum minimum atan2 logaddexp".split()
COMPARED = "eq ne lt le gt ge logical_and logical_or logical_xor".split()
BITS = "bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift".split()
SIGNS = "+ - * / // % ** == < & | ^".split()

LAYOUTS = {
    "plain": "data(3, 4, kind=torch.float64)",
    "turned": "data(4, 3, kind=torch.float64).T",
    "stepped": "data(3, 9, kind=torch.float64)[:, 1::2]",
    "wide": "data(3, 1, kind=torch.float64).expand(3, 4)",
    "none": "data(0, 4, kind=torch.float64)",
    "one": "data(kind=torch.float64)",
    "three": "data(2, 1, 3, kind=torch.float64).transpose(0, 2)",
}
REDUCTIONS = (
    "sum mean nansum prod var std amax amin argmax argmin max min all any logsumexp median norm count_nonzero".split()
)


def unary() -> dict[str, str]:
    result = {}
    for name, options in UNARY.items():
        text = f"slopes(lambda x: torch.{name}(x), data(2, 5, {options}))\n"
        text += f"slopes(lambda x: x.{name}(), data(3, 2, {options}).T, twice=False)\n"
        text += f"attempt(lambda: torch.{name}({EDGES}))\n"
        for kind in KINDS:
            text += f"attempt(lambda: torch.tensor([0, 1, 1]).to(torch.{kind}).{name}())\n"
        if name in IN_PLACE:
            text += f"slopes(lambda x: (x * 1).{name}_(), data(2, 5, {options}))\n"
            text += f"attempt(lambda: torch.tensor([1, 2]).{name}_())\nx = data(2, 3)\nattempt(lambda: x[:, 1].{name}_())\nshow(x)\n"
        result[name] = text
    result["tests"] = "".join(
        f"attempt(lambda: torch.{name}({argument}))\n"
        for name in "isnan isinf isfinite logical_not bitwise_not nan_to_num relu".split()
        for argument in (EDGES, "torch.tensor([0, 3])", "torch.tensor([True, False])", "data(0)", "data()")
    )
    result["round"] = "".join(
        f"slopes(lambda x: x.round(decimals={n}), data(7, low=-200.0, high=200.0))\n" for n in (-1, 0, 1, 2)
    )
    return result


def binary() -> dict[str, str]:
    result = {}
    shapes = ["(3, 4), (4,)", "(3, 1), (1, 4)", "(), (2, 3)", "(0, 3), (1,)", "(2, 1, 3), (4, 1)", "(1,), ()"]
    for name in BINARY:
        options = ", low=0.3, high=2.5" if name == "pow" else ""
        text = ""
        for shape in shapes:
            one, two = shape.split("), ")
            text += f"slopes(lambda a, b: torch.{name}(a, b), data(*{one}){options}), data(*{two}, seed=2{options}))\n"
        text += f"attempt(lambda: torch.{name}(data(3), data(4)))\n"
        text += f"attempt(lambda: torch.{name}({EDGES}, {EDGES}.flip(0)))\n"
        text += f"attempt(lambda: torch.{name}({EDGES}, torch.tensor(2.0)))\n"
        for number in ("2", "-2", "0.5", "-1.5", "True"):
            if name not in ("maximum", "minimum", "atan2", "logaddexp"):
                text += f"slopes(lambda a: torch.{name}(a, {number}), data(5{options}))\n"
        if name not in ("maximum", "minimum", "atan2", "logaddexp", "fmod"):
            text += f"slopes(lambda a, b: (a * 1).{name}_(b), data(2, 3{options}), data(3, seed=2{options}))\n"
            text += f"slopes(lambda a: (a * 1).{name}_(2), data(2, 3{options}))\n"
            text += (
                f"attempt(lambda: data(3).{name}_(data(2, 3)))\nattempt(lambda: torch.tensor([1, 2]).{name}_(1.5))\n"
            )
            text += f"attempt(lambda: torch.tensor([1, 2]).{name}_(2))\n"
        result[f"pairs {name}"] = text
    for name in COMPARED:
        result[f"pairs {name}"] = "".join(
            f"attempt(lambda: torch.{name}({a}, {b}))\n"
            for a, b in (
                (EDGES, f"{EDGES}.flip(0)"),
                ("data(2, 1)", "data(3)"),
                ("data(2, 1)", "torch.tensor([1, 2, 0])"),
                ("data(3)", "data(2)"),
                ("torch.tensor(True)", "torch.tensor([1, 0])"),
            )
        )
    for name in BITS:
        result[f"pairs {name}"] = "".join(
            f"attempt(lambda: torch.{name}({a}, {b}))\n"
            for a, b in (
                ("torch.tensor([5, 6, -7])", "torch.tensor([3, 1, 2])"),
                ("torch.tensor([5, 6, -7])", "1"),
                ("torch.tensor([True, False])", "torch.tensor([True, True])"),
                ("data(2)", "torch.tensor([3, 1])"),
                ("torch.tensor([5, 6], dtype=torch.uint8)", "torch.tensor([3, 1], dtype=torch.int16)"),
            )
        )
    for left in KINDS:
        one = f"torch.tensor([1, 0, 1, 1]).to(torch.{left})"
        text = ""
        for sign in SIGNS:
            for right in ("2", "1.5", "True", *[f"torch.tensor([1, 1, 1, 1]).to(torch.{kind})" for kind in KINDS]):
                text += f"attempt(lambda: {one} {sign} {right})\n"
            for right in ("2", "1.5", "True", "torch.tensor(2)", "torch.tensor(1.5)"):
                text += f"attempt(lambda: {right} {sign} {one})\n"
        text += f"attempt(lambda: -{one})\nattempt(lambda: ~{one})\nattempt(lambda: abs({one}))\n"
        text += f"x = {one}\n"
        for sign in ("+", "-", "*", "/", "//", "%", "**", "&"):
            for right in ("2", "1.5", "True", "torch.tensor([1.0, 2.0, 1.0, 1.0])"):
                text += (
                    f"x = {one}\ntry:\n    x {sign}= {right}\nexcept Exception as error:\n"
                    f"    print(type(error).__name__, error)\nshow(x)\n"
                )
        result[f"kinds {left}"] = text
    return result


def reductions() -> dict[str, str]:
    result = {}
    for name in REDUCTIONS:
        text = ""
        for layout in LAYOUTS.values():
            for arguments in (
                "",
                "0",
                "1",
                "-1",
                "0, keepdim=True",
                "(0, 1)",
                "5",
                "dim=-1, keepdim=True",
                "dim=(0, -1)",
            ):
                if name == "count_nonzero" and "keepdim" in arguments:
                    continue
                first = "dim=" if name == "norm" and arguments and not arguments.startswith("dim") else ""
                text += f"slopes(lambda x: x.{name}({first}{arguments}), {layout})\n"
        for kind in KINDS:
            text += f"attempt(lambda: torch.tensor([[2, 0], [1, 1]]).to(torch.{kind}).{name}())\n"
            text += f"attempt(lambda: torch.tensor([[2, 0], [1, 1]]).to(torch.{kind}).{name}(dim=1))\n"
        text += f"attempt(lambda: torch.{name}({EDGES}))\nattempt(lambda: torch.{name}({EDGES}[:9]))\n"
        text += f"attempt(lambda: torch.{name}({EDGES}.view(2, 7), dim=1))\n"
        text += f"slopes(lambda x: x.{name}(), torch.tensor([2.0, 1.0, 2.0, 0.0, 0.0, -3.0, -3.0]))\n"
        text += f"slopes(lambda x: x.{name}(dim=0), torch.tensor([[2.0, 1.0], [2.0, 0.0], [-3.0, -3.0]]))\n"
        result[f"reduce {name}"] = text
    more = [
        "x.sum(dtype=torch.float64)", "x.mean(dtype=torch.float64)", "x.var(unbiased=False)", "x.var(0, False)",
        "x.std(0, correction=0)", "x.var(correction=0)", "x.std(1, True, True)", "x.norm(1)", "x.norm(3, dim=0)",
        "x.norm(math.inf)", "x.norm(math.inf, dim=1)", "x.norm(0)", "x.norm(p='fro')", "torch.linalg.norm(x)",
        "x.norm(-math.inf, 1)", "torch.linalg.vector_norm(x, 3)", "torch.linalg.matrix_norm(x)", "x.cumsum(0)",
        "x.cumsum(-1)", "x.cumprod(1)", "x.cumsum(2)", "x.softmax(0)", "x.softmax(-1)", "x.log_softmax(1)",
        "torch.softmax(x, 2)", "torch.softmax(x, dim=1, dtype=torch.float64)", "x.sort()[0]", "x.sort(0, True)",
        "x.sort(dim=1, descending=True)", "x.argsort()", "x.argsort(0)", "x.topk(2)", "x.topk(2, dim=0)",
        "x.topk(1, largest=False)", "x.topk(9)", "x.median()", "x.median(0)", "x.median(dim=1, keepdim=True)", "x.mode()",
        "x.unique()", "torch.unique(x > 0, return_counts=True)", "torch.unique(x.int(), return_inverse=True)",
        "x.quantile(0.3)", "x.quantile(torch.tensor([0.1, 0.9], dtype=x.dtype), dim=1)", "x.quantile(0.5, 0, True)",
        "torch.histc(x, 4)", "torch.histc(x, bins=3, min=-1, max=1)", "x.int().abs().flatten().bincount(minlength=5)",
        "torch.bincount(torch.tensor([0, 2, 2]), torch.tensor([0.5, 1.0, 2.0]))", "x.max(1)[0]", "x.min(0, keepdim=True)",
        "torch.max(x, 0)", "torch.max(x, x * 2)", "torch.min(x, torch.zeros(4, dtype=x.dtype))", "x.argmax(0)",
        "x.logsumexp(1)", "x.logsumexp((0, 1))", "torch.searchsorted(torch.tensor([1.0, 2, 3]), torch.tensor([2.0, 5]))",
        "torch.searchsorted(torch.tensor([1.0, 2, 3]), torch.tensor([2.0]), right=True)", "x.nonzero()", "(x > 0).nonzero()",
        "torch.where(x > 0)", "torch.where(x > 0, x, 0)", "torch.where(x > 0, x, x * 2)", "torch.where(x > 0, 1.0, x)",
        "torch.where(x > 0, 1, 2)", "torch.where(x > 0, x, -math.inf)", "x.clamp(-1, 1)", "x.clamp(min=0)", "x.clamp(max=0.5)",
        "x.clamp()", "x.clamp(min=x * 0.5)", "x.clip(0, 1)", "x.clamp_min(0)", "x.clamp_max(0)", "x.masked_fill(x > 0, -1)",
        "x.masked_fill(x > 0, torch.tensor(3.0))", "x.masked_fill(x, 1)", "x.masked_fill(torch.tensor([True, False, True]), 1)",
        "x.masked_select(x > 0)", "x.masked_select(torch.tensor([True, False, True, True]))", "x.lerp(x * 2, 0.3)",
        "torch.lerp(x, x * 2, x)", "torch.addcmul(x, x, x, value=0.5)", "torch.addcdiv(x, x, x * x + 1, value=2)",
        "torch.add(x, x, alpha=2)", "torch.sub(x, x, alpha=3)", "torch.add(x, 1, alpha=2)",
        "torch.div(x, 0.7, rounding_mode='floor')", "torch.div(x, 0.7, rounding_mode='trunc')", "x.nan_to_num()",
        "torch.allclose(x, x + 1e-9)", "torch.isclose(x, x + 1e-3)", "torch.equal(x, x)", "x.diff()" , "x.flip(0)",
        "x.flip(0, 1)", "x.flip([-1])", "x.roll(1)", "x.roll(-1, 0)", "x.roll((1, 2), (0, 1))", "x.tril()", "x.triu(1)",
        "x.tril(-1)", "x.diagonal()", "x.diag()", "x[0].diag()", "x.diagonal(1)", "x.diagonal(-1)", "torch.diag_embed(x)",
        "x.trace()", "x.repeat(2, 1)", "x.repeat(2, 1, 2)", "x.repeat(2)", "x.tile(2)", "x.tile((2, 1, 1))",
        "x.repeat_interleave(2)", "x.repeat_interleave(2, dim=0)", "x.repeat_interleave(torch.tensor([1, 0, 2]), 0)",
        "torch.cat([x, x], 1)", "torch.cat([x, x[:1]])", "torch.cat([x, x], -1)", "torch.cat([x, x.int()])", "torch.cat([])",
        "torch.cat([x, x[0]])", "torch.cat([x, x[:, :2]])", "torch.cat([x, torch.zeros(0)])", "torch.cat((x, 3))",
        "torch.cat([x[0, 0], x[0, 0]])", "torch.stack([x, x * 2], -1)", "torch.stack([x, x[0]])", "torch.stack([])",
        "torch.stack([x, x.int()])", "torch.hstack([x, x])", "torch.vstack([x[0], x])", "torch.hstack([x[0], x[1]])",
        "x.gather(1, torch.tensor([[0, 1], [2, 2], [3, 0]]))", "x.gather(0, torch.tensor([[0, 1]]))",
        "x.gather(1, torch.tensor([[9]]))", "x.gather(1, torch.tensor([0]))", "x.gather(1, torch.tensor([[0.5]]))",
        "x.scatter(1, torch.tensor([[0, 1], [2, 2], [3, 0]]), 9.0)", "x.scatter(0, torch.tensor([[0, 1, 2, 0]]), x * 10)",
        "x.scatter_add(0, torch.tensor([[0, 0, 0, 0], [1, 1, 1, 1]]), x)", "x.index_select(1, torch.tensor([0, 0, 3]))",
        "x.index_select(0, torch.tensor([5]))", "x.index_add(0, torch.tensor([0, 0, 2]), x)",
        "torch.take_along_dim(x, x.argsort(1), 1)", "x.take_along_dim(x.argsort(0), dim=0)",
    ]  # fmt: skip
    names = [chunk for start in range(0, len(more), 12) for chunk in [more[start : start + 12]]]
    for number, part in enumerate(names):
        text = ""
        for expression in part:
            text += f"print({expression!r})\nslopes(lambda x: {expression}, data(3, 4))\n"
            text += f"slopes(lambda x: {expression}, data(4, 3).T, twice=False)\n"
        result[f"more {number}"] = text
    return result


def views() -> dict[str, str]:
    expressions = [
        "x.view(4, 3)", "x.view(-1)", "x.view(2, -1, 3)", "x.view(5, 2)", "x.view(-1, -1)", "x.view(-1, 5)", "x.reshape(6, 2)",
        "x.reshape(7)", "x.reshape(-1, 7)", "x.reshape((2, 6))", "x.T.reshape(-1)", "x.T.view(-1)", "x.permute(1, 0)",
        "x.permute(0)", "x.permute(0, 0)", "x.permute(0, 5)", "x.permute(-1, 0)", "x.transpose(0, 1)", "x.transpose(0, 2)",
        "x.transpose(-1, -2)", "x.swapaxes(0, 1)", "x.t()", "x.T", "x.mT", "x[0].mT", "x.expand(2, 3, 4)", "x.expand(3)",
        "x.expand(2, 4)", "x.expand(-1, 4)", "x[:, :1].expand(-1, 5)", "x.expand_as(x)", "x.broadcast_to((2, 3, 4))",
        "x.unsqueeze(0)", "x.unsqueeze(-1)", "x.unsqueeze(4)", "x.unsqueeze(1).squeeze()", "x.unsqueeze(1).squeeze(1)",
        "x.squeeze(0)", "x.squeeze(5)", "x[None].squeeze((0, 1))", "x.flatten()", "x[None].flatten(1)", "x[None].flatten(0, 1)",
        "x.flatten(1, 0)", "x.flatten(0, 5)", "x.ravel()", "x.unflatten(1, (2, 2))", "x.unflatten(1, (2, -1))",
        "x.unflatten(1, (3, 2))", "x.unflatten(0, (-1, 2))", "x.select(1, 2)", "x.select(0, 5)", "x.select(5, 0)", "x.narrow(1, 1, 2)",
        "x.narrow(1, 3, 2)", "x.split(2, 1)", "x.split(2)", "x.split([1, 3], dim=1)", "x.split([1, 1], dim=1)", "x.split(0)",
        "x.chunk(2, 1)", "x.chunk(5)", "x.chunk(0)", "x.unbind()", "x.unbind(1)", "x.unbind(2)", "x.unfold(1, 2, 1)",
        "x.unfold(1, 2, 2)", "x.unfold(0, 5, 1)", "x.movedim(0, 1)", "x[None].movedim((0, 1), (2, 0))", "x.contiguous()",
        "x.clone()", "x.detach()", "x.view_as(x)", "x.reshape_as(x)", "x.item()", "x[0].item()", "x[0, 0].item()", "x.tolist()[0][0]",
        "x.view(3, 4.0)", "x.reshape(3, 'a')", "x.sum('a')", "x.foo()", "x.size(2)", "x.size(-1)", "x.size()", "x.shape[0]",
        "x.stride()", "x.T.stride()", "len(x)", "x.numel()", "x.dim()", "x.is_contiguous()", "x.T.is_contiguous()", "float(x)",
        "int(x[0, 0])", "bool(x)", "bool(x[0, 0])", "bool(x[:0])", "[1, 2, 3][x[0, 0]]", "range(x[0, 0])", "len(x[0, 0])",
        "list(x[0, 0])", "x.to(torch.int64)", "x.long()", "x.half()", "x.bool()", "x.double().float()", "x.type_as(x)",
        "x.new_zeros(2)", "torch.zeros_like(x)", "x @ x", "x.T @ x", "x @ x[0]", "x[0] @ x", "x[0] @ x[0]", "x[:, 0] @ x", "x[0] @ x[:, 0]",
        "x @ 3", "x @ x.T.double().int()", "x.int() @ x.int().T", "x.bool() @ x.bool().T", "x[0, 0] @ x", "x[None] @ x.T",
        "x[None] @ x", "x[None].expand(2, 3, 4) @ x.T[None].expand(2, 4, 3)", "x.expand(2, 3, 4) @ x.T.expand(3, 4, 3)",
        "x.expand(2, 3, 4) @ x[0]", "x[0] @ x.T.expand(2, 4, 3)", "x.expand(2, 3, 4) @ x.expand(2, 3, 4)", "x[:0] @ x.T",
        "x[:, :0] @ x.T[:0]", "x.mm(x.T)", "x.mm(x[0])", "x.mv(x[0])", "x.mv(x)", "x.bmm(x)", "x.expand(2, 3, 4).bmm(x.T.expand(2, 4, 3))",
        "x[0].dot(x[1])", "x.dot(x)", "x[0].dot(x[:, 0])", "torch.inner(x, x)", "torch.outer(x[0], x[1])", "torch.outer(x, x)",
        "torch.addmm(x[:, :3], x, x.T)", "torch.einsum('ij,kj->ik', x, x)", "torch.einsum('ij->ji', x)", "torch.einsum('ij->', x)",
        "torch.einsum('ij,ij->i', x, x)", "torch.einsum('ij,jk', x, x.T)", "torch.einsum('ii->i', x[:, :3])", "torch.einsum('ii', x[:, :3])",
        "torch.einsum('bij,bjk->bik', x.expand(2, 3, 4), x.T.expand(2, 4, 3))", "torch.einsum('i,j->ij', x[0], x[1])",
        "torch.einsum('...ij,kj->...ik', x, x)", "torch.einsum('ij,kl->ik', x, x)", "torch.einsum('ij,jk->ik', x, x)",
        "torch.einsum('i->i', x)", "torch.einsum('ij,jk,kl->il', x, x.T, x)", "torch.linalg.inv(x[:, :3])", "torch.linalg.det(x[:, :3])",
        "torch.linalg.solve(x[:, :3], x)", "torch.linalg.solve(x[:, :3], x[:, 3])", "torch.linalg.inv(x)", "torch.linalg.svdvals(x)",
        "torch.linalg.matrix_rank(x)", "torch.linalg.pinv(x)", "torch.linalg.qr(x)[1].abs()", "torch.linalg.lstsq(x.T, x.T).solution",
        "torch.linalg.matrix_power(x[:, :3], 3)", "torch.linalg.inv(torch.zeros(2, 2))", "torch.linalg.det(x)", "x[:, :3].inverse()",
        "torch.linalg.solve(torch.ones(2, 2), torch.ones(2))", "torch.linalg.svd(x, full_matrices=False)[1]",
        "torch.cdist(x, x + 1)", "torch.corrcoef(x)", "torch.meshgrid(x[0], x[:, 0], indexing='ij')", "torch.block_diag(x, x[:1])",
        "torch.cartesian_prod(x[0], x[1])", "torch.broadcast_tensors(x[0], x[:, :1])", "torch.atleast_2d(x[0])",
    ]  # fmt: skip
    result = {}
    for start in range(0, len(expressions), 10):
        text = ""
        for expression in expressions[start : start + 10]:
            text += f"print({expression!r})\nslopes(lambda x: {expression}, data(3, 4))\n"
        result[f"views {start // 10}"] = text
    return result
