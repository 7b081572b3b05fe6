"""What a tensor hands out about itself."""

import _kernels


class Storage:
    """Where a tensor's numbers lie."""

    def __init__(self, tensor):
        self._tensor = tensor

    def nbytes(self):
        return _kernels.tensor_storageBytes(self._tensor)

    size = nbytes

    def data_ptr(self):
        return _kernels.tensor_address(self._tensor) - self._tensor.storage_offset() * self._tensor.itemsize


class Handle:
    """Of a hook: takes it away again."""

    active = True

    def remove(self):
        self.active = False


class GradientFunction:
    """How a tensor was made."""

    def __init__(self, name):
        self._name = name

    def name(self):
        return self._name if self._name[-1].isdigit() else "torch::autograd::" + self._name

    def __repr__(self):
        return f"<{self._name} object>"


TYPE_NAMES = {
    "bool": "Bool",
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "float16": "Half",
    "bfloat16": "BFloat16",
    "float32": "Float",
    "float64": "Double",
}


class Version(str):
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
