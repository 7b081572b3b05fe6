"""The widget `heads` in a real browser: every number and every shape against torch, step by step, moving and still."""

from __future__ import annotations

import io
import json
import random
import re
from contextlib import redirect_stdout

import pytest

# Tests without torch are skipped here, before what needs it is imported.
torch = pytest.importorskip("torch")

from heads_by_torch import STEPS, blocks, by_torch, shown_step, state_of  # noqa: E402
from numbers_by_torch import STATES, assert_shown, tensor  # noqa: E402
from samples import sample  # noqa: E402
from waiting import until  # noqa: E402
from widget_pages import AXE, LANGS, READ, cell, hash_of, open_page, read_cells, root  # noqa: E402

from handbook import ROOT  # noqa: E402
from handbook.extensions import widgets  # noqa: E402
from handbook.project import number_formats  # noqa: E402
from handbook.project.checkout import Project  # noqa: E402
from handbook.project.strings import Strings  # noqa: E402

START = widgets.start("heads")
NEXT, BACK = "[data-act=next]", "[data-act=back]"


# -- what torch makes of it, head by head as the chapter's first way, not in one product


@pytest.fixture(scope="module")
def chapter() -> dict[str, torch.Tensor]:
    """The names of the chapter's own code, run as far as W_out.

    And its tables of both heads side by side in 64 bits.
    """
    code = (ROOT / "snippets" / "en" / "multi-head-attention.py").read_text(encoding="utf-8")
    end = code.index("\n", code.index("W_out = torch.rand(4, 4)"))
    names: dict = {}
    with redirect_stdout(io.StringIO()):
        exec(code[:end], names)
    both = {
        name: torch.cat([names[f"{name}_1"], names[f"{name}_2"]], dim=-1) for name in ("W_query", "W_key", "W_value")
    }
    return {"code": names, **{name: table.double() for name, table in both.items()}, "W_out": names["W_out"].double()}


