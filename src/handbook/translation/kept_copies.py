"""Copies of files that are about to lose something that a person wrote and git doesn't have."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from handbook.core.diagnostics import NOTICE, Finding, display_path
from handbook.core.files import write_atomically
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import source_history

FOLDER = Path("dist", "kept")  # below the checkout: git and the site leave it out


def keep(root: Path, path: Path, line: int) -> list[Finding]:
    """Copy a file as it is now, unless git has it just so.

    Args:
        root: the checkout.
        path: the file.
        line: where the first of it is replaced.

    Returns:
        a notice that names the copy; nothing where git has the file.

    Raises:
        DiagnosticError: a link leads from the folder of copies to somewhere else.
        OSError: the file can't be read, or the copy can't be written. No older copy is overwritten.
    """
    path = path.absolute()
    is_inside = path.is_relative_to(root)
    if is_inside and source_history.is_committed(root, path):
        return []
    name, data = path.relative_to(root) if is_inside else Path(path.name), path.read_bytes()
    folder = guards.target(Project(root), root / FOLDER / name.parent)
    copies = (folder / f"{name.stem}{f'.{number}' * (number > 1)}{name.suffix}" for number in count(1))
    copy = next(copy for copy in copies if not copy.exists() or copy.read_bytes() == data)
    write_atomically(copy, data)
    message = f"something was replaced that somebody wrote; as it was: {display_path(copy, root)}"
    return [Finding(name.as_posix(), line, message, "take from there what is still right", NOTICE)]
