"""Python fences: what makes two of them the same code, and the comments that may differ."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pygments.lexers import get_all_lexers

from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page

WORDS = "words"  # the class of a fence that only names words in the reader's language, for plots
NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
LAYOUT = {tokenize.NL, tokenize.COMMENT, tokenize.ENCODING, tokenize.ENDMARKER}
TYPOGRAPHIC = {
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
    "−": "-",
    "\u00a0": "a space",
    "×": "*",
}


class Token(NamedTuple):
    """A token that the interpreter acts on, with its line in the fence (from 1)."""

    kind: int
    text: str
    line: int


@dataclass(frozen=True)
class Comment:
    """A comment, anchored to the code around it.

    ``before`` counts the code tokens before it, so that it is found again in code with the same key. ``own_line`` says
    whether it stands alone on its line; ``code`` is the text of its line without it.
    """

    text: str
    line: int
    column: int
    before: int
    own_line: bool
    code: str


@lru_cache(maxsize=1024)
def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of ``source`` without comments, docstrings and empty lines.

    Raises SyntaxError where it isn't Python.
    """
    tree = _parse(source)
    docstrings = _docstring_lines(tree) if "def" in source or "class" in source else set()
    found = []
    for token in _tokenize(source):
        if token.type in LAYOUT or (token.type == tokenize.STRING and token.start in docstrings):
            continue
        # The width of an indent is layout; that there is one is code.
        text = "" if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE) else token.string
        found.append(Token(token.type, text, token.start[0]))
    return tuple(found)


@lru_cache(maxsize=1024)
def code_key(source: str) -> tuple[tuple[int, str], ...]:
    """What must be equal in all languages: the tokens, without comments, docstrings and layout."""
    return tuple((token.kind, token.text) for token in tokens(source))


def fence_tokens(fence: Block) -> tuple[Token, ...]:
    """The tokens of a fence that must be equal in all languages: of one that names words, without the words."""
    found = tokens(fence.text)
    if WORDS in fence.classes:
        found = tuple(token._replace(text="") if token.kind == tokenize.STRING else token for token in found)
    return found


def fence_key(fence: Block) -> tuple[tuple[int, str], ...]:
    """As ``code_key``, for a fence with its classes."""
    return tuple((token.kind, token.text) for token in fence_tokens(fence))


def comments(source: str) -> list[Comment]:
    """The comments of ``source``, in order. Raises SyntaxError where it isn't Python."""
    _parse(source)
    found = []
    before = 0
    for token in _tokenize(source):
        if token.type == tokenize.COMMENT:
            code = token.line[: token.start[1]].strip()
            found.append(Comment(token.string, token.start[0], token.start[1], before, not code, code))
        elif token.type not in LAYOUT and token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE):
            before += 1
    return found


def port_comments(source: str, translation: str) -> tuple[str, list[Comment]]:
    """English code with a translation's comments and docstrings: ``(code, those that found no place)``.

    A comment goes where the code before it is the same: by token count where the keys are equal, else by the
    text of its line (or, on a line of its own, by the line of code that follows). A docstring goes to the function or
    class of the same name.
    """
    try:
        old = comments(translation)
    except (SyntaxError, tokenize.TokenError):
        return source, []
    new = comments(source)
    same = code_key(source) == code_key(translation)
    places = dict(_anchored(new, source, same))
    lines = source.split("\n")
    lost = []
    for anchor, comment in _anchored(old, translation, same):
        place = places.get(anchor)
        if place is None:
            lost.append(comment)
            continue
        line = lines[place.line - 1]
        lines[place.line - 1] = line[: place.column] + comment.text
    ours, theirs = _docstrings(source), _docstrings(translation)
    for name, token in sorted(
        ours.items(), key=lambda entry: -entry[1].start[0]
    ):  # the last first: the lines of the others stay
        if name in theirs:
            (first, column), (last, end) = token.start, token.end
            lines[first - 1 : last] = [lines[first - 1][:column] + theirs[name].string + lines[last - 1][end:]]
    lost += [
        Comment(token.string.split("\n")[0], token.start[0], token.start[1], 0, True, "")
        for name, token in theirs.items()
        if name not in ours
    ]
    return "\n".join(lines), lost


