"""Says that transformers isn't in the page, once its names are used: importing them does no harm."""

import sys
from types import ModuleType

NEEDED = "transformers isn't in the page: this needs Python on a computer, with transformers installed"
_MODELS = ("bart", "deepseek_v3", "gpt_oss", "llama", "minimax", "qwen3_next", "whisper")
_MODULES = [
    *("models", "modeling_rope_utils", "utils", "utils.logging"),
    *[f"models.{name}" for name in _MODELS],
    *[f"models.{name}.modeling_{name}" for name in _MODELS],
]


class _Absent:
    """A name of transformers: using it is an error."""

    def __init__(self, name):
        self._name = name

    def __call__(self, *given, **named):
        raise ModuleNotFoundError(NEEDED)

    def __getattr__(self, name):
        raise ModuleNotFoundError(NEEDED)

    def __getitem__(self, key):
        raise ModuleNotFoundError(NEEDED)


def __getattr__(name):
    return _Absent(name)


def _silent(name):
    return lambda *given: None


def _module(name):
    module = ModuleType("transformers." + name)
    module.__getattr__ = _silent if name == "utils.logging" else __getattr__
    return module


def _install():
    here = sys.modules["transformers"]
    for name in _MODULES:
        module = _module(name)
        sys.modules["transformers." + name] = module
        parent, _, last = ("transformers." + name).rpartition(".")
        setattr(sys.modules[parent], last, module)
    here.logging = here.utils.logging


_install()
