"""The site of one language as a zip that works from a folder, without a server and without a network.

It is made from a finished site. Pages opened as files can't fetch or start workers from files, so links name files, and
what runs a page's code is text in scripts. Their content security policy stays as it is: to a page that is a file,
``'self'`` means files.
"""

from __future__ import annotations

import base64
import io
import json
import posixpath
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from handbook.core import html_tokens
from handbook.core.files import write_atomically

MEGABYTE = 1_000_000
MAX_SIZE = 11 * MEGABYTE  # of which Python is more than the half
TIMESTAMP = (1980, 1, 1, 0, 0, 0)  # of every file, so that two zips of one site are equal; zip's earliest date
INDEX = "index.html"
# Files that only a server uses.
EXCLUDED = ("404.html", "sitemap.xml", "sitemap.xml.gz", "robots.txt", "feed.xml", "llms.txt")
EXCLUDED_SUFFIXES = (".map", ".epub", ".tmx")
EPUB_TYPE = "application/epub+zip"  # of links to a book, which isn't in the zip
# Cards, and the search that the theme brings, which isn't used.
EXCLUDED_FOLDERS = ("assets/cards/", "assets/javascripts/lunr/", "assets/javascripts/workers/")
# Several pages may offer the same model, each beside itself: in the zip it is beside the first of them only.
MODEL_SUFFIX = ".safetensors"
# What runs a page's code, and the data that this code reads: in the zip as scripts that hold them (load-engine.js).
SCRIPTS = "assets/javascripts/"
_PYTHON = re.compile(rf"{SCRIPTS}(?:worker|python|library)-\w+\.(?:bin|xz)")
FRAME = f"{SCRIPTS}python.html"  # it has a policy of its own, and no links
_DATA = re.compile(r'<a href="([^"/]+)" download><code>')
# Elements with links to other languages and alphabets, which aren't in the zip.
LANGUAGE_LINK_CLASSES = ("languages", "alphabet")
LINKS = ("a", "link", "area")


def pack(site: Path, name: str, target: Path) -> Path:
    """Write the zip of one language.

    Args:
        site: the folder with the finished site of the language.
        name: of the one folder in the zip.
        target: the zip's path.

    Returns:
        ``target``.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files(site).items()):
            entry = zipfile.ZipInfo(f"{name}/{path}", TIMESTAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    write_atomically(target, buffer.getvalue())
    return target


def files(site: Path) -> dict[str, bytes]:
    """The bytes of each file in the zip, by its path below ``site``."""
    contents: dict[str, bytes] = {}
    first: dict[bytes, str] = {}  # where a model is, by its bytes
    moved: dict[str, str] = {}
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        if name in EXCLUDED or name.endswith(EXCLUDED_SUFFIXES) or name.startswith(EXCLUDED_FOLDERS):
            continue
        data = path.read_bytes()
        if name.endswith(MODEL_SUFFIX) and first.setdefault(data, name) != name:
            moved[name] = first[data]
        else:
            contents[name] = data
    contents |= _python_scripts(site, contents)
    for name, data in contents.items():
        if name.endswith(".html") and name != FRAME:
            contents[name] = offline_page(data.decode("utf-8"), name, moved).encode("utf-8")
    return contents


def _python_scripts(site: Path, contents: dict[str, bytes]) -> dict[str, bytes]:
    """What Python is made of, which is taken out of ``contents``, and each data file that a page offers: as scripts."""
    held = {name.rpartition("/")[2]: contents.pop(name) for name in list(contents) if _PYTHON.fullmatch(name)}
    for page, html in contents.items():
        for name in _DATA.findall(html.decode("utf-8")) if page.endswith(INDEX) else ():
            held[name] = (site / page).with_name(name).read_bytes()
    return {f"{SCRIPTS}{name}.js": holding(name, data) for name, data in held.items()}


def holding(name: str, data: bytes) -> bytes:
    """A script that holds a file."""
    text = base64.b64encode(data).decode("ascii")
    return f"(window.pythonFiles ??= {{}})[{json.dumps(name)}] = '{text}';".encode()


def offline_page(html: str, name: str, moved: Mapping[str, str] = MappingProxyType({})) -> str:
    """The html of one page as it works from a folder.

    Args:
        html: of the page on a server.
        name: its path in the site.
        moved: paths in the site of files that are elsewhere in the zip, and where.
    """
    folder = posixpath.dirname(name) or "."
    pieces = list(html_tokens.remove_elements(html_tokens.pieces(html), _is_online_only))
    for piece in pieces:
        if piece.kind == html_tokens.START and piece.tag in LINKS and "href" in piece.attributes:
            url = piece.attributes["href"]
            place = moved.get(posixpath.normpath(posixpath.join(folder, url)))
            piece.set("href", posixpath.relpath(place, folder) if place else _file_url(url))
        elif piece.tag == "meta" and piece.attributes.get("http-equiv") == "refresh":
            wait, equals, url = piece.attributes["content"].partition("url=")
            piece.set("content", f"{wait}{equals}{_file_url(url)}")
    return html_tokens.serialize(pieces)


def _is_online_only(piece: html_tokens.Piece) -> bool:
    """Whether an element is of no use in a folder.

    Links to other languages, in the page and in its head; the link to the EPUB; Open Graph's metadata, and preloads,
    which files may not use.
    """
    attributes = piece.attributes
    return (
        not set(LANGUAGE_LINK_CLASSES).isdisjoint(attributes.get("class", "").split())
        or "data-alphabet" in attributes
        or attributes.get("type") == EPUB_TYPE
        or (piece.tag == "link" and attributes.get("rel", "") in ("alternate feed", "canonical", "preload"))
        or (piece.tag == "meta" and attributes.get("property", "").startswith("og:"))
    )


def _file_url(url: str) -> str:
    """``../by-hand/#scores`` → ``../by-hand/index.html#scores``. Other addresses stay."""
    parts = urlsplit(url)
    if parts.scheme or parts.netloc or not parts.path or parts.path.startswith("/"):
        return url
    last = parts.path.rpartition("/")[2]
    if last not in ("", ".", ".."):
        return url
    return parts._replace(path=posixpath.join(parts.path, INDEX).removeprefix("./")).geturl()
