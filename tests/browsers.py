"""Browsers of the machine; Playwright's own can't be downloaded everywhere."""

from __future__ import annotations

import os
import shutil

import pytest

NAMES = {"chromium": ("chromium", "chromium-browser", "google-chrome"), "firefox": ("firefox-esr", "firefox")}


def executable(browser: str) -> str:
    """The path of ``"chromium"`` or ``"firefox"``. Without it the test is skipped, or fails where CI insists on it."""
    if found := next(filter(None, map(shutil.which, NAMES[browser])), None):
        return found
    advice = f"no {browser} found: `apt-get install {NAMES[browser][0]}` lets these tests run"
    if os.environ.get("HANDBOOK_NEEDS_BROWSER"):
        pytest.fail(advice)
    pytest.skip(advice)
