# Counting parameters and caches
# https://attention-by-example.github.io/attention-by-example/counting/
# License: MIT
# Needs: pip install torch transformers

import torch
from transformers import (
    AutoModelForCausalLM, DeepseekV3Config, Gemma3TextConfig,
    GPT2Config, GptOssConfig, LlamaConfig, MistralConfig, Qwen3Config,
    Qwen3NextConfig)
from transformers.utils import logging

logging.set_verbosity_error()

configs = {
    "GPT-2": GPT2Config(),
    "Llama 7B": LlamaConfig(),
    "Mistral 7B": MistralConfig(),
    "Llama 3.1 8B": LlamaConfig(
        vocab_size=128_256, intermediate_size=14_336,
        num_key_value_heads=8),
    "Qwen3-8B": Qwen3Config(
        num_hidden_layers=36, intermediate_size=12_288,
        num_key_value_heads=8),
    "Gemma 3 4B": Gemma3TextConfig(
        num_hidden_layers=34, hidden_size=2_560,
        intermediate_size=10_240, sliding_window=1_024),
    "gpt-oss-20b": GptOssConfig(
        num_hidden_layers=24, num_local_experts=32),
    "gpt-oss-120b": GptOssConfig(),
    "DeepSeek-V3": DeepseekV3Config(),
    "Qwen3-Next": Qwen3NextConfig(),
}
words = {"attention": ["attn"], "feed-forward": ["mlp"],
         "embedding": ["embed_tokens", "lm_head", "wte", "wpe"]}


def build(config):
    with torch.device("meta"):             # shapes, no memory
        return AutoModelForCausalLM.from_config(
            config, dtype=torch.bfloat16)


def part_of(name):                         # of a parameter
    for part in words:
        if any(word in name for word in words[part]):
            return part
    return "rest"


def count(model):
    sizes = dict.fromkeys([*words, "rest"], 0)
    for name, parameter in model.named_parameters():
        sizes[part_of(name)] += parameter.numel()
    return sizes


@torch.no_grad()
def cache_of(model, tokens):
    ids = torch.zeros(1, tokens, dtype=torch.long, device="meta")
    return model(ids, logits_to_keep=1).past_key_values


def cache_bytes(cache):                    # keys and values, states
    rows = states = 0
    for layer in cache.layers:
        for kept in vars(layer).values():
            if isinstance(kept, torch.Tensor):
                if kept.is_floating_point():
                    rows += kept.nbytes
            elif isinstance(kept, dict):   # of linear attention
                states += sum(t.nbytes for t in kept.values()
                              if isinstance(t, torch.Tensor))
    return rows, states

parts, measured = {}, {}
print("model         billion attn % ffn % emb % KiB/token    GiB")
for name, config in configs.items():
    model = build(config)
    parts[name] = count(model)
    total = sum(parts[name].values())
    shares = [100 * parts[name][part] / total for part in words]

    per_token, states = cache_bytes(cache_of(model, 1))
    # GPT-2 has 1,024 positions; Qwen3-Next would take a minute
    tokens = 1_024 if name in ("GPT-2", "Qwen3-Next") else 131_072
    measured[name] = tokens, sum(cache_bytes(cache_of(model, tokens)))
    long = (measured[name][1] if tokens == 131_072
            else 131_072 * per_token + states)
    gib = "-" if name == "GPT-2" else f"{long / 2**30:.2f}"
    print(f"{name:13} {total / 1e9:7.3f} {shares[0]:6.1f} {shares[1]:5.1f} "
          f"{shares[2]:5.1f} {per_token / 1024:9.1f} {gib:>6}")

# --- One block: 12d² + 13d ---

def total(config):
    return sum(count(build(config)).values())


gpt2_sizes = [(12, 12, 768), (24, 16, 1024), (36, 20, 1280),
              (48, 25, 1600)]
print("layers heads width per head    parameters")
for layers, heads, d in gpt2_sizes:
    blocks = layers * (12 * d**2 + 13 * d)
    formula = (50_257 + 1_024) * d + blocks + 2 * d
    config = GPT2Config(n_layer=layers, n_head=heads, n_embd=d)
    assert total(config) == formula
    print(f"{layers:6} {heads:5} {d:5} {d // heads:8} {formula:13,}")

print(total(GPT2Config(n_head=6)) == total(GPT2Config(n_head=12)))

from transformers import AutoModel, BertConfig

