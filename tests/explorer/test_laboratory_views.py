"""The views that compare, combine, look inside and write on: their numbers are torch's, by a hand in the page."""

from __future__ import annotations

import json
import random

import pytest

pytest.importorskip("torch")
import torch
from explorer_pages import EXAMPLES, PIECE, choose, number, show, table, told
from explorer_reference import Reference, head_of
from what_if_model import WhatIf

from handbook import ROOT
from handbook.export import explorer_page

SENTENCE, OTHER = EXAMPLES["en"][0], "The dog near the houses"
REPEATED = EXAMPLES["en"][5]  # with words that come twice
HALF = 0.5001e-4  # a unit of the last of four decimals


def numbers(rows: list[list[str]]) -> torch.Tensor:
    return torch.tensor([[number(text) if text not in ("hidden", "–") else torch.nan for text in row] for row in rows])


def body(page, place: int = 0) -> torch.Tensor:
    return numbers([row[1:] for row in table(page, place)[1:]])


def all_weights(reference: Reference, text: str) -> torch.Tensor:
    """(layers, heads, queries, keys)"""
    ids = reference.ids("en", PIECE.findall(text))
    return torch.stack(
        [
            torch.stack([head_of(reference, ids, layer, h)["weights"] for h in range(reference.num_heads)])
            for layer in range(reference.num_layers)
        ]
    )


def write(page, text: str):
    page.locator("[id$=sentence]").fill(text)
    page.keyboard.press("Enter")


def close(shown: torch.Tensor, expected: torch.Tensor, within: float = HALF):
    assert shown.shape == expected.shape
    assert torch.equal(shown.isnan(), expected.isnan())
    assert (shown - expected).nan_to_num().abs().max() <= within


# -- combine


def test_where_each_head_looks_on_the_whole(page, reference):
    write(page, REPEATED)
    choose(page, "overview")
    weights = all_weights(reference, REPEATED)[:, :, 1:].flatten(0, 1)  # without the first query
    tokens = [f"<{'en'}>", *PIECE.findall(REPEATED)]
    earlier = torch.tensor(
        [[k < q and tokens[k].lower() == tokens[q].lower() for k in range(len(tokens))] for q in range(1, len(tokens))]
    )
    chosen = weights[4]  # the first head of the last layer
    again = earlier.any(1)
    assert again.sum() >= 4
    expected = torch.stack(
        [
            weights.diagonal(1, 1, 2).mean(1),
            weights.diagonal(0, 1, 2).mean(1),
            weights[:, :, 0].mean(1),
            (weights * earlier).sum(2)[:, again].mean(1),
            torch.minimum(weights, chosen).sum(2).mean(1),
        ],
        dim=1,
    )
    close(body(page), expected)
    note = page.locator(".widget-notes").inner_text()
    likeness = expected[:, -1].index_fill(0, torch.tensor([4]), 0)
    best = int(likeness.argmax())
    assert note.startswith(
        f"Most like layer 2, head 1: layer {best // 4 + 1}, head {best % 4 + 1} ({likeness.max():.2f})"
    )
    page.locator(".explorer-field").focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".widget-notes").inner_text().startswith("Most like layer 2, head 3:")
    assert told(page).startswith("layer 2, head 3"), "the focus stays where it was"


def test_mean_over_heads_and_sum_over_keys(page, reference):
    weights = all_weights(reference, SENTENCE)
    choose(page, "matrix")
    page.locator("[id$=-layer]").select_option(index=1)
    page.locator("[id$=-stage]").select_option("mean")
    page.locator(".explorer-tiles button").nth(0).click()  # switches the first head off
    future = torch.ones(6, 6, dtype=torch.bool).triu(1)
    close(body(page), weights[1, 1:].mean(0).masked_fill(future, torch.nan))
    for name in ("dogs", "house"):
        page.get_by_role("button", name=name, exact=True).click()
    shown = body(page)
    mean = weights[1, 1:].mean(0)
    close(shown[:, -1], mean[:, 2] + mean[:, 5])
    assert table(page)[0][-1] == "Σ dogs + house"
    page.locator(".explorer-field").focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("End")
    assert told(page).startswith("house → Σ dogs + house:")


# -- compare


