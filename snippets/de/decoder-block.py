# Der Decoder-Block
# https://attention-by-example.github.io/attention-by-example/de/decoder-block/
# License: MIT
# Needs: pip install torch

# --- Dasselbe Modell ---

import math
from itertools import permutations, product

import torch
from torch import nn

torch.set_default_dtype(torch.float64)

COLORS = ["gray", "brown", "white"]
AWAKE = {"owl": "tonight", "dog": "today"}   # wann es spielt
PLACES = ["", "house", "houses", "tree", "trees"]


def tell(colors, kinds, plurals, who, when, place):
    nouns = [kind + "s" * plural for kind, plural in zip(kinds, plurals)]
    animals = [f"the {color} {noun}" for color, noun in zip(colors, nouns)]
    verb = "play" if AWAKE[kinds[who]] == when else "sleep"
    verb += "" if plurals[who] else "s"
    where = f"near the {place}" if place else ""
    return " ".join(f"{animals[0]} met {animals[1]} . "
                    f"{when} {animals[who]} {where} {verb} .".split())


stories = {}                                 # Text -> sein p
for choice in product(permutations(COLORS, 2), permutations(AWAKE),
                      product([0, 1], repeat=2), [0, 1],
                      ["today", "tonight"], PLACES):
    half = 1 / 2 if choice[-1] == "" else 1 / 8
    stories[tell(*choice)] = half / (6 * 2 * 4 * 2 * 2)

vocabulary = sorted(set(" ".join(stories).split()))
number_of = {word: index for index, word in enumerate(vocabulary)}
inputs = torch.zeros(len(stories), 16, dtype=torch.long)
targets = torch.full((len(stories), 16), -100)
for row, text in enumerate(stories):
    ids = torch.tensor([number_of[word] for word in text.split()])
    inputs[row, :len(ids) - 1] = ids[:-1]
    targets[row, :len(ids) - 1] = ids[1:]
chances = torch.tensor(list(stories.values()))
# mittlere Zahl der Vorhersagen in einem Text
guesses = (chances @ (targets != -100).double().sum(dim=1)).item()
floor = -(chances @ chances.log()).item() / guesses
print(f"floor {floor:.3f}")

