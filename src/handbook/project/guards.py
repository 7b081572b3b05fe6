"""What commands ask before they write: which pages and languages are meant, and whether something stands in the way."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding, errors
from handbook.markdown import fences
from handbook.markdown.model import Page
from handbook.project import checkout
from handbook.project.checkout import Project


def pages_at(project: Project, paths: Iterable[Path]) -> list[tuple[str, str]]:
    """``(language, name)`` of the pages at ``paths``: files, folders of a language, or ``docs`` itself.

    A relative path counts from the working folder; no paths mean the whole handbook. Raises DiagnosticError at the
    first path that holds no page of the handbook.
    """
    places = [place for path in paths for place in _pages_at(project, path)]
    return places or project.page_keys()


def _pages_at(project: Project, path: Path) -> list[tuple[str, str]]:
    inside = path.resolve()
    folder = project.root / "docs"
    if inside.is_dir() and folder in (inside, inside.parent):
        files = [
            file
            for file in sorted(inside.glob("*/*.md" if inside == folder else "*.md"))
            if project.find(file.parent.name, file.stem)
        ]
    elif inside.is_file() and inside.suffix == ".md" and inside.parent.parent == folder:
        files = [inside]
    else:
        files = []
    if not files:
        raise DiagnosticError(
            [
                Finding(
                    str(path),
                    1,
                    "not a page of this handbook",
                    "name a file like docs/de/by-hand.md, or a folder of docs",
                )
            ]
        )
    return [(file.parent.name, file.stem) for file in files]


def translations(project: Project, language: str | None = None) -> list[str]:
    """The languages into which the handbook is translated; with ``language`` this one alone.

    Raises DiagnosticError where ``language`` is none of them.
    """
    there = project.languages[1:]
    if not language:
        return there
    if language not in there:
        raise DiagnosticError(
            [
                Finding(
                    f"i18n/{language}",
                    1,
                    "no language of this handbook",
                    f"there are {', '.join(there)}; `handbook new {language}` begins it",
                )
            ]
        )
    return [language]


def refuse_misplaced(project: Project) -> None:
    """Nothing is written through a link that leads out of the handbook, or over a folder.

    Raises DiagnosticError with all links and folders that stand where a file of ``handbook`` belongs.
    """
    if misplaced := [finding for finding in checkout.check(project) if finding.code in checkout.BLOCKING_CODES]:
        raise DiagnosticError(misplaced)


def refuse_broken(pages: Iterable[Page]) -> None:
    """Nothing is made from pages that can't be read or whose code can't be run.

    Raises DiagnosticError with the errors of all ``pages``.
    """
    if broken := [finding for page in pages for finding in errors([*page.findings, *fences.check(page)])]:
        raise DiagnosticError(broken)
