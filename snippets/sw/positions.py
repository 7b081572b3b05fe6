# Nafasi
# https://attention-by-example.github.io/attention-by-example/sw/positions/
# License: MIT
# Needs: pip install torch safetensors transformers

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/sw/positions/" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{address} haipatikani: {error}. Pakua faili hilo mahali penye mtandao, kisha uliweke kwenye folda ambamo msimbo huu unaendeshwa.")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{address} si faili ambalo msimbo huu uliandikiwa. Pakua msimbo upya.")
    Path(name).write_bytes(content)


fetch("grammar.py", "e24e507c6853df0b93162429d3ef0cfcb04129ee46820a47ea279855bfa9f286")
fetch("grammar.toml", "436d3b922501099acab7a5933d447d41b3ce114540d14d57415e9cad2d8d7b71")
fetch("positions.safetensors", "b22e7f01e0c3ce42e712a044062dff17fb38725e362616415ecfae47fbb776a9")

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()

# --- Umakini haujui mpangilio ---

import json
import math
import random

import torch
from torch import nn

torch.set_default_dtype(torch.float64)


def attend(x, W_query, W_key, W_value):           # x: (n, width)
    queries, keys, values = x @ W_query.T, x @ W_key.T, x @ W_value.T
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ values


torch.manual_seed(123)
tokens = torch.randn(5, 8)
matrices = torch.randn(3, 8, 8)                   # swali, ufunguo, thamani
order = torch.tensor([3, 0, 4, 1, 2])
before = attend(tokens, *matrices)
after = attend(tokens[order], *matrices)
print("same rows:", torch.allclose(after, before[order]))

# --- Vekta moja kwa kila nafasi ---

try:
    position = nn.Embedding(1_024, 768)               # safu mlalo 0 hadi 1,023
    position(torch.tensor([1_024]))
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def speeds(d, base=10_000.0):                     # pembe moja kwa kila jozi
    return 1 / base ** (torch.arange(0, d, 2) / d)


def sinusoids(positions, d):                      # (n, d)
    # [:, None] hufanya safu wima: safu wima mara safu mlalo ni jedwali
    angles = positions[:, None] * speeds(d)       # (n, d / 2)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


p = sinusoids(torch.arange(200), 8)
for m, n in [(3, 0), (13, 10), (103, 100), (4, 0)]:
    print(f"positions {m:3} and {n:3}: {p[m] @ p[n]:.4f}")

# --- RoPE: nafasi kama mzunguko ---

def turns(positions, speeds, factor=1.0):         # mbili za (n, d / 2)
    angles = positions[:, None] * speeds
    return factor * angles.cos(), factor * angles.sin()  # factor: YaRN


def rope(x, cos, sin):                            # x: (..., n, d)
    first, second = x[..., 0::2], x[..., 1::2]    # jozi za majirani
    rotated = torch.stack([cos * first - sin * second,
                           sin * first + cos * second], dim=-1)
    return rotated.flatten(-2)


torch.manual_seed(123)
query, key = torch.rand(1, 8), torch.rand(1, 8)
cos, sin = turns(torch.arange(5), speeds(8))
# swali lilelile na ufunguo uleule kwenye nafasi tano
queries = rope(query.expand(5, 8), cos, sin)
keys = rope(key.expand(5, 8), cos, sin)
print((queries @ keys.T).round(decimals=4))

# --- Mipangilio miwili ---

def rope_halves(x, cos, sin):                     # x: (..., n, d)
    first, second = x.chunk(2, dim=-1)
    return torch.cat([cos * first - sin * second,
                      sin * first + cos * second], dim=-1)


def rope_scores(rotate, W_query, W_key):
    cos, sin = turns(torch.arange(5), speeds(8))
    return (rotate(tokens @ W_query.T, cos, sin)
            @ rotate(tokens @ W_key.T, cos, sin).T)


W_query, W_key, _ = matrices
neighbors = rope_scores(rope, W_query, W_key)
halves = rope_scores(rope_halves, W_query, W_key)
order = torch.tensor([0, 2, 4, 6, 1, 3, 5, 7])
reordered = rope_scores(rope_halves, W_query[order], W_key[order])
print("same matrices:   ", torch.allclose(halves, neighbors))
print("rows reordered:  ", torch.allclose(reordered, neighbors))

