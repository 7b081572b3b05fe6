"""The scripts that run a page's code: a Worker's with Brython, Python modules and what calculates, and more modules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.site import brython_patches, bundler, python_modules

FIRST, LAST = "frontend/live/realm.js", "frontend/live/worker.js"  # before and after Brython


def script(root: Path, readable: bool = False) -> str:
    """The Worker's script with all modules.

    Args:
        root: the checkout.
        readable: keep lines and names of our own sources, for messages to those who write them.

    Raises:
        DiagnosticError: where esbuild has an error, or a module isn't Python.
    """
    options = ["--minify=false", "--keep-names"] if readable else []
    return _script(root, _table(python_modules.read(root, readable)), *options)


def first_script(root: Path) -> str:
    """The Worker's script with the modules that most blocks import. Raises as ``script``."""
    first, later = python_modules.split(python_modules.read(root))
    return _script(root, f"{_table(first)}\nglobalThis.pythonLater = {json.dumps(python_modules.naming(later))};")


def later_script(root: Path) -> str:
    """All other modules, as a script for the page, which hands them to its Worker. Raises as ``script``."""
    return _table(python_modules.split(python_modules.read(root))[1])


def _table(modules: Mapping[str, str]) -> str:
    return f"globalThis.pythonModules = {json.dumps(modules, ensure_ascii=False, separators=(',', ':'))};"


def _script(root: Path, modules: str, *options: str) -> str:
    parts = (bundler.bundle(root / FIRST, *options), brython(), modules, bundler.bundle(root / LAST, *options))
    return "\n".join(parts)


@cache
def brython() -> str:
    """Brython, minified.

    Its names are those of a function: as globals they would exist before ``FIRST`` empties the realm, and it would take
    them for the browser's.
    """
    source = (npm.package("brython") / "brython.js").read_text(encoding="utf-8")
    source = brython_patches.patched(source)
    options = ["--minify", "--charset=utf8", "--log-level=error", "--target=es2022"]
    process = subprocess.run(
        [bundler._esbuild(), *options],
        input=f"globalThis.$B = globalThis.__BRYTHON__ = {{}};\n(function () {{\n{source}\n}})();\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise DiagnosticError([Finding("package.json", 1, " ".join(process.stderr.split()))])
    return process.stdout
