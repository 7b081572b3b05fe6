"""Code blocks that run in the page: real presses and keys, with a stand-in for Python."""

from __future__ import annotations

import gzip
import re
import time

import browsers
import pytest
from block_reader import NAME, PRODUCTS, PROJECT, QUERY, SHAPE, words
from samples import PHONE_BY_DAY, sample
from waiting import until, visit

from handbook import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
LAZY = re.compile(r"/(code\.js|python\.html|\S+\.bin|\S+\.xz|run\.css)$")


# -- before anything is pressed


def test_each_block_has_its_buttons_and_nothing_is_loaded(reader):
    one = reader()
    live = [fence for fence in PROJECT.page("en", NAME).python() if not {"no-run", "no-live"} & set(fence.classes)]
    assert one.page.locator("[data-live]").count() == len(live) > 20
    for index in range(len(live)):
        is_exercise = one.block(index).get_attribute("data-check") is not None
        assert one.block(index).locator("[data-action]").count() == 2 + is_exercise
        assert one.result(index).get_attribute("data-state") == "idle"
    assert [url for url in one.asked if LAZY.search(url)] == []


def test_without_scripts_the_page_has_no_buttons(open_page, address):
    page = open_page(java_script_enabled=False)
    page.goto(f"{address}{NAME}/")
    assert page.locator("[data-live]").count() > 20
    assert page.locator("[data-action]:visible").count() == 0


@pytest.mark.parametrize("language", sample(["en", "de", "sr", "sw"], ["de"]))
def test_buttons_say_what_they_do_and_to_which_block(reader, language):
    one, said = reader(language), words(language)
    for action in ("run", "edit"):
        button = one.block(2).locator(f"[data-action={action}]")
        assert button.inner_text().strip() == said[action]
        assert button.get_attribute("aria-label") == f"{said[action]}: {said['block']} 3"


# -- running


def test_a_block_runs_with_those_above_it_and_says_that_it_prints_the_same(reader):
    one = reader()
    below = "document.querySelectorAll('[data-live]')[3].getBoundingClientRect().top + scrollY"
    before = one.page.evaluate(below)
    one.run(2)
    assert words("en")["same"] in one.result(2).inner_text()
    assert one.printed(2) == "tensor([ 1.,  0., -1.])"
    assert not one.page.locator("#dot-products").is_visible(), "its place is taken"
    assert one.result(0).get_attribute("data-state") == one.result(1).get_attribute("data-state") == "idle"
    assert one.page.evaluate(below) == pytest.approx(before, abs=1), "nothing has moved"


def test_a_block_without_output_says_so_and_moves_nothing(reader):
    one = reader()
    index = one.page.evaluate(
        "[...document.querySelectorAll('[data-live]')].findIndex((one) => !one.nextElementSibling?.matches('.output'))"
    )
    tops = "[...document.querySelectorAll('[data-live]')].map((one) => one.getBoundingClientRect().top)"
    below = f"(([here, next]) => next - here)({tops}.slice({index}))"  # widgets further up may still begin
    before = one.page.evaluate(below)
    one.run(index)
    assert words("en")["silent"] in one.result(index).inner_text()
    assert one.page.evaluate(below) == pytest.approx(before, abs=2)


def test_a_result_waits_for_its_styles(reader):
    """Else it takes more room than in the end, and what stands below jumps."""
    one = reader()
    held = []
    one.page.route("**/run.css", lambda route: held.append(route))
    top = "document.querySelectorAll('[data-live]')[2].getBoundingClientRect().top + scrollY"
    before = one.page.evaluate(top)
    one.press(1, "run")
    until(one.page, "globalThis.codeReady !== undefined")
    one.press(1, "run")  # impatient
    assert one.result(1).get_attribute("data-state") == "idle"
    assert one.page.evaluate(top) == pytest.approx(before, abs=1)
    held[0].continue_()
    one.until(1, "done")
    assert one.page.evaluate(top) == pytest.approx(before, abs=1)


def test_the_program_is_that_of_the_page_in_each_run(reader):
    """The stand-in counts what has run since the namespace was fresh."""
    one = reader()
    one.edit(QUERY, 'print("RAN")')
    for _ in range(2):
        one.run(QUERY)
        assert one.printed(QUERY) == "2"
    one.edit(PRODUCTS, 'print("RAN")')
    one.run(PRODUCTS)
    assert one.printed(PRODUCTS) == "4"
    one.edit(SHAPE, "x = 1")
    one.run(PRODUCTS)
    assert one.printed(PRODUCTS) == "4"


