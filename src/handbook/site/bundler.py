"""Scripts and styles bundled and minified by esbuild."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError, Finding

# Script on the site: file in frontend/entries. Pages load all but the first only where they need them.
SCRIPTS = {
    "handbook": "site",
    "alphabet": "alphabet",
    "widgets": "widgets",
    "live": "live",
    "home": "home",
    "your-data": "your-data",
    "pictures": "pictures",
}


LIVE = "assets/javascripts/live.js"  # the model on the home page


def scripts(root: Path) -> dict[str, Callable[[], str]]:
    """By its path on the site, the function that makes each of ``SCRIPTS``, as a classic script."""
    return {
        f"assets/javascripts/{name}.js": partial(bundle, root / "frontend" / "entries" / f"{entry}.js")
        for name, entry in SCRIPTS.items()
    }


def _esbuild() -> Path:
    return [*sorted(npm.package("@esbuild").glob("*/bin/esbuild")), npm.package("esbuild") / "bin" / "esbuild"][0]


def minify(css: str) -> str:
    """Minified CSS. Raises DiagnosticError where esbuild has an error or a warning, or isn't installed."""
    options = ["--loader=css", "--minify", "--log-level=warning", "--color=false"]
    process = subprocess.run([_esbuild(), *options], input=css, capture_output=True, text=True, encoding="utf-8")
    if process.returncode or process.stderr:
        raise DiagnosticError([Finding("theme/assets/stylesheets", 1, " ".join(process.stderr.split()))])
    return process.stdout


def bundle(entry: Path, *extra_options: str) -> str:
    """A classic script that holds ``entry`` and all that it imports.

    Args:
        entry: an ES module.
        extra_options: of esbuild.

    Raises:
        DiagnosticError: where esbuild has an error or a warning, or isn't installed.
    """
    options = [
        "--bundle",
        "--format=iife",
        "--minify",
        "--log-level=warning",
        "--color=false",
        "--target=es2022",
        *extra_options,
    ]
    # A checkout may lie beside the packages, as in the tests.
    environment = {**os.environ, "NODE_PATH": str(npm.package("esbuild").parent)}
    process = subprocess.run(
        [_esbuild(), entry, *options], capture_output=True, text=True, encoding="utf-8", env=environment
    )
    if process.returncode or process.stderr:
        location = re.search(r"(\S+\.js):(\d+):", process.stderr)
        path, line = (location[1], int(location[2])) if location else (f"frontend/{entry.parent.name}/{entry.name}", 1)
        raise DiagnosticError([Finding(path, line, " ".join(process.stderr.split()))])
    return process.stdout
