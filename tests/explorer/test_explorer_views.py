"""The explorer's views, its sentences and its address."""

from __future__ import annotations

import base64
import json
import re

from explorer_pages import EXAMPLES, PIECE, choose, show, table, told
from explorer_reference import head_of
from waiting import until

# -- sentences


def test_a_word_that_the_model_does_not_know_is_said_and_others_offered(page):
    page.locator("[id$=sentence]").fill("The dgos bark.")
    problem = page.locator(".explorer-sentence .explorer-problem")
    assert "dgos" in problem.inner_text() and page.locator("[id$=sentence]").get_attribute("aria-invalid") == "true"
    assert "house" in page.locator(".explorer-stage").inner_text(), "the old view stays"
    problem.get_by_role("button", name="dogs").click()
    assert page.locator("[id$=sentence]").input_value() == "The dogs bark."
    assert problem.inner_text() == "" and page.locator("[id$=sentence]").get_attribute("aria-invalid") is None
    assert page.locator(".explorer-token.query").count() == 5


def test_a_word_that_is_being_written_is_not_complained_of(page):
    page.locator("[id$=sentence]").fill("")
    page.locator("[id$=sentence]").press_sequentially("The dog ba")
    assert page.locator(".explorer-sentence .explorer-problem").inner_text() == ""
    page.keyboard.press("Enter")
    assert "ba" in page.locator(".explorer-sentence .explorer-problem").inner_text()


def test_the_longest_sentence_is_shown_and_a_longer_one_cut_with_a_word_about_it(page, reference):
    page.locator("[id$=sentence]").fill("dog " * (reference.context_length - 1))
    page.keyboard.press("Enter")
    assert page.locator(".explorer-token.query").count() == reference.context_length
    assert page.locator(".explorer-sentence .explorer-problem").inner_text() == ""
    page.locator("[id$=sentence]").fill("dog " * reference.context_length)
    page.keyboard.press("Enter")
    assert page.locator(".explorer-token.query").count() == reference.context_length
    assert str(reference.context_length - 1) in page.locator(".explorer-sentence .explorer-problem").inner_text()


def test_the_language_of_the_sentence_brings_its_words(page):
    page.locator("[id$=-language]").select_option(value="sw")
    assert page.locator("[id$=sentence]").input_value() == EXAMPLES["sw"][0]
    page.locator(".explorer-vocabulary summary").click()
    until(page, "document.querySelector('.explorer-vocabulary p').textContent !== ''")
    words = page.locator(".explorer-vocabulary p").inner_text().split(" · ")
    assert "mbwa" in words and "dog" not in words
    page.locator("[id$=sentence]").fill("dog mbwa")
    page.keyboard.press("Enter")
    assert "dog" in page.locator(".explorer-sentence .explorer-problem").inner_text()


# -- views


def test_tiles_switch_heads_and_a_double_click_leaves_one(page):
    tiles = page.locator(".explorer-tiles button")
    pressed = lambda: [tile.get_attribute("aria-pressed") == "true" for tile in tiles.all()]  # noqa: E731
    assert pressed() == [True] * 4
    tiles.nth(1).click()
    assert pressed() == [True, False, True, True]
    tiles.nth(2).dblclick()
    assert pressed() == [False, False, True, False]
    tiles.nth(2).dblclick()
    assert pressed() == [True] * 4
    tiles.nth(0).focus()
    page.keyboard.press("Shift+Enter")
    assert pressed() == [True, False, False, False]
    page.keyboard.press("Enter")
    assert pressed() == [False] * 4 and page.locator(".explorer-stage path[d]").count() == 0
    page.get_by_role("button", name="All", exact=True).click()
    assert pressed() == [True] * 4


def test_a_token_shows_only_its_lines_and_its_numbers(page, reference):
    ids = reference.ids("en", PIECE.findall(EXAMPLES["en"][0]))
    page.locator(".explorer-tiles button").nth(1).dblclick()
    weights = head_of(reference, ids, 1, 1)["weights"]
    everything = page.locator(".explorer-stage path[d]").evaluate_all(
        "paths => paths.flatMap(path => path.getAttribute('d').split('M').slice(1)).length"
    )
    assert everything == (weights >= 0.02).sum().item()
    page.locator(".explorer-token.query").nth(5).hover()
    lines = page.locator(".explorer-stage path[d]").evaluate_all(
        "paths => paths.flatMap(path => path.getAttribute('d').split('M').slice(1)).length"
    )
    assert lines == (weights[5] >= 0.02).sum().item()
    numbers = page.locator(".explorer-stage text").evaluate_all(
        "texts => texts.map(text => text.textContent).filter(text => /^\\d\\.\\d\\d$/.test(text))"
    )
    assert numbers == [f"{weight:.2f}" for weight in weights[5, :6].tolist()]
    strongest = weights[5].argmax().item()
    assert f"{reference.vocabulary[ids[strongest]]} {weights[5, strongest]:.2f}" in told(page)
    page.locator(".explorer-token.key").nth(1).hover()
    lines = page.locator(".explorer-stage path[d]").evaluate_all(
        "paths => paths.flatMap(path => path.getAttribute('d').split('M').slice(1)).length"
    )
    assert lines == (weights[:, 1] >= 0.02).sum().item()
    page.mouse.move(0, 0)
    assert (
        page.locator(".explorer-stage path[d]").evaluate_all(
            "paths => paths.flatMap(path => path.getAttribute('d').split('M').slice(1)).length"
        )
        == everything
    )


