"""All chapters of one language as one PDF: title page, contents with page numbers, links between the chapters.

A browser prints it, with the site's own styles. The contents need the page numbers, and those the contents: so it is
printed twice, the second time with the numbers that the first one gave.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from pypdf import PdfReader

from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.project import book

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
    "--export-tagged-pdf",
    "--virtual-time-budget=20000",
)
PATIENCE = 300  # seconds for one printing
PASSES = 3
UNKNOWN = "000"
# Of no use on paper.
DROPPED_TAGS = frozenset(("script", "button", "nav"))
DROPPED_CLASSES = frozenset(("headerlink", "katex-mathml", "picture-table", "quiz-act", "widget-said", "md-button"))
LINES = 12  # of code that stay together; a block of fewer than twice as many stays whole
REFERRING = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "name", "headers")


@dataclass(frozen=True)
class Chapter:
    """One page of the site, as the book takes it."""

    url: str  # below the language's home: by-hand/
    title: str  # html
    section: str
    html: str
    lang: str

    @property
    def name(self) -> str:
        return self.url.strip("/") or book.HOME


@dataclass(frozen=True)
class Cover:
    """What stands on the title page and above the contents, in the reader's language."""

    title: str
    subtitle: str
    contents: str
    language: str
    address: str
    licence: str  # html
    lang: str
    direction: str = "ltr"


