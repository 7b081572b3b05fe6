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
from importlib import import_module

OURS = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")
# Of modules in C: those that reach memory, sockets, processes or devices, and those for tests of Python itself
OUT = {
    "_asyncio", "_ctypes", "_elementtree", "_multiprocessing", "_posixshmem", "_posixsubprocess", "_pyodide_core", "_remote_debugging",
    "_socket", "_sqlite3", "_ssl", "_testbuffer", "_testcapi", "_testclinic", "_testclinic_limited",
    "_testinternalcapi", "_testlimitedcapi", "_xxtestfuzz", "_zoneinfo", "fcntl", "mmap", "pyexpat", "select", "termios", "xxsubtype",
}  # fmt: skip


def load():
    """Import all modules in C that programs may use: after `close` nobody can."""
    for name in sys.builtin_module_names:
        if name not in OUT:
            import_module(name)


def close():
    """Take away what leads to JavaScript, and what makes modules in C."""
    for ways in (sys.meta_path, sys.path_hooks):
        ways[:] = [way for way in ways if getattr(way, "__module__", "").startswith(("_frozen_importlib", "zipimport"))]
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        module = sys.modules.pop(name)
        if hasattr(module, "__dict__"):
            vars(module).clear()
    for owner, names in (
        (_imp, ("create_builtin", "create_dynamic", "exec_dynamic")),
        (gc, ("get_objects", "get_referrers", "get_referents")),
        (posix, ("system",)),
        (os, ("system",)),
    ):
        for name in names:
            if hasattr(owner, name):
                delattr(owner, name)
    gc.collect()
