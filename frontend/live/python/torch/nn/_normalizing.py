"""Layers that bring numbers to mean 0 and variance 1, other than along the last axes."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn._module import Module
from torch.nn._parameter import Parameter


class _Affine(Module):
    """With a factor and a shift for each channel."""

    def _make(self, size, affine, bias, device, dtype):
        self.affine, self._with_bias = affine, bias
        for name, wanted in (("weight", affine), ("bias", affine and bias)):
            empty = torch.empty(size, device=device, dtype=dtype) if wanted else None
            self.register_parameter(name, None if empty is None else Parameter(empty))

    def reset_parameters(self):
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class BatchNorm1d(_Affine):
    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.track_running_stats = track_running_stats
        self._make(num_features, affine, bias, device, dtype)
        self.register_buffer("running_mean", torch.zeros(num_features) if track_running_stats else None)
        self.register_buffer("running_var", torch.ones(num_features) if track_running_stats else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0) if track_running_stats else None)
        self.reset_parameters()

    def forward(self, input):
        if input.ndim not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.ndim}D input)")
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        training = self.training or not self.track_running_stats
        kept = (self.running_mean, self.running_var)
        return F.batch_norm(input, *kept, self.weight, self.bias, training, momentum, self.eps)

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self._with_bias}, track_running_stats={self.track_running_stats}"
        )


class GroupNorm(_Affine):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps
        self._make(num_channels, affine, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, bias={self._with_bias}"


BatchNorm1d.__module__ = "torch.nn.modules.batchnorm"
GroupNorm.__module__ = "torch.nn.modules.normalization"
