"""Derivatives of functions."""

import torch


def _tuple(value):
    return (value,) if isinstance(value, torch.Tensor) else tuple(value)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """How each number of the result changes with each number of the inputs: (*shape of result, *shape of input)."""
    single = isinstance(inputs, torch.Tensor)
    with torch.enable_grad():
        inputs = tuple(
            tensor.view_as(tensor) if create_graph else tensor.detach().requires_grad_() for tensor in _tuple(inputs)
        )
        outputs = func(*inputs)
        outputs, single_output = _tuple(outputs), isinstance(outputs, torch.Tensor)
        result = tuple(_rows(output, inputs, create_graph) for output in outputs)
    if single:
        result = tuple(row[0] for row in result)
    return result[0] if single_output else result


def _rows(output, inputs, create_graph):
    """For one output, its derivatives by each input."""
    rows = [[] for _ in inputs]
    flat = output.reshape(-1)
    for number in range(output.numel()):
        gradients = (None,) * len(inputs)
        if output.requires_grad:
            gradients = torch.autograd.grad(
                flat[number], inputs, retain_graph=True, create_graph=create_graph, allow_unused=True
            )
        for row, gradient, tensor in zip(rows, gradients, inputs):
            row.append(torch.zeros_like(tensor) if gradient is None else gradient)
    return tuple(torch.stack(row).view(*output.shape, *tensor.shape) for row, tensor in zip(rows, inputs))


def __getattr__(name):
    from torch.nn._parameter import unknown

    raise unknown("torch.autograd.functional", name)
