"""All chapters of one language as one PDF: title page, contents with page numbers, links between the chapters.

A browser prints it with the site's own styles. The page numbers in the contents are known only after printing, so it is
printed again with the numbers of the pass before, until they don't change.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from pypdf import PdfReader

from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.core.files import write_atomically
from handbook.export.chapters import Chapter, Cover, from_home, link, with_tab_labels, without_screen_parts
from handbook.export.hyphenation import hyphenate

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
TIMEOUT = 300  # seconds for one pass
MAX_PASSES = 3
UNKNOWN_PAGE = "000"  # shown in the first pass
NOT_PRINTED = ("katex-mathml",)  # a class
CODE_LINES = 12  # fewest lines of code before and after a page break
# Attributes whose values are ids, or the names of radio buttons.
ID_REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "name", "headers")


def write(chapters: Sequence[Chapter], cover: Cover, site: Path, target: Path) -> dict[str, int]:
    """Print the book.

    Args:
        chapters: in their order.
        cover: the title page.
        site: the folder of the finished site, for its styles and pictures.
        target: the PDF's path.

    Returns:
        The number of the page, from 1, of each place that the book links to.

    Raises:
        DiagnosticError: where there is no browser, or it fails, or page numbers still change in the last pass.
    """
    program = browser()
    styles = style_sheets(site)
    numbers: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        page, output = site / "book.html", Path(folder) / "book.pdf"
        try:
            for _ in range(MAX_PASSES):
                page.write_text(html(chapters, cover, styles, numbers), encoding="utf-8")
                _print(program, page, output)
                previous, numbers = numbers, page_numbers(output)
                if numbers == previous:
                    break
            else:
                raise DiagnosticError(
                    [Finding(target.name, 1, "the contents' page numbers don't settle", "print again")]
                )
        finally:
            page.unlink(missing_ok=True)
        write_atomically(target, output.read_bytes())
    return numbers


def browser() -> str:
    """The path of the browser that prints. Raises DiagnosticError where none is installed."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    raise DiagnosticError(
        [Finding("handbook pdf", 1, "no Chromium found, and it prints the book", "on Debian: apt-get install chromium")]
    )


