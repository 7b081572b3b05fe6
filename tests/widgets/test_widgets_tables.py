"""The widgets with three tables in a real browser: queries-keys-values and spreadsheet, by hand and by keyboard."""

from __future__ import annotations

import re

import pytest

# Tests without torch are skipped here, before what needs it is imported.
torch = pytest.importorskip("torch")

from samples import sample  # noqa: E402
from waiting import until  # noqa: E402
from widget_pages import PASTE, cell, focused, hash_of, open_page, read_cells, root  # noqa: E402
from widget_states import TABLES, attend, drawn, tensor  # noqa: E402
from widget_tables import QKV, SHEET, SIX, start  # noqa: E402

from handbook import ROOT  # noqa: E402


def matrix(page, name: str, widget: str) -> list[list[str]]:
    rows: dict[int, dict[int, str]] = {}
    for key, text in read_cells(page, widget).items():
        if found := re.fullmatch(rf"{name}\[(\d+)\]\[(\d+)\]", key):
            rows.setdefault(int(found[1]), {})[int(found[2])] = text.replace("\u2212", "-")
    return [[text for _, text in sorted(row.items())] for _, row in sorted(rows.items())]


def four(table) -> list[list[str]]:
    return [[f"{number:.4f}" for number in row] for row in table.tolist()]


def printed(page_name: str, after: str, place: int = 0) -> list[list[str]]:
    """A tensor that the chapter prints behind ``after``."""
    text = (ROOT / "docs" / "en" / f"{page_name}.md").read_text(encoding="utf-8")
    tensor_text = re.findall(r"tensor\((.*?)\)", text[text.index(after) :], re.DOTALL)[place]
    rows = re.findall(r"\[([^\[\]]+)\]", tensor_text)
    return [[number.strip().rstrip(".") for number in row.split(",")] for row in rows]


# -- the starts


def test_the_start_shows_what_the_chapters_print(page):
    for name, after, place in (
        ("W_query", "print(W_query)", 0),
        ("queries", "print(values)", 0),
        ("scores", "print(scores)", 0),
        ("weights", "print(attention_weights)", 0),
        ("context", "print(context_vectors)", 1),
    ):
        assert matrix(page, name, QKV) == printed("queries-keys-values", after, place), name
    assert matrix(page, "weights", SHEET) == printed("spreadsheet", "print(bark_weights)", 3)
    assert matrix(page, "context", SHEET) == printed("spreadsheet", "print(bark_context)")
    root(page, SHEET).get_by_label("View").select_option("1")
    assert matrix(page, "weights", SHEET) == printed("spreadsheet", "print(attention_weights)")
    assert matrix(page, "context", SHEET) == printed("spreadsheet", "print(context_vectors)")
    root(page, SHEET).get_by_label("Sheet").select_option("1")
    assert matrix(page, "weights", SHEET) == printed("spreadsheet", "print(food_weights)")
    assert matrix(page, "keys_transposed", SHEET) == printed("spreadsheet", "print(food_keys.T)")


def test_the_books_seed_gives_the_books_context_vectors(tab, folder):
    """Six words, seed 789 and nn.Linear, as in Raschka's book."""
    state = {
        **start(QKV),
        "words": ["Your", "journey", "starts", "with", "one", "step"],
        "embeddings": SIX,
        "start": "linear",
        "seed": 789,
    }
    open_page(tab, folder, "en", hash_of(QKV, state))
    assert matrix(tab, "context", QKV) == printed("queries-keys-values", "print(six_contexts)")


# -- by keyboard alone


def test_tables_are_drawn_from_a_seed_filled_in_undone_and_reset_by_keyboard(page):
    before = read_cells(page, QKV)
    root(page, QKV).get_by_label("Weight matrices").focus()
    page.keyboard.press("ArrowDown")  # nn.Linear
    assert matrix(page, "W_value", QKV) == four(drawn("linear", 123)["W_value"])
    page.keyboard.press("Tab")
    assert focused(page) == "seed[0][0]"
    page.keyboard.type("42")
    page.keyboard.press("Tab")  # the switch
    assert matrix(page, "W_key", QKV) == four(drawn("linear", 42)["W_key"])
    page.keyboard.press("Space")
    assert matrix(page, "scaled_scores", QKV) == []
    tables = drawn("linear", 42)
    embeddings = tensor(start(QKV)["embeddings"])
    assert matrix(page, "weights", QKV) == four(attend(embeddings, tables, 1)["weights"])

    for _ in range(4):  # who asks, add a word, embeddings, W_query
        page.keyboard.press("Tab")
    assert focused(page) == "W_query[0][0]"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("-2,5")
    page.keyboard.press("Enter")
    assert focused(page) == "W_query[2][1]"
    tables["W_query"][1, 1] = -2.5
    assert matrix(page, "context", QKV) == four(attend(embeddings, tables, 1)["context"])
    assert root(page, QKV).get_by_label("Weight matrices").input_value() == "0", "they are the reader's own now"
    page.keyboard.press("Control+z")
    assert matrix(page, "W_query", QKV) == four(drawn("linear", 42)["W_query"])
    assert root(page, QKV).get_by_label("Weight matrices").input_value() == "2"
    root(page, QKV).locator("[data-act=reset]").focus()
    page.keyboard.press("Enter")
    assert read_cells(page, QKV) == before


