"""Page → script: the code of a page, from top to bottom, as one file that runs on its own."""

from __future__ import annotations

import textwrap
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.export import requirements
from handbook.markdown.model import Block, Page
from handbook.markdown.python_code import read
from handbook.project import book
from handbook.project.checkout import Project


def home(language: str, root: Path = ROOT) -> str:
    """The address of a language's home page on the site of the checkout at ``root``."""
    return book.load(root).address + ("" if language == SOURCE_LANGUAGE else f"{language}/")


def address(page: Page, root: Path = ROOT) -> str:
    """The address of a page on the site of the checkout at ``root``."""
    return home(page.language, root) + ("" if page.name == book.HOME else f"{page.name}/")


def script(page: Page, root: Path = ROOT) -> str:
    """The page's Python fences in order, with its title, address and license above, and its headings as comments.

    A fence marked ``raises`` is wrapped in ``try``, so that the script goes on and prints what the page shows. Data
    files are fetched before all else.

    Raises:
        DiagnosticError: where the book's settings or strings can't be read.
    """
    names = requirements.packages(page)
    packages_line = f"# Needs: pip install {' '.join(names)}\n" if names else ""
    license = book.load(root).licenses["code"].name
    license_line = f"# License: {license}\n" if license else ""
    parts = [f"# {page.title}\n# {address(page, root)}\n{license_line}{packages_line}"]
    if fetch := requirements.fetch_code(page, address(page, root), root):
        parts.append(fetch)
    heading: Block | None = None
    for block in page.blocks:
        if block.kind == "heading" and block.info != "#":
            heading = block
        if not block.is_python or block.is_check:
            continue
        if heading is not None:
            parts.append(f"# --- {_plain_text(heading.text)} ---\n")
            heading = None
        parts.append(_code(block))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def targets(project: Project) -> dict[Path, Page]:
    """The page of every script that should exist, by its path. Pages without code have none."""
    return {
        project.root / "snippets" / page.language / f"{page.name}.py": page for page in project.pages() if page.python()
    }


def collect(project: Project) -> list[Path]:
    """Write the scripts, and remove those whose page is gone.

    Returns:
        The files that were written or removed.

    Raises:
        DiagnosticError: where a folder has the name of a script, or the book's settings can't be read.
    """
    pages = targets(project)
    if blocked := [path for path in pages if path.is_dir()]:
        raise DiagnosticError(
            [
                Finding(display_path(path, project.root), 1, "a folder where a snippet belongs", "remove it")
                for path in blocked
            ]
        )
    changed = [path for path, page in pages.items() if write_atomically(path, script(page, project.root))]
    for path in _existing(project):
        if path not in pages:
            path.unlink()
            changed.append(path)
    return changed


def check(project: Project) -> list[Finding]:
    """Scripts that are missing, stale or left over; a notice where only titles or comments are stale."""
    pages = targets(project)
    findings = []
    for path, page in pages.items():
        name = display_path(path, project.root)
        if path.is_symlink() or path.is_dir():
            findings.append(Finding(name, 1, "not a file of its own", "remove it and run `handbook collect`"))
        elif not path.is_file():
            findings.append(Finding(name, 1, f"missing: {page.path} has code", "run `handbook collect`"))
        else:
            text, expected = path.read_text(encoding="utf-8", errors="replace"), script(page, project.root)
            if text != expected:
                findings.append(_stale(name, page, text, expected))
    for path in _existing(project):
        if path not in pages:
            findings.append(
                Finding(display_path(path, project.root), 1, "no page has this code", "run `handbook collect`")
            )
    return findings


def _stale(name: str, page: Page, text: str, expected: str) -> Finding:
    lines = enumerate(zip(text.split("\n"), expected.split("\n")), 1)
    line = next((number for number, (actual, wanted) in lines if actual != wanted), 1)
    if _has_same_code(text, expected):
        message = f"its titles or comments are not those of {page.path} today"
        return Finding(name, line, message, "nothing has to be done now; `handbook collect` writes it anew", NOTICE)
    message = f"not what {page.path} holds today"
    return Finding(name, line, message, "run `handbook collect`; edit the page, never the snippet")


def _has_same_code(text: str, expected: str) -> bool:
    try:
        return read(text).key == read(expected).key
    except (SyntaxError, ValueError):
        return False


def _existing(project: Project) -> list[Path]:
    return sorted((project.root / "snippets").glob("*/*.py"))


def _plain_text(text: str) -> str:
    return " ".join(text.replace("`", "").replace("$", "").split())


def _code(fence: Block) -> str:
    if "no-run" in fence.classes:
        return f"# ({fence.attributes.get('reason', '')})\n" + textwrap.indent(fence.text, "# ", lambda line: True)
    if "raises" in fence.classes:
        body = textwrap.indent(fence.text, "    ")
        return f'try:\n{body}\nexcept Exception as error:\n    print(f"{{type(error).__name__}}: {{error}}")'
    return fence.text
