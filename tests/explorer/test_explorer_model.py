"""The explorer's model, computed by torch in 64 bits and by the page."""

from __future__ import annotations

import json
import math
import random
import subprocess
import tomllib

import pytest

pytest.importorskip("torch")
import torch
from explorer_pages import EXAMPLES, LANGS, MODEL, PIECE, choose, number, show, table
from explorer_reference import Reference, head_of
from samples import sample

from handbook import ROOT
from handbook.core import npm
from handbook.export import explorer_page

# -- the model, computed by torch in 64 bits


def sentences(reference: Reference) -> list[tuple[str, list[str]]]:
    """300 in four languages: those of the chooser, prefixes of them, and random words of any length."""
    dice = random.Random(6)
    words = explorer_page.language_tokens(ROOT)
    found = []
    for language, texts in EXAMPLES.items():
        own = [PIECE.findall(text) for text in texts]
        own += [tokens[: dice.randint(1, len(tokens))] for tokens in own for _ in range(4)]
        while len(own) < 75:
            own.append([dice.choice(words[language]) for _ in range(dice.randint(1, reference.context_length - 1))])
        found += [(language, tokens) for tokens in own[:75]]
    return found


def test_every_activation_is_that_of_torch_for_300_sentences(reference, tmp_path):
    chosen = sentences(reference)
    assert len(chosen) == 300 and {language for language, _ in chosen} == set(LANGS)
    assert {len(tokens) for _, tokens in chosen} >= {1, reference.context_length - 1}
    ids = [reference.ids(language, tokens) for language, tokens in chosen]
    (tmp_path / "ids.json").write_text(json.dumps(ids))
    script = ROOT / "tests" / "explorer" / "explorer_activations.mjs"
    done = subprocess.run(
        [npm.node(), script, MODEL, tmp_path / "ids.json", tmp_path / "numbers"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    largest = {}
    with (tmp_path / "numbers").open("rb") as numbers, torch.no_grad():
        for one in ids:
            for name, theirs in reference.run(one):
                ours = torch.frombuffer(bytearray(numbers.read(theirs.numel() * 8)), dtype=torch.float64).view(
                    theirs.shape
                )
                hidden = theirs == -torch.inf
                assert torch.equal(ours == -torch.inf, hidden), name
                ours, theirs = ours.masked_fill(hidden, 0), theirs.masked_fill(hidden, 0)
                difference = ((ours - theirs).abs().max() / theirs.abs().max().clamp(min=1)).item()
                largest[name] = max(largest.get(name, 0), difference if math.isfinite(difference) else math.inf)
        assert numbers.read() == b""
    assert len(largest) == 3 + reference.num_layers * (10 + 8 * reference.num_heads) + 3
    assert max(largest.values()) < 1e-5, sorted(largest.items(), key=lambda one: -one[1])[:5]
    assert max(largest.values()) < 1e-12, "in 64 bits only the order of additions differs"


def test_each_language_has_its_words_and_its_examples_are_known(reference):
    grammar = tomllib.loads((ROOT / explorer_page.GRAMMAR).read_text(encoding="utf-8"))
    words = explorer_page.language_tokens(ROOT)
    assert set(words) == set(LANGS) == set(json.loads(reference.metadata["languages"]))
    for language, known in words.items():
        assert len(known) > 100 and set(known) <= set(reference.vocabulary)
        assert not any(token.startswith("<") for token in known)
        assert {piece for text in EXAMPLES[language] for piece in PIECE.findall(text)} <= set(known)
        assert set(grammar[language]["W"]) & set(reference.vocabulary) <= set(known)
    assert "mbwa" in words["sw"] and "mbwa" not in words["en"] and "Haus" in words["de"] and "Haus" not in words["sr"]
    every = set().union(*words.values())
    assert {token for token in reference.vocabulary if not token.startswith("<")} == every, (
        "a word that no language can type"
    )


# -- what the page shows is what torch computes


@pytest.mark.parametrize("language", sample(LANGS, ["sr"]))
def test_the_tables_behind_the_views_hold_torchs_numbers(tab, folder, reference, language):
    dice = random.Random(language)
    comma = language in ("de", "sr")

    def near(text, value):
        text = text.replace(",", ".") if comma else text
        assert abs(number(text) - value) <= 0.5001e-4 if math.isfinite(value) else number(text) == value, (text, value)

    for text in dice.sample(EXAMPLES[language], 3):
        tokens = [f"<{language}>", *PIECE.findall(text)]
        ids = reference.ids(language, tokens[1:])
        layer, h, q = (
            dice.randrange(reference.num_layers),
            dice.randrange(reference.num_heads),
            dice.randrange(len(ids)),
        )
        show(tab, folder, language)
        tab.locator("[id$=sentence]").fill(text)
        tab.keyboard.press("Enter")
        choose(tab, "heads")
        tab.locator("[id$=-layer]").select_option(index=layer)
        theirs = head_of(reference, ids, layer, h)
        shown = table(tab, h)
        assert [row[0] for row in shown[1:]] == shown[0][1:] == tokens
        for r in range(len(ids)):
            for c in range(r + 1):
                near(shown[1 + r][1 + c], theirs["weights"][r, c].item())
        choose(tab, "matrix")
        tab.locator(".explorer-tiles button").nth(h).click()
        for stage in ("scores", "scaled", "masked", "weights"):
            tab.locator("[id$=-stage]").select_option(value=stage)
            shown = table(tab)
            for r in range(len(ids)):
                for c in range(r + 1):
                    near(shown[1 + r][1 + c], theirs[stage][r, c].item())
        choose(tab, "neurons")
        tab.locator("[id$=query_token]").select_option(index=q)
        shown = table(tab)
        for c, row in enumerate(shown[1:]):
            for text_of, stage in zip(row[1:], ("scores", "scaled", "masked", "weights"), strict=True):
                near(text_of, theirs[stage][q, c].item())
        vectors = table(tab, 1)[1:]
        for row, expected in zip(
            vectors, [theirs["queries"][q], *theirs["keys"], *(theirs["keys"] * theirs["queries"][q])], strict=True
        ):
            for cell, value in zip(row[1:], expected.tolist(), strict=True):
                near(cell, value)
        values = table(tab, 2)[1:]
        for cell, value in zip(values[-1][1:], theirs["context"][q].tolist(), strict=True):
            near(cell, value)
        stream = dict(reference.run(ids))
        columns = list(zip(*table(tab, 3)[1:], strict=True))[1:]
        for column, name in zip(columns, ("joined", "projected", "input", "attended", "fed", "output"), strict=True):
            for cell, value in zip(column, stream[f"blocks.{layer}.{name}"][q].tolist(), strict=True):
                near(cell, value)


def test_what_may_come_next_is_what_torch_finds_probable(page, reference):
    ids = reference.ids("en", PIECE.findall(EXAMPLES["en"][0]))
    top = dict(reference.run(ids))["probabilities"][-1].topk(5)
    shown = page.locator(".explorer-next-list li").evaluate_all(
        "items => items.map(item => [item.querySelector('.explorer-next-word').textContent, "
        "item.querySelector('.explorer-percent').textContent])"
    )
    names = [reference.vocabulary[place] for place in top.indices]
    assert [word for word, _ in shown] == names[: len(shown)] and len(shown) >= 2
    for (_, percent), probability in zip(shown, top.values.tolist()):
        assert abs(float(percent.rstrip("%\u00a0 ")) - 100 * probability) <= 0.0501
    page.locator(".explorer-next-list button").first.click()
    assert page.locator("[id$=sentence]").input_value() == f"{EXAMPLES['en'][0]} {names[0]}"
    assert page.locator(".explorer-token.query").count() == len(ids) + 1


# -- for everyone


def test_a_model_file_that_is_none_is_told(tmp_path):
    from handbook.core.diagnostics import DiagnosticError

    (tmp_path / "models").mkdir()
    for data in (b"", b"12345678", b"\xff" * 40, (5).to_bytes(8, "little") + b"[1,2]"):
        (tmp_path / explorer_page.MODEL).write_bytes(data)
        with pytest.raises(DiagnosticError) as refused:
            explorer_page.vocabulary(tmp_path)
        assert "no model" in str(refused.value.findings[0])
