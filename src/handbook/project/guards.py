"""What commands check before they write: which pages and languages are meant, and whether these can be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding, errors, nearest
from handbook.markdown import fences
from handbook.markdown.model import Page
from handbook.project import checkout
from handbook.project.checkout import Project


def names_of(pages: Sequence[str], known: list[str]) -> list[str]:
    """The names of pages, as somebody has typed them: by-hand, by-hand.md or docs/de/by-hand.md.

    Raises:
        DiagnosticError: one of them is not among the ``known``.
    """
    names = [page.removesuffix(".md").rpartition("/")[2] for page in pages]
    for page, name in zip(pages, names):
        if name not in known:
            meant = nearest(name, known)
            hint = f"perhaps {meant} is meant" if meant else f"pages: {', '.join(known)}"
            raise DiagnosticError([Finding(page, 1, "no page of this handbook", hint)])
    return names


def pages_at(project: Project, paths: Iterable[Path]) -> list[tuple[str, str]]:
    """``(language, name)`` of the pages at ``paths``: files, folders of a language, or ``docs`` itself.

    A relative path counts from the working folder; no paths mean all pages.

    Raises:
        DiagnosticError: at the first path without a page of the handbook.
    """
    keys = [key for path in paths for key in _pages_at(project, path)]
    return keys or project.page_keys()


def _pages_at(project: Project, path: Path) -> list[tuple[str, str]]:
    resolved = path.resolve()
    folder = project.root / "docs"
    files: list[Path] = []
    if resolved.is_dir() and folder in (resolved, resolved.parent):
        candidates = sorted(resolved.glob("*/*.md" if resolved == folder else "*.md"))
        files = [file for file in candidates if project.find(file.parent.name, file.stem)]
    elif resolved.is_file() and resolved.suffix == ".md" and resolved.parent.parent == folder:
        files = [resolved]
    if not files:
        hint = "name a file like docs/de/by-hand.md, or a folder of docs"
        raise DiagnosticError([Finding(str(path), 1, "not a page of this handbook", hint)])
    return [(file.parent.name, file.stem) for file in files]


def translations(project: Project, language: str | None = None) -> list[str]:
    """The languages other than English; with ``language`` only this one.

    Raises:
        DiagnosticError: where ``language`` is none of them.
    """
    codes = project.languages[1:]
    if not language:
        return codes
    if language not in codes:
        hint = f"there are {', '.join(codes)}; `handbook new {language}` begins it"
        raise DiagnosticError([Finding(f"i18n/{language}", 1, "no language of this handbook", hint)])
    return [language]


def refuse_misplaced(project: Project) -> None:
    """Refuse to write through symbolic links, which may lead out of the checkout, or over folders.

    Raises:
        DiagnosticError: with all links and folders in the place of a file.
    """
    if misplaced := [finding for finding in checkout.check(project) if finding.code in checkout.BLOCKING_CODES]:
        raise DiagnosticError(misplaced)


def refuse_broken(pages: Iterable[Page]) -> None:
    """Refuse to use pages that can't be parsed or whose code can't be run.

    Raises:
        DiagnosticError: with the errors of all ``pages``.
    """
    if broken := [finding for page in pages for finding in errors([*page.findings, *fences.check(page)])]:
        raise DiagnosticError(broken)
