"""Waiting for a page.

Playwright's own ``wait_for_function`` needs ``eval`` inside the page, which the site's policy forbids.
"""

import time


def until(page, expression: str, arg=None, timeout: int = 30_000) -> None:
    """Come back as soon as the JavaScript ``expression`` is true; AssertionError after ``timeout`` milliseconds."""
    last = time.monotonic() + timeout / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < last, f"never came true: {expression}"
        page.wait_for_timeout(30)


def all_widgets(page) -> None:
    """Go to each widget, whose script is loaded when it comes near, until all have started; then back to the top."""
    until(
        page,
        "() => { const one = document.querySelector('[data-widget]:not([data-ready])'); "
        "one?.scrollIntoView({ behavior: 'instant' }); return one === null; }",
    )
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")


def visit(page, url: str) -> None:
    """Go to ``url`` and come back when the page is at rest."""
    page.goto(url)
    rest(page)


# Timers and frames of the page itself: a browser that is still reading or drawing it comes to neither. Playwright's own
# wait for an idle network, which its documentation discourages, came to no end on pages whose requests all had.
REST = """async () => {
  const answered = () => performance.getEntriesByType("resource").length;
  for (let before, now = answered(); before !== now; now = answered()) {
    before = now;
    await new Promise((done) => setTimeout(done, 500));
    await document.fonts.ready;
  }
  for (const _ of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
}"""


def rest(page) -> None:
    """Come back when the page is loaded, was answered nothing more for half a second, and typefaces are applied."""
    page.wait_for_load_state("load")
    page.evaluate(REST)
