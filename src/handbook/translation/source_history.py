"""The English as it was: found in git's history by the hash that a lock holds."""

from __future__ import annotations

import difflib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.markdown import parser
from handbook.translation.lockfile import fingerprint


class GitHistoryError(Exception):
    """Why an old text can't be shown, in words for the translator."""


def texts_by_hash(root: Path, name: str, wanted: set[str]) -> dict[str, str]:
    """The texts of the English blocks with these hashes, from the newest commit that had each.

    Raises GitHistoryError where git can't tell, with what to do about it.
    """
    path = f"docs/{SOURCE_LANGUAGE}/{name}.md"
    found: dict[str, str] = {}
    try:
        for commit in _git(root, "log", "--format=%H", "--", path).split():
            if not wanted - found.keys():
                break
            try:
                text = _git(root, "show", f"{commit}:./{path}")
            except subprocess.CalledProcessError:
                continue  # the commit that removed the file
            for block in parser.parse(text, path).visible:
                found.setdefault(fingerprint(block), block.text)
        if wanted - found.keys() and _git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
            raise GitHistoryError(
                "this clone has only the newest history: run `git fetch --unshallow` to see the English as it was"
            )
    except FileNotFoundError:
        raise GitHistoryError("git is not installed: without it the English as it was can't be shown") from None
    except subprocess.CalledProcessError:
        raise GitHistoryError("this folder is not a git checkout: the English as it was can't be shown") from None
    return {key: text for key, text in found.items() if key in wanted}


def last_changes(root: Path, folder: str) -> dict[str, str]:
    """When each file below ``folder`` last changed, as ISO dates by path. Empty where git can't tell: no checkout, or a
    shallow clone, whose oldest commit seems to have written everything."""
    try:
        if _git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
            return {}
        lines = _git(
            root, "-c", "core.quotePath=false", "log", "--format=%x00%cI", "--name-only", "--relative", "--", folder
        ).split("\n")
    except (FileNotFoundError, subprocess.CalledProcessError):
        return {}
    found: dict[str, str] = {}
    date = ""
    for line in lines:
        if line.startswith("\0"):
            date = line[1:]
        elif line:
            found.setdefault(line, date)
    return found


def word_diff(old: str, new: str) -> Iterator[tuple[str, str]]:
    """``(sign, words)`` with sign `` ``, ``-`` or ``+``."""
    before, after = old.split(), new.split()
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield " ", " ".join(before[a:b])
            continue
        if b > a:
            yield "-", " ".join(before[a:b])
        if d > c:
            yield "+", " ".join(after[c:d])


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=True)
    return done.stdout.decode("utf-8", errors="replace")
