"""Locks: from which English block each block of a translation was made.

One line a block, in page order: kind, id of the section, hash of the English, hash of the translation, and where a
person vouched that an English change needs no other translation, the reason. The last line seals the others and the
name of the file, so that a hash that was raised by hand is noticed, and the lock of another page too. No dates and no
commit ids: the same pages give the same lock.
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
UNRECORDED = "unrecorded"  # translated, but nobody has said from which English

DIGITS = 12
SEAL = "seal"
CONFLICT = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
HISTORY = "take the file from the history"


@dataclass(frozen=True)
class Entry:
    """One line of a lock."""

    kind: str
    section: str
    source: str
    translation: str
    reason: str = ""

    def __str__(self) -> str:
        line = f"{self.kind:<10} {self.section or '-':<28} {self.source} {self.translation}"
        return f"{line} unchanged: {self.reason}" if self.reason else line


@dataclass(frozen=True)
class BlockState:
    """What is known of one English block and its translation."""

    state: str
    source: Block
    translation: Block | None
    made_from: str = ""  # hash of the English that a stale block was made from
    moved: bool = False
    edited: bool = False  # fresh, but the lock holds an older wording of the translation


@lru_cache(maxsize=4096)  # one page in many languages: the English blocks are asked for again and again
def fingerprint(block: Block) -> str:
    """The hash of what a block says: re-wrapping, spaces and comments in code don't count, any word does."""
    return _hash(_said(block))


def _said(block: Block) -> str:
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
    return sha256(text.encode("utf-8")).hexdigest()[:DIGITS]


def path_of(root: Path, language: str, name: str) -> Path:
    return root / "i18n" / language / "lock" / f"{name}.lock"


def render(entries: Sequence[Entry], path: Path) -> str:
    """The text of the lock at ``path``."""
    lines = "".join(f"{entry}\n" for entry in entries)
    return f"{lines}{SEAL} {_hash('/'.join(path.parts[-3:]) + lines)}\n"


def read(path: Path, root: Path) -> tuple[list[Entry], list[Finding]]:
    """The entries of a lock, and what is wrong with the file. A lock that isn't there is empty."""
    name = display_path(path, root)
    if not path.exists() and not path.is_symlink():
        return [], []
    if path.is_symlink() or not path.is_file():
        return [], [Finding(name, 1, "not a file of its own", f"{HISTORY}, and run `handbook accept`")]
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return [], [
            Finding(name, data[: error.start].count(b"\n") + 1, "not UTF-8", f"{HISTORY}, and run `handbook accept`")
        ]
    entries: list[Entry] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line.startswith(CONFLICT):
            return entries, [
                Finding(
                    name,
                    number,
                    "two versions of this lock met in a merge",
                    "take either side whole (`git checkout --ours` or `--theirs` and this path), "
                    "then run `handbook accept`",
                )
            ]
        fields = line.split(None, 4)
        if not fields or fields[0] == SEAL:
            continue
        if (
            len(fields) < 4
            or not all(_is_hash(field) for field in fields[2:4])
            or (len(fields) == 5 and not fields[4].startswith("unchanged: "))
        ):
            return entries, [
                Finding(
                    name,
                    number,
                    "this is not a line of a lock",
                    f"locks are written by `handbook accept` only: {HISTORY}, and run it",
                )
            ]
        reason = fields[4].removeprefix("unchanged: ") if len(fields) == 5 else ""
        entries.append(Entry(fields[0], "" if fields[1] == "-" else fields[1], fields[2], fields[3], reason))
    if text != render(entries, path):
        last = max(len(lines) - (not lines[-1]), 1)
        return entries, [
            Finding(
                name,
                last,
                "this lock was edited by hand or is another page's: its seal doesn't fit",
                f"{HISTORY}, and run `handbook accept`; for a page with a new name, remove the lock first",
            )
        ]
    return entries, []


def _is_hash(text: str) -> bool:
    return len(text) == DIGITS and set(text) <= set("0123456789abcdef")


