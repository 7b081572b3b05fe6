"""Takes away what leads out of Python: to JavaScript, to the network, to the machine's memory.

What isn't there can't be reached: modules written in C are all imported here, but for those that lead out, and after
that none can be made any more. Two more walls stand outside (`frontend/live/realm.js`, and the policy of the frame that
the Worker belongs to), for a program that forges bytecode and so gets at the memory of WebAssembly.
"""

import _imp
import gc
import os
import posix
import sys
import time
from importlib import import_module

OURS = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")
# Of modules in C: those that reach memory, sockets, processes or devices, and those for tests of Python itself
OUT = {
    "_asyncio", "_ctypes", "_elementtree", "_multiprocessing", "_posixshmem", "_posixsubprocess", "_pyodide_core",
    "_remote_debugging", "_socket", "_sqlite3", "_ssl", "_testbuffer", "_testcapi", "_testclinic",
    "_testclinic_limited", "_testinternalcapi", "_testlimitedcapi", "_xxtestfuzz", "_zoneinfo", "fcntl", "mmap",
    "pyexpat", "select", "termios", "xxsubtype",
}  # fmt: skip

# What needs those in C. Pyodide's own start has imported some.
NEEDING = ("asyncio", "selectors", "socket", "ssl", "subprocess")


class _Out:
    """Says of what leads out what Python says of what isn't there."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.split(".")[0] in (*OURS, *OUT, *NEEDING):
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)


def load():
    """Import all modules in C that programs may use: after `close` nobody can."""
    for name in sys.builtin_module_names:
        if name not in OUT:
            import_module(name)


def close():
    """Take away what leads to JavaScript, and what makes modules in C."""
    for ways in (sys.meta_path, sys.path_hooks):
        ways[:] = [way for way in ways if getattr(way, "__module__", "").startswith(("_frozen_importlib", "zipimport"))]
    sys.meta_path.insert(0, _Out)
    time.sleep = time.sleep.__wrapped__  # Pyodide's own waits for JavaScript, where it can
    for name in [name for name in sys.modules if name.split(".")[0] in (*OURS, *OUT, *NEEDING)]:
        module = sys.modules.pop(name)
        if hasattr(module, "__dict__"):
            vars(module).clear()
    for owner, names in (
        (gc, ("get_objects", "get_referrers", "get_referents")),
        (posix, ("system",)),
        (os, ("system",)),
    ):
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    for name in ("create_builtin", "create_dynamic", "exec_dynamic"):
        setattr(_imp, name, _refuse_to_import)
    for kind in list(_classes(object)):
        if kind.__name__.startswith("Js") or str(kind.__module__).split(".")[0] in (*OURS, "_socket"):
            _refuse_to_make(kind)
    gc.collect()


def _classes(kind):
    yield kind
    for one in type.__subclasses__(kind):
        if one is not type:
            yield from _classes(one)


def _refuse_to_make(kind):
    """A class that `object.__subclasses__()` still leads to makes no objects: some begin with one of JavaScript's."""
    for name in ("__new__", "__init__"):
        try:
            setattr(kind, name, _refuse)
        except TypeError:
            pass  # it can't be changed


def _refuse_to_import(*given):
    raise ImportError("modules in C can't be imported anew in the page")


def _refuse(*given, **named):
    raise TypeError("this isn't in the page")
