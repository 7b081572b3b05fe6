"""What stands in Python code, read once a text and in the same way by every Python from 3.11 on.

The module ``tokenize`` numbers its kinds anew in each version, and splits f-strings since 3.12. Here kinds have names,
and an f-string is one string, so that what is recorded of code doesn't depend on who recorded it.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

OLDEST = (3, 11)  # code of a newer Python isn't ours
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NAME, NUMBER, STRING, COMMENT = "NAME", "NUMBER", "STRING", "COMMENT"
LAYOUT = {"NL", COMMENT, "ENCODING", "ENDMARKER"}
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
    names = _docstring_names(tree) if "def" in source or "class" in source else {}
    key: list[tuple[str, str]] = []
    lines: list[int] = []
    comments: list[Comment] = []
    strings: list[Literal] = []
    docstrings: dict[str, Literal] = {}
    before = 0
    text_lines = source.split("\n")
    try:
        found = list(_tokens(source, text_lines))
    except tokenize.TokenError as error:  # what ast.parse accepts and tokenize doesn't
        raise SyntaxError(str(error)) from None
    for kind, text, start, end in found:
        if kind == COMMENT:
            code = text_lines[start[0] - 1][: start[1]].strip()
            comments.append(Comment(text, *start, before, not code, code))
        if kind == STRING:
            strings.append(Literal(text, start, end))
        if kind in LAYOUT:
            continue
        before += kind not in LINES
        if kind == STRING and start in names:
            docstrings[names[start]] = strings[-1]
            continue
        key.append((kind, "" if kind in LINES else text))
        lines.append(start[0])
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


def _tokens(source: str, lines: Sequence[str]) -> Iterator[tuple[str, str, Position, Position]]:
    """Kind, text, start and end of each token; an f-string is one STRING, as in Python 3.11."""
    # ast.parse accepts a last line without end; tokenize then adds tokens of its own.
    tokens = tokenize.generate_tokens(io.StringIO(source.rstrip("\n") + "\n").readline)
    depth, begin = 0, (0, 0)
    for kind, text, start, end, _ in tokens:
        name = tokenize.tok_name[kind]
        if name.endswith("STRING_START"):
            begin = begin if depth else start
            depth += 1
        elif name.endswith("STRING_END"):
            depth -= 1
            if not depth:
                yield STRING, _between(lines, begin, end), begin, end
        elif not depth:
            yield name, text, start, end


def _between(lines: Sequence[str], start: Position, end: Position) -> str:
    (first, column), (last, until) = start, end
    if first == last:
        return lines[first - 1][column:until]
    return "\n".join([lines[first - 1][column:], *lines[first : last - 1], lines[last - 1][:until]])


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
