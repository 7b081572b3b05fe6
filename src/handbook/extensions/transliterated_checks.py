"""What the checks of exercises say, in a second script."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from html import escape, unescape

from handbook.extensions.live_blocks import ASSERTIONS
from handbook.project.transliteration import Transliterator


def transliterate_checks(html: str, script: Transliterator) -> str:
    """Write what checks say in another script.

    Args:
        html: of a page, with its checks in attributes.
        script: whose names of variables, functions and arguments stay as they are.
    """

    def rewrite(match: re.Match[str]) -> str:
        tree = ast.parse(unescape(match[1]))
        names = {str(getattr(node, field, "")) for node in ast.walk(tree) for field in ("id", "attr", "arg", "name")}
        sentences = _Sentences(lambda text: script.text(text, names=names))
        return f'{ASSERTIONS}="{escape(ast.unparse(sentences.visit(tree)))}"'

    return re.sub(rf'{ASSERTIONS}="([^"]*)"', rewrite, html)


class _Sentences(ast.NodeTransformer):
    """Transliterates what is shown of a check: its messages, and words that are chosen or put together for them.

    Other strings are code, such as those that are looked up or handed over.
    """

    def __init__(self, text: Callable[[str], str]) -> None:
        self.text = text
        self.is_shown = False

    def _shown(self, node: ast.expr) -> ast.expr:
        before, self.is_shown = self.is_shown, True
        node = self.visit(node)
        self.is_shown = before
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and (self.is_shown or " " in node.value):
            return ast.Constant(self.text(node.value))
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.msg = self._shown(node.msg) if node.msg else None
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.body, node.orelse = self._shown(node.body), self._shown(node.orelse)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.func = self.visit(node.func)  # " and ".join(…)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return node
