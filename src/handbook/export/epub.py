"""All chapters of one language as an EPUB: a zip of XHTML pages, with contents and metadata for readers of books."""

from __future__ import annotations

import io
import mimetypes
import re
import uuid
import zipfile
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.core.files import is_own_file, lies_in, write_atomically
from handbook.export import chapters as book_chapters
from handbook.export.chapters import Chapter, Cover
from handbook.export.epub_page import STYLES, SUFFIX, Page, document, page
from handbook.export.offline_zip import EPUB_TYPE, TIMESTAMP

FOLDER, PACKAGE, NAV, COVER, COVER_IMAGE = "EPUB", "package.opf", "nav", "cover", "cover.png"
CONTAINER = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    f'<rootfile full-path="{FOLDER}/{PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
# What readers who can't see, or can't hear, want to know before they open it.
ACCESSIBILITY = {
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual", "textual,visual"),
    "accessibilityFeature": ("alternativeText", "MathML", "structuralNavigation", "tableOfContents"),
    "accessibilityHazard": ("none",),
}


def write(
    chapters: Sequence[Chapter], cover: Cover, solutions: str, image: bytes, modified: str, site: Path, target: Path
) -> Path:
    """Write the book; equal arguments give equal bytes.

    Args:
        chapters: in their order.
        cover: the title page.
        solutions: the title above a chapter's solutions.
        image: of the cover, a PNG.
        modified: when the book's text was changed last: 2026-11-26T00:00:00Z.
        site: the folder of the finished site, for its pictures.
        target: the EPUB's path.

    Returns:
        ``target``.

    Raises:
        DiagnosticError: where a chapter's html can't be XML.
    """
    names = {chapter.url: chapter.name for chapter in chapters}

    def linked(chapter: Chapter) -> Page:
        return page(
            chapter, solutions, cover, lambda url: book_chapters.link(url, chapter, names, cover.address, _inside)
        )

    pages = [linked(chapter) for chapter in chapters]
    contents = {f"{one.name}{SUFFIX}": one.xhtml.encode() for one in pages}
    contents |= {name: _picture(site, name) for one in pages for name in _pictures(one)}
    contents |= {
        f"{COVER}{SUFFIX}": _cover(cover).encode(),
        f"{NAV}{SUFFIX}": _nav(chapters, pages, cover).encode(),
        STYLES: (files("handbook.export") / "epub.css").read_bytes(),
        COVER_IMAGE: image,
    }
    package = _package(pages, sorted(contents), cover, modified)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in (
            ("mimetype", EPUB_TYPE.encode()),  # first and as it is, so that programs find it at a fixed place
            ("META-INF/container.xml", CONTAINER.encode()),
            (f"{FOLDER}/{PACKAGE}", package.encode()),
            *((f"{FOLDER}/{name}", contents[name]) for name in sorted(contents)),
        ):
            entry = zipfile.ZipInfo(path, TIMESTAMP)
            entry.compress_type = zipfile.ZIP_STORED if path == "mimetype" else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    write_atomically(target, buffer.getvalue())
    return target


def _inside(name: str, fragment: str) -> str:
    return f"{name}{SUFFIX}#{fragment}" if fragment else f"{name}{SUFFIX}"


def _pictures(one: Page) -> list[str]:
    return [name for name in re.findall(r'<img[^>]* src="([^"]+)"', one.xhtml) if ":" not in name]


def _picture(site: Path, name: str) -> bytes:
    """A picture of the site. Raises DiagnosticError where its address leads out of the site, or to no file."""
    if not lies_in(site / name, site) or not is_own_file(site / name):
        hint = "name a picture that lies beside the pages"
        raise DiagnosticError([Finding("mkdocs.yml", 1, f"a page shows {name}, which is no picture of the site", hint)])
    return (site / name).read_bytes()


def _cover(cover: Cover) -> str:
    body = (
        f'<section class="cover"><img src="{COVER_IMAGE}" alt="{escape(cover.title)}"/>'
        f'<div class="title-page"><h1>{escape(cover.title)}</h1><p>{escape(cover.subtitle)}</p>'
        f'<p class="label">{cover.imprint}</p></div></section>'
    )
    return document(cover.title, body, cover, "frontmatter titlepage")


def _nav(chapters: Sequence[Chapter], pages: Sequence[Page], cover: Cover) -> str:
    """The contents: parts, chapters, sections. Readers of books show it as their own menu, too."""

    def entry(one: Page) -> str:
        below = "".join(f'<li><a href="{_inside(one.name, id)}">{escape(title)}</a></li>' for id, title in one.sections)
        return (
            f'<li><a href="{_inside(one.name, "")}">{escape(one.title)}</a>{f"<ol>{below}</ol>" if below else ""}</li>'
        )

    parts = []
    for section, group in groupby(zip(chapters, pages), lambda pair: pair[0].section):
        entries = "\n".join(entry(one) for _, one in group)
        parts.append(f"<li><span>{escape(section)}</span><ol>\n{entries}</ol></li>" if section else entries)
    title, entries = escape(cover.contents), "\n".join(parts)
    body = f'<nav epub:type="toc" id="toc" role="doc-toc"><h1>{title}</h1>\n<ol>{entries}</ol></nav>'
    return document(cover.contents, body, cover, "frontmatter")


def _package(pages: Sequence[Page], names: Sequence[str], cover: Cover, modified: str) -> str:
    """Title, language and licence, the list of all files, and the order of reading."""
    properties = {f"{one.name}{SUFFIX}": one.properties for one in pages}
    properties |= {f"{NAV}{SUFFIX}": "nav", COVER_IMAGE: "cover-image"}

    def item(name: str) -> str:
        kind = "application/xhtml+xml" if name.endswith(SUFFIX) else mimetypes.guess_type(name)[0]
        said = f' properties="{properties[name]}"' if properties.get(name) else ""
        return f'<item id="{_identifier(name)}" href="{name}" media-type="{kind}"{said}/>'

    accessibility = "\n".join(
        f'<meta property="schema:{name}">{value}</meta>' for name, values in ACCESSIBILITY.items() for value in values
    )
    contributors = "\n".join(  # "trl" is MARC's code for a translator
        f'<dc:contributor id="translator-{number}">{escape(name)}</dc:contributor>'
        f'<meta refines="#translator-{number}" property="role" scheme="marc:relators">trl</meta>'
        for number, name in enumerate(cover.translators, 1)
    )
    spine = [f"{COVER}{SUFFIX}", f"{NAV}{SUFFIX}", *(f"{one.name}{SUFFIX}" for one in pages)]
    rights = escape(html_tokens.text_content(cover.licence))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book" xml:lang="{cover.lang}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book">urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, cover.address)}</dc:identifier>
<dc:title>{escape(cover.title)}</dc:title>
<dc:language>{cover.lang}</dc:language>
<dc:description>{escape(cover.subtitle)}</dc:description>
<dc:source>{escape(cover.address)}</dc:source>
{contributors}
{f"<dc:rights>{rights}</dc:rights>" if rights else ""}
<meta property="dcterms:modified">{modified}</meta>
{accessibility}
</metadata>
<manifest>
{chr(10).join(map(item, names))}
</manifest>
<spine page-progression-direction="{cover.direction}">
{chr(10).join(f'<itemref idref="{_identifier(name)}"/>' for name in spine)}
</spine>
</package>
"""


def _identifier(name: str) -> str:
    return "item-" + re.sub(r"[^\w.-]", "-", name)
