"""Lockfiles: from which English text each block of a translation was made.

One line a block, in page order: kind, id of the section, hash of the English, hash of the translation, and, where a
person vouched that a change of the English needs no other translation, the reason. The last line is a hash of the
others and of the file's path: it tells a lock that was edited by hand, or belongs to another page. There are no dates
and no commit ids: the same pages give the same lock.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from handbook.core.diagnostics import Finding, display_path, excerpt
from handbook.markdown.fences import code_key
from handbook.markdown.model import Block, Page
from handbook.translation.parity import align

FRESH = "fresh"
STALE = "stale"
MISSING = "missing"
UNRECORDED = "unrecorded"  # translated, but the lock doesn't say from which English

HASH_DIGITS = 12
SEAL = "seal"
CONFLICT_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
RESTORE_HINT = "take the file from the history"


@dataclass(frozen=True)
class Entry:
    """One line of a lock."""

    kind: str  # of block: paragraph, fence …
    section: str  # id of the heading above, or ""
    source: str  # hash of the English block
    translation: str  # hash of the translated block
    reason: str = ""  # why an older translation still fits, or ""

    def __str__(self) -> str:
        line = f"{self.kind:<10} {self.section or '-':<28} {self.source} {self.translation}"
        return f"{line} unchanged: {self.reason}" if self.reason else line


@dataclass(frozen=True)
class BlockState:
    """One English block with its translation."""

    state: str  # FRESH, STALE, MISSING or UNRECORDED
    source: Block
    translation: Block | None  # None where it is missing
    source_hash: str = ""  # of the English that a stale block was translated from; "" where that isn't known
    moved: bool = False  # fresh, but in another order than the English
    edited: bool = False  # fresh, but the lock holds an older wording of the translation


@lru_cache(maxsize=4096)  # the English blocks of a page are hashed for each language
def fingerprint(block: Block) -> str:
    """The hash of a block's content: line breaks, spaces and comments in code don't count, any word does."""
    return _hash(_normalized(block))


def _normalized(block: Block) -> str:
    if block.is_python:
        try:
            return repr((block.kind, block.attributes, block.classes, code_key(block.text)))
        except SyntaxError:
            return block.text
    text = " ".join(unicodedata.normalize("NFC", block.text).split())
    if block.kind == "table":
        text = "|".join(cell.strip() for cell in text.split("|"))
    return f"{block.kind} {block.info if block.kind == 'heading' else ''} {text}"


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()[:HASH_DIGITS]


def path_of(root: Path, language: str, name: str) -> Path:
    """The lock of the page ``name`` (without ``.md``) in ``language``."""
    return root / "i18n" / language / "lock" / f"{name}.lock"


def render(entries: Sequence[Entry], path: Path) -> str:
    """The text of the lock at ``path``, whose last three parts (``<language>/lock/<page>.lock``) are in its seal."""
    lines = "".join(f"{entry}\n" for entry in entries)
    return f"{lines}{SEAL} {_hash('/'.join(path.parts[-3:]) + lines)}\n"


def read(path: Path, root: Path) -> tuple[list[Entry], list[Finding]]:
    """The entries of a lock up to the first faulty line, and a finding where the file is at fault.

    A lock that doesn't exist is empty. Raises OSError where the file can't be read.
    """
    name = display_path(path, root)
    if not path.exists() and not path.is_symlink():
        return [], []
    if path.is_symlink() or not path.is_file():
        return [], [Finding(name, 1, "not a file of its own", f"{RESTORE_HINT}, and run `handbook accept`")]
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line_number = data[: error.start].count(b"\n") + 1
        return [], [Finding(name, line_number, "not UTF-8", f"{RESTORE_HINT}, and run `handbook accept`")]
    entries: list[Entry] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.startswith(CONFLICT_MARKERS):
            message = "two versions of this lock met in a merge"
            hint = (
                "take either side whole (`git checkout --ours` or `--theirs` and this path), then run `handbook accept`"
            )
            return entries, [Finding(name, number, message, hint)]
        if not line.strip() or line.split()[0] == SEAL:
            continue
        entry = _parse_entry(line)
        if entry is None:
            hint = f"locks are written by `handbook accept` only: {RESTORE_HINT}, and run it"
            return entries, [Finding(name, number, "this is not a line of a lock", hint)]
        entries.append(entry)
    if text != render(entries, path):
        last_line = max(len(lines) - (not lines[-1]), 1)
        message = "this lock was edited by hand or is another page's: its seal doesn't fit"
        hint = f"{RESTORE_HINT}, and run `handbook accept`; for a page with a new name, remove the lock first"
        return entries, [Finding(name, last_line, message, hint)]
    return entries, []


def _parse_entry(line: str) -> Entry | None:
    """The entry on a line; None where it has another form."""
    fields = line.split(None, 4)
    if len(fields) < 4 or not all(_is_hash(field) for field in fields[2:4]):
        return None
    reason = ""
    if len(fields) == 5:
        if not fields[4].startswith("unchanged: "):
            return None
        reason = fields[4].removeprefix("unchanged: ")
    kind, section, source, translation = fields[:4]
    return Entry(kind, "" if section == "-" else section, source, translation, reason)


def _is_hash(text: str) -> bool:
    return len(text) == HASH_DIGITS and set(text) <= set("0123456789abcdef")


def states(source: Page, translation: Page | None, entries: Sequence[Entry]) -> list[BlockState]:
    """The state of each English block, in page order.

    Blocks are matched by hash first and by position second: a paragraph that was moved on both pages, or on the
    English one only, stays fresh.

    Args:
        source: the English page.
        translation: the page in another language; None where there is none.
        entries: of the page's lock.
    """
    if translation is None:
        return [BlockState(MISSING, block, None) for block in source.visible]
    as_locked = [(entry.source, entry.translation) for entry in entries]
    if as_locked == list(zip(map(fingerprint, source.visible), map(fingerprint, translation.visible))) and len(
        entries
    ) == len(source.visible) == len(translation.visible):  # nothing has changed: so it is on most pages
        return [BlockState(FRESH, *pair) for pair in zip(source.visible, translation.visible)]
    partner = dict(align(source, translation)[0])
    unchanged, unused = _match_by_hash(source, translation, entries, partner)
    position = {block: number for number, block in enumerate(translation.visible)}
    unmoved = _longest_increasing([position[block] for block in unchanged.values()])
    taken = set(unchanged.values())
    by_translation = _by_translation(entries)
    current = {fingerprint(block) for block in source.visible}
    orphans = [entry for entry in entries if entry.source not in current]
    result = []
    for block in source.visible:
        if block in unchanged:
            match = unchanged[block]
            result.append(BlockState(FRESH, block, match, moved=position[match] not in unmoved))
            continue
        other = partner.get(block)
        if other is None or other in taken:
            result.append(BlockState(MISSING, block, None))
        elif unused.get(fingerprint(block)):
            result.append(BlockState(FRESH, block, other, edited=True))
        elif recorded := by_translation.get(fingerprint(other)):
            result.append(BlockState(STALE, block, other, recorded[0].source))
        else:
            state = STALE if entries else UNRECORDED
            result.append(BlockState(state, block, other, _orphaned_source(block, orphans)))
    return result


def _match_by_hash(
    source: Page, translation: Page, entries: Sequence[Entry], partner: dict[Block, Block]
) -> tuple[dict[Block, Block], dict[str, list[Entry]]]:
    """The English blocks that the lock holds together with a translation that is still on the page.

    Of several equal translations, ``partner`` is preferred. Returns the pairs, and the entries that none of them uses
    by the hash of their English.
    """
    unused: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        unused[entry.source].append(entry)
    present: dict[str, list[Block]] = defaultdict(list)
    for block in translation.visible:
        present[fingerprint(block)].append(block)
    pairs: dict[Block, Block] = {}
    for block in source.visible:
        for entry in unused.get(fingerprint(block), ()):
            candidates = present.get(entry.translation)
            if candidates:
                match = partner[block] if partner.get(block) in candidates else candidates[0]
                pairs[block] = match
                candidates.remove(match)
                unused[entry.source].remove(entry)
                break
    return pairs, unused


def _by_translation(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    result: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        result[entry.translation].append(entry)
    return result


def _longest_increasing(positions: Sequence[int]) -> set[int]:
    """The longest increasing subsequence of ``positions``: blocks that kept their order; the others have moved."""
    ends: list[int] = []  # the smallest last position of an increasing run of each length
    previous: dict[int, int | None] = {}
    for position in positions:
        length = bisect_left(ends, position)
        previous[position] = ends[length - 1] if length else None
        ends[length : length + 1] = [position]
    kept = set()
    last = ends[-1] if ends else None
    while last is not None:
        kept.add(last)
        last = previous[last]
    return kept


def _orphaned_source(block: Block, orphans: Sequence[Entry]) -> str:
    """The hash of the English that a block was made from, where both sides have changed since.

    It is known where one entry alone of the block's section and kind has lost its English.
    """
    candidates = [entry for entry in orphans if entry.section == block.section and entry.kind == block.kind]
    return candidates[0].source if len(candidates) == 1 else ""


def accept(
    source: Page, translation: Page, entries: Sequence[Entry], reason: str = ""
) -> tuple[list[Entry], list[Finding]]:
    """The entries of a lock that says: this translation matches today's English.

    Where the English has changed and the translation hasn't, the old entry is kept, and the block stays stale, unless
    ``reason`` says why the translation still fits.

    Args:
        source: the English page.
        translation: the page in another language.
        entries: of the page's lock so far.
        reason: why translations that haven't changed still fit; "" where they may not.

    Returns:
        the new entries, in the order of the English page; and a finding for each block that can't be accepted.
    """
    accepted: list[Entry] = []
    findings: list[Finding] = []
    by_translation = _by_translation(entries)
    for block in states(source, translation, entries):
        if block.translation is None:
            findings.append(
                Finding(
                    translation.path,
                    1,
                    f"not translated: {source.path}:{block.source.line}, "
                    f"{block.source.kind} “{excerpt(block.source.text)}”",
                    "translate it first",
                )
            )
            continue
        new = Entry(block.source.kind, block.source.section, fingerprint(block.source), fingerprint(block.translation))
        old = _most_alike(new, by_translation.get(new.translation, []))
        if block.state == STALE and old is not None and _is_language(block.source):
            if reason:
                accepted.append(replace(new, reason=" ".join(reason.split())))
                continue
            accepted.append(old)
            findings.append(
                Finding(
                    translation.path,
                    block.translation.line,
                    f"{source.path}:{block.source.line} has changed, but this translation has not: "
                    f"“{excerpt(block.translation.text)}”",
                    "mend it and accept again; or, if it fits as it is, say why: "
                    f'handbook accept {translation.path} --unchanged "reason"',
                )
            )
        elif old is not None and old.source == new.source:
            accepted.append(replace(new, reason=old.reason))
        else:
            accepted.append(new)
    return accepted, findings


def _most_alike(entry: Entry, candidates: Sequence[Entry]) -> Entry | None:
    """Of several entries with one translation, that with the same English, else in the same section, else the first."""
    for candidate in candidates:
        if candidate.source == entry.source:
            return candidate
    for candidate in candidates:
        if candidate.section == entry.section:
            return candidate
    return candidates[0] if candidates else None


def _is_language(block: Block) -> bool:
    """Whether a block is prose: code, outputs, formulas and html are the same in every language."""
    return block.kind not in ("fence", "maths", "html")
