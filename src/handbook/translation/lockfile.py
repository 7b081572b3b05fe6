"""Lockfiles: from which English text each unit of a translation was made.

One line a unit, in page order: kind, id of the section, hash of the English, hash of the translation; and what is
known of it: that it is only begun, that a machine wrote it, that a second person has reviewed it, why an older
translation still fits. The last
line is a hash of the others and of the file's path: it tells a lock that was edited by hand, or belongs to another
page. There are no dates and no commit ids: the same pages give the same lock.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from handbook.core.diagnostics import Finding, display_path
from handbook.core.files import too_large
from handbook.markdown.model import PAGES
from handbook.translation.translation_units import HASH_DIGITS, hash_of

HASH = re.compile(rf"[0-9a-f]{{{HASH_DIGITS}}}")
SEAL = "seal"
LARGEST = 1_000_000  # bytes
CONFLICT_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
RESTORE_HINT = "take the file from the history"
UNCHANGED, BEGUN, DRAFT, REVIEWED = "unchanged: ", "begun", "draft", "reviewed"


@dataclass(frozen=True)
class Entry:
    """One line of a lock."""

    kind: str  # of unit: paragraph, fence …
    section: str  # id of the heading above, or ""
    source: str  # hash of the English unit
    translation: str  # hash of the translated unit
    reason: str = ""  # why an older translation still fits, or ""
    begun: bool = False  # copied from the English, to be translated
    draft: bool = False  # written by a machine, and not read by a person yet
    reviewed: bool = False  # a second person has read this translation beside this English

    def __str__(self) -> str:
        marks = [BEGUN] * self.begun + [DRAFT] * self.draft + [REVIEWED] * self.reviewed
        marks += [UNCHANGED + self.reason] * bool(self.reason)
        return " ".join([f"{self.kind:<10} {self.section or '-':<28} {self.source} {self.translation}", *marks])


def path_of(root: Path, language: str, name: str) -> Path:
    """The lock of the page ``name`` (without ``.md``) in ``language``."""
    return root / "i18n" / language / "lock" / f"{name}.lock"


def render(entries: Sequence[Entry], path: Path) -> str:
    """The text of the lock at ``path``, whose last three parts (``<language>/lock/<page>.lock``) are in its seal."""
    return _render(entries, "/".join(path.parts[-3:]))


def _render(entries: Sequence[Entry], place: str) -> str:
    lines = "".join(f"{entry}\n" for entry in entries)
    return f"{lines}{SEAL} {hash_of(place + lines)}\n"


def read(path: Path, root: Path) -> tuple[list[Entry], list[Finding]]:
    """The entries of a lock up to the first faulty line, and a finding where the file is at fault.

    A lock that doesn't exist is empty. Raises OSError where the file can't be read.
    """
    name = display_path(path, root)
    if not path.exists() and not path.is_symlink():
        return [], []
    if path.is_symlink() or not path.is_file():
        return [], [Finding(name, 1, "not a file of its own", f"{RESTORE_HINT}, and run `handbook accept`")]
    if (size := path.stat().st_size) > LARGEST:
        return [], [too_large(name, size, LARGEST)]
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line_number = data[: error.start].count(b"\n") + 1
        return [], [Finding(name, line_number, "not UTF-8", f"{RESTORE_HINT}, and run `handbook accept`")]
    place = "/".join(path.parts[-3:])
    read_entries, finding = _parse(text, name, place)
    if finding and "\r\n" in text and _parse(text.replace("\r\n", "\n"), name, place)[1] is None:
        hint = f"git or an editor has put them there: run `git config core.autocrlf input`, and {RESTORE_HINT}"
        finding = Finding(name, 1, "this lock has the line ends of Windows", hint)
    return list(read_entries), [finding] if finding else []


@lru_cache(maxsize=PAGES)
def _parse(text: str, name: str, place: str) -> tuple[tuple[Entry, ...], Finding | None]:
    entries: list[Entry] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.startswith(CONFLICT_MARKERS):
            message = "two versions of this lock met in a merge"
            hint = (
                "mend the page, then run `handbook accept`: it takes the lines of both; "
                "once git has forgotten the merge, take either side whole"
            )
            return tuple(entries), Finding(name, number, message, hint)
        if not line.strip() or line.split()[0] == SEAL:
            continue
        entry = _parse_entry(line)
        if entry is None:
            hint = f"locks are written by `handbook accept` only: {RESTORE_HINT}, and run it"
            return tuple(entries), Finding(name, number, "this is not a line of a lock", hint)
        entries.append(entry)
    if text != _render(entries, place):
        last_line = max(len(lines) - (not lines[-1]), 1)
        message = "this lock was edited by hand or is another page's: its seal doesn't fit"
        hint = f"{RESTORE_HINT}, and run `handbook accept`; of a page with a new name, remove it and accept with --anew"
        return tuple(entries), Finding(name, last_line, message, hint)
    return tuple(entries), None


def sealed_entries(text: str, path: Path) -> list[Entry] | None:
    """The entries of ``text``, a version of the lock at ``path``; None where it isn't a whole lock with its seal."""
    entries, finding = _parse(text, path.name, "/".join(path.parts[-3:]))
    return None if finding else list(entries)


def is_in_conflict(path: Path) -> bool:
    """Whether a merge left two versions in the lock at ``path``."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    return any(line.startswith(CONFLICT_MARKERS) for line in text.split("\n"))


def entries_in(text: str) -> list[Entry]:
    """The entries in a text that was a lock, or a part of one: lines of another form are passed over."""
    return [entry for line in text.split("\n") if (entry := _parse_entry(line))]


def _parse_entry(line: str) -> Entry | None:
    """The entry on a line; None where it has another form."""
    fields = line.split(None, 4)
    if len(fields) < 4 or not (HASH.fullmatch(fields[2]) and HASH.fullmatch(fields[3])):
        return None
    kind, section, source, translation = fields[:4]
    marks, _, reason = (fields[4] if len(fields) > 4 else "").partition(UNCHANGED)
    known = set(marks.split())
    if not known <= {BEGUN, DRAFT, REVIEWED}:
        return None
    section = "" if section == "-" else section
    return Entry(kind, section, source, translation, reason, *(mark in known for mark in (BEGUN, DRAFT, REVIEWED)))
