# Was ein Kopf berechnet
# https://attention-by-example.github.io/attention-by-example/de/circuits/
# License: MIT
# Needs: pip install torch safetensors

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/de/circuits/" + name
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

# --- Ein Modell in Teilen ---

import json
import random

import torch
from grammar import TABLES, Text
from safetensors import safe_open
from torch import nn

torch.set_default_dtype(torch.float64)
torch.set_printoptions(precision=2, sci_mode=False)

with safe_open("grammar.safetensors", framework="pt") as file:
    vocabulary = json.loads(file.metadata()["vocabulary"])
    matrices = {name: file.get_tensor(name).double()
                for name in file.keys()}
number_of = {word: number for number, word in enumerate(vocabulary)}
embedding = matrices["token_embedding.weight"]
HEADS = [f"{layer}.{head}" for layer in range(2) for head in range(4)]


def linear(name, x):
    return nn.functional.linear(x, matrices[name + ".weight"],
                                matrices.get(name + ".bias"))


def norm(name, x):
    return nn.functional.layer_norm(
        x, x.shape[-1:], matrices[name + ".weight"],
        matrices[name + ".bias"])


def feed_forward(layer, x):
    block = f"blocks.{layer}."
    hidden = linear(block + "feed_forward.0", norm(block + "norm2", x))
    return linear(block + "feed_forward.2", nn.functional.gelu(hidden))


def head_matrices(layer, head):
    """W_query, W_key, W_value (64, 16) und W_out (16, 64)."""
    attention = f"blocks.{layer}.attention."
    mine = slice(16 * head, 16 * head + 16)
    three = [matrices[f"{attention}W_{name}.weight"][mine].T
             for name in ("query", "key", "value")]
    return *three, matrices[attention + "out_proj.weight"][:, mine].T


def leave(name, vectors):                     # ändert nichts
    return vectors


def run(ids, edit=leave):                     # ids: (texts, tokens)
    """Logits nach dem letzten Token, Teile, Ströme, Scores."""
    parts, streams, all_scores = {}, [], {}

    def add(x, name, vectors):                # (texts, tokens, 64)
        parts[name] = edit(name, vectors)
        return x + parts[name]

    positions = matrices["position_embedding.weight"][:ids.shape[1]]
    x = add(0, "word", embedding[ids])
    x = add(x, "position", positions.expand_as(x))
    streams.append(x)
    future = torch.ones(2 * ids.shape[1:], dtype=torch.bool).triu(1)
    for layer in range(2):
        normed = norm(f"blocks.{layer}.norm1", x)
        for head in range(4):
            W_query, W_key, W_value, W_out = head_matrices(layer, head)
            scores = ((normed @ W_query)
                      @ (normed @ W_key).transpose(1, 2) / 4)
            scores = scores.masked_fill(future, -torch.inf)
            context = torch.softmax(scores, dim=2) @ (normed @ W_value)
            x = add(x, f"{layer}.{head}", context @ W_out)
            all_scores[f"{layer}.{head}"] = scores
        bias = matrices[f"blocks.{layer}.attention.out_proj.bias"]
        x = add(x, f"bias{layer}", bias.expand_as(x))
        streams.append(x)
        x = add(x, f"ff{layer}", feed_forward(layer, x))
        streams.append(x)
    logits = norm("final_norm", x)[:, -1] @ embedding.T
    return logits, parts, streams, all_scores


def ids_of(rows):
    return torch.tensor([[number_of[word] for word in row]
                         for row in rows])

def draw_texts(count, seed):
    texts = []
    while len(texts) < count:
        text = Text("en", random.Random(seed), "act")
        seed += 1
        if text.roles[6:7] == ["ANIMAL.sound.N"]:
            texts.append(text)
    return texts


