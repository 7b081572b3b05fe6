"""The words in a fence that each language says in its own way, one by one, and putting others in their place.

They are comments, docstrings, and in a fence of words or an answer's check the strings.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from handbook.markdown import fences
from handbook.markdown.model import Block
from handbook.markdown.python_code import STRING as STRING_TOKEN
from handbook.markdown.python_code import Literal, read

COMMENT, DOCSTRING, STRING = "comment", "docstring", "string"


@dataclass(frozen=True)
class Words:
    """A comment without its sign, or what stands between the quotation marks of a string, as it is written there."""

    kind: str  # COMMENT, DOCSTRING or STRING
    text: str  # on one line
    start: int  # offsets in the fence's text
    end: int
    quote: str  # the quotation marks around it; "" for a comment


def words_of(fence: Block) -> list[Words]:
    """The words of a fence, in the order of its lines.

    Raises:
        SyntaxError: where the fence isn't Python.
    """
    found = []
    code = read(fence.text)
    starts = _line_starts(fence.text)
    for comment in code.comments:
        start = starts[comment.line - 1] + comment.column
        end = start + len(comment.text)
        found.append(_words(COMMENT, fence.text, end - len(comment.text.lstrip("# ")), end, ""))
    docstrings = list(code.docstrings.values())
    for literal in docstrings:
        found.append(_string(DOCSTRING, literal, fence.text, starts))
    if fences.has_words(fence):
        for literal in code.strings:
            if literal not in docstrings:
                found.append(_string(STRING, literal, fence.text, starts))
    return sorted((words for words in found if words.text), key=lambda words: words.start)


def with_words(fence: Block, texts: Sequence[str]) -> str:
    """The fence's text with these words instead, each on one line; those that are equal keep their line breaks.

    Raises:
        ValueError: there are more or fewer of them than in the fence, or one of them would end its string.
        SyntaxError: where the fence isn't Python.
    """
    result = fence.text
    for words, text in zip(reversed(words_of(fence)), reversed(texts), strict=True):
        if text != words.text:
            if "\n" in text or (words.quote and words.quote in text):
                raise ValueError
            result = result[: words.start] + text + result[words.end :]
    return result


def translated_words(fence: Block) -> str:
    """The words of a fence as Python reads them, line by line.

    Raises:
        SyntaxError: where the fence isn't Python.
    """
    code = read(fence.text)
    found = [(comment.line, comment.text.lstrip("# ")) for comment in code.comments]
    found += [(literal.start[0], _literal(literal.text)) for literal in code.docstrings.values()]
    if fences.has_words(fence):
        strings = (token for token in code.tokens() if token.kind == STRING_TOKEN)
        found += [(token.line, _literal(token.text)) for token in strings]
    return "\n".join(text for _, text in sorted(found, key=lambda entry: entry[0]))


def _literal(source: str) -> str:
    """What a string says; an f-string as it is written, without its quotation marks."""
    try:
        return str(ast.literal_eval(source))
    except ValueError:
        return source.lstrip("fFrRbB").strip("\"'")


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _string(kind: str, literal: Literal, text: str, starts: Sequence[int]) -> Words:
    line, column = literal.end
    end = starts[line - 1] + column
    quoted = literal.text.lstrip("fFrRbBuU")
    quote = quoted[:3] if quoted.startswith(('"""', "'''")) else quoted[:1]
    return _words(kind, text, end - len(quoted) + len(quote), end - len(quote), quote)


def _words(kind: str, text: str, start: int, end: int, quote: str) -> Words:
    return Words(kind, " ".join(text[start:end].split()), start, end, quote)
