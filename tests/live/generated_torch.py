"""Programs of torch that are made at random, of each kind that learners write: each a list of statements.

The same seed makes the same programs. What is wrong in them is wanted as well: a page has to refuse what torch refuses.
"""

# ruff: noqa: E501 (statements of programs stand in one line each)

from __future__ import annotations

from collections.abc import Callable
from random import Random

from generated_learning import LEARNING
from generated_parts import (
    FLOATS,
    KINDS_OF_NUMBERS,
    WHOLES,
    axis,
    dtype_of,
    index,
    nested,
    number,
    shape_of,
    some,
    tensor_of,
)

Make = Callable[[Random], list[str]]

UNARY = (
    "neg abs sign exp expm1 log log2 log10 log1p sqrt rsqrt square reciprocal sin cos tan asin acos atan sinh cosh tanh "
    "sigmoid floor ceil trunc round erf relu isnan isinf isfinite logical_not bitwise_not"
).split()
BINARY = (
    "add sub mul div floor_divide remainder fmod pow maximum minimum atan2 logaddexp eq ne lt le gt ge logical_and "
    "logical_or logical_xor bitwise_and bitwise_or bitwise_xor true_divide multiply subtract"
).split()
SIGNS = ("+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^")
REDUCTIONS = (
    "sum mean prod amax amin max min argmax argmin all any var std median logsumexp cumsum cumprod sort argsort norm mode "
    "softmax log_softmax nansum count_nonzero aminmax cummax"
).split()


def creation(random: Random) -> list[str]:
    """Tensors as functions make them."""
    result = []
    for _ in range(5):
        shape, dtype = shape_of(random), dtype_of(random)
        size = tuple(shape)
        start, end = random.choice([(0, 5), (1, 10), (-3, 3), (0.0, 1.0), (0.5, 4.0), (5, 0), (2, 2), (0, 1.5)])
        step = random.choice([1, 2, 3, -1, 0.5, 0.1, 0.3, -0.7])
        result.append(
            random.choice(
                [
                    f"torch.{random.choice(('zeros', 'ones'))}({size}, dtype={dtype})",
                    f"torch.{random.choice(('zeros', 'ones'))}({', '.join(map(str, shape))})",
                    f"torch.full({size}, {number(random, random.choice(KINDS_OF_NUMBERS))})",
                    f"torch.full({size}, {number(random, random.choice(KINDS_OF_NUMBERS))}, dtype={dtype})",
                    f"torch.arange({start}, {end}, {step})",
                    f"torch.arange({end}, dtype={dtype})",
                    f"torch.arange({start}, {end}, {step}, dtype={random.choice([*WHOLES, 'torch.float64'])})",
                    f"torch.linspace({start}, {end}, {random.choice([0, 1, 2, 5, 11, 30])})",
                    f"torch.linspace({start}, {end}, {random.choice([1, 4, 7])}, dtype=torch.{random.choice(['float64', 'int64'])})",
                    f"torch.logspace({start}, {end}, {random.choice([1, 2, 5])})",
                    f"torch.eye({random.randint(0, 4)}, {random.randint(1, 4)}, dtype={dtype})",
                    f"torch.tensor({nested(random, shape, random.choice(KINDS_OF_NUMBERS))}, dtype={dtype})",
                    f"torch.tensor({nested(random, shape, random.choice(KINDS_OF_NUMBERS))})",
                    f"torch.{random.choice(('zeros', 'ones'))}_like({tensor_of(random, shape)})",
                    f"torch.full_like({tensor_of(random, shape)}, {number(random, 'float32')})",
                    f"{tensor_of(random, shape)}.to({dtype})",
                    f"torch.tensor([{number(random, 'int64')}, {number(random, 'float32')}, True])",
                    f"torch.tril_indices({random.randint(0, 4)}, {random.randint(0, 4)}, {random.randint(-2, 2)})",
                    f"torch.meshgrid(torch.arange({random.randint(0, 3)}), torch.arange(2), indexing='ij')[1]",
                    f"torch.tensor({random.choice(('[[1, 2], [3]]', '[[], []]', '[1, [2]]', '1', '[]', 'True'))})",
                ]
            )
        )
    return [f"show({one})" for one in result]


