"""The state of each unit of a translation: made from today's English, from older English, or not made yet."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from handbook.markdown.model import PAGES, Block, Page
from handbook.translation.lockfile import Entry
from handbook.translation.translation_units import UNORDERED, fingerprint, pairs_of, units_of

FRESH = "fresh"
STALE = "stale"
MISSING = "missing"
DRAFT = "draft"  # made from today's English by a machine, and not read by a person yet
UNRECORDED = "unrecorded"  # translated, but the lock doesn't say from which English


@dataclass(frozen=True)
class UnitState:
    """One English unit with its translation."""

    state: str  # FRESH, DRAFT, STALE, MISSING or UNRECORDED
    source: Block
    translation: Block | None  # None where there is none
    entry: Entry | None = None  # the unit's line in the lock; None where it has none or nobody can tell which
    moved: bool = False  # fresh, but in another order than the English
    edited: bool = False  # fresh, but the lock holds an older wording of the translation

    @property
    def source_hash(self) -> str:
        """The hash of the English that the unit was translated from; "" where that isn't known."""
        return self.entry.source if self.entry else ""


def states(source: Page, translation: Page | None, entries: Sequence[Entry]) -> tuple[UnitState, ...]:
    """The state of each English unit, in page order.

    Units are matched by hash first and by position second: a paragraph that was moved on both pages, or on the
    English one only, stays fresh.

    Args:
        source: the English page.
        translation: the page in another language; None where there is none.
        entries: of the page's lock.
    """
    return _states(source, translation, tuple(entries))


@lru_cache(maxsize=PAGES)
def _states(source: Page, translation: Page | None, entries: tuple[Entry, ...]) -> tuple[UnitState, ...]:
    ours = units_of(source)
    if translation is None:
        return tuple(UnitState(MISSING, unit, None) for unit in ours)
    theirs = units_of(translation)
    if len(entries) == len(ours) == len(theirs) and all(
        (entry.source, entry.translation, entry.begun) == (fingerprint(unit), fingerprint(other), False)
        for entry, unit, other in zip(entries, ours, theirs)
    ):  # nothing has changed: so it is on most pages
        return tuple(UnitState(_recorded(unit[2]), *unit) for unit in zip(ours, theirs, entries))
    partner = pairs_of(source, translation)
    matches = _match_by_hash(ours, theirs, entries, partner)
    positions = {unit: number for number, unit in enumerate(theirs)}
    in_order = [positions[unit] for unit, _ in matches.values() if unit.kind not in UNORDERED]
    unmoved = _longest_increasing(in_order)
    taken = {unit for unit, _ in matches.values()}
    changed = {unit: partner[unit] for unit in ours if unit not in matches and partner.get(unit) not in {None, *taken}}
    history = _History(entries, [entry for _, entry in matches.values()], changed, ours)
    result = []
    for unit in ours:
        if unit in matches:
            other, entry = matches[unit]
            moved = unit.kind not in UNORDERED and positions[other] not in unmoved
            result.append(UnitState(_recorded(entry), unit, other, entry, moved))
        elif unit in changed:
            result.append(history.state_of(unit))
        else:
            result.append(UnitState(MISSING, unit, None))
    return tuple(result)


def _recorded(entry: Entry) -> str:
    """The state of a unit that is as its line in the lock says."""
    return MISSING if entry.begun else DRAFT if entry.draft else FRESH


def _match_by_hash(
    ours: Sequence[Block], theirs: Sequence[Block], entries: Sequence[Entry], partner: dict[Block, Block]
) -> dict[Block, tuple[Block, Entry]]:
    """The English units that the lock holds together with a translation that is still on the page, and their entries.

    Of several equal translations, ``partner`` is preferred.
    """
    unused: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        unused[entry.source].append(entry)
    present: dict[str, list[Block]] = defaultdict(list)
    for unit in theirs:
        present[fingerprint(unit)].append(unit)
    pairs: dict[Block, tuple[Block, Entry]] = {}
    for unit in ours:
        for entry in unused.get(fingerprint(unit), ()):
            candidates = present.get(entry.translation)
            if candidates:
                match = partner[unit] if partner.get(unit) in candidates else candidates[0]
                pairs[unit] = match, entry
                candidates.remove(match)
                unused[entry.source].remove(entry)
                break
    return pairs


class _History:
    """Which line of the lock a unit had before its wording changed, in English or translated.

    Args:
        entries: of the lock.
        used: those of units that haven't changed.
        changed: the units to find a line for, with their translations.
        ours: all units of the English page.
    """

    def __init__(
        self, entries: Sequence[Entry], used: Sequence[Entry], changed: dict[Block, Block], ours: Sequence[Block]
    ) -> None:
        self.entries, self.changed = entries, changed
        self.unused = list(entries)
        for entry in used:
            self.unused.remove(entry)
        current = {fingerprint(unit) for unit in ours}
        self.orphans: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        for entry in self.unused:
            if entry.source not in current:
                self.orphans[entry.kind, entry.section].append(entry)
        self.without_line: dict[tuple[str, str], list[Block]] = defaultdict(list)
        for unit, other in changed.items():
            if self._by_hash(unit, other) is None:
                self.without_line[unit.kind, unit.section].append(unit)

    def state_of(self, unit: Block) -> UnitState:
        """The state of one of the changed units."""
        translation = self.changed[unit]
        entry = self._by_hash(unit, translation)
        if entry is None:
            orphans = self.orphans[unit.kind, unit.section]
            state = STALE if orphans else UNRECORDED
            return UnitState(state, unit, translation, self._orphan_of(unit, orphans))
        if entry.begun and entry.translation == fingerprint(translation):
            return UnitState(MISSING, unit, translation, entry)
        if entry.source != fingerprint(unit):
            return UnitState(STALE, unit, translation, entry)
        if entry.begun or entry.draft:  # somebody has worked on it since
            return UnitState(UNRECORDED, unit, translation, entry)
        return UnitState(FRESH, unit, translation, entry, edited=True)

    def _by_hash(self, unit: Block, translation: Block) -> Entry | None:
        """The entry with the same English, else that with the same translation."""
        same = (entry for entry in self.unused if entry.source == fingerprint(unit))
        return next(same, None) or _most_alike(unit, fingerprint(translation), self.entries)

    def _orphan_of(self, unit: Block, orphans: Sequence[Entry]) -> Entry | None:
        """The line that both sides have left: known where there is one in the section, or one for each unit."""
        units = self.without_line[unit.kind, unit.section]
        if len(orphans) == len(units):
            return orphans[units.index(unit)]
        return orphans[0] if len(orphans) == 1 else None


def _most_alike(unit: Block, translation: str, entries: Sequence[Entry]) -> Entry | None:
    """Of the entries with this translation, that with the unit's English, else in its section, else the first."""
    candidates = [entry for entry in entries if entry.translation == translation]
    for candidate in candidates:
        if candidate.source == fingerprint(unit):
            return candidate
    for candidate in candidates:
        if candidate.section == unit.section:
            return candidate
    return candidates[0] if candidates else None


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