def test_lines_lead_from_the_query_to_its_key(page, reference):
    """Rows and columns must not be swapped: no line of a decoder leads downwards from left to right."""
    for path in page.locator(".explorer-stage path[d]").evaluate_all(
        "paths => paths.flatMap(path => path.getAttribute('d').split('M').slice(1))"
    ):
        (_, start), *_, (_, end) = [tuple(map(float, pair.split())) for pair in re.findall(r"[\d.]+ [\d.]+", path)]
        assert end <= start + 0.01


def test_what_the_mask_hides_is_shown_as_hidden(page):
    page.locator(".explorer-token.query").nth(2).hover()
    assert [
        place
        for place, token in enumerate(page.locator(".explorer-token.key").all())
        if "hidden-by-mask" in token.get_attribute("class")
    ] == [3, 4, 5]
    choose(page, "neurons")
    page.locator("[id$=query_token]").select_option(index=2)
    texts = page.locator(".explorer-stage text").all_text_contents()
    assert texts.count("\u2212∞") == 3
    choose(page, "matrix")
    assert page.locator(".explorer-stage rect[fill^=url]").count() == 15 + 1, "fifteen cells and one in the legend"


def test_each_small_picture_opens_in_detail(page):
    choose(page, "model")
    small = page.locator(".explorer-head")
    assert small.count() == 8
    assert all("Strongest" in one.get_attribute("aria-label") for one in small.all())
    small.nth(6).click()
    assert small.nth(6).get_attribute("aria-pressed") == "true"
    assert page.locator(".explorer-detail").inner_text() == "Layer 2 · Head 3"
    choose(page, "neurons")
    assert page.locator("[id$=-layer]").input_value() == "1"
    assert page.locator(".explorer-tiles [aria-pressed=true]").inner_text() == "3"


def test_the_matrix_says_which_axis_is_which_and_reads_out_its_cells(page, reference):
    choose(page, "matrix")
    texts = page.locator(".explorer-stage text").all_text_contents()
    assert texts[0] == "Query ↓" and texts[1] == "Key →"
    ids = reference.ids("en", PIECE.findall(EXAMPLES["en"][0]))
    weights = head_of(reference, ids, 1, 0)["weights"]
    page.locator(".explorer-field").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert told(page) == f"near → The: attention weight {weights[3, 1]:.4f}"
    box = page.locator(".explorer-frame").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 2.5 / 6, box["y"] + box["height"] * 4.5 / 6)
    assert told(page) == f"the → dogs: attention weight {weights[4, 2]:.4f}"


# -- the address


def test_the_address_carries_the_view_into_another_language(tab, folder):
    show(tab, folder)
    tab.locator("[id$=sentence]").fill("The cats near the wall")
    tab.keyboard.press("Enter")
    choose(tab, "matrix")
    tab.locator("[id$=-layer]").select_option(index=1)
    tab.locator(".explorer-tiles button").nth(3).click()
    tab.locator("[data-act=copy_link]").click()
    until(tab, "document.querySelector('.widget-said').textContent !== ''")
    link = tab.evaluate("navigator.clipboard.readText()")
    assert "#state=explorer." in link
    before = table(tab)
    show(tab, folder, "de", "#" + link.partition("#")[2])
    assert tab.locator("[id$=-language]").input_value() == "en"
    assert tab.locator("[id$=sentence]").input_value() == "The cats near the wall"
    assert tab.locator("[id$=tab-matrix]").get_attribute("aria-selected") == "true"
    assert [[cell.replace(",", ".") for cell in row[1:]] for row in table(tab)[1:]] == [
        [cell.replace("hidden", "verdeckt") for cell in row[1:]] for row in before[1:]
    ]


def state_hash(state: object) -> str:
    return f"#state=explorer.{base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip('=')}"


GOOD = {
    "view": "heads",
    "language": "en",
    "text": "The dogs",
    "part": 0,
    "layer": 0,
    "heads": [0],
    "head": 0,
    "query": -1,
    "key": -1,
    "filter": "all",
    "stage": "weights",
}
BAD = [
    [],
    3,
    {},
    {**GOOD, "view": "constructor"},
    {**GOOD, "language": "xx"},
    {**GOOD, "heads": "all"},
    {**GOOD, "heads": [0.5]},
    {**GOOD, "layer": "1"},
    {**GOOD, "text": 7},
    {**GOOD, "text": "x" * 1000},
    {**GOOD, "stage": "__proto__"},
    {**GOOD, "query": 1e9},
]


def test_addresses_that_say_nonsense_leave_the_start(tab, folder, nightly):
    for state in BAD if nightly else BAD[::4]:
        show(tab, folder, hash_=state_hash(state))
        assert tab.locator("[id$=sentence]").input_value() == EXAMPLES["en"][0], state
        until(tab, "document.querySelector('.widget-link-problem')?.textContent.includes('link')")
    show(tab, folder, hash_="#state=explorer.!!!")
    assert tab.locator(".explorer-token.query").count() == 6
    show(tab, folder, hash_=state_hash({**GOOD, "layer": 40, "head": 90, "query": 77, "heads": [0, 200]}))
    assert (
        tab.locator("[id$=sentence]").input_value() == "The dogs" and tab.locator("[id$=-layer]").input_value() == "1"
    )