def _view(random: Random, shape: list[int]) -> str:
    axes = len(shape)
    order = random.sample(range(axes), axes)
    sizes = [size if random.random() < 0.7 else -1 for size in shape]
    return random.choice(
        [
            ".view(-1)",
            ".reshape(-1)",
            f".view({random.choice([-1, 1, 2, 3])}, {random.choice([-1, 1, 2, 3])})",
            f".reshape({random.choice([-1, 1, 2, 3, 4])}, {random.choice([-1, 1, 2, 3])})",
            f".reshape({tuple(random.sample(shape, axes))})",
            f".transpose({axis(random, axes)}, {axis(random, axes)})",
            ".T" if axes == 2 else ".mT",
            f".permute({', '.join(map(str, order))})" if axes else ".t()",
            f".expand({', '.join(map(str, [random.randint(1, 3), *sizes]))})",
            f".repeat({', '.join(str(random.choice([1, 1, 1, 2, 0])) for _ in range(axes + random.randint(0, 1)))})",
            f".tile(({', '.join(str(random.choice([1, 1, 2])) for _ in range(random.randint(1, 3)))},))",
            ".squeeze()",
            f".squeeze({axis(random, axes)})",
            f".unsqueeze({axis(random, axes + 1)})",
            f".flatten({random.choice(['', '0', '1', '-2', '0, 1'])})",
            f"[{index(random, shape)}]",
            f"[{index(random, shape)}]",
            f".narrow({axis(random, axes)}, {random.randint(-2, 2)}, {random.randint(0, 2)})",
            f".select({axis(random, axes)}, {random.randint(-3, 3)})",
            f".diagonal({random.randint(-2, 2)})",
            f".unfold({axis(random, axes)}, {random.randint(1, 3)}, {random.randint(1, 2)}).clone()",
            f".split({random.randint(1, 3)}, {axis(random, axes)})[{random.randint(-1, 1)}]",
            f".chunk({random.randint(1, 3)}, {axis(random, axes)})[0]",
            f".unbind({axis(random, axes)})[{random.randint(-1, 1)}]",
            f".movedim({axis(random, axes)}, {axis(random, axes)})",
            f".flip({axis(random, axes)})",
            f".roll({random.randint(-3, 3)}, {axis(random, axes)})",
            ".contiguous()",
            ".clone()",
            ".detach()",
            f".broadcast_to({random.randint(1, 3)}, {', '.join(map(str, shape)) or 1})",
            f".repeat_interleave({random.randint(0, 2)}, {axis(random, axes)})",
            ".data",
            f".swapaxes({axis(random, axes)}, 0)",
            f".unflatten({axis(random, axes)}, (-1, {random.randint(1, 2)}))",
        ]
    )


CHANGES = [
    "{0}.add_(10)", "{0}.zero_()", "{0}[0] = 7", "{0} *= 2", "{0}.fill_(3)", "{0}[..., -1] += 5", "{0}[{0} > 2] = 0",
    "{0}.mul_({0})", "{0}.copy_({0} + 1)", "{0}[1:] = {0}[:-1].clone()", "{0}.clamp_(max=2)", "{0}.sub_({0}.amax())",
]  # fmt: skip


def views(random: Random) -> list[str]:
    """Views of views, and what they show when one of them changes."""
    shape = shape_of(random, least=1)
    result = [f"a = {tensor_of(random, shape)}"]
    names = ["a"]
    for name in ("b", "c", "d"):
        source = random.choice(names)
        taken = _view(random, shape if source == "a" else shape_of(random, least=1))
        result.append(f"{name} = {source}{taken}\nshow({name})\nstands({name}, a)")
        names.append(name)
    for _ in range(2):
        result += [random.choice(CHANGES).format(random.choice(names)), "show(a)\nshow(b)", "show(c)\nshow(d)"]
    return result


