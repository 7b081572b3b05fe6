"""Marks in a sentence that come in pairs: of emphasis, as the renderer reads them, of code and formulas, and tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from markdown import Markdown

from handbook.core import html_tokens
from handbook.core.diagnostics import Finding, excerpt
from handbook.markdown.inline import INLINE
from handbook.markdown.model import PROSE, Block, Page

_FILL = "\N{BULLET}"  # in place of what is no text: neither a space nor a letter, which end or hide emphasis
_LEFT_OVER = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")  # inside of a word, `_` is a letter
_SIGN = re.compile(r"[*_`$]")
_HALF = re.compile(r"[`$]")  # what is left of code or a formula without an end


def check(page: Page) -> Iterator[Finding]:
    """Signs of emphasis, code and formulas that readers would see, and tags that aren't closed as they were opened."""
    for block in page.visible:
        if block.kind in PROSE:
            yield from _emphasis(block)
            yield from _tags(block)


def _emphasis(block: Block) -> Iterator[Finding]:
    if not _SIGN.search(block.text):
        return
    for index, line in _paragraphs(block):
        for text, first in _texts(line, index):
            if mark := _HALF.search(text):
                message = f"`{mark[0]}`" if mark[0] == "$" else "a backtick"
                around = excerpt(text[max(mark.start() - 15, 0) :].replace(_FILL, ""), 40)
                hint = "close it behind the code or the formula; write \\$ for the sign itself"
                where = block.line + first + text.count("\n", 0, mark.start())
                yield Finding(block.path, where, f"{message} has no other end, and readers see it: “{around}”", hint)
                continue
            rendered = _rendered(text) if _SIGN.search(text) else ""
            if match := _LEFT_OVER.search(rendered):
                around = excerpt(rendered[max(match.start() - 15, 0) :].replace(_FILL, ""), 40)
                yield Finding(
                    block.path,
                    block.line + first + rendered.count("\n", 0, match.start()),
                    f"`{match[0]}` has no other end, and readers see it: “{around}”",
                    f"emphasis begins and ends alike, *so* or **so**, without a space inside; write \\{match[0][0]} "
                    "for the sign itself",
                )


def _paragraphs(block: Block) -> Iterator[tuple[int, str]]:
    """The texts that emphasis can't leave, each with the line of the block: of a table, its cells."""
    if block.kind != "table":
        yield 0, block.text
        return
    for index, line in enumerate(block.text.split("\n")):
        masked = INLINE.sub(lambda match: match[0].replace("|", _FILL), line)
        start = 0
        for end in (*(column for column, letter in enumerate(masked) if letter == "|"), len(line)):
            yield index, line[start:end]
            start = end + 1


def _texts(text: str, line: int) -> Iterator[tuple[str, int]]:
    """A text without code, formulas, tags and links; and the labels of these links, by themselves, with their lines."""
    labels: list[tuple[str, int]] = []

    def fill(match: re.Match[str]) -> str:
        if match["label"] is not None:
            labels.extend(_texts(match["label"], line + text.count("\n", 0, match.start("label"))))
        return re.sub(r"[^\n]+", _FILL, match[0])

    yield INLINE.sub(fill, text), line
    yield from labels


def _rendered(text: str) -> str:
    """A text without the signs that make it emphasised, line by line."""
    return html_tokens.text_content(_renderer().reset().convert(f"{_FILL} {text}"))  # begins like no other block


@lru_cache(maxsize=1)
def _renderer() -> Markdown:
    return Markdown()


def _tags(block: Block) -> Iterator[Finding]:
    opened: list[tuple[str, int]] = []
    for inline in block.inlines():
        if inline.kind != "html":
            continue
        (piece,) = html_tokens.pieces(inline.text)
        if piece.kind == html_tokens.START and not piece.closed:
            opened.append((piece.tag, inline.line))
        elif piece.kind == html_tokens.END and opened and opened[-1][0] == piece.tag:
            opened.pop()
        elif piece.kind == html_tokens.END:
            message = f"</{piece.tag}> closes nothing"
            hint = f"write <{piece.tag}> before it, or remove it"
            if opened:
                message = f"</{piece.tag}> stands where <{opened[-1][0]}> is open"
                hint = f"close what was opened last first: </{opened[-1][0]}>"
            yield Finding(block.path, inline.line, message, hint)
            return  # what comes behind it can't be told apart
    for tag, line in opened:
        yield Finding(block.path, line, f"<{tag}> is never closed", f"write </{tag}> behind its words")