def twins(texts):
    """Nummern von Texten, Zwillingen, richtigen und falschen Verben."""
    rows = [[], [], [], []]
    for text in texts:
        animal, number = text.drawn["ANIMAL"], text.drawn["N"][""]
        other = "sg" if number == "pl" else "pl"
        start, end = text.words[:2], text.words[3:6]
        rows[0].append([*start, animal[number], *end])
        rows[1].append([*start, animal[other], *end])
        rows[2].append([animal[f"sound.{number}"]])
        rows[3].append([animal[f"sound.{other}"]])
    return [ids_of(row) for row in rows]


def difference(logits, right, wrong):             # (texts,)
    return (logits.gather(1, right) - logits.gather(1, wrong))[:, 0]


for subject in ["dogs", "dog"]:
    ids = ids_of([f"<en> The {subject} near the house".split()])
    logits = run(ids)[0][0]
    chances = torch.softmax(logits, dim=-1)
    print(f"{subject:4}", *[f"{verb} {chances[number_of[verb]]:.3f}"
                            for verb in ("bark", "barks")])

texts = draw_texts(200, seed=0)
clean, corrupted, right, wrong = twins(texts)
logits, parts, streams, scores = run(clean)
twin_logits, twin_parts, _, _ = run(corrupted)
whole = difference(logits, right, wrong)
twin = difference(twin_logits, right, wrong)
print(f"texts {whole.mean():.2f}, lowest {whole.min():.2f}")
print(f"twins {twin.mean():.2f}, highest {twin.max():.2f}")

# --- Zwei Abbildungen ---

def maps(name):
    W_query, W_key, W_value, W_out = head_matrices(int(name[0]),
                                                   int(name[2]))
    return W_query @ W_key.T / 4, W_value @ W_out     # je (64, 64)


def stand_in(ids, layer, stage):
    x = embedding[ids]
    if stage == "position":
        x = x + matrices["position_embedding.weight"][:ids.shape[1]]
    if layer == 1 and stage in ("ff0", "position"):
        x = x + feed_forward(0, x)
    return (x if stage == "embedding"
            else norm(f"blocks.{layer}.norm1", x))


print("head  embedding  normed   ff0  position  model")
for name in ["0.1", "1.2", "1.3"]:
    QK, _ = maps(name)
    shares = []
    for stage in ("embedding", "normed", "ff0", "position"):
        x = stand_in(clean, int(name[0]), stage)  # (texts, 6, 64)
        guess = (x[:, -1:] @ QK @ x.transpose(1, 2)).argmax(dim=2)
        shares.append((guess == 2).double().mean())
    found = scores[name][:, -1].argmax(dim=1)
    shares.append((found == 2).double().mean())
    print(f"{name} {shares[0]:11.2f} {shares[1]:7.2f} {shares[2]:5.2f} "
          f"{shares[3]:9.2f} {shares[4]:6.2f}")

torch.set_printoptions(precision=1, sci_mode=False)
QK, _ = maps("1.2")
queries = stand_in(ids_of(["house walls tower".split()]), 1, "ff0")
keys = stand_in(
    ids_of(["The dogs dog cats cat near house".split()]), 1, "ff0")
print(queries[0] @ QK @ keys[0].T)

def writes(name, words, verbs):
    _, OV = maps(name)
    added = stand_in(ids_of([words.split()]), 1, "ff0")[0] @ OV
    added = added - added.mean(dim=-1, keepdim=True)  # wie in norm
    added = added * matrices["final_norm.weight"]
    return added @ embedding[ids_of([verbs.split()])[0]].T


VERBS = "bark barks meow meows are is"
print(writes("1.2", "dogs dog cats cat", VERBS))

print(writes("1.3", "dogs dog cats cat", VERBS))
torch.set_printoptions(precision=2, sci_mode=False)

# --- Wer trägt bei? ---

