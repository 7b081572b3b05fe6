"""Code blocks that are edited in the page: real presses and keys, with a stand-in for Python."""

from __future__ import annotations

import browsers
import pytest
from block_reader import NAME, PRODUCTS, QUERY, SHAPE, words
from samples import sample
from waiting import until, visit


def test_editing_by_keyboard_alone(reader):
    one, said = reader(), words("en")
    one.block(QUERY).locator("[data-action=edit]").focus()
    one.page.keyboard.press("Enter")
    editor = one.block(QUERY).locator("[data-code]")
    editor.wait_for()
    assert one.focused() == said["code"].format(number=2)
    one.page.keyboard.press("Control+a")
    one.page.keyboard.type('if True:\nprint("a")')
    assert editor.input_value() == 'if True:\n    print("a")', "a line behind a colon is indented"
    one.page.keyboard.press("Home")
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("Shift+Tab")
    one.page.keyboard.press("Shift+Tab")
    assert editor.input_value() == 'if True:\nprint("a")'
    one.page.keyboard.press("Control+z")
    one.page.keyboard.press("Control+Enter")
    one.until(QUERY, "done")
    assert one.printed(QUERY) == "a" and one.focused() == said["code"].format(number=2)
    one.page.keyboard.press("Escape")
    assert one.focused() == f"{said['run']}: {said['block']} 2"
    one.page.keyboard.press("Tab")
    one.page.keyboard.press("Tab")
    assert one.focused() == f"{said['reset']}: {said['block']} 2"
    one.page.keyboard.press("Enter")
    assert one.block(QUERY).locator("[data-code]").count() == 0
    assert one.focused() == f"{said['run']}: {said['block']} 2"


def test_shift_and_enter_run_too(reader):
    one = reader()
    editor = one.edit(QUERY, 'print("b")')
    editor.press("Shift+Enter")
    one.until(QUERY, "done")
    assert editor.input_value() == 'print("b")' and one.printed(QUERY) == "b"


def test_an_editor_in_which_nothing_was_changed_closes_when_it_is_left(reader):
    one = reader()
    one.edit(QUERY).press("Escape")
    assert one.block(QUERY).locator("[data-code]").count() == 0
    assert not one.block(QUERY).locator(".run-edited").is_visible()


def test_what_differs_is_marked_and_the_output_of_the_page_stays_below(reader):
    one, said = reader(), words("en")
    one.edit(QUERY, 'print("tensor([0.5300, 0.3401, 0.9800])")')
    one.run(QUERY)
    assert said["differs"] in one.result(QUERY).inner_text()
    assert one.result(QUERY).locator("mark").all_text_contents() == ["0.3401"]
    recorded = one.page.locator("[data-live] + .output").nth(QUERY)
    assert recorded.is_visible() and recorded.get_attribute("data-label") == said["recorded"]
    one.press(QUERY, "reset")
    assert one.result(QUERY).text_content() == "" and recorded.get_attribute("data-label") == "Output"
    one.run(QUERY)
    assert said["same"] in one.result(QUERY).inner_text() and not recorded.is_visible()


def test_an_error_marks_its_line_and_leads_there(reader):
    one, said = reader(), words("en")
    editor = one.edit(QUERY, 'a = 1\nprint("before")\nfail = a')
    one.run(QUERY, "error")
    result = one.result(QUERY)
    assert "before" in result.inner_text() and "ValueError: it failed" in result.inner_text()
    assert one.block(QUERY).locator(".run-fault").all_text_contents() == ["fail = a\n"]
    result.get_by_role("button", name=said["line"].format(number=3)).click()
    assert editor.evaluate("one => [one === document.activeElement, one.selectionStart]") == [True, 22]
    editor.press("x")
    assert one.block(QUERY).locator(".run-fault").count() == 0


