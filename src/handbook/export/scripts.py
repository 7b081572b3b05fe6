"""Page → script: the code of a page, top to bottom, as one file that runs alone."""

from __future__ import annotations

import textwrap
import tokenize
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.markdown.fences import code_key
from handbook.markdown.model import Block, Page
from handbook.project import book, data_files
from handbook.project.checkout import Project


def home(language: str, root: Path = ROOT) -> str:
    """Where the home page of a language lies on the site of the checkout at ``root``."""
    return book.load(root).address + ("" if language == SOURCE_LANGUAGE else f"{language}/")


def address(page: Page, root: Path = ROOT) -> str:
    """Where the page lies on the site of the checkout at ``root``."""
    return home(page.language, root) + ("" if page.name == book.HOME else f"{page.name}/")


def script(page: Page, root: Path = ROOT) -> str:
    """The page's fences in order, with its title, address and licence above and its headings as comments.

    A fence that must raise is wrapped so that the script goes on and prints what the page shows.
    """
    beside = data_files.files(page, Path())
    reads = f"# Reads, from its own folder: {', '.join(beside)}\n" if beside else ""
    license = book.load(root).licenses["code"].name
    terms = f"# License: {license}\n" if license else ""
    parts = [f"# {page.title}\n# {address(page, root)}\n{terms}{reads}"]
    heading: Block | None = None
    for block in page.blocks:
        if block.kind == "heading" and block.info != "#":
            heading = block
        if not block.is_python:
            continue
        if heading is not None:
            parts.append(f"# --- {_words(heading.text)} ---\n")
            heading = None
        parts.append(_code(block))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def targets(project: Project) -> dict[Path, Page]:
    """Every script that should exist, with its page; a page without code has none."""
    return {
        project.root / "snippets" / page.language / f"{page.name}.py": page for page in project.pages() if page.python()
    }


def collect(project: Project) -> list[Path]:
    """Write the scripts, remove those whose page is gone; returns the files that changed."""
    wanted = targets(project)
    if blocked := [path for path in wanted if path.is_dir()]:
        raise DiagnosticError(
            [
                Finding(display_path(path, project.root), 1, "a folder where a snippet belongs", "remove it")
                for path in blocked
            ]
        )
    changed = [path for path, page in wanted.items() if write_atomically(path, script(page, project.root))]
    for path in _present(project):
        if path not in wanted:
            path.unlink()
            changed.append(path)
    return changed


def check(project: Project) -> list[Finding]:
    """Scripts that are missing, stale or left over; where only words differ, a notice."""
    wanted = targets(project)
    found = []
    for path, page in wanted.items():
        name = display_path(path, project.root)
        if path.is_symlink() or path.is_dir():
            found.append(Finding(name, 1, "not a file of its own", "remove it and run `handbook collect`"))
        elif not path.is_file():
            found.append(Finding(name, 1, f"missing: {page.path} has code", "run `handbook collect`"))
        elif (text := path.read_text(encoding="utf-8", errors="replace")) != (fresh := script(page, project.root)):
            line = next(
                (number for number, (a, b) in enumerate(zip(text.split("\n"), fresh.split("\n")), 1) if a != b), 1
            )
            found.append(_stale(name, line, page) if _is_other_code(text, fresh) else _other_words(name, line, page))
    for path in _present(project):
        if path not in wanted:
            found.append(
                Finding(display_path(path, project.root), 1, "no page has this code", "run `handbook collect`")
            )
    return found


def _stale(name: str, line: int, page: Page) -> Finding:
    return Finding(
        name, line, f"not what {page.path} holds today", "run `handbook collect`; edit the page, never the snippet"
    )


def _other_words(name: str, line: int, page: Page) -> Finding:
    return Finding(
        name,
        line,
        f"its titles or comments are not those of {page.path} today",
        "nothing has to be done now; `handbook collect` writes it anew",
        NOTICE,
    )


def _is_other_code(text: str, fresh: str) -> bool:
    try:
        return code_key(text) != code_key(fresh)
    except (SyntaxError, tokenize.TokenError, ValueError):
        return True


def _present(project: Project) -> list[Path]:
    return sorted((project.root / "snippets").glob("*/*.py"))


def _words(text: str) -> str:
    return " ".join(text.replace("`", "").replace("$", "").split())


def _code(fence: Block) -> str:
    if "no-run" in fence.classes:
        return f"# ({fence.attributes.get('reason', '')})\n" + textwrap.indent(fence.text, "# ", lambda line: True)
    if "raises" in fence.classes:
        body = textwrap.indent(fence.text, "    ")
        return f'try:\n{body}\nexcept Exception as error:\n    print(f"{{type(error).__name__}}: {{error}}")'
    return fence.text