def contributions(parts, stream, right, wrong):
    direction = (embedding[right] - embedding[wrong])[:, 0]   # (texts, 64)
    sigma = torch.sqrt(
        stream[:, -1].var(dim=-1, correction=0, keepdim=True) + 1e-5)
    gain = matrices["final_norm.weight"] / sigma      # eingefroren
    found = {}
    for name, vectors in parts.items():
        part = vectors[:, -1]                         # (texts, 64)
        part = (part - part.mean(dim=-1, keepdim=True)) * gain
        found[name] = (part * direction).sum(dim=-1)
    found["biases"] = (found.pop("bias0") + found.pop("bias1")
                       + direction @ matrices["final_norm.bias"])
    return found


found = contributions(parts, streams[-1], right, wrong)
error = (sum(found.values()) - whole).abs().max()
print(f"sum {sum(found.values()).mean():.2f}, whole {whole.mean():.2f}")
print("error in any text below 1e-10:", error.item() < 1e-10)

print("part         contribution")
means = {name: shares.mean().item() for name, shares in found.items()}
for name in sorted(means, key=means.get, reverse=True):
    print(f"{name:12} {round(means[name], 2) + 0.0:.2f}")

# --- Die Logit-Linse ---

STAGES = ["embeddings", "attention 0", "ff0", "attention 1", "ff1"]


def lens(stream):                                 # (..., vocabulary)
    return norm("final_norm", stream) @ embedding.T


def probe(rows, answers, new_rows):               # Nummer der Klasse
    def with_one(rows):                           # Spalte für den Bias
        return torch.cat([rows, torch.ones(len(rows), 1)], dim=1)

    rows, targets = with_one(rows), nn.functional.one_hot(answers)
    square = rows.T @ rows + 0.01 * torch.eye(rows.shape[1])
    fitted = torch.linalg.solve(square, rows.T @ targets.double())
    return (with_one(new_rows) @ fitted).argmax(dim=1)


def is_plural(texts):                             # 0 oder 1
    return torch.tensor([["sg", "pl"].index(text.drawn["N"][""])
                         for text in texts])


def share(hits):
    return f"{hits.double().mean():5.2f}"


others = draw_texts(400, seed=10_000)
_, other_parts, other_streams, _ = run(twins(others)[0])
dogs = run(ids_of(["<en> The dogs near the house".split()]))[2]
print("after        favorite   lens  probe")
for stage, name in enumerate(STAGES):
    word = vocabulary[lens(dogs[stage][0, -1]).argmax()]
    rows = streams[stage][:, -1]                  # (texts, 64)
    seen = difference(lens(rows), right, wrong) > 0
    guess = probe(other_streams[stage][:, -1], is_plural(others), rows)
    print(f"{name:11}  {word:8}  {share(seen)}  "
          f"{share(guess == is_plural(texts))}")

ANSWERS = ["it", "them", "him", "her"]
last_streams, answers = [], []
for seed in range(700):
    text = Text("en", random.Random(20_000 + seed), "it")
    place = [number for number, role in enumerate(text.roles)
             if role in ("OTHER.it", "THING.it")][0]
    stages = run(ids_of([text.words[:place]]))[2]
    last_streams.append(torch.stack(stages)[:, 0, -1])    # (5, 64)
    answers.append(ANSWERS.index(text.words[place]))
last_streams, answers = torch.stack(last_streams), torch.tensor(answers)
numbers = ids_of([ANSWERS])[0][answers]           # im Vokabular
print("after        right  sure, wrong  probe  most frequent")
for stage, name in enumerate(STAGES):
    rows = last_streams[:, stage]
    best = torch.softmax(lens(rows[400:]), dim=-1).max(dim=-1)
    hits = best.indices == numbers[400:]
    guess = probe(rows[:400], answers[:400], rows[400:])
    print(f"{name:11}  {share(hits)}  {share(~hits & (best.values > 0.8))}"
          f"        {share(guess == answers[400:])}  "
          f"{vocabulary[best.indices.mode().values]} "
          f"{share(best.indices == best.indices.mode().values)}")

# --- Aktivierungen einsetzen ---

