# Laboratorija: gledajte kako glava uči
# https://attention-by-example.github.io/attention-by-example/sr/lab-training/
# License: MIT
# Needs: pip install torch matplotlib

# --- Rečenice ---

step_says = "korak"
loss_says = "gubitak"
bigram_says = "bigramski model"
position_says = "bigramski model s pozicijom"
floor_says = "donja granica"
rows_say = "upit: ko gleda"
columns_say = "ključ: u koga"
head_says = "glava"

import math
import random

import matplotlib.pyplot as plt
import torch
from torch import nn

SOUNDS = {"dog": "barks", "dogs": "bark",
          "cat": "meows", "cats": "meow",
          "bird": "sings", "birds": "sing",
          "bee": "buzzes", "bees": "buzz"}
PLACES = ["house", "tree", "river", "bridge"]


def sentence(generator):
    animal = generator.choice(list(SOUNDS))
    return ["the", animal, generator.choice(["near", "behind"]), "the",
            generator.choice(PLACES), SOUNDS[animal], "."]


generator = random.Random(1)
for _ in range(3):
    print(" ".join(sentence(generator)))
vocabulary = ["the", "near", "behind", ".",
              *SOUNDS, *SOUNDS.values(), *PLACES]
ids = {word: number for number, word in enumerate(vocabulary)}

floor = (math.log(8) + math.log(2) + math.log(4)) / 6
# pogađa se: životinja, predlog, the, mesto, glagol, tačka
bigram = (math.log(16) + math.log(2) + math.log(8) + math.log(8)) / 6
position = (math.log(8) + math.log(2) + math.log(4) + math.log(8)) / 6
print(f"bigram {bigram:.2f}, with position {position:.2f}, "
      f"floor {floor:.2f}")

# --- Model sa jednim slojem ---

class Model(nn.Module):
    def __init__(self, width=32, num_heads=2):
        super().__init__()
        self.num_heads = num_heads
        self.words = nn.Embedding(len(vocabulary), width)
        self.positions = nn.Embedding(7, width)
        # matrice težina za upite, ključeve i vrednosti, u jednoj
        self.W_qkv = nn.Linear(width, 3 * width, bias=False)
        self.out_proj = nn.Linear(width, width, bias=False)
        for embedding in (self.words, self.positions):
            nn.init.normal_(embedding.weight, std=0.2)

    def forward(self, tokens):                    # (texts, tokens)
        x = self.words(tokens) + self.positions.weight[:tokens.shape[1]]
        # chunk seče poslednju osu na tri jednaka dela
        queries, keys, values = (   # (texts, heads, tokens, d_head)
            part.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for part in self.W_qkv(x).chunk(3, dim=-1))
        # mT zamenjuje poslednje dve ose
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, -torch.inf)
        self.weights = scores.softmax(dim=-1)
        self.context = self.weights @ values
        # glave jedna pored druge: (texts, tokens, width)
        joined = self.context.transpose(1, 2).flatten(2)
        return (x + self.out_proj(joined)) @ self.words.weight.T


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

# --- Gubitak pada ---

texts = batch(random.Random(3), 200)


def looks(model, texts):                          # (heads,)
    with torch.no_grad():
        model(texts)
    return model.weights[:, :, 4, 1].mean(dim=0)  # mesto, životinja


# order: drugačiji redosled reči, za jedan zadatak
def train(model, steps=400, order=range(7), show=False):
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    generator = random.Random(2)
    losses = []
    for step in range(steps):
        texts = batch(generator, 64)[:, list(order)]
        loss = loss_of(model, texts)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if show and step % 25 == 0 and step <= 200:
            look = looks(model, texts).max()      # od dve glave
            print(f"{step:3}  {loss.item():.2f}  {look:.2f}")
    return losses


print("step loss  look")
losses = train(model, show=True)
print(f"end  {losses[-1]:.2f}  {looks(model, texts).max():.2f}")
assert losses[-1] < floor + 0.1

fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(losses, color="#b0183b")
for height, says, style in [(bigram, bigram_says, ":"),
                            (position, position_says, "-."),
                            (floor, floor_says, "--")]:
    ax.axhline(height, color="#59616e", linestyle=style, label=says)
ax.set_xlim(0, 400)
ax.set_ylim(0, 4)
ax.set_xlabel(step_says)
ax.set_ylabel(loss_says)
ax.legend(frameon=False)
plt.show()

# --- Glava nalazi subjekat ---

with torch.no_grad():
    model(example)
after = model.weights[0]

