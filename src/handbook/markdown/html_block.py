"""Blocks of html in a page: which line begins one, where it ends, and the attributes of its first tag."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from handbook.markdown.model import Block

BLOCK_ELEMENTS = frozenset(
    (
        "address article aside details div dl figure footer form h1 h2 h3 h4 h5 h6 header iframe main nav ol p pre "
        "script section style table ul svg"
    ).split()
)
VOID_ELEMENTS = frozenset("area base br col embed hr img input link meta source track wbr".split())


class FirstTag(HTMLParser):
    """An html parser that keeps the name and the attributes of the first start tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tag = ""
        self.attributes: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.tag:
            self.tag = tag
            self.attributes = {name: value or "" for name, value in attrs}


def figure_attributes(block: Block) -> dict[str, str]:
    """The attributes of a block that begins with ``<figure>``; none for any other block."""
    if block.kind != "html":
        return {}
    reader = FirstTag()
    reader.feed(block.text)
    return reader.attributes if reader.tag == "figure" else {}


def opens_block(text: str) -> bool:
    """Whether a line begins with the tag of a block-level element."""
    match = re.match(r"</?([A-Za-z][A-Za-z0-9]*)", text)
    return match is not None and match[1].lower() in BLOCK_ELEMENTS


class ElementTracker(HTMLParser):
    """An html parser that is fed line by line and knows when the first element is closed.

    ``open`` holds the names of open elements, ``markdown`` whether the first tag has the attribute ``markdown``,
    ``seen`` whether there was a tag.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.markdown = False
        self.seen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.seen:
            self.markdown = any(name == "markdown" for name, _ in attrs)
        self.seen = True
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen = True

    def handle_endtag(self, tag: str) -> None:
        self.seen = True
        if tag in self.open:
            while self.open.pop() != tag:
                pass
