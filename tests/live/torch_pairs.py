"""torch itself, and a torch with our Python on top of its tensors."""

from __future__ import annotations

import importlib

import pytest
import stand_in

torch = pytest.importorskip("torch")
for name in ("bias", "flex_attention"):
    importlib.import_module(f"torch.nn.attention.{name}")
ours = stand_in.load(torch)
KINDS = ["ours", "theirs"]
BOTH = {"ours": ours, "theirs": torch}


def same(mine, theirs):
    """Equal to the last bit."""
    assert type(mine) is type(theirs) or isinstance(mine, type(theirs)) or isinstance(theirs, torch.Tensor)
    if isinstance(theirs, torch.Tensor):
        assert mine.shape == theirs.shape and mine.dtype == theirs.dtype
        assert torch.equal(mine.detach(), theirs.detach()), (mine, theirs)
    elif isinstance(theirs, (tuple, list)):
        assert len(mine) == len(theirs)
        for one, other in zip(mine, theirs):
            same(one, other)
    else:
        assert mine == theirs


def outcome(function, *arguments, **options):
    """What a call gives, or the kind and text of its error."""
    try:
        return function(*arguments, **options)
    except Exception as error:
        return type(error).__name__, " ".join(str(argument) for argument in error.args).replace(stand_in.NAME, "torch")
