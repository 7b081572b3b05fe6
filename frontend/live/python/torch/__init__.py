"""A small stand-in for torch: what the pages and their readers use, with torch's results and torch's messages."""

import sys

import _kernels
from torch._dtypes import DTYPES, SHORT, Size, device, dtype, finfo, iinfo
from torch._tensor import OPERATIONS, Tensor, _all_or_at, _extreme, allclose, unique



class _Version(str):
    """Compares as a version: 2.13 comes after 2.5."""

    def _parts(self, text):
        return [int(part) for part in str(text).split("+")[0].split(".") if part.isdigit()]

    def __ge__(self, other):
        return self._parts(self) >= self._parts(other)

    def __gt__(self, other):
        return self._parts(self) > self._parts(other)

    def __le__(self, other):
        return not self > other

    def __lt__(self, other):
        return not self >= other


__version__ = _Version("2.13.0")
inf, nan, pi, e = float("inf"), float("nan"), 3.141592653589793, 2.718281828459045
newaxis = None
strided = "torch.strided"

_HERE = globals()
for _name, _operation in OPERATIONS.items():
    if not _name.endswith("_") and _name not in ("get_item", "set_item", "backward", "turned"):
        _HERE[_name] = _operation
for _name, _kind in DTYPES.items():
    _HERE[_name] = _kind
for _name, _kind in SHORT.items():
    _HERE[_name] = DTYPES[_kind]


# -- making tensors


