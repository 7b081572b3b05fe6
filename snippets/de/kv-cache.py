# Was ein Modell behält: der KV-Cache
# https://attention-by-example.github.io/attention-by-example/de/kv-cache/
# License: MIT
# Needs: pip install torch safetensors transformers

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/de/kv-cache/" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{address} ist nicht erreichbar: {error}. Lade die Datei auf einem Rechner mit Internet herunter und lege sie in den Ordner, in dem dieser Code läuft.")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{address} ist nicht die Datei, für die dieser Code geschrieben wurde. Lade den Code neu herunter.")
    Path(name).write_bytes(content)


fetch("grammar.py", "e24e507c6853df0b93162429d3ef0cfcb04129ee46820a47ea279855bfa9f286")
fetch("grammar.toml", "436d3b922501099acab7a5933d447d41b3ce114540d14d57415e9cad2d8d7b71")
fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()

# --- Zwei Phasen ---

import json
import random

import torch
import transformers
from grammar import Text
from safetensors import safe_open
from torch import nn

transformers.utils.logging.set_verbosity_error()


def rope(x, positions, neighbors=False):     # x (b, heads, n, d)
    d = x.shape[-1]
    speeds = 1 / 10_000 ** (torch.arange(0, d, 2) / d)
    angles = positions[:, None] * speeds     # (n, d / 2)
    cos, sin = angles.cos(), angles.sin()
    first, second = x.chunk(2, dim=-1)       # Paare i, i + d / 2
    if neighbors:                            # Paare 2i, 2i + 1
        first, second = x[..., 0::2], x[..., 1::2]
    return torch.cat([first * cos - second * sin,
                      second * cos + first * sin], dim=-1)


