"""Records in the locks that translations match today's English."""

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
class AcceptResult:
    """What became of one translation."""

    lock: str  # path of the lock, as findings print it
    blocks: int | None  # lines of the lock; None where nothing of the page was accepted
    changed: bool  # whether the lock was written
    findings: tuple[Finding, ...] = ()  # what could not be accepted, and why


def accept(project: Project, paths: Iterable[Path], check: Check, reason: str = "") -> Iterator[AcceptResult]:
    """Record that translations match today's English, and write their locks.

    A lock is written when its result is asked for.

    Args:
        project: the checkout.
        paths: files or folders of translations.
        check: gives the findings about a page; one with errors is not accepted.
        reason: why translations that haven't changed still fit English that has; "" where they may not.

    Returns:
        a result for each page.

    Raises:
        DiagnosticError: at once, where a link or a folder is in the way or a path is no page of the checkout; and on
            reaching a page that is English or whose English page has syntax errors.
        OSError: a file can't be read or written.
    """
    guards.refuse_misplaced(project)
    pages = guards.pages_at(project, paths)
    return (_accept_page(project, project.page(language, name), check, reason) for language, name in pages)


def _accept_page(project: Project, page: Page, check: Check, reason: str) -> AcceptResult:
    source = project.source(page)
    if page.language == SOURCE_LANGUAGE:
        raise DiagnosticError(
            [Finding(page.path, 1, "this is the English page", "name a translation, like docs/de/by-hand.md")]
        )
    guards.refuse_broken([source] if source else [])
    path = lockfile.path_of(project.root, page.language, page.name)
    lock = display_path(path, project.root)
    page_errors = errors(check(page, project))
    if page_errors or source is None:
        refusal = Finding(page.path, 1, "not accepted: the page has errors", "mend them first")
        return AcceptResult(lock, None, False, (*page_errors, refusal))
    old_entries, lock_findings = lockfile.read(path, project.root)
    if lock_findings:
        return AcceptResult(lock, None, False, tuple(lock_findings))
    entries, findings = lockfile.accept(source, page, old_entries, reason)
    changed = write_atomically(path, lockfile.render(entries, path))
    return AcceptResult(lock, len(entries), changed, tuple(findings))
