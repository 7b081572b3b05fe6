# Kuuona umakini
# https://attention-by-example.github.io/attention-by-example/sw/seeing-attention/
# License: MIT
# Needs: pip install torch bertviz safetensors transformers

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/sw/seeing-attention/" + name
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
fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()

# --- Kuna nini cha kuona? ---

import json
import math
import random

import torch
from grammar import TABLES, Text
from safetensors import safe_open
from torch import nn

torch.set_printoptions(precision=2, sci_mode=False)


def leave(layer, weights, values):                # haibadilishi kitu
    return weights, values


class Decoder:
    def __init__(self, matrices):                 # jina -> matriki
        self.matrices = matrices

    def linear(self, name, x):
        return nn.functional.linear(
            x, self.matrices[name + ".weight"],
            self.matrices.get(name + ".bias"))    # bila nyongeza: None

    def norm(self, name, x):
        return nn.functional.layer_norm(
            x, x.shape[-1:], self.matrices[name + ".weight"],
            self.matrices[name + ".bias"])

    def __call__(self, ids, edit=leave):
        embedding = self.matrices["token_embedding.weight"]
        position = self.matrices["position_embedding.weight"]
        x = embedding[ids] + position[:ids.shape[-1]]
        all_weights, all_values = [], []
        for layer in range(2):
            block = f"blocks.{layer}."
            normed = self.norm(block + "norm1", x)
            queries, keys, values = [             # vichwa vinne
                self.linear(f"{block}attention.W_{name}", normed)
                .unflatten(-1, (4, -1)).transpose(-3, -2)
                for name in ("query", "key", "value")]
            scores = (queries @ keys.transpose(-2, -1)
                      / math.sqrt(keys.shape[-1]))
            future = torch.ones_like(scores, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(future, -torch.inf)
            weights, values = edit(
                layer, torch.softmax(scores, dim=-1), values)
            context = (weights @ values).transpose(-3, -2).flatten(-2)
            x = x + self.linear(block + "attention.out_proj", context)
            normed = self.norm(block + "norm2", x)
            hidden = nn.functional.gelu(
                self.linear(block + "feed_forward.0", normed))
            x = x + self.linear(block + "feed_forward.2", hidden)
            all_weights.append(weights)
            all_values.append(values)
        logits = self.norm("final_norm", x) @ embedding.T
        # kwa pamoja: weights (..., layers, heads, queries, keys),
        # values (..., layers, heads, tokens, d_head)
        return (logits, torch.stack(all_weights, dim=-4),
                torch.stack(all_values, dim=-4))


with safe_open("grammar.safetensors", framework="pt") as file:
    vocabulary = json.loads(file.metadata()["vocabulary"])
    matrices = {name: file.get_tensor(name).float()
                for name in file.keys()}
model = Decoder(matrices)
number_of = {word: number for number, word in enumerate(vocabulary)}


def ids_of(words):
    return torch.tensor([number_of[word] for word in words])


def chance(word, sentence, edit=leave):           # kwamba litafuata
    logits = model(ids_of(sentence.split()), edit)[0][-1]
    return torch.softmax(logits, dim=-1)[number_of[word]].item()


BALL = "<en> Tom finds the ball . He needs"
_, weights, _ = model(ids_of(BALL.split()))
print(weights.shape)
print(f"it: {chance('it', BALL):.2f}")
print("from needs to ball", weights[:, :, 7, 4])

print(weights[1, 0])

# --- Aina tatu za vichwa ---

LIST = "<en> Anna says : tea bee lion tree milk"
REPEATED = LIST + " . Tom repeats : bee lion tree"
_, weights, _ = model(ids_of(REPEATED.split()))
print(weights[0, 3, 4:9, 3:9])                    # orodha

rows = [4, 5, 6, 7, 8, 13, 14, 15]                # orodha, marudio
print(weights[1, 1, rows, :9])
NEW = LIST + " . Tom repeats : dog key girl"
_, other, _ = model(ids_of(NEW.split()))
print("new words:", other[1, 1, 13:, 0])

print(weights[1, 3, rows, :9])

# --- Kichwa kipi hufanya nini? ---

# kazi: aina ya matini; jozi za dhima: kinachokisiwa, pa kuangalia
LOOKUPS = {
    "subject": ("act", [("ANIMAL.sound.N MOVE.N BE.N",
                         "ANIMAL.N PERSON.N "
                         "ANIMAL.nom.N PERSON.nom.N")]),
    "antecedent": ("it", [("OTHER.it THING.it KEEP.sg.THING/c "
                           "KEEP.N.THING/c", "OTHER.word THING.word")]),
    "bracket": ("bracket", [("BRACKET.close", "BRACKET.open"),
                            ("INNER.close", "INNER.open")]),
    "list": ("list", [("USE.2", "USE.1"), ("USE.3", "USE.1 USE.2"),
                      ("USE.4", "USE.1 USE.2 USE.3")])}
JOBS = ["previous", "sink", "induction"] + list(LOOKUPS)


def positions(text, roles):
    return [position for position, role in enumerate(text.roles)
            if role in roles.split()]


def detect(job, text):                            # (query, keys)
    heard = positions(text, "HEARD.all")          # orodha
    if job == "previous":
        return [(query, [query - 1]) for query in heard[1:]]
    if job == "sink":
        return [(query, [0]) for query in heard]
    if job == "induction":
        after = {text.words[place]: place + 1 for place in heard}
        return [(query, [after[text.words[query]]])
                for query in positions(text, "HEARD.part")[:-1]]
    found = []
    for guess, look in LOOKUPS[job][1]:
        guesses, keys = positions(text, guess), positions(text, look)
        if guesses and keys and guesses[0] - 1 not in keys:
            found.append((guesses[0] - 1, keys))
    return found


def texts_for(job, language="en", count=40):
    kind = LOOKUPS[job][0] if job in LOOKUPS else "echo"
    texts = [Text(language, random.Random(number), kind)
             for number in range(5 * count)]
    return [text for text in texts if detect(job, text)][:count]


for job in JOBS:
    text = texts_for(job)[0]
    query, keys = detect(job, text)[-1]
    print(f"{job}: from {text.words[query]} to",
          *[text.words[key] for key in keys])
    print("   ", *text.words[1:-1])

def measure(model, job, texts, edit=leave):
    """Wastani: uzito wa kila kichwa, wa umakini wa sawasawa, hasara."""
    # vijazio (0) viko mwishoni, ambako barakoa huvificha
    ids = nn.utils.rnn.pad_sequence(
        [ids_of(text.words) for text in texts], batch_first=True)
    logits, weights, _ = model(ids, edit)
    # (texts, tokens, vocabulary)
    surprise = -torch.log_softmax(logits, dim=-1)
    scores, even, losses = [], [], []
    for number, text in enumerate(texts):
        for query, keys in detect(job, text):
            seen = weights[number, :, :, query, keys]
            scores.append(seen.sum(dim=-1))       # (layers, heads)
            even.append(len(keys) / (query + 1))
            target = ids[number, query + 1]
            losses.append(surprise[number, query, target])
    return (torch.stack(scores).mean(dim=0), sum(even) / len(even),
            torch.stack(losses).mean().item())


def digits(number):                   # + 0.0: 0.00 bila ishara hasi
    return f"{round(number, 2) + 0.0:5.2f}"


def in_a_row(numbers):
    return " ".join(map(digits, numbers.flatten().tolist()))


def shuffle(matrix):      # namba zilezile, mpangilio wa nasibu
    if matrix.dim() < 2:                          # nyongeza au norm
        return matrix
    order = torch.randperm(matrix.numel())
    return matrix.flatten()[order].view_as(matrix)


HEADS = [(layer, head) for layer in range(2) for head in range(4)]
NAMES = "".join(f"   {layer}.{head}" for layer, head in HEADS)
torch.manual_seed(0)
random_models = [Decoder({name: shuffle(matrix)
                          for name, matrix in matrices.items()})
                 for _ in range(3)]
print(f"{'':10}{NAMES} even  mixed")
for job in JOBS:
    texts = texts_for(job)
    scores, even, _ = measure(model, job, texts)
    best = max(measure(other, job, texts)[0].max().item()
               for other in random_models)
    print(f"{job:10} {in_a_row(scores)} {even:.2f}  {best:.2f}")
    assert scores.max() > 2 * best

# --- Ondoa kila kichwa ---

# instead: (layers, heads, d_head)
def without(heads, instead=torch.zeros(2, 4, 16)):
    def edit(layer, weights, values):
        values = values.clone()
        for cut, head in heads:
            if cut == layer:
                # jumla ya kila safu mlalo ya uzito ni 1, kwa hiyo vekta
                # zote za muktadha za kichwa huwa sawa na hii
                values[..., head, :, :] = instead[cut, head]
        return weights, values
    return edit


def mean_contexts(texts):                  # (layers, heads, d_head)
    contexts = []
    for text in texts:
        _, weights, values = model(ids_of(text.words))
        contexts.append(weights @ values)
    return torch.cat(contexts, dim=-2).mean(dim=-2)   # kwa tokeni zote


def costs(job, texts):      # kwa sifuri na kwa wastani, (heads,)
    whole = measure(model, job, texts)[2]
    return [torch.tensor([
        measure(model, job, texts, without([one], instead))[2] - whole
        for one in HEADS])
        for instead in (torch.zeros(2, 4, 16), mean_contexts(texts))]


print(f"{'':15}{NAMES}")
for job in ["induction"] + list(LOOKUPS):
    zero, mean = costs(job, texts_for(job))
    print(f"{job:10} zero {in_a_row(zero)}")
    print(f"{'':10} mean {in_a_row(mean)}")

# --- Sakiti ya kufuatisha ---

def cut_weights(one, keep_previous):
    def edit(layer, weights, values):
        if layer == 0:
            seen = weights[..., one, :, :]        # (..., queries, keys)
            # 1 kwenye ulalo ulio chini ya ulalo mkuu, kwingine 0
            previous = torch.ones_like(seen).tril(-1).triu(-1)
            weights = weights.clone()
            weights[..., one, :, :] = seen * (
                previous if keep_previous else 1 - previous)
        return weights, values
    return edit


texts = texts_for("induction")
means = mean_contexts(texts)
whole, _, loss = measure(model, "induction", texts)
print(f"induction score of head 1.3: {whole[1, 3]:.2f}")
print("      removed     without previous  only previous")
print("      zero  mean  score   cost      score   cost")
for head in range(4):
    zero, mean, rest, only = [
        measure(model, "induction", texts, edit) for edit in (
            without([(0, head)]), without([(0, head)], means),
            cut_weights(head, False), cut_weights(head, True))]
    print(f"0.{head}   {zero[0][1, 3]:.2f}  {mean[0][1, 3]:.2f}"
          f"  {rest[0][1, 3]:.2f}   {digits(rest[2] - loss)}"
          f"      {only[0][1, 3]:.2f}   {digits(only[2] - loss)}")

# --- Badilisha kinachoingia ---

CHANGED = ("<en> Anna says : lion tree bee milk tea "
           ". Tom repeats : bee lion tree")
_, changed, _ = model(ids_of(CHANGED.split()))
print(changed[1, 3, 13:, 4:9])

# --- Umakini si maelezo ---

texts = texts_for("antecedent")
means = mean_contexts(texts)
loss = measure(model, "antecedent", texts)[2]
print("removed    it          cost")
print("           zero  mean  zero  mean")
for heads in [[], [(1, 0)], [(1, 3)], [(1, 0), (1, 3)]]:
    name = " ".join(f"{layer}.{head}" for layer, head in heads)
    edits = [without(heads), without(heads, means)]
    it = [chance("it", BALL, edit) for edit in edits]
    cost = [measure(model, "antecedent", texts, edit)[2] - loss
            for edit in edits]
    print(f"{name:10} {it[0]:.2f}  {it[1]:.2f}  "
          f"{cost[0]:.2f}  {cost[1]:.2f}")

scores, _, _ = measure(model, "antecedent", texts)
zero, mean = costs("antecedent", texts)
print("head score  zero  mean")
for score, (layer, head), cut, milder in sorted(zip(
        scores.flatten().tolist(), HEADS, zero, mean)):
    print(f"{layer}.{head}   {score:.2f}  {cut:.2f}  {milder:.2f}")

def ranks(numbers):                # 0 kwa ndogo kabisa
    return numbers.argsort().argsort().double()


def correlation(scores, cost):
    both = torch.stack([ranks(scores), ranks(cost)])
    return torch.corrcoef(both)[0, 1].item()


print("            zero   mean  look  needed")
for job in ["induction"] + list(LOOKUPS):
    rows = []
    for language in TABLES:
        texts = texts_for(job, language, 12)
        scores = measure(model, job, texts)[0].flatten()
        rows.append(torch.stack([scores, *costs(job, texts)]))
    scores, zero, mean = torch.cat(rows, dim=1)   # (pairs,)
    spared = (scores > 0.5) & (mean < 0.05)
    missed = (scores < 0.1) & (mean > 0.3)
    print(f"{job:10} {correlation(scores, zero):5.2f}  "
          f"{correlation(scores, mean):5.2f}  "
          f"{spared.sum():4}  {missed.sum():6}")

# --- Daktari na muuguzi ---

def log_odds(sentence, edit=leave):
    logits = model(ids_of(sentence.split()), edit)[0][-1]
    # softmax huzigawanya kwa jumla ileile, ambayo hufutika
    return (logits[number_of["She"]] - logits[number_of["He"]]).item()


for job in ["nurse", "teacher", "doctor"]:
    sentence = f"<en> The {job} sleeps ."
    _, weights, _ = model(ids_of(sentence.split()))
    print(f"{job:8} {log_odds(sentence):5.2f}", weights[1, :, -1, 2])

def given(weights=None, values=None):             # None: za kwake
    def edit(layer, own_weights, own_values):
        return (own_weights if weights is None else weights[layer],
                own_values if values is None else values[layer])
    return edit


frames = [f"{where} {line['sg']} ." for line in TABLES["en"]["MOVE"]
          for where in ["", "near the house", "behind the trees",
                        "beside the school", "under the bridges"]]
moved = []
for frame in frames:
    pair = [f"<en> The {job} {frame}" for job in ("doctor", "nurse")]
    for one, other in [pair, pair[::-1]]:         # pande zote mbili
        _, weights, values = model(ids_of(one.split()))
        _, new_weights, new_values = model(ids_of(other.split()))
        own, gap = log_odds(one), log_odds(other) - log_odds(one)
        for edit in (given(new_weights, values),  # thamani zinabaki
                     given(new_weights),          # thamani zinafuata
                     given(weights, new_values)):  # uzito unabaki
            moved.append((log_odds(one, edit) - own) / gap)
moved = torch.tensor(moved).view(len(frames), 2, 3)
print(f"share of the gap closed, mean (range), "
      f"{len(frames)} sentences")
print("swapped                 doctor               nurse")
for number, name in enumerate(["weights, values held",
                               "weights, values follow",
                               "values, weights held"]):
    print(f"{name:23}", "  ".join(
        f"{x.mean():5.2f} ({x.min():.2f} to {x.max():.2f})"
        for x in moved[:, :, number].T))

# --- Kifurushi cha transformers na BertViz ---

from transformers import GPT2Config, GPT2Model

torch.manual_seed(123)
tokens = "The dogs near the house bark".split()
config = GPT2Config(n_layer=2, n_head=4, n_embd=32, vocab_size=6,
                    bos_token_id=0, eos_token_id=0,
                    attn_implementation="eager")
gpt2 = GPT2Model(config).eval()                   # bila dropout
with torch.no_grad():
    seen = gpt2(torch.arange(6)[None],            # batch ya matini moja
                output_attentions=True).attentions
print(len(seen), seen[0].shape)   # (batch, heads, queries, keys)

from bertviz import head_view

picture = head_view(seen, tokens, html_action="return").data
print("dogs" in picture, "house" in picture)
print('<script src="https://' in picture)

# --- Namba ngapi za uzito? ---

visible = torch.ones(12, 12).tril().sum().item()
print(int(2 * 4 * visible))

def visible_weights(tokens):
    ...  # namba ngapi, katika vichwa vyote vya matabaka yote mawili

assert 2 * 4 * 12 * 13 // 2 == 624

# --- Kimbilio linaongeza nini? ---

def length_and_distance(texts, roles):
    # vekta za muktadha za kichwa 1.1 kwa maneno yenye dhima hizi:
    # wastani wa urefu, na wastani wa umbali kutoka wastani wa zote
    ...

for roles in ["HEARD.all", "HEARD.part"]:
    rows = []
    for text in texts_for("sink"):
        _, weights, values = model(ids_of(text.words))
        context = (weights @ values)[1, 1]    # (tokens, d_head)
        rows.append(context[positions(text, roles)])
    rows = torch.cat(rows)
    away = (rows - rows.mean(dim=0)).norm(dim=1).mean()
    print(f"{roles:10} length {rows.norm(dim=1).mean():.2f}, "
          f"distance {away:.2f}")

# --- Lugha nyingine ---

subject_scores, is_best = {}, {}
for language in TABLES:
    subject_scores[language] = ...                # (layers, heads)
    is_best[language] = ...                       # ni 1.2? True au False

for language in TABLES:
    texts = texts_for("subject", language)
    scores, even, _ = measure(model, "subject", texts)
    layer, head = HEADS[scores.argmax().item()]
    print(f"{language} even {even:.2f}, head 1.2 "
          f"{scores[1, 2]:.2f}, best {layer}.{head} "
          f"{scores.max():.2f}")

# --- Kigunduzi kizembe ---

def same_word(decoder, texts, itself):
    # kutoka kila neno la marudio hadi nafasi zote za neno hilohilo:
    # wastani wa jumla za uzito, (layers, heads);
    # itself: je, nafasi ya swali nayo inahesabiwa?
    ...

careless, careful = [], []
for text in texts_for("induction"):
    _, weights, _ = random_models[0](ids_of(text.words))
    for query in positions(text, "HEARD.part"):
        same = [place for place in range(query + 1)
                if text.words[place] == text.words[query]]
        careless.append(weights[:, :, query, same].sum(dim=-1))
        careful.append(weights[:, :, query, same[:-1]].sum(dim=-1))
for name, looks in [("careless", careless), ("careful", careful)]:
    print(name, f"{torch.stack(looks).mean(dim=0).max():.2f}")

# --- Viwili kwa pamoja ---

def removal_cost(texts, heads, instead):
    ...  # hasara ya kiima inapanda kwa kiasi gani


# kwa sifuri, katika texts_for("subject"): gharama ya kuondoa vyote
# viwili inayozidi jumla ya gharama za kuondoa kimoja kimoja
extra = ...

texts = texts_for("subject")
loss = measure(model, "subject", texts)[2]
for instead in [torch.zeros(2, 4, 16), mean_contexts(texts)]:
    cost = [measure(model, "subject", texts,
                    without(heads, instead))[2] - loss
            for heads in ([(1, 2)], [(1, 3)], [(1, 2), (1, 3)])]
    print(f"{cost[0]:.2f} and {cost[1]:.2f}, "
          f"together {cost[2]:.2f}")
