"""The checkout: its languages, its files, and its pages, parsed."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from copy import copy
from functools import cached_property
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import files
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, display_path
from handbook.core.files import is_own_file
from handbook.markdown import parser
from handbook.markdown.model import PAGES, Page

PICTURES = {".png", ".jpg", ".webp"}  # not svg: it may hold a script
DOWNLOADS = {".xlsx"}  # written by `handbook sheets`, which knows each cell
BESIDE_PAGES = PICTURES | DOWNLOADS  # what the site publishes of the folders of pages
OTHER_MARKDOWN = {".markdown", ".mdown", ".mkdn", ".mkd"}  # which MkDocs takes for pages, too
# Codes of findings that stop commands from writing files and from building.
LINK, FOLDER, SPECIAL = "symbolic-link", "folder-for-file", "special-file"
BLOCKING_CODES = {LINK, FOLDER, SPECIAL}

# What is read into a build, with all that is below it, and what else commands read and write in a checkout.
# `node_modules` and `.venv` may be links: what is published of them, packages of npm, nobody's pull request changes.
FOLDERS = ("docs", "i18n", "snippets", "content", "models", "theme", "frontend")
WRITTEN = ("docs", "i18n", "snippets", ".github")
OTHERS = (
    *("mkdocs.yml", "requirements/torch.txt", "CHANGELOG.md", "CITATION.cff", ".github", ".github/CODEOWNERS"),
    *("benchmarks", "benchmarks/figures.json", "dist", "dist/kept", ".cache"),
)
PAGE_NAME = re.compile(r"(?!(?:con|prn|aux|nul|com\d|lpt\d)\.)[a-z0-9-]+\.md")  # those are devices of Windows
FILE_NAME = re.compile(r"[\w.-]+", re.ASCII)

NAVIGATION = re.compile(r"^\s*- (?:\w+: )?([\w-]+)\.md$", re.MULTILINE)


class Project:
    """All pages of a checkout, parsed when they are first asked for.

    Args:
        root: the folder that holds ``docs`` and ``i18n``.
    """

    CACHE_SIZE = PAGES

    def __init__(self, root: Path = ROOT):
        self.root = root
        self._pages: dict[Path, Page] = {}  # the least recently used comes first
        self._ids: dict[Path, frozenset[str]] = {}
        self.edits = 0  # how often files were forgotten: what is remembered of all pages depends on it

    @cached_property
    def languages(self) -> list[str]:
        """The codes of all languages, English first, then the other folders of ``i18n``."""
        folders = (path for path in (self.root / "i18n").iterdir() if path.is_dir())
        codes = {path.name for path in folders if not path.name.startswith(".")}
        return [SOURCE_LANGUAGE, *sorted(codes - {SOURCE_LANGUAGE})]

    def only(self, languages: Container[str]) -> Project:
        """The same checkout as if it had no languages but English and these; it shares the pages that were read."""
        view = copy(self)
        view.languages = [code for code in self.languages if code == SOURCE_LANGUAGE or code in languages]
        return view

    def names(self, language: str = SOURCE_LANGUAGE) -> list[str]:
        """The names of a language's pages: file names without ``.md``, sorted."""
        return sorted(path.stem for path in (self.root / "docs" / language).glob("*.md") if _is_page(path))

    def ordered(self) -> list[str]:
        """The names of the English pages in the order of ``nav`` in ``mkdocs.yml``; those it leaves out come last."""
        path = self.root / "mkdocs.yml"
        listed = NAVIGATION.findall(path.read_text(encoding="utf-8")) if path.is_file() else []
        rank = {name: index for index, name in reversed(list(enumerate(listed)))}  # a page listed twice: the first
        return sorted(self.names(), key=lambda name: (rank.get(name, len(listed)), name))

    def path(self, language: str, name: str) -> Path:
        """The file of a page, which needn't exist."""
        return self.root / "docs" / language / f"{name}.md"

    def page(self, language: str, name: str) -> Page:
        """The parsed page.

        Raises:
            DiagnosticError: where its file is missing.
        """
        if page := self.find(language, name):
            return page
        path = display_path(self.path(language, name), self.root)
        raise DiagnosticError([Finding(path, 1, "this page is not there", f"pages: {', '.join(self.names(language))}")])

    def find(self, language: str, name: str) -> Page | None:
        """The parsed page, or None where its file is missing."""
        path = self.path(language, name)
        page = self._pages.pop(path, None)
        if page is None:
            if len(Path(name).parts) != 1 or not _is_page(path):
                return None
            page = parser.read(path, language, self.root)
            if len(self._pages) >= self.CACHE_SIZE:
                del self._pages[next(iter(self._pages))]
        self._pages[path] = page
        return page

    def forget(self, paths: Iterable[Path]) -> None:
        """Drop these files from the cache: they have changed."""
        self.edits += 1
        for path in paths:
            self._pages.pop(path, None)
            self._ids.pop(path, None)

    def ids(self, language: str, name: str) -> frozenset[str] | None:
        """The ids of a page's html elements, or None where its file is missing.

        They are cached for all pages, since any page may link to any other.
        """
        path = self.path(language, name)
        if path not in self._ids:
            if (page := self.find(language, name)) is None:
                return None
            self._ids[path] = frozenset(page.ids)
        return self._ids[path]

    def page_keys(self, languages: list[str] | None = None) -> list[tuple[str, str]]:
        """``(language, name)`` of every page, sorted by name, since pages of one name are compared with each other."""
        keys = [(language, name) for language in languages or self.languages for name in self.names(language)]
        return sorted(keys, key=lambda key: key[1])

    def pages(self, languages: list[str] | None = None) -> Iterator[Page]:
        """The pages in the order of ``page_keys``."""
        return (self.page(*key) for key in self.page_keys(languages))

    def source(self, page: Page) -> Page | None:
        """The English page that ``page`` translates; None for an English page and for one without source."""
        return None if page.language == SOURCE_LANGUAGE else self.find(SOURCE_LANGUAGE, page.name)


