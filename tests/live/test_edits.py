"""What a learner changes in blocks of the pages does in the page what it does in CPython with torch."""

from __future__ import annotations

import tomllib

import page_edits
import pytest
from page_edits import ENDLESS, MESSAGE, Edit

from handbook import ROOT

pytest.importorskip("torch")

EDITS = {edit.title: edit for edit in page_edits.edits()}
DIFFERENCES = tomllib.loads((ROOT / "frontend/live/differences.toml").read_text("utf-8"))["difference"]


@pytest.fixture(scope="module")
def compared(answers) -> dict[str, tuple[str, str]]:
    """All of them in one run, since starting takes the most time."""
    return page_edits.compared(list(EDITS.values()), answers)


def titles(kind: str) -> list[str]:
    return [title for title, edit in EDITS.items() if _kind(edit) == kind]


def _kind(edit: Edit) -> str:
    if edit.known == ENDLESS:
        return "endless"
    if edit.known.startswith(MESSAGE):
        return "message"
    return "known" if edit.known else "same"


@pytest.mark.parametrize("title", titles("same"))
def test_a_changed_block_prints_what_it_prints_in_torch(compared, title: str) -> None:
    expected, here = compared[title]
    assert here == expected


@pytest.mark.parametrize("title", titles("known"))
def test_a_known_difference_is_still_there(compared, title: str) -> None:
    expected, here = compared[title]
    assert here != expected, "leave out its line that begins with !"


@pytest.mark.parametrize("title", titles("message"))
def test_what_the_page_cannot_do_it_says(compared, title: str) -> None:
    assert EDITS[title].known.removeprefix(MESSAGE) in compared[title][1]


@pytest.mark.parametrize("title", titles("endless"))
def test_an_endless_loop_ends_with_the_time_that_it_is_given(compared, title: str) -> None:
    assert compared[title][1] == f"not ready after {page_edits.SECONDS} s"


def test_each_difference_is_told_to_readers() -> None:
    told = {difference["edits"] for difference in DIFFERENCES if "edits" in difference}
    assert told == {EDITS[title].known for title in titles("known")}


def test_there_are_enough_of_all_kinds() -> None:
    assert len(EDITS) >= 200 and len({edit.page for edit in EDITS.values()}) >= 14
    assert len(titles("known")) < 0.1 * len(EDITS)
    assert titles("message") and titles("endless")