def test_all_blocks_run_from_top_to_bottom(reader):
    one = reader()
    everything = one.page.locator("[data-action=all]")
    top = one.page.evaluate("scrollY")
    everything.click()
    until(one.page, "[...document.querySelectorAll('[data-result]')].every((one) => one.dataset.state === 'done')")
    until(one.page, "text => document.querySelector('[data-action=all]').innerText.trim() === text", words("en")["all"])
    assert one.page.locator(".run-same").count() > 20 and one.page.evaluate("scrollY") == top


def test_a_block_that_takes_long_runs_only_when_a_reader_runs_it(reader):
    one = reader(name="decoder-block")
    long = one.page.evaluate(
        "[...document.querySelectorAll('[data-live]')].findIndex((one) => one.matches('.takes-long'))"
    )
    below = long + 1
    one.edit(below, "lacks")
    one.run(below, "error")
    _, why = words("en")["left_out"].split("{block}")
    assert one.result(below).inner_text().strip().endswith(f"block {long + 1}{why}")
    one.edit(below, 'print("another curve")')  # such as that of a name that was used before
    one.run(below)
    assert one.result(below).inner_text().strip().endswith(why)
    one.result(below).get_by_role("link").last.click()
    assert one.page.evaluate("location.hash") == "#" + one.block(long).get_attribute("id")
    one.run(long)
    for code, state in [('print("another curve")', "done"), ("lacks", "error")]:
        one.edit(below, code)
        one.run(below, state)
        assert why not in one.result(below).inner_text()


def test_an_error_that_belongs_to_the_page_is_printed_as_there(reader):
    one = reader(name="find-the-bug")
    block = one.page.locator("[data-live].raises").first
    block.locator("[data-action=run]").click()
    result = block.locator("[data-result][data-state=done]")
    result.wait_for()
    assert words("en")["same"] in result.inner_text() and "AssertionError" in result.inner_text()


def test_python_that_does_not_come_is_told_and_asked_for_again(reader):
    one = reader(python=False)
    one.page.route("**/worker-*.bin", lambda route: route.abort())
    one.run(SHAPE, "error")
    assert words("en")["failed"] in one.result(SHAPE).inner_text()
    one.page.unroute("**/worker-*.bin")
    one.bring_python()
    one.run(SHAPE)


@pytest.mark.parametrize("script", ["throw new Error('it is broken')", "onmessage = () => reportError('it is broken')"])
def test_a_python_that_cannot_start_is_told(reader, script):
    one = reader(python=False)
    broken = gzip.compress(script.encode())
    one.page.route("**/worker-*.bin", lambda route: route.fulfill(body=broken))
    one.run(SHAPE, "error")
    assert words("en")["failed"] in one.result(SHAPE).inner_text()
    deadline = time.monotonic() + 20
    while not one.errors and time.monotonic() < deadline:  # the browser says so a moment later
        one.page.wait_for_timeout(50)
    assert one.errors.pop() == "it is broken" and one.errors == []


def test_the_first_press_is_not_lost_when_the_script_comes_late_or_not_at_all(reader):
    one = reader()
    one.page.route("**/code.js", lambda route: route.abort())
    one.press(SHAPE, "run")
    one.page.wait_for_timeout(200)
    one.page.unroute("**/code.js")
    one.page.route("**/code.js", lambda route: (one.page.wait_for_timeout(300), route.continue_()))
    one.run(SHAPE)


# -- what has to come


def fetched(one):
    return [url.split("/")[-1] for url in one.asked if url.endswith((".bin", ".xz"))]


KEPT = """async (kinds) => {
  const kept = await (await caches.open("handbook python")).keys();
  return kept.map(({ url }) => url.split("/").at(-1).split("-")[0]).sort().join() === kinds;
}"""


def test_pointing_at_run_lets_python_come_and_it_comes_once(reader):
    one = reader()
    one.block(SHAPE).locator("[data-action=run]").hover()
    deadline = time.monotonic() + 20
    while len(fetched(one)) < 3 and time.monotonic() < deadline:
        one.page.wait_for_timeout(50)
    assert one.result(SHAPE).get_attribute("data-state") == "idle"
    one.run(SHAPE)
    assert len(fetched(one)) == len(set(fetched(one))) == 3


def test_a_second_visit_fetches_nothing_of_python(reader):
    one = reader()
    one.run(SHAPE)
    # What Python has begun with is kept in place of its program and library as they came.
    until(one.page, KEPT, "begun,worker")
    visit(one.page, one.url)
    one.run(SHAPE)
    assert len(fetched(one)) == 3 and one.page.evaluate(KEPT, "begun,worker")


