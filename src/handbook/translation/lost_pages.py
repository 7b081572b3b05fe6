"""What to do where a translation is gone, and its lock isn't: the translation is somewhere, and must not grow young."""

from __future__ import annotations

from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.markdown.model import Page
from handbook.project.checkout import Project
from handbook.translation import lock_history, lockfile, source_history, string_pages
from handbook.translation.lockfile import Entry
from handbook.translation.translation_units import LANGUAGE, fingerprint, units_of


def advice(project: Project, language: str, name: str) -> str:
    """How a translation is brought back that isn't there under its name.

    Args:
        project: the checkout.
        language: of the translation.
        name: of the page, or of a file of strings.
    """
    path, lock = string_pages.path_of(project, language, name), lockfile.path_of(project.root, language, name)
    has_source = string_pages.find(project, SOURCE_LANGUAGE, name) is not None
    entries = lockfile.read(lock, project.root)[0]
    if has_source and entries and all(entry.begun for entry in entries if entry.kind in LANGUAGE):
        return f"`handbook begin {language} {name}` begins it again: nothing of it was translated yet"
    if other := _under_another_name(project, language, entries):
        if has_source:
            return f"it is called {other} now: give it its old name, {name}.md"
        return f"the page is {other} now: accept that page, and remove the lock"
    if not has_source:
        return "there is no English page of this name any more: remove the lock"
    if command := lock_history.restoring(project.root, path, lock):
        return f"`{command}` brings it back"
    return "bring the page back; or, if it is lost, " + begin_anew(language, name)


def begin_anew(language: str, name: str) -> str:
    """What makes a new beginning, in spite of a lock."""
    return (
        f"`handbook begin {language} {name} --anew` begins it again, and `handbook accept` will compare with its lock"
    )


def _under_another_name(project: Project, language: str, entries: list[Entry]) -> str:
    """The page of a language, of those without a lock, that has most of a lock's translations; "" for none."""
    for name in project.names(language):
        if not lockfile.path_of(project.root, language, name).exists():
            page = project.page(language, name)
            if _is_lock_of(entries, page):
                return page.path
    return ""


def _is_lock_of(entries: list[Entry], page: Page) -> bool:
    """Whether a page has most of the translations of a lock."""
    wanted = {entry.translation for entry in entries if entry.kind in LANGUAGE and not entry.begun}
    return 2 * len(wanted & {fingerprint(unit) for unit in units_of(page)}) > len(wanted)


def lock_from_before(project: Project, page: Page, history: lock_history.LockHistory) -> list[Entry]:
    """The lock that a page without one had under another name, of a page that is gone; empty for none."""
    on_disk = {path.stem for path in lockfile.path_of(project.root, page.language, page.name).parent.glob("*.lock")}
    gone = (on_disk | history.names(page.language)) - {*project.names(page.language), *string_pages.NAMES}
    for name in sorted(gone):
        lock = lockfile.path_of(project.root, page.language, name)
        try:
            entries = lockfile.read(lock, project.root)[0] or history.accepted(lock)
        except source_history.GitHistoryError:
            continue
        if _is_lock_of(entries, page):
            return entries
    return []


def is_recorded(project: Project, language: str, name: str, history: lock_history.LockHistory) -> bool:
    """Whether the disk or git has a lock that says of something of a page: it is translated."""
    lock: Path = lockfile.path_of(project.root, language, name)
    entries, findings = lockfile.read(lock, project.root)
    if findings or any(not entry.begun for entry in entries if entry.kind in LANGUAGE):
        return True
    return name in history.names(language) and bool(history.accepted(lock))
