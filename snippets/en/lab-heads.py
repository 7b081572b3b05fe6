# Lab: heads as heat maps
# https://attention-by-example.github.io/attention-by-example/lab-heads/
# License: MIT
# Needs: pip install torch matplotlib safetensors

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/lab-heads/" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{address} can’t be fetched: {error}. Download it where there is a network, and put it into the folder in which this code runs.")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{address} isn’t the file that this code was written for. Download the code again.")
    Path(name).write_bytes(content)


fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

# --- One table ---

rows_say = "query: who looks"
columns_say = "key: at whom"
head_says = "head"

import json

import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from matplotlib.colors import LinearSegmentedColormap
from safetensors import safe_open

red = LinearSegmentedColormap.from_list(
    "weights", [(0.84, 0.23, 0.37, 0.0), (0.84, 0.23, 0.37, 0.8)])


def heat_map(ax, weights, tokens, numbers=True):
    """weights: (queries, keys), from 0 to 1"""
    ax.pcolormesh(weights, cmap=red, vmin=0, vmax=1)
    places = [place + 0.5 for place in range(len(tokens))]
    ax.set_xticks(places, tokens, rotation=90, ha="right",
                  va="center", rotation_mode="anchor")
    ax.set_yticks(places, tokens)
    ax.tick_params(length=0)
    ax.set_ylim(len(tokens), 0)                   # first query on top
    ax.set_aspect("equal")
    if numbers:
        for row, line in enumerate(weights.tolist()):
            for column, weight in enumerate(line):
                ax.text(column + 0.5, row + 0.5, f"{weight:.2f}",
                        ha="center", va="center", fontsize=8)

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
weights = torch.softmax(embeddings @ embeddings.T, dim=-1)  # (3, 3)

fig, ax = plt.subplots(figsize=(3.2, 3.2))
heat_map(ax, weights, tokens)
ax.set_ylabel(rows_say)
ax.set_xlabel(columns_say)
plt.show()
print(weights)

# --- Two heads before training ---

six_tokens = ["Your", "journey", "starts", "with", "one", "step"]
inputs = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])
torch.manual_seed(123)
W_query = torch.nn.Linear(3, 2, bias=False)
W_key = torch.nn.Linear(3, 2, bias=False)


def two_heads(inputs, sharpness=1.0):
    with torch.no_grad():
        queries = W_query(inputs).T[:, :, None]   # (heads, tokens, 1)
        keys = W_key(inputs).T[:, :, None]
    scores = sharpness * queries @ keys.transpose(1, 2)
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1)          # (2, tokens, tokens)


def side_by_side(heads, tokens):
    fig, axes = plt.subplots(1, len(heads), figsize=(7, 3.6))
    for number, (ax, weights) in enumerate(zip(axes, heads), start=1):
        heat_map(ax, weights, tokens)
        ax.set_title(f"{head_says} {number}", fontsize=10)
    axes[0].set_ylabel(rows_say)
    fig.supxlabel(columns_say, fontsize=10)
    fig.tight_layout()


untrained = two_heads(inputs)
side_by_side(untrained, six_tokens)
plt.show()
print(untrained[:, 5])

# --- Sharper heads ---

sharp = two_heads(inputs, sharpness=30.0)
side_by_side(sharp, six_tokens)
plt.show()
print(sharp[:, 5].argmax(dim=-1))                 # whom does step look at?

# --- The heads of a trained model ---

with safe_open("grammar.safetensors", "pt") as file:
    vocabulary = json.loads(file.metadata()["vocabulary"])
    tables = {name: file.get_tensor(name).float() for name in file.keys()}
ids = {word: place for place, word in enumerate(vocabulary)}


def linear(x, name):
    return F.linear(x, tables[f"{name}.weight"], tables.get(f"{name}.bias"))


def norm(x, name):
    return F.layer_norm(x, x.shape[-1:], tables[f"{name}.weight"],
                        tables[f"{name}.bias"])


def heads_of(words, without=None):
    """weights (layers, heads, tokens, tokens); logits of the next word"""
    x = tables["token_embedding.weight"][[ids[word] for word in words]]
    x = x + tables["position_embedding.weight"][:len(words)]
    collected = []
    for layer in ("blocks.0", "blocks.1"):
        normed = norm(x, f"{layer}.norm1")
        queries, keys, values = (
            linear(normed, f"{layer}.attention.W_{part}")
            .unflatten(-1, (4, 16)).transpose(0, 1)
            for part in ("query", "key", "value"))
        scores = queries @ keys.mT / 16 ** 0.5
        future = torch.ones_like(scores).triu(1).bool()
        weights = scores.masked_fill(future, -torch.inf).softmax(dim=-1)
        collected.append(weights)
        heads = weights @ values                  # (heads, tokens, 16)
        if without is not None and without[0] == len(collected):
            heads[without[1] - 1] = 0             # as in the exercises
        x = x + linear(heads.transpose(0, 1).flatten(1),
                       f"{layer}.attention.out_proj")
        hidden = F.gelu(linear(norm(x, f"{layer}.norm2"),
                               f"{layer}.feed_forward.0"))
        x = x + linear(hidden, f"{layer}.feed_forward.2")
    logits = norm(x, "final_norm") @ tables["token_embedding.weight"].T
    return torch.stack(collected), logits[-1]


dogs_bark = "<en> The dogs near the house bark loudly .".split()
weights, _ = heads_of(dogs_bark)
print(weights.shape)

fig, axes = plt.subplots(2, 4, figsize=(8, 5), sharex=True, sharey=True)
for layer in range(2):
    for head in range(4):
        ax = axes[layer, head]
        heat_map(ax, weights[layer, head], dogs_bark, numbers=False)
        ax.set_title(f"{head_says} {layer + 1}.{head + 1}", fontsize=9)
        ax.tick_params(labelsize=8)
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

house, dogs = dogs_bark.index("house"), dogs_bark.index("dogs")
print(weights[:, :, house, dogs])                 # (layers, heads)

found = weights[1, :, house, dogs].argmax().item()
assert weights[1, found, house, dogs] > 0.9
print(f"2.{found + 1}")                           # layer, head

# --- One head, four languages ---

SENTENCES = [
    "<en> The dogs near the house bark loudly .",
    "<de> Die Hunde neben dem Haus bellen laut .",
    "<sr> Psi pored kuće laju glasno .",
    "<sw> Mbwa hawa walio karibu na duka wanabweka sana .",
]
ASKING = ["house", "Haus", "kuće", "duka"]

fig, axes = plt.subplots(2, 2, figsize=(7, 7))
for ax, text, word in zip(axes.flat, SENTENCES, ASKING):
    words = text.split()
    table = heads_of(words)[0][1, found]          # (tokens, tokens)
    heat_map(ax, table, words, numbers=False)
    weight, place = table[words.index(word)].max(dim=0)
    print(f"{word:6} -> {words[place]:6} {weight:.2f}")
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

# --- Singular ---

dog_barks = "<en> The dog near the house barks loudly .".split()
one_dog = heads_of(dog_barks)[0]
print(f"{one_dog[1, found, house, dogs]:.2f}")

# --- Take it away ---

up_to_house = dogs_bark[:house + 1]
for without in (None, (2, found + 1)):
    chances = heads_of(up_to_house, without)[1].softmax(dim=-1)
    print(without, f"{chances[ids['bark']]:.2f}")
