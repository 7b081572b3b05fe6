"""Data files of a page's code: ``needs: [models/grammar.toml]`` in its front matter, paths from the root.

The code opens them by file name: they are copied beside the script wherever it runs, and published beside the page.
One that ends with ``.py`` is a module, which the code imports.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handbook.core.diagnostics import Finding
from handbook.core.files import is_own_file, lies_in
from handbook.markdown.model import Page

KEY = "needs"  # of the front matter
FOLDERS = ("models", "content/downloads")
PYTHON = ".py"  # the ending of modules
FIGURES = "benchmarks/figures.json"  # the only data file outside FOLDERS
DOCUMENTS = (".htm", ".html", ".js", ".mjs", ".svg", ".xht", ".xhtml", ".xml", ".xsl")  # which browsers run
_NAMES = " or ".join(f"{folder}/" for folder in FOLDERS)


def files(page: Page, root: Path) -> dict[str, Path]:
    """The page's data files by the name under which its code opens them."""
    return {Path(entry).name: root / entry for entry in _listed(page)}


def modules(page: Page) -> set[str]:
    """The names under which the page's code imports its data files that are Python."""
    return {Path(entry).stem for entry in _listed(page) if entry.endswith(PYTHON)}


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let code import the modules in ``folder``, as a script does that lies there, and forget them afterwards.

    Nothing is written into the folder.
    """
    names = {path.stem for path in folder.glob(f"*{PYTHON}")}
    others = {name: sys.modules.pop(name) for name in names & set(sys.modules)}  # of the same names
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = writes_bytecode
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(others)


def copy_files(page: Page, root: Path, folder: Path) -> None:
    """Copy the page's data files into ``folder``.

    Raises:
        OSError: where a file is missing or can't be written.
    """
    for name, path in files(page, root).items():
        shutil.copyfile(path, folder / name)


def check(page: Page, root: Path) -> Iterator[Finding]:
    """Check ``needs`` in the front matter: a list of files in ``FOLDERS`` whose names differ."""
    if KEY not in page.meta:
        return
    line = next((number for number, text in enumerate(page.source.split("\n"), 1) if text.startswith(KEY)), 1)
    listed = page.meta[KEY]
    if not isinstance(listed, list) or not all(isinstance(entry, str) for entry in listed):
        hint = f"write {KEY}: [{FOLDERS[0]}/name]"
        yield Finding(page.path, line, f"front matter: `{KEY}` is not a list of files", hint)
        return
    names: set[str] = set()
    for entry in listed:
        path = Path(entry)
        in_folder = any(Path(folder) in path.parents for folder in FOLDERS)
        published = entry == FIGURES or (in_folder and ".." not in path.parts)
        if not published or not is_own_file(root / path) or not lies_in(root / path, root):
            yield Finding(
                page.path,
                line,
                f"front matter: `{KEY}` names {entry}, which is no file in {_NAMES}",
                f"there are: {', '.join(_available(root))}",
            )
        elif path.suffix.lower() in DOCUMENTS:
            yield Finding(
                page.path,
                line,
                f"front matter: `{KEY}` names {entry}, which a browser would run",
                "the file lies beside the page on the site: give the code data, such as .json, .toml or .txt",
            )
        elif path.name in names:
            yield Finding(
                page.path,
                line,
                f"front matter: `{KEY}` has two files {path.name}",
                "their names must differ: they lie in one folder",
            )
        names.add(path.name)


def _listed(page: Page) -> list[str]:
    listed = page.meta.get(KEY)
    return [entry for entry in listed if isinstance(entry, str)] if isinstance(listed, list) else []


def _available(root: Path) -> list[str]:
    paths = [*(path for folder in FOLDERS for path in (root / folder).rglob("*")), root / FIGURES]
    return sorted(path.relative_to(root).as_posix() for path in paths if path.is_file()) or ["none"]
