"""Waiting for a page. Playwright's own ``wait_for_function`` needs ``eval`` inside the page, which the site's policy forbids."""

import time


def until(page, expression: str, arg=None, timeout: int = 30_000) -> None:
    """Come back as soon as the JavaScript ``expression`` is true; AssertionError after ``timeout`` milliseconds."""
    last = time.monotonic() + timeout / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < last, f"never came true: {expression}"
        page.wait_for_timeout(30)


def all_widgets(page) -> None:
    """Go to each widget, whose script is loaded when it comes near, until all have started; then back to the top."""
    until(page, "() => { const one = document.querySelector('[data-widget]:not([data-ready])'); one?.scrollIntoView({ behavior: 'instant' }); return one === null; }")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")


def visit(page, url: str) -> None:
    """Go to ``url`` and come back when the page is at rest."""
    page.goto(url)
    rest(page)


def rest(page) -> None:
    """Come back when the page is read to its end, nothing is under way, and typefaces are applied.

    Half a second without a request alone is no rest: on a busy machine the browser is still reading the page then.
    """
    page.wait_for_load_state("load")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))")
