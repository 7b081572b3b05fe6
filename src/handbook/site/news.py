"""The first sentences of the changelog's latest entries, for the home page."""

from __future__ import annotations

import re
from pathlib import Path

from markdown import Markdown

from handbook.markdown.parser import parse

FILE = "CHANGELOG.md"
LONG = 120  # letters from which a sentence ends at its colon or semicolon
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z*_`])")
_CLAUSE_END = re.compile(r"[:;] ")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def latest(root: Path, count: int = 3) -> list[str]:
    """The changelog's first entries, the newest, in short, as html; none where there is no changelog.

    Args:
        root: the checkout.
        count: at most so many.
    """
    path = root / FILE
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    entries = [block.text for block in parse(text).blocks if block.kind == "item" and not block.containers]
    markdown = Markdown()
    markdown.preprocessors.deregister("html_block")  # tags are text: no check reads the changelog
    markdown.inlinePatterns.deregister("html")
    return [markdown.convert(in_short(entry)).removeprefix("<p>").removesuffix("</p>") for entry in entries[:count]]


def in_short(entry: str) -> str:
    """The first sentence of an entry, without links; of a long one, what stands before its colon or semicolon."""
    sentence = _SENTENCE_END.split(_LINK.sub(r"\1", " ".join(entry.split())), maxsplit=1)[0]
    if len(sentence) > LONG:
        sentence = _CLAUSE_END.split(sentence, maxsplit=1)[0]
    sentence = sentence.rstrip(".:;")
    return sentence if sentence.endswith(("?", "!")) else f"{sentence}."
