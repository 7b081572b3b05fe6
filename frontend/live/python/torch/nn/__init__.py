"""Layers, and what a network is made of."""

# ruff: noqa: F401 (the names are for those who import them from here)

from torch.nn._containers import ModuleList, Sequential
from torch.nn._layers import (
    GELU,
    Dropout,
    Embedding,
    Flatten,
    Identity,
    LayerNorm,
    Linear,
    ReLU,
    RMSNorm,
    SiLU,
)
from torch.nn._module import Module
from torch.nn._parameter import Parameter

# Loaded when first asked for: what few pages use
ELSEWHERE = {
    name: module
    for module, names in {
        "_attention": "MultiheadAttention",
        "_activations": "CosineSimilarity LeakyReLU LogSoftmax Sigmoid Softmax Softplus Tanh Unflatten",
        "_holders": "ModuleDict ParameterDict ParameterList",
        "_losses": "BCELoss BCEWithLogitsLoss CrossEntropyLoss HuberLoss KLDivLoss L1Loss MSELoss NLLLoss SmoothL1Loss",
        "_normalizing": "BatchNorm1d GroupNorm",
        "_convolution": "Conv1d Conv2d",
    }.items()
    for name in names.split()
}


def __getattr__(name):
    import sys

    from torch.nn._parameter import unknown

    if name in ELSEWHERE:
        module = "torch.nn." + ELSEWHERE[name]
        __import__(module)
        return getattr(sys.modules[module], name)
    if name in ("attention", "functional", "init", "utils"):
        __import__("torch.nn." + name)
        return sys.modules["torch.nn." + name]
    raise unknown("torch.nn", name)