def patch(source, *places):                       # (part, token)
    def edit(name, vectors):
        for part, token in places:
            if part == name:
                vectors = vectors.clone()
                vectors[:, token] = source[part][:, token]
        return vectors
    return edit


def recovered(edit):                              # (texts,)
    patched = difference(run(corrupted, edit)[0], right, wrong)
    return (patched - twin) / (whole - twin)


PARTS = ["word", *HEADS[:4], "ff0", *HEADS[4:], "ff1"]
table = torch.stack([torch.stack([
    recovered(patch(parts, (part, token))).mean()
    for token in range(6)]) for part in PARTS])
print(table)

irrelevant, generator = corrupted.clone(), random.Random(0)
PREPOSITIONS = [line[""] for line in TABLES["en"]["PREP"]]
PLACES = [line[number] for line in TABLES["en"]["PLACE"]
          for number in ("sg", "pl")]
for row in irrelevant:
    for token, words in [(3, PREPOSITIONS), (5, PLACES)]:
        row[token] = number_of[generator.choice(
            [word for word in words if number_of[word] != row[token]])]
source = run(irrelevant)[1]
control = torch.stack([recovered(patch(source, (part, token))).abs()
                       for part in PARTS for token in range(6)])
print(f"largest mean {control.mean(dim=1).max():.2f}, "
      f"largest of all {control.max():.2f}")

# --- Den Weg sperren ---

def hold(places, held):
    def edit(name, vectors):
        if name in held:
            return twin_parts[name]
        return patch(parts, *places)(name, vectors)
    return edit


print("held      0.2 patched  ff0 patched")
for held in [[], ["1.0", "1.1"], ["1.2"], ["1.3"], ["1.2", "1.3"]]:
    shares = [recovered(hold([(part, 2)], held)).mean()
              for part in ("0.2", "ff0")]
    print(f"{' '.join(held):9} {shares[0]:11.2f} {shares[1]:12.2f}")
both = recovered(patch(parts, ("1.2", 5), ("1.3", 5))).mean()
print(f"1.2 and 1.3 patched together: {both:.2f}")

# --- Null oder Mittel? ---

def replace(heads, kind):
    def edit(name, vectors):
        if name not in heads:
            return vectors
        mean = other_parts[name].mean(dim=0)      # (tokens, 64)
        return {"zero": torch.zeros_like(vectors),
                "mean": mean.mean(dim=0).expand_as(vectors),
                "token": mean.expand_as(vectors)}[kind]
    return edit


def cut(heads, kind):                             # (texts,)
    return difference(run(clean, replace(heads, kind))[0], right, wrong)


def cost(heads, kind="token"):
    return (whole - cut(heads, kind)).mean().item()


print("head  direct   zero   mean  token")
for name in HEADS:
    costs = [cost([name], kind) for kind in ("zero", "mean", "token")]
    print(f"{name}   {means[name]:6.2f}",
          *[f"{one:6.2f}" for one in costs])

def sigma(stream):
    return stream[:, -1].std(dim=-1, correction=0).mean()


print("head  length of mean  distance from it  sigma without")
for name in ["1.1", "1.2"]:
    last = other_parts[name][:, -1]               # (texts, 64)
    mean = last.mean(dim=0)
    distance = (last - mean).norm(dim=-1).mean()
    stream = run(clean, replace([name], "zero"))[2][-1]
    print(f"{name}   {mean.norm():14.2f}  {distance:16.2f}"
          f"  {sigma(stream):13.2f}")
print(f"sigma with all heads {sigma(streams[-1]):.2f}")

# --- Was offenbleibt ---

pairs = [[one, two] for number, one in enumerate(HEADS)
         for two in HEADS[number + 1:]]
excess = sorted(
    (cost(pair) - cost(pair[:1]) - cost(pair[1:]), pair)
    for pair in pairs)
print("pair     cost  excess  right verb")
for more, pair in excess[:-4:-1] + excess[2::-1]:
    print(f"{' '.join(pair)}  {cost(pair):.2f}  {more:6.2f}  "
          f"{share(cut(pair, 'token') > 0)}")

