# Laboratorija: glave kao toplotne mape
# https://attention-by-example.github.io/attention-by-example/sr/lab-heads/
# License: MIT
# Needs: pip install torch matplotlib safetensors

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/sr/lab-heads/" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{address} nije dostupno: {error}. Preuzmite datoteku tamo gde ima interneta i stavite je u fasciklu u kojoj se ovaj kod izvršava.")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{address} nije datoteka za koju je ovaj kod napisan. Preuzmite kod ponovo.")
    Path(name).write_bytes(content)


fetch("grammar.py", "e24e507c6853df0b93162429d3ef0cfcb04129ee46820a47ea279855bfa9f286")
fetch("grammar.toml", "436d3b922501099acab7a5933d447d41b3ce114540d14d57415e9cad2d8d7b71")
fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()

# --- Jedna toplotna mapa ---

rows_say = "upit: ko gleda"
columns_say = "ključ: u koga"
head_says = "glava"

import json
import random

import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F
from grammar import Text
from matplotlib.colors import LinearSegmentedColormap
from safetensors import safe_open

# od providne do crvene
red = LinearSegmentedColormap.from_list(
    "weights", [(0.84, 0.23, 0.37, 0.0), (0.84, 0.23, 0.37, 0.8)])


def heat_map(ax, weights, tokens, numbers=True):
    """weights: (queries, keys), od 0 do 1"""
    # za svaku težinu jedna obojena ćelija
    ax.pcolormesh(weights, cmap=red, vmin=0, vmax=1)
    middles = [index + 0.5 for index in range(len(tokens))]
    ax.set_xticks(middles, tokens, rotation=90, ha="right",
                  va="center", rotation_mode="anchor")
    ax.set_yticks(middles, tokens)
    ax.tick_params(length=0)
    ax.set_ylim(len(tokens), 0)                   # prvi upit gore
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

# --- Dve glave pre obučavanja ---

six_tokens = ["Your", "journey", "starts", "with", "one", "step"]
inputs = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])


def causal_softmax(scores):                       # (heads, n, n)
    future = torch.ones_like(scores).triu(diagonal=1).bool()
    return torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)


def two_heads(inputs, sharpness=1.0, seed=123):
    torch.manual_seed(seed)
    # dve komponente, po jedna za glavu: širina 1, bez skaliranja
    W_query = torch.nn.Linear(3, 2, bias=False)
    W_key = torch.nn.Linear(3, 2, bias=False)
    with torch.no_grad():
        # None dodaje osu: (heads, tokens, 1)
        queries = W_query(inputs).T[:, :, None]
        keys = W_key(inputs).T[:, :, None]
    return causal_softmax(sharpness * queries @ keys.transpose(1, 2))


def side_by_side(heads, tokens):
    fig, axes = plt.subplots(1, len(heads), figsize=(7, 3.6))
    for number, (ax, weights) in enumerate(zip(axes, heads)):
        heat_map(ax, weights, tokens)
        ax.set_title(f"{head_says} {number}", fontsize=10)
    axes[0].set_ylabel(rows_say)
    fig.supxlabel(columns_say, fontsize=10)
    fig.tight_layout()


untrained = two_heads(inputs)                     # (heads, n, n)
side_by_side(untrained, six_tokens)
plt.show()
print(untrained[:, 5])                            # red tokena step
print(f"even: {1 / 6:.4f}")

# --- Oštrije glave ---

sharp = two_heads(inputs, sharpness=30.0)
side_by_side(sharp, six_tokens)
plt.show()
for seed in [123, 124, 125]:
    row = two_heads(inputs, sharpness=30.0, seed=seed)[:, 5]
    most = row.argmax(dim=-1).tolist()            # najbolji ključevi
    print(seed, [six_tokens[key] for key in most])

# --- Glave obučenog modela ---

with safe_open("grammar.safetensors", "pt") as file:
    vocabulary = json.loads(file.metadata()["vocabulary"])
    matrices = {name: file.get_tensor(name).float()
                for name in file.keys()}
ids = {word: number for number, word in enumerate(vocabulary)}


def linear(x, name):
    return F.linear(x, matrices[f"{name}.weight"],
                    matrices.get(f"{name}.bias"))


def norm(x, name):
    return F.layer_norm(x, x.shape[-1:], matrices[f"{name}.weight"],
                        matrices[f"{name}.bias"])


def heads_of(words, without=None):
    """Težine (layers, heads, n, n) i logiti sledeće reči."""
    # without: None ili (layer, head)
    embeddings = matrices["token_embedding.weight"]
    x = embeddings[[ids[word] for word in words]]
    x = x + matrices["position_embedding.weight"][:len(words)]
    collected = []
    for layer in range(2):
        block = f"blocks.{layer}"
        normed = norm(x, f"{block}.norm1")
        queries, keys, values = (                 # po (heads, n, 16)
            linear(normed, f"{block}.attention.W_{part}")
            .unflatten(-1, (4, 16)).transpose(0, 1)
            for part in ("query", "key", "value"))
        # mT zamenjuje poslednje dve ose
        weights = causal_softmax(queries @ keys.mT / 16 ** 0.5)
        collected.append(weights)
        context = weights @ values                # (heads, n, 16)
        if without is not None and without[0] == layer:
            context[without[1]] = 0
        # glave jedna pored druge: (n, 64)
        x = x + linear(context.transpose(0, 1).flatten(1),
                       f"{block}.attention.out_proj")
        hidden = F.gelu(linear(norm(x, f"{block}.norm2"),
                               f"{block}.feed_forward.0"))
        x = x + linear(hidden, f"{block}.feed_forward.2")
    logits = norm(x, "final_norm") @ embeddings.T
    return torch.stack(collected), logits[-1]


