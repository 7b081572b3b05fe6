"""The operations on tensors, as functions of Python."""

from functools import cache

import _kernels


def function(name, fields=None, is_method=False):
    """An operation as a Python function: of a tensor and what follows, by place or by name."""
    run = _kernels.operation(name, is_method)

    def operation(*given, **named):
        out = named.pop("out", None)
        result = run(given, list(named), list(named.values()))
        return result if out is None else out.copy_(result)

    def operation_of_several(*given, **named):
        return several(name, fields, run(given, list(named), list(named.values())))

    result = operation if fields is None else operation_of_several
    result.__name__ = result.__qualname__ = name
    return result


class Several(tuple):
    """Several tensors with names, as torch.return_types."""

    def __repr__(self):
        parts = [f"{name}={repr(part)}" for name, part in zip(self._fields, self)]
        return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(parts) + ")"


def several(name, fields, parts):
    """A tuple; with names for its parts if `fields` are given."""
    if not fields:
        return tuple(parts)
    result = _kind_of(name.removesuffix("_at"))(parts)
    result._fields = fields
    for field, part in zip(fields, parts):
        setattr(result, field, part)
    return result


@cache
def _kind_of(name):
    return type(name, (Several,), {"__module__": "torch.return_types"})


# Operations with several results: the names of these, or () for a plain tuple
SEVERAL = {
    "max_at": ("values", "indices"), "min_at": ("values", "indices"), "sort": ("values", "indices"),
    "topk": ("values", "indices"), "mode": ("values", "indices"), "median_at": ("values", "indices"),
    "qr": ("Q", "R"), "svd": ("U", "S", "Vh"), "split": (), "chunk": (), "unbind": (), "unique_parts": (),
}  # fmt: skip
OPERATIONS = {name: function(name, SEVERAL.get(name)) for name in _kernels.operation_names}