def test_every_number_is_torchs_in_random_states(tab, folder, chapter, nightly):
    dice = random.Random(7)
    met = set()
    languages = LANGS if nightly else ["de"]  # which has the comma
    for language in languages:
        states = [state_of(dice) for _ in range((STATES if nightly else STATES // 5) // len(languages))]
        met |= {(shown_step(state), state["num_heads"]) for state in states}
        open_page(tab, folder, language)
        found = tab.evaluate(READ, ["heads", [hash_of("heads", state) for state in states]])
        for state, cells in zip(states, found, strict=True):
            assert_shown(cells, by_torch(state, chapter), number_formats.marks(language)[0])
    assert {step for step, _ in met} == set(STEPS) and {count for _, count in met} == {1, 2, 3, 4}


SHOWN = """root => ({ code: root.querySelector(".widget-stage-code").textContent,
  shape: root.querySelector(".widget-stage-shape").textContent,
  note: root.querySelector(".widget-step:has(:checked) .widget-step-note").textContent })"""


@pytest.mark.parametrize("count", sample([1, 2, 4], [4]))
def test_torch_runs_the_code_that_stands_at_each_step_and_answers_with_its_shape_and_its_numbers(
    tab,
    folder,
    chapter,
    count,
):
    start = {
        **START,
        "num_heads": count,
        "embeddings": [*START["embeddings"], [-1.5, 2, 0.25]],
        "words": ["a", "b", "c", "d"],
    }
    x = tensor(start["embeddings"])

    def split(table):
        return table.view(len(x), count, 4 // count).transpose(0, 1)

    names = {
        "torch": torch,
        "x": x,
        **chapter,
        "keys_by_head": split(x @ chapter["W_key"]),
        "values_by_head": split(x @ chapter["W_value"]),
    }
    names["blocked"] = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    open_page(tab, folder, "en", hash_of("heads", start))
    for place, step in enumerate(STEPS):
        shown = root(tab, "heads").evaluate(SHOWN)
        exec(shown["code"], names)
        assert shown["shape"] == f"{names[step].shape}"
        assert shown["note"] == f"{list(names[step].shape)}"
        table = names[step] if step != "x" else names["x"]
        name = "embeddings" if step == "x" else step
        cells = {key: text for key, text in read_cells(tab, "heads").items() if key.startswith(f"{name}[")}
        assert_shown(cells, {name: table} if table.dim() == 2 else blocks(name, table), ".")
        if place < len(STEPS) - 1:
            root(tab, "heads").locator(NEXT).click()


# -- the start


def printed(fence: str) -> list[list[str]]:
    page = Project(ROOT).page("en", "multi-head-attention")
    text = next(block.text for block in page.blocks if block.id == fence)
    return [re.findall(r"-?\d+\.\d+", line) for line in text.splitlines() if "." in line]


def every_step(page) -> dict[str, str]:
    """The cells of all steps together."""
    found = {}
    for place in range(len(STEPS)):
        found |= read_cells(page, "heads")
        if place < len(STEPS) - 1:
            root(page, "heads").locator(NEXT).click()
    return found


@pytest.mark.parametrize("language", sample(LANGS, ["sr"]))
def test_the_start_is_the_chapters(tab, folder, language):
    open_page(tab, folder, language)
    found = every_step(tab)
    mark = number_formats.marks(language)[0]
    for name, fence in (("queries", "queries-of-both-heads"), ("joined", "two-heads-joined")):
        rows = printed(fence)
        assert len(rows) == 3 and all(len(row) == 4 for row in rows)
        assert [[found[f"{name}[{row}][{column}]"] for column in range(4)] for row in range(3)] == [
            [one.replace(".", mark) for one in row] for row in rows
        ]


# -- what a reader does


def test_all_steps_are_walked_by_keyboard_forward_and_back(tab, folder):
    open_page(tab, folder)
    widget, t = root(tab, "heads"), Strings.of("en", "widget.heads")
    steps = widget.locator("input[type=radio]")
    widget.locator("select").focus()
    tab.keyboard.press("Tab")  # the button that adds a word
    tab.keyboard.press("Tab")  # the row of steps: one stop
    assert tab.evaluate("document.activeElement.type") == "radio"
    seen = []
    for _ in STEPS:
        seen.append(widget.locator(".widget-step:has(:checked) code").inner_text())
        assert widget.locator(".widget-stage-title").inner_text().startswith(f"{len(seen)}. ")
        assert widget.locator(".widget-stage-note").inner_text() == t(f"{seen[-1]}_words")
        tab.keyboard.press("ArrowRight")
    assert seen == STEPS
    assert steps.nth(0).is_checked(), "the row is a circle"
    tab.keyboard.press("ArrowLeft")
    assert steps.nth(9).is_checked()

    tab.keyboard.press("Tab")  # one step back, the only way that is left
    assert tab.evaluate("document.activeElement.dataset.act") == "back"
    for place in range(8, -1, -1):
        tab.keyboard.press("Enter")
        assert steps.nth(place).is_checked()
    tab.keyboard.press("Enter")
    assert steps.nth(0).is_checked()
    assert tab.evaluate("document.activeElement.dataset.act") == "back", "a button at its end keeps the focus"
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.dataset.act") == "next"
    tab.keyboard.press("Enter")
    assert steps.nth(1).is_checked()
    tab.keyboard.press("Control+z")
    assert tab.evaluate("document.querySelector('[data-widget=heads]').contains(document.activeElement)")


def test_numbers_heads_and_formulas_are_reached_by_keyboard(tab, folder, chapter):
    open_page(tab, folder, "en", hash_of("heads", {**START, "step": STEPS.index("by_head")}))
    widget = root(tab, "heads")
    widget.locator(NEXT).focus()
    tab.keyboard.press("Tab")  # the first head's table
    assert tab.evaluate("document.activeElement.dataset.cell") == "by_head[0][0][0]"
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowRight")
    assert widget.locator(".widget-formula").inner_text() == "by_head[0][1][1] = cut[1][0][1] = 1.3571"
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.dataset.cell") == "by_head[1][0][0]"
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.dataset.word") == "words[0][0]"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.type("1,34")
    typed = {
        **START,
        "step": STEPS.index("by_head"),
        "embeddings": [[1.34, 0.22, 0.54], *START["embeddings"][1:]],
    }
    assert_shown(read_cells(tab, "heads") | {"embeddings[0][0]": "1.34"}, by_torch(typed, chapter), ".")
    tab.keyboard.press("Escape")
    assert cell(tab, "by_head[0][0][0]", "heads").inner_text() == "0.1960"

    widget.locator("select").focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowDown")  # by way of three to four
    assert widget.locator("select").input_value() == "3"
    assert widget.locator("[data-grid^=by_head]").count() == 4
    assert widget.locator(".widget-stage-shape").inner_text() == "torch.Size([4, 3, 1])"
    assert not widget.locator(".widget-refusal").is_visible()


def test_each_number_tells_its_formula(tab, folder):
    open_page(tab, folder, "en", hash_of("heads", {**START, "step": STEPS.index("scores")}))
    widget = root(tab, "heads")
    cell(tab, "scores[1][1][0]", "heads").hover()
    assert widget.locator(".widget-formula").inner_text() == "(1.1167 · 0.6400 + 1.5147 · 0.4335) / √2 = 0.9697"
    lit = widget.locator("td.lit").evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    assert sorted(lit) == [
        "by_head[1][1][0]",
        "by_head[1][1][1]",
        "keys_by_head[1][0][0]",
        "keys_by_head[1][0][1]",
        "scores[1][1][0]",
    ]
    cell(tab, "scores[0][0][2]", "heads").hover()
    assert "sun comes later" in widget.locator(".widget-words").inner_text()
    assert widget.locator(".widget-formula").inner_text().endswith("→ \u2212∞")


@pytest.mark.parametrize("language", sample(LANGS, ["de"]))
def test_three_heads_are_refused_as_torch_refuses_them(tab, folder, language):
    with pytest.raises(RuntimeError) as refused:
        torch.rand(3, 4).view(3, 3, 4 // 3)
    open_page(tab, folder, language)
    widget = root(tab, "heads")
    widget.locator("select").select_option(index=2)
    assert widget.locator(".widget-refusal").is_visible()
    assert widget.locator(".widget-stage-error").inner_text() == f"RuntimeError: {refused.value}"
    said = widget.locator(".widget-stage-problem").inner_text()
    assert "1, 2, 4" in said and "{" not in said
    assert widget.locator("input[type=radio]:disabled").count() == 8
    widget.locator(NEXT).click()
    assert widget.locator(NEXT).get_attribute("aria-disabled") == "true"
    assert {name.partition("[")[0] for name in read_cells(tab, "heads")} == {"embeddings", "W_query", "queries"}


def test_state_travels_by_link_and_numbers_by_copy(tab, folder, chapter):
    state = {**START, "num_heads": 4, "step": STEPS.index("context")}
    open_page(tab, folder, "de", hash_of("heads", state))
    before = read_cells(tab, "heads")
    root(tab, "heads").locator("[data-act=copy_link]").click()
    until(tab, "document.querySelector('[data-widget=heads] .widget-said').textContent !== ''")
    link = tab.evaluate("navigator.clipboard.readText()")
    assert "#state=heads." in link
    root(tab, "heads").locator(".widget-exact input").check()
    root(tab, "heads").locator("[data-act=copy_torch]").click()
    tab.wait_for_timeout(50)
    names: dict = {}
    exec(tab.evaluate("navigator.clipboard.readText()"), names)
    torch.testing.assert_close(names["weights_4"].double(), by_torch(state, chapter)["weights[3]"])
    torch.testing.assert_close(names["output"].double(), names["joined"].double() @ chapter["W_out"])
    tab.goto("about:blank")
    tab.goto(link)
    assert read_cells(tab, "heads") == before


# -- moving, and still

ANIMATED = (
    "document.querySelector('[data-widget=heads]').getAnimations({ subtree: true })"
    ".filter(one => one.constructor === Animation)"
)
MOVES = f"""() => {{
  const old = Object.fromEntries([...document.querySelectorAll("[data-widget=heads] td[data-cell]")].map(cell =>
    [cell.textContent, cell.getBoundingClientRect()]));
  document.querySelector("[data-widget=heads] {NEXT}").click();
  return {ANIMATED}.map(one => {{
    one.pause();
    one.currentTime = 0;
    const cell = one.effect.target, now = cell.getBoundingClientRect(), was = old[cell.textContent];
    one.finish();
    const goal = cell.getBoundingClientRect();
    return [cell.dataset.cell, was && Math.hypot(now.left - was.left, now.top - was.top),
      was && Math.hypot(goal.left - was.left, goal.top - was.top)];
  }});
}}"""


def test_numbers_start_from_where_they_stood_and_end_where_they_belong(tab, folder):
    for step in ("queries", "cut", "context", "swapped_back"):
        open_page(tab, folder, "en", hash_of("heads", {**START, "step": STEPS.index(step)}))
        until(tab, f"{ANIMATED}.length === 0")
        moves = tab.evaluate(MOVES)
        assert len(moves) == 12, step
        assert max(off for _, off, _ in moves) < 1, step
        assert sum(way > 20 for _, _, way in moves) >= 8, f"{step}: they go somewhere"
        until(tab, "!document.querySelector('.widget-moving')")


def test_who_asks_for_less_motion_sees_still_pictures(browser, folder):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto((folder / "en.html").as_uri())
    page.wait_for_selector("[data-ready]")
    widget = root(page, "heads")
    for way, count in ((NEXT, 9), (BACK, 9)):
        for _ in range(count):
            running = page.evaluate(
                f"() => {{ document.querySelector('[data-widget=heads] {way}').click(); "
                "return document.getAnimations().length; }"
            )
            assert running == 0
    assert widget.locator(".widget-moving").count() == 0
    page.emulate_media(reduced_motion="no-preference")
    assert (
        page.evaluate(
            f"() => {{ document.querySelector('[data-widget=heads] {NEXT}').click(); return {ANIMATED}.length; }}"
        )
        > 0
    ), "and who doesn't, sees them move"
    context.close()


# -- for everyone


@pytest.mark.parametrize("language", sample(LANGS, ["de"]))
def test_axe_finds_nothing_in_any_step_and_a_phone_is_wide_enough(browser, folder, language, nightly):
    context = browser.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto((folder / f"{language}.html").as_uri())
    page.wait_for_selector("[data-ready]")
    page.evaluate(
        "document.querySelectorAll('[data-widget]:not([data-widget=heads])').forEach(other => other.remove())"
    )
    page.add_script_tag(path=str(AXE))

    def looked_at(where: str) -> None:
        for scheme, only in (("default", {}), ("slate", {"runOnly": ["color-contrast"]})):
            page.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
            found = page.evaluate(
                "only => axe.run(document, { resultTypes: ['violations'], preload: false, ...only })", only
            )["violations"]
            assert [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found] == [], (
                f"{where}, {scheme}"
            )
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, where
        hidden = page.locator(".widget-grid").evaluate_all(
            "grids => grids.filter(grid => grid.scrollWidth > grid.clientWidth + 1).map(grid => grid.dataset.grid)"
        )
        assert hidden == [], f"{where}: wider than a phone"
        page.set_viewport_size({"width": 1100, "height": 900})

    for place, step in enumerate(STEPS):
        if nightly or place % 3 == 0:
            looked_at(step)
        if place < len(STEPS) - 1:
            root(page, "heads").locator(NEXT).click()
    root(page, "heads").locator("select").select_option(index=2)
    looked_at("three heads")
    context.close()


def test_the_picture_is_saved_in_each_step(tab, folder):
    for step, number in (("cut", "1.5147"), ("scores", "0.9697"), ("output", "1.8213")):
        open_page(tab, folder, "en", hash_of("heads", {**START, "step": STEPS.index(step)}))
        with tab.expect_download() as download:
            root(tab, "heads").locator("[data-act=picture_svg]").click()
        text = download.value.path().read_text(encoding="utf-8")
        assert text.startswith("<svg") and number in text and "var(" not in text


@pytest.mark.parametrize(
    "raw",
    sample(
        [
            {"num_heads": 0},
            {"num_heads": 5},
            {"step": 10},
            {"step": -1},
            {"embeddings": [[1, 2]]},
            {"words": ["a"] * 6},
        ],
        [{"num_heads": 5}],
    ),
)
def test_a_link_that_holds_something_else_leaves_the_numbers(tab, folder, raw):
    open_page(tab, folder, "en", hash_of("heads", {**START, **raw}))
    assert root(tab, "heads").locator(".widget-link-problem").is_visible()
    assert json.loads(root(tab, "heads").get_attribute("data-start")) == START
    assert cell(tab, "embeddings[0][0]", "heads").input_value() == "0.34"
