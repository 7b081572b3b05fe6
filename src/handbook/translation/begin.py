"""Begins the translation of a page: copies the English, and records from the first minute which one it was."""

from __future__ import annotations

from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import lockfile, lost_pages, source_history
from handbook.translation.lock_history import LockHistory
from handbook.translation.lockfile import Entry
from handbook.translation.translation_units import LANGUAGE, fingerprint, units_of


def begin(project: Project, language: str, name: str, anew: bool = False) -> list[Path]:
    """Copy the English page ``name`` into ``language``, with a lock that says of each unit: to be translated.

    Args:
        project: the checkout.
        language: other than English.
        name: of the page, without ``.md``.
        anew: whether a page is begun that was translated once; ``accept`` then finds its old lock in git's history.

    Returns:
        the written files.

    Raises:
        DiagnosticError: there is no such language or no such English page, the page is begun already, a link or a
            folder is in the way; or the disk or git has a lock of a translation, and ``anew`` doesn't say that it may
            be, or git doesn't have it.
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
    _refuse_forgetting(project, language, name, anew)
    entries = [
        Entry(unit.kind, unit.section, fingerprint(unit), fingerprint(unit), begun=unit.kind in LANGUAGE)
        for unit in units_of(source)
    ]
    # First: a page without its lock would be taken for one that was made from another English.
    write_atomically(lock, lockfile.render(entries, lock))
    write_atomically(page, source.source)
    project.forget([page])
    return [page, lock]


def _refuse_forgetting(project: Project, language: str, name: str, anew: bool) -> None:
    """Raises DiagnosticError where a new lock would make a translation young that was made from older English."""
    lock, history = lockfile.path_of(project.root, language, name), LockHistory(project.root)
    shown = display_path(lock, project.root)
    try:
        if not lost_pages.is_recorded(project, language, name, history):
            return
    except source_history.GitHistoryError:  # a shallow clone: `accept` will ask of each unit
        return
    if not anew:
        message = "this page was translated before: its lock says from which English"
        hint = lost_pages.advice(project, language, name)
        if "--anew" not in hint:
            hint += "; or " + lost_pages.begin_anew(language, name)
        raise DiagnosticError([Finding(shown, 1, message, hint)])
    if lock.exists() and not source_history.is_committed(project.root, lock):
        message = "git doesn't have this lock as it is, and `handbook accept` has to compare with it later"
        raise DiagnosticError([Finding(shown, 1, message, f"commit it first: git add {shown} && git commit")])
