"""What the script for attention files refuses, each with what to do."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
import attention_file  # noqa: E402
from attention_file import save_attention  # noqa: E402
from small_models import SENTENCE, bytes_tokenizer, small_model, words_tokenizer  # noqa: E402


def nan_model():
    model = small_model("gpt2")
    torch.nn.init.constant_(model.wte.weight, torch.nan)
    return model


def silent_model():
    """It takes "eager" and returns no weights all the same."""
    model = small_model("gpt2")
    forward = model.forward
    model.forward = lambda **options: forward(**options | {"output_attentions": False})
    return model


WORD, BYTES, IMAGE = words_tokenizer, bytes_tokenizer, lambda count=1: torch.zeros(count, 3, 32, 32)
REFUSED = {
    "no model": ("is not a transformers model", lambda: (torch.nn.Linear(1, 1), WORD(), SENTENCE), {}),
    "no tokenizer": ("tokenizer is missing", lambda: (small_model("gpt2"), None, SENTENCE), {}),
    "no text": ("text is empty", lambda: (small_model("gpt2"), WORD()), {}),
    "blank": ("text is empty", lambda: (small_model("gpt2"), WORD(), " \n"), {}),
    "blank second": ("text is empty", lambda: (small_model("bert"), WORD(), SENTENCE, ""), {}),
    "a list": ("or not a string", lambda: (small_model("gpt2"), WORD(), ["The", "dogs"]), {}),
    "no target": ("target=", lambda: (small_model("t5"), WORD(), SENTENCE), {}),
    "blank target": ("text is empty", lambda: (small_model("t5"), WORD(), SENTENCE), {"target": ""}),
    "no start": (
        "decoder_start_token_id",
        lambda: (small_model("t5", decoder_start_token_id=None), WORD(), SENTENCE),
        {"target": "du"},
    ),
    "too long": ("1025 tokens, but at most 1024", lambda: (small_model("llama"), WORD(), "the " * 1025), {}),
    "no position": ("9 tokens, but at most 8", lambda: (small_model("gpt2", n_positions=8), WORD(), SENTENCE), {}),
    "other tokenizer": ("has no token 220: load its tokenizer", lambda: (small_model("gpt2"), BYTES(), SENTENCE), {}),
    "not eager": (
        "GPT2Model returned no attentions: load it with attn",
        lambda: (silent_model(), WORD(), SENTENCE),
        {},
    ),
    "no attention": ("returned no attentions", lambda: (small_model("mamba"), WORD(), SENTENCE), {}),
    "nan": ("not shares of 1: if they are NaN", lambda: (nan_model(), WORD(), SENTENCE), {}),
    "local": ("take a model with full attention", lambda: (small_model("longformer"), WORD(), SENTENCE), {}),
    "windows of patches": (
        "take a model with full attention",
        lambda: (small_model("swin"),),
        {"pixel_values": IMAGE()},
    ),
    "two images": ("for one image", lambda: (small_model("vit"),), {"pixel_values": IMAGE(2)}),
    "no patches": ("a model such as ViT", lambda: (small_model("bert"),), {"pixel_values": IMAGE()}),
    "large image": ("4096 patches", lambda: (small_model("vit"),), {"pixel_values": torch.zeros(1, 3, 256, 256)}),
    "no such layer": (r"layers=\[3\] isn't possible", lambda: (small_model("gpt2"), WORD(), SENTENCE), {"layers": [3]}),
    "no layer": (r"layers=\[\] isn't possible", lambda: (small_model("gpt2"), WORD(), SENTENCE), {"layers": []}),
    "many layers": (
        "choose up to 200 from 0 to 201",
        lambda: (small_model("gpt2", n_layer=202), WORD(), "The dogs"),
        {"layers": range(202)},
    ),
    "no such head": (r"heads=\[-1\] isn't", lambda: (small_model("gpt2"), WORD(), SENTENCE), {"heads": [-1]}),
    "many heads": ("choose up to 256", lambda: (small_model("gpt2", n_embd=300, n_head=300), WORD(), "The dogs"), {}),
    "decoder ends": (
        "The decoder has only 2 layers",
        lambda: (small_model("t5"), WORD(), SENTENCE),
        {"target": "du", "layers": [2]},
    ),
    "older": ("Load the model with attn_implementation", lambda: (small_model("falcon"), WORD(), SENTENCE), {}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_shown_is_refused(tmp_path, name):
    message, arguments, options = REFUSED[name]
    with pytest.raises(ValueError, match=message) as told:
        save_attention(tmp_path / "attention.json", *arguments(), **options)
    assert not (tmp_path / "attention.json").exists()
    assert str(told.value).endswith((".", ".)")) and "\n" not in str(told.value)


@pytest.mark.parametrize("layers", [None, [0, 1]])
def test_what_is_too_large_is_refused(tmp_path, monkeypatch, layers):
    monkeypatch.setattr(attention_file, "MEGABYTES", 0.001)
    monkeypatch.setattr(attention_file, "MAX_MEGABYTES", 0.003)
    with pytest.raises(ValueError, match="0 MB: choose layers= and heads=, or shorten the text"):
        save_attention(tmp_path / "attention.json", small_model("gpt2"), WORD(), SENTENCE, layers=layers)
    assert not (tmp_path / "attention.json").exists()
