"""Who translated and who reviewed the pages of a language: ``i18n/<language>/people.toml``.

Whether a page is reviewed today is told by its lock; this file tells by whom, under the names that they chose.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tomlkit

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, known_names
from handbook.core.files import write_atomically
from handbook.project.checkout import Project
from handbook.translation import string_pages

FILE = "people.toml"
TRANSLATED, REVIEWED = "translated", "reviewed"
HEADER = """\
# Who translated and who reviewed, by the names that they chose: change yours here, or take it out.
# Pages are added by `handbook accept --by NAME` and `handbook review PAGE --by NAME`.
# With `github`, GitHub asks that account about changes (.github/CODEOWNERS, by `handbook collect`).
"""
FIELDS = ("name", "github", TRANSLATED, REVIEWED)
LONGEST_NAME = 80
TRANSLATORS_PART = 10  # who records less than a tenth of a page, has corrected and not translated it
GITHUB_ACCOUNT = re.compile(r"[A-Za-z0-9](-?[A-Za-z0-9]){0,38}")


@dataclass(frozen=True)
class Person:
    """Somebody who works on a language. ``github`` is an account, or "" where nobody is to be asked."""

    name: str
    github: str = ""
    translated: tuple[str, ...] = ()  # names of pages, or of files of strings
    reviewed: tuple[str, ...] = ()


def path_of(root: Path, language: str) -> Path:
    """The file of a language. A missing one names nobody."""
    return root / "i18n" / language / FILE


def load(root: Path, language: str) -> tuple[list[Person], list[Finding]]:
    """The people of a language, in the order of the file, and what is wrong with it. Faulty entries are left out."""
    path = path_of(root, language)
    tables, text, findings = config_files.read_toml(path, root)
    name = display_path(path, root)
    people: list[Person] = []
    entries = tables.get("people", [])
    others = sorted(tables.keys() - {"people"})
    for other in others or ([] if isinstance(entries, list) else ["people"]):
        hint = 'write [[people]] and name = "…" below it'
        findings.append(Finding(name, _line_of(text, other), f"`{other}` is something else than [[people]]", hint))
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.strip() == "[[people]]"]
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        line = lines[index] if index < len(lines) else 1
        if isinstance(entry, dict) and (unknown := min(entry.keys() - FIELDS, default="")):
            hint = known_names(unknown, FIELDS)
            findings.append(Finding(name, _line_of(text, unknown, line), f"`{unknown}` is not known here", hint))
            continue
        person, problem = _person(entry)
        if person is None:
            findings.append(Finding(name, line, *problem))
        elif any(person.name == other.name for other in people):
            hint = "put the pages of both into one entry"
            findings.append(Finding(name, line, f"{person.name} stands here twice", hint))
        else:
            people.append(person)
    return people, findings


def _line_of(text: str, key: str, start: int = 1) -> int:
    """The first line, from ``start`` on, that begins with a key or the brackets of its table."""
    lines = text.split("\n")[start - 1 :]
    pattern = re.compile(rf"\s*\[*\s*\"?{re.escape(key)}\b")
    return next((number for number, line in enumerate(lines, start) if pattern.match(line)), start)


def _person(entry: object) -> tuple[Person | None, tuple[str, str]]:
    """An entry of the file; or what is wrong with it, and a hint."""
    if not isinstance(entry, dict):
        return None, ("this is no entry", f"an entry has {', '.join(FIELDS)}")
    name, github = entry.get("name", ""), entry.get("github", "")
    if problem := name_problem(name):
        return None, problem
    if not isinstance(github, str) or (github and not GITHUB_ACCOUNT.fullmatch(github)):
        return None, (f"{github} is no account of GitHub", 'write github = "account", without @')
    pages = [entry.get(role, []) for role in (TRANSLATED, REVIEWED)]
    if not all(isinstance(names, list) and all(isinstance(page, str) for page in names) for names in pages):
        return None, ("pages that are no list of names", f'write {TRANSLATED} = ["by-hand", "training"]')
    return Person(name, github, *map(tuple, pages)), ("", "")


def name_of(text: str, project: Project) -> str:
    """A name as it is written down.

    Raises:
        DiagnosticError: ``text`` is none, or a file that it is to be written to has errors.
    """
    name = " ".join(text.split())
    if problem := name_problem(name):
        raise DiagnosticError([Finding("command line", 1, *problem)])
    if findings := list(check(project)):
        raise DiagnosticError(findings)
    return name


def name_problem(name: object) -> tuple[str, str] | None:
    """Why a name can't be printed beside a page, and a hint; None where it can."""
    hint = "write the name that you want to be known by, in at most 80 letters"
    if not isinstance(name, str) or not re.search(r"\w", name) or name != " ".join(name.split()):
        return "this is no name", hint
    if len(name) > LONGEST_NAME or any(unicodedata.category(letter) in {"Cc", "Cf", "Cs"} for letter in name):
        return "a name that is too long, or has letters that nobody sees", hint
    if set(name) & set("@<>&"):
        return f"“{name}” has one of @ < > & in it", "a name is published: write no address"
    return None


def named(people: list[Person], role: str, page: str = "") -> list[str]:
    """The names of those who translated (or reviewed) a page; of any page, where none is given."""
    pages_of = {person.name: getattr(person, role) for person in people}
    return [name for name, pages in pages_of.items() if (page in pages if page else pages)]


def record(project: Project, language: str, name: str, role: str, page: str) -> None:
    """Write down that somebody translated or reviewed a page. What else stands in the file is kept as it is.

    Args:
        project: the checkout.
        language: of the page.
        name: of the person.
        role: TRANSLATED or REVIEWED.
        page: its name, or that of a file of strings.

    Raises:
        OSError: the file can't be written.
    """
    path = path_of(project.root, language)
    text = path.read_text(encoding="utf-8") if path.is_file() else HEADER
    document = tomlkit.parse(text)
    entry = next((entry for entry in document.get("people", []) if entry["name"] == name), None)
    if entry is None:
        document = tomlkit.parse(f"{text.rstrip()}\n\n[[people]]\nname = {json.dumps(name, ensure_ascii=False)}\n")
        entry = document["people"][-1]
    pages = entry.setdefault(role, [])
    if page not in pages:
        pages.append(page)
        write_atomically(path, tomlkit.dumps(document))


def check(project: Project) -> Iterator[Finding]:
    """Files of people that can't be read, or name pages that aren't there."""
    for language in project.languages[1:]:
        people, findings = load(project.root, language)
        yield from findings
        path = display_path(path_of(project.root, language), project.root)
        for person in people:
            for page in sorted({*person.translated, *person.reviewed}):
                if string_pages.find(project, language, page) is None:
                    hint = "write the new name of the page, or take it out"
                    yield Finding(path, 1, f"{person.name}: there is no page {page}", hint)
    if path_of(project.root, SOURCE_LANGUAGE).exists():
        name = display_path(path_of(project.root, SOURCE_LANGUAGE), project.root)
        yield Finding(name, 1, "nobody translates English", "remove the file")
