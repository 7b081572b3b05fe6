"""Code blocks that a reader can run and edit in the page: marked for the script that makes their buttons."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path

from handbook.markdown import fences
from handbook.markdown.model import CHECK
from handbook.project.strings import Strings
from handbook.project.transliteration import Transliterator
from handbook.translation import stale_notices

ATTRIBUTE = "data-live"
ABOVE = "data-above"  # of a block that runs silently before those below it, as far as it can
ASSERTIONS = "data-check"  # of an exercise: what checks its answer
REASON = "data-reason"  # of a block that lacks a package: which one
EXCUSED = {fences.NO_LIVE, fences.NO_RUN}
_REASON = re.compile(rf"^( *```+ *\{{[^}}]*\.{fences.NO_LIVE}\b[^}}]* )reason=")
_PYTHON = re.compile(
    r'<div(?: id="[^"]*")? class="(language-(?:python3?|py)\b[^"]*\bhighlight\b[^"]*)"'
    rf'(?: {REASON}="([^"]*)")?'
)
_DIV = r'<div(?: id="[^"]*")? class="language-python {name} highlight"'
_EXERCISE = re.compile(_DIV.format(name=rf"(?:[\w-]+ )*{fences.EXERCISE}(?: [\w-]+)*"))
_CHECK = re.compile(_DIV.format(name=CHECK) + r".*?<code>(.*?)</code></pre></div>\n?", re.S)


def keep_reasons(lines: list[str]) -> list[str]:
    """The lines of a page, with reasons as attributes that ``pymdownx.superfences`` hands on: it drops all others."""
    return [_REASON.sub(rf"\1{REASON}=", line) for line in lines]


def mark_live(html: str, language: str, root: Path) -> str:
    """Give each Python block ``data-live``, a label to those that can't run in the page, and exercises their checks.

    Args:
        html: of a page.
        language: whose strings, a folder of ``i18n`` or an edition.
        root: the checkout.

    Raises:
        DiagnosticError: where the strings can't be read.
    """

    def mark(match: re.Match[str]) -> str:
        classes = set(match[1].split())
        if stale_notices.QUOTED_CLASS in classes:  # English in a notice, no part of the page's program
            return match[0]
        if EXCUSED & classes:
            t = Strings.of(language, "code", root)
            if fences.NO_RUN in classes:
                return f'{match[0]} data-label="{t("not_live")}"'
            return f'{match[0]} data-label="{t("not_live_without").format(package=match[2])}" {ABOVE}'
        return f"{match[0]} {ATTRIBUTE}"

    return _PYTHON.sub(mark, _hand_over_checks(html))


def _hand_over_checks(html: str) -> str:
    """Take the checks out of the page; each goes into an attribute of the exercise above it, unseen."""
    parts = _CHECK.split(html)  # text, check, text, check, …, text
    for index in range(1, len(parts), 2):
        above, source = parts[index - 1], unescape(re.sub(r"<[^>]*>", "", parts[index]))
        exercise = next(reversed(list(_EXERCISE.finditer(above))), None)
        if exercise:  # else handbook.markdown.fences reports it
            attribute = f' {ASSERTIONS}="{escape(source.rstrip())}"'
            parts[index - 1] = above[: exercise.end()] + attribute + above[exercise.end() :]
    return "".join(parts[::2])


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

    Other strings are code, such as those that are compared, looked up or handed over.
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

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = self.visit(node.value)  # its format is none
        return node

    def _leave(self, node: ast.AST) -> ast.AST:
        return node

    visit_Compare = visit_Subscript = _leave  # noqa: N815
