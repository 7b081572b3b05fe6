"""Python fences: comparing their code without comments, and moving comments between translations."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pygments.lexers import get_all_lexers

from handbook.core.diagnostics import Finding
from handbook.markdown.model import CHECK, CONSOLE, PYTHON_NAME, Block, Page
from handbook.markdown.python_code import STRING, TEXTS, Comment, Literal, Token, parse, read

WORDS = "words"  # the class of a fence that only assigns translated words, for the labels of plots
NO_RUN, NO_LIVE = "no-run", "no-live"  # the classes of fences that aren't run: at all, and by the reader in the page
TAKES_LONG = "takes-long"  # the class of fences that the page runs only when a reader runs them, not before others
SECONDS = "seconds"  # the attribute of a fence that takes long: how many it takes in the page, roughly
EXERCISE = "exercise"  # the class of a fence in which readers write their answer
EXCUSES = {NO_RUN: "is not run", NO_LIVE: "can't be run in the page"}
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


def fence_tokens(fence: Block) -> tuple[Token, ...]:
    """The tokens of a fence that are equal in all languages: without the strings of words and of an answer's check.

    Raises:
        SyntaxError: where the fence isn't Python.
    """
    lines = read(fence.text).lines
    return tuple(Token(kind, text, line) for (kind, text), line in zip(fence_key(fence), lines, strict=True))


def has_words(fence: Block) -> bool:
    """Whether the strings in a fence are said in each language in its own way."""
    return WORDS in fence.classes or fence.is_check


def _fields(literal: str) -> str:
    """What stands between the braces of an f-string, in an order that no language chooses."""
    if "{" not in literal:
        return ""
    string = ast.parse(literal.lstrip(), mode="eval").body
    parts = string.values if isinstance(string, ast.JoinedStr) else []
    return " ".join(sorted(ast.unparse(part) for part in parts if isinstance(part, ast.FormattedValue)))


def fence_key(fence: Block) -> tuple[tuple[str, str], ...]:
    """Kind and text of each token of ``fence_tokens``.

    It is equal for code that differs in comments, docstrings and layout only.

    Raises:
        SyntaxError: where the fence isn't Python.
    """
    return _key_without_words(fence.text) if has_words(fence) else read(fence.text).key


@lru_cache(maxsize=TEXTS)
def _key_without_words(source: str) -> tuple[tuple[str, str], ...]:
    return tuple((kind, _fields(text) if kind == STRING else text) for kind, text in read(source).key)


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
    ours = read(source)
    try:
        theirs = read(translation)
    except SyntaxError:
        return source, []
    same_code = ours.key == theirs.key
    by_anchor = dict(_anchored(ours.comments, source, same_code))
    lines = source.split("\n")
    lost = []
    for anchor, comment in _anchored(theirs.comments, translation, same_code):
        replaced = by_anchor.pop(anchor, None)
        if replaced is None:
            lost.append(comment)
            continue
        line = lines[replaced.line - 1]
        lines[replaced.line - 1] = line[: replaced.column] + comment.text
    kept = {comment.text for comment in by_anchor.values()}
    lost = [comment for comment in lost if comment.text not in kept]  # English has the same words there
    lost += _port_docstrings(lines, ours.docstrings, theirs.docstrings)
    return "\n".join(lines), lost


def _port_docstrings(lines: list[str], source: dict[str, Literal], translation: dict[str, Literal]) -> list[Comment]:
    """Replace docstrings in ``lines`` by those of the translation; returns those that have no place."""
    # Backwards, so that the line numbers of the others stay valid.
    for name, literal in sorted(source.items(), key=lambda entry: -entry[1].start[0]):
        if name in translation:
            (first, column), (last, end) = literal.start, literal.end
            replaced = lines[first - 1][:column] + translation[name].text + lines[last - 1][end:]
            lines[first - 1 : last] = [replaced]
    return [
        Comment(literal.text.split("\n")[0], *literal.start, 0, True, "")
        for name, literal in translation.items()
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
        if fence.info.startswith("~"):
            message = "a fence of ~: pages have one kind of fence, of backticks"
            findings.append(Finding(fence.path, fence.line, message, f"write {fence.info.replace('~', '`')}"))
        if not fence.language:
            hint = "write ```python, or ```text for plain text"
            findings.append(Finding(fence.path, fence.line, "a fence that doesn't say what it holds", hint))
        elif fence.language.lower() not in _languages():
            message = f"no language is called `{fence.language}`: this would be shown as plain text, and not run"
            hint = "write ```python, or ```text for plain text"
            findings.append(Finding(fence.path, fence.line, message, hint))
        elif fence.is_python and fence.language not in (PYTHON_NAME, CONSOLE):
            message = f"a fence in `{fence.language}`, which pages call `{PYTHON_NAME}`"
            hint = f"write {fence.info.replace(fence.language, PYTHON_NAME, 1)}"
            findings.append(Finding(fence.path, fence.line, message, hint))
    return findings


def _check_python(fence: Block) -> Iterator[Finding]:
    try:
        read(fence.text)
    except SyntaxError as error:
        yield _syntax_finding(fence, error)
    else:
        if WORDS in fence.classes and not _only_words(fence.text):
            hint = f'write only lines like name = "word" in a .{WORDS} fence'
            yield Finding(fence.path, fence.line, "a fence of words holds other code", hint)
    if fence.language == CONSOLE:
        hint = "write the code as ```python and what it prints as its output"
        yield Finding(fence.path, fence.line, "a console session is not run", hint)
    for name, message in EXCUSES.items():
        if name in fence.classes and not fence.attributes.get("reason", "").strip():
            hint = f'write {{.python .{name} reason="…"}}'
            yield Finding(fence.path, fence.line, f"a fence {message} and nobody says why", hint)
    if TAKES_LONG in fence.classes and not fence.attributes.get(SECONDS, "").isdecimal():
        hint = f'write {{.python .{TAKES_LONG} {SECONDS}="30"}}, roughly; `handbook live` says how long it takes'
        yield Finding(fence.path, fence.line, "a fence takes long in the page and doesn't say how many seconds", hint)


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
        for line in parse(source).body
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


def _anchored(comments: Iterable[Comment], source: str, same_code: bool) -> Iterator[tuple[tuple, Comment]]:
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