fig, axes = plt.subplots(2, 2, figsize=(5.5, 6), sharey=True)
for number, (ax, weights) in enumerate(zip(axes.flat,
                                           [*before, *after])):
    # crvena, zelena, plava i neprozirnost za 7 puta 7 ćelija
    cells = torch.tensor([0.84, 0.23, 0.37, 0.0]).repeat(7, 7, 1)
    cells[:, :, 3] = 0.85 * weights               # više: crvenije
    ax.pcolormesh(cells)
    middles = [index + 0.5 for index in range(7)]
    ax.set_xticks(middles, EXAMPLE, rotation=90, ha="right",
                  va="center", rotation_mode="anchor", fontsize=9)
    ax.set_yticks(middles, EXAMPLE, fontsize=9)
    ax.tick_params(length=0)
    ax.set_ylim(7, 0)                             # prvi upit gore
    ax.set_aspect("equal")
    ax.set_title(f"{head_says} {number % 2}", fontsize=9)
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

torch.manual_seed(1)
untrained = Model()                               # isti početak
print(f"even    {1 / 5:.2f}")
print("        this sentence     all texts")
for name, one in (("before", untrained), ("after ", model)):
    print(name, [f"{weight:.2f}" for weight in looks(one, example)],
          [f"{weight:.2f}" for weight in looks(one, texts)])
for animal in SOUNDS:
    own = texts[texts[:, 1] == ids[animal]]
    print(f"{animal:5} {looks(model, own).max():.2f}")
assert looks(model, texts).max() > 0.6
assert looks(untrained, texts).max() < 0.3

# --- Ablacija glava ---

def verb_loss(model, head=None, instead=None, texts=texts):
    verbs = texts[:, 5]
    with torch.no_grad():
        model(texts[:, :5])
        # u redu mesta: (texts, heads, 16)
        context = model.context[:, :, -1].clone()
        if instead == "zero":
            context[:, head] = 0
        elif instead == "mean":
            context[:, head] = context[:, head].mean(dim=0)
        # ostatak funkcije forward, samo za mesto
        x = model.words(texts[:, 4]) + model.positions.weight[4]
        x = x + model.out_proj(context.flatten(1))
        logits = x @ model.words.weight.T
    return nn.functional.cross_entropy(logits, verbs).item()


print(f"both heads      {verb_loss(model):.2f}")
bees = texts[texts[:, 1] == ids["bee"]]
print(f"bee alone       {verb_loss(model, texts=bees):.2f}")
print(f"even guesses    {math.log(8):.2f}")
print("                zero  mean")
for head in range(2):
    print(f"without head {head} ",
          "  ".join(f"{verb_loss(model, head, instead):.2f}"
                    for instead in ("zero", "mean")))

# --- Druga donja granica ---

near_floor = ...                                  # nata po pogađanju

near_floor = (math.log(8) + math.log(4)) / 6
print(f"{near_floor:.2f}")

# --- Jedna glava ---

single = ...                                      # s jednom glavom, obučen
none = ...                                        # bez glava, obučen

torch.manual_seed(0)
single = Model(num_heads=1)
none = Model()
nn.init.zeros_(none.out_proj.weight)
none.out_proj.weight.requires_grad_(False)    # ne uči
for name, one in (("one head", single), ("no head", none)):
    mean = sum(train(one)[-50:]) / 50
    print(f"{name:8} {mean:.2f}")
print(f"floor {floor:.2f}, position {position:.2f}")

# --- Glagol napred ---

verb_first = ...                    # sedam brojeva, reči ovim redom
none = ...                          # bez glava, obučen s tim redosledom

torch.manual_seed(0)
none = Model()
nn.init.zeros_(none.out_proj.weight)
none.out_proj.weight.requires_grad_(False)
verb_first = [0, 1, 5, 2, 3, 4, 6]
mean = sum(train(none, order=verb_first)[-50:]) / 50
print(f"no head {mean:.2f}, floor {floor:.2f}")

# --- Druga semena ---

others = ...             # tri modela, obučena sa semenima 2, 3 i 4
subject_heads = ...      # za svaki: glava koja gleda u subjekat

others, subject_heads = [], []
for seed in [2, 3, 4]:
    torch.manual_seed(seed)
    other = Model()
    train(other)
    others.append(other)
    subject_heads.append(looks(other, texts).argmax().item())
    found = [f"{weight:.2f}" for weight in looks(other, texts)]
    costs = [f"{verb_loss(other, head, 'mean'):.2f}"
             for head in range(2)]
    print(seed, "looks", found, "without", costs)
