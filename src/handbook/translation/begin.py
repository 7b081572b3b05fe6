"""Begins the translation of a page: copies the English, and records from the first minute which one it was."""

from __future__ import annotations

from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import lockfile
from handbook.translation.lockfile import Entry
from handbook.translation.translation_units import LANGUAGE, fingerprint, units_of


def begin(project: Project, language: str, name: str) -> list[Path]:
    """Copy the English page ``name`` into ``language``, with a lock that says of each unit: to be translated.

    Args:
        project: the checkout.
        language: other than English.
        name: of the page, without ``.md``.

    Returns:
        the written files.

    Raises:
        DiagnosticError: there is no such language or no such English page, the page is begun already, or a link or a
            folder is in the way.
        OSError: a file can't be written.
    """
    guards.refuse_misplaced(project)
    guards.translations(project, language)
    source = project.page(SOURCE_LANGUAGE, name)
    guards.refuse_broken([source])
    page, lock = project.path(language, name), lockfile.path_of(project.root, language, name)
    if page.exists():
        hint = f"`handbook status {language}` tells what is left to do in it"
        raise DiagnosticError([Finding(display_path(page, project.root), 1, "this page is begun already", hint)])
    entries = [
        Entry(unit.kind, unit.section, fingerprint(unit), fingerprint(unit), begun=unit.kind in LANGUAGE)
        for unit in units_of(source)
    ]
    # First: a page without its lock would be taken for one that was made from another English.
    write_atomically(lock, lockfile.render(entries, lock))
    write_atomically(page, source.source)
    project.forget([page])
    return [page, lock]
