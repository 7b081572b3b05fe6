"""The explorer: its model against torch, its files against damage, its views in a real browser."""

from __future__ import annotations

import base64
import copy
import gzip
import json
import math
import random
import re
import shutil
import subprocess
import tomllib

import pytest
from markdown import Markdown

pytest.importorskip("torch")
import torch
from samples import sample
from waiting import until

from handbook import ROOT
from handbook.core import npm
from handbook.export import explorer_page
from handbook.site import bundler

LANGS = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
SCHEMES = ("default", "slate")
VIEWS = ("heads", "model", "neurons", "matrix")
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
MODEL = ROOT / explorer_page.MODEL
EXAMPLES = explorer_page.sentences(ROOT)
KILOBYTE = 1000


# -- the model, computed by torch in 64 bits


class Reference:
    """The model as its format says it is computed, by torch's own functions, with everything on the way by name."""

    def __init__(self):
        data = MODEL.read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        self.metadata = header.pop("__metadata__")
        self.vocabulary = json.loads(self.metadata["vocabulary"])
        self.num_layers, self.num_heads = int(self.metadata["num_layers"]), int(self.metadata["num_heads"])
        self.context_length = int(self.metadata["context_length"])
        self.tensors = {}
        for name, entry in header.items():
            first, last = entry["data_offsets"]
            dtype = {"F16": torch.float16, "F32": torch.float32}[entry["dtype"]]
            numbers = torch.frombuffer(bytearray(data[8 + length + first : 8 + length + last]), dtype=dtype)
            self.tensors[name] = numbers.view(entry["shape"]).double()

    def norm(self, x, name):
        weight, bias = self.tensors[f"{name}.weight"], self.tensors[f"{name}.bias"]
        return torch.nn.functional.layer_norm(x, x.shape[-1:], weight, bias)

    def linear(self, x, name):
        return torch.nn.functional.linear(x, self.tensors[f"{name}.weight"], self.tensors.get(f"{name}.bias"))

    def run(self, ids: list[int]) -> list[tuple[str, torch.Tensor]]:
        """(name, tensor) in the order in which the script writes them."""
        count = len(ids)
        embedding = self.tensors["token_embedding.weight"][ids]
        position = self.tensors["position_embedding.weight"][:count]
        x = embedding + position
        found = [("embedding", embedding), ("position", position), ("input", x)]
        future = torch.ones(count, count, dtype=torch.bool).triu(1)
        for i in range(self.num_layers):
            block = f"blocks.{i}"
            norm1 = self.norm(x, f"{block}.norm1")
            queries, keys, values = (
                self.linear(norm1, f"{block}.attention.W_{name}").unflatten(-1, (self.num_heads, -1)).transpose(0, 1)
                for name in ("query", "key", "value")
            )
            scores = torch.einsum("hqd,hkd->hqk", queries, keys)
            scaled = scores / queries.shape[-1] ** 0.5
            masked = scaled.masked_fill(future, -torch.inf)
            weights = masked.softmax(-1)
            context = torch.nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
            joined = context.transpose(0, 1).flatten(1)
            projected = self.linear(joined, f"{block}.attention.out_proj")
            attended = x + projected
            norm2 = self.norm(attended, f"{block}.norm2")
            hidden = self.linear(norm2, f"{block}.feed_forward.0")
            activated = torch.nn.functional.gelu(hidden)
            fed = self.linear(activated, f"{block}.feed_forward.2")
            own = {
                "input": x,
                "norm1": norm1,
                "joined": joined,
                "projected": projected,
                "attended": attended,
                "norm2": norm2,
                "hidden": hidden,
                "activated": activated,
                "fed": fed,
                "output": attended + fed,
            }
            found += [(f"{block}.{name}", tensor) for name, tensor in own.items()]
            of_heads = {
                "queries": queries,
                "keys": keys,
                "values": values,
                "scores": scores,
                "scaled": scaled,
                "masked": masked,
                "weights": weights,
                "context": context,
            }
            found += [
                (f"{block}.heads.{h}.{name}", tensor[h])
                for h in range(self.num_heads)
                for name, tensor in of_heads.items()
            ]
            x = attended + fed
        normed = self.norm(x, "final_norm")
        logits = normed @ self.tensors["token_embedding.weight"].T
        return [*found, ("normed", normed), ("logits", logits), ("probabilities", logits.softmax(-1))]

    def ids(self, language: str, tokens: list[str]) -> list[int]:
        return [self.vocabulary.index(token) for token in (f"<{language}>", *tokens)]


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Reference()


