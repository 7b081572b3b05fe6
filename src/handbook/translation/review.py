"""Records in the locks that a second person has read translations beside their English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import lockfile, people, string_pages
from handbook.translation.freshness import FRESH
from handbook.translation.people import REVIEWED, TRANSLATED
from handbook.translation.status import unit_states
from handbook.translation.translation_units import LANGUAGE


def review(project: Project, paths: Sequence[Path], name: str) -> Iterator[str]:
    """Record that somebody has read whole pages beside their English.

    A lock is written when its path is asked for.

    Args:
        project: the checkout.
        paths: files of translations or of strings.
        name: of the reader, who isn't the only translator of the page.

    Returns:
        the path of the lock of each page, as findings print it.

    Raises:
        DiagnosticError: the name is none, or that of a page's only translator; a page isn't fresh as a whole; or a file
            is at fault.
        OSError: a file can't be written.
    """
    guards.refuse_misplaced(project)
    name = people.name_of(name, project)
    if folder := next((path for path in paths if path.is_dir()), None):
        hint = "name each page that was read, like docs/de/by-hand.md"
        raise DiagnosticError([Finding(str(folder), 1, "a folder isn't read at once", hint)])
    for language, page in string_pages.keys_at(project, paths):
        _refuse_unaccepted(project, language, page)
        _refuse_translator(project, language, page, name)
        path = lockfile.path_of(project.root, language, page)
        entries = lockfile.read(path, project.root)[0]
        read = [replace(entry, reviewed=True) if entry.kind in LANGUAGE else entry for entry in entries]
        write_atomically(path, lockfile.render(read, path))
        people.record(project, language, name, REVIEWED, page)
        yield display_path(path, project.root)


def _refuse_unaccepted(project: Project, language: str, page: str) -> None:
    """Raises DiagnosticError where something of a page isn't accepted as it stands, or its lock is at fault."""
    guards.translations(project, language)
    states, findings = unit_states(project, language, page)
    if findings:
        raise DiagnosticError(findings)
    for state in states:
        if state.translation is None and page in string_pages.NAMES:  # English stands in for it
            continue
        if state.state != FRESH or state.edited:
            location = f"docs/{language}/{page}.md" if page not in string_pages.NAMES else f"i18n/{language}/{page}"
            line = state.translation.line if state.translation else 1
            message = f"this is not accepted as a translation of {state.source.path}:{state.source.line}"
            hint = f"`handbook accept {location}` first, then review what it says"
            raise DiagnosticError([Finding(location, line, message, hint)])


def _refuse_translator(project: Project, language: str, page: str, name: str) -> None:
    """Raises DiagnosticError where nobody but this person translated a page."""
    if people.named(people.load(project.root, language)[0], TRANSLATED, page) == [name]:
        path = display_path(people.path_of(project.root, language), project.root)
        hint = "it is for a second person to review it"
        raise DiagnosticError([Finding(path, 1, f"{name} translated {page}", hint)])
