"""The widgets in a real browser: their numbers against torch, by keyboard alone, on a phone, from a file."""

from __future__ import annotations

import base64
import json
import math
import random
import shutil
import sys

import pytest
from markdown import Markdown

# Tests without torch are skipped here, before what needs it is imported.
torch = pytest.importorskip("torch")

import widget_states  # noqa: E402
from samples import sample  # noqa: E402
from waiting import until  # noqa: E402

from handbook import ROOT  # noqa: E402
from handbook.extensions import widgets  # noqa: E402
from handbook.project import number_formats  # noqa: E402
from handbook.site import bundler  # noqa: E402
from handbook.site import fonts as site_fonts  # noqa: E402

NAMES = widgets.NAMES
LANGS = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
STATES = 220
KILOBYTE = 1000

# Grids that are wider than their box, each with both widths.
TOO_WIDE = (
    "grids => grids.filter(grid => grid.scrollWidth > grid.clientWidth + 1)"
    ".map(grid => `${grid.dataset.grid} ${grid.scrollWidth} ${grid.clientWidth}`)"
)


# -- pages with nothing but widgets


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A page for each language with all widgets, made by the Markdown extension.

    With the site's typefaces, styles and script.
    """
    folder = tmp_path_factory.mktemp("widgets")
    fonts, faces = site_fonts.files(".")
    for path, make in fonts.items():
        (folder / path).write_bytes(make())
    (folder / "typefaces.css").write_text(faces, encoding="utf-8")
    for name in ("tokens", "widgets"):
        shutil.copy(ROOT / "theme" / "assets" / "stylesheets" / f"{name}.css", folder)
    (folder / "widgets.js").write_text(bundler.bundle(ROOT / "frontend" / "entries" / "widgets.js"), encoding="utf-8")
    text = "# Widgets\n\n" + "\n\n".join(f'<div data-widget="{name}"></div>' for name in NAMES)
    for language, lang in LANGS.items():
        body = Markdown(
            extensions=["handbook.extensions.widgets"],
            extension_configs={"handbook.extensions.widgets": {"language": language}},
        ).convert(text)
        (folder / f"{language}.html").write_text(PAGE.format(lang=lang, body=body), encoding="utf-8")
    return folder


PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Widgets</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="typefaces.css"><link rel="stylesheet" href="tokens.css">\
<link rel="stylesheet" href="widgets.css">
<style>html {{ font-size: 125% }} \
body {{ margin: 0; padding: 16px; background: var(--paper); color: var(--ink); font-family: var(--font-text) }}
.for-ears {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }}</style></head>
<body data-md-color-scheme="default"><main class="md-typeset">{body}</main>\
<script src="widgets.js"></script></body></html>"""


