"""A lossless tokenizer for html: a tag can be changed, and every other byte stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape, unescape
from html.parser import HTMLParser

START, END, TEXT, OTHER = "start", "end", "text", "other"
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
Attributes = Sequence[tuple[str, str | None]]  # as HTMLParser gives them; None for one without a value


@dataclass(slots=True)
class Piece:
    """One token of html.

    Args:
        kind: ``START`` or ``END`` of an element, ``TEXT``, or ``OTHER``: a comment, a declaration, a script's text.
        raw: the source, with entities as they stand.
        tag: the element's name, in lower case.
        attributes: with entities resolved; "" for an attribute without a value.
        closed: whether the element has no content: ``<path/>`` or a void element such as ``<br>``.
    """

    kind: str
    raw: str
    tag: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    closed: bool = False

    def set(self, name: str, value: str) -> None:
        """Set an attribute in ``raw`` and ``attributes``; a new attribute comes last in the tag."""
        new = f'{name}="{escape(value)}"'
        if name not in self.attributes:
            head = re.sub(r"\s*/?>$", "", self.raw)
            self.raw = f"{head} {new}{self.raw[len(head) :]}"
            self.attributes[name] = value
            return
        self.attributes[name] = value
        self.raw = re.sub(
            rf"""(?<=\s){re.escape(name)}(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s/>])""",
            lambda _: new,
            self.raw,
            count=1,
        )

    def remove(self, name: str) -> None:
        """Remove an attribute from ``raw`` and ``attributes``, if it is there."""
        self.attributes.pop(name, None)
        self.raw = re.sub(
            rf"""\s+{re.escape(name)}(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s/>])""", "", self.raw, count=1
        )


def pieces(html: str) -> list[Piece]:
    """Split ``html`` into tokens; ``serialize(pieces(html)) == html``."""
    return _read_tidy(html) or _read_any(html)


def serialize(parts: list[Piece]) -> str:
    """The html of these pieces."""
    return "".join(piece.raw for piece in parts)


def remove_elements(parts: Iterable[Piece], drop: Callable[[Piece], bool]) -> Iterator[Piece]:
    """The pieces without the elements for whose start tag ``drop`` is true, and without their contents."""
    open_tags: list[str] = []
    for piece in parts:
        if open_tags:
            if piece.kind == START and not piece.closed:
                open_tags.append(piece.tag)
            elif piece.kind == END:
                while open_tags and open_tags.pop() != piece.tag:
                    pass
        elif piece.kind != START or not drop(piece):
            yield piece
        elif not piece.closed:
            open_tags.append(piece.tag)


def text_content(html: str) -> str:
    """The text of ``html`` without tags, with entities resolved: what the DOM calls ``textContent``."""
    return unescape("".join(piece.raw for piece in pieces(html) if piece.kind == TEXT))


# A tag as programs write it, with double quotes around each value, or a comment.
_TAG = re.compile(
    r"""<(?:(?P<end>/)?(?P<tag>[a-zA-Z][\w:-]*)(?P<attributes>(?:\s+[\w:@.-]+(?:="[^"]*")?)*)\s*(?P<closed>/)?>|!--.*?-->)""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r'([\w:@.-]+)(?:="([^"]*)")?')
# Elements whose content is text, even where it looks like tags.
_RAW_TEXT = frozenset("iframe noembed noframes plaintext script style textarea xmp".split())


def _read_tidy(html: str) -> list[Piece] | None:
    """The pieces of html as Python-Markdown and KaTeX write it, much faster than by HTMLParser; None for other html."""
    parts = []
    end = 0
    for match in _TAG.finditer(html):
        start, raw = match.start(), match[0]
        if start > end:
            parts.append(Piece(TEXT, html[end:start]))
        end = match.end()
        if (known := _tag(raw)) is None:
            return None
        kind, tag, attributes, closed = known
        parts.append(Piece(kind, raw, tag, attributes.copy(), closed))
    if end < len(html):
        parts.append(Piece(TEXT, html[end:]))
    return None if any("<" in piece.raw for piece in parts if piece.kind == TEXT) else parts


@lru_cache(maxsize=16384)  # the same few tags make up most of a page
def _tag(raw: str) -> tuple[str, str, dict[str, str], bool] | None:
    """Kind, name, attributes of a tag, and whether it is closed; None for one that isn't tidy."""
    match = _TAG.fullmatch(raw)
    assert match
    if match["tag"] is None:
        return OTHER, "", {}, False
    tag = match["tag"].lower()
    if tag in _RAW_TEXT or (match["end"] and match["attributes"]):
        return None
    if match["end"]:
        return END, tag, {}, False
    attributes = {name.lower(): unescape(value) for name, value in _ATTRIBUTE.findall(match["attributes"])}
    return START, tag, attributes, bool(match["closed"]) or tag in VOID


def _read_any(html: str) -> list[Piece]:
    """The pieces of any html, by HTMLParser."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return list(_split_at(html, reader.positions))


def _split_at(html: str, positions: Iterable[tuple[int, int, str, str, Attributes]]) -> Iterator[Piece]:
    """Split ``html`` at the parser's positions. Text and the entities in it are reported apart; they become one piece.

    Args:
        html: the source.
        positions: of each piece its line (from 1), column (from 0), kind, tag and attributes.
    """
    line_starts = [0, *(match.end() for match in re.finditer("\n", html))]
    starts = [
        (line_starts[line - 1] + column, kind, tag, attributes) for line, column, kind, tag, attributes in positions
    ]
    text = ""
    for (start, kind, tag, attributes), (end, *_) in zip(starts, [*starts[1:], (len(html), "", "", [])]):
        raw = html[start:end]
        if kind == TEXT:
            text += raw
            continue
        if text:
            yield Piece(TEXT, text)
            text = ""
        closed = kind == START and (raw.endswith("/>") or tag in VOID)
        yield Piece(kind, raw, tag, {name: value or "" for name, value in attributes}, closed)
    if text:
        yield Piece(TEXT, text)


class _Reader(HTMLParser):
    """Records where each piece begins."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.positions: list[tuple[int, int, str, str, Attributes]] = []

    def _note(self, kind: str, tag: str = "", attributes: Attributes = ()) -> None:
        self.positions.append((*self.getpos(), kind, tag, attributes))

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self._note(START, tag, attrs)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self._note(START, tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._note(END, tag)

    def handle_data(self, data: str) -> None:
        self._note(OTHER if self.cdata_elem else TEXT)

    def handle_entityref(self, name: str) -> None:
        self._note(TEXT)

    def handle_charref(self, name: str) -> None:
        self._note(TEXT)

    def handle_comment(self, data: str) -> None:
        self._note(OTHER)

    def handle_decl(self, decl: str) -> None:
        self._note(OTHER)

    def handle_pi(self, data: str) -> None:
        self._note(OTHER)

    def unknown_decl(self, data: str) -> None:
        self._note(OTHER)
