"""Where the pages lie: languages, files, and the whole handbook parsed."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from . import ROOT, SOURCE_LANGUAGE, blocks
from .blocks import Page

NAVIGATION = re.compile(r"^\s*- (?:\w+: )?([\w-]+)\.md$", re.MULTILINE)


class Handbook:
    """All pages of a checkout, each parsed once."""

    def __init__(self, root: Path = ROOT):
        self.root = root
        self._pages: dict[Path, Page] = {}

    @cached_property
    def languages(self) -> list[str]:
        """English first, then every folder of ``i18n``."""
        folders = sorted(path.name for path in (self.root / "i18n").iterdir() if path.is_dir() and not path.name.startswith("."))
        return [SOURCE_LANGUAGE, *(name for name in folders if name != SOURCE_LANGUAGE)]

    def names(self, language: str = SOURCE_LANGUAGE) -> list[str]:
        """The pages of a language, without ``.md``."""
        return sorted(path.stem for path in (self.root / "docs" / language).glob("*.md"))

    def ordered(self) -> list[str]:
        """The English pages in the order of the navigation in ``mkdocs.yml``; those it doesn't name come last."""
        path = self.root / "mkdocs.yml"
        listed = NAVIGATION.findall(path.read_text(encoding="utf-8")) if path.is_file() else []
        names = self.names()
        return sorted(names, key=lambda name: (listed.index(name) if name in listed else len(listed), name))

    def path(self, language: str, name: str) -> Path:
        return self.root / "docs" / language / f"{name}.md"

    def page(self, language: str, name: str) -> Page | None:
        """The parsed page, or None where the file isn't there."""
        path = self.path(language, name)
        if path not in self._pages:
            if not path.is_file():
                return None
            self._pages[path] = blocks.read(path, language, self.root)
        return self._pages[path]

    def pages(self, languages: list[str] | None = None) -> list[Page]:
        return [self.page(language, name) for language in languages or self.languages for name in self.names(language)]

    def source(self, page: Page) -> Page | None:
        """The English page that ``page`` translates; None for an English page and for one without source."""
        return None if page.language == SOURCE_LANGUAGE else self.page(SOURCE_LANGUAGE, page.name)
