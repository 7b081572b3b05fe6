"""What a reader may get wrong in a widget: in a cell, in a paste, in a link."""

from __future__ import annotations

import json

import pytest
from samples import sample
from waiting import until
from widget_pages import PASTE, cell, focused, hash_of, open_page, read_cells, root


# What is a number and what is none, what is a table and what is none: numbers.test.mjs.
@pytest.mark.parametrize("typed", sample(["abc", "", "1e400", "-1e400", "1001", "0.1.2", "NaN", "1/3", "--1"], ["abc"]))
def test_what_is_no_number_is_named_at_the_cell_and_the_last_good_one_stays(page, typed):
    before = read_cells(page)
    place = cell(page, "embeddings[0][1]")
    place.fill(typed)
    alert = root(page, "by-hand").locator("[role=grid] [role=alert]")
    assert len(alert.inner_text()) > 20 and "0.22" in alert.inner_text()
    assert place.get_attribute("aria-invalid") == "true"
    assert place.get_attribute("aria-describedby") == alert.get_attribute("id")
    after = read_cells(page)
    assert {name: text for name, text in after.items() if name != "embeddings[0][1]"} == {
        name: text for name, text in before.items() if name != "embeddings[0][1]"
    }
    place.press("Enter")
    assert read_cells(page) == before
    place.fill("0.5")
    assert alert.count() == 0


@pytest.mark.parametrize(
    "text",
    sample(
        [
            "1\t2\t3\n4\t5\t6",
            "1,0;2,0;3,0\r\n4,0;5,0;6,0\r\n",
            "tensor([[1., 2., 3.],\n        [4., 5., 6.]])",
            "1,0\t2,0\t3,0\n4,0\t5,0\t6,0\n",
        ],
        ["1,0\t2,0\t3,0\n4,0\t5,0\t6,0\n"],
    ),
)
def test_tables_are_pasted_whole(page, text):
    cell(page, "embeddings[1][0]").evaluate(PASTE, text)
    assert [[cell(page, f"embeddings[{row}][{column}]").input_value() for column in range(3)] for row in (1, 2)] == [
        ["1", "2", "3"],
        ["4", "5", "6"],
    ]
    page.keyboard.press("Control+z")
    assert cell(page, "embeddings[2][2]").input_value() == "0.93"


@pytest.mark.parametrize(
    "text",
    sample(
        ["1\t2\t3\n4\tfive\t6", "1\t2\t3\t4", "1\t2\n3\t4\n5\t6", "1\t\t3", "1\t1e400"],
        ["1\t2\t3\n4\tfive\t6", "1\t2\t3\t4"],
    ),
)
def test_a_table_with_a_fault_changes_nothing(page, text):
    before = read_cells(page)
    cell(page, "embeddings[1][0]").evaluate(PASTE, text)
    assert "Nothing was changed" in root(page, "by-hand").locator("[role=grid] [role=alert]").inner_text()
    assert read_cells(page) == before


@pytest.mark.parametrize(
    "hash_",
    sample(
        [
            "#state=by-hand.%%",
            "#state=by-hand.e30",
            hash_of("by-hand", {"words": ["a"], "embeddings": [[1, 2, 1e9]], "query": 0, "temperature": 1}),
            hash_of("by-hand", {"words": ["a"], "embeddings": [[1, 2]], "query": 0, "temperature": 1}),
            hash_of("by-hand", {"words": ["a"], "embeddings": [[1, 2, 3]], "query": 1, "temperature": 0}),
        ],
        ["#state=by-hand.e30"],
    ),
)
def test_a_link_that_holds_something_else_leaves_the_numbers(tab, folder, hash_):
    open_page(tab, folder, "en", hash_)
    assert cell(tab, "embeddings[0][0]").input_value() == "0.34"
    assert root(tab, "by-hand").locator(".widget-link-problem").is_visible()


def test_a_mask_is_changed_by_keyboard_and_earlier_rows_do_not_see_a_changed_future(page):
    mask = root(page, "mask")
    before = read_cells(page, "mask")
    assert before["weights[0][1]"] == "0.0000" and before["scores[0][1]"] == "\u2212∞"
    cell(page, "embeddings[2][0]", "mask").fill("7")
    after = read_cells(page, "mask")
    for row, same in ((0, True), (1, True), (2, False)):
        assert (
            all(before[f"context[{row}][{column}]"] == after[f"context[{row}][{column}]"] for column in range(3))
            == same
        )
    cell(page, "allowed[0][0]", "mask").focus()
    page.keyboard.press("Space")  # Hello sees nothing now
    assert mask.locator("select").first.input_value() == "3", "the mask is the reader's own"
    assert cell(page, "allowed[0][0]", "mask").get_attribute("aria-pressed") == "false"
    assert cell(page, "weights[0][0]", "mask").inner_text() == "NaN"
    assert "NaN" in mask.locator(".widget-notes").inner_text()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "allowed[0][1]"
    page.keyboard.press("Control+z")
    assert cell(page, "weights[0][0]", "mask").inner_text() == "1.0000"
    assert mask.locator(".widget-notes li").count() == 0


def test_nothing_shows_nan_without_saying_why(page):
    softmax = root(page, "softmax")
    softmax.locator(".widget-switch input").uncheck()
    softmax.locator("td input").first.fill("1000")
    assert cell(page, "weights[0][0]", "softmax").inner_text() == "NaN"
    assert "NaN" in softmax.locator(".widget-notes").inner_text()
    cell(page, "weights[0][0]", "softmax").focus()
    assert "NaN" in softmax.locator(".widget-words").inner_text()
    softmax.locator(".widget-switch input").check()
    assert cell(page, "weights[0][0]", "softmax").inner_text() == "1.0000"
    assert softmax.locator(".widget-notes li").count() == 0

    opposite = {"words": ["a", "b"], "embeddings": [[1, 0, 0], [-1, 0, 0]], "query": 0, "temperature": 1}
    page.evaluate(f"location.hash = {json.dumps(hash_of('by-hand', opposite))}")
    until(page, "document.querySelector('[data-cell=\"shares[0][0]\"]').textContent === '∞'")
    assert "divid" in root(page, "by-hand").locator(".widget-notes").inner_text()
