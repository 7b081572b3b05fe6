"""The model of the chapter `positions`: what the card and the chapter say of it, and of its code, is true."""

from __future__ import annotations

import hashlib
import json
import math
import random
import re

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
from detectors import ROOT, Chapter  # noqa: E402
from safetensors import safe_open  # noqa: E402
from train_positions import LENGTH, SCRIPT, measure, train  # noqa: E402

MODELS = ROOT / "models"
CARD = (MODELS / "README.md").read_text(encoding="utf-8").partition("## positions.safetensors")
MODEL = MODELS / "positions.safetensors"
SEEDS = range(30)


@pytest.fixture(scope="module", autouse=True)
def numbers_of_64_bits():
    """As in the chapter."""
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@pytest.fixture(scope="module")
def chapter(numbers_of_64_bits):
    return Chapter(SCRIPT)


@pytest.fixture(scope="module")
def model(chapter):
    return chapter.load(str(MODEL))


@pytest.fixture(scope="module")
def measured(chapter, model):
    return measure(chapter, model)


# -- the file


def test_the_card_names_the_hash():
    stated = re.search(r"\| `positions.safetensors` \|.*`([0-9a-f]{64})`", CARD[0])
    assert stated and stated[1] == hashlib.sha256(MODEL.read_bytes()).hexdigest()


def test_the_file_says_what_a_reader_in_another_language_must_know():
    with safe_open(MODEL, framework="pt") as file:
        about = file.metadata()
        names = file.keys()  # the file itself can't be walked like a dictionary
        tensors = {name: file.get_tensor(name) for name in names}
    words = json.loads(about.pop("vocabulary"))
    assert {tensor.dtype for tensor in tensors.values()} == {torch.float16}
    assert about == {
        "num_layers": "2", "num_heads": "2", "d_model": "64",
        "trained_length": str(LENGTH), "rope_base": "10000", "rope_layout": "halves",
    }  # fmt: skip
    assert len(set(words)) == len(words) == tensors["token_embedding.weight"].shape[0]
    stated = re.search(r"vocabulary of (\d+) words\.\s([\d,]+) parameters", CARD[2])
    count = sum(tensor.numel() for tensor in tensors.values())
    assert stated and (int(stated[1]), int(stated[2].replace(",", ""))) == (len(words), count)
    assert not any("position" in name for name in tensors)


# -- what it can do


def test_it_is_as_good_as_the_card_says(measured):
    for name, row in measured.items():
        stated = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", CARD[2], re.MULTILINE)
        assert stated, name
        assert row == pytest.approx([float(cell) for cell in stated[1].split("|")], abs=0.011), name


def test_new_distances_break_it_and_a_window_hides_them(measured):
    within, _, far = measured["plain RoPE"][:3]
    assert far > 2 * within and measured["window of 128"][2] < within + 0.3


def test_slower_rotations_cost_within_and_help_beyond(measured):
    plain = measured["plain RoPE"]
    for name in ("NTK", "YaRN", "YaRN, bounds 2 and 1"):
        assert measured[name][0] > plain[0] and measured[name][2] < plain[2]
    assert measured["YaRN"][2] < measured["NTK"][2] and measured["YaRN"][0] > measured["NTK"][0]
    assert measured["linear"][0] > 2 * plain[0]


def test_distances_count_and_positions_do_not(chapter, model):
    generator = random.Random(7)
    ids = torch.tensor([[model.ids[word] for word in chapter.stream(generator, 64)[0]]])
    speeds = chapter.speeds(32)
    with torch.no_grad():
        early, late = (model(ids, *chapter.turns(torch.arange(64) + start, speeds)) for start in (0, 10_000))
    torch.testing.assert_close(late, early)


def test_training_runs(chapter):
    model = train(chapter, steps=20, seed=1)
    ids = torch.tensor([[model.ids[word] for word in chapter.stream(random.Random(3), 65)[0]]])
    assert chapter.losses_of(model, ids, chapter.speeds(32)).mean() < math.log(len(model.vocabulary))


# -- its texts


def test_gaps_lead_back_to_the_same_words(chapter):
    for seed in SEEDS:
        words, gaps = chapter.stream(random.Random(seed), 300)
        assert len(words) == len(gaps) == 300 and any(gaps)
        assert all(words[place] == words[place - gap] for place, gap in enumerate(gaps))


# -- its code equals that of transformers


@pytest.mark.parametrize("change", [{}, {"shift": 10}, {"reorder": True}])
def test_rope_equals_that_of_transformers(chapter, change):
    change = {**change, "rotate": chapter.rope} if "reorder" in change else change
    assert max(chapter.rope_difference(seed, **change) for seed in SEEDS) < 1e-5


@pytest.mark.parametrize("change", [{"base": 1_000.0}, {"reorder": True}, {"rotate": "rope"}])
def test_a_spoiled_rope_differs(chapter, change):
    change = {name: chapter.rope if value == "rope" else value for name, value in change.items()}
    assert min(chapter.rope_difference(seed, **change) for seed in SEEDS) > 0.1


@pytest.mark.parametrize(("name", "kind"), [("linear", "linear"), ("ntk", "dynamic"), ("yarn", "yarn")])
def test_scaled_speeds_equal_those_of_transformers(chapter, name, kind):
    ours = getattr(chapter, name)
    for seed in SEEDS:
        generator = random.Random(seed)
        d, f = 2 * generator.randint(8, 64), generator.choice([2.0, 4.0, 8.0, 32.0])
        settings = {"base": generator.choice([1e4, 5e5, 1e6])}
        trained = generator.choice([128, 2_048, 4_096])
        scaled = ours(d, f, **settings, **({"trained": trained} if name == "yarn" else {}))
        assert chapter.scaling_difference(scaled, kind, d, f, trained=trained, **settings) < 1e-5
        assert chapter.scaling_difference(chapter.speeds(d, **settings), kind, d, f, trained=trained, **settings) > 0.1
