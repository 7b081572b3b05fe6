"""What is dear and of one kind is tried in turns: one by day, and all at night."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date


def has_its_turn(name: str, names: Collection[str], today: date) -> bool:
    """Whether ``name`` is the one of ``names`` that is tried today: each on one day, then the first again."""
    return sorted(names).index(name) == today.toordinal() % len(names)