# --- Sawa na maktaba ya transformers ---

import transformers
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaRotaryEmbedding, apply_rotary_pos_emb)

transformers.utils.logging.set_verbosity_error()


def split_heads(x, num_heads):                    # (b, n, width)
    # -> (b, heads, n, d)
    return x.unflatten(-1, (num_heads, -1)).transpose(-3, -2)


def rope_difference(seed, rotate=rope_halves, reorder=False,
                    base=10_000.0, shift=0):
    torch.manual_seed(seed)
    x = torch.randn(2, 40, 64)                    # (b, n, width)
    matrices = torch.randn(2, 64, 64) / 8         # swali na ufunguo
    positions = torch.arange(40)

    config = LlamaConfig(
        hidden_size=64, num_attention_heads=2,
        rope_parameters={"rope_type": "default", "rope_theta": 10_000.0})
    cos, sin = LlamaRotaryEmbedding(config)(x, positions[None])
    queries, keys = apply_rotary_pos_emb(
        *[split_heads(x @ W.T, 2) for W in matrices], cos, sin)
    theirs = queries @ keys.mT                    # (b, heads, n, n)

    if reorder:      # nusu ziwe majirani, kila kichwa safu mlalo 32
        order = torch.arange(64).view(2, 2, 16).mT.flatten()
        matrices = matrices[:, order]
    cos, sin = turns(positions + shift, speeds(32, base))
    queries, keys = [rotate(split_heads(x @ W.T, 2), cos, sin)
                     for W in matrices]
    ours = queries @ keys.mT
    return ((ours - theirs).abs().max() / theirs.abs().max()).item()


changes = {"nothing": {},
           "ten positions later": {"shift": 10},
           "neighbors, rows reordered": {"rotate": rope, "reorder": True},
           "neighbors": {"rotate": rope},
           "base 1,000": {"base": 1_000.0}}
print("changed                     below 1e-5")
for name, change in changes.items():
    difference = rope_difference(0, **change)
    print(f"{name:26}  {difference < 1e-5!s:5}  {difference:.1f}")

# --- ALiBi: tozo ya umbali ---

slopes = 2.0 ** (-8 * torch.arange(1, 5) / 4)     # ya vichwa vinne
place = torch.arange(6)
distance = place[:, None] - place                 # (queries, keys)
prices = -slopes[:, None, None] * distance        # (heads, n, n)
prices = prices.masked_fill(distance < 0, -torch.inf)
print(slopes)
print(torch.softmax(prices, dim=-1)[:, -1].round(decimals=4))

# --- Kupita urefu wa mafunzo ---

