"""How the numbers of a network begin; draws as torch does, so that a seed gives the same numbers."""

import math

import torch


def calculate_gain(nonlinearity, param=None):
    if nonlinearity in ("linear", "conv1d", "conv2d", "conv3d", "sigmoid"):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "selu":
        return 3.0 / 4
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    if param is None:
        param = 0.01
    if isinstance(param, bool) or not isinstance(param, (int, float)):
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + param**2))


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor, val):
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    return constant_(tensor, 1.0)


def zeros_(tensor):
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        return tensor.copy_(torch.eye(*tensor.shape))


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    rows, columns, *window = tensor.shape
    places = math.prod(window)
    return columns * places, rows * places


def _fan(tensor, mode):
    if mode.lower() not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of ['fan_in', 'fan_out']")
    return _calculate_fan_in_and_fan_out(tensor)[mode.lower() == "fan_out"]


def _xavier(tensor, gain):
    return gain * math.sqrt(2.0 / float(sum(_calculate_fan_in_and_fan_out(tensor))))


def xavier_uniform_(tensor, gain=1.0, generator=None):
    limit = math.sqrt(3.0) * _xavier(tensor, gain)
    return uniform_(tensor, -limit, limit, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    return normal_(tensor, 0.0, _xavier(tensor, gain), generator)


def _unchanged(tensor):
    import warnings

    warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
    return tensor


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    if 0 in tensor.shape:
        return _unchanged(tensor)
    limit = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode)))
    return uniform_(tensor, -limit, limit, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    if 0 in tensor.shape:
        return _unchanged(tensor)
    return normal_(tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(_fan(tensor, mode)), generator)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Normal numbers, drawn again where they lie outside of a to b."""
    if tensor.device.type == "meta":
        return tensor
    below, above = (math.erf((limit - mean) / std / math.sqrt(2.0)) / 2 for limit in (a, b))
    if above - below <= 0.3:
        raise NotImplementedError(
            "so narrow limits of trunc_normal_ aren't in this small stand-in for torch; in torch itself they work"
        )
    with torch.no_grad():
        result = tensor.normal_(mean, std, generator=generator)
        low, high = torch.tensor([a, b], dtype=tensor.dtype).tolist()
        outside = (result < low) | (result > high)
        while outside.any():
            again = torch.empty_like(result).normal_(mean, std, generator=generator)
            result = torch.where(outside, again, result)
            outside = (result < low) | (result > high)
        return tensor if result is tensor else tensor.copy_(result)


def orthogonal_(tensor, gain=1, generator=None):
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0 or tensor.device.type == "meta":
        return tensor
    rows = tensor.shape[0]
    columns = tensor.numel() // rows
    with torch.no_grad():
        drawn = torch.empty((rows, columns), dtype=tensor.dtype).normal_(0, 1, generator=generator)
        q, r = torch.linalg.qr(drawn.T if rows < columns else drawn)
        q = q * torch.diag(r, 0).sign()
        tensor.copy_((q.T if rows < columns else q).reshape(tensor.shape))
        return tensor.mul_(gain)


def __getattr__(name):
    from torch.nn._parameter import unknown

    raise unknown("torch.nn.init", name)