def test_an_error_above_is_named_and_linked(reader):
    one, said = reader(), words("en")
    one.edit(SHAPE, "fail = 1")
    one.run(PRODUCTS)  # as if nothing had been
    assert one.result(PRODUCTS).locator("a").count() == 0
    one.edit(PRODUCTS, "fail = 2")
    one.run(PRODUCTS, "error")
    assert "ValueError: it failed" in one.result(PRODUCTS).inner_text()
    link = one.result(PRODUCTS).locator("a")
    assert link.inner_text() == f"{said['block']} 1"
    link.click()
    until(one.page, "document.querySelector('[data-live]').getBoundingClientRect().top >= 0")
    one.run(SHAPE, "error")


def test_edited_code_is_kept_for_its_page_until_it_is_reset(reader):
    one = reader()
    one.edit(QUERY, 'print("kept")')
    assert one.block(QUERY).locator(".run-edited").is_visible()
    one.page.goto("about:blank")
    visit(one.page, one.url.replace(NAME, "why-attention"))
    assert one.page.locator("[data-code]").count() == 0
    visit(one.page, one.url)
    one.block(QUERY).locator("[data-code]").wait_for()
    assert one.block(QUERY).locator("[data-code]").input_value() == 'print("kept")'
    assert one.page.evaluate("document.activeElement === document.body") and one.page.evaluate("scrollY") == 0
    one.run(QUERY)
    assert one.printed(QUERY) == "kept"
    one.press(QUERY, "reset")
    one.page.goto("about:blank")
    visit(one.page, one.url)
    assert one.page.locator("[data-code]").count() == 0
    assert one.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('handbook.code'))") == []


# What counts as nothing: edits.test.mjs.
@pytest.mark.parametrize(
    "damaged", sample(["{", "null", "[7]", '[{"block": 1, "source": "no such block", "code": "x"}]'], ["[7]"])
)
def test_storage_that_is_damaged_breaks_nothing(reader, damaged):
    one = reader()
    one.page.evaluate("text => localStorage.setItem('handbook.code ' + location.pathname, text)", damaged)
    visit(one.page, one.url)
    one.run(QUERY)
    assert one.page.locator("[data-code]").count() == 0


def test_what_is_copied_is_what_is_seen(reader):
    one = reader(permissions=["clipboard-read", "clipboard-write"])
    copy = one.block(QUERY).locator("button[data-clipboard-target]")
    one.edit(QUERY, "mine = 1")
    copy.click()
    assert one.page.evaluate("navigator.clipboard.readText()") == "mine = 1"
    one.press(QUERY, "reset")
    copy.click()
    until(one.page, "async () => (await navigator.clipboard.readText()).startsWith('query = embeddings')")


def test_all_code_is_copied_as_it_is_seen(reader):
    one = reader(permissions=["clipboard-read", "clipboard-write"])
    one.edit(QUERY, "mine = 1")
    one.page.locator(".downloads__copy").click()
    until(one.page, "document.querySelector('.downloads__said').textContent !== ''")
    copied = one.page.evaluate("navigator.clipboard.readText()")
    assert "mine = 1" in copied and "query = embeddings[1]" not in copied and "torch.exp" in copied


def test_what_was_printed_before_a_change_above_says_so(reader):
    one, said = reader(), words("en")
    one.run(QUERY)
    assert said["same"] in one.result(QUERY).inner_text()
    one.edit(SHAPE, 'print("other")')
    assert said["outdated"] in one.result(QUERY).inner_text()
    assert said["same"] not in one.result(QUERY).inner_text()
    one.run(QUERY)
    assert said["outdated"] not in one.result(QUERY).inner_text()


# -- the buttons, on any screen


