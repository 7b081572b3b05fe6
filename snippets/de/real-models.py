# Echte Modelle
# https://attention-by-example.github.io/attention-by-example/de/real-models/
# License: MIT
# Needs: pip install torch safetensors tokenizers transformers

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/de/real-models/" + name
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


fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

# --- Welche Tokens? ---

import re
from collections import Counter
from itertools import pairwise
from textwrap import fill

visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
hidden = [byte for byte in range(256) if byte not in visible]
sign_of = {byte: chr(byte) for byte in visible}
sign_of |= {byte: chr(256 + n) for n, byte in enumerate(hidden)}


def signs(text):
    return [sign_of[byte] for byte in text.encode("utf-8")]


print(" ".join(signs(" dogs")))
print(" ".join(signs(" Hüte")))

# --- Byte-Pair-Encoding ---

def pieces_of(text):
    return re.findall(r" ?\w+| ?[^\w\s]+", text)


def merge(parts, pair):                    # ein Stück als Tokens
    merged = []
    for part in parts:
        if merged and (merged[-1], part) == pair:
            merged[-1] += part
        else:
            merged.append(part)
    return merged


def learn(text, size):
    counts = Counter(pieces_of(text))
    tokens = {piece: signs(piece) for piece in counts}
    vocabulary = sorted(set().union(*tokens.values()))
    merges = []
    while len(vocabulary) < size:
        pairs = Counter()
        for piece, parts in tokens.items():
            for pair in pairwise(parts):
                pairs[pair] += counts[piece]
        # das häufigste; bei Gleichstand das erste im Vokabular
        best = max(pairs, key=lambda pair: (
            pairs[pair], [-vocabulary.index(part) for part in pair]))
        merges.append(best)
        vocabulary.append("".join(best))
        tokens = {piece: merge(parts, best)
                  for piece, parts in tokens.items()}
    return vocabulary, merges


text = ("The dog barks and the dogs bark. The owl sleeps near the house,"
        " and the owls sleep near the houses. Today the dogs play near the"
        " tree, and the dog plays. Tonight the owls play and the dogs"
        " sleep.")
vocabulary, merges = learn(text, size=50)
print(len(vocabulary) - len(merges), "signs,", len(merges), "merges:")
print(fill(" ".join("".join(pair) for pair in merges), 68))

def encode(text):
    tokens = []
    for piece in pieces_of(text):
        parts = signs(piece)
        for pair in merges:
            parts = merge(parts, pair)
        tokens += parts
    return tokens


new = "Tonight the dogs bark near the doghouse."
print(" ".join(encode(new)))

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

library = Tokenizer(models.BPE())
library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
library.train_from_iterator(
    [text], trainers.BpeTrainer(vocab_size=50, show_progress=False))
number_of = library.get_vocab()
print(sorted(number_of, key=number_of.get) == vocabulary)
print(library.encode(new).tokens == encode(new))

# --- GPT-2 ist unser Decoder ---

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_query = nn.Linear(width, width)
        self.W_key = nn.Linear(width, width)
        self.W_value = nn.Linear(width, width)
        self.out_proj = nn.Linear(width, width)

    def split_heads(self, x):          # (b, n, width)
        # (b, heads, n, d_head)
        return x.unflatten(2, (self.num_heads, -1)).transpose(1, 2)

    def forward(self, x):
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(x))
        values = self.split_heads(self.W_value(x))
        scores = queries @ keys.transpose(2, 3) / keys.shape[-1] ** 0.5
        n = x.shape[1]
        future = torch.ones(n, n, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -torch.inf)
        context = torch.softmax(scores, dim=-1) @ values
        return self.out_proj(context.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, width, num_heads, gelu):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = MultiHeadAttention(width, num_heads)
        self.norm2 = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(gelu),
            nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, vocabulary, context, width, num_heads,
                 num_layers, gelu="tanh"):  # "none": exakte GELU
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.position = nn.Embedding(context, width)
        self.blocks = nn.Sequential(*[
            Block(width, num_heads, gelu) for _ in range(num_layers)])
        self.norm = nn.LayerNorm(width)

    def forward(self, ids):            # (b, n)
        positions = self.position.weight[:ids.shape[1]]
        x = self.embedding(ids) + positions
        # logits (b, n, vocabulary)
        return self.norm(self.blocks(x)) @ self.embedding.weight.T

from transformers import GPT2Config, GPT2LMHeadModel
from transformers.utils import logging

logging.set_verbosity_error()
logging.disable_progress_bar()


def published_gpt2(vocabulary, context, width, num_heads, num_layers,
                   gelu="gelu_new"):       # so heißt dort die tanh-Formel
    return GPT2LMHeadModel(GPT2Config(
        vocab_size=vocabulary, n_positions=context, n_embd=width,
        n_head=num_heads, n_layer=num_layers, activation_function=gelu,
        bos_token_id=0, eos_token_id=0)).eval()


def count(model):
    return sum(p.numel() for p in model.parameters())


