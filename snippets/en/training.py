# Training a small decoder
# https://attention-by-example.github.io/attention-by-example/training/
# License: MIT
# Needs: pip install torch safetensors

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/training/" + name
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


fetch("grammar.py", "e24e507c6853df0b93162429d3ef0cfcb04129ee46820a47ea279855bfa9f286")
fetch("grammar.toml", "436d3b922501099acab7a5933d447d41b3ce114540d14d57415e9cad2d8d7b71")
fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()

# --- The texts ---

import copy
import json
import math
import random
import time
from collections import Counter

import torch
from grammar import TABLES, Text, vocabulary_of
from torch import nn

print(TABLES["en"]["ANIMAL"][0])          # the first of eight animals
generator = random.Random(2556)
for language in TABLES:
    print(" ".join(Text(language, generator, "act").words))


def floor_of(texts):                      # the first word is given
    guesses = sum(len(text.words) - 1 for text in texts)
    return sum(text.surprise for text in texts) / guesses


fresh = [Text("en", random.Random(7_000 + number), "act")
         for number in range(500)]
floor = floor_of(fresh)
vocabulary = vocabulary_of(["en"], ["act"])

pairs, alone = Counter(), Counter()       # a bigram model, counted
for number in range(20_000):
    words = Text("en", random.Random(20_000 + number), "act").words
    pairs.update(zip(words, words[1:]))
    alone.update(words)
losses = [-math.log(pairs[pair] / alone[pair[0]]) for text in fresh
          for pair in zip(text.words, text.words[1:])]
bigram = sum(losses) / len(losses)
print(f"even guesses {math.log(len(vocabulary)):.2f}, "
      f"bigram {bigram:.2f}, floor {floor:.2f}")

# --- Batches ---

def batch_of(texts, ids):
    rows = [torch.tensor([ids[word] for word in text.words])
            for text in texts]
    # one matrix, with shorter rows padded: (texts, tokens)
    batch = nn.utils.rnn.pad_sequence(rows, batch_first=True,
                                      padding_value=-100)
    # inputs, where padding becomes 0, and targets
    return batch[:, :-1].clamp(min=0), batch[:, 1:]


ids = {word: number for number, word in enumerate(vocabulary)}
inputs, targets = batch_of([fresh[3], fresh[6]], ids)
print(" ".join(fresh[3].words))
print(" ".join(fresh[6].words))
print(inputs)
print(targets)

# --- The decoder ---

