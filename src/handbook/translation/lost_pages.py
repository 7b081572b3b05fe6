"""What to do where a translation is gone, and its lock isn't: the translation is somewhere, and must not grow young."""

from __future__ import annotations

from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.project.checkout import Project
from handbook.translation import lock_history, lockfile, string_pages
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
        return f"the page is {other} now: remove the lock, and accept that page"
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
    wanted = {entry.translation for entry in entries if entry.kind in LANGUAGE and not entry.begun}
    for name in project.names(language):
        if wanted and not lockfile.path_of(project.root, language, name).exists():
            page = project.page(language, name)
            if 2 * len(wanted & {fingerprint(unit) for unit in units_of(page)}) > len(wanted):
                return page.path
    return ""


def is_recorded(project: Project, language: str, name: str, history: lock_history.LockHistory) -> bool:
    """Whether the disk or git has a lock that says of something of a page: it is translated."""
    lock: Path = lockfile.path_of(project.root, language, name)
    entries, findings = lockfile.read(lock, project.root)
    if findings or any(not entry.begun for entry in entries if entry.kind in LANGUAGE):
        return True
    return name in history.names(language) and bool(history.accepted(lock))