dogs_bark = "<en> The dogs near the house bark loudly .".split()
weights, _ = heads_of(dogs_bark)
print(weights.shape)

fig, axes = plt.subplots(2, 4, figsize=(8, 5), sharex=True, sharey=True)
for layer in range(2):
    for head in range(4):
        ax = axes[layer, head]
        heat_map(ax, weights[layer, head], dogs_bark, numbers=False)
        ax.set_title(f"{head_says} {layer}.{head}", fontsize=9)
        ax.tick_params(labelsize=8)
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

torch.set_printoptions(precision=2, sci_mode=False)
house, dogs = dogs_bark.index("house"), dogs_bark.index("dogs")
print(weights[:, :, house, dogs])                 # (layers, heads)
print(f"even: {1 / (house + 1):.2f}")
found = weights[1, :, house, dogs].argmax().item()
print(f"head 1.{found}")

# --- Jedna glava, četiri jezika ---

SENTENCES = [
    "<en> The dogs near the house bark loudly .",
    "<de> Die Hunde neben dem Haus bellen laut .",
    "<sr> Psi pored kuće laju glasno .",
    "<sw> Mbwa hawa walio karibu na duka wanabweka sana .",
]
ASKING = ["house", "Haus", "kuće", "duka"]

fig, axes = plt.subplots(2, 2, figsize=(7, 7))
for ax, sentence, word in zip(axes.flat, SENTENCES, ASKING):
    words = sentence.split()
    one_head = heads_of(words)[0][1, found]       # (n, n)
    heat_map(ax, one_head, words, numbers=False)
    weight, position = one_head[words.index(word)].max(dim=0)
    print(f"{word:6} -> {words[position]:6} {weight:.2f}")
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

SUBJECTS = ["ANIMAL.N", "ANIMAL.nom.N", "PERSON.N", "PERSON.nom.N"]

print("    even  " + "   ".join(f"{layer}.{head}" for layer in range(2)
                                for head in range(4)))
for language in ["en", "de", "sr", "sw"]:
    generator = random.Random(1)
    even, looks = [], []
    while len(looks) < 100:
        text = Text(language, generator, "act")
        subject = [position for position, role in enumerate(text.roles)
                   if role in SUBJECTS]
        where = [position for position, role in enumerate(text.roles)
                 if role == "WHERE"]
        if subject and where:
            row = heads_of(text.words)[0][:, :, where[-1]]
            looks.append(row[:, :, subject].sum(dim=-1))  # (2, 4)
            even.append(len(subject) / (where[-1] + 1))
    mean = torch.stack(looks).mean(dim=0).flatten()
    print(f"{language}  {sum(even) / 100:.2f}  "
          + "  ".join(f"{look:.2f}" for look in mean))

# --- Bez oštrine ---

my_answer = ...                                   # vaš broj

print(f"{two_heads(inputs, sharpness=0.0)[0, 2, 0]:.2f}")

# --- Jednina ---

# sloj 1, glava found: težina koju dobija dog
from_house = ...      # od tokena house, u rečenici u jednini
from_houses = ...     # od tokena houses, u drugoj rečenici

for subject, place, verb in [("dogs", "house", "bark"),
                             ("dog", "house", "barks"),
                             ("dog", "houses", "barks")]:
    words = f"<en> The {subject} near the {place} {verb} ."
    one_head = heads_of(words.split())[0][1, found]
    print(f"{subject} {place}: {one_head[house, dogs]:.2f}")

# --- Ablacija svake glave ---

up_to_house = dogs_bark[:house + 1]
chances_of_bark = {}  # za None (sve glave) ili (layer, head): jedan broj
for without in [None] + [(layer, head) for layer in range(2)
                         for head in range(4)]:
    chances_of_bark[without] = ...

up_to_house = dogs_bark[:house + 1]
for without in [None] + [(layer, head) for layer in range(2)
                         for head in range(4)]:
    chances = heads_of(up_to_house, without)[1].softmax(dim=-1)
    print(without, f"{chances[ids['bark']]:.2f}")

# --- Drugačije pitanje ---

anna = ...            # reči, u listi
looks_at_dogs = ...   # (2, 4): koliko u svakoj glavi likes daje tokenu dogs

anna = "<en> Anna sees the dogs . She likes them .".split()
likes, seen = anna.index("likes"), anna.index("dogs")
print(heads_of(anna)[0][:, :, likes, seen])
print(f"even: {1 / (likes + 1):.2f}")
