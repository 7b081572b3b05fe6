"""Reads git's history: older versions of English blocks, and when files last changed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.markdown.model import Page
from handbook.translation import string_pages
from handbook.translation.translation_units import fingerprint, units_of

SHALLOW = "this clone has only the newest history: run `git fetch --unshallow` to see the English as it was"
NO_GIT = "git is not installed: without it the English as it was can't be shown"
LONGEST_ANSWER = 60  # seconds that git may take
NO_CHECKOUT = "this folder is not a git checkout: the English as it was can't be shown"


class GitHistoryError(Exception):
    """Git can't tell an older text; the message says to the translator why, and what to do."""


def texts_by_hash(root: Path, path: str, hashes: set[str]) -> dict[str, str]:
    """The texts of English units, each from the newest commit that has it.

    Args:
        root: the checkout.
        path: of the English page, or of the file of strings.
        hashes: of the units, as ``translation_units.fingerprint`` makes them.

    Returns:
        texts by hash, without those that no commit has.

    Raises:
        GitHistoryError: there is no git, no git checkout, or a shallow one that lacks some of the texts.
    """
    texts: dict[str, str] = {}
    try:
        for commit in git(root, "log", "--format=%H", "--", path).split():
            if not hashes - texts.keys():
                break
            try:
                markdown = git(root, "show", f"{commit}:./{path}")
            except subprocess.CalledProcessError:
                continue  # the commit that removed the file
            for unit in units_of(string_pages.parse(markdown, path)):
                texts.setdefault(fingerprint(unit), unit.text)
        if hashes - texts.keys() and is_shallow(root):
            raise GitHistoryError(SHALLOW)
    except FileNotFoundError:
        raise GitHistoryError(NO_GIT) from None
    except subprocess.CalledProcessError:
        raise GitHistoryError(NO_CHECKOUT) from None
    return {key: text for key, text in texts.items() if key in hashes}


def english_then(root: Path, source: Page, page: Page) -> Page | None:
    """The English page as it was when git first saw a translation of it, or at HEAD while git hasn't seen it.

    Args:
        root: the checkout.
        source: the English page as it is; where git hasn't seen it, none is older.
        page: the translation.

    Returns:
        the English page; None where it wasn't there then.

    Raises:
        GitHistoryError: there is no git, no git checkout, or a shallow one, which doesn't know when.
    """
    try:
        if is_shallow(root):
            raise GitHistoryError(SHALLOW)
        if not git(root, "rev-list", "--all", "-1", "--", source.path):
            return source
        commits = git(root, "log", "--diff-filter=A", "--format=%H", "--", page.path).split()
        commit = commits[-1] if commits else "HEAD"  # the first one: pages are removed and brought back
    except FileNotFoundError:
        raise GitHistoryError(NO_GIT) from None
    except subprocess.CalledProcessError:
        raise GitHistoryError(NO_CHECKOUT) from None
    try:
        return string_pages.parse(git(root, "show", f"{commit}:./{source.path}"), source.path)
    except subprocess.CalledProcessError:
        return None


def is_committed(root: Path, path: Path) -> bool:
    """Whether the newest commit has the file at ``path`` just as it is; False without git or a git checkout."""
    try:
        committed = git(root, "show", f"HEAD:./{path.relative_to(root).as_posix()}")
    except (FileNotFoundError, subprocess.CalledProcessError):
        return False
    return committed == path.read_bytes().decode("utf-8", errors="replace")


def last_commit_with(root: Path, path: str) -> str:
    """The newest commit that has the file at ``path``, as git takes it: HEAD or abc123~1; "" where none is known."""
    try:
        removed = git(root, "log", "-1", "--diff-filter=D", "--no-renames", "--format=%h", "--", path).strip()
        for commit in ("HEAD", f"{removed}~1") if removed else ("HEAD",):
            if git(root, "ls-tree", "--name-only", commit, "--", path).strip():
                return commit
    except (FileNotFoundError, subprocess.CalledProcessError):
        pass
    return ""


def last_changes(root: Path, folder: str) -> dict[str, str]:
    """When each file below ``folder`` last changed: ISO 8601 dates by path, relative to ``root``.

    Empty without git or a git checkout, and in a shallow clone, whose oldest commit seems to have written everything.
    """
    try:
        if is_shallow(root):
            return {}
        lines = git(
            root, "-c", "core.quotePath=false", "log", "--format=%x00%cI", "--name-only", "--relative", "--", folder
        ).split("\n")
    except (FileNotFoundError, subprocess.CalledProcessError):
        return {}
    dates: dict[str, str] = {}
    date = ""
    for line in lines:
        if line.startswith("\0"):
            date = line[1:]
        elif line:
            dates.setdefault(line, date)
    return dates


def word_diff(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Runs of words as ``(sign, words)``; line breaks and repeated spaces don't count.

    The sign is `` `` for words in both texts, ``-`` for those in the old one, ``+`` for those in the new one.
    """
    old_words, new_words = old.split(), new.split()
    matcher = SequenceMatcher(None, old_words, new_words, autojunk=False)
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            yield " ", " ".join(old_words[old_start:old_end])
            continue
        if old_end > old_start:
            yield "-", " ".join(old_words[old_start:old_end])
        if new_end > new_start:
            yield "+", " ".join(new_words[new_start:new_end])


def is_shallow(root: Path) -> bool:
    """Whether a clone lacks older commits. Raises FileNotFoundError and CalledProcessError as ``git``."""
    return git(root, "rev-parse", "--is-shallow-repository").strip() == "true"


def git(root: Path, *arguments: str) -> str:
    """What a command of git prints, called in ``root``.

    Raises:
        FileNotFoundError: git is not installed.
        CalledProcessError: the command fails, as it does outside of a git checkout.
        DiagnosticError: it doesn't end.
    """
    return git_bytes(root, *arguments).decode("utf-8", errors="replace")


def git_bytes(root: Path, *arguments: str) -> bytes:
    """As ``git``, not decoded."""
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=LONGEST_ANSWER,
        ).stdout
    except subprocess.TimeoutExpired:
        message = f"`git {arguments[0]}` has said nothing for {LONGEST_ANSWER} seconds"
        hint = "try it yourself in this folder: perhaps a program that git calls waits for something"
        raise DiagnosticError([Finding("git", 1, message, hint)]) from None