PIECE = re.compile(r"[^\W_]+|[^\s]")


def sentences(reference: Reference) -> list[tuple[str, list[str]]]:
    """300 in four languages: those of the chooser, prefixes of them, and random words of any length."""
    dice = random.Random(6)
    words = explorer_page.words(ROOT)
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
    script = ROOT / "tests" / "widgets" / "explorer_activations.mjs"
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
    words = explorer_page.words(ROOT)
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


# -- pages with nothing but the explorer

PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Explorer</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="tokens.css"><link rel="stylesheet" href="widgets.css">
<link rel="stylesheet" href="explorer.css">
<style>html {{ font-size: 125% }} body {{ margin: 0; padding: 16px; background: var(--paper); color: var(--ink) }}
main {{ max-width: 33.5rem; margin: 0 auto }}</style></head>
<body data-md-color-scheme="default"><main class="md-typeset"><h1>Explorer</h1>{body}</main>
<script defer src="explorer-model.js"></script><script defer src="explorer.js"></script></body></html>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A page for each language, made by the Markdown extension, with the site's styles and scripts."""
    folder = tmp_path_factory.mktemp("explorer")
    for name in explorer_page.STYLES:
        shutil.copy(ROOT / "theme" / "assets" / "stylesheets" / f"{name}.css", folder)
    for language, lang in LANGS.items():
        made = explorer_page.files(ROOT, language, bundler.bundle)
        for uri in (explorer_page.SCRIPT, explorer_page.WEIGHTS):
            (folder / uri.rpartition("/")[2]).write_text(made[uri](), encoding="utf-8")
        (folder / f"alone-{language}.html").write_text(made[explorer_page.PAGE](), encoding="utf-8")
        body = Markdown(
            extensions=["handbook.extensions.widgets"],
            extension_configs={"handbook.extensions.widgets": {"language": language}},
        ).convert('<div data-widget="explorer"></div>')
        (folder / f"{language}.html").write_text(PAGE.format(lang=lang, body=body), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tab(browser):
    """One browser tab from files; it remembers what went wrong and what was asked for."""
    context = browser.new_context(
        viewport={"width": 1100, "height": 900},
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    page = context.new_page()
    page.faults, page.asked = [], []
    page.on("console", lambda message: message.type in ("error", "warning") and page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    yield page
    context.close()
    assert page.faults == []
    assert {url.partition(":")[0] for url in page.asked} <= {"file", "about", "data", "blob"}, "something was fetched"


@pytest.fixture
def page(tab, folder):
    show(tab, folder)
    return tab


def show(tab, folder, name: str = "en", hash_: str = ""):
    tab.goto("about:blank")
    tab.goto((folder / f"{name}.html").as_uri() + hash_)
    tab.wait_for_selector("[data-ready]")


def choose(page, view: str):
    page.locator(f"[id$=tab-{view}]").click()


def told(page) -> str:
    return page.locator(".explorer-told").inner_text()


def table(page, place: int = 0) -> list[list[str]]:
    """One of the tables behind the view, head and labels included."""
    page.evaluate("document.querySelector('.explorer-tables').open = true")
    page.wait_for_selector(".explorer-tables table")
    return (
        page.locator(".explorer-tables table")
        .nth(place)
        .evaluate("table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))")
    )


def number(text: str) -> float:
    return float(text.replace("\u2212", "-").replace("∞", "inf"))


def paste(page, text: str):
    page.evaluate("document.querySelector('.explorer-open').open = true")
    page.locator("textarea").fill(text)
    page.locator(".explorer-paste button").click()


# -- what the page shows is what torch computes


def head_of(reference, ids, layer: int, h: int) -> dict[str, torch.Tensor]:
    start = f"blocks.{layer}.heads.{h}."
    return {name.removeprefix(start): tensor for name, tensor in reference.run(ids) if name.startswith(start)}


@pytest.mark.parametrize("language", sample(LANGS, ["en", "sr"]))
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
    weights = head_of(reference, ids, 0, 1)["weights"]
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
    weights = head_of(reference, ids, 0, 0)["weights"]
    page.locator(".explorer-field").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert told(page) == f"near → The: attention weight {weights[3, 1]:.4f}"
    box = page.locator(".explorer-frame").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 2.5 / 6, box["y"] + box["height"] * 4.5 / 6)
    assert told(page) == f"the → dogs: attention weight {weights[4, 2]:.4f}"


# -- keyboard


def test_every_control_is_reached_and_used_by_keyboard(page):
    page.locator("[id$=-language]").focus()
    reached = []
    for _ in range(60):
        reached.append(
            page.evaluate(
                "(e => [e.tagName.toLowerCase(), e.getAttribute('role') ?? '', e.id.replace(/explorer-\\d+-/, ''), "
                "e.textContent.slice(0, 20).trim()].join('|'))(document.activeElement)"
            )
        )
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
    everything = " ".join(reached)
    for wanted in (
        "select||language",
        "select||example",
        "input||sentence",
        "Show",
        "summary",
        "button|tab|tab-heads",
        "select||layer",
        "All",
        "g|button",
        "SVG",
        "PNG",
        "Link",
    ):
        assert wanted in everything, wanted
    assert everything.count("|tab|") == 1 and everything.count("g|button") == 1, "tabs and tokens are one stop each"

    page.locator("[id$=tab-heads]").focus()
    for view in ("model", "neurons", "matrix", "heads"):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id").endswith(f"tab-{view}")
        assert page.locator(f"[id$=tab-{view}]").get_attribute("aria-selected") == "true"


def test_tokens_pictures_and_rows_are_walked_by_arrow_keys(page):
    focused = lambda: page.evaluate("document.activeElement.getAttribute('aria-label')")  # noqa: E731
    page.locator(".explorer-token").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert focused() == "Query 3: dogs" and "dogs" in told(page)
    page.keyboard.press("Enter")
    assert page.locator(".explorer-token[aria-pressed=true]").get_attribute("aria-label") == "Query 3: dogs"
    assert focused() == "Query 3: dogs", "drawn again, the focus stays"
    page.keyboard.press("ArrowRight")
    assert focused() == "Key 3: dogs"
    page.keyboard.press("End")
    assert focused() == "Key 6: house"
    choose(page, "model")
    page.locator(".explorer-head").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert (
        focused().startswith("Layer 2, Head 2.") and page.locator(".explorer-detail").inner_text() == "Layer 2 · Head 2"
    )
    choose(page, "neurons")
    page.locator(".explorer-row").first.focus()
    page.keyboard.press("ArrowDown")
    assert focused() == told(page) and " → The:" in told(page)


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


def test_addresses_that_say_nonsense_leave_the_start(tab, folder):
    for state in BAD:
        show(tab, folder, hash_=state_hash(state))
        assert tab.locator("[id$=sentence]").input_value() == EXAMPLES["en"][0], state
        until(tab, "document.querySelector('.widget-link-problem')?.textContent.includes('link')")
    show(tab, folder, hash_="#state=explorer.!!!")
    assert tab.locator(".explorer-token.query").count() == 6
    show(tab, folder, hash_=state_hash({**GOOD, "layer": 40, "head": 90, "query": 77, "heads": [0, 200]}))
    assert (
        tab.locator("[id$=sentence]").input_value() == "The dogs" and tab.locator("[id$=-layer]").input_value() == "1"
    )


# -- files of other models: good ones, and five hundred damaged ones


def softmax(row: list[float]) -> list[float]:
    powers = [math.exp(score - max(row)) for score in row]
    return [round(power / sum(powers), 6) for power in powers]


def attention(dice: random.Random, layers: int, heads: int, queries: int, keys: int, causal: bool) -> list:
    def row(query: int) -> list[float]:
        seen = query + 1 if causal else keys
        return softmax([dice.gauss(0, 2) for _ in range(seen)]) + [0] * (keys - seen)

    return [[[row(query) for query in range(queries)] for _ in range(heads)] for _ in range(layers)]


def vectors(dice: random.Random, layers: int, heads: int, positions: int, size: int) -> list:
    return [
        [[[round(dice.gauss(0, 1), 3) for _ in range(size)] for _ in range(positions)] for _ in range(heads)]
        for _ in range(layers)
    ]


def good_file(dice: random.Random) -> dict:
    layers, heads, count = dice.randint(1, 3), dice.randint(1, 4), dice.randint(2, 7)
    tokens = [dice.choice(["the", "Ġdog", "▁cat", "##s", "üß", "猫", "<b>", "[SEP]", "\n", ""]) for _ in range(count)]
    kind = dice.choice(["decoder", "encoder", "encoder-decoder"])
    if kind == "encoder-decoder":
        other = dice.randint(2, 7)
        return {
            "version": 1,
            "kind": kind,
            "encoder": {"tokens": tokens, "attention": attention(dice, layers, heads, count, count, False)},
            "decoder": {"tokens": ["x"] * other, "attention": attention(dice, layers, heads, other, other, True)},
            "cross": {"attention": attention(dice, layers, heads, other, count, False)},
        }
    file = {
        "version": 1,
        "kind": kind,
        "tokens": tokens,
        "attention": attention(dice, layers, heads, count, count, kind == "decoder"),
    }
    if dice.random() < 0.5:
        size = dice.randint(1, 4)
        file.update({name: vectors(dice, layers, heads, count, size) for name in ("queries", "keys", "values")})
    if kind == "encoder" and dice.random() < 0.5:
        file["sentence_b_start"] = dice.randint(1, count - 1)
    if dice.random() < 0.3:
        file.update(name="mine", layers=[layer + 5 for layer in range(layers)])
    return file


def places(value, path=()):
    """Every place in a file, as a path of keys."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield from places(inside, (*path, key))


def at(file, path):
    for key in path:
        file = file[key]
    return file


def put(file, path, value):
    at(file, path[:-1])[path[-1]] = value


def weights_of(file) -> list[tuple]:
    """The places of all attention weights."""
    return [path for path in places(file) if "attention" in path and isinstance(at(file, path), (int, float))]


def damage(dice: random.Random, file: dict) -> tuple[str, str]:
    """(kind, text) of a file that is wrong for a reason that doesn't depend on luck."""
    file = copy.deepcopy(file)
    numbers = weights_of(file)
    rows = sorted({path[:-1] for path in numbers})
    matrices = sorted({path[:-2] for path in numbers})
    lists = [path for path in places(file) if isinstance(at(file, path), list) and path[0] != "layers"]
    part = dice.choice([("encoder",), ("decoder",)]) if file["kind"] == "encoder-decoder" else ()
    kind = dice.choice(list(KINDS))
    KINDS[kind](dice, file, numbers, rows, matrices, lists, part)
    text = json.dumps(file)
    if kind == "cut":
        text = text[: dice.randrange(1, len(text) - 1)]
    if kind == "not json":
        text = text.replace(
            *dice.choice(
                [
                    (":", ""),
                    (":", ";"),
                    ("[", "<"),
                    ("]]]]", "]]]"),
                    ('"', "'"),
                    ('"version"', "version"),
                    ("}", ",}"),
                    ("{", "{,"),
                ]
            ),
            1,
        )
    if kind == "something else":
        text = dice.choice(
            [
                "",
                "   ",
                "null",
                "3",
                '"text"',
                "[]",
                "true",
                "<html></html>",
                "\x00\x01",
                "{}",
                "[[[[1]]]]",
                "\ufeff{",
                "NaN",
                "undefined",
            ]
        )
    return kind, text


def change(new):
    return lambda dice, file, numbers, *_: put(file, dice.choice(numbers), new(dice))


def any_of(*names):
    def remove(dice, file, numbers, rows, matrices, lists, part):
        del (at(file, part) if names[0] not in file else file)[names[0]]

    return remove


def drop_row(dice, file, numbers, rows, *_):
    path = dice.choice(rows)
    del at(file, path[:-1])[path[-1]]


def longer_row(dice, file, numbers, rows, *_):
    at(file, dice.choice(rows)).append(0)


def scaled_row(dice, file, numbers, rows, *_):
    path = dice.choice(rows)
    put(file, path, [weight * dice.choice([0.5, 0.9, 1.1, 2]) for weight in at(file, path)])


def deeper(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)
    owner["attention"] = [[layer] for layer in owner["attention"]]


def shallower(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)
    owner["attention"] = owner["attention"][0]


def more_tokens(dice, file, numbers, rows, matrices, lists, part):
    at(file, part)["tokens"].append("more")


def odd_head(dice, file, numbers, rows, matrices, lists, part):
    layers = at(file, part)["attention"]
    layers.append(layers[0] + [layers[0][0]])


def wrong_vectors(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)
    layers, heads, count = len(owner["attention"]), len(owner["attention"][0]), len(owner["tokens"])
    good = {name: vectors(dice, layers, heads, count, 2) for name in ("queries", "keys", "values")}
    owner.update(good)
    what = dice.choice(["missing", "positions", "dimensions", "layers", "text", "one vector"])
    name = dice.choice(["queries", "keys"])
    if what == "missing":
        del owner[name]
    elif what == "positions":
        owner[name] = vectors(dice, layers, heads, count + 1, 2)
    elif what == "dimensions":
        owner[name] = vectors(dice, layers, heads, count, 3)
    elif what == "layers":
        owner[name] = vectors(dice, layers + 1, heads, count, 2)
    elif what == "text":
        owner[name][0][0][0][0] = "0.5"
    else:
        owner["values"][-1][-1][-1] = [0.5]


def token_no_text(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)["tokens"]
    owner[dice.randrange(len(owner))] = dice.choice([1, None, ["a"], {"a": 1}, True, "x" * 500])


def list_to_other(dice, file, numbers, rows, matrices, lists, part):
    put(file, dice.choice(lists), dice.choice(["text", 3, None, {}, True, {"0": []}]))


def emptied(dice, file, numbers, rows, matrices, lists, part):
    at(file, dice.choice(lists)).clear()


KINDS = {
    "cut": lambda *_: None,
    "not json": lambda *_: None,
    "something else": lambda *_: None,
    "no kind": any_of("kind"),
    "no tokens": any_of("tokens"),
    "no attention": any_of("attention"),
    "another version": lambda dice, file, *_: file.update(version=dice.choice([0, 2, "1", None, [1], 1.5])),
    "another kind": lambda dice, file, *_: file.update(
        kind=dice.choice(["bert", "", 1, None, ["decoder"], "Decoder", "__proto__"])
    ),
    "a text for a number": change(lambda dice: dice.choice(["0.5", "", "NaN", None, True, {}])),
    "a negative number": change(lambda dice: dice.choice([-0.5, -1, -1e-9])),
    "a large number": change(lambda dice: dice.choice([1.5, 2, 1e9, 1e300])),
    "nan": change(lambda dice: dice.choice([math.nan, math.inf, -math.inf])),
    "a row less": drop_row,
    "a number more": longer_row,
    "a row that doesn't add up": scaled_row,
    "a dimension more": deeper,
    "a dimension less": shallower,
    "a token more": more_tokens,
    "a layer with more heads": odd_head,
    "wrong vectors": wrong_vectors,
    "a token that is no text": token_no_text,
    "something else for a list": list_to_other,
    "an empty list": emptied,
    "a split outside": lambda dice, file, numbers, rows, matrices, lists, part: at(file, part).update(
        sentence_b_start=dice.choice([0, -1, 99, 1.5, "2", []])
    ),
    "wrong numbers for layers": lambda dice, file, *_: file.update(
        layers=dice.choice([[], [1] * 50, "12", [-1], [0.5], ["a"], 3])
    ),
}

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


# -- the page for readers' own models


def attention_page(template: str, attention: dict) -> str:
    """As the chapter has it."""
    data = json.dumps(attention).replace("<", "\\u003c")
    return template.replace('id="attention">null<', f'id="attention">{data}<')


@pytest.mark.parametrize("language", LANGS)
def test_the_page_alone_shows_the_attention_put_into_it(tab, folder, tmp_path, language):
    template = (folder / f"alone-{language}.html").read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", template.partition("<script>")[0])
    assert "default-src 'none'; script-src 'sha256-" in template and "connect-src" not in template, (
        "its own policy lets nothing be loaded"
    )
    tokens = ["</script>", "<b>", "&", "\u2028"]
    page = attention_page(
        template,
        {
            "version": 1,
            "kind": "encoder",
            "tokens": tokens,
            "attention": attention(random.Random(4), 2, 3, 4, 4, False),
        },
    )
    (tmp_path / "mine.html").write_text(page, encoding="utf-8")
    show(tab, tmp_path, "mine")
    assert (
        tab.locator(".explorer-token.query").count() == 4
        and tab.locator(".explorer-stage").inner_text().count("</script>") == 2
    )
    for view in VIEWS:
        choose(tab, view)
    assert tab.evaluate("document.documentElement.lang") == LANGS[language]
    show(tab, folder, f"alone-{language}")
    assert tab.locator(".explorer-stage svg").count() == 0 and tab.locator("textarea").is_visible()
    paste(tab, "nonsense")
    assert tab.locator(".explorer-open + .explorer-problem").inner_text()


def test_the_page_alone_works_in_a_frame_of_a_notebook(tab, folder, tmp_path):
    from html import escape

    page = attention_page(
        (folder / "alone-en.html").read_text(encoding="utf-8"),
        {"version": 1, "kind": "decoder", "tokens": ["a", "b"], "attention": [[[[1, 0], [0.5, 0.5]]]]},
    )
    (tmp_path / "notebook.html").write_text(
        '<!doctype html><html lang="en"><title>n</title>'
        f'<iframe width="800" height="700" srcdoc="{escape(page)}"></iframe>',
        encoding="utf-8",
    )
    tab.goto((tmp_path / "notebook.html").as_uri())
    frame = tab.frame_locator("iframe")
    frame.locator(".explorer-token").nth(1).click()
    assert frame.locator(".explorer-token[aria-pressed=true]").count() == 1


# -- taking away


def test_pictures_are_saved_and_stand_alone(page):
    for view in VIEWS:
        choose(page, view)
        with page.expect_download() as download:
            page.locator("[data-act=picture_svg]").click()
        text = download.value.path().read_text(encoding="utf-8")
        assert download.value.suggested_filename == f"attention-{view}.svg"
        assert text.startswith("<svg") and "var(" not in text and "http://www.w3.org/2000/svg" in text
        assert ("dogs" in text) == (view != "model") and "<title>" in text
        with page.expect_download() as download:
            page.locator("[data-act=picture_png]").click()
        data = download.value.path().read_bytes()
        assert download.value.suggested_filename == f"attention-{view}.png" and data[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        assert width > 800 and height > 200
        colours = page.evaluate(
            """async base => {
          const image = new Image(); image.src = `data:image/png;base64,${base}`; await image.decode();
          const sheet = document.createElement("canvas"); [sheet.width, sheet.height] = [image.width, image.height];
          const brush = sheet.getContext("2d"); brush.drawImage(image, 0, 0);
          return new Set(new Uint32Array(brush.getImageData(0, 0, sheet.width, sheet.height).data.buffer)).size;
        }""",
            base64.b64encode(data).decode(),
        )
        assert colours > 50, "an empty picture"


# -- for everyone


@pytest.mark.parametrize("language", sample(LANGS, ["en"]))
def test_axe_finds_nothing_in_any_view_and_a_phone_is_wide_enough(tab, folder, language):
    show(tab, folder, language)
    tab.add_script_tag(path=str(AXE))
    pair = {
        "version": 1,
        "kind": "encoder",
        "tokens": ["[CLS]", "a", "[SEP]", "b"],
        "sentence_b_start": 3,
        "attention": attention(random.Random(5), 12, 12, 4, 4, False),
    }
    try:
        for state in ("start", "pinned", "wrong", "file"):
            if state == "pinned":
                choose(tab, "heads")
                tab.locator(".explorer-token.query").nth(2).click()
                tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            if state == "wrong":
                tab.locator("[id$=sentence]").fill("xxxx dgo")
                tab.keyboard.press("Enter")
                paste(tab, "{}")
            if state == "file":
                paste(tab, json.dumps(pair))
            for view in VIEWS:
                choose(tab, view)
                for scheme in SCHEMES:
                    tab.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
                    only = {} if scheme == "default" else {"runOnly": ["color-contrast"]}
                    found = tab.evaluate(
                        "only => axe.run(document, { resultTypes: ['violations'], preload: false, ...only })", only
                    )["violations"]
                    assert [
                        (one["id"], one["nodes"][0]["html"][:300], one["nodes"][0]["failureSummary"]) for one in found
                    ] == [], f"{state}, {view}, {scheme}"
                tab.set_viewport_size({"width": 360, "height": 740})
                tab.wait_for_timeout(50)
                assert tab.evaluate("document.documentElement.scrollWidth") <= 360, f"{state}, {view}"
                tab.set_viewport_size({"width": 1100, "height": 900})
    finally:
        tab.set_viewport_size({"width": 1100, "height": 900})


def test_first_use_is_light(folder):
    sent = ["explorer.js", "explorer-model.js", "explorer.css", "widgets.css"]
    sizes = {name: len(gzip.compress((folder / name).read_bytes())) for name in sent}
    assert sum(sizes.values()) <= 600 * KILOBYTE, sizes
    assert sizes["explorer.js"] <= 40 * KILOBYTE, sizes


def test_only_pages_with_the_explorer_load_it(site_dir):
    for path in site_dir.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if path.name != explorer_page.PAGE.rpartition("/")[2]:
            assert (
                ("assets/javascripts/explorer.js" in text)
                == ('data-widget="explorer"' in text)
                == ("explorer-model.js" in text)
            ), path
    for language in LANGS:
        assert (site_dir / ("" if language == "en" else language) / explorer_page.PAGE).is_file()


def test_a_model_file_that_is_none_is_told(tmp_path):
    from handbook.core.diagnostics import DiagnosticError

    (tmp_path / "models").mkdir()
    for data in (b"", b"12345678", b"\xff" * 40, (5).to_bytes(8, "little") + b"[1,2]"):
        (tmp_path / explorer_page.MODEL).write_bytes(data)
        with pytest.raises(DiagnosticError) as refused:
            explorer_page.vocabulary(tmp_path)
        assert "no model" in str(refused.value.findings[0])
