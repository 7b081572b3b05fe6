"""Functions that layers are made of."""

import math
import sys

import _kernels

import torch
from torch._beside import TYPE_NAMES
from torch._operations import OPERATIONS
from torch._tensor import Tensor, needs_tensor

linear, relu, sigmoid, tanh = [OPERATIONS[name] for name in ("linear", "relu", "sigmoid", "tanh")]
gelu = OPERATIONS["gelu"]
layer_norm, rms_norm = OPERATIONS["layer_norm"], OPERATIONS["rms_norm"]
_named = _kernels.tensor_named
logsigmoid = lambda input: _named(-OPERATIONS["softplus"](-input), "LogSigmoidBackward0")


def softplus(input, beta=1.0, threshold=20.0):
    """A smooth relu."""
    result = OPERATIONS["softplus"](input * beta) / beta
    if threshold != 20.0:
        result = torch.where(input * beta > threshold, input, result)
    return _named(result, "SoftplusBackward0")


def silu(input, inplace=False):
    """x times sigmoid(x)."""
    return OPERATIONS["silu"](input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """Numbers below 0 times a small slope."""
    return _named(torch.where(input > 0, input, input * negative_slope), "LeakyReluBackward0")


def elu(input, alpha=1.0, inplace=False):
    """Numbers below 0 bent to -alpha."""
    return _named(torch.where(input > 0, input, alpha * input.expm1()), "EluBackward0")


def _last_axis(input, dim, name):
    import warnings

    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument."
    )
    return 0 if input.ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Shares of e to the power of each number."""
    return OPERATIONS["softmax"](input, _last_axis(input, dim, "softmax"), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of softmax."""
    return OPERATIONS["log_softmax"](input, _last_axis(input, dim, "log_softmax"), dtype)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    """Vectors of length 1."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors."""
    x1, x2 = torch.broadcast_tensors(x1, x2)
    lengths = [x.norm(2, dim, keepdim=True).clamp_min(eps) for x in (x1, x2)]
    return (x1 / lengths[0] * (x2 / lengths[1])).sum(dim)


def dropout(input, p=0.5, training=True, inplace=False):
    """Each number is 0 with probability p; the others grow so that the mean stays."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not training or p == 0:
        return input
    if p == 1:
        return input * torch.zeros_like(input)
    kept = _kernels.draw_bernoulli(torch.empty_like(input), 1 - p, None)
    return input * kept.div_(1 - p)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """A row of `weight` for each id."""
    if padding_idx is not None:  # this row learns nothing
        padding = padding_idx % weight.shape[0]
        rows = torch.arange(weight.shape[0]).unsqueeze(1) == padding
        weight = torch.where(rows, weight.detach(), weight)
    return OPERATIONS["embedding_rows"](weight, input)


def one_hot(tensor, num_classes=-1):
    """1 at each number's place, 0 elsewhere."""
    needs_tensor("one_hot", tensor, "tensor")
    if type(num_classes) is not int:
        kind = type(num_classes).__name__
        raise TypeError(f"one_hot(): argument 'num_classes' (position 2) must be int, not {kind}")
    if tensor.dtype is not torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if not tensor.numel() and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if tensor.numel() and int(tensor.min()) < 0:
        raise RuntimeError("Class values must be non-negative.")
    classes = int(tensor.max()) + 1 if num_classes == -1 else num_classes
    if tensor.numel() and int(tensor.max()) >= classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return (tensor.unsqueeze(-1) == torch.arange(classes)).long()


def pad(input, pad, mode="constant", value=None):
    """With more numbers around."""
    if mode != "constant":
        raise NotImplementedError(
            f"pad(mode={mode!r}) is not in this small stand-in for torch; in torch itself it works"
        )
    return OPERATIONS["pad_constant"](input, list(pad), 0 if value is None else value)