class MultiHeadAttention(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.out_proj = nn.Linear(width, width)

    def forward(self, x, cos, sin, distance, hidden, cap):
        queries, keys, values = [                 # x: (b, n, width)
            split_heads(W(x), self.num_heads)     # (b, heads, n, d)
            for W in [self.W_query, self.W_key, self.W_value]]
        scores = (rope_halves(queries, cos, sin)
                  @ rope_halves(keys, cos, sin).mT)
        if cap:      # swali kwenye nafasi cap, funguo za mbali 0
            far = rope_halves(queries, cos[cap], sin[cap]) @ keys.mT
            scores = torch.where(distance > cap, far, scores)
        scores = scores / keys.shape[-1] ** 0.5
        scores = scores.masked_fill(hidden, -torch.inf)
        context = torch.softmax(scores, dim=-1) @ values
        return self.out_proj(context.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = MultiHeadAttention(width, num_heads)
        self.norm2 = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(),
            nn.Linear(4 * width, width))

    def forward(self, x, *how):
        x = x + self.attention(self.norm1(x), *how)
        return x + self.feed_forward(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, vocabulary, width=64, num_heads=2,
                 num_layers=2):
        super().__init__()
        self.vocabulary = vocabulary
        self.ids = {word: number
                    for number, word in enumerate(vocabulary)}
        self.token_embedding = nn.Embedding(len(vocabulary), width)
        self.blocks = nn.ModuleList([Block(width, num_heads)
                                     for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(width)
        nn.init.normal_(self.token_embedding.weight, std=0.1)

    def forward(self, ids, cos, sin, window=None, cap=None):
        place = torch.arange(ids.shape[1])
        distance = place[:, None] - place         # (n, n)
        hidden = distance < 0                     # yajayo
        if window:                                # na yaliyopita mbali
            hidden = hidden | (distance >= window)
        x = self.token_embedding(ids)
        for block in self.blocks:
            x = block(x, cos, sin, distance, hidden, cap)
        # matriki ya vekta wakilishi ni ya matokeo pia
        return self.final_norm(x) @ self.token_embedding.weight.T

from grammar import Text
from safetensors import safe_open


def stream(generator, length):
    words, gaps, texts, seen = [], [], [], {}
    while len(words) < length:
        if texts and generator.random() < 0.5:
            text = generator.choice(texts)        # kwa mara nyingine
        else:                                     # bila lebo mbili
            text = Text("en", generator).words[1:-1]
        # matini hii ilianza wapi nyuma; 0 ikiwa ni mpya
        gap = len(words) - seen.get(" ".join(text), len(words))
        seen[" ".join(text)] = len(words)
        # marudio huhesabiwa kuanzia neno la nne, yanapokuwa wazi
        gaps += [0] * 3 + [gap] * (len(text) - 3)
        words += text
        texts.append(text)
    return words[:length], gaps[:length]


def load(path):
    with safe_open(path, framework="pt") as file:
        model = Decoder(json.loads(file.metadata()["vocabulary"]))
        model.load_state_dict({name: file.get_tensor(name)
                               for name in file.keys()})
    return model


model = load("positions.safetensors")
generator = random.Random(99)
streams = [stream(generator, 513) for _ in range(64)]
ids = torch.tensor([[model.ids[word] for word in words]
                    for words, _ in streams])     # (b, 513)
gaps = torch.tensor([gaps[1:] for _, gaps in streams])
print(" ".join(streams[0][0][:14]))
print(" ".join(streams[0][0][14:28]))

def losses_of(model, ids, speeds, factor=1.0, **limits):
    place = torch.arange(ids.shape[1] - 1)
    cos, sin = turns(place, speeds, factor)
    losses = []
    for row in ids.split(1):                      # matini moja moja
        with torch.no_grad():
            logits = model(row[:, :-1], cos, sin, **limits)
        losses.append(nn.functional.cross_entropy(
            logits.transpose(1, 2), row[:, 1:], reduction="none"))
    return torch.cat(losses)                      # (b, n)

losses = {
    "plain": losses_of(model, ids, speeds(32)),
    "window": losses_of(model, ids, speeds(32), window=128),
    "cap": losses_of(model, ids, speeds(32), cap=127),
}


def by_position(names):
    print("position " + " ".join(f"{name:>7}" for name in names))
    for start in range(0, 512, 32):               # wastani wa nafasi 32
        print(f"{start + 16:8} " + " ".join(
            f"{losses[name][:, start:start + 32].mean():7.2f}"
            for name in names))


by_position(["plain", "window", "cap"])

# --- Pembe zipi ni mpya? ---

turns_made = 128 * speeds(32) / math.tau          # math.tau ni 2 pi
print(" ".join(f"{turns:.1f}" for turns in turns_made[:8]))

# --- Kuzungusha polepole zaidi ---

def linear(d, f, base=10_000.0):
    return speeds(d, base) / f


def ntk(d, f, base=10_000.0):
    return speeds(d, base * f ** (d / (d - 2)))


def yarn(d, f, base=10_000.0, trained=128, fast=32, slow=1):
    def pair(turns):                  # jozi yenye mizunguko kiasi hiki
        return (d * math.log(trained / (turns * math.tau))
                / (2 * math.log(base)))

    low = max(math.floor(pair(fast)), 0)
    high = min(math.ceil(pair(slow)), d - 1)
    share = ((torch.arange(d // 2) - low) / (high - low)).clamp(0, 1)
    return speeds(d, base) * (1 - share + share / f)


def yarn_factor(f):
    return 0.1 * math.log(f) + 1

from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS


def scaling_difference(ours, kind, d=32, f=4.0, base=10_000.0,
                       trained=128):
    parameters = {"rope_type": kind, "rope_theta": base,
                  "factor": 1.0 if kind == "dynamic" else f}
    config = LlamaConfig(head_dim=d, max_position_embeddings=trained,
                         rope_parameters=parameters)
    theirs, factor = ROPE_INIT_FUNCTIONS[kind](
        config, seq_len=int(f * trained))
    if kind == "yarn":
        assert math.isclose(factor, yarn_factor(f))
    return ((ours - theirs) / theirs).abs().max().item()


kinds = ["linear", "dynamic", "yarn"]
print("ours    " + " ".join(f"{kind:>13}" for kind in kinds))
for scale in [linear, ntk, yarn]:
    row = [scaling_difference(scale(32, 4.0), kind) for kind in kinds]
    print(f"{scale.__name__:8}" + " ".join(
        f"{'below 1e-5' if value < 1e-5 else f'{value:.1f}':>13}"
        for value in row))

losses["linear"] = losses_of(model, ids, linear(32, 4))
losses["NTK"] = losses_of(model, ids, ntk(32, 4))
losses["YaRN"] = losses_of(model, ids, yarn(32, 4), yarn_factor(4))
by_position(["plain", "linear", "NTK", "YaRN"])

# --- Gharama na faida ---

def table(names):
    print("          at positions           |  repeated after")
    print("          64-127 128-191 384-511 |  16-127 128-255 256-511")
    for name in names:
        values = losses[name]                     # (b, n)
        by_place = [values[:, start:end].mean() for start, end
                    in [(64, 128), (128, 192), (384, 512)]]
        by_gap = [values[(gaps >= low) & (gaps <= high)].mean()
                  for low, high in [(16, 127), (128, 255), (256, 511)]]
        print(f"{name:8}" + "".join(f"{x:8.2f}" for x in by_place)
              + " |" + "".join(f"{x:8.2f}" for x in by_gap))


table(["plain", "window", "cap", "linear", "NTK", "YaRN"])

# --- Jozi ya polepole kuliko zote ---

print(f"{math.tau / speeds(32)[-1]:.0f}")

llama_tokens = ...    # kwa mzunguko mmoja wa jozi ya polepole

llama_tokens = math.tau / speeds(128, 500_000.0)[-1]
print(f"{llama_tokens:,.0f}")

# --- Zawadi badala ya tozo ---

def with_reward(scores, slope):    # alama za tokeni sita, (6, 6)
    # `place` na `distance` ni zile za hapo juu
    ...    # alama pamoja na zawadi, yajayo yakiwa yamefichwa

def with_reward(scores, slope):
    return (scores + slope * place).masked_fill(
        distance < 0, -torch.inf)


torch.manual_seed(0)
scores = torch.randn(6, 6)
price = torch.softmax(scores + prices[0], dim=-1)
reward = torch.softmax(with_reward(scores, slopes[0]), dim=-1)
torch.testing.assert_close(reward, price)

# --- Nafasi za mbali, matini fupi ---

short = ids[:8, :128]
late_turns = ...    # kosini na sini, tensa mbili (128, 16)
with torch.no_grad():
    late = ...      # logiti za modeli, (8, 128, words)

short = ids[:8, :128]
late_turns = turns(torch.arange(128) + 10_000, speeds(32))
with torch.no_grad():
    early = model(short, *turns(torch.arange(128), speeds(32)))
    late = model(short, *late_turns)
torch.testing.assert_close(late, early)

# --- YaRN hupunguza kasi zipi? ---

pair_turns = ...    # mizunguko ya kila jozi kwa urefu wa mafunzo, (32,)
divisors = ...      # vigawanyo vya YaRN, kimoja kwa kila kasi, (32,)

plain = speeds(64)
pair_turns = 4_096 * plain / math.tau
divisors = plain / yarn(64, 8, trained=4_096)
for pair in range(0, 32, 5):
    print(f"pair {pair:2}: {pair_turns[pair]:6.1f} turns, "
          f"divided by {divisors[pair]:.2f}")

# --- Mipaka mingine ---

above_32 = ...         # idadi ya jozi zenye mizunguko zaidi ya 32
better_speeds = ...    # kasi za YaRN kwa mpaka mwingine wa juu, (16,)

above_32 = (turns_made > 32).sum().item()
better_speeds = yarn(32, 4, fast=2)

losses["bounds"] = losses_of(model, ids, better_speeds, yarn_factor(4))
table(["window", "NTK", "YaRN", "bounds"])
