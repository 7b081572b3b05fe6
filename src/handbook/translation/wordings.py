"""How the English of a page has changed since its units were translated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from handbook.markdown.model import Page
from handbook.translation import source_history
from handbook.translation.freshness import UnitState
from handbook.translation.translation_units import fingerprint, pairs_of, units_of


@dataclass(frozen=True)
class Wording:
    """The English of a unit when it was translated and today."""

    state: UnitState
    before: str | None  # None where the history doesn't have it
    signs_only: bool = False  # whether the translation has changed in signs only, since it was made from ``before``

    @property
    def after(self) -> str:
        """What the unit says in English today."""
        return self.state.source.text

    @property
    def is_kept(self) -> bool:
        """Whether the translation is still that of the English before."""
        entry, translation = self.state.entry, self.state.translation
        return entry is not None and translation is not None and entry.translation == fingerprint(translation)


def of_states(root: Path, source: Page, states: Sequence[UnitState]) -> tuple[list[Wording], str]:
    """The English of units, as the lock says that it was, and today.

    Returns:
        the texts; and why the old ones can't be read from git's history, or "".
    """
    old: dict[str, str] = {}
    reason = ""
    try:
        hashes = {state.source_hash for state in states if state.source_hash}
        old = source_history.texts_by_hash(root, source.path, hashes) if hashes else {}
    except source_history.GitHistoryError as error:
        reason = str(error)
    return [Wording(state, old.get(state.source_hash)) for state in states], reason


def since_begun(root: Path, source: Page, page: Page, states: Sequence[UnitState]) -> tuple[list[Wording], str]:
    """The English of those units that has changed since git first saw a translation that no lock tells of.

    Returns:
        the texts; and why the old ones can't be read from git's history, or "".
    """
    try:
        then = source_history.english_then(root, source, page)
    except source_history.GitHistoryError as error:
        return [Wording(state, None) for state in states], str(error)
    if then is None:
        return [Wording(state, None) for state in states], ""
    known = {fingerprint(unit) for unit in units_of(then)}
    before = pairs_of(source, then)
    return [
        Wording(state, before[state.source].text if state.source in before else None)
        for state in states
        if fingerprint(state.source) not in known
    ], ""
