"""What is one book's own, and no other's: names and addresses from ``mkdocs.yml``, the rest from ``content/book.toml``.

A book that says nothing of something does without it: no license is named, no page comes later in search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import yaml

from handbook import ROOT
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.project import examples, strings
from handbook.project.checkout import Project

FILE, MKDOCS = "content/book.toml", "mkdocs.yml"
HOME = "index"  # the home page, which MkDocs wants to be called so


@dataclass(frozen=True)
class License:
    """``address`` is a whole one, or counts from the repository; both are empty where there is no license."""

    name: str = ""
    address: str = ""


@dataclass(frozen=True)
class Book:
    """``address``: of the English site; ``repository``: of the sources; both with a slash at their end, or empty.

    ``file_name``: of what readers take along, without language and suffix. ``licenses``: by ``text`` and ``code``.
    ``boosts``: how search weighs a page, where it isn't 1. ``pages``: page names by what the page is for, such as
    ``glossary``. ``motif``: the example that the home page and cards show.
    """

    name: str = ""
    address: str = ""
    repository: str = ""
    file_name: str = "handbook"
    motif: str = ""
    licenses: Mapping[str, License] = field(default_factory=lambda: {"text": License(), "code": License()})
    boosts: Mapping[str, float] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)


def load(root: Path = ROOT) -> Book:
    """The book of the checkout at ``root``. Raises DiagnosticError where its files can't be read or say too much."""
    book, wrong = _read(root, *(config_files.modification_time(root / name) for name in (FILE, MKDOCS)))
    if wrong:
        raise DiagnosticError(wrong)
    return book


def check(project: Project) -> Iterator[Finding]:
    """What can't be read or isn't known in ``content/book.toml``; pages and an example that it names but nobody wrote.

    Raises DiagnosticError where the examples can't be read.
    """
    said, text, wrong = _said(project.root)
    yield from wrong
    there, known = project.names(), examples.load(project.root)
    if (motif := said.get("motif")) is not None and motif not in known:
        hint = f"examples in {examples.FILE}: {', '.join(known)}"
        yield Finding(FILE, strings.line_of(text, "motif"), f"motif: there is no example `{motif}`", hint)
    for name, key in [
        *((name, f"search_boosts.{name}") for name in _below("search_boosts", said)),
        *((name, f"pages.{purpose}") for purpose, name in _below("pages", said).items()),
    ]:
        if name not in there:
            line = strings.line_of(text, key)
            yield Finding(FILE, line, f"{key}: there is no page `{name}`", f"pages: {', '.join(there)}")


@lru_cache(maxsize=8)
def _read(root: Path, *changed: int) -> tuple[Book, list[Finding]]:
    """``changed`` is there for the cache: saved files are read again while the site is served."""
    said, _, wrong = _said(root)
    try:
        settings = _settings(root / MKDOCS)
    except config_files.YamlError as error:
        hint = "write `name: value`, indented by two spaces"
        wrong = [*wrong, Finding(MKDOCS, error.line + 1, f"not YAML: {error}", hint)]
    if wrong:
        return Book(), wrong
    return Book(
        settings.get("site_name", ""),
        _folder(settings.get("site_url", "")),
        _folder(settings.get("repo_url", "")),
        licenses={part: License(**_below(f"licenses.{part}", said)) for part in ("text", "code")},
        boosts=_below("search_boosts", said),
        pages=_below("pages", said),
        file_name=str(said.get("file_name", Book.file_name)),
        motif=str(said.get("motif", Book.motif)),
    ), []


def _below(table: str, said: dict[str, object]) -> dict:
    return {key.removeprefix(f"{table}."): value for key, value in said.items() if key.startswith(f"{table}.")}


def _folder(address: str) -> str:
    return f"{address.rstrip('/')}/" if address else ""


def _settings(path: Path) -> dict[str, str]:
    """The settings of ``mkdocs.yml`` that are words; of ``!ENV [NAME, "…"]`` what stands for an unset variable.

    What is committed, such as snippets, has the same addresses wherever it is made. Raises YamlError.
    """
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    node = config_files.yaml_nodes(text)
    found = {}
    for key, value in node.value if node else []:
        if value.tag == "!ENV" and isinstance(value, yaml.SequenceNode) and value.value:
            value = value.value[-1]
        if isinstance(value, yaml.ScalarNode):
            found[key.value] = value.value
    return found


# -- what book.toml may say: patterns of keys, what a value must be, and how it is written


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"\w[\w.-]*", value) is not None


FORMS: dict[str, tuple[Callable[[object], bool], str]] = {
    r"file_name|motif": (_is_name, 'a name in quotation marks: "my-book"'),
    r"licenses\.(text|code)\.(name|address)": (_is_text, 'words in quotation marks: "CC BY 4.0"'),
    r"search_boosts\.[\w-]+": (_is_number, "a number above 0; pages that aren't named have 1"),
    r"pages\.(by_hand|explorer|glossary|guide|spreadsheet)": (_is_name, 'the name of a page: "glossary"'),
}


def _said(root: Path) -> tuple[dict[str, object], str, list[Finding]]:
    """What the file says and a book can say, by whole keys; its text; and what is wrong with it."""
    tables, text, wrong = config_files.read_toml(root / FILE, root)
    said = {}
    for key, value in config_files.flatten_tables(tables):
        form = next((form for pattern, form in FORMS.items() if re.fullmatch(pattern, key)), None)
        if form is None:
            known = "file_name, motif, licenses.text, licenses.code, search_boosts, pages"
            wrong.append(Finding(FILE, strings.line_of(text, key), f"`{key}` is nothing that a book can say", known))
        elif not form[0](value):
            wrong.append(Finding(FILE, strings.line_of(text, key), f"`{key}` has no fitting value", f"write {form[1]}"))
        else:
            said[key] = value
    return said, text, wrong