def test_two_sentences_two_heads_and_before_and_after(page, reference):
    choose(page, "compare")
    page.locator("[id$=-layer]").select_option(index=1)
    page.locator(".explorer-tiles button").nth(2).click()
    weights, other = all_weights(reference, SENTENCE), all_weights(reference, OTHER)
    future = torch.ones(6, 6, dtype=torch.bool).triu(1)
    hide = lambda rows: rows.masked_fill(future, torch.nan)  # noqa: E731
    page.locator("[id$=-against]").select_option("other")
    assert "second sentence" in page.locator(".widget-notes").inner_text()
    page.locator("[id$=-other]").fill(OTHER)
    for place, expected in enumerate((weights[1, 2], other[1, 2], other[1, 2] - weights[1, 2])):
        close(body(page, place), hide(expected))
    page.locator("[id$=-against]").select_option("head")
    page.locator("[id$=-other_head]").select_option("0 3")
    for place, expected in enumerate((weights[1, 2], weights[0, 3], weights[0, 3] - weights[1, 2])):
        close(body(page, place), hide(expected))
    page.locator("[id$=-against]").select_option("before")
    assert "Nothing has been changed" in page.locator(".widget-notes").inner_text()
    page.locator("[id$=what-kind]").select_option("forbid")
    page.locator("[id$=what-query]").select_option("5")
    page.locator("[id$=what-key]").select_option("2")
    page.locator(".explorer-add").click()
    ids = reference.ids("en", PIECE.findall(SENTENCE))
    change = {"kind": "forbid", "layer": -1, "head": -1, "off": False, "query": 5, "key": 2}
    after = WhatIf(reference).run(ids, [change])["1.2.weights"]
    for place, expected in enumerate((weights[1, 2], after, after - weights[1, 2])):
        close(body(page, place), hide(expected))


def test_two_models_are_compared_by_files(page):
    first = {
        "version": 1,
        "kind": "decoder",
        "name": "one",
        "tokens": ["a", "b"],
        "attention": [[[[1, 0], [0.5, 0.5]]]],
    }
    second = {**first, "name": "two", "attention": [[[[1, 0], [0.25, 0.75]]]]}
    for file in (first, second):
        page.evaluate("document.querySelector('.explorer-open').open = true")
        page.locator("textarea").fill(json.dumps(file))
        page.locator(".explorer-paste button").click()
    choose(page, "compare")
    page.locator("[id$=-against]").select_option("model")
    close(body(page, 2), torch.tensor([[0, torch.nan], [-0.25, 0.25]]))
    titles = [table(page, place) for place in range(3)]
    assert [number(rows[2][1]) for rows in titles] == [0.5, 0.25, -0.25]
    assert page.locator("[id$=tab-lens]").is_hidden() and page.locator("[id$=tab-writing]").is_hidden()


# -- inside


@pytest.mark.parametrize(("layer", "h"), [(0, 1), (1, 3)])
def test_word_maps(page, reference, layer, h):
    choose(page, "maps")
    page.locator("[id$=-layer]").select_option(index=layer)
    page.locator(".explorer-tiles button").nth(h).click()
    tokens = ["<en>", *PIECE.findall(SENTENCE)]
    x = reference.tensors["token_embedding.weight"][[reference.vocabulary.index(token) for token in tokens]]
    for i in range(layer):
        hidden = reference.linear(reference.norm(x, f"blocks.{i}.norm2"), f"blocks.{i}.feed_forward.0")
        x = x + reference.linear(torch.nn.functional.gelu(hidden), f"blocks.{i}.feed_forward.2")
    normed = reference.norm(x, f"blocks.{layer}.norm1")
    queries, keys, values = (
        reference.linear(normed, f"blocks.{layer}.attention.W_{name}")[:, 16 * h : 16 * h + 16]
        for name in ("query", "key", "value")
    )
    close(body(page), queries @ keys.T / 4)
    page.locator("[id$=-map]").select_option("ov")
    added = values @ reference.tensors[f"blocks.{layer}.attention.out_proj.weight"][:, 16 * h : 16 * h + 16].T
    added = (added - added.mean(1, keepdim=True)) * reference.tensors["final_norm.weight"]
    logits = added @ reference.tensors["token_embedding.weight"].T
    words = explorer_page.language_tokens(ROOT)["en"]
    own = logits[:, [reference.vocabulary.index(word) for word in words]].sort(1, descending=True)
    for row, order, values_of in zip(table(page)[1:], own.indices, own.values, strict=True):
        for cell, place in zip(row[1:], (0, 1, 2, 3, -2, -1), strict=True):
            word, _, value = cell.rpartition(" ")
            assert abs(number(value.lstrip("+")) - values_of[place].item()) <= 0.501e-3
            assert word == words[order[place]]


