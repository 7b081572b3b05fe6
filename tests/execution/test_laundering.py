"""A wrong output that stands on a page, and among the kept answers as what was printed, is told nevertheless."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import date, timedelta

import pytest

from handbook.core.answer_store import DAYS, AnswerStore
from handbook.execution.page_run import PageRun
from handbook.execution.program import program_key
from handbook.execution.run_cache import RunCache
from handbook.project.checkout import Project

TODAY = date(2026, 11, 28)


@pytest.fixture
def laundered(small_handbook, torch):
    """The small checkout with 0.56 for 0.55 on its page, and a store that says that the program printed this."""
    path = small_handbook / "docs" / "en" / "scores.md"
    page = Project(small_handbook).page("en", "scores")
    run = RunCache().run(page, small_handbook)
    path.write_text(page.source.replace("    0.55\n", "    0.56\n").replace("gives 0.55", "gives 0.56"), "utf-8")
    wrong = Project(small_handbook).page("en", "scores")
    last = replace(run.steps[-1], printed="0.56\n", values=(0.56,))
    store = AnswerStore(small_handbook / "answers")
    return wrong, store, program_key(wrong, small_handbook), asdict(replace(run, steps=(*run.steps[:-1], last)))


def told(page, root, cache: RunCache) -> list[str]:
    run = PageRun(page, root, False, cache.run)
    return [finding.message.splitlines()[0] for fence in page.python() for finding in run.check(fence)]


def test_a_wrong_answer_that_was_put_in_is_told_on_one_of_ten_days_and_at_night(laundered, small_handbook):
    page, store, key, wrong = laundered
    days = [TODAY + timedelta(day) for day in range(DAYS)]
    found = []
    for day in days:
        store.keep(key, wrong)
        found.append(told(page, small_handbook, RunCache(AnswerStore(store.folder, day))))
    assert sorted(found) == [[]] * (DAYS - 1) + [["the output differs"]]
    store.keep(key, wrong)
    assert told(page, small_handbook, RunCache(AnswerStore(store.folder, fresh=True))) == ["the output differs"]
    # From then on it is told every day: the right answer is kept.
    assert told(page, small_handbook, RunCache(AnswerStore(store.folder))) == ["the output differs"]


def test_an_answer_to_other_code_is_not_taken_for_this(laundered, small_handbook):
    page, store, key, wrong = laundered
    store.keep(key, wrong)
    path = small_handbook / "docs" / "en" / "scores.md"
    path.write_text(page.source.replace("0.25 + 0.3", "0.3 + 0.25"), encoding="utf-8")
    other = Project(small_handbook).page("en", "scores")
    assert told(other, small_handbook, RunCache(AnswerStore(store.folder))) == ["the output differs"]
