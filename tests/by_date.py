"""What is dear and of one kind is tried in turns: one by day, and all at night."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

import pytest


def only_in_its_turn(name: str, names: Collection[str], is_kept: bool, nightly: bool) -> None:
    """Skip the rest of a test of one of ``names``, unless it is night or the day of this name.

    Where an answer is kept, it is compared every day.
    """
    if name in names and not (nightly or is_kept or has_its_turn(name, names, date.today())):
        pytest.skip(f"dear: every night, and by day one of {len(names)}")


def has_its_turn(name: str, names: Collection[str], today: date) -> bool:
    """Whether ``name`` is the one of ``names`` that is tried today: each on one day, then the first again."""
    return sorted(names).index(name) == today.toordinal() % len(names)
