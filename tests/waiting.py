"""Waiting for a page. Playwright's own ``wait_for_function`` needs ``eval`` inside the page, which the site's policy forbids."""

import time


def until(page, expression: str, arg=None, timeout: int = 30_000) -> None:
    """Come back as soon as the JavaScript ``expression`` is true; AssertionError after ``timeout`` milliseconds."""
    last = time.monotonic() + timeout / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < last, f"never came true: {expression}"
        page.wait_for_timeout(30)
