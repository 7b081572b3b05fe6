"""Parts of programs made at random: shapes, numbers, tensors, indices, as text of Python."""

from __future__ import annotations

from random import Random

FLOATS = ["torch.float32", "torch.float64", "torch.float16", "torch.bfloat16"]
WHOLES = ["torch.int64", "torch.int32", "torch.int16", "torch.int8", "torch.uint8"]
KINDS_OF_NUMBERS = ["bool", "int64", "float32"]
_USUAL = ["torch.float32"] * 5 + ["torch.int64"] * 3 + ["torch.bool", "torch.float64"]
_FEW = ["0.0", "1.0", "-1.0", "0.5", "2.0", "-2.5", "3.0", "0.1", "-0.0", "0.25", "1.5"]
_WILD = [
    "float('inf')", "-float('inf')", "float('nan')", "1e10", "1e-10", "1e38", "-3e-5", "123456.0", "65504.0", "1e4",
]  # fmt: skip


def some(random: Random, values: list) -> list:
    """As many of the first as it happens, at least one."""
    return values[: random.randint(1, len(values))]


def dtype_of(random: Random) -> str:
    """A kind of numbers: mostly a usual one."""
    return random.choice(_USUAL if random.random() < 0.7 else FLOATS + WHOLES)


def shape_of(random: Random, least: int = 0) -> list[int]:
    """Up to four small sizes, at least `least`; seldom 0."""
    axes = max(least, random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4]))
    return [random.choice([1, 2, 2, 3, 3, 4, 0 if random.random() < 0.2 else 2]) for _ in range(axes)]


def axis(random: Random, axes: int) -> int:
    """One of the axes, counted from either end; seldom one that isn't there."""
    return random.randint(-axes - 1, axes) if random.random() < 0.1 else random.randint(-axes, max(axes - 1, 0))


def number(random: Random, kind: str, wild: bool = False) -> str:
    """A number of a kind; `place` is one that an index may be."""
    if "bool" in kind:
        return random.choice(["True", "False"])
    if kind == "place":
        return str(random.choice([0, 0, 1, 1, 2, -1]) if random.random() < 0.3 else random.randint(0, 1))
    if "int" in kind:
        least = 0 if "uint" in kind else -5
        return str(
            random.choice([100, least * 20, 127, 64]) if wild and random.random() < 0.3 else random.randint(least, 9)
        )
    if wild and random.random() < 0.3:
        return random.choice(_WILD)
    return random.choice(_FEW) if random.random() < 0.6 else f"{random.uniform(-4, 4):.{random.choice([1, 2, 4, 8])}f}"


def nested(random: Random, shape: list[int], kind: str, wild: bool = False) -> str:
    """Lists of lists of numbers of a kind."""
    if not shape:
        return number(random, kind, wild)
    return f"[{', '.join(nested(random, shape[1:], kind, wild) for _ in range(shape[0]))}]"


def tensor_of(random: Random, shape: list[int], dtype: str | None = None, wild: bool = False) -> str:
    """A tensor: of lists, or of numbers in order."""
    kind = dtype or dtype_of(random)
    if random.random() < 0.2 and shape and kind != "torch.bool":
        count = 1
        for size in shape:
            count *= size
        return f"torch.arange({count}, dtype={kind}).reshape({shape})"
    usual = {"torch.float32", "torch.int64", "torch.bool"}
    told = "" if kind in usual and 0 not in shape else f", dtype={kind}"
    return f"torch.tensor({nested(random, shape, kind.removeprefix('torch.'), wild)}{told})"


def _slice(random: Random) -> str:
    bounds = [random.choice(["", "", "0", "1", "2", "-1", "-2", "7", "-9"]) for _ in range(2)]
    step = random.choice(["", "", ":2", ":3", ":1", ":-1" if random.random() < 0.1 else ""])
    return ":".join(bounds) + step


def _one(random: Random, size: int) -> str:
    return random.choice(
        [
            _slice(random),
            _slice(random),
            _slice(random),
            str(random.randint(-size, max(size - 1, 0))),
            str(random.randint(-3, 3)),
            "None",
            "...",
            f"torch.tensor({nested(random, [random.randint(1, 3)], 'place')})",
            nested(random, [2], "place"),
            f"torch.tensor({nested(random, [2, 2], 'place')})",
            f"torch.tensor({nested(random, [size], 'bool')}, dtype=torch.bool)",
            "torch.tensor(0)",
            ":",
        ]
    )


def index(random: Random, shape: list[int]) -> str:
    """What stands in brackets after a tensor of a shape."""
    if random.random() < 0.1:
        return f"torch.tensor({nested(random, shape, 'bool')}, dtype=torch.bool)"
    if random.random() < 0.1:
        return "a > 0"
    chosen = [_one(random, size) for size in some(random, shape)] if shape else [_one(random, 1)]
    if random.random() < 0.1:
        chosen.append(_one(random, 1))
    return ", ".join(chosen)
