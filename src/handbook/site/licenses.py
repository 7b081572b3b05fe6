"""``LICENSES.txt``: whose work the site holds, and under which license, with the texts that the packages bring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from handbook.core import npm
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.site import fonts

FILE = "LICENSES.txt"
WITHOUT_TEXT = "frontend/live/licenses.txt"  # of packages that bring none
INTRODUCTION = """\
Text and code of this site have the licenses that its pages name. It also holds the work of others, in its own folder
"assets" and in its pages. Typefaces are subsets: files with those of their letters that the site needs.
"""
THEME = "mkdocs-material"
_COMMENT = re.compile(r"/\*!.*?\*/", re.S)  # which minifiers keep, since it names authors and licenses


class Work(NamedTuple):
    """A package whose files the site holds, whole or in parts.

    Args:
        name: as its authors call it.
        package: of npm.
        text: the file in the package with its license; empty where it brings none of its own.
        font: one of its font files, whose own record names authors and license.
    """

    name: str
    package: str
    text: str = ""
    font: str = ""


def _face(family: str) -> fonts.Face:
    return next(face for face in fonts.FACES if face.family == family)


WORKS = (
    Work("KaTeX: formulas and their style sheet", "katex", "LICENSE", "dist/fonts/KaTeX_Main-Regular.woff2"),
    Work(fonts.SANS, _face(fonts.SANS).package, "LICENSE.md", _face(fonts.SANS).path),
    Work(fonts.SERIF, _face(fonts.SERIF).package, "LICENSE", _face(fonts.SERIF).path.format(script="latin")),
    Work(fonts.MONO, _face(fonts.MONO).package, "", _face(fonts.MONO).path),  # its LICENSE is of the package alone
    Work("MiniSearch: the search", "minisearch", "LICENSE.txt"),
    Work("prism-code-editor: the editor of code", "prism-code-editor", "LICENSE"),
    Work("Pyodide and CPython", "pyodide"),  # WITHOUT_TEXT
    Work("xz-decompress", "xz-decompress"),  # WITHOUT_TEXT
)
THEME_ICONS = ("material", "fontawesome")  # sets of icons of the theme that its own parts, and ours, use


def text(root: Path) -> str:
    """The file.

    Args:
        root: the checkout.

    Raises:
        DiagnosticError: where a package, or its license, is missing.
    """
    try:
        parts = [INTRODUCTION, *(part for work in WORKS for part in _of_npm(work)), *_of_theme()]
        parts.append((root / WITHOUT_TEXT).read_text(encoding="utf-8"))
    except OSError as error:
        message = f"no license: {error.filename} is missing"
        raise DiagnosticError(
            [Finding("src/handbook/site/licenses.py", 1, message, "name the file that has it")]
        ) from None
    return "\n".join(f"{part.strip()}\n" for part in parts)


def _of_npm(work: Work) -> Iterator[str]:
    package = npm.package(work.package)
    if work.text or work.font:
        yield f"== {work.name} =="
    if work.font:
        yield "\n".join(_records(package / work.font))
    if work.text:
        yield (package / work.text).read_text(encoding="utf-8")


def _records(font: Path) -> Iterator[str]:
    """What a font file says of its authors and its license."""
    from fontTools.ttLib import TTFont  # slow to load, and needed once

    names = TTFont(font)["name"]
    yield from filter(None, (names.getDebugName(name) for name in fonts.LICENSE_NAMES))


def _of_theme() -> Iterator[str]:
    theme = distribution(THEME)
    yield "== Material for MkDocs: the theme =="
    yield from (
        Path(str(theme.locate_file(path))).read_text("utf-8") for path in theme.files or () if path.stem == "LICENSE"
    )
    templates = Path(str(theme.locate_file("material"))) / "templates"
    for icons in THEME_ICONS:
        (path,) = (templates / ".icons" / icons).glob("LICENSE*")
        yield f"== Icons of the theme: {icons} =="
        yield path.read_text(encoding="utf-8")
    yield (
        "== In the scripts of the theme ==\n\n"
        "RxJS (Apache License 2.0, whose text stands above), and what these comments in them name:"
    )
    scripts = sorted((templates / "assets/javascripts").rglob("*.js"))
    sources = sorted((templates / "assets/javascripts").glob("*.js.map"))  # with the comments that the scripts lack
    found = (comment for path in scripts for comment in _COMMENT.findall(path.read_text(encoding="utf-8")))
    yield "\n\n".join(dict.fromkeys([*found, *_comments_in(sources)]))


def _comments_in(maps: list[Path]) -> Iterator[str]:
    """The comments on licenses in the sources that a bundle was made of."""
    import json

    for path in maps:
        for source in json.loads(path.read_text(encoding="utf-8"))["sourcesContent"]:
            yield from (
                found for found in re.findall(r"/\*[!*].*?\*/", source, re.S) if re.search("licen[sc]e", found, re.I)
            )
