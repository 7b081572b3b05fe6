"""The widgets with three tables for everyone: on a phone, before the typefaces come, to a screen reader."""

from __future__ import annotations

import pytest
from samples import sample
from waiting import all_widgets
from widget_pages import AXE, LANGS, TOO_WIDE, cell, hash_of, open_page, root
from widget_tables import QKV, SHEET, SIX, start

STATES = {
    QKV: [{}, {"scaled": False, "start": "linear"}, {"words": [f"w{place}" for place in range(6)], "embeddings": SIX}],
    SHEET: [{}, {"view": "all"}, {"view": "all", "sheet": "food"}, {"sheet": "food", "query": 1}],
}


@pytest.mark.parametrize("language", sample(LANGS, ["de"]))
@pytest.mark.parametrize("name", sample([QKV, SHEET], [SHEET]))
def test_axe_finds_nothing_in_any_state_and_a_phone_is_wide_enough(tab, folder, language, name, nightly):
    open_page(tab, folder, language)
    tab.add_script_tag(path=str(AXE))
    try:
        for change in STATES[name]:
            tab.evaluate("hash => { location.hash = hash; }", hash_of(name, {**start(name), **change}))
            cell(tab, "context[1][0]", name).or_(cell(tab, "context[2][0]", name)).first.focus()
            for scheme in ("default", "slate") if nightly else ("slate",):
                tab.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
                found = tab.evaluate(
                    "name => axe.run(document.querySelector(`[data-widget=${name}]`), "
                    "{ resultTypes: ['violations'], preload: false })",
                    name,
                )["violations"]
                assert [
                    (one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found
                ] == [], (change, scheme)
            tab.set_viewport_size({"width": 360, "height": 740})
            assert tab.evaluate("document.documentElement.scrollWidth") <= 360
            wide = root(tab, name).locator(".widget-grid").evaluate_all(TOO_WIDE)
            assert wide == [] or len(change.get("words", [])) == 6, "wider than a phone"
            tab.set_viewport_size({"width": 1100, "height": 900})
    finally:
        tab.set_viewport_size({"width": 1100, "height": 900})


@pytest.mark.parametrize("path", sample([f"{QKV}/", f"de/{SHEET}/", f"sr/{SHEET}/", f"sw/{SHEET}/"], [f"de/{SHEET}/"]))
def test_tables_fit_a_phone_before_the_typefaces_come_too(browser, address, path):
    """Whatever face of the machine stands in: with only DejaVu, German column heads were too wide."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    tab = context.new_page()
    tab.route("**/*.woff2", lambda route: route.abort())
    tab.goto(address + path)
    all_widgets(tab)
    grids = tab.locator(".widget-grid")
    assert grids.count() > 3
    assert grids.evaluate_all(TOO_WIDE) == []
    context.close()


def test_what_has_the_focus_is_not_hidden_by_the_formula(page):
    page.set_viewport_size({"width": 1100, "height": 700})
    try:
        root(page, SHEET).get_by_label("View").select_option("1")
        cell(page, "embeddings[0][0]", SHEET).focus()
        hidden = []
        for key in (
            "W_key[3][0]",
            "queries[4][0]",
            "keys_transposed[3][0]",
            "exponentials[4][0]",
            "weights[4][0]",
            "context[4][0]",
        ):
            cell(page, key, SHEET).focus()
            below, top = root(page, SHEET).evaluate(
                "(box) => [document.activeElement.getBoundingClientRect().bottom, "
                "box.querySelector('.widget-explanation').getBoundingClientRect().top]"
            )
            if below > top + 1:
                hidden.append((key, below, top))
        assert hidden == []
    finally:
        page.set_viewport_size({"width": 1100, "height": 900})