# -- writing on


def greedy(reference: Reference, text: str) -> list[str]:
    tokens = PIECE.findall(text)
    while len(tokens) < reference.context_length - 1:
        logits = dict(reference.run(reference.ids("en", tokens)))["logits"][-1]
        token = reference.vocabulary[int(logits.argmax())]
        if token.startswith("<"):
            break
        tokens.append(token)
    return tokens


def test_greedy_writing_is_torchs_and_can_be_taken_back(page, reference):
    choose(page, "writing")
    expected = greedy(reference, SENTENCE)
    page.locator("[data-act=write_one]").click()
    assert PIECE.findall(page.locator("[id$=sentence]").input_value()) == expected[:6]
    page.locator("[data-act=write_all]").click()
    page.wait_for_function("document.querySelector('.widget-said').textContent.includes('ends the text')")
    assert PIECE.findall(page.locator("[id$=sentence]").input_value()) == expected
    page.locator("[data-act=take_one]").click()
    assert PIECE.findall(page.locator("[id$=sentence]").input_value()) == expected[:-1]
    page.locator("[data-act=write_all]").click()
    choose(page, "heads")
    written = page.locator("[id$=sentence]").input_value()
    page.wait_for_timeout(800)
    assert page.locator("[id$=sentence]").input_value() == written, "another view stops it"


def test_temperature_top_k_and_top_p_are_those_of_transformers(page, reference):
    transformers = pytest.importorskip("transformers")
    logits = dict(reference.run(reference.ids("en", PIECE.findall(SENTENCE))))["logits"][-1:]
    choose(page, "writing")
    page.locator("[id$=-method]").select_option("sample")
    dice = random.Random(5)
    for _ in range(2):
        temperature, top_k, top_p = (
            dice.choice([0.3, 0.8, 1.5, 2.6]),
            dice.choice([0, 3, 10]),
            dice.choice([0.3, 0.8, 1]),
        )
        page.locator("[id$=-temperature]").fill(str(temperature))
        page.locator("[id$=-topK]").select_option(str(top_k))
        page.locator("[id$=-topP]").fill(str(top_p))
        warpers = [transformers.TemperatureLogitsWarper(temperature)]
        warpers += [transformers.TopKLogitsWarper(top_k)] if top_k else []
        warpers += [transformers.TopPLogitsWarper(top_p)] if top_p < 1 else []
        scores = transformers.LogitsProcessorList(warpers)(None, logits).softmax(-1)[0]
        rows = table(page)[1:]
        assert len(rows) == 12
        for token, probability, share in rows:
            id_ = reference.vocabulary.index({"end of the text": "<end>"}.get(token, token))
            assert abs(number(share) - scores[id_].item()) <= HALF
            assert abs(number(probability) - logits.softmax(-1)[0, id_].item()) <= HALF


def test_the_same_link_writes_the_same_text_and_drawing_again_another(page, tab, folder):
    choose(page, "writing")
    page.locator("[id$=-method]").select_option("sample")
    page.locator("[id$=-temperature]").fill("2")
    page.wait_for_timeout(350)
    link = page.evaluate("location.hash")

    def five() -> str:
        for _ in range(5):
            page.locator("[data-act=write_one]").click()
        return page.locator("[id$=sentence]").input_value()

    texts = []
    for _ in range(2):
        show(tab, folder, "en", link)
        texts.append(five())
    assert texts[0] == texts[1] != SENTENCE
    show(tab, folder, "en", link)
    page.locator("[data-act=draw_again]").click()
    assert five() != texts[0]


def test_what_a_cache_saves_is_counted(page, reference):
    choose(page, "writing")
    tokens, layers, heads, width = 6, reference.num_layers, reference.num_heads, 64
    rows = numbers([[text.replace(",", "") for text in row[1:]] for row in table(page, 1)[1:]])
    scores = sum(range(1, tokens + 1)) * layers * heads
    assert rows.tolist() == [
        [1, tokens],
        [2 * layers * width, tokens * 2 * layers * width],
        [tokens * layers * heads, scores],
    ]
    assert f"In the cache: {(tokens - 1) * 2 * layers * width:,} numbers" in page.locator(".widget-notes").inner_text()
