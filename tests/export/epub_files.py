"""Reads EPUBs: what stands in the zip, and what is wrong with it, by the format's own rules."""

from __future__ import annotations

import os
import posixpath
import shutil
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

XHTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
MATH = "{http://www.w3.org/1998/Math/MathML}math"
BLOCKS = {f"{XHTML}{tag}" for tag in ("div", "p", "pre", "table", "figure", "ul", "ol", "section", "h2", "h3")}
OPF, DC = "{http://www.idpf.org/2007/opf}", "{http://purl.org/dc/elements/1.1/}"
OPS_TYPE = "{http://www.idpf.org/2007/ops}type"
CONTAINER = "META-INF/container.xml"
SECONDS = 240
ADVICE = "`apt-get install epubcheck` on Debian"


class Epub:
    """An EPUB in memory: ``files`` by their names; a test changes them to plant a fault."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            self.entries = archive.infolist()
            self.files = {name: archive.read(name) for name in archive.namelist()}

    @cached_property
    def package(self) -> str:
        """The package's name, as the container says it."""
        container = ElementTree.fromstring(self.files[CONTAINER])
        return next(one.attrib["full-path"] for one in container.iter() if one.tag.endswith("}rootfile"))

    def tree(self, name: str) -> Element:
        """A file as XML."""
        return ElementTree.fromstring(self.files[name])

    @cached_property
    def items(self) -> dict[str, Element]:
        """The manifest: its items by the names of their files."""
        folder = posixpath.dirname(self.package)
        return {posixpath.join(folder, one.attrib["href"]): one for one in self.tree(self.package).iter(f"{OPF}item")}

    @cached_property
    def spine(self) -> list[str]:
        """The names of the pages in the order of reading."""
        names = {item.attrib["id"]: name for name, item in self.items.items()}
        return [names[one.attrib["idref"]] for one in self.tree(self.package).iter(f"{OPF}itemref")]

    @cached_property
    def pages(self) -> dict[str, Element]:
        """All pages by their names, without their folder and suffix."""
        return {Path(name).stem: self.tree(name) for name in self.items if name.endswith(".xhtml")}

    def metadata(self, name: str) -> str:
        """The first metadata of this name."""
        return next(self.tree(self.package).iter(f"{DC}{name}")).text or ""


def classes(element: Element) -> set[str]:
    """The classes of an element."""
    return set(element.get("class", "").split())


def faults(book: Epub) -> Iterator[str]:
    """What is wrong with a book, in words."""
    first = book.entries[0]
    if (first.filename, first.compress_type, first.extra) != ("mimetype", zipfile.ZIP_STORED, b""):
        yield "the zip doesn't begin with mimetype as it is"
    if book.files["mimetype"] != b"application/epub+zip":
        yield "mimetype says something else"
    for name, data in book.files.items():
        if name.endswith((".xhtml", ".opf", ".xml")):
            try:
                ElementTree.fromstring(data)
            except ElementTree.ParseError as error:
                yield f"{name} is no XML: {error}"
                return
    listed = {*book.items, "mimetype", CONTAINER, book.package}
    yield from (f"{name} is listed and isn't there" for name in sorted(listed - book.files.keys()))
    yield from (f"{name} is there and isn't listed" for name in sorted(book.files.keys() - listed))
    for name in book.items:
        if name in book.files and name.endswith(".xhtml"):
            yield from _faults_of_page(book, name)
    if set(book.spine) != {name for name in book.items if name.endswith(".xhtml")}:
        yield "the spine doesn't hold each page"


def _faults_of_page(book: Epub, name: str) -> Iterator[str]:
    root = book.tree(name)
    ids = Counter(one.attrib["id"] for one in root.iter() if "id" in one.attrib)
    yield from (f"{name}: {identity} stands twice" for identity, count in ids.items() if count > 1)
    said = set(book.items[name].get("properties", "").split())
    for word, tag in (("mathml", MATH), ("svg", f"{SVG}svg"), ("nav", f"{XHTML}nav")):
        if (word in said) != any(True for _ in root.iter(tag)):
            yield f"{name}: its properties are wrong about {word}"
    for element in root.iter():
        if element.tag == f"{XHTML}p" and any(child.tag in BLOCKS for child in element.iter() if child is not element):
            yield f"{name}: a block in a line of text"
        if element.tag in (f"{XHTML}script", f"{XHTML}button", f"{XHTML}input"):
            yield f"{name}: {element.tag}"
        if any(attribute.startswith("on") for attribute in element.attrib):
            yield f"{name}: a handler in {element.tag}"
        for attribute in ("href", "src"):
            if (url := element.get(attribute)) is not None:
                yield from _faults_of_link(book, name, element, url)


def _faults_of_link(book: Epub, name: str, element: Element, url: str) -> Iterator[str]:
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        if parts.scheme not in ("http", "https", "mailto") or element.tag != f"{XHTML}a":
            yield f"{name}: {element.tag} loads {url}"
        return
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), parts.path)) if parts.path else name
    if target not in book.files:
        yield f"{name}: no file {url}"
    elif parts.fragment and not _has(book, target, parts.fragment):
        yield f"{name}: no place {url}"


_places: dict[tuple[int, str], set[str]] = {}


def _has(book: Epub, name: str, fragment: str) -> bool:
    key = hash(book.files[name]), name
    if key not in _places:
        _places[key] = {one.get("id", "") for one in book.tree(name).iter()}
    return fragment in _places[key]


def find_checker() -> list[str] | None:
    """The command of epubcheck, or None where there is none. Debian's is a jar, which not each kernel can start."""
    path = shutil.which("epubcheck")
    if path is None:
        return None
    with Path(path).open("rb") as file:
        return ["java", "-jar", path] if file.read(2) == b"PK" else [path]


def checked(path: Path) -> list[str]:
    """What epubcheck finds wrong. Raises AssertionError where it doesn't say that it has finished."""
    command = find_checker()
    assert command is not None, ADVICE
    done = subprocess.run(
        [*command, str(path)], capture_output=True, text=True, timeout=SECONDS, env={**os.environ, "LC_ALL": "C"}
    )
    lines = (done.stdout + done.stderr).splitlines()
    assert any(line.startswith("Messages:") for line in lines), lines
    return [line for line in lines if line.startswith(("FATAL", "ERROR", "WARNING"))]


def written(files: Mapping[str, bytes], path: Path) -> Path:
    """An EPUB of these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path
