"""Kept answers: what is believed, and for how long a wrong one can be."""

from __future__ import annotations

import os
from datetime import date, timedelta

import pytest

from handbook.core.answer_store import DAYS, AnswerStore, key_of

TODAY = date(2026, 11, 28)
KEY = key_of("a question", {"of": ["parts"]})


def never() -> str:
    raise AssertionError("asked again")


def test_an_answer_is_asked_for_once(tmp_path):
    answer = {"printed": "0.5 ✓\n", "values": [0.1, 1e-300]}
    assert AnswerStore(tmp_path).answer(KEY, lambda: answer) == answer
    assert AnswerStore(tmp_path).answer(KEY, never) == answer
    assert AnswerStore(tmp_path).holds(KEY) and not AnswerStore(tmp_path).holds(key_of("another"))


def test_without_a_folder_nothing_is_kept(tmp_path):
    store = AnswerStore(None)
    assert [store.answer(KEY, lambda: 1), store.answer(KEY, lambda: 2)] == [1, 2]
    assert not store.holds(KEY)


def test_what_is_not_to_be_kept_is_asked_again(tmp_path):
    store, make = AnswerStore(tmp_path), iter((1, 2, 3)).__next__
    assert [store.answer(KEY, make, lambda answer: answer > 1) for _ in range(3)] == [1, 2, 2]


@pytest.mark.parametrize("spoiled", ["", "{}", "\0", "0" * 64 + '\n{"printed": 1}'])
def test_a_damaged_answer_counts_as_none(tmp_path, spoiled):
    store = AnswerStore(tmp_path)
    store.keep(KEY, "right")
    next(tmp_path.iterdir()).write_text(spoiled, encoding="utf-8")
    assert store.answer(KEY, lambda: "made again") == "made again"
    assert store.answer(KEY, never) == "made again"


def test_a_wrong_answer_is_believed_on_all_days_but_one_and_never_afterwards(tmp_path):
    """Somebody has put it in, with its hash: on one of ``DAYS`` days it is asked for again, and the right one kept."""
    days = [TODAY + timedelta(days) for days in range(DAYS)]
    believed = []
    for today in days:
        AnswerStore(tmp_path).keep(KEY, "wrong")
        believed.append(AnswerStore(tmp_path, today).answer(KEY, lambda: "right") == "wrong")
    assert believed.count(False) == 1
    due = days[believed.index(False)]
    AnswerStore(tmp_path).keep(KEY, "wrong")
    AnswerStore(tmp_path, due).answer(KEY, lambda: "right")
    assert AnswerStore(tmp_path, due + timedelta(1)).answer(KEY, never) == "right"


def test_each_day_another_part_of_the_answers_is_made_again(tmp_path):
    keys = [key_of(number) for number in range(200)]
    for key in keys:
        AnswerStore(tmp_path).keep(key, 0)
    again = [
        {key for key in keys if AnswerStore(tmp_path, TODAY + timedelta(day)).find(key) is None} for day in range(DAYS)
    ]
    assert set().union(*again) == set(keys) and sum(map(len, again)) == len(keys)
    assert max(map(len, again)) < 3 * len(keys) / DAYS


def test_a_fresh_run_believes_nothing_and_keeps_what_it_was_told(tmp_path):
    AnswerStore(tmp_path).keep(KEY, "wrong")
    assert AnswerStore(tmp_path, TODAY, fresh=True).answer(KEY, lambda: "right") == "right"
    assert AnswerStore(tmp_path).answer(KEY, never) == "right"


def test_the_oldest_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("handbook.core.answer_store.MAX_FILES", 3)
    store = AnswerStore(tmp_path)
    for number in range(5):
        store.keep(key_of(number), number)
        os.utime(tmp_path / f"{key_of(number)}.json", (number, number))
    store.prune()
    assert [store.find(key_of(number)) for number in range(5)] == [None, None, 2, 3, 4]