class MultiHeadAttention(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.out_proj = nn.Identity()             # gibt Eingabe zurück
        if num_heads > 1:
            self.out_proj = nn.Linear(width, width)

    def split_heads(self, x):                     # (b, n, width)
        b, n, width = x.shape
        x = x.view(b, n, self.num_heads, width // self.num_heads)
        return x.transpose(1, 2)                  # (b, heads, n, d_head)

    def forward(self, x):
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(x))
        values = self.split_heads(self.W_value(x))
        scores = queries @ keys.transpose(2, 3) / keys.shape[-1] ** 0.5
        n = x.shape[1]
        future = torch.ones(n, n, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -torch.inf)
        context = torch.softmax(scores, dim=-1) @ values
        # flatten(2) fügt die Achsen ab 2 zusammen: heads und d_head
        return self.out_proj(context.transpose(1, 2).flatten(2))

# --- Ohne Residualverbindung ---

def stack(num_layers, residual, orthogonal=True):
    torch.manual_seed(0)
    rows = torch.randn(1, 8, 32)                  # acht Tokens
    for _ in range(num_layers):
        layer = MultiHeadAttention(32, num_heads=4)
        if orthogonal:                            # erhält Längen
            nn.init.orthogonal_(layer.W_value.weight)
            nn.init.orthogonal_(layer.out_proj.weight)
        rows = layer(rows) + residual * rows      # residual: 0 oder 1
    return rows, layer                            # letzte Schicht


def spread(rows):                                 # 0: alle gleich
    distance = rows - rows.mean(dim=1, keepdim=True)
    return (distance.norm() / rows.norm()).item()


print("layers  without   with")
for num_layers in [1, 2, 4, 8]:
    without, with_residual = [spread(stack(num_layers, residual)[0])
                              for residual in [0, 1]]
    print(f"{num_layers:6}  {without:7.3f} {with_residual:6.3f}")

runs = {"without": (0, True), "with": (1, True),
        "nn.Linear": (0, False)}              # auch der dritte ohne
for name, (residual, orthogonal) in runs.items():
    print(f"{name:9}  W_query  W_value")
    for num_layers in [1, 2, 4, 8]:
        rows, last = stack(num_layers, residual, orthogonal)
        # Zufallszahlen statt eines Verlusts
        (rows * torch.randn(1, 8, 32)).sum().backward()
        query = last.W_query.weight.grad.norm()
        value = last.W_value.weight.grad.norm()
        print(f"{num_layers:9} {query:8.2g} {value:8.3g}")

# --- Schichtnormalisierung ---

hello = torch.tensor([0.34, 0.22, 0.54])
variance = hello.var(correction=0)      # teilt durch 3, nicht durch 2
normalized = (hello - hello.mean()) / torch.sqrt(variance + 1e-5)
print(f"mean {hello.mean():.4f}, variance {variance:.4f}")
print(normalized)
torch.testing.assert_close(nn.LayerNorm(3)(hello), normalized)

# --- Ohne Schichtnormalisierung ---

def sizes(norm):
    torch.manual_seed(0)
    rows = torch.randn(1, 8, 32)
    found = [rows.norm().item()]
    for _ in range(24):
        layer = MultiHeadAttention(32, num_heads=4)
        with torch.no_grad():
            for parameter in layer.parameters():
                parameter *= 2
            rows = rows + layer(norm(rows))
        found.append(rows.norm().item())
    return found


without_norm, with_norm = sizes(nn.Identity()), sizes(nn.LayerNorm(32))
print("layer  without  with")
for depth in [0, 8, 16, 24]:
    print(f"{depth:5}  {without_norm[depth]:7.3g} {with_norm[depth]:5.3g}")

# --- Ohne Feed-Forward-Netz ---

facts = torch.tensor([[0.0, 0.0],        # dog, today
                      [0.0, 1.0],        # dog, tonight
                      [1.0, 0.0],        # owl, today
                      [1.0, 1.0]])       # owl, tonight
plays = torch.tensor([1.0, 0.0, 0.0, 1.0])

# eine dritte Spalte: ein Summand, der immer dabei ist
facts_and_one = torch.cat([facts, torch.ones(4, 1)], dim=1)
# drei Summanden, deren Summen `plays` am nächsten kommen
terms = torch.linalg.lstsq(facts_and_one, plays.view(4, 1)).solution
print((facts_and_one @ terms).view(4))

both = torch.relu(facts.sum(dim=1) - 1)  # 1 bei owl und tonight
print(1 - facts.sum(dim=1) + 2 * both)

# --- Ein Block, ein Decoder ---

class Block(nn.Module):
    def __init__(self, width, num_heads, parts):
        super().__init__()
        norm = nn.LayerNorm if "norm" in parts else nn.Identity
        self.norm1 = norm(width)
        self.attention = MultiHeadAttention(width, num_heads)
        self.norm2 = norm(width)
        self.feed_forward = None
        if "feed-forward" in parts:
            self.feed_forward = nn.Sequential(
                nn.Linear(width, 4 * width), nn.GELU(),
                nn.Linear(4 * width, width))
        self.keep = 1 if "residual" in parts else 0

    def forward(self, x):                         # (b, n, width)
        x = self.keep * x + self.attention(self.norm1(x))
        if self.feed_forward is None:
            return x
        return self.keep * x + self.feed_forward(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, parts, num_heads=1, num_layers=1, width=32,
                 factor=1.0):
        super().__init__()
        self.factor = factor                      # für einen Versuch
        self.embedding = nn.Embedding(21, width)  # Wörter
        self.position = nn.Embedding(16, width)   # Positionen
        self.blocks = nn.Sequential(*[Block(width, num_heads, parts)
                                      for _ in range(num_layers)])
        norm = nn.LayerNorm if "final-norm" in parts else nn.Identity
        self.norm = norm(width)
        self.output = nn.Linear(width, 21, bias=False)
        nn.init.normal_(self.embedding.weight, std=0.2)
        nn.init.normal_(self.position.weight, std=0.2)

    def forward(self, ids):                       # (b, n)
        x = self.embedding(ids) + self.position.weight[:ids.shape[1]]
        x = self.factor * self.norm(self.blocks(x))
        return self.output(x)                     # Logits

# --- Welcher Teil bringt wie viel? ---

def train(model, steps=350, rate=0.01):
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate,
                                  fused=True)     # schneller
    schedule = torch.optim.lr_scheduler.LinearLR(
        optimizer, 1.0, 0.0, total_iters=steps)
    for step in range(steps):
        rows = torch.multinomial(chances, 64, replacement=True)
        loss = nn.functional.cross_entropy(
            model(inputs[rows]).flatten(0, 1), targets[rows].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()


def losses_of(model):                             # je Vorhersage
    with torch.no_grad():
        losses = nn.functional.cross_entropy(
            model(inputs).flatten(0, 1), targets.flatten(),
            reduction="none").view(targets.shape)
    return chances @ losses                       # (guesses,)


def train_seeds(parts, num_heads=1, num_layers=1, seeds=5, factor=1.0,
                steps=350):
    trained = []
    for seed in range(seeds):
        torch.manual_seed(seed)
        model = Decoder(parts, num_heads, num_layers, factor=factor)
        train(model, steps)
        trained.append(model)
    return trained


full = ["residual", "final-norm", "norm", "feed-forward"]

models = {
    "one-head": train_seeds([]),
    "residual": train_seeds(["residual"]),
    "final-norm": train_seeds(["residual", "final-norm"]),
    "norm": train_seeds(["residual", "final-norm", "norm"]),
    "feed-forward": train_seeds(full),
    "four-heads": train_seeds(full, num_heads=4),
    "second-layer": train_seeds(full, num_layers=2),
}

def gap(losses):
    return losses.sum().item() / guesses - floor


losses = {name: torch.stack([losses_of(model) for model in five])
          for name, five in models.items()}       # je (seeds, guesses)
gaps = {name: sorted(gap(run) for run in runs)
        for name, runs in losses.items()}
print("part           loss   gap  from    to")
for name, five in gaps.items():
    print(f"{name:13} {five[2] + floor:5.2f} {five[2]:5.2f} "
          f"{five[0]:5.2f} {five[-1]:5.2f}")

print("part            gap")
for name, five in gaps.items():
    print(f"{name:13} {five[2]:5.2f}")

print(f"unknown        {2 * math.log(1.5):5.2f} {math.log(2):5.2f} "
      f"{math.log(4):5.2f} {math.log(2):5.2f}")
print("part          colors  kind  noun  verb")
for name, runs in losses.items():
    # Vorhersage 0 ist die Farbe des ersten Tiers
    excess = runs.clone()
    # zwei Wörter sind hier gleich wahrscheinlich: Auch die beste
    # Vorhersage kostet ln 2, und das steckt in der Untergrenze
    excess[:, [4, 5, 9, 11]] -= math.log(2)
    rules = torch.stack([
        excess[:, 4] + excess[:, 9],              # die Farben
        excess[:, 5],                             # zweite Tierart
        excess[:, 10],                            # "the brown" -> "dog"
        excess[:, 11] + excess[:, 14]])           # sleeps oder plays
    row = rules.median(dim=1).values.tolist()
    # abs macht aus -0.00 eine 0.00
    print(f"{name:13}" + "".join(f"{abs(cost):6.2f}" for cost in row))

for num_heads in [1, 4]:
    longer = train_seeds(full, num_heads, seeds=1, steps=1400)[0]
    print(f"{num_heads} heads {gap(losses_of(longer)):.3f}")

for part, factor in [("residual", 5), ("final-norm", 0.25)]:
    parts = full[:full.index(part) + 1]
    scaled = train_seeds(parts, factor=factor)
    five = sorted(gap(losses_of(model)) for model in scaled)
    print(f"{part:10} times {factor:4}: "
          f"{five[2]:.2f} {five[0]:.2f} {five[-1]:.2f}")

print("without        loss")
for left_out in ["residual", "feed-forward"]:
    parts = [part for part in full if part != left_out]
    cut = train_seeds(parts, num_layers=2, seeds=1)[0]
    print(f"{left_out:13} {gap(losses_of(cut)) + floor:5.1f}")

# --- Woher kommen die neuen Vektoren? ---

model = models["second-layer"][0]
with torch.no_grad():
    x = start = model.embedding(inputs) + model.position.weight
    parts = []
    for block in model.blocks:
        parts.append(block.attention(block.norm1(x)))
        x = x + parts[-1]
        parts.append(block.feed_forward(block.norm2(x)))
        x = x + parts[-1]
    torch.testing.assert_close(start + sum(parts), model.blocks(start))
    print(f"sum of four parts: {sum(parts).norm() / start.norm():.0f} "
          "times the size of the start")

# --- Parameter eines Blocks ---

def count(module):
    return sum(p.numel() for p in module.parameters())


print(count(Block(32, 4, full)))

def count_by_hand(d):      # Parameter eines Blocks der Breite d
    ...


network_share = ...        # Anteil des Feed-Forward-Netzes, mit d = 32

def count_by_hand(d):
    return 12 * d**2 + 10 * d


assert count(Block(32, 4, full)) == count_by_hand(32)
network = count(Block(32, 4, full).feed_forward)
network_share = network / count_by_hand(32)
print(f"{network_share:.2f}")

# --- Normalisierung nach der Summe ---

class PostNormBlock(Block):
    def forward(self, x):          # (b, n, width)
        # die Teile: self.attention, self.feed_forward
        # die Normalisierungen: self.norm1, self.norm2
        ...


row_length = ...                   # Länge einer Zeile der Ausgabe, Breite 32

class PostNormBlock(Block):
    def forward(self, x):
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.feed_forward(x))


