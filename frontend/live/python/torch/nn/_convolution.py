"""Convolutions: one weight per place of a window that slides over the input."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn._module import Module
from torch.nn._parameter import Parameter


class Convolution(Module):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str) or padding_mode != "zeros":
            raise NotImplementedError(
                "this small stand-in for torch pads by a number of zeros only; torch itself can do more"
            )
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride = self._per_axis(kernel_size), self._per_axis(stride)
        self.padding, self.dilation = self._per_axis(padding), self._per_axis(dilation)
        self.weight = Parameter(
            torch.empty((out_channels, in_channels // groups, *self.kernel_size), device=device, dtype=dtype)
        )
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _per_axis(self, value):
        return (value,) * self.axes if isinstance(value, int) else tuple(value)

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.weight[0].numel())
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return self.function(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        for name, usual in (("padding", (0,) * self.axes), ("dilation", (1,) * self.axes), ("groups", 1)):
            if getattr(self, name) != usual:
                text += f", {name}={getattr(self, name)}"
        return text + ("" if self.bias is not None else ", bias=False")


class Conv1d(Convolution):
    axes = 1

    def function(self, *args):
        return F.conv1d(*args)


class Conv2d(Convolution):
    axes = 2

    def function(self, *args):
        return F.conv2d(*args)