def _print(program: str, page: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="handbook-") as profile:
        arguments = [f"--user-data-dir={profile}", f"--print-to-pdf={target}", page.resolve().as_uri()]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            arguments.insert(0, "--no-sandbox")  # as root, Chromium doesn't start with its sandbox
        try:
            process = subprocess.run(
                [program, *OPTIONS, *arguments], capture_output=True, text=True, errors="replace", timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            message = f"the browser took longer than {TIMEOUT} seconds"
            hint = "try again when the machine has less to do"
            raise DiagnosticError([Finding("handbook pdf", 1, message, hint)]) from None
    if not target.is_file():
        raise DiagnosticError(
            [Finding("handbook pdf", 1, f"the browser wrote no PDF: {process.stderr.strip()[-300:]}", program)]
        )


def page_numbers(pdf: Path) -> dict[str, int]:
    """The number of the page, from 1, of each named destination of a PDF: each place that the book links to."""
    reader = PdfReader(pdf)
    return {
        name.removeprefix("/"): index + 1
        for name, destination in reader.named_destinations.items()
        if (index := reader.get_destination_page_number(destination)) is not None
    }


def style_sheets(site: Path) -> list[str]:
    """The style sheets that the site's pages load, in their order, by their paths below ``site``."""
    paths: dict[str, None] = {}  # a set with an order
    for path in sorted(site.rglob("index.html"), key=lambda path: len(path.parts)):
        folder = path.parent.relative_to(site).as_posix()
        for piece in html_tokens.pieces(path.read_text(encoding="utf-8").partition("</head>")[0]):
            if piece.kind == html_tokens.START and piece.tag == "link" and piece.attributes.get("rel") == "stylesheet":
                paths[posixpath.normpath(posixpath.join(folder, piece.attributes["href"]))] = None
    return list(paths)


# -- html


def html(chapters: Sequence[Chapter], cover: Cover, styles: Sequence[str], numbers: dict[str, int]) -> str:
    """The html of the book.

    Args:
        chapters: in their order.
        cover: the title page.
        styles: paths of style sheets, below the folder in which the html lies.
        numbers: page numbers from the pass before, as ``page_numbers`` returns them.
    """
    names = {chapter.url: chapter.name for chapter in chapters}
    links = "".join(f'<link rel="stylesheet" href="{escape(sheet)}">' for sheet in styles)
    print_style = (files("handbook.export") / "pdf.css").read_text(encoding="utf-8")
    running_heads = "".join(_running_head(chapter) for chapter in chapters)
    bodies = "".join(_chapter(chapter, names, cover) for chapter in chapters)
    return (
        f'<!doctype html><html lang="{cover.lang}" dir="{cover.direction}">'
        f'<head><meta charset="utf-8"><title>{escape(cover.title)}</title>'
        f"{links}<style>{print_style}{running_heads}</style></head>"
        f'<body data-md-color-scheme="default" class="book">'
        f"{_title_page(cover)}{_contents(chapters, cover, numbers)}{bodies}</body></html>"
    )


def _title_page(cover: Cover) -> str:
    rows = "".join(f'<i style="opacity:{shade}"></i>' for shade in (1, 0, 0, 0.45, 0.85, 0, 0.3, 0.6, 1))
    return (
        f'<section class="book-title md-typeset"><div class="book-mark" aria-hidden="true">{rows}</div>'
        f"<h1>{escape(cover.title)}</h1>"
        f'<p class="book-subtitle">{escape(cover.subtitle)}</p><p class="book-small">{cover.imprint}</p></section>'
    )


def _contents(chapters: Sequence[Chapter], cover: Cover, numbers: dict[str, int]) -> str:
    def entry(anchor: str, title: str, style: str) -> str:
        number = numbers.get(anchor, UNKNOWN_PAGE)
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
    """(id, title) of the second-level headings that have an id, the title as html without links."""
    headings: list[tuple[str, str]] = []
    title: list[str] = []
    anchor = ""
    for piece in without_screen_parts(html_tokens.pieces(page), classes=NOT_PRINTED):
        if piece.kind == html_tokens.START and piece.tag == "h2":
            anchor, title = piece.attributes.get("id", ""), []
        elif piece.kind == html_tokens.END and piece.tag == "h2":
            headings.append((anchor, without_ids("".join(title))))
            anchor = ""
        elif anchor:
            title.append(piece.raw)
    return [(anchor, title) for anchor, title in headings if anchor]


def without_ids(title: str) -> str:
    """The html of a title without links and ids, to repeat it in the contents."""
    pieces = html_tokens.pieces(title)
    for piece in pieces:
        if piece.kind == html_tokens.START:
            piece.remove("id")
    return "".join(piece.raw for piece in pieces if piece.tag != "a")


def _running_head(chapter: Chapter) -> str:
    title = html_tokens.text_content(chapter.title).replace("\\", "\\\\").replace('"', '\\"')
    return f'#{chapter.name}{{page:c-{chapter.name}}}@page c-{chapter.name}{{@top-right{{content:"{title}"}}}}'


def _chapter(chapter: Chapter, names: dict[str, str], cover: Cover) -> str:
    pieces = without_screen_parts(html_tokens.pieces(_with_formula_labels(chapter.html)), classes=NOT_PRINTED)
    pieces = _split_long_code(with_tab_labels(pieces))
    for piece in pieces:
        if piece.kind == html_tokens.START:
            _adapt(piece, chapter, names, cover.address)
    hyphenate(pieces, chapter.lang)
    lang = f' lang="{chapter.lang}" dir="ltr"' if chapter.lang != cover.lang else ""
    section = f'<p class="kicker">{escape(chapter.section)}</p>' if chapter.section else ""
    return (
        f'<section class="book-chapter md-typeset" id="{chapter.name}">{section}'
        f"<div{lang}>{html_tokens.serialize(pieces)}</div></section>"
    )


_FORMULA = re.compile(
    r'<span class="katex">'
    r'(?=<span class="katex-mathml">.*?<annotation encoding="application/x-tex">(.*?)</annotation>)',
    re.S,
)


def _with_formula_labels(page: str) -> str:
    """Give formulas their TeX as a label for screen readers: a PDF has no MathML."""
    return _FORMULA.sub(lambda match: f'<span class="katex" role="img" aria-label="{match[1].strip()}">', page)


def _split_long_code(pieces: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    """Divide long code into groups of lines, between which a page may break."""
    result: list[html_tokens.Piece] = []
    code: list[html_tokens.Piece] | None = None
    for piece in pieces:
        if piece.tag == "code" and piece.kind == html_tokens.START and result and result[-1].tag in ("pre", "span"):
            code = []
            result.append(piece)
        elif piece.tag == "code" and piece.kind == html_tokens.END and code is not None:
            result += [*_grouped_lines(code), piece]
            code = None
        elif code is None:
            result.append(piece)
        else:
            code.append(piece)
    return result


def _grouped_lines(code: list[html_tokens.Piece]) -> list[html_tokens.Piece]:
    lines_left = sum(piece.raw.count("\n") for piece in code if piece.kind == html_tokens.TEXT)
    if lines_left < 2 * CODE_LINES:
        return code
    start = html_tokens.Piece(html_tokens.TEXT, '<span class="book-lines">')
    end = html_tokens.Piece(html_tokens.TEXT, "</span>")
    result, depth, lines = [start], 0, 0
    for piece in code:
        depth += {html_tokens.START: 0 if piece.closed else 1, html_tokens.END: -1}.get(piece.kind, 0)
        if piece.kind != html_tokens.TEXT:
            result.append(piece)
            continue
        for line in piece.raw.splitlines(keepends=True):
            result.append(html_tokens.Piece(html_tokens.TEXT, line))
            if line.endswith("\n"):
                lines += 1
                lines_left -= 1
                if lines >= CODE_LINES and lines_left >= CODE_LINES and depth == 0:
                    result += [end, start]
                    lines = 0
    return [*result, end]


def _adapt(piece: html_tokens.Piece, chapter: Chapter, names: dict[str, str], home: str) -> None:
    """Change a start tag for the book: ids are unique, links stay within it, and everything is unfolded."""
    if "katex-html" in piece.attributes.get("class", ""):
        piece.remove("aria-hidden")  # else the PDF has no text for the formula, not even its label
    attributes = dict(piece.attributes)
    if attributes.get("id"):
        piece.set("id", f"{chapter.name}--{attributes['id']}")
    for name in ID_REFERENCES:
        if attributes.get(name):
            piece.set(name, " ".join(f"{chapter.name}--{identity}" for identity in attributes[name].split()))
    for name, value in attributes.items():
        if "url(#" in value:
            piece.set(name, value.replace("url(#", f"url(#{chapter.name}--"))
    if attributes.get("src"):
        piece.set("src", from_home(attributes["src"], chapter))
    if attributes.get("href"):
        piece.set("href", link(attributes["href"], chapter, names, home, _inside))
    if piece.tag == "details" and "open" not in attributes:
        piece.set("open", "")


def _inside(name: str, fragment: str) -> str:
    return f"#{name}--{fragment}" if fragment else f"#{name}"
