"""What a reader is told while code runs: how long it takes, what it waits for, how far it is."""

from __future__ import annotations

import re

import pytest
from block_reader import PRODUCTS, QUERY, SHAPE, words
from samples import PHONE_BY_DAY
from waiting import until

TOPS = "[...document.querySelectorAll('[data-live]')].map((one) => one.getBoundingClientRect().top + scrollY)"


def said(one, index):
    return one.result(index).locator(".run-said").inner_text()


def until_said(one, index, pattern):
    """The first text that a block says and that matches."""
    until(
        one.page,
        "([index, pattern]) => new RegExp(pattern).test("
        "document.querySelectorAll('[data-live]')[index].querySelector('.run-said')?.innerText)",
        [index, pattern],
    )
    return said(one, index)


def seconds_in(text):
    minutes, seconds = re.search(r"(\d+):(\d\d)", text).groups()
    return 60 * int(minutes) + int(seconds)


# -- how long


def test_a_block_that_takes_long_says_so_before_and_while_it_runs(reader):
    one = reader(name="first-model")
    long = one.page.evaluate(
        "[...document.querySelectorAll('[data-live]')].findIndex((one) => one.matches('.takes-long'))"
    )
    one.bring_python(name="first-model", slow={long})
    label = "getComputedStyle(document.querySelectorAll('[data-live]')[{0}], '::before').content"
    assert " seconds here" in one.page.evaluate(label.format(long))
    assert one.page.evaluate(label.format(SHAPE)) == "none"
    expected = int(one.block(long).get_attribute("data-seconds"))
    one.press(long, "run")
    first = until_said(one, long, "running 0:0[2-9]")
    assert seconds_in(first.split(words("en")["of_about"].split("{")[1].split("}")[1].strip())[-1]) == expected
    until(one.page, f"seconds => {seconds_now(long)} > seconds", seconds_in(first))
    one.until(long, "done")
    assert ":" not in said(one, long), "it says what it has printed"


def seconds_now(index):
    return f"+document.querySelectorAll('[data-live]')[{index}].querySelector('.run-time').innerText.slice(2, 4)"


def test_what_a_reader_has_written_takes_nobody_knows_how_long(reader):
    one = reader(name="first-model")
    long = one.page.locator("[data-live]").evaluate_all("all => all.findIndex((one) => one.matches('.takes-long'))")
    one.edit(long, "forever = 1")
    one.press(long, "run")
    assert (
        until_said(one, long, "running 0:0[2-9]").strip().endswith(one.result(long).locator(".run-time").inner_text())
    )
    assert "about" not in said(one, long)
    one.press(long, "stop")
    one.until(long, "idle")


# -- for what


def test_who_waits_is_led_to_the_block_that_still_runs(reader):
    one = reader()
    one.edit(SHAPE, "forever = 1")
    one.press(SHAPE, "run")
    until_said(one, SHAPE, "running")
    one.press(PRODUCTS, "run")
    assert "block 1 (edited) is still running" in until_said(one, PRODUCTS, "still running")
    one.result(PRODUCTS).get_by_role("link").click()
    until(one.page, "document.querySelector('[data-live]').getBoundingClientRect().top >= 0")
    one.press(SHAPE, "stop")
    one.until(PRODUCTS, "idle")


def test_an_endless_block_above_that_was_edited_before_is_named(reader):
    """Somebody comes back to a page on which they left one, and runs another."""
    one = reader()
    one.edit(QUERY, "forever = 1")
    one.page.reload()
    one.block(QUERY).locator("[data-code]").wait_for()
    one.press(PRODUCTS, "run")
    text = until_said(one, PRODUCTS, "still running 0:")
    assert "1 of 3" in text and "block 2 (edited) is still running" in text
    assert one.result(PRODUCTS).get_by_role("link").get_attribute("href") == f"#{one.block(QUERY).get_attribute('id')}"
    one.press(PRODUCTS, "stop")
    one.until(PRODUCTS, "idle")


def test_an_old_error_is_dimmed_while_the_block_runs_again(reader):
    one = reader()
    one.edit(QUERY, "fail = 1")
    one.run(QUERY, "error")
    opacity = "getComputedStyle(document.querySelector('.run-problem:has(.run-raised)')).opacity"
    assert one.page.evaluate(opacity) == "1"
    one.edit(QUERY, "fail = 1  # slowly")
    one.press(QUERY, "run")
    until(one.page, f"{opacity} < 1")
    one.until(QUERY, "error")
    until(one.page, f"{opacity} === '1'")


def test_a_block_that_is_reset_while_it_runs_is_stopped_and_shows_the_page(reader):
    one = reader()
    one.edit(SHAPE, "forever = 1")
    one.press(SHAPE, "run")
    until_said(one, SHAPE, "running")
    one.press(SHAPE, "reset")
    one.until(SHAPE, "idle")
    until(one.page, "document.querySelector('[data-live] [data-result]').innerText === ''")
    assert one.focused() == f"{words('en')['run']}: {words('en')['block']} 1"
    one.run(QUERY)


# -- how far


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
def test_run_all_says_at_its_button_how_far_it_is_and_where(reader, viewport):
    one = reader(viewport=viewport, slow={QUERY})
    everything, far = one.page.locator("[data-action=all]"), one.page.locator(".run-far")
    before = one.page.evaluate(TOPS)
    everything.click()
    until(one.page, "document.querySelector('.run-far')?.innerText.includes('block 2')")
    all_ = one.page.locator("[data-live]").count()
    assert far.inner_text() == f"1 of {all_} done, block 2 is running"
    assert one.page.evaluate(TOPS) == pytest.approx(before, abs=1), "nothing has moved"
    apart = far.bounding_box()["y"] - everything.bounding_box()["y"]
    assert 0 <= apart < 180 and far.is_visible()
    far.get_by_role("link").click()
    until(one.page, "document.querySelectorAll('[data-live]')[1].getBoundingClientRect().top < innerHeight")
    until(one.page, "said => document.querySelector('.run-far').innerText === said", words("en")["all_done"])
    assert everything.inner_text().strip() == words("en")["all"]


def test_run_all_says_where_an_error_has_ended_it(reader):
    one = reader()
    one.edit(QUERY, "fail = 1")
    one.page.locator("[data-action=all]").click()
    until(one.page, "document.querySelector('.run-far')?.innerText.includes('There was an error in')")
    assert one.page.locator(".run-far a").inner_text() == "block 2"
    one.press(QUERY, "reset")
    one.page.locator("[data-action=all]").click()
    until(one.page, "said => document.querySelector('.run-far').innerText === said", words("en")["all_done"])


def test_run_all_that_is_stopped_says_nothing_of_errors(reader):
    one = reader(slow={QUERY})
    one.page.locator("[data-action=all]").click()
    until_said(one, QUERY, "running")
    one.press(QUERY, "stop")
    until(one.page, "text => document.querySelector('[data-action=all]').innerText.trim() === text", words("en")["all"])
    assert one.page.locator(".run-far").count() == 0
