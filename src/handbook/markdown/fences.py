"""Python fences: comparing their code without comments, and moving comments between translations."""

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
from handbook.markdown.model import CHECK, Block, Page

WORDS = "words"  # the class of a fence that only assigns translated words, for the labels of plots
NO_RUN, NO_LIVE = "no-run", "no-live"  # the classes of fences that aren't run: at all, and by the reader in the page
TAKES_LONG = "takes-long"  # the class of fences that the page runs only when a reader runs them, not before others
EXERCISE = "exercise"  # the class of a fence in which readers write their answer
EXCUSES = {NO_RUN: "is not run", NO_LIVE: "can't be run in the page"}
DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
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
    """A token of code (not of a comment or layout): its kind as in ``tokenize``, its text, its line from 1."""

    kind: int
    text: str
    line: int


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


@lru_cache(maxsize=1024)
def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of ``source`` without comments, docstrings and empty lines.

    Raises:
        SyntaxError: where it isn't Python.
    """
    tree = _parse(source)
    docstrings = _docstring_lines(tree) if "def" in source or "class" in source else set()
    result = []
    for token in _tokenize(source):
        if token.type in LAYOUT or (token.type == tokenize.STRING and token.start in docstrings):
            continue
        # The width of an indentation is layout; that there is one is code.
        text = "" if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE) else token.string
        result.append(Token(token.type, text, token.start[0]))
    return tuple(result)


@lru_cache(maxsize=1024)
def code_key(source: str) -> tuple[tuple[int, str], ...]:
    """Kind and text of each token: equal for code that differs in comments, docstrings and layout only.

    Raises:
        SyntaxError: where ``source`` isn't Python.
    """
    return tuple((token.kind, token.text) for token in tokens(source))


def fence_tokens(fence: Block) -> tuple[Token, ...]:
    """The tokens of a fence that are equal in all languages: without the strings of words and of an answer's check.

    Raises:
        SyntaxError: where the fence isn't Python.
    """
    result = tokens(fence.text)
    if WORDS in fence.classes or fence.is_check:
        result = tuple(
            token._replace(text=_fields(token.text)) if token.kind == tokenize.STRING else token for token in result
        )
    return result


def _fields(literal: str) -> str:
    """What stands between the braces of an f-string, in an order that no language chooses."""
    string = ast.parse(literal.lstrip(), mode="eval").body
    parts = string.values if isinstance(string, ast.JoinedStr) else []
    return " ".join(sorted(ast.unparse(part) for part in parts if isinstance(part, ast.FormattedValue)))


def fence_key(fence: Block) -> tuple[tuple[int, str], ...]:
    """As ``code_key``, of ``fence_tokens``.

    Raises:
        SyntaxError: where the fence isn't Python.
    """
    return tuple((token.kind, token.text) for token in fence_tokens(fence))


def comments(source: str) -> list[Comment]:
    """The comments of ``source``, in order.

    Raises:
        SyntaxError: where it isn't Python.
    """
    _parse(source)
    result = []
    before = 0
    for token in _tokenize(source):
        if token.type == tokenize.COMMENT:
            code = token.line[: token.start[1]].strip()
            result.append(Comment(token.string, token.start[0], token.start[1], before, not code, code))
        elif token.type not in LAYOUT and token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE):
            before += 1
    return result


def port_comments(source: str, translation: str) -> tuple[str, list[Comment]]:
    """Put the comments and docstrings of a translation into the English code.

    A comment goes where the code before it is the same: by token count where the keys are equal, else by the text of
    its line (or, on a line of its own, by the line of code that follows). A docstring goes to the function or class of
    the same name.

    Args:
        source: the English code.
        translation: the code whose comments are ported; where it isn't Python, there are none.

    Returns:
        the code, and the comments that have no place in it.

    Raises:
        SyntaxError: where ``source`` isn't Python.
    """
    try:
        target_comments = comments(translation)
    except (SyntaxError, tokenize.TokenError):
        return source, []
    source_comments = comments(source)
    same_code = code_key(source) == code_key(translation)
    by_anchor = dict(_anchored(source_comments, source, same_code))
    lines = source.split("\n")
    lost = []
    for anchor, comment in _anchored(target_comments, translation, same_code):
        replaced = by_anchor.pop(anchor, None)
        if replaced is None:
            lost.append(comment)
            continue
        line = lines[replaced.line - 1]
        lines[replaced.line - 1] = line[: replaced.column] + comment.text
    kept = {comment.text for comment in by_anchor.values()}
    lost = [comment for comment in lost if comment.text not in kept]  # English has the same words there
    lost += _port_docstrings(lines, docstrings(source), docstrings(translation))
    return "\n".join(lines), lost


def _port_docstrings(
    lines: list[str], source: dict[str, tokenize.TokenInfo], translation: dict[str, tokenize.TokenInfo]
) -> list[Comment]:
    """Replace docstrings in ``lines`` by those of the translation; returns those that have no place."""
    # Backwards, so that the line numbers of the others stay valid.
    for name, token in sorted(source.items(), key=lambda entry: -entry[1].start[0]):
        if name in translation:
            (first, column), (last, end) = token.start, token.end
            replaced = lines[first - 1][:column] + translation[name].string + lines[last - 1][end:]
            lines[first - 1 : last] = [replaced]
    return [
        Comment(token.string.split("\n")[0], token.start[0], token.start[1], 0, True, "")
        for name, token in translation.items()
        if name not in source
    ]


def check(page: Page) -> list[Finding]:
    """Check all fences: Python parses and is run or says why not, outputs follow code, languages are known."""
    findings: list[Finding] = []
    for fence in page.fences():
        if fence.is_python:
            findings += _check_python(fence)
    findings += _check_exercises(page)
    outputs = {page.output_of(fence) for fence in page.python()}
    for fence in page.fences():
        if fence.is_output and fence not in outputs:
            hint = "put it right behind its code, in the same box"
            findings.append(Finding(fence.path, fence.line, "an output without the code that prints it", hint))
        if not fence.language:
            hint = "write ```python, or ```text for plain text"
            findings.append(Finding(fence.path, fence.line, "a fence that doesn't say what it holds", hint))
        elif fence.language.lower() not in _languages():
            message = f"no language is called `{fence.language}`: this would be shown as plain text, and not run"
            hint = "write ```python, or ```text for plain text"
            findings.append(Finding(fence.path, fence.line, message, hint))
    return findings


def _check_python(fence: Block) -> Iterator[Finding]:
    try:
        tokens(fence.text)
    except SyntaxError as error:
        yield _syntax_finding(fence, error)
    else:
        if WORDS in fence.classes and not _only_words(fence.text):
            hint = f'write only lines like name = "word" in a .{WORDS} fence'
            yield Finding(fence.path, fence.line, "a fence of words holds other code", hint)
    if fence.language == "pycon":
        hint = "write the code as ```python and what it prints as its output"
        yield Finding(fence.path, fence.line, "a console session is not run", hint)
    for name, message in EXCUSES.items():
        if name in fence.classes and not fence.attributes.get("reason", "").strip():
            hint = f'write {{.python .{name} reason="…"}}'
            yield Finding(fence.path, fence.line, f"a fence {message} and nobody says why", hint)


def _check_exercises(page: Page) -> Iterator[Finding]:
    """An exercise without the check of its answer, and a check without its exercise."""
    waiting: Block | None = None
    for fence in page.fences():
        if fence.is_check:
            if waiting is None:
                hint = f"write a fence with {{.python .{EXERCISE}}} before it, in which readers answer"
                yield Finding(fence.path, fence.line, "a check without an exercise", hint)
            waiting = None
        elif EXERCISE in fence.classes:
            yield from _unchecked(waiting)
            waiting = fence
    yield from _unchecked(waiting)


def _unchecked(exercise: Block | None) -> Iterator[Finding]:
    if exercise is not None:
        hint = f"write a fence with {{.python .{CHECK}}} after it, with assertions that say what isn't right yet"
        yield Finding(exercise.path, exercise.line, "an exercise without a check of its answer", hint)


def _only_words(source: str) -> bool:
    return all(
        isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)
        for line in _parse(source).body
    )


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """The names of languages that Pygments highlights."""
    return frozenset(alias for _, aliases, _, _ in get_all_lexers() for alias in aliases)


def _syntax_finding(fence: Block, error: SyntaxError) -> Finding:
    line_number = min(max(error.lineno or 1, 1), fence.text.count("\n") + 1)
    line = fence.text.split("\n")[line_number - 1]
    curly = next((letter for letter in line if letter in TYPOGRAPHIC), None)
    file_line = fence.body_line + line_number - 1
    if curly:
        return Finding(
            fence.path,
            file_line,
            f"{curly} in code: an editor has put a typographic sign there",
            f"write {TYPOGRAPHIC[curly]}",
        )
    return Finding(
        fence.path,
        file_line,
        f"this code doesn't parse: {error.msg}",
        "run `handbook sync` to take the code from the English page, or mend it",
    )


@lru_cache(maxsize=16)  # comments, docstrings and tokens of a fence are asked for one after another
def _parse(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except ValueError as error:  # a NUL byte
        raise SyntaxError(str(error)) from None
    except (RecursionError, MemoryError):
        raise SyntaxError("nested too deep") from None


@lru_cache(maxsize=16)
def _tokenize(source: str) -> tuple[tokenize.TokenInfo, ...]:
    # ast.parse accepts a last line without end; tokenize then adds tokens of its own.
    return tuple(tokenize.generate_tokens(io.StringIO(source.rstrip("\n") + "\n").readline))


def string_tokens(source: str) -> list[tokenize.TokenInfo]:
    """The strings in ``source``, docstrings among them.

    Raises:
        SyntaxError: where it isn't Python.
    """
    _parse(source)
    return [token for token in _tokenize(source) if token.type == tokenize.STRING]


def _docstring_lines(tree: ast.Module) -> set[tuple[int, int]]:
    """Line and column of all docstrings, except the module's: a fence may begin with a string as a value."""
    return {position for node in ast.walk(tree) if (position := _docstring_position(node))}


