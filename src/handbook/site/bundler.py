"""Scripts and styles as one file each: esbuild's bundles."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError, Finding

# All but the first only where a page needs them.
SCRIPTS = {"handbook": "site", "alphabet": "alphabet", "widgets": "widgets"}


def scripts(root: Path) -> dict[str, Callable[[], str]]:
    """What makes the scripts of ``frontend/``: classic scripts, which also run from a file."""
    return {
        f"assets/javascripts/{name}.js": partial(bundle, root / "frontend" / "entries" / f"{entry}.js")
        for name, entry in SCRIPTS.items()
    }


def _esbuild() -> Path:
    return [*sorted(npm.package("@esbuild").glob("*/bin/esbuild")), npm.package("esbuild") / "bin" / "esbuild"][0]


def minify(css: str) -> str:
    options = ["--loader=css", "--minify", "--log-level=warning", "--color=false"]
    done = subprocess.run([_esbuild(), *options], input=css, capture_output=True, text=True, encoding="utf-8")
    if done.returncode or done.stderr:
        raise DiagnosticError([Finding("theme/assets/stylesheets", 1, " ".join(done.stderr.split()))])
    return done.stdout


def bundle(entry: Path, *more: str) -> str:
    options = [
        "--bundle",
        "--format=iife",
        "--minify",
        "--log-level=warning",
        "--color=false",
        "--target=es2022",
        *more,
    ]
    done = subprocess.run([_esbuild(), entry, *options], capture_output=True, text=True, encoding="utf-8")
    if done.returncode or done.stderr:
        place = re.search(r"(\S+\.js):(\d+):", done.stderr)
        path, line = (place[1], int(place[2])) if place else (f"frontend/{entry.parent.name}/{entry.name}", 1)
        raise DiagnosticError([Finding(path, line, " ".join(done.stderr.split()))])
    return done.stdout
