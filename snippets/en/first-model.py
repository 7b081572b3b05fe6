# Your first language model
# https://attention-by-example.github.io/attention-by-example/first-model/
# License: MIT
# Needs: pip install torch

# --- A grammar in twenty lines ---

import math
from itertools import permutations, product

import torch
from torch import nn

COLORS = ["gray", "brown", "white"]
AWAKE = {"owl": "tonight", "dog": "today"}   # when each one plays
PLACES = ["", "house", "houses", "tree", "trees"]


def tell(colors, kinds, plurals, who, when, place):
    nouns = [kind + "s" * plural for kind, plural in zip(kinds, plurals)]
    animals = [f"the {color} {noun}" for color, noun in zip(colors, nouns)]
    verb = "play" if AWAKE[kinds[who]] == when else "sleep"
    verb += "" if plurals[who] else "s"
    where = f"near the {place}" if place else ""
    return " ".join(f"{animals[0]} met {animals[1]} . "
                    f"{when} {animals[who]} {where} {verb} .".split())


stories = {}                                 # text -> its probability
for choice in product(permutations(COLORS, 2), permutations(AWAKE),
                      product([0, 1], repeat=2), [0, 1],
                      ["today", "tonight"], PLACES):
    # 6 pairs of colors, 2 orders of the animals, 4 choices of
    # singular or plural, 2 who may play or sleep, 2 times
    half = 1 / 2 if choice[-1] == "" else 1 / 8
    stories[tell(*choice)] = half / (6 * 2 * 4 * 2 * 2)

for text in list(stories)[3::350]:
    print(text)
print(len(stories), "texts, probability", round(sum(stories.values()), 9))

# --- How wrong is a guess? ---

for p in [1, 1 / 2, 1 / 4, 1 / 21]:
    # ln p is never above 0, so abs turns it into -ln p
    print(f"p = {p:.2f}  loss {abs(math.log(p)):.2f}")

vocabulary = sorted(set(" ".join(stories).split()))
number_of = {word: index for index, word in enumerate(vocabulary)}
guesses = sum(p * (len(text.split()) - 1)    # the first word is given
              for text, p in stories.items())
entropy = -sum(p * math.log(p) for p in stories.values())
floor = entropy / guesses

print(len(vocabulary), "words")
print(f"{entropy:.3f} nats in a text, {guesses:.1f} guesses on average")
print(f"floor {floor:.3f} nats per token")

# --- Guess by counting ---

def by_counting(seen_by_model):
    together, alone = {}, {}                 # how often
    for text, p in stories.items():
        words = text.split()
        for i in range(1, len(words)):
            seen = seen_by_model(words, i)
            pair = (seen, words[i])          # with the word to guess
            together[pair] = together.get(pair, 0) + p
            alone[seen] = alone.get(seen, 0) + p
    return -sum(p * math.log(p / alone[seen])
                for (seen, _), p in together.items()) / guesses


bigram = by_counting(lambda words, i: words[i - 1])
placed = by_counting(lambda words, i: (words[i - 1], i))
print(f"bigram:        loss {bigram:.2f}, gap {bigram - floor:.2f}")
print(f"with position: loss {placed:.2f}, gap {placed - floor:.2f}")

# --- Position vectors ---

torch.set_default_dtype(torch.float64)


class OneHead(nn.Module):
    def __init__(self, words=21, context_length=16, width=32):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.position = nn.Embedding(context_length, width)
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.output = nn.Linear(width, words, bias=False)
        # start with random numbers around 0, mostly within ±0.4
        nn.init.normal_(self.embedding.weight, std=0.2)
        nn.init.normal_(self.position.weight, std=0.2)

    def forward(self, ids):                       # (texts, tokens)
        # x, queries and keys: (texts, tokens, width)
        x = self.embedding(ids) + self.position.weight[:ids.shape[1]]
        queries, keys = self.W_query(x), self.W_key(x)
        # scores and weights: (texts, queries, keys)
        scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
        future = torch.ones_like(scores, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -torch.inf)
        self.weights = torch.softmax(scores, dim=-1)
        context = self.weights @ self.W_value(x)  # (texts, tokens, width)
        return self.output(context)               # (texts, tokens, words)


torch.manual_seed(1)
model = OneHead()
print(sum(p.numel() for p in model.parameters()), "parameters")

inputs = torch.zeros(len(stories), 16, dtype=torch.long)
targets = torch.full((len(stories), 16), -100)
for row, text in enumerate(stories):
    ids = torch.tensor([number_of[word] for word in text.split()])
    inputs[row, :len(ids) - 1] = ids[:-1]
    targets[row, :len(ids) - 1] = ids[1:]
chances = torch.tensor(list(stories.values()))


def loss_of_texts(model):                         # one loss per text
    with torch.no_grad():                         # no gradients needed
        logits = model(inputs)
    # flatten puts the guesses of all texts one below the other;
    # "none": one loss per guess instead of their mean
    losses = nn.functional.cross_entropy(
        logits.flatten(0, 1), targets.flatten(), reduction="none")
    return losses.view(inputs.shape).sum(dim=1)


def gap(model):                                   # @: weighted mean
    return (chances @ loss_of_texts(model)).item() / guesses - floor


print(f"untrained: loss {gap(model) + floor:.2f}, gap {gap(model):.2f}")

# --- Training ---

