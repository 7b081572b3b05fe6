"""The script of the Worker that runs a page's code: Brython, Python modules, and what calculates."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from functools import cache
from pathlib import Path

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.site import brython_patches, bundler

FIRST, LAST = "frontend/live/realm.js", "frontend/live/worker.js"  # before and after Brython
MODULES = "frontend/live/python"


def script(root: Path, readable: bool = False) -> str:
    """The Worker's script.

    Args:
        root: the checkout.
        readable: keep lines and names of our own sources, for messages to those who write them.

    Raises:
        DiagnosticError: where esbuild has an error, or a module isn't Python.
    """
    table = json.dumps(modules(root, readable), ensure_ascii=False, separators=(",", ":"))
    options = ["--minify=false", "--keep-names"] if readable else []
    parts = (
        bundler.bundle(root / FIRST, *options),
        brython(),
        f"globalThis.pythonModules = {table};",
        bundler.bundle(root / LAST, *options),
    )
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


def modules(root: Path, readable: bool = False) -> dict[str, str]:
    """The source of our Python modules by path below ``MODULES``; without comments and docstrings, unless readable."""
    folder = root / MODULES
    return {path.relative_to(folder).as_posix(): _source(path, readable) for path in sorted(folder.rglob("*.py"))}


def _source(path: Path, readable: bool) -> str:
    text = path.read_text(encoding="utf-8")
    return text if readable else _smaller(text, path)


def _smaller(text: str, path: Path) -> str:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise DiagnosticError([Finding(str(path), error.lineno or 1, f"no Python: {error.msg}")]) from None
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if len(node.body) > 1 or isinstance(node, ast.Module) else [ast.Pass()]
    plain = ast.unparse(tree)
    narrow = re.sub(r"^(?: {4})+", lambda indent: " " * (len(indent[0]) // 4), plain, flags=re.MULTILINE)
    return narrow if ast.dump(ast.parse(narrow)) == ast.dump(ast.parse(plain)) else plain
