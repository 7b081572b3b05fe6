"""Making tensors."""

import _kernels

from torch._dtypes import DTYPES, device
from torch._nested import from_lists
from torch._operations import OPERATIONS
from torch._settings import get_default_dtype
from torch._tensor import Tensor, needs_tensor


def tensor(data, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the numbers in `data`: a number, or lists of lists of numbers."""
    if isinstance(data, Tensor):
        result = data.detach().clone()
        result = result if dtype is None else result.to(dtype)
    else:
        result = from_lists(data, dtype)
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


def sizes(name, size, named):
    """The sizes that the function `name` was given, one by one or as a tuple."""
    by_name = {"size": named.pop("size")} if "size" in named else {}
    return OPERATIONS[name + "_sizes"](*size, **by_name)


def made(
    size,
    value,
    dtype=None,
    device=None,
    requires_grad=False,
    out=None,
    generator=None,
    layout=None,
    pin_memory=False,
    memory_format=None,
):
    result = _kernels.filled(size, value, dtype, _is_meta(device))
    return result.requires_grad_() if requires_grad else result


def _is_meta(place):
    if place is None:
        return bool(device.current) and device.current[-1].type == "meta"
    return device(place).type == "meta"


def zeros(*size, **options):
    """Zeros in the given shape."""
    return made(sizes("zeros", size, options), 0, **options)


def ones(*size, **options):
    """Ones in the given shape."""
    return made(sizes("ones", size, options), 1, **options)


def empty(*size, **options):
    """A tensor that nobody has filled: here with zeros."""
    return made(sizes("empty", size, options), 0, **options)


def full(size, fill_value, *, dtype=None, **options):
    """`fill_value` everywhere."""
    if not isinstance(size, (tuple, list)):
        raise TypeError(f"full(): argument 'size' (position 1) must be tuple of ints, not {type(size).__name__}")
    if dtype is None:
        dtype = tensor(fill_value).dtype
    return OPERATIONS["fill_"](made(sizes("full", (size,), {}), 0, dtype=dtype, **options), fill_value)


def _like(name, value):
    def like(input, *, dtype=None, device=None, requires_grad=False, memory_format=None):
        needs_tensor(f"{name}_like", input)
        return made(
            list(input.shape),
            value,
            dtype=dtype or input.dtype,
            device=device or input.device,
            requires_grad=requires_grad,
        )

    return like


zeros_like, ones_like, empty_like = _like("zeros", 0), _like("ones", 1), _like("empty", 0)


def full_like(input, fill_value, **options):
    """`fill_value` in the shape of another tensor."""
    return OPERATIONS["fill_"](_like("full", 0)(input, **options), fill_value)


def arange(start, end=None, step=1, *, dtype=None, device=None, requires_grad=False):
    """Numbers from `start` to below `end`."""
    if end is None:
        start, end = 0, start
    start, end, step = [x.item() if isinstance(x, Tensor) else x for x in (start, end, step)]
    if dtype is None:
        whole = all([isinstance(x, int) for x in (start, end, step)])
        dtype = DTYPES["int64"] if whole else get_default_dtype()
    OPERATIONS["arange_sizes"](start=start, end=end, step=step)
    return _placed(_kernels.range(start, end, step, dtype), device, requires_grad)


def linspace(start, end, steps, *, dtype=None, device=None, requires_grad=False):
    """`steps` numbers from `start` to `end`, both included."""
    start, end, steps = OPERATIONS["linspace_sizes"](start, end, steps)
    return _placed(_kernels.linspace(start, end, steps, dtype), device, requires_grad)


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, requires_grad=False):
    """Powers of `base` with exponents from `start` to `end`."""
    return _placed(OPERATIONS["pow"](base, linspace(start, end, steps, dtype=dtype)), device, requires_grad)


def eye(n, m=None, *, dtype=None, device=None, requires_grad=False):
    """Ones on the diagonal."""
    rows, columns = OPERATIONS["eye_sizes"](n, m)
    return _placed(_kernels.eye(rows, columns, dtype), device, requires_grad)


def tril_indices(row, col, offset=0):
    """Places on and below a diagonal."""
    return _places([(r, c) for r in range(row) for c in range(col) if c <= r + offset])


def _places(pairs):
    return tensor(pairs, dtype=DTYPES["int64"]).reshape(-1, 2).T.contiguous()


def triu_indices(row, col, offset=0):
    """Places on and above a diagonal."""
    return _places([(r, c) for r in range(row) for c in range(col) if c >= r + offset])


def block_diag(*tensors):
    """Matrices along the diagonal, zeros elsewhere."""
    tables = [t.view(1, -1) if t.ndim == 1 else t.view(1, 1) if t.ndim == 0 else t for t in tensors]
    result = zeros(sum([t.shape[0] for t in tables]), sum([t.shape[1] for t in tables]), dtype=tables[0].dtype)
    row = column = 0
    for table in tables:
        rows, columns = table.shape
        result[row : row + rows, column : column + columns] = table
        row, column = row + rows, column + columns
    return result


def meshgrid(*tensors, indexing="ij"):
    """Coordinates of a grid: one tensor for each axis."""
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    shape = [t.numel() for t in tensors]
    grids = [
        t.view([-1 if i == axis else 1 for i in range(len(shape))]).expand(shape) for axis, t in enumerate(tensors)
    ]
    return tuple([g.transpose(0, 1) for g in grids] if indexing == "xy" else grids)


def cartesian_prod(*tensors):
    """All pairs, triples … of the tensors' numbers."""
    return OPERATIONS["stack"]([g.flatten() for g in meshgrid(*tensors)], -1)
