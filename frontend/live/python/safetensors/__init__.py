"""Tensors in files: a length, a header in JSON, then the numbers."""

import json

DTYPES = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "I64": "int64",
    "I32": "int32",
    "I16": "int16",
    "I8": "int8",
    "U8": "uint8",
    "BOOL": "bool",
}


class SafetensorError(Exception):
    pass


def tensor_of(data, dtype, shape):
    """The tensor whose numbers are these bytes; what reads them is another below every kind of Python."""
    import torch

    if 0 in shape:
        return torch.empty(shape, dtype=getattr(torch, dtype))
    return torch.frombuffer(bytearray(data), dtype=getattr(torch, dtype)).reshape(shape)


class safe_open:
    def __init__(self, filename, framework="pt", device="cpu"):
        with open(str(filename), "rb") as file:
            content = file.read()
        start = int.from_bytes(content[:8], "little") + 8
        self._header = json.loads(content[8:start].decode("utf-8"))
        self._metadata = self._header.pop("__metadata__", None)
        self._content, self._start = content, start

    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass

    def keys(self):
        return sorted(self._header)

    offset_keys = keys

    def metadata(self):
        return self._metadata

    def get_tensor(self, name):
        if name not in self._header:
            raise SafetensorError(f"File does not contain tensor {name}")
        entry = self._header[name]
        first, last = entry["data_offsets"]
        data = self._content[self._start + first : self._start + last]
        return tensor_of(data, DTYPES[entry["dtype"]], entry["shape"])