def train(model, steps=300, rate=0.01, shares=chances):
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.LinearLR(
        optimizer, 1.0, 0.0, total_iters=steps)   # the rate shrinks
    curve = []
    for step in range(steps):
        # draw 64 texts by their probabilities, repetition allowed
        rows = torch.multinomial(shares, 64, replacement=True)
        logits = model(inputs[rows])
        loss = nn.functional.cross_entropy(
            logits.flatten(0, 1), targets[rows].flatten())
        optimizer.zero_grad()                     # forget old gradients
        loss.backward()                           # find new ones
        optimizer.step()                          # move against them
        schedule.step()
        curve.append(loss.item())
    return curve

SENTENCE = ("the gray owls met the brown dog . "
            "tonight the brown dog near the trees")
example = torch.tensor([[number_of[word] for word in SENTENCE.split()]])


def weights_on_example(model):
    with torch.no_grad():
        model(example)
    return model.weights[0, [10, 11, 14]]         # brown, dog, trees


weights_before = weights_on_example(model)
curve = train(model)

print("step  loss  bigram  placed  floor")
for step in [0, 20, 40, 60, 80, 100, 150, 200, 280]:
    recent = sum(curve[step:step + 20]) / 20      # mean of 20 steps
    print(f"{step:4}  {recent:.2f}    {bigram:.2f}    {placed:.2f}"
          f"   {floor:.2f}")

print(f"one head: loss {gap(model) + floor:.2f}, gap {gap(model):.2f}")

gaps = []
for seed in range(5):
    torch.manual_seed(seed)
    other = OneHead()
    train(other)
    gaps.append(gap(other))
gaps.sort()
print(f"gap: median {gaps[2]:.2f}, from {gaps[0]:.2f} to {gaps[4]:.2f}")

# --- It writes ---

def write(model):
    words = ["the"]
    while words.count(".") < 2 and len(words) < 17:
        ids = torch.tensor([[number_of[word] for word in words]])
        with torch.no_grad():
            logits = model(ids)[0, -1]            # of the last word only
        p = torch.softmax(logits, dim=-1)         # (words,)
        drawn = torch.multinomial(p, 1, replacement=True)
        words.append(vocabulary[drawn.item()])
    return " ".join(words)


torch.manual_seed(1)
untrained = OneHead()                         # the same start
for name, writer in [("before", untrained), ("after", model)]:
    torch.manual_seed(1)
    for _ in range(4):
        text = write(writer)
        print(f"{name:7}{'ok ' if text in stories else '-- '}{text}")

def correct(model):
    return torch.exp(-loss_of_texts(model)).sum().item()


print(f"untrained {correct(untrained):.3f}, trained {correct(model):.3f}")

# --- Where the gap comes from ---

def truth(words):          # true probability of the last word
    def total(start):
        return sum(p for text, p in stories.items()
                   if text.split()[:len(start)] == start)
    return total(words) / total(words[:-1])


words = SENTENCE.split() + ["sleeps"]
with torch.no_grad():
    chance = torch.softmax(model(example)[0], dim=-1)
print("guess   model  true")
for index in [2, 5, 6, 10, 11, 12, 13, 15]:
    p = chance[index - 1, number_of[words[index]]].item()
    print(f"{words[index]:7} {p:.2f}   {truth(words[:index + 1]):.2f}")

for word in ["sleeps", "plays", "sleep", "play"]:
    print(f"{word:7} {chance[14, number_of[word]]:.2f}")

torch.set_printoptions(precision=2, sci_mode=False, linewidth=120)
print(weights_before)

print(weights_on_example(model))

# --- Texts without a place ---

print(f"{math.log(192) / 13:.4f}")

added = math.log(2) + math.log(4) / 2
print(f"{added:.2f} nats in {guesses - 13:.1f} guesses")
assert abs(math.log(192) + added - entropy) < 1e-9

# --- More training ---

patient = ...          # a new model, to be trained
patient_curve = ...    # what its training returns
patient_gap = ...      # its gap after the training

torch.manual_seed(1)
patient = OneHead()
patient_curve = train(patient, steps=600)
patient_gap = gap(patient)
print(f"gap {patient_gap:.2f}")
assert patient_gap > 0.1

# --- Without positions ---

def blind_model(seed):    # not trained yet
    torch.manual_seed(seed)
    blind = OneHead()
    ...                   # no positions, now and in the training
    return blind


# then train one of them for each seed, and compare the gaps

def blind_model(seed):
    torch.manual_seed(seed)
    blind = OneHead()
    nn.init.zeros_(blind.position.weight)
    blind.position.weight.requires_grad_(False)   # not trained
    return blind


gaps = []
for seed in range(5):
    blind = blind_model(seed)
    train(blind)
    gaps.append(gap(blind))
gaps.sort()
print(f"gap: median {gaps[2]:.2f}, from {gaps[0]:.2f} to {gaps[4]:.2f}")

# --- Memorized? ---

unseen = ...             # (960,), True for every seventh text
training_shares = ...    # (960,), the argument `shares` of train
honest = ...             # a new model, to be trained with them
unseen_loss = ...        # per guess, on the unseen texts

unseen = torch.arange(len(stories)) % 7 == 3
training_shares = chances.masked_fill(unseen, 0.0)
torch.manual_seed(1)
honest = OneHead()
train(honest, shares=training_shares)
losses, counts = loss_of_texts(honest), (targets != -100).sum(dim=1)


def loss_on(rows):                        # per guess
    shares = chances[rows]
    return shares @ losses[rows] / (shares @ counts[rows].double())


unseen_loss = loss_on(unseen)
print(f"seen   {loss_on(~unseen):.2f}")
print(f"unseen {unseen_loss:.2f}")
