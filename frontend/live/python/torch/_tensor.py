"""Tensor: the Python side of a tensor whose numbers are in JavaScript."""

import _kernels

from torch import _comparing as comparing
from torch._beside import TYPE_NAMES, GradientFunction, Handle, Storage
from torch._dtypes import DTYPES, Size, device, dtype
from torch._nested import from_lists
from torch._operations import OPERATIONS


class Tensor:
    """Numbers along any number of axes."""

    __module__ = "torch"

    def __new__(cls, *given):
        if given and isinstance(given[0], int):
            return _kernels.filled(list(given), 0, "float32", False)
        return from_lists(given[0] if given else (), "float32")

    def __init__(self, *given):
        pass

    @staticmethod
    def _make_subclass(cls, data, require_grad=False):
        result = object.__new__(cls)
        _kernels.adopt(result, data)
        if require_grad:
            result.requires_grad_()
        return result

    def __hash__(self):
        return id(self)

    # -- what it is

    @property
    def shape(self):
        return Size(_kernels.tensor_shape(self))

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    @property
    def dtype(self):
        return DTYPES[_kernels.tensor_dtype(self)]

    @property
    def ndim(self):
        return len(_kernels.tensor_shape(self))

    dim = ndimension = lambda self: len(_kernels.tensor_shape(self))

    def numel(self):
        return _kernels.tensor_count(self)

    nelement = numel

    def stride(self, dim=None):
        strides = tuple(_kernels.tensor_strides(self))
        return strides if dim is None else strides[dim]

    @property
    def device(self):
        return device("meta" if _kernels.tensor_isMeta(self) else "cpu")

    @property
    def itemsize(self):
        return self.dtype.itemsize

    element_size = lambda self: self.dtype.itemsize

    @property
    def nbytes(self):
        return self.numel() * self.dtype.itemsize

    def data_ptr(self):
        return _kernels.tensor_address(self)

    def storage_offset(self):
        return _kernels.tensor_offset(self)

    def untyped_storage(self):
        return Storage(self)

    storage = untyped_storage

    def is_contiguous(self):
        return _kernels.tensor_isContiguous(self)

    def is_floating_point(self):
        return self.dtype.is_floating_point

    @property
    def is_meta(self):
        return _kernels.tensor_isMeta(self)

    is_cuda = False
    is_sparse = False
    layout = "torch.strided"

    @property
    def T(self):
        return _turned(self)

    @property
    def mT(self):
        if self.ndim == 1:
            raise RuntimeError(
                f"tensor.mT is only supported on matrices or batches of matrices. Got {self.ndim}-D tensor."
            )
        return self.transpose(-2, -1) if self.ndim else self

    @property
    def H(self):
        return self.transpose(-2, -1)

    # -- gradients

    @property
    def requires_grad(self):
        return _kernels.tensor_requiresGrad(self)

    @requires_grad.setter
    def requires_grad(self, wanted):
        self.requires_grad_(wanted)

    @property
    def grad(self):
        return _kernels.tensor_grad(self)

    @grad.setter
    def grad(self, grad):
        _kernels.tensor_setGrad(self, grad)

    @property
    def is_leaf(self):
        return _kernels.tensor_isLeaf(self)

    @property
    def grad_fn(self):
        name = _kernels.tensor_gradName(self)
        return None if name is None else GradientFunction(name)

    @property
    def data(self):
        return _kernels.tensor_data(self)

    @data.setter
    def data(self, other):
        _kernels.tensor_setData(self, other)

    def detach_(self):
        _kernels.tensor_cut(self)
        return self

    def retain_grad(self):
        _kernels.tensor_retainGrad(self)

    def register_hook(self, hook):
        handle = Handle()
        _kernels.hook(self, lambda grad: hook(grad) if handle.active else None)
        return handle

    # -- to Python

    def item(self):
        return _kernels.tensor_item(self)

    def tolist(self):
        dtype = self.dtype
        kind = float if dtype.is_floating_point else bool if dtype._name == "bool" else int
        return _kernels.lists(_kernels.tensor_flat(self), _kernels.tensor_shape(self), kind)

    def __repr__(self):
        return _kernels.format(self)

    __str__ = __repr__

    def __format__(self, spec):
        if self.ndim == 0 and not self.is_meta:
            return format(self.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to Tensor.__format__")
        return repr(self)

    def __bool__(self):
        count = self.numel()
        if count == 0:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        if count > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return bool(self.item())

    def __float__(self):
        return float(_only(self).item())

    def __int__(self):
        return int(_only(self).item())

    def __index__(self):
        if self.numel() != 1 or self.dtype.is_floating_point:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __round__(self, decimals=None):
        if self.numel() == 1 and decimals is None:
            return self.round()
        return self.round(decimals=decimals or 0)

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return _kernels.tensor_shape(self)[0]

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __contains__(self, value):
        return bool((self == value).any())

    def __invert__(self):
        if self.is_floating_point():
            raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
        return self.bitwise_not()

    def __getitem__(self, key):
        return _get_item((self, key if isinstance(key, tuple) else (key,)), [], [])

    def __setitem__(self, key, value):
        if isinstance(value, (list, tuple)):
            raise TypeError(f"can't assign a {type(value).__name__} to a torch.{TYPE_NAMES[self.dtype._name]}Tensor")
        _set_item((self, key if isinstance(key, tuple) else (key,), value), [], [])

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol "
                "at the moment."
            )
        if id(self) not in memo:
            memo[id(self)] = self.detach().clone().requires_grad_(self.requires_grad)
        return memo[id(self)]

    # -- other kinds of numbers

    def to(self, *given, **named):
        kind, place = named.get("dtype"), named.get("device")
        for value in given:
            if isinstance(value, dtype) or value in (bool, int, float):
                kind = value
            elif isinstance(value, Tensor):
                kind, place = value.dtype, value.device
            elif isinstance(value, (device, str)):
                place = value
        result = self if kind is None else _kernels.cast(self, kind)
        if place is not None and device(place).type == "meta":
            return _kernels.to_meta(result)
        return result.clone() if named.get("copy") and result is self else result

    def type(self, kind=None):
        return f"torch.{TYPE_NAMES[self.dtype._name]}Tensor" if kind is None else self.to(kind)

    type_as = lambda self, other: self.to(other.dtype)
    cpu = lambda self: self

    def cuda(self, *given):
        raise AssertionError("Torch not compiled with CUDA enabled")

    def numpy(self):
        if self.requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        raise RuntimeError("NumPy is not in this small stand-in for torch; in torch itself numpy() works")

    def new_zeros(self, *size, **options):
        return _kernels.filled(_sizes(size), 0, options.get("dtype") or self.dtype, False)

    def new_ones(self, *size, **options):
        return _kernels.filled(_sizes(size), 1, options.get("dtype") or self.dtype, False)

    def new_full(self, size, value, **options):
        return _kernels.filled(_sizes(size), value, options.get("dtype") or self.dtype, False)

    def new_tensor(self, data, **options):
        return from_lists(data, options.get("dtype") or self.dtype)

    # -- with more than one meaning

    def max(self, *given, **named):
        return _extreme("max", self, given, named)

    def min(self, *given, **named):
        return _extreme("min", self, given, named)

    def median(self, *given, **named):
        return _all_or_at("median", self, given, named)

    def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
        return comparing.unique(self, sorted, return_inverse, return_counts, dim)

    def where(self, condition, other):
        return OPERATIONS["where"](condition, self, other)

    def apply_(self, function):
        return self.copy_(from_lists([function(x) for x in self.flatten().tolist()], self.dtype).view(self.shape))

    def allclose(self, other, rtol=1e-5, atol=1e-8, equal_nan=False):
        return comparing.allclose(self, other, rtol, atol, equal_nan)

    def isclose(self, other, rtol=1e-5, atol=1e-8, equal_nan=False):
        return OPERATIONS["close"](self, other, rtol, atol, equal_nan)

    def unflatten(self, dim, *sizes):
        sizes = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
        return _unflatten(self, dim, list(sizes))

    def view(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], dtype):
            raise RuntimeError("view(dtype) is not in this small stand-in for torch; in torch itself it works")
        return OPERATIONS["view"](self, *shape)

    # -- random numbers in place

    def normal_(self, mean=0.0, std=1.0, *, generator=None):
        return _kernels.draw_normal(self, mean, std, generator and generator._state)

    def uniform_(self, start=0.0, to=1.0, *, generator=None, **named):
        return _kernels.draw_uniform(self, named.get("from", start), to, generator and generator._state)

    def exponential_(self, lambd=1.0, *, generator=None):
        return _kernels.draw_exponential(self, lambd, generator and generator._state)

    def bernoulli_(self, p=0.5, *, generator=None):
        return _kernels.draw_bernoulli(self, p, generator and generator._state)

    def bernoulli(self, *, generator=None):
        return _kernels.draw_bernoulliOf(self, generator and generator._state)

    def random_(self, start=None, to=None, *, generator=None):
        if start is None:
            raise RuntimeError(
                "random_() without a bound is not in this small stand-in for torch; in torch itself it works"
            )
        low, high = (0, start) if to is None else (start, to)
        return _kernels.draw_integersInto(self, low, high, generator and generator._state)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        raise AttributeError(
            f"'{type(self).__name__}' object has no attribute '{name}' in this small stand-in for torch; "
            "in torch itself there may be one"
        )


_turned = OPERATIONS["turned"]
_unflatten = OPERATIONS["unflatten"]
_get_item = _kernels.operation("get_item")
_set_item = _kernels.operation("set_item")


def needs_tensor(name, value, argument="input", position=1):
    """Raises what torch raises where a function is given something else."""
    if not isinstance(value, Tensor):
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {type(value).__name__}"
        )


def _only(tensor):
    if tensor.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return tensor


def _sizes(size):
    return list(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else list(size)


def _extreme(name, tensor, given, named):
    other = given[0] if given else named.get("other")
    if isinstance(other, Tensor):
        if len(given) > 1 or len(given) + len(named) > 1:
            raise TypeError(f"{name}() received an invalid combination of arguments")
        return OPERATIONS[name + "imum"](tensor, other)
    return _all_or_at(name, tensor, given, named)


def _all_or_at(name, tensor, given, named):
    return OPERATIONS[name + ("_at" if given or named else "_all")](tensor, *given, **named)
