"""Kinds of numbers and devices."""

import _kernels


class dtype:
    """Kind of numbers in a tensor, as torch.float32."""

    def __init__(self, name):
        self._name = name
        self.itemsize = _kernels.dtype_size(name)
        self.is_floating_point = _kernels.is_float(name)
        self.is_complex = False
        self.is_signed = name not in ("bool", "uint8")
        _kernels.adopt(self, name)

    def __repr__(self):
        return "torch." + self._name

    def __reduce__(self):
        return self._name


_NAMES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64")
DTYPES = {name: dtype(name) for name in _NAMES}
SHORT = {"half": "float16", "float": "float32", "double": "float64", "short": "int16", "int": "int32", "long": "int64"}


class device:
    """Where a tensor's numbers are: here on the processor, or nowhere ("meta"). In a `with`, where new tensors are."""

    current = []

    def __init__(self, type, index=None):
        name = type.type if isinstance(type, device) else str(type)
        self.type = name.split(":")[0]
        self.index = int(name.split(":")[1]) if ":" in name else index
        if self.type not in ("cpu", "meta"):
            raise RuntimeError(f"{name} is not in this small stand-in for torch: it knows the devices cpu and meta")

    def __enter__(self):
        device.current.append(self)
        return self

    def __exit__(self, *problem):
        device.current.pop()
        return False

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        return (
            f"device(type='{self.type}')" if self.index is None else f"device(type='{self.type}', index={self.index})"
        )


class Size(tuple):
    """A shape: how many numbers stand along each axis."""

    def __repr__(self):
        return "torch.Size([" + ", ".join([str(size) for size in self]) + "])"

    __str__ = __repr__

    def numel(self):
        """How many numbers a tensor of this shape has."""
        count = 1
        for size in self:
            count *= size
        return count

    def __getitem__(self, key):
        found = tuple.__getitem__(self, key)
        return Size(found) if isinstance(key, slice) else found

    def __add__(self, other):
        return Size(tuple(self) + tuple(other))


_LIMITS = {  # smallest and largest number, distance from 1 to the next, smallest normal number
    "float16": (65504.0, 2.0**-10, 2.0**-14),
    "bfloat16": (3.3895313892515355e38, 2.0**-7, 2.0**-126),
    "float32": (3.4028234663852886e38, 2.0**-23, 2.0**-126),
    "float64": (1.7976931348623157e308, 2.0**-52, 2.0**-1022),
}


class finfo:
    """Limits of a kind of floating-point numbers."""

    def __init__(self, kind):
        self.dtype = kind._name
        self.max, self.eps, self.tiny = _LIMITS[kind._name]
        self.min, self.smallest_normal, self.bits = -self.max, self.tiny, 8 * kind.itemsize
        self.resolution = 10.0 ** {"float16": -3, "bfloat16": -2, "float32": -6, "float64": -15}[kind._name]

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution}, min={self.min}, max={self.max}, eps={self.eps}, "
            f"smallest_normal={self.tiny}, tiny={self.tiny}, dtype={self.dtype})"
        )


class iinfo:
    """Limits of a kind of whole numbers."""

    def __init__(self, kind):
        self.dtype, self.bits = kind._name, 8 * kind.itemsize
        self.max = 2 ** (self.bits - (1 if kind.is_signed else 0)) - 1
        self.min = -self.max - 1 if kind.is_signed else 0

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"
