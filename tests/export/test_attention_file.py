"""The script that writes a model's attention into a file: small models of many kinds; the explorer reads each file."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from handbook import ROOT
from handbook.core import npm
from handbook.export import explorer_page

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
import attention_file  # noqa: E402
from attention_file import save_attention  # noqa: E402
from small_models import SENTENCE, VOCABULARY, WINDOW, bytes_tokenizer, small_model, words_tokenizer  # noqa: E402

IDS = torch.tensor([[VOCABULARY[word] for word in SENTENCE.split()]])
READ = f"""
import {{ readFileSync }} from "node:fs";
import {{ readAttention }} from {json.dumps((ROOT / "frontend/explorer/attention-file.js").as_uri())};
const {{ problems, reading }} = readAttention(readFileSync(process.argv[1], "utf8"));
const agrees = (part) => Array.from({{ length: part.layers }}, (_, l) =>
  Array.from({{ length: part.heads }}, (_, h) => part.head(l, h).agrees ?? null));
const parts = reading?.parts.map((part) => ({{ ...part, agrees: agrees(part) }}));
console.log(JSON.stringify(problems ? {{ problems }} : {{ ...reading, parts }}));
"""


def explorer(path) -> dict:
    """What the explorer reads from a file."""
    done = subprocess.run([npm.node(), "--input-type=module", "-e", READ, path], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    reading = json.loads(done.stdout)
    assert "problems" not in reading, reading
    return reading


def expected(kind: str, dtype=None, **inputs) -> dict:
    """What the model itself returns, loaded with "eager" attention."""
    model = small_model(kind, "eager").to(dtype or torch.float32)
    with torch.no_grad():
        return model(**inputs, output_attentions=True)


def assert_same(written: list, tensors, digits: int = 5):
    """Each number is what the model returned, rounded; and the numbers differ among themselves."""
    tensors = torch.cat(tuple(tensors)).double()
    numbers = torch.tensor(written, dtype=torch.float64)
    assert numbers.shape == tensors.shape
    assert (numbers - tensors).abs().max() <= 0.51 * 10**-digits
    assert tensors.std() > 0.05 and numbers.flatten().unique().numel() > 20, "nothing would be seen to be exchanged"


# -- kinds of models


@pytest.mark.parametrize("kind", ["gpt2", "llama", "llama-grouped", "qwen3", "gemma3", "mistral", "gpt-oss"])
def test_decoder(tmp_path, kind):
    path = tmp_path / "attention.json"
    save_attention(path, small_model(kind), words_tokenizer(), SENTENCE)
    file = json.loads(path.read_text("utf-8"))
    assert_same(file["attention"], expected(kind, input_ids=IDS).attentions)
    assert (file["version"], file["kind"], file["tokens"]) == (1, "decoder", SENTENCE.split())
    layers = len(file["attention"])
    assert (file["layers"], file["heads"]) == (list(range(layers)), [0, 1, 2, 3])
    reading = explorer(path)
    (part,) = reading["parts"]
    assert (reading["kind"], part["causal"], part["layers"], part["heads"]) == ("decoder", True, layers, 4)
    assert reading["name"] == type(small_model(kind)).__name__
    assert part["hasSink"] == (kind == "gpt-oss")


@pytest.mark.parametrize(
    ("kind", "windows"),
    [
        ("qwen3", [False, True, True]),
        ("gemma3", [True, True, False, True]),
        ("mistral", [True, True]),
        ("gpt-oss", [True, False]),
        ("llama", [False, False]),
    ],
)
def test_windows_are_kept(tmp_path, kind, windows):
    save_attention(tmp_path / "attention.json", small_model(kind), words_tokenizer(), SENTENCE)
    attention = torch.tensor(json.loads((tmp_path / "attention.json").read_text("utf-8"))["attention"])
    within, beyond = torch.ones(2, len(SENTENCE.split()), len(SENTENCE.split())).bool()
    within, beyond = within.tril() & within.triu(1 - WINDOW), beyond.tril(-WINDOW)
    for layer, is_window in zip(attention, windows, strict=True):
        assert (layer[:, beyond].max() == 0) == is_window
        assert layer[:, within].mean() > 0.1


def test_encoder_without_a_last_position(tmp_path):
    """XLNet says that it has -1 positions."""
    save_attention(tmp_path / "attention.json", small_model("xlnet"), words_tokenizer(), SENTENCE)
    file = json.loads((tmp_path / "attention.json").read_text("utf-8"))
    assert_same(file["attention"], expected("xlnet", input_ids=IDS).attentions)
    assert explorer(tmp_path / "attention.json")["kind"] == "encoder"


@pytest.mark.parametrize("second", [None, "the bee buzzes"])
def test_encoder(tmp_path, second):
    path = tmp_path / "attention.json"
    tokens = "[CLS] The dogs bark [SEP]".split() + ("the bee buzzes [SEP]".split() if second else [])
    ids = torch.tensor([[VOCABULARY[word] for word in tokens]])
    sentences = torch.tensor([[0] * 5 + [1] * (len(tokens) - 5)])
    save_attention(path, small_model("bert"), words_tokenizer(template=True), "The dogs bark", second)
    file = json.loads(path.read_text("utf-8"))
    assert_same(file["attention"], expected("bert", input_ids=ids, token_type_ids=sentences).attentions)
    assert (file["kind"], file["tokens"], file.get("sentence_b_start")) == ("encoder", tokens, 5 if second else None)
    assert explorer(path)["parts"][0]["split"] == (5 if second else 0)


@pytest.mark.parametrize("head", ["T5Model", "T5ForConditionalGeneration"])
def test_encoder_decoder(tmp_path, head):
    path = tmp_path / "attention.json"
    model = getattr(transformers, head)(small_model("t5").config).eval()
    model.load_state_dict(small_model("t5").state_dict(), strict=False)
    save_attention(path, model, words_tokenizer(end=True), "Can you help the dogs ?", target="Kannst du mir helfen")
    tokens = "Can you help the dogs ? </s>".split()
    written = "<pad> Kannst du mir helfen".split()
    ids, decoder_ids = (torch.tensor([[VOCABULARY[word] for word in words]]) for words in (tokens, written))
    outputs = expected("t5", input_ids=ids, decoder_input_ids=decoder_ids)
    file = json.loads(path.read_text("utf-8"))
    assert (file["kind"], file["encoder"]["tokens"], file["decoder"]["tokens"]) == ("encoder-decoder", tokens, written)
    assert_same(file["encoder"]["attention"], outputs.encoder_attentions)
    assert_same(file["decoder"]["attention"], outputs.decoder_attentions)
    assert_same(file["cross"]["attention"], outputs.cross_attentions)
    reading = explorer(path)
    assert [(part["id"], part["layers"]) for part in reading["parts"]] == [("encoder", 3), ("decoder", 2), ("cross", 2)]
    save_attention(path, model, words_tokenizer(end=True), "Can you help", target="Kannst du", layers=[1, 2])
    reading = explorer(path)
    assert ([part["layers"] for part in reading["parts"]], reading["layerNames"]) == ([2, 1, 1], [1, 2])


@pytest.mark.parametrize(("kind", "special"), [("vit", ["[CLS]"]), ("dinov2", ["[CLS]", "[REG1]", "[REG2]"])])
def test_image(tmp_path, kind, special):
    path = tmp_path / "attention.json"
    image = torch.randn(1, 3, 12, 12, generator=torch.Generator().manual_seed(1))
    save_attention(path, small_model(kind), pixel_values=image)
    file = json.loads(path.read_text("utf-8"))
    assert_same(file["attention"], expected(kind, pixel_values=image).attentions)
    assert file["tokens"] == [*special, "1,1", "1,2", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2", "3,3"]
    assert explorer(path)["kind"] == "encoder"


def test_layers_without_attention_are_left_out(tmp_path):
    path = tmp_path / "attention.json"
    attentions = expected("lfm2", input_ids=IDS).attentions
    save_attention(path, small_model("lfm2"), words_tokenizer(), SENTENCE)
    assert_same(json.loads(path.read_text("utf-8"))["attention"], attentions)
    assert explorer(path)["layerNames"] == [1, 3]
    save_attention(path, small_model("lfm2"), words_tokenizer(), SENTENCE, layers=[3])
    assert_same(json.loads(path.read_text("utf-8"))["attention"], attentions[1:])
    assert explorer(path)["layerNames"] == [3]
    with pytest.raises(ValueError, match=r"layers=\[2, 3\] isn't possible"):
        save_attention(path, small_model("lfm2"), words_tokenizer(), SENTENCE, layers=[2, 3])


def test_an_older_model_is_read_if_loaded_with_eager_attention(tmp_path):
    """Falcon's attention isn't dispatched: loaded otherwise, it returns weights without the mask."""
    for kind in ("falcon", "bloom"):
        save_attention(tmp_path / "a.json", small_model(kind, "eager"), words_tokenizer(), SENTENCE)
        file = json.loads((tmp_path / "a.json").read_text("utf-8"))
        assert file["kind"] == "decoder"
        assert_same(file["attention"], expected(kind, input_ids=IDS).attentions)


# -- the model is afterwards as it was


@pytest.mark.parametrize("implementation", ["sdpa", "eager"])
def test_the_model_is_left_as_it_was(tmp_path, implementation):
    model = small_model("gpt2", implementation, attn_pdrop=0.5, resid_pdrop=0.5, embd_pdrop=0.5).train()
    model.h[1].eval()
    modes = [module.training for module in model.modules()]
    gradients = []
    model.register_forward_pre_hook(lambda *_: gradients.append(torch.is_grad_enabled()))
    save_attention(tmp_path / "attention.json", model, words_tokenizer(), SENTENCE)
    file = json.loads((tmp_path / "attention.json").read_text("utf-8"))
    assert_same(file["attention"], expected("gpt2", input_ids=IDS).attentions)  # without dropout
    assert [module.training for module in model.modules()] == modes
    assert model.config._attn_implementation == implementation
    assert gradients == [False] and torch.is_grad_enabled()
    model.forward = lambda **_: 1 / 0
    with pytest.raises(ZeroDivisionError):
        save_attention(tmp_path / "attention.json", model, words_tokenizer(), SENTENCE)
    assert [module.training for module in model.modules()] == modes
    assert model.config._attn_implementation == implementation


def test_models_inside_a_model_are_left_as_they_were(tmp_path):
    config = transformers.Gemma3Config(
        text_config=small_model("gemma3").config.to_dict(),
        vision_config={"hidden_size": 32, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
        | {"image_size": 8, "patch_size": 4},
        mm_tokens_per_image=4,
        image_token_id=4,
        boi_token_index=4,
        eoi_token_index=4,
    )
    chosen = {"text_config": "sdpa", "vision_config": "eager"}
    model = transformers.Gemma3ForConditionalGeneration._from_config(config, attn_implementation=chosen)
    before = [part._attn_implementation for part in (model.config, config.text_config, config.vision_config)]
    assert before == ["sdpa", "sdpa", "eager"]
    save_attention(tmp_path / "attention.json", model, words_tokenizer(), SENTENCE)
    assert explorer(tmp_path / "attention.json")["parts"][0]["layers"] == 4
    assert [part._attn_implementation for part in (model.config, config.text_config, config.vision_config)] == before


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("kind", ["gpt2", "gemma3"])
def test_precision(tmp_path, kind, dtype):
    save_attention(tmp_path / "attention.json", small_model(kind).to(dtype), words_tokenizer(), SENTENCE)
    file = json.loads((tmp_path / "attention.json").read_text("utf-8"))
    assert_same(file["attention"], expected(kind, dtype, input_ids=IDS).attentions)
    explorer(tmp_path / "attention.json")


@pytest.mark.parametrize("kind", ["gpt2", "t5"])
def test_what_is_read_goes_to_the_models_device(tmp_path, monkeypatch, kind):
    """There is only one device here: the encodings are looked at on their way."""
    devices = []
    moved = transformers.BatchEncoding.to
    monkeypatch.setattr(
        transformers.BatchEncoding, "to", lambda encoding, device: devices.append(device) or moved(encoding, device)
    )
    model = small_model(kind)
    save_attention(tmp_path / "attention.json", model, words_tokenizer(), SENTENCE, target="Kannst du")
    assert devices == [model.device] * (2 if kind == "t5" else 1)


# -- tokens


def test_tokens_of_bytes_are_read_as_letters(tmp_path):
    model = small_model("gpt2", vocab_size=300)
    save_attention(tmp_path / "attention.json", model, bytes_tokenizer(), "für ž")
    text = (tmp_path / "attention.json").read_text("utf-8")
    assert '"ü"' in text  # not \u00fc
    tokens = json.loads(text)["tokens"]
    assert tokens == ["f", "ü", "r", " ", "Å", "¾"]  # the bytes of ž alone are no letters
    assert explorer(tmp_path / "attention.json")["parts"][0]["queryTokens"] == ["f", "ü", "r", "·", "Å", "¾"]


def test_long_tokens_are_cut(tmp_path, monkeypatch):
    tokenizer = words_tokenizer()
    monkeypatch.setattr(tokenizer, "convert_ids_to_tokens", lambda ids: ["𝔄" * 300 for _ in ids])
    save_attention(tmp_path / "attention.json", small_model("gpt2"), tokenizer, SENTENCE)
    assert explorer(tmp_path / "attention.json")["parts"][0]["queryTokens"][0] == "𝔄" * 100


# -- sizes


def test_layers_and_heads_are_chosen(tmp_path):
    save_attention(tmp_path / "a.json", small_model("gpt2"), words_tokenizer(), SENTENCE, layers=[2, 0], heads=[3, 1])
    file = json.loads((tmp_path / "a.json").read_text("utf-8"))
    attentions = expected("gpt2", input_ids=IDS).attentions
    assert_same(file["attention"], [attentions[0][:, [1, 3]], attentions[2][:, [1, 3]]])
    reading = explorer(tmp_path / "a.json")
    assert (reading["layerNames"], reading["headNames"]) == ([0, 2], [1, 3])


@pytest.mark.parametrize(("megabytes", "kept"), [(1, list(range(9))), (0.0115, [0, 2, 4, 6, 8]), (0.003, [0])])
def test_layers_are_left_out_evenly(tmp_path, monkeypatch, capsys, megabytes, kept):
    path = tmp_path / "attention.json"
    model = small_model("gpt2", n_layer=9)
    monkeypatch.setattr(attention_file, "MEGABYTES", megabytes)
    save_attention(path, model, words_tokenizer(), SENTENCE)
    assert explorer(path)["layerNames"] == kept
    assert path.stat().st_size < megabytes * 1e6 + 400  # tokens, names
    told = "" if len(kept) == 9 else f"Only layers {kept} of 9 fit: choose others with layers=.\n"
    assert capsys.readouterr().out == told
    with torch.no_grad():
        model.set_attn_implementation("eager")
        attentions = model(IDS, output_attentions=True).attentions
    assert_same(json.loads(path.read_text("utf-8"))["attention"], [attentions[layer] for layer in kept])
    save_attention(path, model, words_tokenizer(), SENTENCE, layers=range(9))
    assert explorer(path)["layerNames"] == list(range(9)), "who chooses layers gets them"


def test_only_the_chosen_heads_count(tmp_path, monkeypatch, capsys):
    """All four heads of nine layers would be more; one head is a quarter of them."""
    model = small_model("gpt2", n_layer=9)
    monkeypatch.setattr(attention_file, "MEGABYTES", 0.0115)
    save_attention(tmp_path / "a.json", model, words_tokenizer(), SENTENCE, heads=[2])
    assert explorer(tmp_path / "a.json")["layerNames"] == list(range(9))
    assert capsys.readouterr().out == ""


def test_two_hundred_layers_at_most(tmp_path, capsys):
    save_attention(tmp_path / "a.json", small_model("gpt2", n_layer=203), words_tokenizer(), "The dogs")
    names = explorer(tmp_path / "a.json")["layerNames"]
    assert (len(names), names[0], names[-1]) == (200, 0, 202)
    assert capsys.readouterr().out.startswith("Only layers [0, 1, 2")


def test_long_rows_still_add_up_to_one(tmp_path):
    """1,024 equal weights of 0.000977 are 1.024 with four digits, which the explorer refuses."""
    model = small_model("bert", num_hidden_layers=1, num_attention_heads=1, max_position_embeddings=1024)
    for parameter in model.parameters():
        torch.nn.init.zeros_(parameter)
    save_attention(tmp_path / "a.json", model, words_tokenizer(), "dogs " * 1024)
    assert explorer(tmp_path / "a.json")["parts"][0]["hasSink"] is False


def test_the_script_stands_alone():
    tree = ast.parse((ROOT / explorer_page.WRITER_SOURCE).read_text("utf-8"))
    imports = {
        node.module if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    assert {name.partition(".")[0] for name in imports} <= {"torch", "transformers", *sys.stdlib_module_names}
    limits = {"MAX_TOKENS": "tokens", "MAX_LAYERS": "layers", "MAX_HEADS": "heads"}
    reader = (ROOT / "frontend/explorer/attention-file.js").read_text("utf-8")
    for name, field in limits.items():
        assert f" {field}: {getattr(attention_file, name)}," in reader
