"""A short morning of `handbook serve`; `make soak` is the whole day."""

from __future__ import annotations

import pytest
from soak import checkout, soak


@pytest.mark.nightly
def test_the_preview_stays_up_and_serves_what_a_fresh_build_gives(takes_minutes, tmp_path):
    memory = soak(checkout(tmp_path / "checkout"), tmp_path / "serve.log", edits=40, seed=7, at_once=15)
    assert memory[-1][0] >= 40
    assert len(memory) > 1 and memory[-1][1] < memory[0][1] + 50, f"MB after so many edits: {memory}"