tiny = (97, 64, 48, 4, 3)                  # Vokabular, Kontext, ...
print(count(Decoder(*tiny)), count(published_gpt2(*tiny)))

# --- Die Matrizen kopieren ---

def pairs_of(ours, theirs):                # (unser Tensor, der von GPT-2)
    yield ours.embedding.weight, theirs.wte.weight
    yield ours.position.weight, theirs.wpe.weight
    yield ours.norm.weight, theirs.ln_f.weight
    yield ours.norm.bias, theirs.ln_f.bias
    for block, layer in zip(ours.blocks, theirs.h):
        heads = block.attention
        three = layer.attn.c_attn          # (width, 3 width)
        matrices = [
            *zip([heads.W_query, heads.W_key, heads.W_value],
                 three.weight.chunk(3, dim=1), three.bias.chunk(3)),
            *[(linear, conv.weight, conv.bias) for linear, conv in [
                (heads.out_proj, layer.attn.c_proj),
                (block.feed_forward[0], layer.mlp.c_fc),
                (block.feed_forward[2], layer.mlp.c_proj)]]]
        for linear, weight, bias in matrices:
            yield linear.weight, weight.T
            yield linear.bias, bias
        for norm, ln in [(block.norm1, layer.ln_1),
                         (block.norm2, layer.ln_2)]:
            yield norm.weight, ln.weight
            yield norm.bias, ln.bias

def spoil(ours, fault):
    for block in ours.blocks:
        if fault == "biases left out":
            for part in block.modules():
                if isinstance(part, nn.Linear):
                    part.bias.zero_()
        if fault == "norms swapped":
            block.norm1, block.norm2 = block.norm2, block.norm1
        if fault == "not transposed":
            projection = block.attention.out_proj.weight
            projection.copy_(projection.T.clone())


@torch.no_grad()
def gpt2_difference(seed, fault="", initial=False):
    torch.manual_seed(seed)
    theirs = published_gpt2(*tiny)
    if not initial:
        for parameter in theirs.parameters():
            parameter.normal_(std=0.3)
    theirs.train(fault == "dropout on")
    ours = Decoder(*tiny,
                   gelu="none" if fault == "exact GELU" else "tanh")
    for own, published in pairs_of(ours, theirs.transformer):
        own.copy_(published)
    spoil(ours, fault)
    ids = torch.randint(97, (2, 40))       # zwei Texte zu je 40 Tokens
    logits = theirs(ids).logits
    # im Verhältnis zum größten Logit
    return ((ours(ids) - logits).abs().max() / logits.abs().max()).item()


print(f"below 1e-5: {gpt2_difference(seed=0) < 1e-5}")
print("fault            random  initial")
for fault in ["exact GELU", "biases left out", "norms swapped",
              "not transposed", "dropout on"]:
    found = [gpt2_difference(0, fault, initial)
             for initial in [False, True]]
    print(f"{fault:15}" + "".join(
        f"{difference:9.0e}" if difference > 1e-5 else "   passes"
        for difference in found))

# --- Ein Modell in einem Ordner ---

import json

from safetensors import safe_open

with safe_open("grammar.safetensors", "pt") as file:
    words = json.loads(file.metadata()["vocabulary"])
    tensors = {name: file.get_tensor(name).float()
               for name in file.keys()}
new_names = {"token_embedding.weight": "embedding.weight",
             "position_embedding.weight": "position.weight",
             "final_norm.weight": "norm.weight",
             "final_norm.bias": "norm.bias"}
tensors = {new_names.get(name, name): tensor
           for name, tensor in tensors.items()}

sizes = (len(words), 32, 64, 4, 2)
ours = Decoder(*sizes, gelu="none")
for name, parameter in ours.named_parameters():
    tensors.setdefault(name, torch.zeros_like(parameter))
ours.load_state_dict(tensors)

theirs = published_gpt2(*sizes, gelu="gelu")
with torch.no_grad():
    for own, published in pairs_of(ours, theirs.transformer):
        published.copy_(own)
theirs.save_pretrained("./our-model")

from pathlib import Path

from transformers import PreTrainedTokenizerFast

word_level = Tokenizer(models.WordLevel(
    {word: number for number, word in enumerate(words)}, "<end>"))
word_level.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
PreTrainedTokenizerFast(
    tokenizer_object=word_level).save_pretrained("./our-model")
for file in sorted(Path("our-model").iterdir()):
    print(file.name)

from transformers import AutoModelForCausalLM, AutoTokenizer

name = "./our-model"
tokenizer = AutoTokenizer.from_pretrained(name)
model = AutoModelForCausalLM.from_pretrained(name)

prompt = "<en> The dogs near the house"
ids = tokenizer(prompt, return_tensors="pt").input_ids    # (1, n)
with torch.no_grad():
    logits = model(ids).logits
    difference = (ours(ids) - logits).abs().max() / logits.abs().max()
print(ids)
print(f"below 1e-5: {difference < 1e-5}")