def _reduced(losses, reduction):
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return losses.mean() if reduction == "mean" else losses.sum() if reduction == "sum" else losses


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Squared differences."""
    input.size(), target.size()  # a number has none, as torch says
    return _named(_reduced((input - target) ** 2, reduction), "MseLossBackward0")


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """Differences without their sign."""
    return _reduced((input - target).abs(), reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Half the square where the difference is below `beta`, and a line beyond."""
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    far = (input - target).abs()
    losses = far if beta == 0 else torch.where(far < beta, 0.5 * far * far / beta, far - 0.5 * beta)
    return _named(_reduced(losses, reduction), "SmoothL1LossBackward0")


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Half the square where the difference is at most `delta`, and a line beyond."""
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    far = (input - target).abs()
    losses = torch.where(far <= delta, 0.5 * far * far, delta * (far - 0.5 * delta))
    return _named(_reduced(losses if weight is None else losses * weight, reduction), "HuberLossBackward0")


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Mean 0 and variance 1 for each channel: of this batch, or of those before."""
    channels, axes = input.shape[1], [axis for axis in range(input.ndim) if axis != 1]
    if running_mean is not None and len(running_mean) != channels:
        raise RuntimeError(f"running_mean should contain {channels} elements not {len(running_mean)}")
    mean, variance = running_mean, running_var
    if training:
        count = input.numel() // max(channels, 1)
        if count == 1:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
        mean, variance = input.mean(axes), input.var(axes, correction=0)
        if running_mean is not None:
            with torch.no_grad():
                running_mean.mul_(1 - momentum).add_(mean, alpha=momentum)
                running_var.mul_(1 - momentum).add_(variance * (count / (count - 1)), alpha=momentum)
    shape = [1, -1] + [1] * (input.ndim - 2)
    result = (input - mean.view(shape)) / (variance.view(shape) + eps).sqrt()
    return _named(_scaled(result, weight, bias, shape), "NativeBatchNormBackward0")


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Mean 0 and variance 1 for each group of channels."""
    if input.ndim < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.ndim}")
    channels = input.shape[1]
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{list(input.shape)} and num_groups={num_groups}"
        )
    if weight is not None and weight.numel() != channels:
        raise RuntimeError(
            "Expected weight to be a vector of size equal to the number of channels in input, but got weight of shape "
            f"{list(weight.shape)} and input of shape {list(input.shape)}"
        )
    rows = input.reshape(input.shape[0], num_groups, -1)
    result = (rows - rows.mean(-1, keepdim=True)) / (rows.var(-1, keepdim=True, correction=0) + eps).sqrt()
    shape = [1, -1] + [1] * (input.ndim - 2)
    return _named(_scaled(result.reshape(input.shape), weight, bias, shape), "NativeGroupNormBackward0")


def _scaled(result, weight, bias, shape):
    result = result if weight is None else result * weight.view(shape)
    return result if bias is None else result + bias.view(shape)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Of probabilities for yes or no."""
    losses = -(target * input.log().clamp_min(-100) + (1 - target) * (1 - input).log().clamp_min(-100))
    return _named(_reduced(losses if weight is None else losses * weight, reduction), "BinaryCrossEntropyBackward0")


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """Of scores for yes or no."""
    losses = (1 - target) * input + softplus(-input)
    result = _reduced(losses if weight is None else losses * weight, reduction)
    return _named(result, "BinaryCrossEntropyWithLogitsBackward0")


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """How far a distribution, given by its logarithms, is from another."""
    losses = (
        target.exp() * (target - input) if log_target else torch.where(target > 0, target * (target.log() - input), 0.0)
    )
    return losses.sum() / input.shape[0] if reduction == "batchmean" else _reduced(losses, reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """The negative log-probability of each target."""
    _reduced(torch.zeros(1), reduction)
    if target.dtype not in (torch.int64, torch.uint8):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {TYPE_NAMES[target.dtype._name]}")
    if input.ndim == 1:
        return OPERATIONS["nll_rows"](
            input.view(1, -1), target.view(1), weight, ignore_index, "mean" if reduction == "mean" else "sum"
        )
    if input.shape[0] != target.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]})."
        )
    if input.ndim == 2 and target.ndim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    wanted = [input.shape[0], *input.shape[2:]]
    if list(target.shape) != wanted:
        raise RuntimeError(f"Expected target size {wanted}, got {list(target.shape)}")
    rows = input.movedim(1, -1).reshape(-1, input.shape[1]) if input.ndim > 2 else input
    losses = OPERATIONS["nll_rows"](rows, target.reshape(-1), weight, ignore_index, reduction)
    return losses.view(target.shape) if reduction == "none" and input.ndim > 2 else losses


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """The negative log-probability that softmax gives each target, or the mean over a distribution of targets."""
    needs_tensor("cross_entropy_loss", target, "target", 2)
    axis = 0 if input.ndim == 1 else 1
    logs = log_softmax(input, axis)
    if target.shape == input.shape:
        if not target.is_floating_point():
            kind = TYPE_NAMES[target.dtype._name]
            raise RuntimeError(f"Expected floating point type for target with class probabilities, got {kind}")
        if label_smoothing:
            target = target * (1 - label_smoothing) + label_smoothing / input.shape[axis]
        weighed = logs if weight is None else logs * weight.view([-1] + [1] * (input.ndim - axis - 1))
        losses = -(weighed * target).sum(axis)
        return losses.sum() / losses.numel() if reduction == "mean" else _reduced(losses, reduction)
    plain = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if not label_smoothing:
        return plain
    kept = target != ignore_index
    shares = torch.ones(input.shape[axis], dtype=input.dtype) if weight is None else weight
    weighed = logs * shares.view([-1] + [1] * (input.ndim - axis - 1))
    even = torch.where(kept, -weighed.mean(axis), 0.0)
    if reduction == "mean":
        even = even.sum() / torch.where(kept, shares[torch.where(kept, target, 0)], 0.0).sum()
    else:
        even = _reduced(even, reduction)
    return (1 - label_smoothing) * plain + label_smoothing * even


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """Scores of queries and keys, softmax, and the weighted mean of values."""
    attention = sys.modules.get("torch.nn.attention")
    if attention is not None:
        attention.check_backend()
    if is_causal and attn_mask is not None:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError(
            f"Expected query, key, and value to have the same dtype, but got query.dtype: {_cname(query)} key.dtype: "
            f"{_cname(key)} and value.dtype: {_cname(value)} instead."
        )
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.size(-1)) if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril()
    if attn_mask is not None:
        if isinstance(attn_mask, Tensor) and attn_mask.dtype is torch.bool:
            torch.broadcast_shapes(scores.shape, attn_mask.shape)
            scores = scores.masked_fill(~attn_mask, -math.inf)
        elif isinstance(attn_mask, Tensor) and not attn_mask.is_floating_point():
            raise RuntimeError(
                "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
                f"{_cname(attn_mask)} and  query.dtype: {_cname(query)} instead."
            )
        else:
            scores = scores + attn_mask
    # A row without any key gives zeros, as in torch.
    empty = (scores == -math.inf).all(dim=-1, keepdim=True)
    weights = softmax(scores, -1).masked_fill(empty, 0.0)
    return dropout(weights, dropout_p) @ value