def indexing(random: Random) -> list[str]:
    """Parts of a tensor, and what is written into them."""
    shape = shape_of(random, least=1)
    result = [f"a = {tensor_of(random, shape)}"]
    for _ in range(3):
        part = index(random, shape)
        value = random.choice(
            [
                number(random, random.choice(KINDS_OF_NUMBERS)),
                f"a[{part}] * 2",
                tensor_of(random, shape_of(random)),
                f"torch.tensor({number(random, 'float32')})",
            ]
        )
        places = nested(random, shape, "bool")
        result += [
            f"show(a[{part}])",
            f"a[{part}] {random.choice(['=', '=', '+=', '*='])} {value}\nshow(a)",
            random.choice(
                [
                    f"show(a.gather({axis(random, len(shape))}, torch.tensor({nested(random, shape_of(random, least=1), 'place')})))",
                    f"show(a.scatter({axis(random, len(shape))}, torch.tensor({nested(random, shape, 'place')}), 5))",
                    f"show(a.index_select({axis(random, len(shape))}, torch.tensor({nested(random, [2], 'place')})))",
                    f"show(a.masked_fill(torch.tensor({places}), {number(random, 'float32')}))",
                    f"show(torch.where(torch.tensor({places}), a, {number(random, 'float32')}))",
                    f"show(torch.where(torch.tensor({places}), a, {tensor_of(random, shape)}))",
                    f"show(a.masked_select(torch.tensor({places})))",
                    "show(a.nonzero())",
                    "show(a.take_along_dim(a.argsort(-1), -1))",
                    f"show(a.index_add(0, torch.tensor({nested(random, [2], 'place')}), a[:2]))",
                    "show(a.index_fill(0, torch.tensor([0]), 2))",
                    "show(len(a), [one.shape for one in a], a.tolist())",
                    f"show(torch.cat([a, {tensor_of(random, shape)}], {axis(random, len(shape))}))",
                    f"show(torch.stack([a, {tensor_of(random, shape)}], {axis(random, len(shape) + 1)}))",
                    f"show({number(random, 'float32')} in a, (a + 0).unique())",
                ]
            ),
        ]
    return result


def arithmetic(random: Random) -> list[str]:
    """Numbers of one kind with those of another, stretched where their shapes differ."""
    left, right = dtype_of(random), dtype_of(random)
    shape = shape_of(random)
    other = [1 if random.random() < 0.3 else size for size in shape[random.randint(0, 1) :]]
    wild = random.random() < 0.3
    result = [f"a = {tensor_of(random, shape, left, wild)}", f"b = {tensor_of(random, other, right, wild)}"]
    for _ in range(5):
        one = random.choice(["b", "b", number(random, random.choice(KINDS_OF_NUMBERS))])
        two = random.choice(
            [
                f"a {random.choice(SIGNS)} {one}",
                f"{one} {random.choice(SIGNS)} a",
                f"torch.{random.choice(BINARY)}(a, {one})",
                f"a.{random.choice(BINARY)}({one})",
                f"torch.{random.choice(UNARY)}(a)",
                f"a.{random.choice(UNARY)}()",
                f"a.clamp({random.choice(['-1, 1', '0', 'max=2', 'min=0.5', '2, 1', 'b'])})",
                f"a.{random.choice(BINARY)}_({one})",
                f"a.{random.choice(UNARY)}_()",
                f"torch.lerp(a, b, {number(random, 'float32')})",
                f"torch.addcmul(a, b, b, value={number(random, 'int64')})",
                "torch.isclose(a, b), torch.equal(a, b), torch.allclose(a, b)",
                f"a.round(decimals={random.randint(-1, 3)})",
                f"torch.div(a, {one}, rounding_mode={random.choice(['floor', 'trunc'])!r})",
                "torch.nan_to_num(a), -a, abs(a), ~b",
                "torch.result_type(a, b), torch.promote_types(a.dtype, b.dtype)",
            ]
        )
        result.append(f"show({two})")
    return [*result, "show(a)"]