# --- Der Rang einer Abbildung ---

print(torch.linalg.matrix_rank(maps("1.2")[0]).item())

W_query, W_key, _, _ = head_matrices(1, 2)
print(maps("1.2")[0].numel(), W_query.numel() + W_key.numel())

# --- Die Beiträge des Zwillings ---

both = ids_of([f"<en> The {subject} near the house".split()
               for subject in ("dogs", "dog")])   # (2, 6)
split = ...         # Name jedes Teils: seine Beiträge zu bark - barks, (2,)
most_changed = ...  # die Namen von drei Teilen

both = ids_of([f"<en> The {subject} near the house".split()
               for subject in ("dogs", "dog")])
_, split, split_streams, _ = run(both)
split = contributions(split, split_streams[-1],
                      ids_of([["bark"]] * 2), ids_of([["barks"]] * 2))
for name, (dogs_share, dog_share) in sorted(
        split.items(), key=lambda item: item[1][1] - item[1][0])[:3]:
    print(f"{name:4} {dogs_share:5.2f} {dog_share:5.2f}")

# --- Die andere Richtung ---

def lost(*places):              # je (Teil, Token), zum Beispiel ("1.2", 5)
    # Anteil der Logit-Differenz, den jeder Text verliert, (texts,)
    ...

for places in [[("1.2", 5)], [("1.3", 5)], [("1.2", 5), ("1.3", 5)],
               [("0.2", 2)], [("ff0", 2)]]:
    patched = difference(
        run(clean, patch(twin_parts, *places))[0], right, wrong)
    lost = ((whole - patched) / (whole - twin)).mean()
    gained = recovered(patch(parts, *places)).mean()
    print(f"{' '.join(part for part, _ in places):7}  "
          f"lost {lost:.2f}, recovered {gained:.2f}")

# --- Ein Vektor, den es gibt ---

def resample(name, order):
    """Ein Eingriff: Text i bekommt, was Kopf name in Text order[i] addiert."""
    def edit(part, vectors):                      # (texts, tokens, 64)
        ...
    return edit

torch.manual_seed(0)
order = torch.randperm(200)
for name in HEADS:
    resampled = difference(run(
        clean, lambda part, vectors, name=name:
        parts[name][order] if part == name else vectors)[0],
        right, wrong)
    print(f"{name}  mean {cost([name]):5.2f}, "
          f"other text {(whole - resampled).mean():5.2f}")

# --- Derselbe Weg auf Deutsch ---

def german_twin(text):
    """Die sechs Wörter des Zwillings und das Verb, das zu ihm passt."""
    animal, number = text.drawn["ANIMAL"], text.drawn["N"][""]
    other = "sg" if number == "pl" else "pl"
    words, verb = ..., ...
    return words, verb

german, seed = [], 0
while len(german) < 200:
    text = Text("de", random.Random(seed), "act")
    seed += 1
    if text.roles[6:7] == ["ANIMAL.sound.N"]:
        german.append(text)
rows = [[], [], [], []]
for text in german:
    animal, number = text.drawn["ANIMAL"], text.drawn["N"][""]
    for place, one in enumerate(
            [number, "sg" if number == "pl" else "pl"]):
        article, noun = animal[f"nom.{one}"].split()
        rows[place].append(["<de>", article.capitalize(), noun,
                            *text.words[3:6]])
        rows[place + 2].append([animal[f"sound.{one}"]])
clean, corrupted, right, wrong = [ids_of(row) for row in rows]
logits, parts, _, _ = run(clean)
whole = difference(logits, right, wrong)
twin = difference(run(corrupted)[0], right, wrong)
print("part  subject  place")
for part in PARTS:
    shares = [recovered(patch(parts, (part, token))).mean()
              for token in (2, 5)]
    print(f"{part:4}  {shares[0]:7.2f}  {shares[1]:5.2f}")