class MultiHeadAttention(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.out_proj = nn.Linear(width, width)

    def split_heads(self, x):
        # (..., tokens, width) -> (..., heads, tokens, d_head);
        # unflatten splits an axis in two, flatten joins two
        return x.unflatten(-1, (self.num_heads, -1)).transpose(-3, -2)

    def forward(self, x):
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(x))
        values = self.split_heads(self.W_value(x))
        scores = (queries @ keys.transpose(-2, -1)
                  / math.sqrt(queries.shape[-1]))
        future = torch.ones_like(scores, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        context = weights @ values
        # detach: only the numbers, without their gradients
        self.attention_weights = weights.detach()
        self.context = context.detach()
        return self.out_proj(context.transpose(-3, -2).flatten(-2))


class Block(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = MultiHeadAttention(width, num_heads)
        self.norm2 = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(),
            nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, vocabulary, context_length=32, width=64,
                 num_heads=4, num_layers=2):
        super().__init__()
        self.vocabulary = vocabulary
        self.ids = {word: number
                    for number, word in enumerate(vocabulary)}
        self.context_length = context_length
        self.token_embedding = nn.Embedding(len(vocabulary), width)
        self.position_embedding = nn.Embedding(context_length, width)
        self.blocks = nn.Sequential(*[Block(width, num_heads)
                                      for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(width)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def forward(self, ids, start=0):
        positions = torch.arange(start, start + ids.shape[-1])
        x = (self.token_embedding(ids)
             + self.position_embedding(positions))
        x = self.final_norm(self.blocks(x))        # (..., tokens, width)
        return x @ self.token_embedding.weight.T   # logits


torch.manual_seed(0)
untrained = Decoder(vocabulary)
print(f"{sum(p.numel() for p in untrained.parameters()):,} parameters")

# --- The loss ---

def loss_of(model, texts, start=0):
    texts = sorted(texts, key=lambda text: len(text.words))
    total = 0.0
    # neighbors have similar lengths and need little padding
    for first in range(0, len(texts), 16):
        inputs, targets = batch_of(texts[first:first + 16], model.ids)
        logits = model(inputs, start)
        total = total + nn.functional.cross_entropy(
            logits.flatten(0, 1), targets.flatten(), reduction="sum")
    return total / sum(len(text.words) - 1 for text in texts)


with torch.no_grad():
    before = loss_of(untrained, fresh).item()
print(f"untrained {before:.2f}")

# --- The loop ---

def train(languages, steps, kinds=None, batch_size=32, rate=6e-3,
          count=3_000, seed=0, keep=20):
    torch.manual_seed(seed)
    model = Decoder(vocabulary_of(languages, kinds, count))
    # betas: how much of its running means it keeps at each step;
    # weight_decay: a slight pull of all parameters toward 0
    optimizer = torch.optim.AdamW(model.parameters(),
                                  betas=(0.9, 0.98), weight_decay=0.01)
    # pct_start: the part of the steps in which the rate rises
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, steps, pct_start=min(0.1, 100 / steps),
        cycle_momentum=False)
    generator = random.Random(seed)
    losses, copies = [], []
    for step in range(steps):
        texts = []
        for _ in range(batch_size):
            language = generator.choice(languages)
            kind = generator.choice(kinds) if kinds else None   # None: any
            texts.append(Text(language, generator, kind))
        longest = max(len(text.words) - 1 for text in texts)
        start = generator.randint(0, model.context_length - longest)

        loss = loss_of(model, texts, start)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()

        losses.append(loss.item())
        if (step + 1) % keep == 0:
            copies.append(copy.deepcopy(model))
    return model, losses, copies

begin = time.perf_counter()
model, losses, copies = train(["en"], steps=500, kinds=["act"])
print(f"{time.perf_counter() - begin:.0f} seconds")
with torch.no_grad():
    after = loss_of(model, fresh).item()
print(f"loss {after:.2f}, gap to the floor {after - floor:.2f}")

print("step  loss  bigram  floor")
for step in range(20, 501, 20):
    recent = losses[step - 20:step]
    print(f"{step:4}  {sum(recent) / 20:.2f}   {bigram:.2f}   "
          f" {floor:.2f}")

# --- What is learned when? ---

def verbs(number):                            # "sg" or "pl"
    tables = TABLES["en"]
    return ([line[f"sound.{number}"] for line in tables["ANIMAL"]]
            + [line[number] for line in tables["MOVE"] + tables["BE"]])


def next_word(model, words):                  # (vocabulary,)
    ids = torch.tensor([model.ids[word] for word in words.split()])
    with torch.no_grad():
        return torch.softmax(model(ids)[-1], dim=-1)


def on(words, model, chances):                # their probability
    return chances[[model.ids[word] for word in words]].sum().item()


def plural_share(model, words):
    chances = next_word(model, words)
    plural = on(verbs("pl"), model, chances)
    return plural / (plural + on(verbs("sg"), model, chances))


animals = TABLES["en"]["ANIMAL"]
sounds = [line[f"sound.{number}"] for line in animals
          for number in ("sg", "pl")]
fitting = (verbs("sg") + verbs("pl")
           + [line[""] for line in TABLES["en"]["PREP"]])


def probe(model, across=True):
    results = []
    for line in animals:
        own = [line["sound.sg"], line["sound.pl"]]
        for number, other in [("sg", "towers"), ("pl", "tower")]:
            words = f"<en> The {line[number]}"
            if across:
                words += f" near the {other}"
            chances = next_word(model, words)
            plural = plural_share(model, words)
            results.append([
                on(fitting, model, chances),
                plural if number == "pl" else 1 - plural,
                on(own, model, chances) / on(sounds, model, chances)])
    return torch.tensor(results).mean(dim=0).tolist()


print("step  fits  number  sound")
for number, one in enumerate([untrained] + copies):
    fits, right, sound = probe(one)
    print(f"{20 * number:4}  {fits:.2f}    {right:.2f}   {sound:.2f}")

print("      number       sound")
print("step  next across  next across")
for step in [80, 120, 160, 200, 300, 500]:
    one = copies[step // 20 - 1]
    near, across = probe(one, across=False), probe(one)
    print(f"{step:4}  {near[1]:.2f}   {across[1]:.2f}"
          f"  {near[2]:.2f}   {across[2]:.2f}")

# --- The large run ---

# (some minutes)
# large, _, _ = train(list(TABLES), steps=8_000, batch_size=64, rate=3e-3,
#                     count=20_000, seed=1, keep=8_000)

from safetensors import safe_open


def load(path):
    with safe_open(path, framework="pt") as file:
        vocabulary = json.loads(file.metadata()["vocabulary"])
        matrices = {name: file.get_tensor(name).float()
                    for name in file.keys()}  # from 16 to 32 bits
    model = Decoder(vocabulary)
    model.load_state_dict(matrices)           # by their names
    return model


large = load("grammar.safetensors")
torch.manual_seed(0)
newborn = Decoder(large.vocabulary)           # random weights
print(len(large.vocabulary), "words,",
      f"{sum(p.numel() for p in large.parameters()):,} parameters")

print("    loss floor  gap")
for language in TABLES:
    texts = [Text(language, random.Random(9_000 + number))
             for number in range(200)]
    with torch.no_grad():
        loss = loss_of(large, texts).item()
    lowest = floor_of(texts)
    print(f"{language} {loss:.3f} {lowest:.3f}  {loss - lowest:.2f}")

def top(model, words, count):
    best = next_word(model, words).topk(count)    # the largest
    return [f"{model.vocabulary[number]} {chance:.2f}" for number, chance
            in zip(best.indices.tolist(), best.values.tolist())]


def write(model, words, generator):
    while not words.endswith("<end>"):
        drawn = generator.choices(model.vocabulary,
                                  next_word(model, words).tolist())
        words += " " + drawn[0]
    return words


DOGS, DOG = "<en> The dogs near the house", "<en> The dog near the house"
print("before", ", ".join(top(newborn, DOGS, 3)))
print("after ", ", ".join(top(large, DOGS, 3)))
for language in TABLES:
    print(write(large, f"<{language}>", random.Random(4)))

# --- Where do the heads look? ---

def subject_and_query(text):
    """Positions of the subject and of the token before the verb."""
    # roles: each word's item of the pattern; no model sees them
    subject = [position for position, role in enumerate(text.roles)
               if role in ("ANIMAL.N", "PERSON.N")]
    verb = [position for position, role in enumerate(text.roles)
            if role in ("ANIMAL.sound.N", "MOVE.N", "BE.N")]
    return subject[0], verb[0] - 1


def weights_of(model, words):
    with torch.no_grad():
        model(torch.tensor([model.ids[word] for word in words]))
    return torch.stack([block.attention.attention_weights
                        for block in model.blocks])
    # (layers, heads, queries, keys)


def looks_at_subject(model, texts):           # (layers, heads)
    looks = []
    for text in texts:
        subject, query = subject_and_query(text)
        weights = weights_of(model, text.words)
        looks.append(weights[:, :, query, subject])
    return torch.stack(looks).mean(dim=0)


torch.set_printoptions(precision=2, sci_mode=False)
far = [text for text in fresh if "WHERE" in text.roles][:100]
even = [1 / (subject_and_query(text)[1] + 1) for text in far]
print(f"even attention: {sum(even) / len(even):.2f}")
print("before", looks_at_subject(newborn, far))
looks = looks_at_subject(large, far)
print("after", looks)

# --- Before and after ---

words = DOGS.split()
print(weights_of(newborn, words)[1, 2])

print(weights_of(large, words)[1, 2])

# --- Remove a head ---

def mean_contexts(model, texts):              # (layers, heads, d_head)
    contexts = []
    for text in texts:
        weights_of(model, text.words)         # runs the model
        contexts.append(torch.stack([block.attention.context
                                     for block in model.blocks]))
    return torch.cat(contexts, dim=2).mean(dim=2)     # over all tokens


def without(model, layer, head, instead):     # instead: (d_head,)
    cut = copy.deepcopy(model)
    attention = cut.blocks[layer].attention
    size = len(instead)
    mine = slice(head * size, (head + 1) * size)   # its components
    with torch.no_grad():
        # these rows make the head's values: with 0, its context is 0
        attention.W_value.weight[mine] = 0
        # these columns read the context vectors; `instead` adds
        # the same to every token: a bias
        attention.out_proj.bias += (
            attention.out_proj.weight[:, mine] @ instead)
    return cut


def verb_loss(model):
    losses = []
    for text in far:
        verb = subject_and_query(text)[1] + 1
        chances = next_word(model, " ".join(text.words[:verb]))
        losses.append(-math.log(on([text.words[verb]], model, chances)))
    return sum(losses) / len(losses)


def measure(model):
    _, number, sound = probe(model)
    return [verb_loss(model), plural_share(model, DOGS),
            plural_share(model, DOG), number, sound]


def show(name, zero, mean):
    print(f"{name:7}" + "   ".join(f"{with_zero:.2f} {with_mean:.2f}"
                                  for with_zero, with_mean
                                  in zip(zero, mean)))


means = mean_contexts(large, far)
whole = measure(large)
print("       verb loss   dogs        dog         number      sound")
print("head " + "   zero mean" * 5)
show("whole", whole, whole)
for layer in range(2):
    for head in range(4):
        mean = means[layer, head]
        zero = torch.zeros_like(mean)
        show(f"{layer}.{head}",
             measure(without(large, layer, head, zero)),
             measure(without(large, layer, head, mean)))

# --- Where a skew comes from ---

frames = [f"{where} {line['sg']}" for line in TABLES["en"]["MOVE"]
          for where in ["", "near the house", "behind the trees",
                        "beside the school", "under the bridges"]]
frames += [f"{line['sg']} the {other}" for line in TABLES["en"]["SEEK"]
           for other in ["man", "woman", "key", "dogs"]]


def she_shares(model, job):
    shares = []
    for frame in frames:
        chances = next_word(model, f"<en> The {job} {frame} .")
        she, he = [on([word], model, chances) for word in ("She", "He")]
        shares.append(she / (she + he))
    return torch.tensor(shares)


print(len(frames), "sentences")
print("         texts  before  after  range")
for line in TABLES["en"]["JOB"]:
    drawn = [entry[""] for entry in TABLES["en"][line["she"]]]
    texts = drawn.count("she") / len(drawn)
    before = she_shares(newborn, line["word"]).mean()
    shares = she_shares(large, line["word"])
    print(f"{line['word']:8} {texts:.2f}   {before:.2f}    "
          f"{shares.mean():.2f}   {shares.min():.2f}-{shares.max():.2f}")

# --- Knowing nothing in four languages ---

print(f"{math.log(len(large.vocabulary)):.2f}")

assert len(vocabulary) < len(large.vocabulary)

# --- What each part adds ---

tokens = torch.tensor([large.ids[word] for word in DOGS.split()])
with torch.no_grad():
    x = (large.token_embedding(tokens)
         + large.position_embedding.weight[:len(tokens)])
    parts = {"embedding": x[-1]}      # the vector of house, (64,)
    for number, block in enumerate(large.blocks):
        # what the two parts of this layer add to the vector of house
        parts[f"attention {number}"] = ...
        parts[f"feed-forward {number}"] = ...

ids = torch.tensor([large.ids[word] for word in DOGS.split()])
with torch.no_grad():
    x = (large.token_embedding(ids)
         + large.position_embedding.weight[:len(ids)])
    parts = {"embedding": x[-1]}
    for number, block in enumerate(large.blocks):
        added = block.attention(block.norm1(x))
        x = x + added
        parts[f"attention {number}"] = added[-1]
        added = block.feed_forward(block.norm2(x))
        x = x + added
        parts[f"feed-forward {number}"] = added[-1]
for name, part in parts.items():
    print(f"{name:14} {part.norm():5.1f}")
print(f"{'stream':14} {x[-1].norm():5.1f}")
torch.testing.assert_close(sum(parts.values()), x[-1])

# --- The price of a skew ---

skewed = ...         # mean surprise, she in nine out of ten
even_handed = ...    # mean surprise, she in five out of ten

skewed = -(0.9 * math.log(0.9) + 0.1 * math.log(0.1))
even_handed = -math.log(0.5)
print(f"{skewed:.2f} {even_handed:.2f}")

# --- Other seeds ---

for seed in [1, 2]:
    other, _, others = train(["en"], 500, ["act"], seed=seed, keep=80)
    layer, head = divmod(looks_at_subject(other, far).argmax().item(),
                         4)
    print(f"seed {seed}, head {layer}.{head}")
    for number, one in enumerate(others):
        fits, right, sound = probe(one)
        print(f"{80 * (number + 1):4}  {fits:.2f}    {right:.2f}"
              f"   {sound:.2f}")

# --- A new animal ---

wolf = {"sg": "wolf", "pl": "wolves",
        "sound.sg": "howls", "sound.pl": "howl"}
animals = TABLES["en"]["ANIMAL"]
animals[8:] = [wolf]    # the ninth animal
wolf_floor = ...        # of 500 texts, from the same seeds as `fresh`
del animals[8:]         # the eight animals from before

animals = TABLES["en"]["ANIMAL"]
animals.append({"sg": "wolf", "pl": "wolves",
                "sound.sg": "howls", "sound.pl": "howl"})
texts = [Text("en", random.Random(7_000 + number), "act")
         for number in range(500)]
wolf_floor = floor_of(texts)
animals.pop()
print(f"{floor:.3f} {wolf_floor:.3f}")
assert "howl" not in vocabulary