def write(chapters: Sequence[Chapter], cover: Cover, site: Path, target: Path) -> dict[str, int]:
    """Print the book to ``target``, with the styles and pictures of the finished site in ``site``.

    Returns the page on which each entry of the contents begins. Raises DiagnosticError where there is no browser.
    """
    program = browser()
    styles = style_sheets(site)
    numbers: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        page, printed = site / "book.html", Path(folder) / "book.pdf"
        try:
            for _ in range(PASSES):
                page.write_text(html(chapters, cover, styles, numbers), encoding="utf-8")
                _print(program, page, printed)
                before, numbers = numbers, page_numbers(printed)
                if numbers == before:
                    break
            else:
                raise DiagnosticError(
                    [Finding(target.name, 1, "the contents' page numbers don't settle", "print again")]
                )
        finally:
            page.unlink(missing_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(printed, part)
        part.replace(target)
    return numbers


def browser() -> str:
    """The browser that prints."""
    if found := next((path for name in BROWSERS if (path := shutil.which(name))), None):
        return found
    raise DiagnosticError(
        [Finding("handbook pdf", 1, "no Chromium found, and it prints the book", "on Debian: apt-get install chromium")]
    )


def _print(program: str, page: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="handbook-") as profile:
        own = [f"--user-data-dir={profile}", f"--print-to-pdf={target}", page.resolve().as_uri()]
        safe = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []  # it refuses root otherwise
        try:
            done = subprocess.run(
                [program, *OPTIONS, *safe, *own], capture_output=True, text=True, errors="replace", timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            raise DiagnosticError(
                [
                    Finding(
                        "handbook pdf",
                        1,
                        f"the browser took longer than {PATIENCE} seconds",
                        "try again when the machine has less to do",
                    )
                ]
            ) from None
    if not target.is_file():
        raise DiagnosticError(
            [Finding("handbook pdf", 1, f"the browser wrote no PDF: {done.stderr.strip()[-300:]}", program)]
        )


def page_numbers(printed: Path) -> dict[str, int]:
    """The page of each place that something in the book links to."""
    reader = PdfReader(printed)
    return {
        name.removeprefix("/"): number + 1
        for name, place in reader.named_destinations.items()
        if (number := reader.get_destination_page_number(place)) is not None
    }


def style_sheets(site: Path) -> list[str]:
    """The sheets that the site's pages load, in their order, as seen from its home."""
    found: dict[str, None] = {}
    for path in sorted(site.rglob("index.html"), key=lambda one: len(one.parts)):
        folder = path.parent.relative_to(site).as_posix()
        for piece in html_tokens.pieces(path.read_text(encoding="utf-8").partition("</head>")[0]):
            if piece.kind == html_tokens.START and piece.tag == "link" and piece.attributes.get("rel") == "stylesheet":
                found[posixpath.normpath(posixpath.join(folder, piece.attributes["href"]))] = None
    return list(found)


# -- html


def html(chapters: Sequence[Chapter], cover: Cover, styles: Sequence[str], numbers: dict[str, int]) -> str:
    """The book; ``numbers``: the pages of its places, where they are known already."""
    names = {chapter.url: chapter.name for chapter in chapters}
    links = "".join(f'<link rel="stylesheet" href="{escape(sheet)}">' for sheet in styles)
    own = (files("handbook.export") / "pdf.css").read_text(encoding="utf-8")
    running = "".join(_running_head(chapter) for chapter in chapters)
    bodies = "".join(_chapter(chapter, names, cover) for chapter in chapters)
    return (
        f'<!doctype html><html lang="{cover.lang}" dir="{cover.direction}">'
        f'<head><meta charset="utf-8"><title>{escape(cover.title)}</title>'
        f"{links}<style>{own}{running}</style></head>"
        f'<body data-md-color-scheme="default" class="book">'
        f"{_title_page(cover)}{_contents(chapters, cover, numbers)}{bodies}</body></html>"
    )


def _title_page(cover: Cover) -> str:
    rows = "".join(f'<i style="opacity:{shade}"></i>' for shade in (1, 0, 0, 0.45, 0.85, 0, 0.3, 0.6, 1))
    return (
        f'<section class="book-title md-typeset"><div class="book-mark" aria-hidden="true">{rows}</div>'
        f"<h1>{escape(cover.title)}</h1>"
        f'<p class="book-subtitle">{escape(cover.subtitle)}</p><p class="book-small">{escape(cover.language)}<br>'
        f'<a href="{escape(cover.address)}">{escape(cover.address)}</a><br>{cover.licence}</p></section>'
    )


def _contents(chapters: Sequence[Chapter], cover: Cover, numbers: dict[str, int]) -> str:
    def entry(anchor: str, title: str, style: str) -> str:
        number = numbers.get(anchor, UNKNOWN)
        return (
            f'<li class="{style}"><a href="#{anchor}"><span>{title}</span><span class="book-dots"></span>'
            f'<span class="book-number">{number}</span></a></li>'
        )

    lines, section = [], ""
    for chapter in chapters:
        if chapter.section != section:
            section = chapter.section
            lines.append(f'<li class="book-section">{escape(section)}</li>')
        lines.append(entry(chapter.name, without_ids(chapter.title), "book-entry"))
        lines += [
            entry(f"{chapter.name}--{anchor}", title, "book-entry book-below")
            for anchor, title in sections(chapter.html)
        ]
    return (
        f'<section class="book-contents md-typeset"><h1>{escape(cover.contents)}</h1>'
        f"<ol>{''.join(lines)}</ol></section>"
    )


def sections(page: str) -> list[tuple[str, str]]:
    """(id, title) of the second-level headings, the title as html without links."""
    found: list[tuple[str, str]] = []
    title: list[str] = []
    anchor = ""
    for piece in _kept(html_tokens.pieces(page)):
        if piece.kind == html_tokens.START and piece.tag == "h2":
            anchor, title = piece.attributes.get("id", ""), []
        elif piece.kind == html_tokens.END and piece.tag == "h2":
            found.append((anchor, without_ids("".join(title))))
            anchor = ""
        elif anchor:
            title.append(piece.raw)
    return [(anchor, title) for anchor, title in found if anchor]


def without_ids(title: str) -> str:
    """Html of a title that stands a second time: no links, no ids."""
    parts = html_tokens.pieces(title)
    for piece in parts:
        if piece.kind == html_tokens.START:
            piece.remove("id")
    return "".join(piece.raw for piece in parts if piece.tag != "a")


def _running_head(chapter: Chapter) -> str:
    words = html_tokens.text_content(chapter.title).replace("\\", "\\\\").replace('"', '\\"')
    return f'#{chapter.name}{{page:c-{chapter.name}}}@page c-{chapter.name}{{@top-right{{content:"{words}"}}}}'


def _chapter(chapter: Chapter, names: dict[str, str], cover: Cover) -> str:
    parts = _with_breaks(_with_tab_labels(_kept(html_tokens.pieces(_speaking(chapter.html)))))
    for piece in parts:
        if piece.kind == html_tokens.START:
            _adapt(piece, chapter, names, cover.address)
    lang = f' lang="{chapter.lang}" dir="ltr"' if chapter.lang != cover.lang else ""
    section = f'<p class="kicker">{escape(chapter.section)}</p>' if chapter.section else ""
    return (
        f'<section class="book-chapter md-typeset" id="{chapter.name}">{section}'
        f"<div{lang}>{html_tokens.serialize(parts)}</div></section>"
    )


_FORMULA = re.compile(
    r'<span class="katex">'
    r'(?=<span class="katex-mathml">.*?<annotation encoding="application/x-tex">(.*?)</annotation>)',
    re.S,
)


def _speaking(page: str) -> str:
    """Formulas with their TeX as text for screen readers: a PDF has no MathML."""
    return _FORMULA.sub(lambda match: f'<span class="katex" role="img" aria-label="{match[1].strip()}">', page)


def _kept(parts: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """Without what is of no use on paper."""
    return [
        piece for piece in html_tokens.remove_elements(parts, _is_for_the_screen) if piece.kind != html_tokens.OTHER
    ]


def _is_for_the_screen(piece: html_tokens.Piece) -> bool:
    return piece.tag in DROPPED_TAGS or not DROPPED_CLASSES.isdisjoint(piece.attributes.get("class", "").split())


def _with_tab_labels(parts: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """Each tab's label again before what it shows: on paper, tabs stand one behind the other."""
    labels: list[str] = []
    made: list[html_tokens.Piece] = []
    inside = False
    for piece in parts:
        made.append(piece)
        if piece.kind == html_tokens.START and piece.tag == "label" and inside:
            labels.append("")
        elif piece.kind == html_tokens.START and "tabbed-labels" in piece.attributes.get("class", "").split():
            inside = True
        elif piece.kind == html_tokens.END and piece.tag == "div":
            inside = False
        elif piece.kind == html_tokens.TEXT and inside and labels:
            labels[-1] += piece.raw
        elif piece.kind == html_tokens.START and "tabbed-block" in piece.attributes.get("class", "").split() and labels:
            made.append(html_tokens.Piece(html_tokens.TEXT, f'<p class="book-tab">{labels.pop(0)}</p>'))
    return made


def _with_breaks(parts: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """Long code in pieces of some lines, between which a page may end."""
    made: list[html_tokens.Piece] = []
    code: list[html_tokens.Piece] | None = None
    for piece in parts:
        if piece.tag == "code" and piece.kind == html_tokens.START and made and made[-1].tag in ("pre", "span"):
            code = []
            made.append(piece)
        elif piece.tag == "code" and piece.kind == html_tokens.END and code is not None:
            made += [*_in_pieces(code), piece]
            code = None
        else:
            (made if code is None else code).append(piece)
    return made


def _in_pieces(code: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    left = sum(piece.raw.count("\n") for piece in code if piece.kind == html_tokens.TEXT)
    if left < 2 * LINES:
        return code
    start, end = (
        html_tokens.Piece(html_tokens.TEXT, '<span class="book-lines">'),
        html_tokens.Piece(html_tokens.TEXT, "</span>"),
    )
    made, depth, lines = [start], 0, 0
    for piece in code:
        depth += {html_tokens.START: 0 if piece.closed else 1, html_tokens.END: -1}.get(piece.kind, 0)
        if piece.kind != html_tokens.TEXT:
            made.append(piece)
            continue
        for line in piece.raw.splitlines(keepends=True):
            made.append(html_tokens.Piece(html_tokens.TEXT, line))
            if line.endswith("\n"):
                lines, left = lines + 1, left - 1
                if lines >= LINES and left >= LINES and depth == 0:
                    made += [end, start]
                    lines = 0
    return [*made, end]


def _adapt(piece: html_tokens.Piece, chapter: Chapter, names: dict[str, str], home: str) -> None:
    """A tag with ids that no other chapter has, links within the book, and everything unfolded."""
    if "katex-html" in piece.attributes.get("class", ""):
        piece.remove("aria-hidden")  # what is hidden takes its formula's text with it
    attributes = dict(piece.attributes)
    if attributes.get("id"):
        piece.set("id", f"{chapter.name}--{attributes['id']}")
    for name in REFERRING:
        if attributes.get(name):
            piece.set(name, " ".join(f"{chapter.name}--{part}" for part in attributes[name].split()))
    for name, value in attributes.items():
        if "url(#" in value:
            piece.set(name, value.replace("url(#", f"url(#{chapter.name}--"))
    if attributes.get("src"):
        piece.set("src", _from_home(attributes["src"], chapter))
    if attributes.get("href"):
        piece.set("href", _link(attributes["href"], chapter, names, home))
    if piece.tag == "details" and "open" not in attributes:
        piece.set("open", "")


def _from_home(url: str, chapter: Chapter) -> str:
    return url if urlsplit(url).scheme else posixpath.normpath(posixpath.join(chapter.url, url))


def _link(url: str, chapter: Chapter, names: dict[str, str], home: str) -> str:
    """A place in the book, or an address on the web."""
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return url
    path = posixpath.normpath(posixpath.join(chapter.url, parts.path)) if parts.path else chapter.url.rstrip("/") or "."
    page = "" if path == "." else f"{path}/"
    if page in names:
        return f"#{names[page]}--{parts.fragment}" if parts.fragment else f"#{names[page]}"
    address = page if url.endswith("/") or not posixpath.splitext(path)[1] else path
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return urljoin(home, address + fragment)