def _cname(tensor):
    return {
        "float32": "float",
        "float64": "double",
        "float16": "c10::Half",
        "bfloat16": "c10::BFloat16",
        "int64": "long int",
    }.get(tensor.dtype._name, tensor.dtype._name)


def _pair(value):
    return [value, value] if isinstance(value, int) else list(value)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """A filter moved over images (batch, channels, height, width)."""
    if padding == "same":
        padding = [(weight.shape[-2] - 1) // 2, (weight.shape[-1] - 1) // 2]
    padding = 0 if padding == "valid" else padding
    return OPERATIONS["conv"](input, weight, bias, _pair(stride), _pair(padding), _pair(dilation), groups)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """A filter moved over sequences (batch, channels, length)."""
    first = [x if isinstance(x, (int, str)) else x[0] for x in (stride, padding, dilation)]
    if first[1] == "same":
        first[1] = (weight.shape[-1] - 1) // 2
    result = OPERATIONS["conv"](
        input.unsqueeze(-2),
        weight.unsqueeze(-2),
        bias,
        [1, first[0]],
        [0, 0 if first[1] == "valid" else first[1]],
        [1, first[2]],
        groups,
    )
    return result.squeeze(-2)


def __getattr__(name):
    from torch.nn._parameter import unknown

    raise unknown("torch.nn.functional", name)
