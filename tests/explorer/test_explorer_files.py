"""Files of other models in the explorer: good ones, and five hundred damaged ones."""

from __future__ import annotations

import json
import random
import re

import pytest

pytest.importorskip("torch")
import torch
from damaged_files import attention, damage, good_file
from explorer_pages import LANGS, choose, number, paste, show, table, told
from samples import sample

OPEN = """texts => {
  const area = document.querySelector("textarea");
  const button = document.querySelector(".explorer-paste button");
  const problem = document.querySelector(".explorer-open + .explorer-problem");
  return texts.map((text) => {
    area.value = text;
    button.click();
    const tokens = document.querySelectorAll(".explorer-stage svg .explorer-token");
    return [problem.textContent, tokens.length, document.querySelector(".explorer-file").hidden];
  });
}"""


@pytest.mark.parametrize("place", sample(range(4), [0]))
def test_damaged_files_are_refused_with_a_reason_and_the_page_lives_on(tab, folder, place):
    """125 in each language, 500 in all."""
    language = list(LANGS)[place]
    dice = random.Random(place)
    damaged = []
    while len(damaged) < 125:
        damaged.append(damage(dice, good_file(dice)))
    show(tab, folder, language)
    before = tab.locator(".explorer-token").count()
    for (kind, text), (said, tokens, hidden) in zip(
        damaged, tab.evaluate(OPEN, [text for _, text in damaged]), strict=True
    ):
        assert said, f"{kind}: taken, and shouldn't be: {text[:200]}"
        assert hidden and tokens == before, f"{kind}: the view is gone"
        assert not re.search(r"\{\w+\}|undefined|\[object", said), f"{kind}: {said}"
        assert len(said) > 40, f"{kind}: {said}"
    assert len({kind for kind, _ in damaged}) > 20
    tab.locator(".explorer-token").nth(3).hover()
    assert told(tab)
    good = [json.dumps(good_file(dice)) for _ in range(40)]
    for text, (said, tokens, hidden) in zip(good, tab.evaluate(OPEN, good), strict=True):
        assert said == "" and not hidden and tokens > 0, f"{said}: {text[:300]}"
    tab.locator(".explorer-file button").click()
    assert tab.locator(".explorer-token").count() == before


def test_a_file_is_chosen_and_dropped_too(page, tmp_path):
    dice = random.Random(1)
    file = {
        "version": 1,
        "kind": "decoder",
        "name": "mine",
        "tokens": ["Ġa", "b", "c"],
        "attention": attention(dice, 3, 2, 3, 3, True),
        "layers": [4, 8, 12],
        "heads": [0, 11],
    }
    (tmp_path / "mine.json").write_text(json.dumps(file))
    page.locator(".explorer-open summary").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "mine.json")
    page.wait_for_selector(".explorer-file:not([hidden])")
    assert page.locator(".explorer-file span").inner_text() == "mine: decoder; layers: 3, heads: 2, tokens: 3"
    assert page.locator("[id$=-layer] option").all_inner_texts() == ["4", "8", "12"]
    assert page.locator(".explorer-tiles button").all_inner_texts() == ["0", "11"]
    choose(page, "neurons")
    assert "queries and keys" in page.locator(".widget-notes").inner_text()
    choose(page, "matrix")
    assert number(table(page)[2][1]) == pytest.approx(file["attention"][0][0][1][0], abs=1e-4)
    page.get_by_role("button", name="Back").click()
    assert page.locator(".explorer-token").count() == 12
    page.evaluate(
        """text => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.json"));
      const drop = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.querySelector("[data-widget=explorer]").dispatchEvent(drop);
    }""",
        json.dumps({**file, "name": ""}),
    )
    page.wait_for_selector(".explorer-file:not([hidden])")
    assert "dropped.json" in page.locator(".explorer-file").inner_text()


