"""Products and counts that are made of other operations."""

from torch._operations import OPERATIONS
from torch._tensor import Tensor

ALL = slice(None)


def tensordot(a, b, dims=2):
    """Products summed along several axes at once: the last of `a` and the first of `b`, or those that `dims` names."""
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims = (range(-dims, 0), range(dims))
    first, second = [[one] if isinstance(one, int) else list(one) for one in dims]
    if len(first) != len(second):
        raise RuntimeError("both dimension lists should have same length")
    for one, other in zip(first, second, strict=True):
        if a.shape[one] == 1:  # it is stretched
            b = b.sum(other, keepdim=True)
        elif b.shape[other] == 1:
            a = a.sum(one, keepdim=True)
        elif a.shape[one] != b.shape[other]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[one]} in dim {one} and second has "
                f"size {b.shape[other]} in dim {other}"
            )
    first, second = [axis % a.ndim for axis in first], [axis % b.ndim for axis in second]
    rest = [axis for axis in range(a.ndim) if axis not in first]
    others = [axis for axis in range(b.ndim) if axis not in second]
    shape = [a.shape[axis] for axis in rest] + [b.shape[axis] for axis in others]
    size = _product(a.shape[axis] for axis in first)
    left = a.permute(rest + first).reshape(_product(a.shape[axis] for axis in rest), size)
    right = b.permute(second + others).reshape(size, _product(b.shape[axis] for axis in others))
    return (left @ right).reshape(shape)


def _product(sizes):
    result = 1
    for size in sizes:
        result *= size
    return result


def kron(input, other):
    """Each number of `input` times all of `other`, in its place."""
    axes = max(input.ndim, other.ndim)
    one, two = [[1] * (axes - t.ndim) + list(t.shape) for t in (input, other)]
    left = input.reshape([size for own in one for size in (own, 1)])
    right = other.reshape([size for own in two for size in (1, own)])
    return (left * right).reshape([own * more for own, more in zip(one, two, strict=True)])


def cross(input, other, dim=None):
    """The product of vectors with three numbers that stands upright on both."""
    name = "cross" if dim is None else "linalg.cross"
    shape = OPERATIONS["mul"](input, other).shape
    if input.ndim != other.ndim:
        raise RuntimeError(f"{name}: inputs must have the same number of dimensions.")
    if dim is None:
        if 3 not in input.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = list(input.shape).index(3)
    sizes = input.shape[dim], other.shape[dim]
    input, other = input.expand(shape), other.expand(shape)
    if sizes != (3, 3):
        found = f"Got {sizes[0]} and {sizes[1]}"
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. {found}")
    return input.roll(-1, dim) * other.roll(-2, dim) - input.roll(-2, dim) * other.roll(-1, dim)


def cov(input, *, correction=1, fweights=None, aweights=None):
    """How the rows vary together."""
    if fweights is not None or aweights is not None:
        raise RuntimeError("weights of cov are not in this small stand-in for torch; in torch itself they work")
    if input.ndim > 2:
        dimensions = f"two or fewer dimensions but got an input with {input.ndim} dimensions"
        raise RuntimeError(f"cov(): expected input to have {dimensions}")
    if not input.is_floating_point():
        input = input.float()
    table = input.view(1, -1) if input.ndim < 2 else input
    away = table - table.mean(dim=1, keepdim=True)
    return (away @ away.T / max(table.shape[1] - correction, 0)).squeeze()


def index_fill(input, dim, index, value):
    """One number at places along an axis."""
    result = input.clone()
    result[(ALL,) * (dim % max(input.ndim, 1)) + (index,)] = value
    return result


def index_fill_(input, dim, index, value):
    """The same in place."""
    input[(ALL,) * (dim % max(input.ndim, 1)) + (index,)] = value
    return input


Tensor.index_fill, Tensor.index_fill_ = index_fill, index_fill_
Tensor.kron, Tensor.cross, Tensor.cov = kron, cross, cov
