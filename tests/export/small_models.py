"""Small models with random weights, of many kinds, and tokenizers for them: nothing is downloaded."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

WORDS = (
    "<pad> </s> [CLS] [SEP] <unk> The the dogs bark near house bee buzzes Can you help Kannst du mir helfen ?".split()
)
VOCABULARY = {word: number for number, word in enumerate(WORDS)}
SENTENCE = "The dogs near the house bark near the bee"
SIZES = {
    "vocab_size": len(WORDS),
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_attention_heads": 4,
    "pad_token_id": 0,
    "bos_token_id": 2,
    "eos_token_id": 1,
}
IMAGE = {"hidden_size": 32, "intermediate_size": 48, "num_attention_heads": 4, "image_size": 12, "patch_size": 4}
WINDOW = 3
CONFIGS = {
    "gpt2": lambda **more: transformers.GPT2Config(
        **{"vocab_size": len(WORDS), "n_embd": 32, "n_layer": 3, "n_head": 4, "bos_token_id": 2, "eos_token_id": 1}
        | more
    ),
    "llama": lambda **more: transformers.LlamaConfig(**SIZES | {"num_hidden_layers": 2} | more),
    "llama-grouped": lambda **more: transformers.LlamaConfig(
        **SIZES | {"num_hidden_layers": 2, "num_key_value_heads": 2} | more
    ),
    "qwen3": lambda **more: transformers.Qwen3Config(
        **SIZES | {"num_hidden_layers": 3, "num_key_value_heads": 2, "head_dim": 8, "use_sliding_window": True},
        sliding_window=WINDOW,
        max_window_layers=1,
        **more,
    ),
    "gemma3": lambda **more: transformers.Gemma3TextConfig(
        **SIZES | {"num_hidden_layers": 4, "num_key_value_heads": 2, "head_dim": 8, "query_pre_attn_scalar": 20},
        sliding_window=WINDOW,
        layer_types=["sliding_attention", "sliding_attention", "full_attention", "sliding_attention"],
        **more,
    ),
    "mistral": lambda **more: transformers.MistralConfig(
        **SIZES | {"num_hidden_layers": 2, "num_key_value_heads": 1, "sliding_window": WINDOW} | more
    ),
    "gpt-oss": lambda **more: transformers.GptOssConfig(
        **SIZES | {"num_hidden_layers": 2, "num_key_value_heads": 2, "head_dim": 8, "sliding_window": WINDOW},
        num_local_experts=2,
        num_experts_per_tok=1,
        **more,
    ),
    "bert": lambda **more: transformers.BertConfig(**SIZES | {"num_hidden_layers": 2} | more),
    "t5": lambda **more: transformers.T5Config(
        **{"vocab_size": len(WORDS), "d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 3, "num_decoder_layers": 2}
        | {"num_heads": 4, "decoder_start_token_id": 0}
        | more
    ),
    "vit": lambda **more: transformers.ViTConfig(**IMAGE | {"num_hidden_layers": 2} | more),
    "dinov2": lambda **more: transformers.Dinov2WithRegistersConfig(
        **IMAGE | {"num_hidden_layers": 2, "num_register_tokens": 2} | more
    ),
    "lfm2": lambda **more: transformers.Lfm2Config(
        **SIZES | {"num_hidden_layers": 4, "num_key_value_heads": 2},
        layer_types=["conv", "full_attention", "conv", "full_attention"],
        **more,
    ),
    "falcon": lambda **more: transformers.FalconConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, **more
    ),
    "bloom": lambda **more: transformers.BloomConfig(
        vocab_size=len(WORDS), hidden_size=32, n_layer=2, n_head=4, **more
    ),
    "xlnet": lambda **more: transformers.XLNetConfig(
        vocab_size=len(WORDS), d_model=32, n_layer=2, n_head=4, d_inner=48, **more
    ),
    "mamba": lambda **more: transformers.MambaConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, **more
    ),
    "swin": lambda **more: transformers.SwinConfig(
        image_size=32, patch_size=4, embed_dim=16, depths=[1, 1], num_heads=[2, 2], window_size=4, **more
    ),
    "longformer": lambda **more: transformers.LongformerConfig(
        **SIZES | {"num_hidden_layers": 2, "attention_window": 4, "sep_token_id": 3} | more
    ),
}


def small_model(kind: str, implementation: str | None = None, **more):
    """A model whose weights differ enough that no two rows of attention are alike."""
    torch.manual_seed(7)
    model = transformers.AutoModel.from_config(CONFIGS[kind](**more), attn_implementation=implementation).eval()
    for parameter in model.parameters():
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.4)
    return model


def words_tokenizer(template: bool = False, end: bool = False):
    """One token for each word; with [CLS] and [SEP] as BERT has, or with </s> as T5 has."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = Tokenizer(models.WordLevel(VOCABULARY, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    if template:
        words.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
        )
    if end:
        words.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    names = ["input_ids", "attention_mask"] + ["token_type_ids"] * template
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_input_names=names
    )


def bytes_tokenizer():
    """One token for each byte, written as GPT-2 writes them; but "ü", two bytes, is one token."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    alphabet = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "Ã¼"]
    merges = [("Ã", "¼")]
    letters = Tokenizer(models.BPE({letter: number for number, letter in enumerate(alphabet)}, merges))
    letters.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    letters.decoder = decoders.ByteLevel()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=letters, model_input_names=["input_ids", "attention_mask"]
    )
