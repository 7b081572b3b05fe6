"""The Python part of the page's torch, loaded under another name on top of the real tensors."""

from __future__ import annotations

import importlib.abc
import importlib.util
import re
import sys
import types
from pathlib import Path

from handbook import ROOT

FOLDER = ROOT / "frontend" / "live" / "python" / "torch"
NAME = "stand_in_torch"
OURS = ("nn", "optim", "testing", "utils")


class _Loader(importlib.abc.Loader):
    def __init__(self, path: Path):
        self.path = path

    def exec_module(self, module: types.ModuleType) -> None:
        source = self.path.read_text(encoding="utf-8")
        source = re.sub(r"^(\s*)import torch$", rf"\1import {NAME} as torch", source, flags=re.M)
        source = re.sub(r"^(\s*)from torch\b", rf"\1from {NAME}", source, flags=re.M)
        source = re.sub(r'(__import__\(|modules\[|module = )"torch\.', rf'\1"{NAME}.', source)
        exec(compile(source, str(self.path), "exec"), module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if not name.startswith(NAME + "."):
            return None
        file = FOLDER.joinpath(*name.split(".")[1:])
        for candidate, is_package in ((file / "__init__.py", True), (file.with_suffix(".py"), False)):
            if candidate.is_file():
                return importlib.util.spec_from_loader(name, _Loader(candidate), is_package=is_package)
        return None


def load(torch: types.ModuleType) -> types.ModuleType:
    """A module like torch whose layers and optimizers are ours, and whose tensors are torch's."""
    if NAME in sys.modules:
        return sys.modules[NAME]
    sys.meta_path.append(_Finder())
    top = types.ModuleType(NAME)
    top.__path__ = []

    def fallback(name: str):
        if name in OURS:
            return importlib.import_module(f"{NAME}.{name}")
        return getattr(torch, name)

    top.__getattr__ = fallback
    sys.modules[NAME] = top
    tensors = sys.modules[f"{NAME}._tensor"] = types.ModuleType(f"{NAME}._tensor")
    tensors.Tensor = torch.Tensor
    autograd = sys.modules[f"{NAME}.autograd"] = types.ModuleType(f"{NAME}.autograd")
    autograd.__path__, autograd.grad = [], torch.autograd.grad
    sys.modules[f"{NAME}.nn.functional"] = torch.nn.functional
    # What is calculated from a parameter is a plain tensor.
    top.nn.Parameter.__torch_function__ = torch.nn.Parameter.__torch_function__
    return top
