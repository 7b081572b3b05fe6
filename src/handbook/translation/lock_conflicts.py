"""A lock of which a merge left two versions: what both say is true, and neither of them need be thrown away.

Lines of a lock merge by themselves; the seal never does. Each version is a whole lock with its seal, which git keeps
until the merge is done: so nothing is taken that no command has written.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from handbook.core.diagnostics import display_path
from handbook.translation import lockfile
from handbook.translation.lockfile import Entry
from handbook.translation.source_history import git

OURS, THEIRS = ":2:./", ":3:./"  # how git calls the two versions of a file while it is in conflict


def entries_of_both(root: Path, path: Path) -> list[Entry]:
    """The entries of both versions of the lock at ``path``, ours first; none where git doesn't know of a conflict.

    An entry says from which English a translation was made, so that one of them which fits neither page today says
    nothing.
    """
    entries: list[Entry] = []
    for version in (OURS, THEIRS):
        try:
            text = git(root, "show", f"{version}{display_path(path, root)}")
        except (FileNotFoundError, subprocess.CalledProcessError):
            return []
        found = lockfile.sealed_entries(text, path)
        if found is None:
            return []
        entries += [entry for entry in found if entry not in entries]
    return entries
