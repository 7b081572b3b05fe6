"""A mutant of each family in each run of the tests: each fault must be told, and no harmless change may be.

At night there are more of them, and pages are run. The long run over 2,000 is ``make mutate``.
"""

from __future__ import annotations

from itertools import islice

import pytest
from mutation.families import FAMILIES, planted
from mutation.gate import Checkout
from mutation.harmless import HARMLESS

SEED = 20
MUTANTS_AT_NIGHT = 2  # of each family


@pytest.fixture(scope="session")
def checkout(torch, tmp_path_factory, nightly) -> Checkout:
    return Checkout(tmp_path_factory.mktemp("mutants"), runs=nightly)


def test_there_are_families_enough():
    assert len(FAMILIES) >= 25 and len(HARMLESS) >= 10


@pytest.mark.parametrize("name", FAMILIES)
def test_a_planted_fault_is_told(checkout, name, nightly):
    found = [planted(name, number, SEED, checkout) for number in range(MUTANTS_AT_NIGHT if nightly else 1)]
    mutants = [mutant for mutant in found if mutant]
    if not mutants:
        pytest.skip("no place for it in the pages of today")
    for mutant in mutants:
        verdict = checkout.judge(mutant)
        assert verdict.errors, f"nobody says anything about\n{mutant.diff((checkout.root / mutant.path).read_bytes())}"


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name",
    [
        "a digit of an English output changes",
        "a sign of an English output changes",
        "a number of an English output has fewer digits",
        "a name in the English code changes",
    ],
)
def test_a_fault_that_all_languages_share_is_told_by_running_the_page(checkout, name):
    mutants = (planted(name, number, SEED, checkout) for number in range(20))
    verdicts = (verdict for mutant in mutants if mutant and (verdict := checkout.judge_by_run(mutant)))
    some = list(islice(verdicts, 2))
    assert len(some) == 2, "all on pages that train"
    assert all(verdict.errors for verdict in some)


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_change_is_not_told(checkout, name):
    mutant = planted(name, 0, SEED, checkout, HARMLESS)
    if mutant is None:
        pytest.skip("no place for it in the pages of today")
    verdict = checkout.judge(mutant)
    assert not verdict.errors and not verdict.notices, mutant.diff((checkout.root / mutant.path).read_bytes())
