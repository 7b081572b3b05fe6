"""Changes of the model by hand: what the page shows is what torch computes, and nothing is lost on the way."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("torch")
from explorer_pages import EXAMPLES, PIECE, choose, number, show, table
from explorer_reference import Reference
from samples import sample
from what_if_model import WhatIf

SENTENCE, OTHER = EXAMPLES["en"][0], "The dog near the houses"


@pytest.fixture(scope="module")
def torch_model(reference: Reference) -> WhatIf:
    return WhatIf(reference)


def ids_of(reference: Reference, text: str) -> list[int]:
    return reference.ids("en", PIECE.findall(text))


def add(page, kind: str, **fields: str):
    """Adds a change by the form; fields by the end of their ids."""
    page.locator("[id$=what-kind]").select_option(kind)
    for name, value in fields.items():
        page.locator(f"[id$=what-{name}]").select_option(value)
    page.locator(".explorer-add").click()


def changes(page) -> list[str]:
    return page.locator(".explorer-change").evaluate_all(
        "items => items.map(item => item.querySelector('label').textContent)"
    )


def next_words(page) -> dict[str, list[float]]:
    """What may come next: before, after and the difference, in percent."""
    lines = page.locator(".explorer-next-list li").evaluate_all(
        "items => items.map(item => [item.querySelector('.explorer-next-word').textContent, "
        "...[...item.querySelectorAll('.explorer-percent')].map(part => part.lastChild.textContent)])"
    )
    return {word: [float(text.replace("\u2212", "-").rstrip("%")) for text in numbers] for word, *numbers in lines}


def check_next_words(page, reference: Reference, torch_model: WhatIf, made: list[dict]):
    ids = ids_of(reference, SENTENCE)
    other = ids_of(reference, OTHER)
    means = torch_model.mean_outputs([ids_of(reference, text) for text in EXAMPLES["en"]])
    before = torch_model.run(ids)["probabilities"][-1]
    after = torch_model.run(ids, made, other, means)["probabilities"][-1]
    shown = next_words(page)
    wanted = {id_ for shares in (before, after) for id_ in shares.topk(4).indices.tolist() if shares[id_] >= 0.001}
    ordered = sorted(wanted, key=lambda id_: -after[id_])
    names = [
        "end of the text" if reference.vocabulary[id_] == "<end>" else reference.vocabulary[id_] for id_ in ordered
    ]
    assert list(shown) == names, "the best four of both runs, as they are after the changes"
    for word, (was, now, difference) in shown.items():
        id_ = reference.vocabulary.index("<end>" if word == "end of the text" else word)
        assert abs(was - 100 * before[id_].item()) <= 0.0501 and abs(now - 100 * after[id_].item()) <= 0.0501
        assert abs(difference - 100 * (after[id_] - before[id_]).item()) <= 0.0501


AT = {"layer": 1, "head": 2, "off": False}
BY_HAND = {
    "remove": ({"head": "1 2", "by": "zero"}, {**AT, "by": "zero"}),
    "remove, mean": ({"head": "1 2", "by": "mean"}, {**AT, "by": "mean"}),
    "scale": ({"head": "1 2"}, {**AT, "factor": 0.5}),
    "weight": ({"head": "1 2", "query": "5", "key": "2"}, {**AT, "query": 5, "key": 2, "weight": 0, "rest": "rescale"}),
    "weight, kept": (
        {"head": "1 2", "query": "5", "key": "4", "rest": "keep"},
        {**AT, "query": 5, "key": 4, "weight": 1, "rest": "keep"},
    ),
    "forbid": (
        {"scope": "all", "query": "5", "key": "2"},
        {"layer": -1, "head": -1, "off": False, "query": 5, "key": 2},
    ),
    "patch": (
        {"place": "stream", "stream": "1", "position": "2"},
        {**AT, "place": "stream", "layer": 1, "position": 2},
    ),
    "patch, output": (
        {"place": "output", "head": "1 2", "position": "-1"},
        {**AT, "place": "output", "position": -1},
    ),
}


# All kinds without a page: test_what_if.py.
@pytest.mark.parametrize("name", sample(BY_HAND, ["remove, mean", "patch"]))
def test_a_change_by_the_form_is_torchs_with_a_hook(page, reference, torch_model, name):
    fields, change = BY_HAND[name]
    kind = name.partition(",")[0]
    if kind == "patch":
        page.locator("[id$=what-kind]").select_option("patch")
        page.locator("[id$=-other]").fill(OTHER)
    add(page, kind, **fields)
    assert len(changes(page)) == 1
    check_next_words(page, reference, torch_model, [{"kind": kind, **change}])
    loss = page.locator(".explorer-loss").inner_text()
    ids = ids_of(reference, SENTENCE)
    first = torch_model.run(ids)["probabilities"][-1].max().item()
    assert f"{-math.log(first):.2f} nats before" in loss and "bark" in loss


def test_several_changes_add_up_and_each_can_be_switched_off_taken_back_and_undone(page, reference, torch_model):
    add(page, "remove", head="1 2", by="zero")
    add(page, "scale", head="1 3")
    made = [{"kind": "remove", **AT, "by": "zero"}, {"kind": "scale", **AT, "head": 3, "factor": 0.5}]
    check_next_words(page, reference, torch_model, made)
    first, second = page.locator(".explorer-change input[type=checkbox]").all()
    first.uncheck()
    check_next_words(page, reference, torch_model, made[1:])
    second.uncheck()
    assert all(len(numbers) == 1 for numbers in next_words(page).values()), "as if nothing were changed"
    page.locator("[data-act=undo]").click()
    page.locator("[data-act=undo]").click()
    assert first.is_checked() and second.is_checked()
    check_next_words(page, reference, torch_model, made)
    page.locator("[data-act=redo]").click()
    assert not first.is_checked()
    page.locator("[data-act=what_all_off]").click()
    assert not second.is_checked()
    page.locator("[data-act=what_all_on]").click()
    check_next_words(page, reference, torch_model, made)
    page.locator(".explorer-change [data-remove]").first.click()
    check_next_words(page, reference, torch_model, made[1:])
    assert page.evaluate("document.activeElement.matches('.explorer-change [data-remove]')"), "the focus isn't lost"
    page.keyboard.press("Enter")
    assert changes(page) == [] and page.evaluate("document.activeElement.matches('.explorer-add')")


def test_a_slider_scales_by_hand_and_by_keyboard(page, reference, torch_model):
    add(page, "scale", head="1 2")
    slider = page.locator(".explorer-change input[type=range]")
    slider.focus()
    for _ in range(7):
        page.keyboard.press("ArrowLeft")
    assert slider.evaluate("slider => slider === document.activeElement && slider.value") == "-0.2"
    check_next_words(page, reference, torch_model, [{"kind": "scale", **AT, "factor": -0.2}])
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] / 2)
    page.mouse.down()
    for step in range(30):
        page.mouse.move(box["x"] + box["width"] * (0.4 + 0.02 * step), box["y"] + box["height"] / 2)
    page.mouse.up()
    factor = float(slider.input_value())
    assert factor > 2
    check_next_words(page, reference, torch_model, [{"kind": "scale", **AT, "factor": factor}])
    page.locator("[data-act=undo]").click()
    assert changes(page) == ["Output of layer 2, head 3: times \u22120.2"], "a drag is one step"
    for _ in range(7):
        page.locator("[data-act=undo]").click()
    assert changes(page) == ["Output of layer 2, head 3: times 0.5"]


def test_a_row_is_set_number_by_number(page, reference, torch_model):
    add(page, "row", head="1 2", query="5", rest="rescale")
    inputs = page.locator(".explorer-row-inputs input")
    assert inputs.count() == 6
    for text, place in (("0", 2), ("0.5", 3), ("1,0", 5)):
        inputs.nth(place).fill(text)
        page.keyboard.press("Tab")
    weights = [number(text) for text in inputs.evaluate_all("all => all.map(one => one.value)")]
    assert weights[2:] == [0, 0.5, 0, 1]
    check_next_words(
        page, reference, torch_model, [{"kind": "row", **AT, "query": 5, "weights": weights, "rest": "rescale"}]
    )
    for nonsense in ("2", "-1", "abc", ""):
        inputs.nth(0).fill(nonsense)
        page.keyboard.press("Tab")
        assert inputs.nth(0).input_value() == "0", nonsense
    page.wait_for_function("document.querySelector('.widget-said').textContent.includes('from 0 to 1')")


def test_a_change_that_doesnt_fit_the_sentence_waits(page):
    add(page, "weight", head="1 2", query="5", key="2")
    page.locator("[id$=sentence]").fill("The dogs")
    page.keyboard.press("Enter")
    assert page.locator(".explorer-change.unfit .explorer-hint").inner_text()
    assert all(len(numbers) == 1 for numbers in next_words(page).values())
    page.locator("[id$=sentence]").fill(SENTENCE)
    page.keyboard.press("Enter")
    assert page.locator(".explorer-change.on").count() == 1
    page.locator("[id$=what-kind]").select_option("patch")
    page.locator(".explorer-add").click()
    assert "second sentence" in page.locator(".explorer-change.unfit .explorer-hint").inner_text()


# -- every state has an address


def state(page) -> tuple:
    chosen = page.locator("[role=tab][aria-selected=true]").inner_text()
    return chosen, tuple(changes(page)), page.locator("[id$=sentence]").input_value(), tuple(next_words(page))


def test_back_and_forward_go_through_the_states_and_a_link_carries_all_of_it(page, tab, folder):
    states = [state(page)]
    page.wait_for_function("location.hash.length > 10")

    def then(action):
        before = page.evaluate("location.hash")
        action()
        page.wait_for_function("hash => location.hash !== hash", arg=before)
        states.append(state(page))

    then(lambda: choose(page, "matrix"))
    then(lambda: add(page, "remove", head="1 3", by="zero"))
    then(lambda: page.locator("[id$=what-kind]").select_option("patch") and page.locator("[id$=-other]").fill(OTHER))
    then(lambda: page.locator(".explorer-add").click())
    then(lambda: choose(page, "contributions"))
    then(lambda: page.locator(".explorer-next-list button").first.click())
    for before in reversed(states[:-1]):
        page.go_back()
        page.wait_for_timeout(60)
        assert state(page) == before
    for after in states[1:]:
        page.go_forward()
        page.wait_for_timeout(60)
        assert state(page) == after
    page.locator("[data-act=copy_link]").click()
    page.wait_for_function("document.querySelector('.widget-said').textContent")
    link = page.evaluate("navigator.clipboard.readText()")
    show(tab, folder, "en", "#" + link.partition("#")[2])
    assert state(page) == states[-1]
    assert page.locator("[id$=-other]").input_value() == OTHER


def test_letters_typed_one_after_the_other_are_one_step_back(page):
    page.wait_for_function("location.hash.length > 10")
    first = state(page)
    page.locator("[id$=sentence]").press("End")
    page.locator("[id$=sentence]").press_sequentially(" bark loudly", delay=90)
    page.wait_for_timeout(400)
    assert page.locator("[id$=sentence]").input_value() == f"{SENTENCE} bark loudly"
    page.go_back()
    page.wait_for_timeout(60)
    assert state(page) == first


# -- inside


def test_contributions_and_guesses_are_torchs(page, reference, torch_model):
    add(page, "remove", head="1 2", by="zero")
    made = [{"kind": "remove", **AT, "by": "zero"}]
    ids = ids_of(reference, SENTENCE)
    choose(page, "contributions")
    rows = table(page)
    before, after = torch_model.run(ids), torch_model.run(ids, made)
    bark = reference.vocabulary.index("bark")
    for column, found in ((1, before), (2, after)):
        expected = [value for (part, *_), value in torch_model.parts(found, len(ids) - 1, bark) if part != "patch"]
        shown = [number(row[column]) for row in rows[1:-1]]
        assert len(shown) == len(expected)
        assert all(abs(one - other) <= 0.5001e-4 for one, other in zip(shown, expected, strict=True))
        assert abs(number(rows[-1][column]) - found["logits"][-1][bark].item()) <= 0.5001e-4
    choose(page, "lens")
    shown = table(page)
    steps = torch_model.lens(after)
    assert len(shown) == 1 + len(steps) == 6
    for row, (_, _, probabilities) in zip(shown[1:], steps, strict=True):
        for cell, best in zip(row[1:], probabilities.max(-1).values.tolist(), strict=True):
            word, _, percent = cell.rpartition(" ")
            assert abs(float(percent.rstrip("%")) - 100 * best) <= 0.0501 and word


# -- what a fresh reader stumbled over


def test_an_unknown_word_in_the_second_sentence_is_told_and_near_ones_are_offered(page):
    page.locator("[id$=what-kind]").select_option("patch")
    page.locator(".explorer-add").click()
    other = page.locator("[id$=-other]")
    problem = page.locator("[id$=other-problem]")
    other.fill("The dgo near the house")
    assert problem.inner_text().startswith("The model doesn't know “dgo”. Did you mean: dog")
    assert page.locator(".explorer-change.unfit").count() == 1, "nothing is patched from half a sentence"
    problem.get_by_role("button", name="dog", exact=True).click()
    assert other.input_value() == "The dog near the house" and problem.inner_text() == ""
    assert page.locator(".explorer-change.on").count() == 1
    other.press("End")
    other.press_sequentially(" qu")
    assert problem.inner_text() == "", "not while it is being written"
    page.keyboard.press("Tab")
    assert "“qu”" in problem.inner_text()


def test_what_was_said_of_a_change_goes_with_it_and_the_focus_stays(page):
    add(page, "remove", head="1 2", by="zero")
    said = "document.querySelector('.widget-said').textContent"
    page.wait_for_function(said)
    page.locator("[data-act=undo]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(said) == "" and changes(page) == []
    assert page.evaluate("document.activeElement.dataset.act") == "redo"
    page.keyboard.press("Enter")
    assert len(changes(page)) == 1 and page.evaluate("document.activeElement.dataset.act") == "undo"


def test_the_watched_word_is_in_the_list(page):
    page.locator("[id$=-word]").select_option("barks")
    assert "barks" in next_words(page) and "Loss of barks" in page.locator(".explorer-loss").inner_text()


def test_what_is_said_of_a_change_is_what_was_added(page):
    add(page, "weight", head="1 2", query="5", key="4")
    page.wait_for_function("document.querySelector('.widget-said').textContent")
    assert page.locator(".widget-said").inner_text() == changes(page)[0]


def test_a_patch_behind_the_end_of_the_second_sentence_says_which_one_is_too_short(page):
    page.locator("[id$=what-kind]").select_option("patch")
    page.locator("[id$=-other]").fill("The dog")
    page.locator("[id$=what-position]").select_option("5")
    page.locator(".explorer-add").click()
    assert "second sentence" in page.locator(".explorer-change.unfit .explorer-hint").inner_text()


def test_a_page_opened_at_a_heading_keeps_its_address_until_something_is_changed(tab, folder):
    show(tab, folder, "en", "#somewhere")
    tab.wait_for_timeout(500)
    assert tab.evaluate("location.hash") == "#somewhere"
    choose(tab, "matrix")
    tab.wait_for_function("location.hash.startsWith('#state=explorer.')")
    tab.go_back()
    assert tab.evaluate("location.hash") == "#somewhere"
