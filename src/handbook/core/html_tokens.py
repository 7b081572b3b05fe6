"""Finished html in pieces, so that a part can be changed and every other byte stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser

START, END, TEXT, OTHER = "start", "end", "text", "other"
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
Attributes = Sequence[tuple[str, str | None]]  # as HTMLParser gives them; None for one without a value


@dataclass
class Piece:
    """A tag, the text between two tags (its entities as they stand), or something else: a comment, a script's text."""

    kind: str
    raw: str
    tag: str = ""
    attributes: dict[str, str] = field(default_factory=dict)  # entities resolved; "" for one without a value
    closed: bool = False  # <path/>, or an element that has no end

    def set(self, name: str, value: str) -> None:
        """Write the attribute's new value into the tag; what the tag hasn't comes last."""
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
        self.attributes.pop(name, None)
        self.raw = re.sub(
            rf"""\s+{re.escape(name)}(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s/>])""", "", self.raw, count=1
        )


def pieces(html: str) -> list[Piece]:
    """``html`` cut up; joined again, the pieces' ``raw`` is ``html``."""
    return _read_tidy(html) or _read_any(html)


def serialize(parts: list[Piece]) -> str:
    return "".join(piece.raw for piece in parts)


def remove_elements(parts: Iterable[Piece], drop: Callable[[Piece], bool]) -> Iterator[Piece]:
    """The pieces without the elements whose start tag ``drop`` names, and without what is in them."""
    inside: list[str] = []
    for piece in parts:
        if inside:
            if piece.kind == START and not piece.closed:
                inside.append(piece.tag)
            elif piece.kind == END:
                while inside and inside.pop() != piece.tag:
                    pass
        elif piece.kind != START or not drop(piece):
            yield piece
        elif not piece.closed:
            inside.append(piece.tag)


def text_content(html: str) -> str:
    """The text without tags and entities."""
    return unescape("".join(piece.raw for piece in pieces(html) if piece.kind == TEXT))


# A tag as programs write them, or a comment.
_TAG = re.compile(
    r"""<(?:(?P<end>/)?(?P<tag>[a-zA-Z][\w:-]*)(?P<attributes>(?:\s+[\w:@.-]+(?:="[^"]*")?)*)\s*(?P<closed>/)?>|!--.*?-->)""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r'([\w:@.-]+)(?:="([^"]*)")?')
_HOLDS_TEXT = frozenset(
    "iframe noembed noframes plaintext script style textarea xmp".split()
)  # whatever looks like a tag in them


def _read_tidy(html: str) -> list[Piece] | None:
    """The pieces of html that is as tidy as Markdown's and KaTeX's, in a fraction of the time; None where it isn't."""
    found = []
    end = 0
    for match in _TAG.finditer(html):
        if match.start() > end:
            found.append(Piece(TEXT, html[end : match.start()]))
        end = match.end()
        if match["tag"] is None:
            found.append(Piece(OTHER, match[0]))
            continue
        tag = match["tag"].lower()
        if tag in _HOLDS_TEXT or (match["end"] and match["attributes"]):
            return None
        if match["end"]:
            found.append(Piece(END, match[0], tag))
        else:
            attributes = {name.lower(): unescape(value) for name, value in _ATTRIBUTE.findall(match["attributes"])}
            found.append(Piece(START, match[0], tag, attributes, bool(match["closed"]) or tag in VOID))
    if end < len(html):
        found.append(Piece(TEXT, html[end:]))
    return None if any("<" in piece.raw for piece in found if piece.kind == TEXT) else found


def _read_any(html: str) -> list[Piece]:
    """The pieces of any html."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return list(_cut(html, reader.found))


def _cut(html: str, found: Iterable[tuple[int, int, str, str, Attributes]]) -> Iterator[Piece]:
    """Positions to pieces. Text and the entities in it come as several finds, and leave as one piece."""
    starts = [0]
    for match in re.finditer("\n", html):
        starts.append(match.end())
    text = ""
    places = [(starts[line - 1] + column, kind, tag, attributes) for line, column, kind, tag, attributes in found]
    for (place, kind, tag, attributes), (end, *_) in zip(places, [*places[1:], (len(html), "", "", [])]):
        raw = html[place:end]
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
    """Remembers where each piece begins."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, int, str, str, Attributes]] = []

    def _note(self, kind: str, tag: str = "", attributes: Attributes = ()) -> None:
        self.found.append((*self.getpos(), kind, tag, attributes))

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