def reductions(random: Random) -> list[str]:
    """Many numbers that become fewer."""
    shape = shape_of(random)
    result = [f"a = {tensor_of(random, shape, dtype_of(random), random.random() < 0.3)}"]
    for _ in range(5):
        name, place = random.choice(REDUCTIONS), axis(random, len(shape))
        dims = tuple(some(random, [axis(random, len(shape)) for _ in range(2)]))
        options = random.choice(
            ["", f"{place}", f"dim={place}", f"{place}, keepdim=True", f"dim={dims}", f"dim={place}"]
        )
        result.append(
            random.choice(
                [
                    f"show(a.{name}({options}))",
                    f"show(torch.{name}(a{', ' if options else ''}{options}))",
                    f"show(a.topk({random.randint(0, 3)}, {place})[0])",
                    f"show(a.sort({place}, descending=True))",
                    f"show(a.sum({place}, dtype=torch.{random.choice(['float32', 'float64', 'int64'])}))",
                    f"show(a.quantile({random.choice(['0.5', '0.25', '1.0', '-1', '2.0', 'torch.tensor([0.1, 0.9])'])}))",
                    f"show(a.flatten().bincount(), a.histc({random.choice(['4', '3, 0, 2', '0', '5, 2, 1'])}))",
                    "show(a.unique(return_counts=True))",
                    f"show(a.norm({random.choice(['1', '2', '0', '3.0', 'float(chr(105)+chr(110)+chr(102))'])}))",
                    f"show(a.var(unbiased=False), a.std({place}, correction=0))",
                    f"show(a.diff(), a.logsumexp({place}), a.trace())",
                    f"show(torch.tril(a, {random.randint(-1, 1)}), torch.diag(a))",
                ]
            )
        )
    return result


EQUATIONS = (
    "ij,jk->ik ij,jk ij->ji ij-> i,j->ij bij,bjk->bik ii ii->i ij,ij-> ...ij,...jk->...ik ...i->... bhid,bhjd->bhij i,i-> "
    "ij,j->i ij,kj->ik ii-> ...ij->...ji i...,i... ij,jk,kl->il iij->j ij,... ->"
).split()


def products(random: Random) -> list[str]:
    """Products of vectors, matrices and stacks of them."""
    dtype = random.choice(["torch.float32"] * 4 + ["torch.int64", "torch.float64"])
    n, m, k, batch = (random.choice([1, 2, 3, 3, 4, 0]) for _ in range(4))
    shapes = [[n], [m], [n, m], [m, k], [m, n], [batch, n, m], [batch, m, k], [1, m, k], [2, batch, n, m], [n, n], []]
    result = []
    for name in "abc":
        result.append(f"{name} = {tensor_of(random, random.choice(shapes), dtype)}")
    result += [f"m = {tensor_of(random, [n, m], dtype)}", f"k = {tensor_of(random, [m, k], dtype)}"]
    for _ in range(4):
        one, two = random.choice([("m", "k"), ("m", "k"), ("a", "b"), ("b", "c"), ("m", "m"), ("c", "k")])
        call = random.choice(["matmul", "mm", "mv", "bmm", "dot", "inner", "outer", "kron", "mul", "cross"])
        equation = random.choice(EQUATIONS)
        given = ["m", "k", "k"][: equation.split("->")[0].count(",") + 1]
        if random.random() < 0.3:
            given = random.choices(["a", "b", "m"], k=len(given))
        result.append(
            random.choice(
                [
                    f"show({one} @ {two})",
                    f"show({one} @ {two})",
                    f"show(torch.{call}({one}, {two}))",
                    f"show(torch.einsum({equation!r}, {', '.join(given)}))",
                    f"show(torch.einsum({equation!r}, {', '.join(given)}))",
                    f"show(torch.nn.functional.linear({one}, {two}))",
                    f"show(torch.addmm(a, {one}, {two}))",
                    f"show(torch.tensordot({one}, {two}, 1))",
                ]
            )
        )
    return result


