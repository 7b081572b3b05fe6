"""Modules as they were at the start: a program may have changed what is in them.

Kept are those in C, which can't be made anew, what these have registered something in, and Python's first ones. All
others are imported anew when they are next asked for.
"""

import _warnings
import gc
import os
import sys

_KEPT = {"copyreg", "_compat_pickle", "encodings", "importlib", "linecache", "numbers"}
_KEPT |= {"os", "_driver", "_fresh", "_kernels", "_walls"}
_modules = {}
_lists = {}


def _is_kept(name):
    """Whether it is kept; with its package, whose attribute it is."""
    package, _, _ = name.partition(".")
    origin = getattr(getattr(sys.modules[name], "__spec__", None), "origin", None)
    return package in _KEPT or (package == name and origin in ("built-in", "frozen"))


def drop():
    """Forget all modules but those that are kept, and Pyodide's, which still needs them."""
    for name in list(sys.modules):
        if not (_is_kept(name) or name == "__main__" or "pyodide" in name):
            del sys.modules[name]


def remember():
    """From now on, these modules are kept as they are."""
    names = [name for name in sys.modules if _is_kept(name)]
    _modules.update((name, (sys.modules[name], dict(vars(sys.modules[name])))) for name in names)
    _lists.update((name, list(getattr(sys, name))) for name in ("path", "meta_path", "path_hooks", "argv"))
    _lists["filters"] = list(_warnings.filters)
    _lists["limit"], _lists["environ"] = sys.getrecursionlimit(), dict(os.environ)


def restore():
    """The modules of `remember` alone, with what was in them."""
    sys.settrace(None)
    sys.setprofile(None)
    for module, names in _modules.values():
        space = vars(module)
        for other in [other for other in space if other not in names]:
            del space[other]
        space.update(names)
    sys.modules.clear()
    sys.modules.update((name, module) for name, (module, _) in _modules.items())
    for name in ("path", "meta_path", "path_hooks", "argv"):
        getattr(sys, name)[:] = _lists[name]
    sys.stdout, sys.stderr, sys.stdin = sys.__stdout__, sys.__stderr__, sys.__stdin__
    _warnings.filters[:] = _lists["filters"]
    gc.enable()
    sys.setrecursionlimit(_lists["limit"])
    os.environ.clear()
    os.environ.update(_lists["environ"])