def states(source: Page, translation: Page | None, entries: Sequence[Entry]) -> list[BlockState]:
    """For each English block whether its translation is fresh, stale, missing or unrecorded.

    Blocks are matched by hash first and by position second: a paragraph that was moved in both pages, or in
    English only, stays fresh.
    """
    if translation is None:
        return [BlockState(MISSING, block, None) for block in source.visible]
    as_locked = [(entry.source, entry.translation) for entry in entries]
    if as_locked == list(zip(map(fingerprint, source.visible), map(fingerprint, translation.visible))) and len(
        entries
    ) == len(source.visible) == len(translation.visible):
        return [
            BlockState(FRESH, *pair) for pair in zip(source.visible, translation.visible)
        ]  # most pages: nothing has changed
    pairs, _, _ = align(source, translation)
    partner = dict(pairs)
    by_source: dict[str, list[Entry]] = defaultdict(list)
    by_translation: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_source[entry.source].append(entry)
        by_translation[entry.translation].append(entry)
    present: dict[str, list[Block]] = defaultdict(list)
    for block in translation.visible:
        present[fingerprint(block)].append(block)

    unchanged: dict[Block, Block] = {}
    place = {block: number for number, block in enumerate(translation.visible)}
    taken: set[Block] = set()
    # By hash: this English is in the lock, and so is the translation that was made from it.
    for block in source.visible:
        for entry in by_source.get(fingerprint(block), ()):
            candidates = [other for other in present.get(entry.translation, ()) if other not in taken]
            if candidates:
                match = partner[block] if partner.get(block) in candidates else candidates[0]
                unchanged[block] = match
                taken.add(match)
                by_source[entry.source].remove(entry)
                break
    settled = _in_order([place[match] for match in unchanged.values()])
    result = {
        block: BlockState(FRESH, block, match, moved=place[match] not in settled) for block, match in unchanged.items()
    }
    # By position: either side has changed since.
    today = {fingerprint(block) for block in source.visible}
    orphans = [entry for entry in entries if entry.source not in today]
    for block in source.visible:
        if block in result:
            continue
        other = partner.get(block)
        if other is None or other in taken:
            result[block] = BlockState(MISSING, block, None)
        elif by_source.get(fingerprint(block)):
            result[block] = BlockState(FRESH, block, other, edited=True)
        elif known := by_translation.get(fingerprint(other)):
            result[block] = BlockState(STALE, block, other, known[0].source)
        else:
            result[block] = BlockState(STALE if entries else UNRECORDED, block, other, _neighbour(block, orphans))
    return [result[block] for block in source.visible]


def _in_order(places: Sequence[int]) -> set[int]:
    """The most of ``places`` that can stay where they are, each behind the ones before it; the others have moved."""
    ends: list[int] = []  # the place that ends the best run of each length
    before: dict[int, int | None] = {}
    for place in places:
        length = bisect_left(ends, place)
        before[place] = ends[length - 1] if length else None
        ends[length : length + 1] = [place]
    kept = set()
    at = ends[-1] if ends else None
    while at is not None:
        kept.add(at)
        at = before[at]
    return kept


def _neighbour(block: Block, orphans: Sequence[Entry]) -> str:
    """What the block was made from, where both sides have changed.

    The one line whose English is gone, of the same kind in the same section, tells.
    """
    like = [entry for entry in orphans if entry.section == block.section and entry.kind == block.kind]
    return like[0].source if len(like) == 1 else ""


def accept(
    source: Page, translation: Page, entries: Sequence[Entry], reason: str = ""
) -> tuple[list[Entry], list[Finding]]:
    """The lock that says: this translation matches today's English; and the blocks for which it can't be said.

    A source hash is never raised while the translation stayed the same, unless ``reason`` says why: such a block keeps
    its old line and stays stale. The order is that of the English page.
    """
    made: list[Entry] = []
    refused: list[Finding] = []
    old: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        old[entry.translation].append(entry)
    for state in states(source, translation, entries):
        if state.translation is None:
            refused.append(
                Finding(
                    translation.path,
                    1,
                    f"not translated: {source.path}:{state.source.line}, "
                    f"{state.source.kind} “{excerpt(state.source.text)}”",
                    "translate it first",
                )
            )
            continue
        new = Entry(state.source.kind, state.source.section, fingerprint(state.source), fingerprint(state.translation))
        alike = old.get(new.translation, [])  # several, where a page says the same twice
        before = (
            next((entry for entry in alike if entry.source == new.source), None)
            or next((entry for entry in alike if entry.section == new.section), None)
            or next(iter(alike), None)
        )
        if state.state == STALE and before is not None and _is_language(state.source):
            if not reason:
                refused.append(
                    Finding(
                        translation.path,
                        state.translation.line,
                        f"{source.path}:{state.source.line} has changed, but this translation has not: "
                        f"“{excerpt(state.translation.text)}”",
                        "mend it and accept again; or, if it fits as it is, say why: "
                        f'handbook accept {translation.path} --unchanged "reason"',
                    )
                )
                made.append(before)
                continue
            new = Entry(new.kind, new.section, new.source, new.translation, " ".join(reason.split()))
        elif before is not None and before.source == new.source:
            new = replace(new, reason=before.reason)
        made.append(new)
    return made, refused


def _is_language(block: Block) -> bool:
    """Code, outputs, formulas and html are the same in every language: parity compares them."""
    return block.kind not in ("fence", "maths", "html")
