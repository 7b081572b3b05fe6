"""Our Python modules for the code of pages, in two parts: what most of it needs, and what is named first."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding

FOLDER = "frontend/live/python"
# What the code of most pages needs. What these import comes with them, and all others come later.
OFTEN = (
    "_driver",
    "torch",
    "torch.nn",
    "torch.nn.attention.bias",  # its last word is in most blocks
    "torch.testing",
)


def read(root: Path, readable: bool = False) -> dict[str, str]:
    """The source of each module by its path below ``FOLDER``; without comments and docstrings, unless readable."""
    folder = root / FOLDER
    return {path.relative_to(folder).as_posix(): _source(path, readable) for path in sorted(folder.rglob("*.py"))}


def split(modules: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The modules that come at once, closed under what they import, and those that come later."""
    paths = {dotted(path): path for path in modules}
    first: set[str] = set()
    ahead = list(OFTEN)
    while ahead:
        name = ahead.pop()
        if name in paths and name not in first:
            first.add(name)
            ahead += [name.rpartition(".")[0], *_imported(modules[paths[name]])]
    at_once = {path: text for path, text in modules.items() if dotted(path) in first}
    return at_once, {path: text for path, text in modules.items() if path not in at_once}


def naming(later: Mapping[str, str]) -> str:
    """A regular expression that finds, in a program, the name of a module that comes later.

    A module in a package is an attribute, too, and what is in one whose name begins with ``_`` is an attribute of the
    package: their names count wherever they are. Others can be reached by a line with ``import`` only.
    """
    imported, anywhere = set(), set()
    for path, text in later.items():
        package, _, last = dotted(path).rpartition(".")
        if not package:
            imported.add(last)
        elif package not in {dotted(other) for other in later}:
            anywhere.add(last)
            if last.startswith("_"):
                anywhere.update(_defined(text))
    return rf"\b(?:import|from)\b.*\b(?:{_any(imported)})\b|__import__|\b(?:{_any(anywhere)})\b"


def _any(names: set[str]) -> str:
    return "|".join(sorted(names))


def dotted(path: str) -> str:
    """``torch/nn/__init__.py`` is ``torch.nn``."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def _imported(text: str) -> set[str]:
    """All names that a module imports, wherever it does, and those with a dot that may be modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update((str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)))
        elif isinstance(node, ast.Attribute):
            names.add(ast.unparse(node))
    return names


def _defined(text: str) -> set[str]:
    nodes = ast.parse(text).body
    return {node.name for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def _source(path: Path, readable: bool) -> str:
    text = path.read_text(encoding="utf-8")
    return text if readable else _smaller(text, path)


@cache
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