@pytest.fixture(scope="module")
def tab(browser, folder):
    """One page for all tests of numbers; it remembers what went wrong."""
    context = browser.new_context(
        viewport={"width": 1100, "height": 900},
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    page = context.new_page()
    page.faults = []
    page.on("console", lambda message: message.type in ("error", "warning") and page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    context.close()
    assert page.faults == []


@pytest.fixture
def page(tab, folder):
    open_page(tab, folder)
    return tab


def open_page(tab, folder, language: str = "en", hash_: str = ""):
    tab.goto("about:blank")
    tab.goto((folder / f"{language}.html").as_uri() + hash_)
    tab.wait_for_selector("[data-ready]")
    tab.evaluate("document.fonts.ready.then(() => null)")


def root(page, name: str):
    return page.locator(f"[data-widget={name}]")


def cell(page, name: str, widget: str = "by-hand"):
    return root(page, widget).locator(f'[data-cell="{name}"]')


def hash_of(name: str, state: dict) -> str:
    text = json.dumps(state, ensure_ascii=False).encode()
    return f"#state={name}.{base64.urlsafe_b64encode(text).decode().rstrip('=')}"


# -- numbers against torch

READ = """async ([name, hashes]) => {
  const root = document.querySelector(`[data-widget=${name}]`);
  const read = () => Object.fromEntries([...root.querySelectorAll("[data-cell]")].map((e) =>
    [e.dataset.cell, e.tagName === "INPUT" ? e.value : e.textContent]));
  const all = [];
  for (const hash of hashes) {
    const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = hash;
    await changed;
    all.push(read());
  }
  return all;
}"""


def number(text: str, decimal: str) -> tuple[float, float]:
    """A number as shown, and half a unit of its last digit."""
    text = text.replace("\u2212", "-").replace(decimal, ".")
    if text in ("NaN", "∞", "-∞"):
        return float(text.replace("∞", "inf")), 0.0
    mantissa, _, exponent = text.partition("e")
    # Without a power of ten, what has fewer than four decimals needs no more.
    places = len(mantissa.partition(".")[2]) if exponent else max(4, len(mantissa.partition(".")[2]))
    return float(text), 0.5 * 10.0 ** (int(exponent or 0) - places)


def assert_shown(cells: dict[str, str], expected: dict[str, torch.Tensor], decimal: str, slack: float = 1e-9):
    """``expected``: whole tables, or some rows of them as ``{row: numbers}``."""
    rows = [
        (f"{name}[{r}]", row)
        for name, table in expected.items()
        for r, row in (table.items() if isinstance(table, dict) else enumerate(table))
    ]
    names = {f"{row}[{c}]": value.item() for row, numbers in rows for c, value in enumerate(numbers)}
    assert set(cells) == set(names)
    for name, value in names.items():
        shown, half = number(cells[name], decimal)
        if math.isfinite(value):
            assert abs(shown - value) <= half * (1 + 1e-9) + slack * max(1.0, abs(value)), (
                f"{name}: {cells[name]}, torch {value}"
            )
        else:
            assert shown == value or (math.isnan(shown) and math.isnan(value)), f"{name}: {cells[name]}, torch {value}"


def tensor(numbers) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def some(dice: random.Random, count: int, spread: float, places: int) -> list[float]:
    return [round(dice.uniform(-spread, spread), places) for _ in range(count)]


def by_hand_state(dice: random.Random) -> dict:
    words = dice.randint(1, 8)
    spread = dice.choice([1, 1, 1, 4, 30, 1000])
    return {
        "words": [f"w{place}" for place in range(words)],
        "embeddings": [some(dice, 3, spread, dice.choice([1, 2, 4])) for _ in range(words)],
        "query": dice.randrange(words),
        "temperature": dice.choice([1, 1, 0.5, 3**0.5, 10, round(dice.uniform(0.01, 100), 3)]),
    }


def by_hand_torch(state: dict) -> dict[str, torch.Tensor]:
    embeddings = tensor(state["embeddings"])
    scores = embeddings @ embeddings[state["query"]]
    scaled = scores / state["temperature"]
    exponentials = scaled.exp().float()  # what 32 bits can't hold is ∞ or 0
    weights = torch.softmax(scaled, dim=-1)
    shares = scores / scores.sum()
    sums = torch.stack([scores.sum(), exponentials.double().sum().float().double(), weights.sum(), shares.sum()])
    column = {"scores": scores, "exponentials": exponentials, "weights": weights, "shares": shares}
    return {
        "temperature": tensor([[state["temperature"]]]),
        "embeddings": embeddings,
        **{name: one.unsqueeze(-1) for name, one in column.items()},
        "sums": sums.unsqueeze(0),
        "context": (weights @ embeddings).unsqueeze(0),
        "plain_context": (shares @ embeddings).unsqueeze(0),
    }


def softmax_state(dice: random.Random) -> dict:
    spread = dice.choice([1, 10, 10, 100, 1000])
    scores = some(dice, dice.randint(2, 8), spread, dice.choice([1, 4]))
    if dice.random() < 0.15:
        scores = [score - 900 if score > -100 else score for score in scores]  # all far below zero
        scores = [max(score, -1000) for score in scores]
    return {
        "scores": scores,
        "temperature": dice.choice([1, 1, 0.5, 2, round(dice.uniform(0.01, 100), 3)]),
        "subtract": dice.random() < 0.5,
    }


def softmax_torch(state: dict) -> dict[str, torch.Tensor]:
    scores = tensor(state["scores"])
    exponents = scores / state["temperature"]
    exponents = exponents - exponents.max() if state["subtract"] else exponents
    exponentials = exponents.exp().float()
    total = exponentials.double().sum().float()
    weights = torch.softmax(scores / state["temperature"], dim=-1) if state["subtract"] else exponentials / total
    sums = torch.stack([scores.sum(), exponents.sum(), total.double(), weights.sum().double()])
    column = {"scores": scores, "exponents": exponents, "exponentials": exponentials, "weights": weights}
    return {
        "temperature": tensor([[state["temperature"]]]),
        **{name: one.unsqueeze(-1) for name, one in column.items()},
        "sums": sums.unsqueeze(0),
    }


def mask_state(dice: random.Random) -> dict:
    words = dice.randint(1, 6)
    some_hidden = dice.choice([0.2, 0.5, 0.8])
    return {
        "words": [f"w{place}" for place in range(words)],
        "embeddings": [some(dice, 3, dice.choice([1, 1, 5]), 2) for _ in range(words)],
        "kind": dice.choice(["none", "causal", "padding", "own", "own"]),
        "order": dice.choice(["before", "after", "shared"]),
        "length": dice.randint(0, words),
        "hidden": [[dice.random() < some_hidden for _ in range(words)] for _ in range(words)],
    }


def mask_torch(state: dict) -> dict[str, torch.Tensor]:
    embeddings = tensor(state["embeddings"])
    count = len(embeddings)
    hidden = {
        "none": torch.zeros(count, count, dtype=torch.bool),
        "causal": torch.ones(count, count, dtype=torch.bool).triu(diagonal=1),
        "padding": (torch.arange(count) >= state["length"]).expand(count, count),
        "own": torch.tensor(state["hidden"]),
    }[state["kind"]]
    scores = embeddings @ embeddings.T
    if state["order"] == "before":
        scores = scores.masked_fill(hidden, -torch.inf)
    weights = torch.softmax(scores, dim=-1).masked_fill(
        hidden if state["order"] != "before" else torch.tensor(False), 0.0
    )
    if state["order"] == "shared":
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return {
        "embeddings": embeddings,
        "allowed": (~hidden).double(),
        "scores": scores,
        "weights": weights,
        "sums": weights.sum(dim=-1, keepdim=True),
        "context": weights @ embeddings,
    }


AGAINST = {
    "by-hand": (by_hand_state, by_hand_torch),
    "softmax": (softmax_state, softmax_torch),
    "mask": (mask_state, mask_torch),
    "queries-keys-values": (widget_states.queries_keys_values_state, widget_states.queries_keys_values_torch),
    "spreadsheet": (widget_states.spreadsheet_state, widget_states.spreadsheet_torch),
}


@pytest.mark.parametrize("name", AGAINST)
def test_every_number_is_torchs_in_random_states(tab, folder, name, nightly):
    make, compute = AGAINST[name]
    dice = random.Random(5)
    for language in LANGS:
        decimal = number_formats.marks(language)[0]
        states = [make(dice) for _ in range((STATES if nightly else STATES // 10) // len(LANGS))]
        open_page(tab, folder, language)
        found = tab.evaluate(READ, [name, [hash_of(name, state) for state in states]])
        for state, cells in zip(states, found, strict=True):
            # A seventh digit may differ where the sum of 32-bit exponentials divides.
            slack = 1e-9 if state.get("subtract", True) else 1e-6
            assert_shown(cells, compute(state), decimal, slack)


@pytest.mark.parametrize("language", LANGS)
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


def read_cells(page, name: str = "by-hand") -> dict[str, str]:
    script = (
        "root => Object.fromEntries([...root.querySelectorAll('[data-cell]')]"
        ".map(e => [e.dataset.cell, e.tagName === 'INPUT' ? e.value : e.textContent]))"
    )
    return root(page, name).evaluate(script)


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


def focused(page) -> str:
    return page.evaluate(
        "document.activeElement.dataset.cell ?? document.activeElement.dataset.word ?? "
        "document.activeElement.dataset.act ?? document.activeElement.textContent"
    )


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


# -- what a reader may get wrong


@pytest.mark.parametrize("typed", ["abc", "", "1e400", "-1e400", "1001", "0.1.2", "NaN", "1/3", "--1"])
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


PASTE = """(input, text) => { input.focus(); const data = new DataTransfer(); data.setData("text/plain", text);
input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }"""


@pytest.mark.parametrize(
    "text",
    [
        "1\t2\t3\n4\t5\t6",
        "1,0;2,0;3,0\r\n4,0;5,0;6,0\r\n",
        "tensor([[1., 2., 3.],\n        [4., 5., 6.]])",
        "1,0\t2,0\t3,0\n4,0\t5,0\t6,0\n",
    ],
)
def test_tables_are_pasted_whole(page, text):
    cell(page, "embeddings[1][0]").evaluate(PASTE, text)
    assert [[cell(page, f"embeddings[{row}][{column}]").input_value() for column in range(3)] for row in (1, 2)] == [
        ["1", "2", "3"],
        ["4", "5", "6"],
    ]
    page.keyboard.press("Control+z")
    assert cell(page, "embeddings[2][2]").input_value() == "0.93"


@pytest.mark.parametrize("text", ["1\t2\t3\n4\tfive\t6", "1\t2\t3\t4", "1\t2\n3\t4\n5\t6", "1\t\t3", "1\t1e400"])
def test_a_table_with_a_fault_changes_nothing(page, text):
    before = read_cells(page)
    cell(page, "embeddings[1][0]").evaluate(PASTE, text)
    assert "Nothing was changed" in root(page, "by-hand").locator("[role=grid] [role=alert]").inner_text()
    assert read_cells(page) == before


@pytest.mark.parametrize(
    "hash_",
    [
        "#state=by-hand.%%",
        "#state=by-hand.e30",
        hash_of("by-hand", {"words": ["a"], "embeddings": [[1, 2, 1e9]], "query": 0, "temperature": 1}),
        hash_of("by-hand", {"words": ["a"], "embeddings": [[1, 2]], "query": 0, "temperature": 1}),
        hash_of("by-hand", {"words": ["a"], "embeddings": [[1, 2, 3]], "query": 1, "temperature": 0}),
    ],
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
def test_axe_finds_nothing_in_any_state_and_a_phone_is_wide_enough(tab, folder, language):
    open_page(tab, folder, language)
    tab.evaluate(AXE.read_text(encoding="utf-8"))
    try:
        for state in ("start", "wrong", "full"):
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