def test_a_sheet_is_chosen_changed_undone_and_reset_by_keyboard(page):
    before = read_cells(page, SHEET)
    sheet = root(page, SHEET)
    sheet.get_by_label("Sheet").focus()
    page.keyboard.press("ArrowDown")  # She eats chips and pie
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")  # all tokens
    assert cell(page, "weights[1][2]", SHEET).inner_text() == "0.4866"
    assert sheet.locator("[role=grid] thead th").all_inner_texts()[1] == "person"
    assert cell(page, "embeddings[1][2]", SHEET).get_attribute("aria-label") == "eats, food"
    for _ in range(3):  # who asks, embeddings, W_query
        page.keyboard.press("Tab")
    assert focused(page) == "W_query[0][0]"
    page.keyboard.press("ArrowDown")
    page.keyboard.type("8")  # an action asks for a person …
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "W_query[1][2]"
    page.keyboard.type("0")  # … and no longer for food
    page.keyboard.press("Enter")
    assert cell(page, "weights[1][0]", SHEET).inner_text() == "0.9317"  # as the chapter's exercise says
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert cell(page, "weights[1][0]", SHEET).inner_text() == "0.0089"
    sheet.locator("[data-act=reset]").focus()
    page.keyboard.press("Enter")
    assert read_cells(page, SHEET) == before


@pytest.mark.parametrize("name", [QKV, SHEET])
def test_each_grid_is_one_stop_for_tab(page, name):
    stops = (
        root(page, name)
        .locator("[role=grid]")
        .evaluate_all("grids => grids.map(grid => grid.querySelectorAll('[tabindex=\"0\"]').length)")
    )
    assert len(stops) >= 9 and set(stops) == {1}


# -- row times column


@pytest.mark.parametrize(
    ("view", "target", "left", "right", "formula"),
    [
        (
            "0",
            "queries[2][0]",
            [f"embeddings[2][{c}]" for c in range(4)],
            [f"W_query[{r}][0]" for r in range(4)],
            "0 · 0 + 1 · 0 + 0 · 0 + 1 · 2 = 2",
        ),
        (
            "0",
            "scores[2][1]",
            [f"queries[2][{c}]" for c in range(4)],
            [f"keys[1][{c}]" for c in range(4)],
            "2 · 1.5 + 2 · 1 + 2 · 1 + 0 · 0 = 7",
        ),
        (
            "1",
            "scaled_scores[2][1]",
            [f"queries[2][{c}]" for c in range(4)],
            [f"keys_transposed[{r}][1]" for r in range(4)],
            "2 · 1.5 + 2 · 1 + 2 · 1 + 0 · 0 = 7 / √4 = 3.5",
        ),
        (
            "1",
            "context[2][0]",
            [f"weights[2][{c}]" for c in range(5)],
            [f"values[{r}][0]" for r in range(5)],
            "0.0424 · 0 + 0.8524 · 2 + 0.0700 · 0 + 0.0257 · 0 + 0.0095 · (\u22121) = 1.6953",
        ),
    ],
)
@pytest.mark.parametrize("by", sample(["pointer", "focus"], ["pointer"]))
def test_the_row_and_the_column_of_a_product_are_framed_and_written(page, view, target, left, right, formula, by):
    sheet = root(page, SHEET)
    sheet.get_by_label("View").select_option(view)
    place = cell(page, target, SHEET)
    place.hover() if by == "pointer" else place.focus()

    def framed(style: str) -> list[str]:
        script = (
            "cells => cells.map(cell => [cell.querySelector('input')?.dataset.cell ?? cell.dataset.cell, "
            "getComputedStyle(cell).outlineStyle])"
        )
        return sheet.locator(f"td.{style}").evaluate_all(script)

    assert sorted(framed("lit-left")) == sorted([name, "solid"] for name in left)
    assert sorted(framed("lit-right")) == sorted([name, "dashed"] for name in right)
    assert sheet.locator(".widget-formula").inner_text() == formula
    assert len(sheet.locator(".widget-words").inner_text()) > 40


@pytest.mark.parametrize("name", sample([QKV, SHEET], [QKV]))
def test_every_number_has_a_formula_in_words_and_numbers(page, name):
    box = root(page, name)
    for key in read_cells(page, name):
        if key != "seed[0][0]":
            cell(page, key, name).focus()
            assert "=" in box.locator(".widget-formula").inner_text(), key
            assert box.locator("td.lit-self").count() == 1


# -- what a reader may get wrong


