"""The widgets in a real browser: their numbers against torch, by keyboard alone, on a phone, from a file."""

from __future__ import annotations

import json
import random
import sys

import pytest

# Tests without torch are skipped here, before what needs it is imported.
torch = pytest.importorskip("torch")

from numbers_by_torch import AGAINST, STATES, assert_shown, tensor  # noqa: E402
from samples import sample  # noqa: E402
from waiting import until  # noqa: E402
from widget_pages import AXE, LANGS, NAMES, READ, TOO_WIDE, cell, focused, hash_of, open_page, read_cells, root  # noqa: E402

from handbook import ROOT  # noqa: E402
from handbook.extensions import widgets  # noqa: E402
from handbook.project import number_formats  # noqa: E402

KILOBYTE = 1000


# -- numbers against torch


@pytest.mark.parametrize("name", AGAINST)
def test_every_number_is_torchs_in_random_states(tab, folder, name, nightly):
    make, compute = AGAINST[name]
    dice = random.Random(5)
    languages = LANGS if nightly else ["de"]  # which has the comma
    for language in languages:
        decimal = number_formats.marks(language)[0]
        states = [make(dice) for _ in range((STATES if nightly else STATES // 10) // len(languages))]
        open_page(tab, folder, language)
        found = tab.evaluate(READ, [name, [hash_of(name, state) for state in states]])
        for state, cells in zip(states, found, strict=True):
            # A seventh digit may differ where the sum of 32-bit exponentials divides.
            slack = 1e-9 if state.get("subtract", True) else 1e-6
            assert_shown(cells, compute(state), decimal, slack)


@pytest.mark.parametrize("language", sample(LANGS, ["sr"]))
def test_the_start_is_the_chapters(tab, folder, language):
    open_page(tab, folder, language)
    found = read_cells(tab)
    mark = number_formats.marks(language)[0]
    # as printed in docs/en/by-hand.md
    chapter = {
        "scores": "0.7842 1.3569 1.2487",
        "exponentials": "2.1907 3.8841 3.4858",
        "weights": "0.2291 0.4063 0.3646",
        "shares": "0.2313 0.4003 0.3684",
    }
    for name, printed in chapter.items():
        assert [found[f"{name}[{row}][0]"] for row in range(3)] == printed.replace(".", mark).split()
    assert [found[f"context[0][{column}]"] for column in range(3)] == "0.3990 0.3854 0.8610".replace(".", mark).split()


def test_the_committed_values_are_torchs():
    sys.path.insert(0, str(ROOT / "tests" / "widgets"))
    try:
        import torch_values
    finally:
        sys.path.pop(0)
    fresh, kept = json.loads(torch_values.text()), json.loads(torch_values.FILE.read_text(encoding="utf-8"))
    assert fresh["seeds"] == kept["seeds"] and fresh["long"] == kept["long"]
    for new, old in zip(fresh["arithmetic"], kept["arithmetic"], strict=True):  # other processors add in another order
        for name in old:
            torch.testing.assert_close(tensor(new[name]), tensor(old[name]), rtol=1e-12, atol=1e-12)


# -- by keyboard


def focus_first_cell(page):
    root(page, "by-hand").locator("input[data-cell='temperature[0][0]']").focus()
    page.keyboard.press("Tab")  # the button that adds a word
    page.keyboard.press("Tab")  # the first grid


def test_a_grid_is_walked_filled_in_undone_and_reset_by_keyboard(page):
    focus_first_cell(page)
    assert focused(page) == "words[0][0]"
    for key, where in [
        ("ArrowRight", "embeddings[0][0]"), ("ArrowDown", "embeddings[1][0]"),
        ("ArrowUp", "embeddings[0][0]"), ("ArrowUp", "embeddings[0][0]"),
        ("Home", "words[0][0]"), ("End", "×"), ("ArrowLeft", "embeddings[0][2]"),
        ("Control+End", "×"), ("Control+Home", "words[0][0]"),
        ("ArrowRight", "embeddings[0][0]"), ("PageDown", "embeddings[2][0]"), ("PageUp", "embeddings[0][0]"),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert focused(page) == where, key

    page.keyboard.type("0,5")  # typing begins an edit
    assert cell(page, "scores[0][0]").inner_text() == "0.8690"  # (0.5·0.53 + 0.22·0.34 + 0.54·0.98)
    page.keyboard.press("Enter")
    assert focused(page) == "embeddings[1][0]"
    assert cell(page, "embeddings[0][0]").input_value() == "0.5"

    page.keyboard.press("F2")
    page.keyboard.press("End")
    page.keyboard.type("9")
    assert cell(page, "embeddings[1][0]").input_value() == "0.539"
    page.keyboard.press("Escape")
    assert cell(page, "embeddings[1][0]").input_value() == "0.53"
    assert cell(page, "scores[0][0]").inner_text() == "0.8690"

    page.keyboard.press("Control+z")
    assert cell(page, "embeddings[0][0]").input_value() == "0.34"
    page.keyboard.press("Control+y")
    assert cell(page, "embeddings[0][0]").input_value() == "0.5"
    root(page, "by-hand").locator("[data-act=reset]").focus()
    page.keyboard.press("Enter")
    assert cell(page, "embeddings[0][0]").input_value() == "0.34"

    page.keyboard.press("Shift+Tab")  # redo is off, so undo
    assert focused(page) in ("redo", "undo")


def test_each_grid_is_one_stop_for_tab(page):
    stops = (
        root(page, "by-hand")
        .locator("[role=grid]")
        .evaluate_all("grids => grids.map(grid => grid.querySelectorAll('[tabindex=\"0\"]').length)")
    )
    assert stops == [1, 1, 1]
    focus_first_cell(page)
    seen = []
    for _ in range(3):
        seen.append(page.evaluate("document.activeElement.closest('.widget-grid')?.dataset.grid"))
        page.keyboard.press("Tab")
    assert seen == ["embeddings", "scores", "context"]


def test_words_are_added_renamed_and_removed_by_keyboard(page):
    by_hand = root(page, "by-hand")
    by_hand.get_by_role("button", name="Add a word").focus()
    for count in range(4, 9):
        page.keyboard.press("Enter")
        assert by_hand.locator("[data-word]").count() == count
    page.keyboard.press("Enter")
    assert by_hand.locator("[data-word]").count() == 8
    by_hand.locator('[data-word="words[3][0]"]').focus()
    page.keyboard.type("rain")
    page.keyboard.press("Tab")
    assert "rain" in by_hand.locator("select option").all_inner_texts()
    by_hand.get_by_role("button", name="Remove shiny").focus()
    for count in range(7, 0, -1):
        by_hand.locator(".widget-small").first.focus()
        page.keyboard.press("Enter")
        assert by_hand.locator("[data-word]").count() == count
    page.keyboard.press("Enter")
    assert by_hand.locator("[data-word]").count() == 1, "the last word stays"
    assert page.evaluate("document.querySelector('.widget').contains(document.activeElement)")


def test_the_query_and_the_temperature_are_set_by_keyboard(page):
    select = root(page, "by-hand").locator("select")
    select.focus()
    page.keyboard.press("ArrowDown")
    assert select.input_value() == "2"
    assert cell(page, "scores[0][0]").inner_text() == "0.7196"  # sun · Hello
    slider = root(page, "by-hand").locator("input[type=range]")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    assert float(cell(page, "temperature[0][0]").input_value()) == pytest.approx(10**-0.1, abs=5e-4)
    page.keyboard.press("Control+z")
    assert cell(page, "temperature[0][0]").input_value() in ("1", "0.832")  # each stroke may be a step of its own


# -- formulas, and what can be taken away


def test_each_number_tells_its_formula_on_focus_and_hover(page):
    by_hand = root(page, "by-hand")
    cell(page, "scores[2][0]").hover()
    assert by_hand.locator(".widget-formula").inner_text() == "0.53 · 0.29 + 0.34 · 0.54 + 0.98 · 0.93 = 1.2487"
    assert "shiny" in by_hand.locator(".widget-words").inner_text()
    assert by_hand.locator("td.lit").count() == 7
    for name in read_cells(page):
        if name != "temperature[0][0]":
            cell(page, name).focus()
            assert cell(page, name).evaluate("e => e.closest('td').classList.contains('lit')")
            assert "=" in by_hand.locator(".widget-formula").inner_text()
    assert by_hand.locator("[role=status] .widget-formula").count() == 1


def test_state_travels_by_link_and_numbers_by_copy(page, folder):
    cell(page, "embeddings[0][0]").fill("0.5")
    root(page, "by-hand").locator("[data-act=copy_link]").click()
    until(page, "document.querySelector('[data-widget=by-hand] .widget-said').textContent !== ''")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith("file:") and "#state=by-hand." in link
    before = read_cells(page)
    for kind in ("torch", "numpy", "csv"):
        root(page, "by-hand").locator(f"[data-act=copy_{kind}]").click()
        page.wait_for_timeout(30)
        copied = page.evaluate("navigator.clipboard.readText()")
        if kind == "csv":
            assert copied.startswith("embeddings\n0.5,0.22,0.54\n")
            continue
        names: dict = {}
        if kind == "numpy":
            pytest.importorskip("numpy")
        exec(copied, names)
        assert float(names["scores"][0][0]) == pytest.approx(0.869)
    page.goto("about:blank")
    page.goto(link)
    assert read_cells(page) == before


def test_the_picture_is_saved(page):
    with page.expect_download() as download:
        root(page, "by-hand").locator("[data-act=picture_svg]").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename == "by-hand.svg"
    assert text.startswith("<svg") and "0.4063" in text and "var(" not in text


# -- for everyone


@pytest.mark.parametrize("language", sample(LANGS, ["de"]))
def test_axe_finds_nothing_in_any_state_and_a_phone_is_wide_enough(tab, folder, language, nightly):
    open_page(tab, folder, language)
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    try:
        # By day tests/browser/test_every_page.py looks at a page as it starts.
        for state in ("start", "wrong", "full") if nightly else ("wrong", "full"):
            if state == "wrong":
                cell(tab, "embeddings[0][1]").fill("abc")
            if state == "full":
                for _ in range(5):
                    root(tab, "by-hand").locator(".widget-field button").click()
                root(tab, "softmax").locator(".widget-switch input").uncheck()
                root(tab, "softmax").locator("td input").first.fill("1000")
            for scheme, only in (("default", {}), ("slate", {"runOnly": ["color-contrast"]})):
                tab.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
                found = tab.evaluate(
                    "only => axe.run(document, { resultTypes: ['violations'], preload: false, ...only })", only
                )["violations"]
                assert [
                    (one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found
                ] == [], f"{state}, {scheme}"
            tab.set_viewport_size({"width": 360, "height": 740})
            assert tab.evaluate("document.documentElement.scrollWidth") <= 360
            hidden = tab.locator(".widget-grid").evaluate_all(TOO_WIDE)
            assert hidden == [] or state == "full", (
                "wider than a phone; large numbers and long words may scroll in their box"
            )
            tab.set_viewport_size({"width": 1100, "height": 900})
    finally:
        tab.set_viewport_size({"width": 1100, "height": 900})


def test_every_number_follows_a_change_at_once(page):
    """Within the event itself: nothing is left for a later frame. How long it takes is a matter for benchmarks."""
    before, after = page.evaluate("""() => {
      const input = document.querySelector('[data-cell="embeddings[0][0]"]');
      const shown = () => [...document.querySelectorAll('output[data-cell], [data-cell]:not(input)')].map(
        cell => cell.textContent);
      const before = shown();
      input.value = "0.99";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return [before, shown()];
    }""")
    changed = sum(old != new for old, new in zip(before, after, strict=True))
    assert changed >= 6, (before, after)


def test_all_widgets_together_are_small(folder):
    import gzip

    assert len(gzip.compress((folder / "widgets.js").read_bytes())) <= 40 * KILOBYTE


def test_pages_without_a_widget_load_nothing_of_it(site_dir):
    in_widgets, everywhere = (
        (site_dir / "assets" / "javascripts" / f"{name}.js").read_text(encoding="utf-8")
        for name in ("widgets", "handbook")
    )
    assert "widget-grid" in in_widgets and "widget-grid" not in everywhere
    pages = [
        path for path in site_dir.rglob("*.html") if "assets" not in path.relative_to(site_dir).parts
    ]  # there lie files that bring their own
    held = 0
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert (
            ("assets/javascripts/widgets.js" in text)
            == ('data-widget="' in text)
            == ("assets/stylesheets/widgets.css" in text)
        ), path
        held += 'data-widget="' in text
    assert 5 * len(LANGS) <= held < len(pages) / 2


# -- faults in a page


def test_unknown_and_double_widgets_are_told_by_line():
    from handbook.markdown import parser

    page = parser.parse(
        '# T { #t }\n\n<div data-widget="nope"></div>\n\n'
        '<div data-widget="softmax"></div>\n\n<div data-widget="softmax"></div>\n',
        "docs/en/t.md",
        "en",
    )
    assert [(finding.line, finding.message) for finding in widgets.check(page)] == [
        (3, "no widget is called `nope`"),
        (7, "the widget `softmax` stands twice in this page"),
    ]


@pytest.mark.parametrize("language", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_written_in_every_language(language, name):
    from handbook.markdown import parser

    page = parser.parse(f'<div data-widget="{name}"></div>\n', f"docs/{language}/t.md", language)
    assert widgets.check(page) == []
