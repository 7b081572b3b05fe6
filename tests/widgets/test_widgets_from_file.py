"""The widgets of built pages that are opened as files, with no server behind them.

The same scripts, nothing fetched.
"""

from __future__ import annotations

import pytest
from samples import sample
from waiting import all_widgets, until

from handbook import ROOT
from handbook.extensions import widgets
from handbook.project.checkout import Project

PROJECT = Project(ROOT)
CALCULATORS = [name for name in widgets.names() if name != widgets.EXPLORER]  # the explorer brings scripts of its own
PLACES = {
    name: page.name
    for page in (PROJECT.page("en", name) for name in PROJECT.names())
    for _, name, _ in widgets.widgets(page)
}

CHANGE = """root => {
  const shown = () => Object.fromEntries([...root.querySelectorAll("[data-cell]")].map(cell =>
    [cell.dataset.cell, cell.value ?? cell.textContent]));
  const before = shown();
  const input = root.querySelector("td input[data-cell]");
  input.value = input.value === "0.25" ? "0.5" : "0.25";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const after = shown();
  const others = Object.keys(after).filter(name => name !== input.dataset.cell);
  return { typed: input.dataset.cell, changed: others.filter(name => after[name] !== before[name]).length };
}"""


def test_every_widget_has_its_place_in_a_page():
    assert set(CALCULATORS) <= set(PLACES)


@pytest.fixture(scope="module")
def tab(browser):
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.asked, page.faults = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: "widgets.js" in (error.stack or "") and page.faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            message.type == "error"
            and message.location.get("url", "").endswith("widgets.js")
            and page.faults.append(message.text)
        ),
    )
    yield page
    context.close()


@pytest.mark.parametrize("language", sample(PROJECT.languages, ["de"]))
@pytest.mark.parametrize("name", sample(CALCULATORS, ["heads", "mask"]))
def test_a_widget_works_in_a_page_that_is_a_file(tab, site_dir, name, language):
    tab.asked.clear()
    folder = site_dir if language == "en" else site_dir / language
    tab.goto((folder / PLACES[name] / "index.html").as_uri())
    root = tab.locator(f"[data-widget={name}]")
    all_widgets(tab)
    if name == "heads":
        root.locator("[data-act=next]").click()
    found = root.evaluate(CHANGE)
    assert found["changed"] >= 2, found
    root.locator("[data-act=undo]").click()
    with tab.expect_download() as download:
        root.locator("[data-act=picture_svg]").click()
    assert download.value.path().read_text(encoding="utf-8").startswith("<svg")
    root.locator("[data-act=copy_link]").click()
    until(tab, "name => document.querySelector(`[data-widget=${name}] .widget-said`).textContent !== ''", arg=name)
    assert f"#state={name}." in tab.url

    assert tab.evaluate("getComputedStyle(document.querySelector('.widget-controls')).display") == "flex", (
        "its styles are there"
    )
    assert [where for where in tab.asked if not where.startswith(("file:", "data:", "blob:"))] == []
    assert tab.faults == []
