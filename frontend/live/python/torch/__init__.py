"""A small stand-in for torch: what the pages and their readers use, with torch's results and torch's messages."""

import sys

import _kernels

from torch import _methods
from torch._beside import Version
from torch._comparing import allclose, unique
from torch._creation import (
    arange,
    as_tensor,
    block_diag,
    cartesian_prod,
    empty,
    empty_like,
    eye,
    from_numpy,
    frombuffer,
    full,
    full_like,
    linspace,
    logspace,
    meshgrid,
    ones,
    ones_like,
    tensor,
    tril_indices,
    triu_indices,
    zeros,
    zeros_like,
)
from torch._dtypes import DTYPES, SHORT, Size, device, dtype, finfo, iinfo
from torch._more import cov, cross, index_fill, kron, tensordot
from torch._operations import OPERATIONS, several
from torch._random import (
    Generator,
    bernoulli,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    seed,
    set_rng_state,
)
from torch._settings import (
    enable_grad,
    get_default_dtype,
    get_num_threads,
    is_grad_enabled,
    no_grad,
    set_default_dtype,
    set_grad_enabled,
    set_num_threads,
    set_printoptions,
    use_deterministic_algorithms,
)
from torch._tensor import Tensor, _all_or_at, _extreme

__version__ = Version("2.13.0")
inf, nan, pi, e = float("inf"), float("nan"), 3.141592653589793, 2.718281828459045
newaxis = None
strided = "torch.strided"

_HERE = globals()
# What is only a method of a tensor in torch, or a part of one here
_NO_FUNCTIONS = {
    *("backward", "contiguous", "expand", "expand_as", "get_item", "new_full", "repeat", "reshape_as", "set_item"),
    *("turned", "unfold", "unique_parts", "view", "view_as"),
}
for _name, _operation in OPERATIONS.items():
    if not _name.endswith("_") and _name not in _NO_FUNCTIONS:
        _HERE[_name] = _operation
for _name, _kind in DTYPES.items():
    _HERE[_name] = _kind
for _name, _kind in SHORT.items():
    _HERE[_name] = DTYPES[_kind]


inference_mode = no_grad


# -- with more than one meaning


def max(input, *given, **named):
    """The largest number; along an axis, with its places; of two tensors, number by number."""
    return _extreme("max", input, given, named)


def min(input, *given, **named):
    """The smallest number; along an axis, with its places; of two tensors, number by number."""
    return _extreme("min", input, given, named)


def median(input, *given, **named):
    """The number in the middle."""
    return _all_or_at("median", input, given, named)


def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Where numbers are nearly equal."""
    return OPERATIONS["close"](input, other, rtol, atol, equal_nan)


def where(condition, *values):
    """Numbers of the first where the condition holds, of the second elsewhere; without these, the places."""
    return OPERATIONS["where"](condition, *values) if values else tuple(condition.nonzero().unbind(1))


def corrcoef(input):
    """How alike the rows rise and fall: their correlation."""
    away = input - input.mean(dim=-1, keepdim=True)
    table = away @ away.T
    length = table.diagonal().sqrt()
    return table / outer(length, length)  # noqa: F821


def svd(input, some=True):
    """Turned, stretched along the axes, and turned again: U @ diag(S) @ V.T."""
    U, S, Vh = __getattr__("linalg").svd(input, not some)
    return several("svd", ("U", "S", "V"), [U, S, Vh.mT])


def cdist(x1, x2, p=2.0):
    """Distances between all rows of two tables."""
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, dim=-1)


def atleast_2d(input):
    """With two axes at least."""
    return input.view(1, -1) if input.ndim < 2 else input


def numel(input):
    """How many numbers there are."""
    return input.numel()


def is_tensor(value):
    """Whether it is a tensor."""
    return isinstance(value, Tensor)


def is_floating_point(input):
    """Whether it has floating-point numbers."""
    return input.is_floating_point()


def result_type(one, two):
    """The kind that an operation on both has."""
    return DTYPES[OPERATIONS["result_type"](one, two)]


promote_types = lambda one, two: DTYPES[_kernels.promote(one, two)]


def broadcast_shapes(*shapes):
    """The shape that all are stretched to."""
    result = empty(shapes[0], device="meta")
    for shape in shapes[1:]:
        result = result + empty(shape, device="meta")
    return result.shape


def broadcast_tensors(*tensors):
    """All stretched to one shape."""
    shape = broadcast_shapes(*[t.shape for t in tensors])
    return tuple([t.expand(shape) for t in tensors])


def compile(model=None, **options):
    """The same model: nothing is compiled here."""
    return model if model is not None else lambda one: one


def save(value, file):
    raise RuntimeError("torch.save is not in this small stand-in for torch; in torch itself it works")


class cuda:
    """No graphics card is here."""

    is_available = staticmethod(lambda: False)
    device_count = staticmethod(lambda: 0)
    manual_seed_all = staticmethod(lambda seed: None)


_FUNCTIONS = ("cosine_similarity", "dropout", "conv1d", "conv2d")  # those of torch.nn.functional
_MODULES = ("nn", "optim", "linalg", "testing", "autograd", "utils", "special")


def __getattr__(name):
    if name in _FUNCTIONS:
        return getattr(__getattr__("nn").functional, name)
    if name in _MODULES:
        __import__("torch." + name)
        return sys.modules["torch." + name]
    if name.startswith("__"):
        raise AttributeError(f"module 'torch' has no attribute '{name}'")
    raise AttributeError(f"torch.{name} is not in this small stand-in for torch; in torch itself it may well exist")