# --- Das nächste Token wählen ---

def distribution(logits, temperature=1.0, top_k=None, top_p=None):
    logits = logits / temperature          # (vocabulary,)
    ordered, order = logits.sort(descending=True)
    if top_k is not None:
        ordered[top_k:] = -torch.inf
    if top_p is not None:
        chances = torch.softmax(ordered, dim=0)
        # Summe vor jedem Token: behalten, solange sie unter p ist
        before = chances.cumsum(dim=0) - chances
        ordered[before >= top_p] = -torch.inf
    result = torch.zeros_like(logits)
    result[order] = torch.softmax(ordered, dim=0)
    return result


last = logits[0, -1]                       # was folgt auf `house`?
rows = torch.stack([
    distribution(last, top_k=1),           # greedy
    distribution(last, temperature=0.5),
    distribution(last),                    # Temperatur 1
    distribution(last, temperature=2.0),
    distribution(last, top_k=3),
    distribution(last, top_p=0.8)])
best = last.topk(8).indices
print(" ".join(words[number] for number in best))
torch.set_printoptions(precision=2, sci_mode=False)
print(rows[:, best])

from transformers import TopKLogitsWarper, TopPLogitsWarper

for ours_cut, warper in [
        (distribution(last, top_k=3), TopKLogitsWarper(3)),
        (distribution(last, top_p=0.8), TopPLogitsWarper(0.8))]:
    cut = warper(None, last[None])[0]
    torch.testing.assert_close(ours_cut, torch.softmax(cut, dim=0))

chances = torch.tensor([0.5, 0.3, 0.15, 0.05])
print((distribution(chances.log(), top_p=0.7) > 0).sum().item())

# --- Das Modell schreibt ---

def generate(model, ids, steps, choose):   # ids (1, n)
    with torch.no_grad():
        for _ in range(steps):
            token = choose(model(ids)[0, -1])
            ids = torch.cat([ids, token.view(1, 1)], dim=1)
            if words[token] == "<end>":
                break
    return ids


def draw(**options):
    return lambda logits: torch.multinomial(
        distribution(logits, **options), 1, replacement=True)


greedy = generate(ours, ids, 12, torch.argmax)
print(tokenizer.decode(greedy[0]))
same = model.generate(ids, max_new_tokens=12, do_sample=False,
                      eos_token_id=words.index("<end>"), pad_token_id=0)
assert torch.equal(same, greedy)

torch.manual_seed(0)
for options in [{}, {"temperature": 2.0}, {"top_p": 0.8}]:
    written = generate(ours, ids, 12, draw(**options))
    print(options, tokenizer.decode(written[0, ids.shape[1]:]))

import shutil

shutil.rmtree("our-model")

# --- Eine andere Sprache ---

german = (" Der Hund bellt und die Hunde bellen. Die Eule schläft am"
          " Haus, und die Eulen schlafen an den Häusern.")
# für " Hunde bellen" und für " dogs bark near"
tokens_per_character = [..., ...]
merges_both = ...    # aus beiden Texten gelernt, wieder für 50 Tokens
english_after = ...  # wie viele Tokens `text` damit hat

german = (" Der Hund bellt und die Hunde bellen. Die Eule schläft am"
          " Haus, und die Eulen schlafen an den Häusern.")
for sentence in [" Hunde bellen", " dogs bark near"]:
    print(len(encode(sentence)), "tokens,", len(sentence), "characters")

merges_before = merges
english_before = len(encode(text))
vocabulary_both, merges = learn(text + german, size=50)
assert len(encode(text)) > english_before
merges = merges_before

# --- Zurück zum Text ---

def decode(tokens):           # eine Liste von Tokens, wie encode sie liefert
    ...

byte_of = {sign: byte for byte, sign in sign_of.items()}


def decode(tokens):
    return bytes(byte_of[sign] for sign in "".join(tokens)).decode()


assert decode(encode(new)) == new
assert decode(signs("Hüte")) == "Hüte"
try:
    decode(signs("ü")[:1])
except UnicodeDecodeError as error:
    print(error.reason)

# --- Extreme Temperaturen ---

cold = distribution(last, temperature=0.001)
torch.testing.assert_close(cold, distribution(last, top_k=1))
hot = distribution(last, temperature=1e6)
torch.testing.assert_close(
    hot, torch.full_like(hot, 1 / len(words)), rtol=1e-3, atol=0.0)

# --- Nach dem Verhältnis abschneiden ---

def min_p(logits, m):         # logits (vocabulary,)
    # Wahrscheinlichkeiten zum Ziehen, 0 bei abgeschnittenen Tokens
    ...

import math


def min_p(logits, m):
    kept = logits >= logits.max() + math.log(m)
    return torch.softmax(logits.where(kept, -torch.inf), dim=0)


chances = distribution(last)
kept = min_p(last, 0.2) > 0
assert torch.equal(kept, chances >= 0.2 * chances.max())
print([words[number] for number in best if kept[number]])
