"""The shipped model and the grammar that wrote its texts: what the card and the chapter say of them is true."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

torch = pytest.importorskip("torch")
from detectors import LANGUAGES, PRONOUNS, RELATIONS, ROOT, VERBS, Chapter, best_untrained, costs, places, see, without  # noqa: E402
from safetensors import safe_open  # noqa: E402

MODELS = ROOT / "models"
CARD = (MODELS / "README.md").read_text(encoding="utf-8")
MODEL = MODELS / "grammar.safetensors"


@pytest.fixture(scope="module")
def chapter():
    torch.set_num_threads(1)
    return Chapter()


@pytest.fixture(scope="module")
def model(chapter):
    return chapter.load(str(MODEL))


# -- the file


@pytest.mark.parametrize("name", ["grammar.safetensors", "grammar.toml"])
def test_the_card_names_the_hash_of_each_file(name):
    stated = re.search(rf"\| `{re.escape(name)}` \|.*`([0-9a-f]{{64}})`", CARD)
    assert stated and stated[1] == hashlib.sha256((MODELS / name).read_bytes()).hexdigest()


def test_the_file_says_what_a_reader_in_another_language_must_know():
    with safe_open(MODEL, framework="pt") as file:
        about = file.metadata()
        names = file.keys()  # the file itself can't be walked like a dictionary
        shapes = {name: tuple(file.get_slice(name).get_shape()) for name in names}
        kinds = {file.get_tensor(name).dtype for name in names}
    words = json.loads(about["vocabulary"])
    assert kinds == {torch.float16} and json.loads(about["languages"]) == list(LANGUAGES)
    assert (about["num_layers"], about["num_heads"], about["d_model"], about["context_length"]) == (
        "2",
        "4",
        "64",
        "32",
    )
    assert len(set(words)) == len(words) and {"<end>", *(f"<{language}>" for language in LANGUAGES)} <= set(words)
    block = {
        "norm1.weight": (64,), "norm1.bias": (64,), "norm2.weight": (64,), "norm2.bias": (64,),
        "attention.W_query.weight": (64, 64), "attention.W_key.weight": (64, 64), "attention.W_value.weight": (64, 64),
        "attention.out_proj.weight": (64, 64), "attention.out_proj.bias": (64,),
        "feed_forward.0.weight": (256, 64), "feed_forward.0.bias": (256,),
        "feed_forward.2.weight": (64, 256), "feed_forward.2.bias": (64,),
    }  # fmt: skip
    expected = {f"blocks.{layer}.{name}": shape for layer in range(2) for name, shape in block.items()}
    ends = {
        "token_embedding.weight": (len(words), 64),
        "position_embedding.weight": (32, 64),
        "final_norm.weight": (64,),
        "final_norm.bias": (64,),
    }
    assert shapes == expected | ends


# -- what it can do


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_as_good_as_the_card_says(chapter, model, language):
    texts = chapter.texts(language, count=400, seed=9_000)
    with torch.no_grad():
        loss = chapter.loss_of(model, texts).item()
    floor = chapter.floor_of(texts)
    stated = re.search(rf"\| {language} \| (\d\.\d+) \| (\d\.\d+) \|", CARD)
    assert loss == pytest.approx(float(stated[1]), abs=0.002) and floor == pytest.approx(float(stated[2]), abs=0.002)
    assert loss - floor < 0.06


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_knows_every_word_of_its_grammar(chapter, model, language):
    words = {word for text in chapter.texts(language, count=4_000, seed=50_000) for word in text.words}
    assert words <= set(model.vocabulary)


def chances(model, words) -> torch.Tensor:
    with torch.no_grad():
        return torch.softmax(model(torch.tensor([model.ids[word] for word in words]))[-1], dim=-1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_verbs_agree_over_a_phrase(chapter, model, language):
    tables = chapter.TABLES[language]
    forms = {
        number: {line[f"sound.{number}"] for line in tables["ANIMAL"]} | {line[number] for line in tables["MOVE"]}
        for number in ("sg", "pl")
    }
    shares = []
    for text in chapter.texts(language, "act", 80):
        verb = places(text, *VERBS)
        if verb and places(text, "WHERE"):
            found = chances(model, text.words[: verb[0]])
            mass = {number: found[[model.ids[form] for form in forms[number]]].sum().item() for number in forms}
            drawn = text.drawn["N"][""]
            shares.append(mass[drawn] / (mass["sg"] + mass["pl"]))
    assert len(shares) > 20 and min(shares) > 0.5 and sum(shares) / len(shares) > 0.95


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_repeats_lists_that_it_has_never_seen(chapter, model, language):
    right = [
        chances(model, text.words[: place + 1]).argmax().item() == model.ids[text.words[place + 1]]
        for text in chapter.texts(language, "echo", 40)
        for place in places(text, "HEARD.part")[:-1]
    ]
    assert sum(right) / len(right) > 0.95


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_closes_the_bracket_that_is_open(chapter, model, language):
    other = {")": "]", "]": ")"}
    for text in chapter.texts(language, "bracket", 60):
        for name in ("BRACKET.close", "INNER.close"):
            for place in places(text, name):
                found = chances(model, text.words[:place])
                assert found[model.ids[text.words[place]]] > 10 * found[model.ids[other[text.words[place]]]], text.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pronouns_fit_what_they_stand_for(chapter, model, language):
    tables = chapter.TABLES[language]
    shares = []
    for text in chapter.texts(language, "it", 60):
        place = places(text, *PRONOUNS)[0]
        found = chances(model, text.words[:place])
        if language == "sw":  # the verb holds subject and object: of each verb, the forms that fit
            fitting = {
                form
                for line in tables["KEEP"]
                for column, form in line.items()
                if column.split(".")[1] == text.drawn["THING"]["c"]
            }
            all_forms = {form for line in tables["KEEP"] for form in line.values()}
        else:
            fitting = {text.words[place]}
            all_forms = {line["it"] for name in ("OTHER", "THING") for line in tables.get(name, [])}
        shares.append(
            (
                found[[model.ids[form] for form in fitting]].sum()
                / found[[model.ids[form] for form in all_forms]].sum()
            ).item()
        )
    assert sum(shares) / len(shares) > 0.95 and sorted(shares)[len(shares) // 10] > 0.5


def test_it_has_the_skew_of_its_texts_and_no_other(chapter, model):
    for job, share in (("nurse", 0.9), ("doctor", 0.1), ("teacher", 0.5)):
        for middle in ("sleeps", "sees the man", "near the house waits"):
            found = chances(model, ["<en>", "The", job, *middle.split(), "."])
            she, he = found[model.ids["She"]].item(), found[model.ids["He"]].item()
            assert she / (she + he) == pytest.approx(share, abs=0.12), (job, middle)


# -- its heads

CONFIRMED = json.loads(
    re.search(r"<!-- confirmed: (\{.*?\}) -->", CARD, re.S)[1]
)  # relation -> languages in which the card claims a head


@pytest.mark.parametrize(
    ("relation", "language"), [(relation, language) for relation in CONFIRMED for language in CONFIRMED[relation]]
)
def test_a_head_that_the_card_claims_is_there(chapter, model, relation, language):
    kind, looks = RELATIONS[relation]
    texts = [text for text in chapter.texts(language, kind) if looks(text)]
    seen = see(chapter, model, texts, looks)
    assert seen.score.max() > 0.5 and seen.score.max() > 2 * best_untrained(chapter, model, texts, looks) > seen.even
    cost = costs(chapter, model, texts, looks, seen.loss)
    working = cost[seen.score > 0.5]
    assert working.max() > 0.15, "none of the heads that look there is needed"


def test_untrained_heads_pass_for_nothing(chapter, model):
    torch.manual_seed(7)
    newborn = chapter.Decoder(model.vocabulary)
    for kind, looks in RELATIONS.values():
        texts = [text for text in chapter.texts("en", kind, 40) if looks(text)]
        seen = see(chapter, newborn, texts, looks)
        assert seen.score.max() < 0.45 and seen.score.mean() == pytest.approx(seen.even, abs=0.1)


def test_the_induction_head_follows_the_words_and_not_the_places(chapter, model):
    """The same list in another order: the head goes with the word that followed."""
    texts = chapter.texts("en", "echo", 30)
    seen = see(chapter, model, texts, RELATIONS["induction"][1])
    layer, head = divmod(seen.score.argmax().item(), 4)
    right = []
    for text in texts:
        heard = places(text, "HEARD.all")
        words = [
            *text.words[: heard[0]],
            *(text.words[place] for place in reversed(heard)),
            ".",
            "Anna",
            "repeats",
            ":",
            text.words[heard[2]],
        ]
        chances(model, words)
        weights = model.blocks[layer].attention.attention_weights[head, -1]
        right.append(
            weights.argmax().item() == words.index(text.words[heard[1]])
        )  # reversed: what stood before now follows
    assert sum(right) / len(right) > 0.9


def test_a_head_taken_away_looks_but_hands_over_nothing(chapter, model):
    cut = without(model, 0, 2)
    words = ["<en>", "The", "dogs", "near", "the", "house"]
    before, after = chances(model, words), chances(cut, words)
    whole, parts = model.blocks[0].attention, cut.blocks[0].attention
    torch.testing.assert_close(parts.attention_weights, whole.attention_weights)
    assert not parts.W_value.weight[32:48].any() and torch.equal(parts.W_value.weight[:32], whole.W_value.weight[:32])
    assert not torch.equal(before, after)
