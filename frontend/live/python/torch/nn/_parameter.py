"""Parameter: a tensor that a module learns."""

import torch
from torch._tensor import Tensor

_TYPES = {
    "float32": "Float",
    "float64": "Double",
    "float16": "Half",
    "bfloat16": "BFloat16",
    "int64": "Long",
    "int32": "Int",
    "int16": "Short",
    "int8": "Char",
    "uint8": "Byte",
    "bool": "Bool",
}


def typename(value):
    """The name of a value's type as torch's messages have it."""
    if isinstance(value, Tensor):
        return f"torch.{_TYPES.get(str(value.dtype).rsplit('.', 1)[-1], '')}Tensor"
    kind = value if isinstance(value, type) else type(value)
    module = kind.__module__
    return kind.__qualname__ if module in ("builtins", None) else f"{module}.{kind.__qualname__}"


class Parameter(Tensor):
    """A tensor that a module learns: `parameters` finds it, and it collects gradients."""

    __module__ = "torch.nn.parameter"

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        return Tensor._make_subclass(cls, data.detach(), requires_grad)

    def __init__(self, data=None, requires_grad=True):
        pass

    def __hash__(self):
        return id(self)

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()

    __str__ = __repr__

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = Parameter(self.detach().clone(), self.requires_grad)
        return memo[id(self)]


def unknown(module, name):
    """The error for a name that isn't here."""
    text = f"{module}.{name} is not in this small stand-in for torch; in torch itself it may well exist"
    return AttributeError(f"module '{module}' has no attribute '{name}'" if name.startswith("__") else text)
