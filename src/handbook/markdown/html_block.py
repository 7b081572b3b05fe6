"""Blocks of html in a page: which element one begins with."""

from __future__ import annotations

from html.parser import HTMLParser

from handbook.markdown.parser import Block


class FirstTag(HTMLParser):
    """The first start tag of what it is fed, with its attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tag = ""
        self.attributes: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.tag:
            self.tag = tag
            self.attributes = {name: value or "" for name, value in attrs}


def figure_attributes(block: Block) -> dict[str, str]:
    """The attributes of a block that is one figure tag; of any other block, none."""
    if block.kind != "html":
        return {}
    reader = FirstTag()
    reader.feed(block.text)
    return reader.attributes if reader.tag == "figure" else {}
