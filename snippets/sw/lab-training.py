# Maabara: angalia kichwa kikijifunza
# https://attention-by-example.github.io/attention-by-example/sw/lab-training/
# License: MIT
# Needs: pip install torch matplotlib

# --- Sentensi ---

step_says = "hatua"
loss_says = "hasara"
bigram_says = "bigramu"
position_says = "bigramu yenye nafasi"
floor_says = "kikomo cha chini"
rows_say = "swali: nani anaangalia"
columns_say = "ufunguo: anamwangalia nani"
head_says = "kichwa"

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
# makisio: mnyama, kihusishi, the, mahali, kitenzi, nukta
bigram = (math.log(16) + math.log(2) + math.log(8) + math.log(8)) / 6
position = (math.log(8) + math.log(2) + math.log(4) + math.log(8)) / 6
print(f"bigram {bigram:.2f}, with position {position:.2f}, "
      f"floor {floor:.2f}")

# --- Modeli yenye tabaka moja ---

class Model(nn.Module):
    def __init__(self, width=32, num_heads=2):
        super().__init__()
        self.num_heads = num_heads
        self.words = nn.Embedding(len(vocabulary), width)
        self.positions = nn.Embedding(7, width)
        # matriki za maswali, funguo na thamani kwa pamoja
        self.W_qkv = nn.Linear(width, 3 * width, bias=False)
        self.out_proj = nn.Linear(width, width, bias=False)
        for embedding in (self.words, self.positions):
            nn.init.normal_(embedding.weight, std=0.2)

    def forward(self, tokens):                    # (texts, tokens)
        x = self.words(tokens) + self.positions.weight[:tokens.shape[1]]
        # chunk hugawa mhimili wa mwisho sehemu tatu sawa
        queries, keys, values = (   # (texts, heads, tokens, d_head)
            part.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for part in self.W_qkv(x).chunk(3, dim=-1))
        # mT hubadilishanisha mihimili miwili ya mwisho
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, -torch.inf)
        self.weights = scores.softmax(dim=-1)
        self.context = self.weights @ values
        # vichwa bega kwa bega: (texts, tokens, width)
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

# --- Hasara inashuka ---

texts = batch(random.Random(3), 200)


def looks(model, texts):                          # (heads,)
    with torch.no_grad():
        model(texts)
    return model.weights[:, :, 4, 1].mean(dim=0)  # mahali, mnyama


# order: mpangilio mwingine wa maneno, kwa zoezi moja
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
            look = looks(model, texts).max()      # kati ya viwili
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

# --- Kichwa kinakipata kiima ---

with torch.no_grad():
    model(example)
after = model.weights[0]

fig, axes = plt.subplots(2, 2, figsize=(5.5, 6), sharey=True)
for number, (ax, weights) in enumerate(zip(axes.flat,
                                           [*before, *after])):
    # nyekundu, kijani, buluu, ukolevu: seli 7 kwa 7
    cells = torch.tensor([0.84, 0.23, 0.37, 0.0]).repeat(7, 7, 1)
    cells[:, :, 3] = 0.85 * weights               # uzito mkubwa: wekundu
    ax.pcolormesh(cells)
    middles = [index + 0.5 for index in range(7)]
    ax.set_xticks(middles, EXAMPLE, rotation=90, ha="right",
                  va="center", rotation_mode="anchor", fontsize=9)
    ax.set_yticks(middles, EXAMPLE, fontsize=9)
    ax.tick_params(length=0)
    ax.set_ylim(7, 0)                             # swali la kwanza juu
    ax.set_aspect("equal")
    ax.set_title(f"{head_says} {number % 2}", fontsize=9)
fig.supylabel(rows_say, fontsize=9)
fig.supxlabel(columns_say, fontsize=9)
fig.tight_layout()
plt.show()

torch.manual_seed(1)
untrained = Model()                               # mwanzo uleule
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

# --- Ondoa vichwa kwa majaribio ---

def verb_loss(model, head=None, instead=None, texts=texts):
    verbs = texts[:, 5]
    with torch.no_grad():
        model(texts[:, :5])
        # penye mahali: (texts, heads, 16)
        context = model.context[:, :, -1].clone()
        if instead == "zero":
            context[:, head] = 0
        elif instead == "mean":
            context[:, head] = context[:, head].mean(dim=0)
        # sehemu iliyobaki ya forward, kwa mahali tu
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

# --- Kikomo kingine cha chini ---

near_floor = ...                                  # nati kwa kila kisio

near_floor = (math.log(8) + math.log(4)) / 6
print(f"{near_floor:.2f}")

# --- Kichwa kimoja ---

single = ...                                      # kichwa 1, imefunzwa
none = ...                                        # bila kichwa, imefunzwa

torch.manual_seed(0)
single = Model(num_heads=1)
none = Model()
nn.init.zeros_(none.out_proj.weight)
none.out_proj.weight.requires_grad_(False)    # haifunzwi
for name, one in (("one head", single), ("no head", none)):
    mean = sum(train(one)[-50:]) / 50
    print(f"{name:8} {mean:.2f}")
print(f"floor {floor:.2f}, position {position:.2f}")

# --- Kitenzi kwanza ---

verb_first = ...                    # namba saba, maneno kwa mpangilio huu
none = ...                          # bila kichwa, kwa mpangilio huu

torch.manual_seed(0)
none = Model()
nn.init.zeros_(none.out_proj.weight)
none.out_proj.weight.requires_grad_(False)
verb_first = [0, 1, 5, 2, 3, 4, 6]
mean = sum(train(none, order=verb_first)[-50:]) / 50
print(f"no head {mean:.2f}, floor {floor:.2f}")

# --- Mbegu nyingine ---

others = ...             # modeli tatu, zilizofunzwa kwa mbegu 2, 3 na 4
subject_heads = ...      # ya kila moja, kichwa kinachokiangalia kiima

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
