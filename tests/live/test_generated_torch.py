"""Programs that are made at random say in the page what they say with torch.

By day always the same ones, so that nobody's work waits for what another day's dice found; at night others each time:
the seed is the date. A run is repeated with ``GENERATED_TORCH=SEED``, and ``generated_compare.py SEED COUNT`` lists
what differs.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime

import pytest
from generated_compare import DIFFERENT, NAMED, all_compared, close, compared
from generated_torch import KINDS, programs

pytest.importorskip("torch", minversion="2.13")

BY_DAY, AT_NIGHT = 300, 6000
# At night so many of a thousand may differ, and are printed. What is left are numbers that a step blew up from a last
# digit, and arguments so odd that torch itself takes them by accident. May only fall.
LEFT = 2


def test_the_page_says_what_torch_says(nightly):
    seed = os.environ.get("GENERATED_TORCH") or (f"{datetime.now(UTC):%Y-%m-%d}" if nightly else "by day")
    sources = programs(seed, AT_NIGHT if nightly else BY_DAY)
    told = all_compared(sources)
    texts = [one.text(name, sources[name]) for name, one in told.items() if one.word == DIFFERENT]
    print(f"{len(texts)} programs of seed {seed} differ silently:", *texts, sep="\n")
    assert len(texts) <= (len(sources) * LEFT // 1000 if nightly else 0)
    # Else it would compare nothing.
    assert sum(one.word == NAMED for one in told.values()) < len(told) / 4


def test_the_same_seed_makes_the_same_programs_of_every_kind():
    some = programs("a seed", 3 * len(KINDS))
    assert some == programs("a seed", 3 * len(KINDS))
    assert some != programs("another seed", 3 * len(KINDS))
    assert [name.split()[0] for name in some] == list(KINDS) * 3


@pytest.mark.parametrize(
    ("expected", "found", "is_close"),
    [
        ("tensor([1.0000, 2.5000])", "tensor([1.0001, 2.5000])", True),
        ("tensor([1.0000, 2.5000])", "tensor([1.0003, 2.5000])", False),
        ("tensor([1., 2.])", "tensor([1.0000, 2.0000])", True),
        ("tensor([1., 2.])", "tensor([2., 2.])", False),
        ("tensor([1, 2])", "tensor([1, 3])", False),
        ("tensor([0.0000, 1.0000])", "tensor([nan, 1.0000])", False),
        ("tensor(0.1500)", "tensor(1.1102e-16)", False),
        ("tensor([1., 2.])", "tensor([[1., 2.]])", False),
        ("tensor(2., grad_fn=<AddBackward0>)", "tensor(2., grad_fn=<SubBackward0>)", True),
        ("tensor(2., grad_fn=<AddBackward0>)", "tensor(2.)", False),
    ],
)
def test_only_last_digits_may_differ(expected, found, is_close):
    assert close(expected, found) is is_close


@pytest.mark.parametrize(
    ("expected", "found", "word"),
    [
        (["1\n", ""], ["2\n", ""], "different"),
        (["1\n", ""], ["", "TypeError: x"], "different"),
        (["", "ValueError: x"], ["1\n", ""], "different"),
        (["", "ValueError: x"], ["", "TypeError: y"], "same"),
        (["1\n", ""], ["", "AttributeError: torch.x is not in this small stand-in for torch"], "named"),
    ],
)
def test_what_counts_as_a_difference(expected, found, word):
    assert compared("creation", ["x"], [expected], [found]).word == word
