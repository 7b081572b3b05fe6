"""The strings of the site and the glossary of a language, read as pages: each string is a block of its own.

So locks, states and the history of the English are the same for them as for the pages of ``docs``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import display_path
from handbook.markdown import parser
from handbook.markdown.model import Block, Page
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.project.strings import line_of

STRINGS, GLOSSARY = "ui.toml", "glossary.toml"
NAMES = (STRINGS, GLOSSARY)


def keys_at(project: Project, paths: Iterable[Path]) -> list[tuple[str, str]]:
    """``(language, name)`` of the pages and the files of strings at ``paths``.

    Raises:
        DiagnosticError: at the first path without either.
    """
    return [key for path in paths for key in (_strings_at(project, path) or guards.pages_at(project, [path]))]


def _strings_at(project: Project, path: Path) -> list[tuple[str, str]]:
    path = path.resolve()
    is_strings = path.name in NAMES and path.parent.parent == project.root / "i18n" and path.is_file()
    return [(path.parent.name, path.name)] if is_strings else []


def path_of(project: Project, language: str, name: str) -> Path:
    """The file of a page, or of strings, which needn't exist."""
    return project.root / "i18n" / language / name if name in NAMES else project.path(language, name)


def find(project: Project, language: str, name: str) -> Page | None:
    """The page ``name`` of a language, or its file of this name, read as a page; None where it is missing."""
    if name not in NAMES:
        return project.find(language, name)
    path = path_of(project, language, name)
    if not path.is_file():
        return None
    shown = display_path(path, project.root)
    return _page(config_files.read_text(path, shown)[0], shown, language, name)


def parse(text: str, path: str) -> Page:
    """A page as it was once: the text of a file of ``docs``, or of a file of strings. No text raises."""
    name = Path(path).name
    if name not in NAMES:
        return parser.parse(text, path)
    return _page(text, path, SOURCE_LANGUAGE, name)


@lru_cache(maxsize=64)  # reports ask for the same file several times, and each language for the English one
def _page(text: str, path: str, language: str, name: str) -> Page:
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError):  # what is wrong there is found by the checks of these files
        tables = {}
    blocks = _strings(tables, text, path) if name == STRINGS else _definitions(tables, text, path)
    return Page(path, language, name, text, tuple(blocks), {})


def _strings(tables: dict, text: str, path: str) -> Iterator[Block]:
    for key, value in config_files.flatten_tables(tables):
        if isinstance(value, str) and value.strip():
            yield Block("string", line_of(text, key), "", value, section=key, path=path)


def _definitions(tables: dict, text: str, path: str) -> Iterator[Block]:
    terms = tables.get("terms")
    for key, entry in terms.items() if isinstance(terms, dict) else ():
        if isinstance(entry, dict) and (definition := str(entry.get("definition") or "").strip()):
            yield Block("definition", line_of(text, f"terms.{key}.definition"), "", definition, section=key, path=path)