@pytest.mark.parametrize("language", sample(["en", "de", "sr", "sr-cyrl", "sw"], ["de"]))
def test_the_buttons_are_large_enough_to_read_and_cover_nothing(reader, language):
    """On the narrowest phone, with all of them: the label stands before them."""
    one = reader(language, viewport={"width": 320, "height": 700}, has_touch=True, python=False)
    one.edit(QUERY).press("x")
    block, label = one.block(QUERY), one.page.locator("[data-live] + .output").nth(QUERY)
    boxes = [button.bounding_box() for button in block.locator("[data-action]:visible").all()]
    assert len(boxes) == 2 and min(box["height"] for box in boxes) >= 40
    sizes = one.page.eval_on_selector_all(
        "[data-action] span", "all => all.map((one) => getComputedStyle(one).fontSize)"
    )
    assert min(float(size.removesuffix("px")) for size in sizes) >= 14
    width = label.evaluate(
        """one => {
          const canvas = document.createElement("canvas").getContext("2d");
          const style = getComputedStyle(one, "::before");
          canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
          return parseFloat(style.paddingInlineStart) + canvas.measureText(one.dataset.label).width;
        }"""
    )
    assert label.bounding_box()["x"] + width <= boxes[0]["x"]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 320 for box in boxes)


def test_the_first_block_of_a_page_shows_at_first_sight_that_it_runs(reader):
    one = reader(python=False)
    background = "one => getComputedStyle(one).backgroundColor"
    painted = [one.block(index).locator("[data-action=run]").evaluate(background) for index in range(3)]
    assert painted[0] != painted[1] == painted[2] == "rgba(0, 0, 0, 0)"


def test_on_a_phone_a_short_line_stands_beside_the_copy_button_and_a_long_one_below(reader):
    one = reader("en", viewport=browsers.PHONE_SIZE, python=False)
    gap = """(block) => {
      const range = document.createRange();
      range.setStart(block.querySelector("code"), 0);
      range.setEnd(block.querySelector("code"), 1);
      const [text, button] = [range.getBoundingClientRect(), block.querySelector("nav").getBoundingClientRect()];
      return [text.top - block.getBoundingClientRect().top, button.bottom - text.top];
    }"""

    def gaps(kind):
        block = one.page.locator(f"article > [data-live]{kind}").first
        block.scroll_into_view_if_needed()
        block.locator("nav").wait_for()
        return block.evaluate(gap)

    assert gaps(".short-first")[0] < 22, "no line is lost"
    above, over = gaps(":not(.short-first)")
    assert above > 30 and over < 4, "nothing is covered"


def test_on_a_phone_the_ring_around_code_that_is_edited_holds_all_of_it(reader):
    one = reader(viewport=browsers.PHONE_SIZE, python=False)
    editor = one.edit(QUERY)
    editor.press("End")
    editor.type("  # " + 20 * "long ")
    ring, block = one.page.locator(".pce-focus").bounding_box(), one.block(QUERY).bounding_box()
    copy = one.block(QUERY).locator("button[data-clipboard-target]").bounding_box()
    assert ring["y"] - block["y"] <= 1 and copy["y"] >= ring["y"]
    line = one.page.locator(".pce-focus .pce-line").first.bounding_box()
    assert line["y"] >= copy["y"] + copy["height"] - 8, "the code begins below the button"
    shadow = "getComputedStyle(document.querySelector('.pce-focus')).backgroundImage"
    assert "gradient" in one.page.evaluate(shadow), "a line that goes on casts one at the edge"


# -- the same page in another language


def test_what_was_edited_in_another_language_is_named_and_linked(reader):
    one = reader("de", python=False)
    one.edit(QUERY, "# meins")
    one.page.wait_for_timeout(600)
    visit(one.page, one.url.replace("/de/", "/"))
    link = one.page.locator("a.run-edited")
    link.wait_for()
    assert link.inner_text() == words("en")["edited_in"].format(language="Deutsch")
    assert one.page.evaluate("one => one.closest('[data-live]').id", link.element_handle()) == "block-2"
    assert one.block(QUERY).locator("[data-code]").count() == 0
    link.click()
    one.page.locator("[data-code]").wait_for()
    assert one.page.url.endswith("/de/by-hand/#block-2")
    assert one.page.locator("[data-code]").input_value() == "# meins"
    until(one.page, "document.querySelector('[data-code]').getBoundingClientRect().top < innerHeight")
    visit(one.page, one.url.replace("/de/", "/"))
    one.edit(QUERY, "# mine")
    assert link.is_hidden(), "what is edited here says so itself"