@pytest.mark.parametrize("connection", ["saveData: true, effectiveType: '4g'", "saveData: false, effectiveType: '3g'"])
def test_where_a_line_is_dear_python_comes_when_the_reader_says_so(reader, connection):
    one, said = reader(), words("en")
    value = f"{{ value: {{ {connection} }}, configurable: true }}"
    one.page.add_init_script(f"Object.defineProperty(navigator, 'connection', {value})")
    visit(one.page, one.url)
    one.press(SHAPE, "run")
    load = one.result(SHAPE).get_by_role("button", name=said["load"])
    load.wait_for()
    assert fetched(one) == [] and " MB" in one.result(SHAPE).inner_text()
    one.press(SHAPE, "stop")
    one.until(SHAPE, "idle")
    one.press(SHAPE, "run")
    load.click()
    one.until(SHAPE, "done")
    visit(one.page, one.url)
    one.run(SHAPE)
    assert len(fetched(one)) == 3, "what is kept is not asked for"


# -- stopping


def test_stop_ends_at_once_and_the_page_stays_alive(reader):
    one = reader()
    one.edit(SHAPE, "forever = 1")
    one.press(SHAPE, "run")
    until(one.page, "document.querySelector('[data-result] pre').textContent.includes('so far')")
    assert one.result(SHAPE).get_attribute("data-state") == "running"
    one.press(QUERY, "run")  # waits
    stopped = one.page.evaluate(
        """async () => {
          const [block, next] = document.querySelectorAll('[data-live]');
          block.querySelector('[data-action=stop]').click();
          const result = block.querySelector('[data-result]');
          for (let turn = 0; turn < 100 && result.dataset.state === 'running'; turn += 1)
            await new Promise((done) => setTimeout(done));
          return result.dataset.state;
        }"""
    )
    assert stopped == "idle", "at once, however slow the machine"
    said = words("en")["stopped"]
    assert said in one.result(SHAPE).inner_text() and "so far" in one.printed(SHAPE)
    assert said in one.result(QUERY).inner_text()
    one.press(SHAPE, "reset")
    one.run(QUERY)


def test_the_second_half_of_a_double_click_does_not_stop(reader):
    one = reader()
    one.edit(SHAPE, 'slowly = 1\nprint("1")')
    one.block(SHAPE).locator("[data-action=run]").dblclick()
    one.until(SHAPE, "done")


def test_while_a_block_runs_it_says_so_and_run_is_stop(reader):
    one, said = reader(), words("en")
    one.edit(SHAPE, "slowly = 1")
    one.block(SHAPE).locator("[data-action=run]").focus()
    one.page.keyboard.press("Enter")
    until(one.page, "text => document.querySelector('.run-status')?.innerText === text", said["running"])
    assert one.focused() == f"{said['stop']}: {said['block']} 1"
    one.until(SHAPE, "done")
    assert one.focused() == f"{said['run']}: {said['block']} 1"


# -- on a phone, on paper, for screen readers


def test_on_a_phone_buttons_are_large_and_nothing_zooms_or_overflows(reader):
    one = reader("de", viewport=browsers.PHONE_SIZE)
    for action in ("run", "edit"):
        box = one.block(QUERY).locator(f"[data-action={action}]").bounding_box()
        assert box["height"] >= 40 and box["width"] >= 40
    editor = one.edit(QUERY, 'print("tensor([0.5300, 0.3401, 0.9800])")  # ' + 30 * "lang ")
    assert editor.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 16
    one.run(QUERY)
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize("scheme", sample(["light", "dark"], ["dark"]))
def test_axe_finds_nothing_in_any_state(reader, viewport, scheme):
    one = reader(viewport=viewport, color_scheme=scheme)
    one.run(SHAPE)
    one.edit(QUERY, 'print("tensor([0.5300, 0.3401, 0.9800])")  # "a" in b')
    one.run(QUERY)
    one.edit(PRODUCTS, "def f(x):\n    fail = 'a'")
    one.run(PRODUCTS, "error")
    one.edit(PRODUCTS + 1, "fail = 2")
    one.run(PRODUCTS + 1, "error")
    one.page.evaluate(AXE.read_text(encoding="utf-8"))
    # On touch devices Material takes the tab stop from code.
    rules = {"scrollable-region-focusable": {"enabled": viewport is browsers.LAPTOP_SIZE}}
    options = {"resultTypes": ["violations"], "preload": False, "rules": rules}
    result = one.page.evaluate("only => axe.run('article', only)", options)
    assert [(fault["id"], fault["nodes"][0]["target"]) for fault in result["violations"]] == []


def test_on_paper_there_are_no_buttons(reader):
    one = reader()
    one.run(SHAPE)
    one.page.emulate_media(media="print")
    assert not one.block(SHAPE).locator("[data-action=run]").is_visible()
    assert one.result(SHAPE).is_visible()