torch.manual_seed(0)
post = PostNormBlock(32, 4, full)
x = torch.randn(1, 8, 32)
lengths = post(x).norm(dim=2)
row_length = 32 ** 0.5
torch.testing.assert_close(lengths, torch.full((1, 8), row_length),
                           atol=1e-3, rtol=0.0)
middle = post.norm1(x + post.attention(x))
rest = post(x) - post.attention(x) - post.feed_forward(middle)
assert not torch.allclose(rest, x, atol=0.01)

# --- Genau eine von beiden ---

# das Netz: relu(facts @ to_hidden + hidden_bias) @ to_output
to_hidden = ...        # (2, verborgene Einheiten)
hidden_bias = ...      # (verborgene Einheiten,)
to_output = ...        # (verborgene Einheiten,)

to_hidden = torch.ones(2, 2)
hidden_bias = torch.tensor([0.0, -1.0])
to_output = torch.tensor([1.0, -2.0])
print(torch.relu(facts @ to_hidden + hidden_bias) @ to_output)

# --- Ein Block, der nichts tut ---

def silence(block):
    with torch.no_grad():
        ...    # setze Parameter des Blocks auf null

def silence(block):
    with torch.no_grad():
        for matrix in [block.attention.out_proj, block.feed_forward[2]]:
            matrix.weight.zero_()
            matrix.bias.zero_()


torch.manual_seed(0)
silent = Block(32, 4, full)
silence(silent)
assert torch.equal(silent(x), x)

(silent(x) ** 2).sum().backward()
assert silent.attention.out_proj.weight.grad.norm() > 0
assert silent.feed_forward[2].weight.grad.norm() > 0
