"""What stands in Python code, read once a text and in the same way by every Python from 3.11 on.

The module ``tokenize`` numbers its kinds anew in each version, and splits f-strings since 3.12. Here kinds have names,
and an f-string is one string, so that what is recorded of code doesn't depend on who recorded it. And since code that
parses is all that is read, one regular expression finds its tokens.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

OLDEST = (3, 11)  # code of a newer Python isn't ours
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NAME, NUMBER, STRING, COMMENT = "NAME", "NUMBER", "STRING", "COMMENT"
LINES = {"NEWLINE", "INDENT", "DEDENT"}  # how wide an indentation is, is layout; that there is one is code
TEXTS = 8192  # that are remembered: a book's fences, each in every language, and more


class Token(NamedTuple):
    """A token of code: the name of its kind as in ``tokenize``, its text, its line from 1."""

    kind: str
    text: str
    line: int


class Literal(NamedTuple):
    """A string as it is written, with the lines, from 1, and columns, from 0, between which it stands."""

    text: str
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True)
class Comment:
    """A comment, anchored to the code around it.

    Args:
        text: the comment with its ``#``.
        line: its line in the fence, from 1.
        column: its column, from 0.
        before: the number of code tokens before it: its anchor in code with the same key.
        own_line: whether it is alone on its line.
        code: the code on its line.
    """

    text: str
    line: int
    column: int
    before: int
    own_line: bool
    code: str


@dataclass(frozen=True)
class PythonCode:
    """Python code, read.

    Args:
        key: kind and text of each token without comments, docstrings and layout.
        lines: the line of each of these tokens, from 1.
        comments: in order.
        strings: all strings, docstrings among them.
        docstrings: those of functions and classes by their full names, like ``Decoder.forward``.
        imports: the first parts of the names of imported modules.
    """

    key: tuple[tuple[str, str], ...]
    lines: tuple[int, ...]
    comments: tuple[Comment, ...]
    strings: tuple[Literal, ...]
    docstrings: dict[str, Literal]
    imports: frozenset[str]

    def tokens(self) -> Iterator[Token]:
        """The tokens of the key, with their lines."""
        return (Token(kind, text, line) for (kind, text), line in zip(self.key, self.lines, strict=True))


@lru_cache(maxsize=TEXTS)
def read(source: str) -> PythonCode:
    """Read ``source``.

    Raises:
        SyntaxError: where it isn't Python.
    """
    tree = parse(source)
    names = _docstring_names(tree) if "def " in source or "class " in source else {}
    key: list[tuple[str, str]] = []
    lines: list[int] = []
    comments: list[Comment] = []
    strings: list[Literal] = []
    docstrings: dict[str, Literal] = {}
    before = 0
    text_lines = source.split("\n")
    for kind, text, line, column in _tokens(source):
        if kind == COMMENT:
            code = text_lines[line - 1][:column].strip()
            comments.append(Comment(text, line, column, before, not code, code))
            continue
        if kind in LINES:
            key.append((kind, ""))
            lines.append(line)
            continue
        before += 1
        if kind == STRING:
            strings.append(_literal(text, line, column))
            if (line, column) in names:
                docstrings[names[line, column]] = strings[-1]
                continue
        key.append((kind, text))
        lines.append(line)
    imports = _imports(tree) if "import" in source else ()
    return PythonCode(tuple(key), tuple(lines), tuple(comments), tuple(strings), docstrings, frozenset(imports))


def parse(source: str) -> ast.Module:
    """The tree of ``source``.

    Raises:
        SyntaxError: where it isn't Python.
    """
    try:
        return ast.parse(source, feature_version=OLDEST)
    except ValueError as error:  # a NUL byte
        raise SyntaxError(str(error)) from None
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deep") from None


Position = tuple[int, int]  # a line, from 1, and a column, from 0

NUMERALS = {"x": "0-9a-fA-F", "b": "01", "o": "0-7"}
_DIGITS = r"[0-9](?:_?[0-9])*"
# The tokens of code that parses; each alternative bears the name of its kind.
TOKEN = re.compile(
    rf"""(?xs)
    [ \t\f]+
  | (?P<COMMENT>\#[^\r\n]*)
  | (?P<NL>\r?\n)
  | (?P<CONTINUED>\\\r?\n)
  | (?P<STRING>(?:(?i:[bruf]|br|rb|fr|rf))?
      (?:\"{{3}}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"{{3}}|'{{3}}[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'{{3}}
        |"[^\n"\\]*(?:\\.[^\n"\\]*)*"|'[^\n'\\]*(?:\\.[^\n'\\]*)*'))
  | (?P<NUMBER>{"|".join(f"0(?i:{letter})(?:_?[{digits}])+" for letter, digits in NUMERALS.items())}
      |(?:{_DIGITS}\.?(?:{_DIGITS})?|\.{_DIGITS})(?:[eE][-+]?{_DIGITS})?[jJ]?)
  | (?P<NAME>\w+)
  | (?P<OP>\*\*=?|//=?|>>=?|<<=?|->|\.{{3}}|!=|:=|[-+*/%&|^@=<>]=?|[()\[\]{{}},:.;~])
  | (?P<ERRORTOKEN>.)"""
)


def _tokens(source: str) -> Iterator[tuple[str, str, int, int]]:
    """Kind, text, line and column of each token, as ``tokenize`` of Python 3.11 tells them, in half the time."""
    indents, depth, begun = [0], 0, False  # whether the statement has
    line, line_start = 1, 0
    # ast.parse accepts a last line without end.
    for match in TOKEN.finditer(source.rstrip("\n") + "\n"):
        kind = match.lastgroup
        if kind is None:  # spaces
            continue
        text, start = match[0], match.start()
        if kind == "NL":
            if begun and not depth:
                yield "NEWLINE", text, line, start - line_start
                begun = False
            line, line_start = line + 1, match.end()
            continue
        if not begun and kind != COMMENT:
            begun = True
            width = len(source[line_start:start].rpartition("\f")[2])  # a tab counts as one: Python takes no other
            if width > indents[-1]:
                indents.append(width)
                yield "INDENT", "", line, 0
            while width < indents[-1]:
                indents.pop()
                yield "DEDENT", "", line, start - line_start
        if kind == "OP":
            depth += (text in "([{") - (text in ")]}")
        if kind != "CONTINUED":
            yield kind, text, line, start - line_start
        if "\n" in text:
            line, line_start = line + text.count("\n"), start + text.rfind("\n") + 1
    yield from [("DEDENT", "", line, 0)] * (len(indents) - 1)


def _literal(text: str, line: int, column: int) -> Literal:
    last = text.rpartition("\n")[2]
    end = (line + text.count("\n"), len(last) + (column if last == text else 0))
    return Literal(text, (line, column), end)


def _docstring_names(tree: ast.Module) -> dict[Position, str]:
    """The full names of functions and classes by where their docstrings begin.

    The module has none: a fence may begin with a string as a value.
    """
    names: dict[Position, str] = {}

    def visit(body: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(body):
            if not isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                continue  # definitions are statements, and stand in nothing else
            name = outer
            if isinstance(child, DEFINITIONS):
                name = f"{outer}{child.name}."
                if ast.get_docstring(child, clean=False) is not None:
                    names[child.body[0].lineno, child.body[0].col_offset] = name
            visit(child, name)

    visit(tree, "")
    return names


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]
