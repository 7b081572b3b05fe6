"""Where the pages lie: languages, files, and the whole handbook parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.markdown import parser
from handbook.markdown.model import Page

PICTURES = {".png", ".jpg", ".webp"}  # not svg: it may hold a script
DOWNLOADS = {".xlsx"}  # written by `handbook sheets`, which knows each cell
LINK, FOLDER = "symbolic-link", "folder-for-file"  # codes of findings
BLOCKING_CODES = {LINK, FOLDER}  # of commands that write

NAVIGATION = re.compile(r"^\s*- (?:\w+: )?([\w-]+)\.md$", re.MULTILINE)


class Project:
    """All pages of a checkout, each parsed once.

    A handbook of more than ``KEPT`` pages is not held in memory as a whole.
    """

    KEPT = 512

    def __init__(self, root: Path = ROOT):
        self.root = root
        self._pages: dict[Path, Page] = {}  # the one used last stands last
        self._ids: dict[Path, frozenset[str]] = {}

    @cached_property
    def languages(self) -> list[str]:
        """English first, then every folder of ``i18n``."""
        folders = sorted(
            path.name for path in (self.root / "i18n").iterdir() if path.is_dir() and not path.name.startswith(".")
        )
        return [SOURCE_LANGUAGE, *(name for name in folders if name != SOURCE_LANGUAGE)]

    def names(self, language: str = SOURCE_LANGUAGE) -> list[str]:
        """The pages of a language, without ``.md``."""
        return sorted(path.stem for path in (self.root / "docs" / language).glob("*.md") if _is_own_file(path))

    def ordered(self) -> list[str]:
        """The English pages in the order of the navigation in ``mkdocs.yml``; those it doesn't name come last."""
        path = self.root / "mkdocs.yml"
        listed = NAVIGATION.findall(path.read_text(encoding="utf-8")) if path.is_file() else []
        rank = {name: place for place, name in reversed(list(enumerate(listed)))}
        return sorted(self.names(), key=lambda name: (rank.get(name, len(listed)), name))

    def path(self, language: str, name: str) -> Path:
        return self.root / "docs" / language / f"{name}.md"

    def page(self, language: str, name: str) -> Page:
        """The parsed page. Raises DiagnosticError where the file isn't there."""
        if page := self.find(language, name):
            return page
        path = display_path(self.path(language, name), self.root)
        raise DiagnosticError([Finding(path, 1, "this page is not there", f"pages: {', '.join(self.names(language))}")])

    def find(self, language: str, name: str) -> Page | None:
        """The parsed page, or None where the file isn't there."""
        path = self.path(language, name)
        page = self._pages.pop(path, None)
        if page is None:
            if not _is_own_file(path):
                return None
            page = parser.read(path, language, self.root)
            if len(self._pages) >= self.KEPT:
                del self._pages[next(iter(self._pages))]
        self._pages[path] = page
        return page

    def forget(self, paths: Iterable[Path]) -> None:
        """Read these pages again when they are asked for: their files have changed."""
        for path in paths:
            self._pages.pop(path, None)
            self._ids.pop(path, None)

    def ids(self, language: str, name: str) -> frozenset[str] | None:
        """The ids of a page, or None where it isn't there. Kept for all pages, since any may link to any."""
        path = self.path(language, name)
        if path not in self._ids:
            if (page := self.find(language, name)) is None:
                return None
            self._ids[path] = frozenset(page.ids)
        return self._ids[path]

    def page_keys(self, languages: list[str] | None = None) -> list[tuple[str, str]]:
        """``(language, name)`` of every page, those of one name together: they are compared with each other."""
        found = [(language, name) for language in languages or self.languages for name in self.names(language)]
        return sorted(found, key=lambda place: place[1])

    def pages(self, languages: list[str] | None = None) -> Iterator[Page]:
        return (self.page(*place) for place in self.page_keys(languages))

    def source(self, page: Page) -> Page | None:
        """The English page that ``page`` translates; None for an English page and for one without source."""
        return None if page.language == SOURCE_LANGUAGE else self.find(SOURCE_LANGUAGE, page.name)


def find_root(folder: Path) -> Path:
    """The checkout that ``folder`` lies in. Raises DiagnosticError where it lies in none."""
    for place in (folder.resolve(), *folder.resolve().parents):
        if (place / "docs" / SOURCE_LANGUAGE).is_dir() and (place / "i18n").is_dir():
            return place
    raise DiagnosticError(
        [
            Finding(
                str(folder),
                1,
                "no handbook here",
                f"go to a folder that holds docs/{SOURCE_LANGUAGE} and i18n, or to one inside it",
            )
        ]
    )


def _is_own_file(path: Path) -> bool:
    """A file, and not a name for one that may lie anywhere."""
    return path.is_file() and not path.is_symlink()


def check(project: Project) -> Iterator[Finding]:
    """Files that the site would publish although no check reads them, and names that lead out of the handbook."""
    for folder in (project.root / name for name in ("docs", "i18n", "snippets")):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(project.root)
            _, language, *below = name.parts
            hidden = any(part.startswith(".") for part in name.parts)  # left by an interrupted command; never built
            if path.is_symlink():
                yield Finding(
                    name.as_posix(),
                    1,
                    "a symbolic link",
                    "put the file itself there: a link may lead out of the handbook",
                    code=LINK,
                )
            elif path.is_dir():
                if path.suffix in (".md", ".toml", ".yml", ".lock", ".py", ".svg"):
                    yield Finding(name.as_posix(), 1, "a folder where a file is expected", "remove it", code=FOLDER)
                elif (
                    folder.name == "docs"
                    and not below
                    and language not in project.languages
                    and not hidden
                    and any(path.rglob("*.md"))
                ):
                    yield Finding(
                        name.as_posix(),
                        1,
                        "a folder of pages in no language of the handbook",
                        f"run `handbook new {language}`",
                    )
            elif folder.name == "docs" and language in project.languages[1:] and not hidden:
                source = project.root / "docs" / SOURCE_LANGUAGE / Path(*below)
                if path.suffix.lower() not in PICTURES | DOWNLOADS | {".md"} or not source.is_file():
                    yield Finding(
                        name.as_posix(),
                        1,
                        "a file that the English pages don't have",
                        "a translation holds pages and pictures with the names of docs/en",
                    )
