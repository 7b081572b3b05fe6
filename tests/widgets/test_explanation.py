"""The explanation below a widget's tables: in view while a number is explained, and over nothing before."""

from __future__ import annotations

from widget_pages import root

HEIGHT = 600  # of the window: less than the calculator's tables take
# Whether the explanation lies over a cell, a caption or a heading of its widget.
COVERS = """root => {
  const edge = root.querySelector(".widget-explanation").getBoundingClientRect();
  return [...root.querySelectorAll("td, th, caption, .widget-title, .widget-about")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > edge.top + 1 && top < edge.bottom - 1;
  }).map((one) => one.textContent.trim() || one.innerHTML.slice(0, 60));
}"""
EXPLAINED = """root => {
  const cell = root.querySelector(".lit-self").getBoundingClientRect();
  const { top, bottom } = root.querySelector(".widget-explanation").getBoundingClientRect();
  return { seen: cell.top >= 0 && cell.bottom <= Math.min(innerHeight, top + 1), told: bottom <= innerHeight + 1 };
}"""
HALF_IN_VIEW = """root => {
  const { top } = root.querySelector("table").getBoundingClientRect();
  scrollBy({ top: top - innerHeight / 2, behavior: "instant" });
}"""


def begun(page):
    page.set_viewport_size({"width": 390, "height": HEIGHT})
    calculator = root(page, "by-hand")
    page.mouse.move(1, 1)
    calculator.evaluate(HALF_IN_VIEW)
    return calculator


def test_before_a_number_is_explained_it_covers_nothing(page):
    calculator = begun(page)
    covered = []
    for _ in range(12):
        covered += calculator.evaluate(COVERS)
        page.evaluate("scrollBy({ top: 60, behavior: 'instant' })")
    assert covered == []


def test_with_the_mouse_it_comes_into_view_but_not_over_what_is_pointed_at(page):
    calculator = begun(page)
    told = 0
    cells = calculator.locator("td").all()
    for cell in cells[:: max(1, len(cells) // 12)]:
        cell.scroll_into_view_if_needed()
        cell.hover()
        seen = calculator.evaluate(EXPLAINED)
        assert seen["seen"], cell.inner_html()
        told += seen["told"]
    assert told >= 6
    page.mouse.move(1, 1)
    calculator.evaluate(HALF_IN_VIEW)
    assert calculator.evaluate(COVERS) == []


def test_by_keyboard_number_and_explanation_are_both_seen(page):
    calculator = begun(page)
    calculator.locator("td input").first.click()
    for key in ["ArrowDown"] * 4 + ["Tab", "ArrowDown", "ArrowDown", "ArrowDown", "Tab", "ArrowDown", "ArrowDown"]:
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.closest('.widget-grid') !== null"):
            assert calculator.evaluate(EXPLAINED) == {"seen": True, "told": True}, key
