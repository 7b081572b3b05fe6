"""The settings of a book: name and URLs from ``mkdocs.yml``, the rest from ``content/book.toml``.

All settings are optional: without licenses none is named, without boosts search weighs all pages alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import yaml

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, known_names
from handbook.project import configuration, examples, strings
from handbook.project.checkout import Project

FILE, MKDOCS = "content/book.toml", configuration.FILE
HOME = "index"  # the home page: MkDocs requires this name


@dataclass(frozen=True)
class License:
    """``address`` is a URL, absolute or relative to the repository; both are empty where there is no license."""

    name: str = ""
    address: str = ""


@dataclass(frozen=True)
class Book:
    """The settings of a book.

    Args:
        name: the title of the site.
        address: the URL of the English site, with a slash at its end, or empty.
        repository: the URL of the sources, with a slash at its end, or empty.
        file_name: of downloads such as the PDF, without language and suffix.
        motif: the example that social cards show.
        licenses: of ``text`` and of ``code``.
        boosts: the weight of pages in search, by name; 1 for the others.
        pages: names of pages by their purpose, such as ``glossary``.
        moved: names of pages by the name that they had before.
        doors: the places (``page`` or ``page#section``) of a path in their order, by the name of the home page's door
            that leads to it.
        asked: the places that the search offers before anything is typed.
        news: the place that each piece of the home page's news is about, by its name, the newest first.
    """

    name: str = ""
    address: str = ""
    repository: str = ""
    file_name: str = "handbook"
    motif: str = ""
    licenses: Mapping[str, License] = field(default_factory=lambda: {"text": License(), "code": License()})
    boosts: Mapping[str, float] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    doors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    asked: Sequence[str] = ()
    news: Mapping[str, str] = field(default_factory=dict)


def load(root: Path = ROOT) -> Book:
    """The book of the checkout at ``root``.

    Raises:
        DiagnosticError: where its files can't be read or hold unknown settings.
    """
    book, findings = _read(root, *(config_files.modification_time(root / name) for name in (FILE, MKDOCS)))
    if findings:
        raise DiagnosticError(findings)
    return book


def check(project: Project) -> Iterator[Finding]:
    """Check ``content/book.toml``: its settings are known, the pages and the example that it names exist, and
    no page has an address that leads to another.

    Raises:
        DiagnosticError: where the examples can't be read.
    """
    settings, text, findings = _read_settings(project.root)
    yield from findings
    pages, known_examples = project.names(), examples.load(project.root)
    if (motif := settings.get("motif")) is not None and motif not in known_examples:
        hint = f"of the examples in {examples.FILE}: {known_names(str(motif), known_examples)}"
        yield Finding(FILE, strings.line_of(text, "motif"), f"motif: there is no example `{motif}`", hint)
    moved, words = _subtable("moved", settings), strings.flat(SOURCE_LANGUAGE, project.root)
    for door in _subtable("doors", settings):
        if not {f"door.{door}.title", f"door.{door}.about"} <= words.keys():
            hint = f"write `title` and `about` under [door.{door}] in i18n/{SOURCE_LANGUAGE}/ui.toml"
            yield Finding(FILE, strings.line_of(text, f"doors.{door}"), f"doors.{door}: this door has no words", hint)
    for item in _subtable("news", settings):
        if f"new.{item}" not in words:
            hint = f"write `{item}` under [new] in i18n/{SOURCE_LANGUAGE}/ui.toml"
            yield Finding(FILE, strings.line_of(text, f"news.{item}"), f"news.{item}: these news have no words", hint)
    for old in moved.keys() & set(pages):
        line = strings.line_of(text, f"moved.{old}")
        yield Finding(FILE, line, f"moved.{old}: this page exists", "remove the line, or rename the page")
    for name, key in [
        *((name, f"search_boosts.{name}") for name in _subtable("search_boosts", settings)),
        *((name, f"pages.{purpose}") for purpose, name in _subtable("pages", settings).items()),
        *((name, f"moved.{old}") for old, name in moved.items()),
        *((place, f"doors.{door}") for door, path in _subtable("doors", settings).items() for place in path),
        *((place, "asked") for place in _places("asked", settings)),
        *((place, f"news.{item}") for item, place in _subtable("news", settings).items()),
    ]:
        page, _, section = name.partition("#")
        line, ids = strings.line_of(text, key), project.ids(SOURCE_LANGUAGE, page)
        if page not in pages:
            yield Finding(FILE, line, f"{key}: there is no page `{page}`", known_names(page, pages))
        elif section and section not in (ids or ()):
            yield Finding(
                FILE, line, f"{key}: `{page}` has no section `{section}`", "take the id of one of its headings"
            )


@lru_cache(maxsize=8)
def _read(root: Path, *modified: int) -> tuple[Book, list[Finding]]:
    """``modified`` is a key of the cache: saved files are read again while the site is served."""
    settings, _, findings = _read_settings(root)
    try:
        mkdocs = _mkdocs_settings(root / MKDOCS)
    except config_files.YamlError as error:
        findings = [*findings, Finding(MKDOCS, error.line + 1, f"not YAML: {error}", configuration.FORM)]
    if findings:
        return Book(), findings
    return Book(
        mkdocs.get("site_name", ""),
        _folder(mkdocs.get("site_url", "")),
        _folder(mkdocs.get("repo_url", "")),
        licenses={part: License(**_subtable(f"licenses.{part}", settings)) for part in ("text", "code")},
        boosts=_subtable("search_boosts", settings),
        pages=_subtable("pages", settings),
        moved=_subtable("moved", settings),
        doors=_subtable("doors", settings),
        asked=tuple(_places("asked", settings)),
        news=_subtable("news", settings),
        file_name=str(settings.get("file_name", Book.file_name)),
        motif=str(settings.get("motif", Book.motif)),
    ), []


def _subtable(table: str, settings: dict[str, object]) -> dict:
    """The settings below ``table``, by the rest of their keys."""
    return {key.removeprefix(f"{table}."): value for key, value in settings.items() if key.startswith(f"{table}.")}


def _places(key: str, settings: dict[str, object]) -> list[str]:
    places = settings.get(key)
    return places if isinstance(places, list) else []


def _folder(address: str) -> str:
    return f"{address.rstrip('/')}/" if address else ""


def _mkdocs_settings(path: Path) -> dict[str, str]:
    """The top-level scalars of ``mkdocs.yml``; of ``!ENV [NAME, "…"]`` always the default.

    So committed files, such as snippets, hold the same URLs whatever the environment is.

    Raises:
        YamlError: where the file can't be parsed.
    """
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    node = config_files.yaml_nodes(text)
    result = {}
    for key, value in node.value if node else []:
        if value.tag == "!ENV" and isinstance(value, yaml.SequenceNode) and value.value:
            value = value.value[-1]
        if isinstance(value, yaml.ScalarNode):
            result[key.value] = value.value
    return result


# -- the settings of book.toml: patterns of keys, each with a test of its value and a description of it


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and not re.search(r'[<>"&]', value)  # it stands in html


def _is_address(value: object) -> bool:
    return _is_text(value) and re.match(r"https://|[^:/\\\s][^:]*$", str(value)) is not None


def _is_path(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_place, value))


def _is_place(value: object) -> bool:
    return isinstance(value, str) and all(map(_is_name, value.split("#", 1)))


def _is_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\w[\w.-]*", value) is not None


PURPOSES = ("begin", "data", "explorer", "glossary", "guide", "spreadsheet")
KNOWN = (  # as hints name them
    *("file_name", "motif", "asked", "search_boosts", "moved", "doors", "news"),
    *(f"licenses.{part}.{name}" for part in ("text", "code") for name in ("name", "address")),
    *(f"pages.{purpose}" for purpose in PURPOSES),
)
SETTINGS: dict[str, tuple[Callable[[object], bool], str]] = {
    r"file_name|motif": (_is_name, 'a name in quotation marks: "my-book"'),
    r"licenses\.(text|code)\.name": (_is_text, 'words in quotation marks: "CC BY 4.0"'),
    r"licenses\.(text|code)\.address": (_is_address, "an address with https://, or a place in the repository"),
    r"search_boosts\.[\w-]+": (_is_number, "a number above 0; pages that aren't named have 1"),
    rf"pages\.({'|'.join(PURPOSES)})": (_is_name, 'the name of a page: "glossary"'),
    r"moved\.[\w-]+": (_is_name, 'the name of a page: "glossary"'),
    r"asked": (_is_path, 'a list of pages and their sections: ["by-hand#softmax"]'),
    r"doors\.[\w-]+": (_is_path, 'a list of pages and their sections: ["glossary", "by-hand#softmax"]'),
    r"news\.[\w-]+": (_is_place, 'a page or its section: "by-hand#softmax"'),
}


def _read_settings(root: Path) -> tuple[dict[str, object], str, list[Finding]]:
    """The valid settings of ``book.toml`` by dotted keys, its text, and what is wrong with it."""
    tables, text, findings = config_files.read_toml(root / FILE, root)
    settings = {}
    for key, value in config_files.flatten_tables(tables):
        form = next((form for pattern, form in SETTINGS.items() if re.fullmatch(pattern, key)), None)
        if form is None:
            message = f"`{key}` is nothing that a book can say"
            findings.append(Finding(FILE, strings.line_of(text, key), message, known_names(key, KNOWN)))
        elif not form[0](value):
            findings.append(
                Finding(FILE, strings.line_of(text, key), f"`{key}` has no fitting value", f"write {form[1]}")
            )
        else:
            settings[key] = value
    return settings, text, findings