# What is a number and what is none: numbers.test.mjs.
@pytest.mark.parametrize("typed", sample(["abc", "", "1e400", "1.5", "-1", "4294967296", "0x7b"], ["4294967296"]))
def test_what_is_no_seed_is_named_and_the_last_one_counts(page, typed):
    before = read_cells(page, QKV)
    seed = cell(page, "seed[0][0]", QKV)
    seed.fill(typed)
    alert = root(page, QKV).locator(".widget-controls [role=alert]")
    assert len(alert.inner_text()) > 20 and "123" in alert.inner_text()
    assert seed.get_attribute("aria-invalid") == "true" and seed.get_attribute(
        "aria-describedby"
    ) == alert.get_attribute("id")
    assert {**read_cells(page, QKV), "seed[0][0]": "123"} == before
    seed.press("Enter")
    assert read_cells(page, QKV) == before


@pytest.mark.parametrize(
    ("widget", "name"),
    sample([(QKV, "W_key[1][1]"), (SHEET, "W_value[0][3]"), (SHEET, "embeddings[4][0]")], [(SHEET, "W_value[0][3]")]),
)
@pytest.mark.parametrize("typed", sample(["abc", "", "1e400", "1001", "0.1.2"], ["1001"]))
def test_what_is_no_number_is_named_at_the_cell_and_the_last_good_one_stays(page, widget, name, typed):
    before = read_cells(page, widget)
    place = cell(page, name, widget)
    place.fill(typed)
    alert = root(page, widget).locator("[role=grid] [role=alert]")
    assert len(alert.inner_text()) > 20
    assert place.get_attribute("aria-invalid") == "true" and place.get_attribute(
        "aria-describedby"
    ) == alert.get_attribute("id")
    assert {**read_cells(page, widget), name: before[name]} == before
    place.press("Enter")
    assert read_cells(page, widget) == before


def test_a_table_with_decimal_commas_is_pasted_into_one_of_three(page):
    cell(page, "W_key[0][0]", QKV).evaluate(PASTE, "0,5\t-1\n2\t0,25\n1\t1\n")
    assert matrix(page, "W_key", QKV) == [["0.5", "-1"], ["2", "0.25"], ["1", "1"]]
    assert matrix(page, "W_query", QKV) == four(drawn("rand", 123)["W_query"])
    cell(page, "W_query[0][0]", SHEET).evaluate(PASTE, "\n".join(["1;2;3;4"] * 4))
    assert matrix(page, "W_query", SHEET) == [["1", "2", "3", "4"]] * 4
    before = read_cells(page, SHEET)
    cell(page, "W_query[1][0]", SHEET).evaluate(PASTE, "\n".join(["1;2;3;4"] * 4))
    assert "Nothing was changed" in root(page, SHEET).locator("[role=grid] [role=alert]").inner_text()
    assert read_cells(page, SHEET) == before


def test_an_infinite_exponential_says_why(tab, folder):
    state = start(SHEET)
    state["dogs"]["W_query"][3][0] = 1000
    open_page(tab, folder, "en", hash_of(SHEET, state))
    assert cell(tab, "exponentials[2][1]", SHEET).inner_text() == "∞"
    assert "∞" in root(tab, SHEET).locator(".widget-notes").inner_text()
    assert cell(tab, "weights[2][1]", SHEET).inner_text() == "1.0000"
    cell(tab, "weights[2][1]", SHEET).focus()
    assert "32 bits" in root(tab, SHEET).locator(".widget-words").inner_text()


# -- taking away


@pytest.mark.parametrize("name", sample([QKV, SHEET], [SHEET]))
def test_state_travels_by_link_and_numbers_by_copy(page, name):
    box = root(page, name)
    cell(page, "W_key[0][1]", name).fill("-0.125")
    box.locator("[data-act=copy_link]").click()
    until(page, f"document.querySelector('[data-widget={name}] .widget-said').textContent !== ''")
    link = page.evaluate("navigator.clipboard.readText()")
    before = read_cells(page, name)
    box.locator(".widget-exact input").check()
    for kind in ("torch", "numpy", "csv"):
        box.locator(f"[data-act=copy_{kind}]").click()
        page.wait_for_timeout(30)
        copied = page.evaluate("navigator.clipboard.readText()")
        if kind == "csv":
            assert "\nW_key\n" in copied and ",-0.125" in copied
            continue
        names: dict = {}
        if kind == "numpy":
            pytest.importorskip("numpy")
        exec(copied, names)
        found = {key: tensor(names[key].tolist()) for key in ("embeddings", *TABLES, "context")}
        context = attend(found["embeddings"], {key: found[key] for key in TABLES}, len(found["W_key"][0]) ** 0.5)[
            "context"
        ]
        torch.testing.assert_close(found["context"], context, rtol=1e-6, atol=1e-6)
    page.goto("about:blank")
    page.goto(link)
    assert read_cells(page, name) == before
    with page.expect_download() as download:
        root(page, name).locator("[data-act=picture_svg]").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename == f"{name}.svg"
    assert text.startswith("<svg") and "W_key" in text and "\u22120.125" in text and "var(" not in text
