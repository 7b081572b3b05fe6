"""Turns by day: each of a kind has its own."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from by_date import has_its_turn, only_in_its_turn

NAMES = {"circuits", "positions", "training"}


def test_each_has_its_turn_on_one_of_as_many_days_and_never_two():
    days = [date(2026, 12, 30) + timedelta(day) for day in range(3 * len(NAMES))]
    turns = [[name for name in sorted(NAMES) if has_its_turn(name, NAMES, day)] for day in days]
    assert all(len(names) == 1 for names in turns)
    assert all({name for names in turns[i : i + 3] for name in names} == NAMES for i in range(len(turns) - 2))


def test_at_night_with_an_answer_and_of_other_kinds_nothing_is_skipped():
    for name in NAMES:
        only_in_its_turn(name, NAMES, True, False)
        only_in_its_turn(name, NAMES, False, True)
    only_in_its_turn("by-hand", NAMES, False, False)
    skipped = 0
    for name in NAMES:
        try:
            only_in_its_turn(name, NAMES, False, False)
        except pytest.skip.Exception:
            skipped += 1
    assert skipped == len(NAMES) - 1