def check(page: Page) -> list[Finding]:
    """Fences that aren't Python, and fences that nothing runs and no reason excuses."""
    found = []
    for fence in page.python():
        try:
            tokens(fence.text)
        except SyntaxError as error:
            found.append(_syntax_finding(fence, error))
        else:
            if WORDS in fence.classes and not _only_words(fence.text):
                found.append(
                    Finding(
                        fence.path,
                        fence.line,
                        "a fence of words holds other code",
                        f'write only lines like name = "word" in a .{WORDS} fence',
                    )
                )
        if fence.language == "pycon":
            found.append(
                Finding(
                    fence.path,
                    fence.line,
                    "a console session is not run",
                    "write the code as ```python and what it prints as its output",
                )
            )
        if "no-run" in fence.classes and not fence.attributes.get("reason", "").strip():
            found.append(
                Finding(
                    fence.path,
                    fence.line,
                    "a fence is not run and nobody says why",
                    'write {.python .no-run reason="…"}',
                )
            )
    placed = {page.output_of(fence) for fence in page.python()}
    for fence in page.fences():
        if fence.is_output and fence not in placed:
            found.append(
                Finding(
                    fence.path,
                    fence.line,
                    "an output without the code that prints it",
                    "put it right behind its code, in the same box",
                )
            )
        if not fence.language:
            found.append(
                Finding(
                    fence.path,
                    fence.line,
                    "a fence that doesn't say what it holds",
                    "write ```python, or ```text for plain text",
                )
            )
        elif fence.language.lower() not in _languages():
            found.append(
                Finding(
                    fence.path,
                    fence.line,
                    f"no language is called `{fence.language}`: this would be shown as plain text, and not run",
                    "write ```python, or ```text for plain text",
                )
            )
    return found


def _only_words(source: str) -> bool:
    return all(
        isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)
        for line in _parse(source).body
    )


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """What the highlighter knows."""
    return frozenset(alias for _, aliases, _, _ in get_all_lexers() for alias in aliases)


def _syntax_finding(fence: Block, error: SyntaxError) -> Finding:
    row = min(max(error.lineno or 1, 1), fence.text.count("\n") + 1)
    line = fence.text.split("\n")[row - 1]
    curly = next((letter for letter in line if letter in TYPOGRAPHIC), None)
    place = fence.body_line + row - 1
    if curly:
        return Finding(
            fence.path,
            place,
            f"{curly} in code: an editor has put a typographic sign there",
            f"write {TYPOGRAPHIC[curly]}",
        )
    return Finding(
        fence.path,
        place,
        f"this code doesn't parse: {error.msg}",
        "run `handbook sync` to take the code from the English page, or mend it",
    )


def _parse(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except ValueError as error:  # a NUL byte
        raise SyntaxError(str(error)) from None
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deep") from None


def _tokenize(source: str) -> Iterator[tokenize.TokenInfo]:
    # ast.parse accepts a last line without end; tokenize then adds tokens of its own.
    return tokenize.generate_tokens(io.StringIO(source.rstrip("\n") + "\n").readline)


def _docstring_lines(tree: ast.Module) -> set[tuple[int, int]]:
    """Where docstrings start. The first string of a fence is none: it may be a value that is shown."""
    return {place for node in ast.walk(tree) if (place := _docstring_place(node))}


def _docstring_place(node: ast.AST) -> tuple[int, int] | None:
    """Line and column of a function's or a class's docstring."""
    if isinstance(node, NAMED) and ast.get_docstring(node) is not None and isinstance(first := node.body[0], ast.Expr):
        return first.value.lineno, first.value.col_offset
    return None


def _docstrings(source: str) -> dict[str, tokenize.TokenInfo]:
    """The docstrings of functions and classes by their full names, like ``Decoder.forward``."""
    names: dict[tuple[int, int], str] = {}

    def visit(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = f"{outer}{child.name}." if isinstance(child, NAMED) else outer
            if place := _docstring_place(child):
                names[place] = name
            visit(child, name)

    visit(_parse(source), "")
    return {
        names[token.start]: token
        for token in _tokenize(source)
        if token.type == tokenize.STRING and token.start in names
    }


def _anchored(found: list[Comment], source: str, same: bool) -> Iterator[tuple[tuple, Comment]]:
    """Comments with the code around them, and their rank among those that share it."""
    seen: Counter[tuple] = Counter()
    for comment in found:
        place = (comment.before if same else comment.code or _next_code(comment, source), comment.own_line)
        yield (*place, seen[place]), comment
        seen[place] += 1


def _next_code(comment: Comment, source: str) -> str:
    for line in source.split("\n")[comment.line :]:
        if line.strip() and not line.strip().startswith("#"):
            return line.split("#")[0].strip()
    return ""
