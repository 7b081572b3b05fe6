"""The explorer by keyboard."""

from __future__ import annotations

from explorer_pages import choose, told

from handbook.extensions import widgets


def test_every_control_is_reached_and_used_by_keyboard(page):
    page.locator("[id$=-language]").focus()
    reached = []
    for _ in range(60):
        reached.append(
            page.evaluate(
                "(e => [e.tagName.toLowerCase(), e.getAttribute('role') ?? '', e.id.replace(/explorer-\\d+-/, ''), "
                "e.textContent.slice(0, 20).trim()].join('|'))(document.activeElement)"
            )
        )
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
    everything = " ".join(reached)
    for wanted in (
        "select||language",
        "select||example",
        "input||sentence",
        "Show",
        "summary",
        "button|tab|tab-heads",
        "select||layer",
        "All",
        "g|button",
        "SVG",
        "PNG",
        "Link",
    ):
        assert wanted in everything, wanted
    assert everything.count("|tab|") == 1 and everything.count("g|button") == 1, "tabs and tokens are one stop each"

    page.locator("[id$=tab-heads]").focus()
    for view in (*widgets.VIEWS[1:], widgets.VIEWS[0]):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id").endswith(f"tab-{view}")
        assert page.locator(f"[id$=tab-{view}]").get_attribute("aria-selected") == "true"


def test_tokens_pictures_and_rows_are_walked_by_arrow_keys(page):
    focused = lambda: page.evaluate("document.activeElement.getAttribute('aria-label')")  # noqa: E731
    page.locator(".explorer-token").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert focused() == "Query 3: dogs" and "dogs" in told(page)
    page.keyboard.press("Enter")
    assert page.locator(".explorer-token[aria-pressed=true]").get_attribute("aria-label") == "Query 3: dogs"
    assert focused() == "Query 3: dogs", "drawn again, the focus stays"
    page.keyboard.press("ArrowRight")
    assert focused() == "Key 3: dogs"
    page.keyboard.press("End")
    assert focused() == "Key 6: house"
    choose(page, "model")
    page.locator(".explorer-head").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert (
        focused().startswith("Layer 2, Head 2.") and page.locator(".explorer-detail").inner_text() == "Layer 2 · Head 2"
    )
    choose(page, "neurons")
    page.locator(".explorer-row").first.focus()
    page.keyboard.press("ArrowDown")
    assert focused() == told(page) and " → The:" in told(page)
