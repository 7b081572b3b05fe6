"""Other words by which readers search for a section, ``i18n/<language>/search.toml``: ``"page#heading" = ["word", …]``.

A language needs no such file. English words count on all languages' sites.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import Finding, known_names
from handbook.project.checkout import Project
from handbook.project.strings import line_of


def load(root: Path, language: str) -> dict[str, list[str]]:
    """The words by place; what is wrong with the file is left out, and ``check`` reports it."""
    table, _, _ = config_files.read_toml(root / "i18n" / language / "search.toml", root)
    return {place: words for place, words in table.items() if _are_words(words)}


def check(project: Project) -> Iterator[Finding]:
    """Files that can't be read, places that don't exist, and lists that hold anything but words."""
    for language in project.languages:
        path = project.root / "i18n" / language / "search.toml"
        if not path.is_file():
            continue
        table, text, findings = config_files.read_toml(path, project.root)
        yield from findings
        name = f"i18n/{language}/search.toml"
        for place, words in table.items():
            page, _, section = place.partition("#")
            ids = project.ids(SOURCE_LANGUAGE, page)
            if ids is None or (section and section not in ids):
                hint = known_names(place, _places(project, page) if section else project.names())
                yield Finding(name, line_of(text, place), f"{place} is no place of the English pages", hint)
            if not _are_words(words):
                yield Finding(name, line_of(text, place), f"{place}: no list of words", '"by-hand#softmax" = ["word"]')


def _places(project: Project, page: str) -> list[str]:
    """The headings of an English page, as search.toml writes them; the pages, where there is no such page."""
    ids = project.ids(SOURCE_LANGUAGE, page)
    return project.names() if ids is None else [f"{page}#{heading}" for heading in sorted(ids)]


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) and word.strip() for word in value)