def printing(random: Random) -> list[str]:
    """What tensors look like."""
    dtype = random.choice([*FLOATS, "torch.float32", *WHOLES, "torch.bool"])
    shape = (
        shape_of(random) if random.random() < 0.7 else [random.choice([7, 20, 100, 1100]), random.choice([1, 2, 30])]
    )
    wild = random.random() < 0.5
    text = tensor_of(random, shape, dtype, wild)
    if shape[:1] and shape[0] > 4:
        step = random.choice(["1", "-2"] if dtype in WHOLES else ["1", "0.1", "1e-3", "-2", "1e5"])
        text = f"(torch.arange({shape[0] * shape[1]}) * {step}).reshape({shape}).to({dtype})"
    result = [f"a = {text}", "print(a)", "print([a, 1], f'{a}', a.shape, a.dtype)"]
    options = random.choice(
        ["precision=2", "sci_mode=True", "sci_mode=False", "linewidth=40", "threshold=5", "edgeitems=1"]
    )
    result += [
        random.choice(["print(a.T)", "print(a[..., :1])", "print(a.flatten()[:2])", "print(a.tolist())"]),
        random.choice(["print(a.requires_grad_())", "print(a[:1])", "print(a.max(), a.min())", "print(a.item())"]),
        f"torch.set_printoptions({options})\nprint(a)",
        "print(a.double() / 3)",
        "torch.set_printoptions(profile='default')",
    ]
    return result


def wrong(random: Random) -> list[str]:
    """Calls with arguments that don't fit, and some that do."""
    values = [
        "a", "b", "1", "1.5", "-1", "True", "None", "'x'", "[1, 2]", "(0, 1)", "[]", "10", "[a, b]", "torch.float32", "i",
        "torch.tensor(1)", "0", "object()", "2**60", "float('nan')", "[0.5]",
    ]  # fmt: skip
    names = [
        "sum", "mean", "add", "mul", "reshape", "view", "transpose", "permute", "matmul", "cat", "stack", "zeros", "arange",
        "softmax", "max", "argmax", "gather", "index_select", "unsqueeze", "expand", "clamp", "where", "topk",
        "sort", "masked_fill", "tril", "full", "eye", "linspace", "cumsum", "norm", "split", "chunk", "flip", "roll",
        "repeat_interleave", "bincount", "histc", "quantile", "multinomial", "outer", "dot", "logical_and", "bitwise_and",
        "one_hot", "cross_entropy", "linear", "embedding", "layer_norm", "pow", "div", "round", "all", "std", "diag",
    ]  # fmt: skip
    result = [
        "import torch.nn.functional as F",
        f"a = {tensor_of(random, shape_of(random))}",
        f"b = {tensor_of(random, shape_of(random))}",
        f"i = torch.tensor({nested(random, shape_of(random, least=1), 'place')})",
    ]
    for _ in range(5):
        name = random.choice(names)
        given = ", ".join(some(random, random.choices(values, k=3)))
        whole = {"one_hot", "cross_entropy", "linear", "embedding", "layer_norm"}
        where = "F" if name in whole else "torch"
        is_method = where == "torch" and random.random() < 0.4
        result.append(f"show(a.{name}({given}))" if is_method else f"show({where}.{name}(a, {given}))")
    return result


KINDS: dict[str, Make] = {
    "creation": creation, "views": views, "indexing": indexing, "arithmetic": arithmetic, "reductions": reductions,
    "products": products, "printing": printing, "wrong": wrong, **LEARNING,
}  # fmt: skip


def programs(seed: object, count: int) -> dict[str, list[str]]:
    """So many programs by their names, of each kind in turn."""
    kinds = list(KINDS)
    result = {}
    for place in range(count):
        name = f"{kinds[place % len(kinds)]} {place // len(kinds)}"
        result[name] = KINDS[kinds[place % len(kinds)]](Random(f"{seed} {name}"))
    return result