def _docstring_position(node: ast.AST) -> tuple[int, int] | None:
    """Line and column of a function's or a class's docstring."""
    if (
        isinstance(node, DEFINITIONS)
        and ast.get_docstring(node) is not None
        and isinstance(first := node.body[0], ast.Expr)
    ):
        return first.value.lineno, first.value.col_offset
    return None


def docstrings(source: str) -> dict[str, tokenize.TokenInfo]:
    """The docstrings of functions and classes by their full names, like ``Decoder.forward``.

    Raises:
        SyntaxError: where ``source`` isn't Python.
    """
    names: dict[tuple[int, int], str] = {}
    if "def" not in source and "class" not in source:
        return {}

    def visit(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = f"{outer}{child.name}." if isinstance(child, DEFINITIONS) else outer
            if position := _docstring_position(child):
                names[position] = name
            visit(child, name)

    visit(_parse(source), "")
    return {
        names[token.start]: token
        for token in _tokenize(source)
        if token.type == tokenize.STRING and token.start in names
    }


def _anchored(comments: list[Comment], source: str, same_code: bool) -> Iterator[tuple[tuple, Comment]]:
    """Comments with their anchors: the code around them, and their rank among comments with the same code."""
    seen: Counter[tuple] = Counter()
    for comment in comments:
        anchor = (comment.before if same_code else comment.code or _next_code(comment, source), comment.own_line)
        yield (*anchor, seen[anchor]), comment
        seen[anchor] += 1


def _next_code(comment: Comment, source: str) -> str:
    for line in source.split("\n")[comment.line :]:
        if line.strip() and not line.strip().startswith("#"):
            return line.split("#")[0].strip()
    return ""
