"""Gradients."""

import sys

import _kernels

from torch._tensor import Tensor


def _tuple(value):
    return [value] if isinstance(value, Tensor) else list(value)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, **others):
    """How the outputs change with each input: a tuple of gradients."""
    outputs, inputs = _tuple(outputs), _tuple(inputs)
    starts = [None] * len(outputs) if grad_outputs is None else _tuple(grad_outputs)
    keep = create_graph if retain_graph is None else retain_graph
    found = _kernels.gradients(outputs, inputs, starts, keep, create_graph)
    for index, one in enumerate(found):
        if one is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {index} appears to not have been used in the graph. Set "
                "allow_unused=True if this is the desired behavior."
            )
    return tuple(found)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False):
    """Adds to the `grad` of every leaf."""
    starts = [None] * len(_tuple(tensors)) if grad_tensors is None else _tuple(grad_tensors)
    for tensor, start in zip(_tuple(tensors), starts):
        tensor.backward(start, retain_graph=bool(retain_graph), create_graph=create_graph)


def __getattr__(name):
    if name == "functional":
        __import__("torch.autograd.functional")
        return sys.modules["torch.autograd.functional"]
    raise AttributeError(
        f"torch.autograd.{name} is not in this small stand-in for torch; in torch itself it may well exist"
    )
