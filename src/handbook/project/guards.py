"""What commands check before they write: which pages and languages are meant, where, and who else is writing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors, nearest
from handbook.core.files import lies_in, remove
from handbook.markdown import fences
from handbook.markdown.model import Page
from handbook.project import checkout
from handbook.project.checkout import Project

LOCK = ".cache/writing.lock"  # the operating system frees it, whatever ends the command that holds it
PATIENCE, LONGEST_WAIT = 1, 60  # seconds until somebody who waits is told why, and until nobody waits any longer


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


@contextmanager
def writing(project: Project, tell: Callable[[str], None] = lambda text: None) -> Iterator[None]:
    """Be the only command that writes pages, locks, strings and snippets, from reading them on.

    What killed commands have left half-written is removed first.

    Args:
        project: the checkout; what was read of it before isn't to be relied on.
        tell: is called with a sentence where another command is to be waited for.

    Raises:
        DiagnosticError: another command goes on writing; or a link or a folder is in the way.
        OSError: the checkout can't be written.
    """
    refuse_misplaced(project)
    path = project.root / LOCK
    path.parent.mkdir(exist_ok=True)
    lock = FileLock(path)
    try:
        try:
            lock.acquire(timeout=PATIENCE)
        except Timeout:
            tell("waiting for another command that writes here")
            lock.acquire(timeout=LONGEST_WAIT - PATIENCE)
    except Timeout:
        hint = "let it end, perhaps it is asking something, and run this again: nothing was written"
        message = f"another command has been writing here for {LONGEST_WAIT} seconds"
        raise DiagnosticError([Finding(LOCK, 1, message, hint)]) from None
    try:
        for left in checkout.left_behind(project):
            remove(left)
        yield
    finally:
        lock.release()


def target(project: Project, path: Path) -> Path:
    """``path``, to which something is to be written: below the checkout, or wherever somebody wants it.

    Raises:
        DiagnosticError: it only seems to be below the checkout: one of its folders is a link that leads out.
    """
    absolute = path.absolute()
    if absolute.is_relative_to(project.root) and not lies_in(absolute, project.root):
        hint = "remove the link; or, to write there, name the folder that it leads to"
        raise DiagnosticError([Finding(display_path(absolute, project.root), 1, "a link leads out of here", hint)])
    return path


def refuse_misplaced(project: Project) -> None:
    """Refuse to read or write through symbolic links, which may lead out of the checkout, or over folders.

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
