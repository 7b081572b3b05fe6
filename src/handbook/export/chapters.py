"""What all books are made from: the chapters of one language, without what only a screen needs, and their links."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import urljoin, urlsplit

from handbook.core import html_tokens
from handbook.project import book

DROPPED_TAGS = frozenset(("script", "button", "nav"))
DROPPED_CLASSES = frozenset(("headerlink", "picture-foot", "quiz-act", "widget-said", "md-button"))


@dataclass(frozen=True)
class Chapter:
    """One page of the site."""

    url: str  # below the language's home: by-hand/
    title: str  # html
    section: str
    html: str
    lang: str

    @property
    def name(self) -> str:
        """The page's name, which is its id in the book."""
        return self.url.strip("/") or book.HOME


@dataclass(frozen=True)
class Cover:
    """The strings of the title page and above the contents, in the book's language."""

    title: str
    subtitle: str
    contents: str
    language: str
    address: str
    licence: str  # html
    lang: str
    direction: str = "ltr"
    byline: tuple[str, ...] = ()  # lines of html: who translated, who reviewed
    translators: tuple[str, ...] = ()  # names

    @property
    def imprint(self) -> str:
        """What the title page says below the title: language, address, people and license, as html."""
        address = f'<a href="{escape(self.address)}">{escape(self.address)}</a>'
        return "<br/>".join([escape(self.language), address, *self.byline, self.licence])


def without_screen_parts(
    pieces: Iterable[html_tokens.Piece], tags: Collection[str] = (), classes: Collection[str] = ()
) -> list[html_tokens.Piece]:
    """The pieces without comments and without elements that only a screen needs, or that have these tags or classes."""

    def is_dropped(piece: html_tokens.Piece) -> bool:
        of_piece = set(piece.attributes.get("class", "").split())
        return piece.tag in DROPPED_TAGS or piece.tag in tags or bool(of_piece & (DROPPED_CLASSES | set(classes)))

    return [piece for piece in html_tokens.remove_elements(pieces, is_dropped) if piece.kind != html_tokens.OTHER]


def with_tab_labels(pieces: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """Repeat each tab's label above its contents: in a book, they all follow each other."""
    labels: list[str] = []
    result: list[html_tokens.Piece] = []
    in_labels = False
    for piece in pieces:
        result.append(piece)
        classes = piece.attributes.get("class", "").split() if piece.kind == html_tokens.START else []
        if piece.kind == html_tokens.START and piece.tag == "label" and in_labels:
            labels.append("")
        elif "tabbed-labels" in classes:
            in_labels = True
        elif piece.kind == html_tokens.END and piece.tag == "div":
            in_labels = False
        elif piece.kind == html_tokens.TEXT and in_labels and labels:
            labels[-1] += piece.raw
        elif "tabbed-block" in classes and labels:
            result.append(html_tokens.Piece(html_tokens.TEXT, f'<p class="book-tab">{labels.pop(0)}</p>'))
    return result


def from_home(url: str, chapter: Chapter) -> str:
    """The address of a chapter's picture below the language's home; other addresses stay."""
    return url if urlsplit(url).scheme else posixpath.normpath(posixpath.join(chapter.url, url))


def link(url: str, chapter: Chapter, names: Mapping[str, str], home: str, inside: Callable[[str, str], str]) -> str:
    """Where a link of a chapter leads: within the book, or else on the web.

    Args:
        url: as the chapter has it.
        chapter: in which it stands.
        names: of the book's chapters, by their addresses.
        home: the address of the language's home on the web.
        inside: what leads to a chapter of this name in the book, and to a fragment of it if that isn't empty.
    """
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return url
    path = posixpath.normpath(posixpath.join(chapter.url, parts.path)) if parts.path else chapter.url.rstrip("/") or "."
    page = "" if path == "." else f"{path}/"
    if page in names:
        return inside(names[page], parts.fragment)
    address = page if url.endswith("/") or not posixpath.splitext(path)[1] else path
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return urljoin(home, address + fragment)
