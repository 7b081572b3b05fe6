"""The checks of exercises: what of them can be told to be empty or broken without an answer.

Whether they judge right and wrong answers rightly is tried in ``tests/content/test_answers.py``.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from handbook.core.diagnostics import Finding
from handbook.markdown.fences import EXERCISE
from handbook.markdown.model import Block, Page
from handbook.markdown.python_code import parse


def check(page: Page) -> Iterator[Finding]:
    """Checks that use a name that no code above has, and checks that any answer passes."""
    known = {*dir(builtins), "__name__"}
    asked: set[str] = set()
    for fence in page.fences():
        if not fence.is_python:
            continue
        try:
            tree = parse(fence.text)
        except SyntaxError:
            continue  # markdown.fences.check reports it
        names = set(_bound(tree))
        if fence.is_check:
            yield from _check(fence, tree, known | names, asked)
        else:
            known |= names
            asked = names if EXERCISE in fence.classes else asked


def _check(fence: Block, tree: ast.Module, known: set[str], asked: set[str]) -> Iterator[Finding]:
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    for node in used:
        if node.id not in known:
            line = fence.body_line + node.lineno - 1
            yield Finding(fence.path, line, f"no code above has a name {node.id}", "mend the name")
    tests = [node.test for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    is_asked = not asked or asked & {node.id for node in used}
    if not is_asked or all(isinstance(test, ast.Constant) for test in tests):
        hint = f"assert something about what readers write: {', '.join(sorted(asked))}"
        yield Finding(fence.path, fence.line, "any answer passes this check", hint)


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names that code gives a meaning, whether in a module, a function or a class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).split(".")[0]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
