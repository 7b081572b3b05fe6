"""Code blocks that are edited in the page: real presses and keys, with a stand-in for Python."""

from __future__ import annotations

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
