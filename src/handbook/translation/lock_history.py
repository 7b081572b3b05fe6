"""Reads git's history of locks: what was recorded before a lock was removed, begun anew or replaced."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from handbook.core.diagnostics import display_path
from handbook.translation import lockfile, source_history
from handbook.translation.lockfile import Entry
from handbook.translation.source_history import SHALLOW, GitHistoryError, git, is_shallow
from handbook.translation.translation_units import LANGUAGE

LONG = 5  # words of a translation that is no other's by chance


class LockHistory:
    """The history of a checkout's locks, each part of it read once. Without git or a git checkout there is none.

    Args:
        root: the checkout.
    """

    def __init__(self, root: Path):
        self.root = root
        self.recorded = cache(self._recorded)
        self.names = cache(self._names)

    def accepted(self, path: Path) -> list[Entry]:
        """What was accepted of the page of a lock: the newest lock that says something of a translation.

        Locks of which a part is only begun count where there is no other.

        Args:
            path: of the lock, which needn't exist.

        Raises:
            GitHistoryError: there is none, and the clone is a shallow one, which doesn't know.
        """
        partly: list[Entry] = []
        for entries in self._versions(path):
            accepted = [entry for entry in entries if not entry.begun]
            if accepted and len(accepted) == len(entries):
                return accepted
            if not partly and any(entry.kind in LANGUAGE for entry in accepted):
                partly = accepted
        if not partly and self._is_shallow():
            raise GitHistoryError(SHALLOW)
        return partly

    def _versions(self, path: Path) -> Iterator[list[Entry]]:
        name = display_path(path, self.root)
        for commit in self._git("log", "--full-history", "--format=%H", "--", name).split():
            yield lockfile.entries_in(self._git("show", f"{commit}:./{name}"))

    def _recorded(self, language: str) -> dict[tuple[str, str], list[Entry]]:
        """The lines that locks of a language have ever had, newest first, by kind of unit and hash of translation."""
        found: dict[tuple[str, str], list[Entry]] = {}
        folder = display_path(lockfile.path_of(self.root, language, "page").parent, self.root)
        # On all branches, and through merges that took the other side; whatever git is told to show otherwise.
        plain = ("--no-color", "--text", "--no-ext-diff", "--no-textconv", "--no-renames", "--unified=0")
        log = self._git("log", "--all", "HEAD", "--full-history", "-m", "--patch", *plain, "--format=", "--", folder)
        added = "\n".join(line[1:] for line in log.split("\n") if line.startswith("+") and not line.startswith("+++"))
        for entry in lockfile.entries_in(added):
            if not (entry.begun or entry.draft):
                found.setdefault((entry.kind, entry.translation), []).append(entry)
        return found

    def _names(self, language: str) -> frozenset[str]:
        """The pages of a language of which git has ever seen a lock."""
        folder = display_path(lockfile.path_of(self.root, language, "page").parent, self.root)
        shown = ("--format=", "--name-only", "--relative", "--no-renames")
        paths = self._git("log", "--full-history", *shown, "--", folder).split("\n")
        return frozenset(Path(path).name.removesuffix(".lock") for path in paths if path.endswith(".lock"))

    def older(self, language: str, entry: Entry, text: str) -> Entry | None:
        """The line of a translation that was recorded of other English than that of ``entry``, and never of that.

        On whatever page it stood: pages get other names, and are divided. A short text, which may be right for other
        English elsewhere, has to have stood in a section of the same id.
        """
        lines = self.recorded(language).get((entry.kind, entry.translation), [])
        if any(line.source == entry.source for line in lines):
            return None
        is_long = len(text.split()) >= LONG
        return next((line for line in lines if is_long or line.section == entry.section), None)

    def _is_shallow(self) -> bool:
        try:
            return is_shallow(self.root)
        except (FileNotFoundError, subprocess.CalledProcessError):
            return False

    def _git(self, *arguments: str) -> str:
        try:
            return git(self.root, *arguments)
        except (FileNotFoundError, subprocess.CalledProcessError):  # also: the commit that removed the file
            return ""


def restoring(root: Path, *paths: Path) -> str:
    """The command that brings files back from the newest commit that has them; "" where git knows none of them."""
    commits: dict[str, list[str]] = {}
    for path in paths:
        name = display_path(path, root)
        if not path.exists() and (commit := source_history.last_commit_with(root, name)):
            commits.setdefault(commit, []).append(name)
    return " && ".join(f"git checkout {commit} -- {' '.join(names)}" for commit, names in commits.items())