class MLP(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.gate_proj = nn.Linear(width, hidden, bias=False)
        self.up_proj = nn.Linear(width, hidden, bias=False)
        self.down_proj = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        gate = nn.functional.silu(self.gate_proj(x))
        return self.down_proj(gate * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, width, window):
        super().__init__()
        self.self_attn = Attention(width, 4, 2, 12, window)
        self.mlp = MLP(width, 64)
        self.input_layernorm = nn.RMSNorm(width, eps=1e-6)
        self.post_attention_layernorm = nn.RMSNorm(width, eps=1e-6)

    def forward(self, x, positions, cache):
        x = x + self.self_attn(self.input_layernorm(x), positions,
                               cache)
        return x + self.mlp(self.post_attention_layernorm(x))


class Model(nn.Module):
    def __init__(self, windows, width=48):   # ein Fenster je Schicht
        super().__init__()
        self.embed_tokens = nn.Embedding(97, width)
        self.layers = nn.ModuleList([Layer(width, window)
                                     for window in windows])
        self.norm = nn.RMSNorm(width, eps=1e-6)
        self.lm_head = nn.Linear(width, 97, bias=False)

    def empty_cache(self):
        return [LayerCache(layer.self_attn.window)
                for layer in self.layers]

    def forward(self, ids, cache, start):    # ids (b, new)
        positions = torch.arange(start, start + ids.shape[1])
        x = self.embed_tokens(ids)
        for layer, its_cache in zip(self.layers, cache):
            x = layer(x, positions, its_cache)
        return self.lm_head(self.norm(x))    # (b, new, 97)

class LayerCache:
    def __init__(self, window=None):             # None: alles behalten
        # [-7:] sind die letzten sieben, [0:] alle
        self.first = 1 - window if window else 0
        self.keys = self.values = None

    def append(self, keys, values):              # (b, kv_heads, new, d)
        if self.keys is not None:
            keys = torch.cat([self.keys, keys], dim=2)
            values = torch.cat([self.values, values], dim=2)
        self.keys = keys[:, :, self.first:]
        self.values = values[:, :, self.first:]
        return keys, values    # frühe Tokens des Prompts brauchen alle


class Attention(nn.Module):
    def __init__(self, width, heads, kv_heads, d, window=None):
        super().__init__()
        self.d, self.window = d, window
        self.q_proj = nn.Linear(width, heads * d, bias=False)
        self.k_proj = nn.Linear(width, kv_heads * d, bias=False)
        self.v_proj = nn.Linear(width, kv_heads * d, bias=False)
        self.o_proj = nn.Linear(heads * d, width, bias=False)

    def forward(self, x, positions, cache):      # x (b, new, width)
        queries, keys, values = [                # (b, heads, new, d)
            proj(x).unflatten(-1, (-1, self.d)).transpose(1, 2)
            for proj in (self.q_proj, self.k_proj, self.v_proj)]
        keys, values = cache.append(rope(keys, positions), values)
        share = queries.shape[1] // keys.shape[1]
        keys = keys.repeat_interleave(share, dim=1)
        values = values.repeat_interleave(share, dim=1)

        # die Keys gehören zu den letzten Positionen bis zur neuesten
        places = positions[-1] + torch.arange(1 - keys.shape[2], 1)
        distance = positions[:, None] - places   # (new, keys)
        hidden = distance < 0
        if self.window:
            hidden = hidden | (distance >= self.window)
        scores = rope(queries, positions) @ keys.mT * self.d ** -0.5
        scores = scores.masked_fill(hidden, -torch.inf)
        context = torch.softmax(scores, dim=-1) @ values
        return self.o_proj(context.transpose(1, 2).flatten(2))

@torch.no_grad()
def generate(model, ids, count):                 # ids (b, n)
    cache, new, gaps = model.empty_cache(), ids, []
    for _ in range(count):
        start = ids.shape[1] - new.shape[1]
        logits = model(new, cache, start)[:, -1]
        best, second = logits.topk(2).values.unbind(-1)
        gaps.append((best - second).min())
        new = logits.argmax(dim=-1, keepdim=True)    # (b, 1)
        ids = torch.cat([ids, new], dim=1)
    return ids, cache, min(gaps)


print("tokens  passes  rows with cache  rows without")
for count in [60, 1_000]:
    without = sum(range(20, 20 + count))         # der Prompt hat 20
    print(f"{count:6,} {count:7,} {20 + count - 1:16,} {without:13,}")

# --- Ist es dasselbe? ---

WINDOWS = {"Llama": [None] * 4, "Mistral": [8] * 4,
           "Ministral": [8, 8, 8, None]}


def randomize(module):
    with torch.no_grad():
        for p in module.parameters():
            if p.dim() == 1:                     # Normalisierung
                p.uniform_(0.5, 1.5)
            else:
                p.normal_(std=p.shape[1] ** -0.5)
    return module.eval()


def build(kind, seed):
    torch.manual_seed(seed)
    config = getattr(transformers, kind + "Config")(
        vocab_size=97, hidden_size=48, intermediate_size=64,
        num_hidden_layers=4, num_attention_heads=4,
        num_key_value_heads=2, head_dim=12, sliding_window=8,
        layer_types=["sliding_attention" if window else "full_attention"
                     for window in WINDOWS[kind]],
        bos_token_id=None, eos_token_id=None, pad_token_id=None)
    theirs = getattr(transformers, kind + "ForCausalLM")(config)
    own = Model(WINDOWS[kind])
    own.load_state_dict({
        name.removeprefix("model."): tensor
        for name, tensor in randomize(theirs).state_dict().items()})
    return own, theirs


@torch.no_grad()
def cache_difference(seed, kind, fault=None):
    own, theirs = build(kind, seed)
    ids = torch.randint(97, (2, 40))
    cache = own.empty_cache()
    found = [own(ids[:, :20], cache, 0)]         # prefill
    if fault == "oldest key lost":
        for layer in cache:
            layer.keys = layer.keys[:, :, 1:]
            layer.values = layer.values[:, :, 1:]
    for n in range(20, 40):                      # decode
        start = 0 if fault == "position 0" else n
        found.append(own(ids[:, n:n + 1], cache, start))
    expected = theirs(ids).logits                # in einem Zug
    difference = (torch.cat(found, dim=1) - expected).abs().max()
    return (difference / expected.abs().max()).item()


for kind in WINDOWS:
    print(f"{kind:9} below 1e-5: {cache_difference(0, kind) < 1e-5}")
    for fault in ["oldest key lost", "position 0"]:
        print(f"  {fault:16} {cache_difference(0, kind, fault):4.1f}")

for kind in WINDOWS:
    own, theirs = build(kind, seed=2)
    prompt = torch.randint(97, (2, 20))
    ids, cache, gap = generate(own, prompt, 60)
    output = theirs.generate(prompt, max_new_tokens=60, do_sample=False,
                             return_dict_in_generate=True)
    with torch.no_grad():
        difference = (own(ids, own.empty_cache(), 0)
                      - theirs(ids).logits).abs().max()
    kept = [layer.keys.shape for layer in cache]
    theirs_kept = [layer.keys.shape
                   for layer in output.past_key_values.layers]
    print(f"{kind:9} same 120 tokens: {ids.equal(output.sequences)}, "
          f"gap 20 times the difference: {gap > 20 * difference}")
    print(f"{'':9} keys per layer {[shape[2] for shape in kept]}, "
          f"as in transformers: {kept == theirs_kept}")

# --- Wie viel ist das? ---

def gib(numbers_per_token, tokens=131_072, bits=16):
    return numbers_per_token * tokens * bits / 8 / 2**30


layers, heads, kv_heads, d = 32, 32, 8, 128      # Llama 3.1 8B
multi_head, grouped = 2 * layers * heads * d, 2 * layers * kv_heads * d
windows = grouped * 3 / 4                        # in 24 von 32 Schichten
sizes = {"multi-head": gib(multi_head), "grouped": gib(grouped),
         "windows": (gib(grouped - windows) + gib(windows, 4_095)),
         "latent": gib(layers * 576),
         "four-bit": gib(grouped, bits=4 + 32 / d)}
print("cache         GiB")
for name, size in sizes.items():
    print(f"{name:10} {size:6.1f}")

# --- Fenster ---

@torch.no_grad()
def layer_outputs(model, ids):
    positions, x = torch.arange(ids.shape[1]), model.embed_tokens(ids)
    outputs = []
    for layer, cache in zip(model.layers, model.empty_cache()):
        x = layer(x, positions, cache)
        outputs.append(x)
    return torch.stack(outputs)                  # (layers, b, n, width)


own, _ = build("Mistral", seed=0)
ids = torch.randint(97, (1, 40))
other = ids.clone()
other[0, 0] = (ids[0, 0] + 1) % 97
changed = layer_outputs(own, ids) != layer_outputs(own, other)
for layer, row in enumerate(changed[:, 0].any(dim=-1), 1):
    marks = "".join("#" if mark else "." for mark in row)
    print(f"layer {layer} {marks} {row.nonzero().max()}")

print(24 * (512 - 1))

# --- Latente Aufmerksamkeit ---

config = transformers.DeepseekV3Config()
per_head = (config.qk_nope_head_dim + config.qk_rope_head_dim
            + config.v_head_dim)
print(f"keys and values of {config.num_attention_heads} heads: "
      f"{config.num_attention_heads * per_head:,}")
print(f"latent and rotated key: {config.kv_lora_rank} + "
      f"{config.qk_rope_head_dim} = "
      f"{config.kv_lora_rank + config.qk_rope_head_dim}")
print(f"eight grouped heads of 128: {2 * 8 * 128:,}")

class LatentAttention(nn.Module):
    def __init__(self, width=48, heads=4, q_rank=20, rank=16, plain=12,
                 rotated=6, value=10):
        super().__init__()
        self.sizes = plain, rotated, value, rank
        self.q_a_proj = nn.Linear(width, q_rank, bias=False)
        self.q_a_layernorm = nn.RMSNorm(q_rank, eps=1e-6)
        self.q_b_proj = nn.Linear(q_rank, heads * (plain + rotated),
                                  bias=False)
        self.kv_a_proj_with_mqa = nn.Linear(width, rank + rotated,
                                            bias=False)
        self.kv_a_layernorm = nn.RMSNorm(rank, eps=1e-6)
        self.kv_b_proj = nn.Linear(rank, heads * (plain + value),
                                   bias=False)
        self.o_proj = nn.Linear(heads * value, width, bias=False)
        self.fault = None                        # für den Test unten

    def compress(self, x, positions):            # was der Cache behält
        plain, rotated, value, rank = self.sizes
        latent, key = self.kv_a_proj_with_mqa(x)[:, None].split(
            [rank, rotated], dim=-1)
        if self.fault != "no norm":
            latent = self.kv_a_layernorm(latent)
        key = rope(key, positions, self.fault != "halves")
        return torch.cat([latent, key], dim=-1)  # (b, 1, n, 22)

    def forward(self, x, positions, cache, absorbed):
        plain, rotated, value, rank = self.sizes
        queries = self.q_b_proj(self.q_a_layernorm(self.q_a_proj(x)))
        queries = queries.unflatten(-1, (-1, plain + rotated))
        q_plain, q_rotated = queries.transpose(1, 2).split(
            [plain, rotated], dim=-1)            # (b, heads, new, ...)
        q_rotated = rope(q_rotated, positions, self.fault != "halves")
        latent, key = cache.split([rank, rotated], dim=-1)
        W_key, W_value = self.kv_b_proj.weight.unflatten(
            0, (-1, plain + value)).split([plain, value], dim=1)

        if absorbed:                             # W (heads, ..., rank)
            scores = (q_plain @ W_key) @ latent.mT
        else:
            scores = q_plain @ (latent @ W_key.mT).mT
        if self.fault != "no rotated key":
            scores = scores + q_rotated @ key.mT
        hidden = torch.arange(cache.shape[2]) > positions[:, None]
        scores = scores * (plain + rotated) ** -0.5
        scores = scores.masked_fill(hidden, -torch.inf)
        weights = torch.softmax(scores, dim=-1)  # (b, heads, new, n)
        if absorbed:
            context = (weights @ latent) @ W_value.mT
        else:
            context = weights @ (latent @ W_value.mT)
        return self.o_proj(context.transpose(1, 2).flatten(2))

from transformers.models.deepseek_v3 import modeling_deepseek_v3 as v3


@torch.no_grad()
def mla_difference(seed, absorbed, fault=None):
    torch.manual_seed(seed)
    config = transformers.DeepseekV3Config(
        hidden_size=48, num_attention_heads=4, num_key_value_heads=4,
        q_lora_rank=20, kv_lora_rank=16, qk_nope_head_dim=12,
        qk_rope_head_dim=6, v_head_dim=10, attn_implementation="eager")
    theirs = randomize(v3.DeepseekV3Attention(config, layer_idx=0))
    own = LatentAttention()
    own.load_state_dict(theirs.state_dict())
    own.fault = fault
    x, positions = torch.randn(2, 30, 48), torch.arange(30)
    angles = v3.DeepseekV3RotaryEmbedding(config)(x, positions[None])
    future = torch.full((1, 1, 30, 30), -torch.inf).triu(1)
    expected, _ = theirs(x, angles, future)

    if absorbed:
        cache, rows = torch.empty(2, 1, 0, 22), []
        for n in range(30):
            new = x[:, n:n + 1], positions[n:n + 1]
            cache = torch.cat([cache, own.compress(*new)], dim=2)
            rows.append(own(*new, cache, absorbed))
        found = torch.cat(rows, dim=1)
    else:
        cache = own.compress(x, positions)
        found = own(x, positions, cache, absorbed)
    return (found - expected).abs().max().item()


for absorbed in [False, True]:
    print(f"absorbed: {absorbed!s:5}  below 1e-5: "
          f"{mla_difference(0, absorbed) < 1e-5}")
for fault in ["no norm", "halves", "no rotated key"]:
    print(f"  {fault:15} {mla_difference(0, True, fault):.1f}")

# --- Weniger Bits ---

with safe_open("grammar.safetensors", framework="pt") as file:
    vocabulary = json.loads(file.metadata()["vocabulary"])
    matrices = {name: file.get_tensor(name).float()
                for name in file.keys()}
number_of = {word: number for number, word in enumerate(vocabulary)}


def linear(name, x):
    return nn.functional.linear(x, matrices[name + ".weight"],
                                matrices.get(name + ".bias"))


def norm(name, x):
    return nn.functional.layer_norm(
        x, x.shape[-1:], matrices[name + ".weight"],
        matrices[name + ".bias"])


def decode_all(ids, store):                  # ids (b, n)
    embedding = matrices["token_embedding.weight"]
    n = ids.shape[-1]
    x = embedding[ids] + matrices["position_embedding.weight"][:n]
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    contexts = []
    for layer in range(2):
        block = f"blocks.{layer}."
        normed = norm(block + "norm1", x)
        queries, keys, values = [            # je vier Köpfe
            linear(f"{block}attention.W_{name}", normed)
            .unflatten(-1, (4, -1)).transpose(-3, -2)
            for name in ("query", "key", "value")]
        scores = queries @ store(keys).mT / 4
        scores = scores.masked_fill(future, -torch.inf)
        context = torch.softmax(scores, dim=-1) @ store(values)
        contexts.append(context.transpose(-3, -2).flatten(-2))
        x = x + linear(block + "attention.out_proj", contexts[-1])
        hidden = nn.functional.gelu(
            linear(block + "feed_forward.0",
                   norm(block + "norm2", x)))
        x = x + linear(block + "feed_forward.2", hidden)
    return norm("final_norm", x) @ embedding.T, contexts[0]


texts = [Text("en", random.Random(number)) for number in range(400)]
rows = [torch.tensor([number_of[word] for word in text.words])
        for text in texts]
batch = nn.utils.rnn.pad_sequence(rows, batch_first=True,
                                  padding_value=-100)
inputs, targets = batch[:, :-1].clamp(min=0), batch[:, 1:]
guesses = targets != -100

def rounded(x, bits):                            # x (..., d)
    low = x.amin(dim=-1, keepdim=True)
    step = (x.amax(dim=-1, keepdim=True) - low) / (2 ** bits - 1)
    return ((x - low) / step).round() * step + low


def mean(x):                                     # aller Zeilen bisher
    count = torch.arange(1, x.shape[-2] + 1)[:, None]
    return x.cumsum(dim=-2) / count


def cost(store):
    logits, context = decode_all(inputs, store)
    exact = decode_all(inputs, lambda x: x)[1]
    error = (context - exact)[guesses].norm() / exact[guesses].norm()
    loss = nn.functional.cross_entropy(logits[guesses],
                                       targets[guesses])
    return f"{error:6.3f} {loss:5.2f}"

print("bits   error  loss")
print("all  ", cost(lambda x: x))
for bits in [8, 4, 3, 2, 1]:
    print(f"{bits:<5}", cost(lambda x: rounded(x, bits)))
print("mean ", cost(mean))

# --- Seiten ---

class Pages:
    def __init__(self, count, size):             # Blöcke, Tokens je Block
        self.free, self.size = list(range(count)), size
        self.tables, self.lengths = {}, {}

    def append(self, text):                      # -> Block, Platz darin
        table = self.tables.setdefault(text, [])
        length = self.lengths.get(text, 0)
        if length == len(table) * self.size:     # der letzte ist voll
            table.append(self.free.pop(0))
        self.lengths[text] = length + 1
        return table[-1], length % self.size

    def release(self, text):                     # er ist fertig
        self.free += self.tables.pop(text)
        del self.lengths[text]


pages, keys = Pages(count=6, size=4), torch.zeros(6, 4, 12)
written = {"A": torch.randn(6, 12), "B": torch.randn(5, 12)}
for n in range(6):                               # A und B abwechselnd
    for text in "AB":
        if n < len(written[text]):
            keys[pages.append(text)] = written[text][n]

print(pages.tables, "free", pages.free)
for text in "AB":
    found = keys[pages.tables[text]].flatten(0, 1)
    print(found[:pages.lengths[text]].equal(written[text]))

# --- Ein kleiner Cache ist auch schnell ---

config = transformers.LlamaConfig(               # Llama 3.1 8B
    vocab_size=128_256, intermediate_size=14_336, num_key_value_heads=8)
with torch.device("meta"):                       # Formen ohne Speicher
    llama = transformers.LlamaForCausalLM(config)
weights = sum(p.numel() for p in llama.parameters())
print(f"{weights:,} weights, {2 * weights / 2**30:.1f} GiB")
# eine Zeile der Embedding-Matrix wird gelesen, nicht alle
weights -= llama.model.embed_tokens.weight.numel()


def traffic(name, texts, old, new, numbers):     # 2 Bytes pro Zahl
    bytes_moved = 2 * (weights + texts * (old + new) * numbers)
    pairs = new * old + new * (new + 1) / 2      # query, key
    # pro Paar und Schicht heads * d für den Score und ebenso viele für
    # die Mischung, zusammen `multi_head`; 2: multiplizieren, addieren
    operations = 2 * texts * (new * weights + pairs * multi_head)
    fetch, compute = bytes_moved / 1e12, operations / 1e14
    speed = texts * new / max(fetch, compute)
    print(f"{name:20} {operations / bytes_moved:8,.1f} "
          f"{fetch * 1000:8.1f} {compute * 1000:8.1f} {speed:8,.0f}")


print(" " * 21 + "ops/byte fetch ms   ops ms tokens/s")
traffic("prefill", 1, 0, 8_192, grouped)
traffic("decode", 1, 8_192, 1, grouped)
traffic("decode, 32 texts", 32, 8_192, 1, grouped)
traffic("the same, multi-head", 32, 8_192, 1, multi_head)

# --- Die Größe eines gemischten Caches ---

per_layer = 2 * 4 * 128 * 2                  # Bytes pro Token
total = per_layer * (8 * 32_768 + 40 * (1_024 - 1))
print(f"{total / 2**20:.0f}")

same_size_at = ...    # Tokens

same_size_at = 40 * 1_023 // 8
print(f"{same_size_at:,}")

# --- repeat oder repeat_interleave? ---

right_with = [...]    # Zahlen von Key-Köpfen (1, 2, 4), bei denen es stimmt

for kv_heads in [1, 2, 4]:
    marks = torch.arange(kv_heads)
    share = 4 // kv_heads
    print(marks.repeat(share), marks.repeat_interleave(share))
right_with = [1, 4]

# --- Darf ein Encoder einen Cache benutzen? ---

def attend(x, causal):            # (n, d): Querys, Keys und Values
    ...                           # (n, d)


same_with_mask = ...              # True oder False: Bleiben die alten
same_without_mask = ...           # Zeilen, wie sie waren?

def attend(x, causal):
    future = torch.ones(len(x), len(x), dtype=torch.bool).triu(1)
    scores = (x @ x.T).masked_fill(future & causal, -torch.inf)
    return torch.softmax(scores, dim=-1) @ x


torch.manual_seed(0)
x = torch.randn(6, 4)
same_with_mask, same_without_mask = [
    torch.allclose(attend(x, causal)[:5], attend(x[:5], causal))
    for causal in (True, False)]
print(f"causal: True   old rows unchanged: {same_with_mask}")
print(f"causal: False  old rows unchanged: {same_without_mask}")

# --- Tokens zurücknehmen ---

def crop(cache, count):    # cache: Liste mit einem LayerCache je Schicht
    ...

def crop(cache, count):
    for layer in cache:
        layer.keys = layer.keys[:, :, :-count]
        layer.values = layer.values[:, :, :-count]

for kind in ["Llama", "Mistral"]:
    own, _ = build(kind, seed=0)
    ids = torch.randint(97, (1, 23))
    wrong = torch.randint(97, (1, 3))
    logits = []
    for drafted in [False, True]:
        cache = own.empty_cache()
        with torch.no_grad():
            own(ids[:, :20], cache, 0)
            if drafted:
                own(wrong, cache, 20)
                crop(cache, 3)
            logits.append(own(ids[:, 20:], cache, 20))
    print(kind, torch.allclose(*logits, atol=1e-4))

# --- Ein gemeinsamer Anfang ---

class SharedPages(Pages):
    def fork(self, old, new):
        ...

    # auch andere Methoden müssen sich vielleicht ändern

class SharedPages(Pages):
    def __init__(self, count, size):
        super().__init__(count, size)
        self.users = [0] * count

    def append(self, text):
        block, place = super().append(text)
        if place == 0:                       # eben genommen
            self.users[block] = 1
        return block, place

    def fork(self, old, new):
        full = self.lengths[old] // self.size
        self.tables[new] = self.tables[old][:full]
        self.lengths[new] = full * self.size
        for block in self.tables[new]:
            self.users[block] += 1

    def release(self, text):
        for block in self.tables[text]:
            self.users[block] -= 1
        self.free += [block for block in self.tables.pop(text)
                      if self.users[block] == 0]
        del self.lengths[text]


shared = SharedPages(count=6, size=4)
for _ in range(10):
    shared.append("A")                       # Blöcke 0, 1, 2
shared.fork("A", "B")
shared.append("B")                           # nimmt Block 3
print(shared.tables, shared.free)
shared.release("A")
print(shared.tables, shared.free)