def find_root(folder: Path) -> Path:
    """The root of the checkout that holds ``folder``.

    Raises:
        DiagnosticError: where ``folder`` is in no checkout.
    """
    for parent in (folder.resolve(), *folder.resolve().parents):
        if (parent / "docs" / SOURCE_LANGUAGE).is_dir() and (parent / "i18n").is_dir():
            return parent
    hint = f"go to a folder that holds docs/{SOURCE_LANGUAGE} and i18n, or to one inside it"
    raise DiagnosticError([Finding(str(folder), 1, "no handbook here", hint)])


def _is_page(path: Path) -> bool:
    """Whether there is a page at ``path``; one whose name is none is told by ``check``."""
    return PAGE_NAME.fullmatch(path.name) is not None and is_own_file(path)


def check(project: Project) -> Iterator[Finding]:
    """Files that the site would publish although no check reads them, symbolic links, and what is no file of its own.

    Also names that no page can have.
    """
    for name in (*FOLDERS, *OTHERS):
        top = project.root / name
        below = sorted(top.rglob("*")) if name in FOLDERS and not top.is_symlink() else []
        for path in [top, *below]:
            if problem := _problem(project, path):
                message, hint, code = problem
                yield Finding(path.relative_to(project.root).as_posix(), 1, message, hint, code=code)
    for path in left_behind(project):
        hint = "nothing has to be done: the next command that writes removes it"
        message = "half-written by a command that was killed"
        yield Finding(path.relative_to(project.root).as_posix(), 1, message, hint, NOTICE)


def left_behind(project: Project) -> list[Path]:
    """What killed commands have left in the folders that commands write."""
    below = (path for name in WRITTEN for path in sorted((project.root / name).rglob(".*")))
    return [*files.left_behind([*sorted(project.root.glob(".*")), *below])]


def _problem(project: Project, path: Path) -> tuple[str, str, str] | None:
    """What is wrong with a file or a folder, if anything is: message, hint and code."""
    parts = path.relative_to(project.root).parts
    if path.is_symlink():
        return "a symbolic link", "put what it leads to there: a link may lead out of the handbook", LINK
    if path.exists() and not path.is_file() and not path.is_dir():
        return "a pipe or a device", "put a file there", SPECIAL
    if path.is_dir() and path.suffix in (".md", ".toml", ".yml", ".lock", ".py", ".svg"):
        return "a folder where a file is expected", "remove it", FOLDER
    is_hidden = any(part.startswith(".") for part in parts)  # those are never built
    return _problem_in_docs(project, path, *parts[1:]) if parts[0] == "docs" and parts[1:] and not is_hidden else None


def _problem_in_docs(project: Project, path: Path, language: str, *below: str) -> tuple[str, str, str] | None:
    """What is wrong with a file or a folder among the pages."""
    is_markdown = path.suffix.lower() in (".md", *OTHER_MARKDOWN)
    if path.is_dir():
        if not below and language not in project.languages and any(path.rglob("*.md")):
            return (
                "a folder of pages in no language of the handbook",
                f"remove it; or, to begin this language, run `handbook new {language}`",
                "",
            )
    elif is_markdown and path.suffix != ".md":
        return "a page with an ending that no check reads", "call it .md", ""
    if is_markdown and len(below) == 1 and not PAGE_NAME.fullmatch(path.name):
        return "not a name for a page", "write small letters, digits and hyphens: it becomes an address", ""
    if not FILE_NAME.fullmatch(path.name):
        return "not a name for a file of the site", "write letters without accents, digits, hyphens and dots", ""
    if language == SOURCE_LANGUAGE and len(below) > 1 and is_markdown:
        return "a page in a folder, which is no part of the site", f"put it into docs/{SOURCE_LANGUAGE}", ""
    if language == SOURCE_LANGUAGE and len(below) == 1 and path.stem in project.languages[1:]:
        return "the name of a language, whose pages lie there on the site", "give it another name", ""
    if path.is_file() and language in project.languages:
        return _published(project, language, path)
    return None


def _published(project: Project, language: str, path: Path) -> tuple[str, str, str] | None:
    """What is wrong with a file among the pages of a language."""
    is_known = path.suffix.lower() in {".md", *BESIDE_PAGES}
    if language == SOURCE_LANGUAGE:
        hint = f"beside pages lie pictures and downloads: {', '.join(sorted(BESIDE_PAGES))}"
        return None if is_known else ("a file of a kind that the site doesn't publish", hint, "")
    folder = project.root / "docs"
    if is_known and (folder / SOURCE_LANGUAGE / path.relative_to(folder / language)).is_file():
        return None
    return (
        "a file that the English pages don't have",
        "a translation holds pages and pictures with the names of docs/en",
        "",
    )
