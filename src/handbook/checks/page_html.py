"""Html, attribute lists and pictures from elsewhere in pages: only what a page needs to say.

Everything else could run, style, send or fetch something in a reader's browser. Where the renderer reads a page
otherwise than our parser, ``extensions.foreign_html`` tells it of the finished page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from markdown.extensions.attr_list import get_attrs_and_remainder

from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page

FIGURE = "picture plot name output rows columns tokens lit mask measured at"  # each after `data-`
DIV = "widget views glossary status kept progress"
ELEMENTS: dict[str, frozenset[str]] = {  # each with its attributes
    "figure": frozenset(f"data-{name}" for name in FIGURE.split()),
    "div": frozenset(f"data-{name}" for name in DIV.split()),
    **dict.fromkeys(("br", "kbd", "sub", "sup"), frozenset()),
}
LISTS = {  # attributes in braces, by the kind of block that has them
    "heading": {"id", "data-search-exclude"},
    "fence": {"id", "title", "hl_lines", "linenums", "reason", "seconds"},
}
IN_TEXT = {"id"}  # attributes in braces behind a part of a sentence


def check(page: Page) -> Iterator[Finding]:
    """Elements, attributes and addresses of pictures that no page needs."""
    for block in page.blocks:
        for line, message, hint in _problems(block):
            yield Finding(page.path, line, message, hint)


def _problems(block: Block) -> Iterator[tuple[int, str, str]]:
    if block.kind == "html":
        yield from _tags(block.text, block.line)
    yield from _attributes(set(block.attributes), LISTS.get(block.kind, set()), block.line)
    for inline in block.inlines():
        if inline.kind == "html":
            yield from _tags(inline.text, inline.line)
        elif inline.kind == "attributes":
            pairs, _ = get_attrs_and_remainder(inline.text.strip("{:} "))
            yield from _attributes({name for name, _ in pairs} - {"."}, IN_TEXT, inline.line)
        elif inline.kind == "image" and ":" in inline.target.split("/")[0]:
            yield (
                inline.line,
                f"a picture from {inline.target}",
                "put the file beside the page: readers ask no other host",
            )


def _tags(html: str, line: int) -> Iterator[tuple[int, str, str]]:
    reader = _Tags()
    reader.feed(html)
    reader.close()
    for offset, tag, names in reader.found:
        if tag not in ELEMENTS:
            known = ", ".join(f"<{name}>" for name in ELEMENTS)
            yield line + offset, f"<{tag}> in a page", f"write it in Markdown; of html pages may have {known}"
            continue
        for name in sorted(names - ELEMENTS[tag]):
            known = ", ".join(sorted(ELEMENTS[tag])) or "none"
            yield line + offset, f"the attribute {name} of <{tag}>", f"remove it; <{tag}> may have: {known}"


def _attributes(names: set[str], known: set[str], line: int) -> Iterator[tuple[int, str, str]]:
    for name in sorted(names - known):
        hint = f"remove it; in braces may stand here: {', '.join(sorted(known)) or 'nothing'}, and classes"
        yield line, f"the attribute {name} in braces", hint


class _Tags(HTMLParser):
    """Notes each tag, with the line in the text, from 0, and the names of its attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str, set[str]]] = []

    def _note(self, tag: str, names: set[str]) -> None:
        self.found.append((self.getpos()[0] - 1, tag, names))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, {name for name, _ in attrs})

    def handle_endtag(self, tag: str) -> None:
        if not any(tag == other for _, other, _ in self.found):
            self._note(tag, set())

    def handle_decl(self, decl: str) -> None:
        self._note("!", set())

    def handle_pi(self, data: str) -> None:
        self._note("?", set())
