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


# Frames of the page itself: a browser that is still reading or drawing it comes to none. What a page loads later are
# typefaces, and scripts, for which it makes elements. These are awaited, not some time without an answer, which comes
# too soon on a busy machine. Playwright's own wait for an idle network, which its documentation discourages, came to no
# end on pages whose requests all had.
REST = """async () => {
  const come = new Set();  // an observer: a page whose clock a test has replaced has no other memory of it
  const note = (list) => list.getEntries().forEach(({ name }) => come.add(name));
  new PerformanceObserver(note).observe({ type: "resource", buffered: true });
  let coming;
  for (let round = 0; round < 1000; round++) {
    await document.fonts.ready;
    // After two frames, what is near the window has been told so, and has asked for its script.
    for (const soon of [requestAnimationFrame, requestAnimationFrame, requestIdleCallback]) await new Promise(soon);
    coming = [...document.scripts].filter(({ src, type }) => src && type !== "text/plain" && !come.has(src));
    if (document.fonts.status !== "loading" && coming.length === 0) return;
  }
  throw new Error(`never came: ${coming.map(({ src }) => src)}`);
}"""


def rest(page) -> None:
    """Come back when the page is loaded, all scripts it asked for have come, and typefaces are applied."""
    page.wait_for_load_state("load")
    page.evaluate(REST)
