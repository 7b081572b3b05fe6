"""Browsers of the machine; Playwright's own can't be downloaded everywhere."""

from __future__ import annotations

import os
import shutil

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# The headless shell is the same engine without the window around it: a new page takes two thirds of the time.
NAMES = {
    "chromium": CHROMIUM,
    "headless chromium": ("chromium-headless-shell", *CHROMIUM),
    "firefox": ("firefox-esr", "firefox"),
}

LAPTOP_SIZE = {"width": 1440, "height": 900}
PHONE_SIZE = {"width": 360, "height": 780}  # a small one
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# The headless shell has a mouse that rests in the window's corner and tells pages of it now and then; a phone has none.
WITHOUT_MOUSE = "addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true)"


def phone(browser, **more):
    """A browser context as on a phone that nobody has touched yet; ``more`` are options of ``new_context``."""
    context = browser.new_context(**PHONE | more)
    context.add_init_script(WITHOUT_MOUSE)
    return context


def executable(browser: str) -> str:
    """The path of one of ``NAMES``. Without it the test is skipped, or fails where CI insists on it."""
    if found := next(filter(None, map(shutil.which, NAMES[browser])), None):
        return found
    advice = f"no {browser} found: `apt-get install {NAMES[browser][0]}` lets these tests run"
    if os.environ.get("HANDBOOK_NEEDS_BROWSER"):
        pytest.fail(advice)
    pytest.skip(advice)
