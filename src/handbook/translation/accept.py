"""Record in the locks that translations match today's English, where nothing speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors
from handbook.core.files import write_atomically
from handbook.markdown.model import Page
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import lockfile

Check = Callable[[Page, Project], Iterable[Finding]]


@dataclass(frozen=True)
class Accepted:
    """What became of one translation: what its lock holds now, and what could not be accepted."""

    lock: str  # path of the lock, as findings name it
    blocks: int | None  # lines of the lock; None where nothing of the page was accepted
    changed: bool
    findings: tuple[Finding, ...] = ()


def accept(project: Project, paths: Iterable[Path], check: Check, reason: str = "") -> Iterator[Accepted]:
    """Record that the translations at ``paths`` (files or folders) match today's English, and write their locks.

    ``check`` says what is wrong with a page: one with errors is not accepted. ``reason`` says why translations that did
    not change still fit English that did. Returns one result a page; a lock is written when its result is asked for.

    Raises DiagnosticError at once where a link or a folder is in the way or a path is no page of the handbook, and on
    reaching a page that is English or whose English page is broken; OSError where a file can't be read or written.
    """
    guards.refuse_misplaced(project)
    places = guards.pages_at(project, paths)
    return (_accepted(project, project.page(*place), check, reason) for place in places)


def _accepted(project: Project, page: Page, check: Check, reason: str) -> Accepted:
    source = project.source(page)
    if page.language == SOURCE_LANGUAGE:
        raise DiagnosticError(
            [Finding(page.path, 1, "this is the English page", "name a translation, like docs/de/by-hand.md")]
        )
    guards.refuse_broken([source] if source else [])
    path = lockfile.path_of(project.root, page.language, page.name)
    name = display_path(path, project.root)
    broken = errors(check(page, project))
    if broken or source is None:
        refusal = Finding(page.path, 1, "not accepted: the page has errors", "mend them first")
        return Accepted(name, None, False, (*broken, refusal))
    entries, damaged = lockfile.read(path, project.root)
    if damaged:
        return Accepted(name, None, False, tuple(damaged))
    made, refused = lockfile.accept(source, page, entries, reason)
    changed = write_atomically(path, lockfile.render(made, path))
    return Accepted(name, len(made), changed, tuple(refused))
