"""Files that a page's code reads: ``needs: [models/grammar.toml]`` in its front matter, paths from the root.

The code opens them by name alone. They lie beside the script wherever it runs, and beside the page on the site.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from handbook.core.diagnostics import Finding
from handbook.markdown.model import Page

NAME = "needs"
FOLDER = "models"
FIGURES = "benchmarks/figures.json"  # nothing else of the checkout is published in this way


def files(page: Page, root: Path) -> dict[str, Path]:
    """The files that the page needs, by the name under which its code opens them."""
    listed = page.meta.get(NAME)
    paths = [entry for entry in listed if isinstance(entry, str)] if isinstance(listed, list) else []
    return {Path(entry).name: root / entry for entry in paths}


def copy_files(page: Page, root: Path, folder: Path) -> None:
    """Put copies of them into ``folder``."""
    for name, path in files(page, root).items():
        shutil.copyfile(path, folder / name)


def check(page: Page, root: Path) -> Iterator[Finding]:
    """Needs that aren't a list of files in ``models/``."""
    if NAME not in page.meta:
        return
    line = next((number for number, text in enumerate(page.source.split("\n"), 1) if text.startswith(NAME)), 1)
    listed = page.meta[NAME]
    if not isinstance(listed, list) or not all(isinstance(entry, str) for entry in listed):
        yield Finding(
            page.path, line, f"front matter: `{NAME}` is not a list of files", f"write {NAME}: [{FOLDER}/name]"
        )
        return
    names: set[str] = set()
    for entry in listed:
        path = Path(entry)
        published = entry == FIGURES or (path.parts[:1] == (FOLDER,) and ".." not in path.parts)
        if not published or not (root / path).is_file() or (root / path).is_symlink():
            yield Finding(
                page.path,
                line,
                f"front matter: `{NAME}` names {entry}, which is no file in {FOLDER}/",
                f"there are: {', '.join(_there(root))}",
            )
        elif path.name in names:
            yield Finding(
                page.path,
                line,
                f"front matter: `{NAME}` has two files {path.name}",
                "their names must differ: they lie in one folder",
            )
        names.add(path.name)


def _there(root: Path) -> list[str]:
    paths = [*(root / FOLDER).rglob("*"), root / FIGURES]
    return sorted(path.relative_to(root).as_posix() for path in paths if path.is_file()) or ["none"]
