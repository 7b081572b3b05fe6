"""Small helps around parameters."""

import torch


def _list(parameters):
    return [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False):
    """The norm of all numbers of some tensors."""
    tensors = _list(tensors)
    if not tensors:
        return torch.tensor(0.0)
    norms = torch.stack([torch.linalg.vector_norm(tensor, norm_type) for tensor in tensors])
    total = torch.linalg.vector_norm(norms, norm_type)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {float(norm_type)} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the non-finite "
            "norm anyway, set `error_if_nonfinite=False`"
        )
    return total


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Shrink all gradients together so that their norm is at most `max_norm`; returns the norm before."""
    gradients = [parameter.grad for parameter in _list(parameters) if parameter.grad is not None]
    with torch.no_grad():
        total = get_total_norm(gradients, norm_type, error_if_nonfinite)
        factor = torch.clamp(float(max_norm) / (total + 1e-6), max=1.0)
        for gradient in gradients:
            gradient.mul_(factor)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Cut the numbers of all gradients to between -`clip_value` and `clip_value`."""
    with torch.no_grad():
        for parameter in _list(parameters):
            if parameter.grad is not None:
                parameter.grad.clamp_(min=-float(clip_value), max=float(clip_value))


def parameters_to_vector(parameters):
    return torch.cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    start = 0
    for parameter in parameters:
        end = start + parameter.numel()
        parameter.data = vec[start:end].view_as(parameter).data
        start = end


def __getattr__(name):
    import sys

    from torch.nn._parameter import unknown

    if name == "rnn":
        __import__("torch.nn.utils.rnn")
        return sys.modules["torch.nn.utils.rnn"]
    raise unknown("torch.nn.utils", name)