for name, layers, d in [("base", 12, 768), ("large", 24, 1024)]:
    with torch.device("meta"):
        bert = AutoModel.from_config(BertConfig(
            hidden_size=d, num_hidden_layers=layers,
            num_attention_heads=d // 64, intermediate_size=4 * d))
    blocks = layers * (12 * d**2 + 13 * d)
    formula = (30_522 + 512 + 2) * d + 2 * d + blocks + d**2 + d
    assert sum(p.numel() for p in bert.parameters()) == formula
    print(f"BERT {name:5} {formula:11,}")

# --- The size of GPT-4 is a rumor ---

d, layers = 10_000, 120
sums = {"query, key, value": 3, "and output": 4, "whole blocks": 12}
for name, squares in sums.items():
    print(f"{name:18} {squares * d**2 * layers // 10**9:4} billion")

# --- Parts by name ---

llama = build(configs["Llama 3.1 8B"])
for name, parameter in llama.named_parameters():
    if "layers." not in name or "layers.0." in name:
        short = name.removeprefix("model.").removesuffix(".weight")
        rows, columns = [*parameter.shape, 1][:2]
        print(f"{part_of(name):12} {short:34} {rows:7,} x {columns:6,}")

rest = [sizes["rest"] / sum(sizes.values()) for sizes in parts.values()]
print(f"The rest is at most {max(rest):.2%} of a model.")

print("model         attention")
shares = {name: sizes["attention"] / sum(sizes.values())
          for name, sizes in parts.items()}
for name in sorted(shares, key=shares.get, reverse=True):
    print(f"{name.replace(' ', '-'):13} {100 * shares[name]:9.1f}")

# --- Caches ---

for name in ["Llama 7B", "Llama 3.1 8B", "gpt-oss-20b", "DeepSeek-V3"]:
    cache = cache_of(build(configs[name]), 1_000)
    for layer in cache.layers[:2]:             # (b, heads, n, d_head)
        print(f"{name:12} keys {tuple(layer.keys.shape)!s:19} "
              f"values {tuple(layer.values.shape)}")

def by_formula(config, tokens):
    window = getattr(config, "sliding_window", None)
    kinds = getattr(config, "layer_types", None) or [
        "sliding_attention" if window else "full_attention"
    ] * config.num_hidden_layers
    query_heads = config.num_attention_heads
    heads = getattr(config, "num_key_value_heads", query_heads)
    d_head = (getattr(config, "head_dim", None)
              or config.hidden_size // query_heads)
    per_token = 2 * heads * d_head             # a key and a value
    if hasattr(config, "kv_lora_rank"):        # latent, rotated key
        per_token = config.kv_lora_rank + config.qk_rope_head_dim

    total = 0
    for kind in kinds:
        if kind == "full_attention":
            total += 2 * per_token * tokens    # 2 bytes per number
        elif kind == "sliding_attention":
            total += 2 * per_token * min(tokens, window - 1)
        else:                                  # a state, in 4 bytes
            keys, values = (config.linear_num_key_heads,
                            config.linear_num_value_heads)
            d_key, d_value = (config.linear_key_head_dim,
                              config.linear_value_head_dim)
            total += 4 * values * d_key * d_value
            channels = 2 * keys * d_key + values * d_value
            total += 2 * channels * config.linear_conv_kernel_dim
    return total


print("model           tokens           bytes  formula agrees")
for name, (tokens, counted) in measured.items():
    agrees = by_formula(configs[name], tokens) == counted
    print(f"{name:13} {tokens:8,} {counted:15,}  {agrees}")

print("model         GiB")
sizes = {name: by_formula(config, 131_072) / 2**30
         for name, config in configs.items() if name != "GPT-2"}
for name in sorted(sizes, key=sizes.get, reverse=True):
    print(f"{name.replace(' ', '-'):13} {sizes[name]:5.2f}")

# --- Active parameters ---

def count_active(model):
    active = 0
    for name, parameter in model.named_parameters():
        if ".experts." in name:
            chosen = model.config.num_experts_per_tok
            active += parameter.numel() * chosen // parameter.shape[0]
        elif "embed_tokens" not in name:
            active += parameter.numel()
    return active


active = {}
print("model         chosen     all  active")
for name, config in configs.items():
    if hasattr(config, "num_experts_per_tok"):
        model = build(config)
        active[name] = count_active(model)
        experts = next(parameter.shape[0] for key, parameter
                       in model.named_parameters() if ".experts." in key)
        print(f"{name:12} {config.num_experts_per_tok:2} of {experts:3} "
              f"{sum(parts[name].values()) / 1e9:7.2f} "
              f"{active[name] / 1e9:7.2f}")

# --- Which configuration is which model? ---

import re

classes = [GPT2Config, LlamaConfig, MistralConfig, Qwen3NextConfig,
           GptOssConfig, DeepseekV3Config, Qwen3Config, Gemma3TextConfig]
print("class            billion  named in its documentation")
for cls in classes:
    named = re.search(r"\[([^]]+/[^]]+)\]\(https", cls.__doc__)
    print(f"{cls.__name__:16} {total(cls()) / 1e9:7.2f}  {named[1]}")

# --- Published figures ---

published = {
    "GPT-2": {"all": "0.124"},
    "Llama 7B": {"all": "6.7"},
    "Mistral 7B": {"all": "7.3"},
    "Llama 3.1 8B": {"all": "8"},
    "Qwen3-8B": {"all": "8.2", "without embedding": "6.95"},
    "Gemma 3 4B": {"embedding": "0.675", "without embedding": "3.209"},
    "gpt-oss-20b": {"all": "20.91", "active": "3.61"},
    "gpt-oss-120b": {"all": "116.83", "active": "5.13",
                     "attention": "0.96", "feed-forward": "114.71",
                     "embedding": "1.16"},
    "DeepSeek-V3": {"all": "671", "active": "37"},
    "Qwen3-Next": {"all": "80", "without embedding": "79",
                   "active": "3"},
}
print("model         what              published counted")
for name, figures in published.items():
    everything = sum(parts[name].values())
    known = {"all": everything, "active": active.get(name),
             "without embedding": everything - parts[name]["embedding"],
             **parts[name]}
    for what, figure in figures.items():
        digits = len(figure.partition(".")[2])
        found = f"{known[what] / 1e9:.{digits}f}"
        more = "" if found == figure else f"  ({known[what] / 1e9:.3f})"
        print(f"{name:13} {what:17} {figure:>9} {found:>7}{more}")

# --- Parameters of one block ---

block = build(GPT2Config()).transformer.h[0]
print(f"{sum(p.numel() for p in block.parameters()):,}")

# one block of GPT-2 at width d, counted part by part
def block_parts(d):
    return {
        "matrices": 12 * d**2,
        "biases of attention": ...,
        "biases of feed-forward": ...,
        "norms": ...,
    }

with torch.device("meta"):
    bert_block = AutoModel.from_config(BertConfig()).encoder.layer[0]
d = 768
for module in (block, bert_block):
    assert (sum(p.numel() for p in module.parameters())
            == 12 * d**2 + 4 * d + 5 * d + 4 * d)

# --- How many texts fit? ---

weights = 2 * sum(parts["Llama 3.1 8B"].values())
cache = by_formula(configs["Llama 3.1 8B"], 131_072)
print((80 * 2**30 - weights) // cache)

# parameters in billions, and GiB of cache for one text (GiB: 2**30)
sizes_of = {"Llama 3.1 8B": (8.030, 16.00), "Gemma 3 4B": (3.880, 2.61)}


def texts_that_fit(billion, cache_gib):
    ...  # how many caches fit on the card, beside the parameters?

for name in ["Llama 3.1 8B", "Gemma 3 4B"]:
    config, weights = configs[name], 2 * sum(parts[name].values())
    cache = by_formula(config, 131_072)
    length = 1
    while by_formula(config, length) < weights:
        length += 1_000
    print(f"{name:12} {(80 * 2**30 - weights) // cache:3} texts, "
          f"equal at about {length // 1000},000 tokens")

# --- Without windows ---

full = Gemma3TextConfig(
    num_hidden_layers=34, hidden_size=2_560, intermediate_size=10_240,
    layer_types=["full_attention"] * 34)
counted, _ = cache_bytes(cache_of(build(full), 131_072))
assert counted == by_formula(full, 131_072)
windows = by_formula(configs["Gemma 3 4B"], 131_072)
print(f"{counted / 2**30} GiB, {counted / windows:.1f} times")

# --- What does “active” mean? ---

from transformers import MixtralConfig

mixtral = build(MixtralConfig())
head = mixtral.lm_head.weight.numel()      # both have this size
print(f"all {sum(count(mixtral).values()) / 1e9:.1f}")
for what, more in [("neither", -head), ("output only", 0),
                   ("both", head)]:
    print(f"{what:12} {(count_active(mixtral) + more) / 1e9:.2f}")
