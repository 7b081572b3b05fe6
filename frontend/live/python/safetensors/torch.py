"""Tensors of a whole file at once."""

from safetensors import safe_open


def load_file(filename, device="cpu"):
    with safe_open(filename) as file:
        return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (a file isn't a dict)


def save_file(tensors, filename, metadata=None):
    raise NotImplementedError("writing safetensors isn't in this small stand-in; safetensors itself can do it")
