"""Reading nested lists of numbers, as torch.tensor gets them."""

import _kernels

from torch._dtypes import dtype

EXACT = 2**53  # from here on the page's numbers don't hold each whole number
_SEQUENCES = (list, tuple, range)
_KINDS = {bool: 0, int: 1, float: 2}
_NAMES = ("bool", "int", "float")


def from_lists(data, kind):
    """A tensor of `data`, a number or lists of lists of numbers; `kind` is theirs, None the usual one."""
    return _Reader().read(data, kind)


class _Reader:
    def __init__(self):
        self.shape, self.values, self.kind, self.has_tensors = [], [], 0, False

    def read(self, data, kind):
        self._walk(data, 0)
        if not self.values:
            self.kind = 2
        if self.kind == 1 and not self.has_tensors and not -EXACT < min(self.values) <= max(self.values) < EXACT:
            if not -(2**63) <= min(self.values) <= max(self.values) < 2**63:
                raise RuntimeError("Overflow when unpacking long long")
            raise RuntimeError("whole numbers from 2**53 on are not in this small stand-in for torch")
        values = self.values if self.has_tensors else _kernels.numbers(self.values)
        return _kernels.from_lists(self.shape, values, _NAMES[self.kind], kind)

    def _walk(self, value, depth):
        if not isinstance(value, _SEQUENCES):
            self._one(value, depth)
            return
        if not self.values and depth == len(self.shape):
            self.shape.append(len(value))
        elif depth >= len(self.shape):
            raise TypeError(
                "'list' object cannot be interpreted as an integer"
                if self.kind < 2
                else "must be real number, not list"
            )
        elif len(value) != self.shape[depth]:
            raise ValueError(f"expected sequence of length {self.shape[depth]} at dim {depth} (got {len(value)})")
        kinds = {type(one) for one in value}
        if depth + 1 == len(self.shape) and kinds and kinds <= _KINDS.keys():
            self.kind = max(self.kind, *[_KINDS[one] for one in kinds])
            self.values += value
            return
        for one in value:
            self._walk(one, depth + 1)

    def _one(self, value, depth):
        self.kind = max(self.kind, self._kind_of(value, depth))
        if depth < len(self.shape):
            raise TypeError("not a sequence")
        self.values.append(value)

    def _kind_of(self, value, depth):
        for kind, place in _KINDS.items():
            if isinstance(value, kind):
                return place
        if isinstance(getattr(value, "dtype", None), dtype):
            return self._kind_of_tensor(value)
        if not isinstance(value, str):
            raise RuntimeError(f"Could not infer dtype of {type(value).__name__}")
        # torch takes text for a sequence of texts, without an end.
        if depth and not self.values:
            raise ValueError("too many dimensions 'str'")
        raise TypeError("new(): invalid data type 'str'")

    def _kind_of_tensor(self, tensor):
        self.has_tensors = True
        family = 2 if tensor.dtype.is_floating_point else 0 if tensor.dtype._name == "bool" else 1
        if tensor.numel() == 1:
            return family
        if self.kind < 2 and family == 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        raise ValueError("only one element tensors can be converted to Python scalars")
