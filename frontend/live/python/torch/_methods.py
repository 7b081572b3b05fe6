"""Tensor's methods and signs that are operations."""

import _kernels

from torch._dtypes import DTYPES, SHORT
from torch._operations import OPERATIONS, SEVERAL, function
from torch._random import multinomial
from torch._tensor import Tensor

# What is no method of a tensor in torch
_NO_METHODS = {
    "cat",
    "concat",
    "stack",
    "hstack",
    "vstack",
    "einsum",
    "linear",
    "layer_norm",
    "rms_norm",
    "gelu",
    "silu",
    "softplus",
    "conv",
    "searchsorted",
    "where",
    "solve",
    "vector_norm",
    "pinv",
    "lstsq",
    "matrix_rank",
    "svd",
    "svdvals",
    "result_type",
}


def install():
    """Give Tensor its methods and signs."""
    for name in OPERATIONS:
        if name not in _NO_METHODS and name not in Tensor.__dict__:
            setattr(Tensor, name, function(name, SEVERAL.get(name), True))
    for short, kind in SHORT.items():
        setattr(Tensor, short, _caster(DTYPES[kind]))
    Tensor.multinomial = multinomial
    Tensor.bool, Tensor.bfloat16 = _caster(DTYPES["bool"]), _caster(DTYPES["bfloat16"])
    symbols = {
        "add": "add",
        "sub": "sub",
        "mul": "mul",
        "truediv": "div",
        "floordiv": "floor_divide",
        "mod": "remainder",
        "pow": "pow",
        "matmul": "matmul",
        "and": "bitwise_and",
        "or": "bitwise_or",
        "xor": "bitwise_xor",
        "lshift": "bitwise_left_shift",
        "rshift": "bitwise_right_shift",
    }
    for symbol, name in symbols.items():
        forward, backward = _operators(OPERATIONS[name], Tensor if symbol == "matmul" else _NUMBERS)
        setattr(Tensor, f"__{symbol}__", forward)
        setattr(Tensor, f"__r{symbol}__", backward)
        if name + "_" in OPERATIONS:
            setattr(Tensor, f"__i{symbol}__", _operators(OPERATIONS[name + "_"])[0])
    for symbol in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(Tensor, f"__{symbol}__", _operators(OPERATIONS[symbol])[0])
    for symbol, name in {"neg": "neg", "abs": "abs"}.items():
        setattr(Tensor, f"__{symbol}__", OPERATIONS[name])
    _kernels.register(Tensor)


_NUMBERS = (Tensor, int, float)


def _operators(operation, kinds=_NUMBERS):
    """`a + b` and `b + a`: with what isn't of these kinds, Python looks further."""

    def forward(self, other):
        return operation(self, other) if isinstance(other, kinds) else NotImplemented

    def backward(self, other):
        return operation(other, self) if isinstance(other, kinds) else NotImplemented

    return forward, backward


def _caster(kind):
    def cast(self):
        return _kernels.cast(self, kind)

    return cast


install()