def test_pairs_are_split_and_cross_attention_has_two_sentences(page):
    dice = random.Random(2)
    tokens = ["[CLS]", "the", "cat", "[SEP]", "the", "dog", "[SEP]"]
    paste(
        page,
        json.dumps(
            {
                "version": 1,
                "kind": "encoder",
                "tokens": tokens,
                "sentence_b_start": 4,
                "attention": attention(dice, 1, 1, 7, 7, False),
            }
        ),
    )
    for choice, rows, columns in (
        ("all", tokens, tokens),
        ("aa", tokens[:4], tokens[:4]),
        ("ab", tokens[:4], tokens[4:]),
        ("ba", tokens[4:], tokens[:4]),
        ("bb", tokens[4:], tokens[4:]),
    ):
        page.locator("[id$=-filter]").select_option(value=choice)
        for view in ("matrix", "heads"):
            choose(page, view)
            shown = table(page)
            assert ([row[0] for row in shown[1:]], shown[0][1:]) == (rows, columns), choice
        choose(page, "model")
    both = {
        "version": 1,
        "kind": "encoder-decoder",
        "encoder": {"tokens": ["Kannst", "du", "helfen"], "attention": attention(dice, 2, 2, 3, 3, False)},
        "decoder": {"tokens": ["Can", "you"], "attention": attention(dice, 2, 2, 2, 2, True)},
        "cross": {"attention": attention(dice, 2, 2, 2, 3, False)},
    }
    paste(page, json.dumps(both))
    choose(page, "matrix")
    for part, rows, columns in (
        (0, ["Kannst", "du", "helfen"], ["Kannst", "du", "helfen"]),
        (1, ["Can", "you"], ["Can", "you"]),
        (2, ["Can", "you"], ["Kannst", "du", "helfen"]),
    ):
        page.locator("[id$=-part]").select_option(index=part)
        shown = table(page)
        assert ([row[0] for row in shown[1:]], shown[0][1:]) == (rows, columns)
    assert number(shown[1][3]) == pytest.approx(both["cross"]["attention"][0][0][0][2], abs=1e-4)


def test_vectors_in_a_file_are_computed_with_and_disagreement_is_told(page):
    torch.manual_seed(0)
    queries, keys, values = torch.randn(3, 1, 1, 4, 8, dtype=torch.float64)
    scores = queries @ keys.mT / 8**0.5
    weights = scores.masked_fill(torch.ones(4, 4, dtype=torch.bool).triu(1), -torch.inf).softmax(-1)
    file = {
        "version": 1,
        "kind": "decoder",
        "tokens": list("abcd"),
        "attention": weights.tolist(),
        "queries": queries.tolist(),
        "keys": keys.tolist(),
        "values": values.tolist(),
    }
    paste(page, json.dumps(file))
    choose(page, "neurons")
    assert page.locator(".widget-notes li").count() == 0
    shown = table(page)
    for c in range(4):
        assert number(shown[1 + c][2]) == pytest.approx(scores[0, 0, 3, c].item(), abs=1e-4)
    assert [number(cell) for cell in table(page, 2)[-1][1:]] == pytest.approx(
        (weights @ values)[0, 0, 3].tolist(), abs=1e-4
    )
    paste(
        page, json.dumps({**file, "attention": (torch.ones(1, 1, 4, 4).tril() / torch.arange(1, 5)[:, None]).tolist()})
    )
    assert page.locator(".widget-notes li").count() == 1


@pytest.mark.nightly
def test_512_tokens_open_and_stay_usable(page):
    dice = random.Random(3)
    count = 512
    file = {
        "version": 1,
        "kind": "decoder",
        "tokens": [f"t{place}" for place in range(count)],
        "attention": attention(dice, 1, 2, count, count, True),
    }
    paste(page, json.dumps(file))
    choose(page, "heads")
    lines = "paths => paths.flatMap(path => path.getAttribute('d').split('M').slice(1)).length"
    assert page.locator(".explorer-stage path[d]").evaluate_all(lines) <= 5000 and "5,000" in told(page)
    page.locator(".explorer-token.query").nth(20).hover()
    assert page.locator(".explorer-stage path[d]").evaluate_all(lines) == sum(
        weight >= 0.02 for h in (0, 1) for weight in file["attention"][0][h][20]
    )
    for view in ("model", "matrix"):
        choose(page, view)
        assert page.locator(".explorer-stage *").count() < 8000, "pictures of a dozen shapes, not one for each number"
    assert page.locator(".explorer-stage image").count() == 1
