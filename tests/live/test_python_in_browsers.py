"""Python itself in the page, over http; tests/export/test_offline_zip.py has it in a folder."""

from __future__ import annotations

import pytest
from real_python import check, tell
from samples import sample


@pytest.mark.parametrize("browser_name", sample(["chromium", "firefox"], ["chromium"]))
def test_a_chapter_runs_is_edited_and_stopped(address, browser_name):
    check(tell(browser_name, f"{address}by-hand/"))