def tensor(data, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the numbers in `data`: a number, or lists of lists of numbers."""
    if isinstance(data, Tensor):
        result = data.detach().clone()
        result = result if dtype is None else result.to(dtype)
    else:
        result = _kernels.from_lists(_kernels.nested(data), dtype)
    return _placed(result, device, requires_grad)


def as_tensor(data, dtype=None, device=None):
    """`data` itself where it is a tensor of this kind, else a new one."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    return tensor(data, dtype=dtype, device=device)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of numbers as they stand in bytes."""
    end = len(buffer) if count < 0 else offset + count * dtype.itemsize
    data = bytes(buffer)[offset:end] if offset or end < len(buffer) else bytes(buffer)
    return _placed(_kernels.from_bytes(data, dtype, [len(data) // dtype.itemsize]), None, requires_grad)


def from_numpy(array):
    raise RuntimeError("NumPy is not in this small stand-in for torch")


def _placed(result, device, requires_grad):
    if device is not None:
        result = result.to(device=device)
    return result.requires_grad_() if requires_grad else result


def _sizes(size, named):
    if not size:
        size = (named.pop("size"),)
    size = size[0] if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    return [int(part) for part in size]


def _made(size, value, dtype=None, device=None, requires_grad=False, out=None, generator=None, layout=None,
          pin_memory=False, memory_format=None):
    result = _kernels.filled(size, value, dtype, _is_meta(device))
    return result.requires_grad_() if requires_grad else result


def _is_meta(place):
    if place is None:
        return bool(device.current) and device.current[-1].type == "meta"
    return device(place).type == "meta"


def zeros(*size, **options):
    """Zeros in the given shape."""
    return _made(_sizes(size, options), 0, **options)


def ones(*size, **options):
    """Ones in the given shape."""
    return _made(_sizes(size, options), 1, **options)


def empty(*size, **options):
    """A tensor that nobody has filled: here with zeros."""
    return _made(_sizes(size, options), 0, **options)


def full(size, fill_value, *, dtype=None, **options):
    """`fill_value` everywhere."""
    if dtype is None:
        dtype = tensor(fill_value).dtype
    return _made(_sizes((size,), {}), fill_value, dtype=dtype, **options)


def _like(value):
    def like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
        return _made(list(input.shape), value, dtype=dtype or input.dtype, device=device or input.device,
                     requires_grad=requires_grad)

    return like


zeros_like, ones_like, empty_like = _like(0), _like(1), _like(0)


def full_like(input, fill_value, **options):
    """`fill_value` in the shape of another tensor."""
    return _like(fill_value)(input, **options)


def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False):
    """Numbers from `start` to below `end`."""
    if end is None:
        start, end = 0, start
    start, end, step = [x.item() if isinstance(x, Tensor) else x for x in (start, end, step)]
    if dtype is None:
        whole = all([isinstance(x, int) for x in (start, end, step)])
        dtype = DTYPES["int64"] if whole else get_default_dtype()
    return _placed(_kernels.range(start, end, step, dtype), device, requires_grad)


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    """`steps` numbers from `start` to `end`, both included."""
    return _placed(_kernels.linspace(start, end, steps, dtype), device, requires_grad)


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """Powers of `base` with exponents from `start` to `end`."""
    return _placed(OPERATIONS["pow"](base, linspace(start, end, steps, dtype=dtype)), device, requires_grad)


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    """Ones on the diagonal."""
    return _placed(_kernels.eye(n, n if m is None else m, dtype), device, requires_grad)


def tril_indices(row, col, offset=0):
    """Places on and below a diagonal."""
    pairs = [(r, c) for r in range(row) for c in range(col) if c <= r + offset]
    return tensor(pairs, dtype=int64).T.contiguous()  # noqa: F821


def triu_indices(row, col, offset=0):
    """Places on and above a diagonal."""
    pairs = [(r, c) for r in range(row) for c in range(col) if c >= r + offset]
    return tensor(pairs, dtype=int64).T.contiguous()  # noqa: F821


def block_diag(*tensors):
    """Matrices along the diagonal, zeros elsewhere."""
    tables = [t.view(1, -1) if t.ndim == 1 else t.view(1, 1) if t.ndim == 0 else t for t in tensors]
    result = zeros(sum([t.shape[0] for t in tables]), sum([t.shape[1] for t in tables]), dtype=tables[0].dtype)
    row = column = 0
    for table in tables:
        rows, columns = table.shape
        result[row:row + rows, column:column + columns] = table
        row, column = row + rows, column + columns
    return result


def meshgrid(*tensors, indexing="ij"):
    """Coordinates of a grid: one tensor for each axis."""
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    shape = [t.numel() for t in tensors]
    grids = [t.view([-1 if i == axis else 1 for i in range(len(shape))]).expand(shape) for axis, t in enumerate(tensors)]
    return tuple([g.transpose(0, 1) for g in grids] if indexing == "xy" else grids)


def cartesian_prod(*tensors):
    """All pairs, triples … of the tensors' numbers."""
    return stack([g.flatten() for g in meshgrid(*tensors)], -1)  # noqa: F821


# -- random numbers


class Generator:
    """A source of random numbers of its own."""

    def __init__(self, device="cpu"):
        self._state = _kernels.generator_create(67280421310721)

    def manual_seed(self, seed):
        _kernels.generator_seed(self._state, seed)
        return self

    def initial_seed(self):
        return _kernels.generator_seedOf(self._state)

    def get_state(self):
        return _kernels.generator_getState(self._state)

    def set_state(self, state):
        _kernels.generator_setState(self._state, state)


class _Default(Generator):
    def __init__(self):
        self._state = None


default_generator = _Default()


def manual_seed(seed):
    """Start the random numbers anew: the same seed gives the same numbers."""
    return default_generator.manual_seed(int(seed))


def seed():
    import time

    number = int(time.time() * 1000)
    manual_seed(number)
    return number


initial_seed, get_rng_state = default_generator.initial_seed, default_generator.get_state
set_rng_state = default_generator.set_state


def _drawn(draw):
    def make(*size, generator=None, requires_grad=False, **options):
        result = draw(_made(_sizes(size, options), 0, **options), generator)
        return result.requires_grad_() if requires_grad else result

    return make


rand = _drawn(lambda made, generator: made.uniform_(generator=generator))
randn = _drawn(lambda made, generator: made.normal_(generator=generator))


def rand_like(input, **options):
    """Random numbers from 0 to below 1 in the shape of another tensor."""
    return rand(*input.shape, dtype=options.get("dtype") or input.dtype)


def randn_like(input, **options):
    """Normal random numbers in the shape of another tensor."""
    return randn(*input.shape, dtype=options.get("dtype") or input.dtype)


def randint(low, high=None, size=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    """Random whole numbers from `low` to below `high`."""
    if size is None:
        low, high, size = 0, low, high
    return _kernels.draw_integers(low, high, list(size), dtype, generator and generator._state)


def randperm(n, *, generator=None, dtype=None, device=None):
    """The numbers from 0 to below `n` in random order."""
    return _kernels.draw_permutation(n, generator and generator._state)


def normal(mean=0.0, std=1.0, size=None, *, generator=None, dtype=None):
    """Normal random numbers with a mean and a standard deviation."""
    if size is None:
        shape = (mean if isinstance(mean, Tensor) else std).shape
        return randn(*shape, generator=generator) * std + mean
    return empty(size, dtype=dtype).normal_(mean, std, generator=generator)


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Places drawn with the probabilities in `input`."""
    return input.multinomial(num_samples, replacement, generator=generator)


def bernoulli(input, *, generator=None):
    """0 or 1, with the probabilities in `input`."""
    return input.bernoulli(generator=generator)


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
    """The kind that holds both."""
    return DTYPES[_kernels.promote(one.dtype, two.dtype)]


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


# -- settings


class _Switch:
    """Turns gradients on or off: `with torch.no_grad():`, or above a function."""

    def __init__(self, enabled):
        self._enabled = enabled
        self._before = []

    def __enter__(self):
        self._before.append(_kernels.grad_enabled())
        _kernels.set_grad_enabled(self._enabled)
        return self

    def __exit__(self, *problem):
        _kernels.set_grad_enabled(self._before.pop())
        return False

    def __call__(self, function):
        def switched(*given, **named):
            with _Switch(self._enabled):
                return function(*given, **named)

        switched.__name__ = function.__name__
        return switched


def _switch(enabled):
    def make(function=None):
        return _Switch(enabled) if function is None else _Switch(enabled)(function)

    return make


no_grad = inference_mode = _switch(False)
enable_grad = _switch(True)


class set_grad_enabled(_Switch):
    """Turns gradients on or off at once, or inside a `with`."""

    def __init__(self, mode):
        super().__init__(mode)
        self._first = _kernels.grad_enabled()
        _kernels.set_grad_enabled(mode)

    def __enter__(self):
        self._before.append(self._first)
        return self


def is_grad_enabled():
    """Whether operations are recorded."""
    return _kernels.grad_enabled()


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """How tensors are printed from now on."""
    _kernels.print_options(precision, threshold, edgeitems, linewidth, profile, sci_mode)


def get_default_dtype():
    """The kind of new floating-point tensors."""
    return DTYPES[_kernels.default_dtype()]


def set_default_dtype(kind):
    """From now on, new floating-point tensors are of this kind."""
    _kernels.set_default_dtype(kind)


def set_num_threads(count):
    """There is one here."""


def get_num_threads():
    """There is one here."""
    return 1


def use_deterministic_algorithms(mode):
    """They are."""


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


_MODULES = ("nn", "optim", "linalg", "testing", "autograd", "utils", "special")


def __getattr__(name):
    if name in _MODULES:
        __import__("torch." + name)
        return sys.modules["torch." + name]
    if name.startswith("__"):
        raise AttributeError(f"module 'torch' has no attribute '{name}'")
    raise AttributeError(f"torch.{name} is not in this small stand-in for torch; in torch itself it may well exist")
