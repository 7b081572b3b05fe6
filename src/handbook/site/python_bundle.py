"""The script of the Worker that runs a page's code: Brython, Python modules, and what calculates."""

from __future__ import annotations

import ast
import json
import subprocess
from functools import cache
from pathlib import Path

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.site import bundler

ENTRY = "frontend/live/worker.js"
MODULES = "frontend/live/python"


def script(root: Path) -> str:
    """The Worker's script. Raises DiagnosticError where esbuild has an error, or a module isn't Python."""
    table = json.dumps(modules(root), ensure_ascii=False, separators=(",", ":"))
    return f"{brython()}\nvar pythonModules = {table};\n{bundler.bundle(root / ENTRY)}"


@cache
def brython() -> str:
    """Brython, minified."""
    path = npm.package("brython") / "brython.js"
    options = ["--minify", "--charset=utf8", "--log-level=error", "--target=es2022"]
    process = subprocess.run(
        [bundler._esbuild(), path, *options], capture_output=True, text=True, encoding="utf-8", check=False
    )
    if process.returncode:
        raise DiagnosticError([Finding("package.json", 1, " ".join(process.stderr.split()))])
    return process.stdout


def modules(root: Path) -> dict[str, str]:
    """The source of our Python modules, without comments and docstrings, by path below ``MODULES``."""
    folder = root / MODULES
    paths = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".js"))
    return {path.relative_to(folder).as_posix(): _source(path) for path in paths}


def _source(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return _smaller(text, path) if path.suffix == ".py" else text


def _smaller(text: str, path: Path) -> str:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise DiagnosticError([Finding(str(path), error.lineno or 1, f"no Python: {error.msg}")]) from None
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            body[:1] = [] if len(body) > 1 or isinstance(node, ast.Module) else [ast.Pass()]
    lines = ast.unparse(tree).split("\n")
    return "\n".join(lines)
