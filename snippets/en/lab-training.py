# Lab: watch a head learn
# https://attention-by-example.github.io/attention-by-example/lab-training/
# License: MIT
# Needs: pip install torch matplotlib

# --- Sentences ---

step_says = "step"
loss_says = "loss"
floor_says = "cannot be foreseen"
rows_say = "query: who looks"
columns_say = "key: at whom"
head_says = "head"

import math
import random

import matplotlib.pyplot as plt
import torch
from torch import nn

SOUNDS = {"dog": "barks", "dogs": "bark", "cat": "meows", "cats": "meow",
          "bird": "sings", "birds": "sing", "bee": "buzzes", "bees": "buzz"}
PLACES = ["house", "tree", "river", "bridge"]


def sentence(generator):
    animal = generator.choice(list(SOUNDS))
    return ["the", animal, generator.choice(["near", "behind"]), "the",
            generator.choice(PLACES), SOUNDS[animal], "."]


generator = random.Random(1)
for _ in range(3):
    print(" ".join(sentence(generator)))
vocabulary = ["the", "near", "behind", ".", *SOUNDS, *SOUNDS.values(), *PLACES]
ids = {word: place for place, word in enumerate(vocabulary)}

floor = (math.log(8) + math.log(2) + math.log(4)) / 6
print(f"{floor:.4f} {math.log(2):.4f}")

# --- A model with one layer ---

class Model(nn.Module):
    def __init__(self, width=32, num_heads=2):
        super().__init__()
        self.num_heads = num_heads
        self.words = nn.Embedding(len(vocabulary), width)
        self.places = nn.Embedding(7, width)
        self.tables = nn.Linear(width, 3 * width, bias=False)
        self.out_proj = nn.Linear(width, width, bias=False)
        for table in (self.words, self.places):
            nn.init.normal_(table.weight, std=0.2)

    def forward(self, tokens):                    # (texts, tokens)
        x = self.words(tokens) + self.places.weight[:tokens.shape[1]]
        queries, keys, values = (
            table.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for table in self.tables(x).chunk(3, dim=-1))
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        future = torch.ones_like(scores).triu(1).bool()
        self.weights = scores.masked_fill(future, -torch.inf).softmax(-1)
        heads = (self.weights @ values).transpose(1, 2).flatten(2)
        return (x + self.out_proj(heads)) @ self.words.weight.T


def batch(generator, size):
    rows = [[ids[word] for word in sentence(generator)]
            for _ in range(size)]
    return torch.tensor(rows)


def loss_of(model, texts):
    logits = model(texts[:, :-1])
    return nn.functional.cross_entropy(
        logits.flatten(0, 1), texts[:, 1:].flatten())

EXAMPLE = "the dogs near the house bark .".split()
example = torch.tensor([[ids[word] for word in EXAMPLE]])

torch.manual_seed(1)
model = Model()
with torch.no_grad():
    model(example)
before = model.weights[0].clone()                 # (heads, 7, 7)
print(before.shape)

# --- The loss falls ---

optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
generator = random.Random(2)
losses = []
for step in range(400):
    loss = loss_of(model, batch(generator, 64))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
assert losses[-1] < floor + 0.1

fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(losses, color="#b0183b")
ax.axhline(floor, color="#59616e", linestyle="--", label=floor_says)
ax.set_xlim(0, 400)
ax.set_ylim(0, 4)
ax.set_xlabel(step_says)
ax.set_ylabel(loss_says)
ax.legend(frameon=False)
plt.show()

# --- A head finds the subject ---

with torch.no_grad():
    model(example)
after = model.weights[0]

fig, axes = plt.subplots(2, 2, figsize=(5.5, 6), sharey=True)
for place, (ax, weights) in enumerate(zip(axes.flat,
                                          [*before, *after])):
    cells = torch.stack([torch.full_like(weights, level) for level
                         in (0.84, 0.23, 0.37)] + [0.85 * weights], dim=-1)
    ax.pcolormesh(cells)                          # red, the more the redder
    ticks = [number + 0.5 for number in range(7)]
    ax.set_xticks(ticks, EXAMPLE, rotation=90, ha="right", va="center",
                  rotation_mode="anchor", fontsize=9)
    ax.set_yticks(ticks, EXAMPLE, fontsize=9)
    ax.tick_params(length=0)
    ax.set_ylim(7, 0)                             # first query on top
    ax.set_aspect("equal")
    ax.set_title(f"{head_says} {place % 2 + 1}", fontsize=9)
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

house, dogs = EXAMPLE.index("house"), EXAMPLE.index("dogs")
for name, weights in (("before", before), ("after", after)):
    print(name, [f"{weight:.2f}" for weight in weights[:, house, dogs]])
assert after[:, house, dogs].max() > 0.8 > before[:, house, dogs].max()

# --- Take the heads away ---

texts = batch(random.Random(3), 200)


def verb_loss(model):
    with torch.no_grad():
        logits = model(texts[:, :5])[:, -1]       # at the place's name
    return nn.functional.cross_entropy(logits, texts[:, 5]).item()


costs = [verb_loss(model)]
for head in range(2):
    kept = model.out_proj.weight.detach().clone()
    with torch.no_grad():
        model.out_proj.weight[:, 16 * head:16 * (head + 1)] = 0
    costs.append(verb_loss(model))
    with torch.no_grad():
        model.out_proj.weight.copy_(kept)
assert costs[0] < 0.1 < 1 < max(costs)
for name, cost in zip(["both heads", "without 1", "without 2"], costs):
    print(f"{name:10} {cost:.2f}")

# --- One head ---

torch.manual_seed(0)
single = Model(num_heads=1)
optimizer = torch.optim.AdamW(single.parameters(), lr=5e-3)
for step in range(300):
    loss = loss_of(single, batch(generator, 32))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert loss < floor + 0.1
