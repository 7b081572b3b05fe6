# Einen kleinen Decoder trainieren
# https://attention-by-example.github.io/attention-by-example/de/training/
# License: MIT
# Needs: pip install torch safetensors

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/de/training/" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{address} ist nicht erreichbar: {error}. Lade die Datei dort herunter, wo es Netz gibt, und lege sie in den Ordner, in dem dieser Code läuft.")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{address} ist nicht die Datei, für die dieser Code geschrieben wurde. Lade den Code neu herunter.")
    Path(name).write_bytes(content)


fetch("grammar.toml", "436d3b922501099acab7a5933d447d41b3ce114540d14d57415e9cad2d8d7b71")
fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

# --- Das nächste Wort raten ---

sentence = "The dogs bark loudly .".split()
for place in range(1, len(sentence)):
    print(" ".join(sentence[:place]), "->", sentence[place])

# --- Die Texte ---

import json
import math
import random
import sys
import tomllib
from pathlib import Path

import torch
from torch import nn

grammar = tomllib.loads(Path("grammar.toml").read_text("utf-8"))
print(grammar["en"]["ANIMAL"])

for pattern in grammar["en"]["texts"]["act"]:
    print(pattern)

def read_tables(language):
    tables = {}
    for name, entries in (grammar["common"] | grammar[language]).items():
        if isinstance(entries, str):
            lines = [[cell.strip() for cell in line.split("|")]
                     for line in entries.strip().split("\n")]
            tables[name] = [dict(zip(lines[0], cells))
                            for cells in lines[1:]]
        elif isinstance(entries, list):          # eine namenlose Spalte
            tables[name] = [{"": entry} for entry in entries]
    return tables


all_tables = {name: read_tables(name) for name in grammar
              if name != "common"}
print(list(all_tables))
print(all_tables["en"]["ANIMAL"][0])

class Text:
    """Ein Text, gezogen aus der Grammatik einer Sprache."""

    def __init__(self, language, generator, kind=None):
        self.tables = all_tables[language]
        self.generator = generator
        self.drawn = {}                    # Name -> Zeile seiner Tabelle
        self.surprise = 0.0
        kinds = grammar[language]["texts"]
        self.kind = kind or self.pick(list(kinds))
        pattern = self.pick(kinds[self.kind])
        self.words, self.roles = [f"<{language}>"], [""]
        for word, role in self.expand(pattern):
            if len(self.words) == 1 or self.words[-1] == ".":
                word = word[0].upper() + word[1:]
            self.words.append(word)
            self.roles.append(role)
        self.words.append("<end>")
        self.roles.append("")

    def expand(self, pattern, role=None):
        for item in pattern.split():
            name, *parts = item.split(".")
            if name.rstrip("0123456789") in self.tables:
                column = ".".join(self.column(part) for part in parts)
                cell = self.draw(name)[column]
                yield from self.expand(cell, role or item)
            else:
                yield item, role or item

    def column(self, part):
        if "/" in part:                    # Spalte des Gezogenen
            name, column = part.split("/")
            return self.draw(name)[column]
        return self.draw(part)[""] if part in self.tables else part

    def draw(self, name):
        if name not in self.drawn:
            table = name.rstrip("0123456789")
            taken = [line for other, line in self.drawn.items()
                     if other.rstrip("0123456789") == table]
            self.drawn[name] = self.pick(
                [line for line in self.tables[table] if line not in taken])
        return self.drawn[name]

    def pick(self, choices):
        choice = self.generator.choice(choices)
        share = choices.count(choice) / len(choices)
        self.surprise -= math.log(share)
        return choice


generator = random.Random(1)
for language in all_tables:
    print(" ".join(Text(language, generator, "act").words))
text = Text("en", generator, "act")
for word, role in zip(text.words, text.roles):
    print(f"{word:8} {role}")

print(f"{-math.log(1 / 2):.2f} {-math.log(1 / 4):.2f}")

# --- Batches ---

def vocabulary_of(languages, kinds=None, count=3_000, seed=0):
    generator = random.Random(seed)
    return sorted({
        word for language in languages for _ in range(count)
        for word in Text(language, generator,
                         kinds and generator.choice(kinds)).words})


def batch_of(texts, ids):
    rows = [torch.tensor([ids[word] for word in text.words])
            for text in texts]
    table = nn.utils.rnn.pad_sequence(rows, batch_first=True,
                                      padding_value=-100)
    return table[:, :-1].clamp(min=0), table[:, 1:]   # Eingaben, Ziele


vocabulary = vocabulary_of(["en"], ["act"])
ids = {word: number for number, word in enumerate(vocabulary)}
texts = [Text("en", random.Random(seed), "act") for seed in (3, 5)]
for text in texts:
    print(" ".join(text.words))
inputs, targets = batch_of(texts, ids)
print(inputs)
print(targets)
print(len(vocabulary), "words")

# --- Der Decoder ---

class MultiHeadAttention(nn.Module):
    def __init__(self, width, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.out_proj = nn.Linear(width, width)

    def split_heads(self, rows):
        # (..., tokens, width) -> (..., heads, tokens, head_dim)
        return rows.unflatten(-1, (self.num_heads, -1)).transpose(-3, -2)

    def forward(self, x):
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(x))
        values = self.split_heads(self.W_value(x))
        scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
        future = torch.ones_like(scores, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -torch.inf)
        attention_weights = torch.softmax(scores, dim=-1)
        self.attention_weights = attention_weights.detach()
        heads = attention_weights @ values
        return self.out_proj(heads.transpose(-3, -2).flatten(-2))


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
        self.ids = {word: place for place, word in enumerate(vocabulary)}
        self.context_length = context_length
        self.token_embedding = nn.Embedding(len(vocabulary), width)
        self.position_embedding = nn.Embedding(context_length, width)
        self.blocks = nn.Sequential(*[Block(width, num_heads)
                                      for _ in range(num_layers)])
        self.final_norm = nn.LayerNorm(width)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    def forward(self, ids, start=0):
        places = torch.arange(start, start + ids.shape[-1])
        x = self.token_embedding(ids) + self.position_embedding(places)
        x = self.final_norm(self.blocks(x))        # (..., tokens, width)
        return x @ self.token_embedding.weight.T   # logits


torch.manual_seed(0)
untrained = Decoder(vocabulary)
parameters = sum(table.numel() for table in untrained.parameters())
print(untrained(inputs).shape)       # (texts, tokens, vocabulary)
print(f"{parameters:,} parameters")

def guesses(model, words, count=3):
    ids = torch.tensor([model.ids[word] for word in words.split()])
    with torch.no_grad():
        chances = torch.softmax(model(ids)[-1], dim=-1)
    top = chances.topk(count)
    return [(model.vocabulary[place], chance) for place, chance
            in zip(top.indices.tolist(), top.values.tolist())]


for word, chance in guesses(untrained, "<en> The dogs near the house"):
    print(f"{word:8} {chance:.2f}")

# --- Der Verlust ---

def loss_of(model, texts, start=0):
    texts = sorted(texts, key=lambda text: len(text.words))
    total = 0.0
    for place in range(0, len(texts), 16):
        inputs, targets = batch_of(texts[place:place + 16], model.ids)
        logits = model(inputs, start)
        total = total + nn.functional.cross_entropy(
            logits.flatten(0, 1), targets.flatten(), reduction="sum")
    return total / sum(len(text.words) - 1 for text in texts)


with torch.no_grad():
    chances = torch.softmax(untrained(inputs), dim=-1)
    right = [chances[row, place, targets[row, place]]
             for row in range(2) for place in range(len(targets[row]))
             if targets[row, place] != -100]
    by_hand = -torch.log(torch.stack(right)).mean()
    torch.testing.assert_close(by_hand, loss_of(untrained, texts))

def floor_of(texts):
    count = sum(len(text.words) - 1 for text in texts)
    return sum(text.surprise for text in texts) / count


fresh = [Text("en", random.Random(7_000 + number), "act")
         for number in range(500)]
know_nothing = math.log(len(vocabulary))
floor = floor_of(fresh)
with torch.no_grad():
    before = loss_of(untrained, fresh).item()
print(f"even guesses {know_nothing:.2f}")
print(f"untrained    {before:.2f}")
print(f"floor        {floor:.2f}")

print(f"{-math.log(1 / 10):.4f}")

# --- Die Schleife ---

def train(languages, steps, kinds=None, batch_size=32, rate=6e-3,
          count=3_000, seed=0):
    torch.manual_seed(seed)
    model = Decoder(vocabulary_of(languages, kinds, count))
    optimizer = torch.optim.AdamW(model.parameters(),
                                  betas=(0.9, 0.98), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, steps, pct_start=min(0.1, 100 / steps),
        cycle_momentum=False)
    generator = random.Random(seed)
    losses = []
    for step in range(steps):
        texts = [Text(generator.choice(languages), generator,
                      kinds and generator.choice(kinds))
                 for _ in range(batch_size)]
        longest = max(len(text.words) - 1 for text in texts)
        start = generator.randint(0, model.context_length - longest)

        loss = loss_of(model, texts, start)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()

        losses.append(loss.item())
        if (step + 1) % (steps // 10) == 0:
            recent = losses[-(steps // 10):]
            print(f"step {step + 1:5}: {sum(recent) / len(recent):.2f}")
    return model, losses


model, losses = train(["en"], steps=500, kinds=["act"])

print("step  loss  floor")
for step in range(0, len(losses), 20):
    recent = losses[step:step + 20]
    print(f"{step:4}  {sum(recent) / len(recent):.2f}  {floor:.2f}")

with torch.no_grad():
    after = loss_of(model, fresh).item()
print(f"{after:.1f} after training, {floor:.1f} would be perfect")
assert after < floor + 0.1

sounds = {line[column] for line in all_tables["en"]["ANIMAL"]
          for column in ("sound.sg", "sound.pl")}
for words in ["<en> The dogs near the house",
              "<en> The bee behind the trees"]:
    sound = next(word for word, chance
                 in guesses(model, words, len(vocabulary))
                 if word in sounds)
    print(words, "->", sound)

def verbs(number):
    tables = all_tables["en"]
    return ({line[f"sound.{number}"] for line in tables["ANIMAL"]}
            | {line[number] for line in tables["MOVE"] + tables["BE"]})


def plural_share(model, words):
    ids = torch.tensor([model.ids[word] for word in words.split()])
    with torch.no_grad():
        chances = torch.softmax(model(ids)[-1], dim=-1)
    singular, plural = [
        chances[[model.ids[word] for word in verbs(number)]].sum()
        for number in ("sg", "pl")]
    return (plural / (singular + plural)).item()


print("untrained trained")
for words in ["<en> The dog near the house", "<en> The dog near the houses",
              "<en> The dogs near the house", "<en> The dogs near the houses"]:
    shares = [plural_share(untrained, words), plural_share(model, words)]
    print(f"{shares[0]:9.2f} {shares[1]:7.2f}  {words}")
    assert (shares[1] > 0.5) == ("dogs" in words)

# --- Wohin die Köpfe sehen ---

def subject_and_query(text):
    """Der Platz des Subjekts und der des Tokens vor dem Verb."""
    subject = next(place for place, role in enumerate(text.roles)
                   if role in ("ANIMAL.N", "PERSON.N"))
    verb = next(place for place, role in enumerate(text.roles)
                if role in ("ANIMAL.sound.N", "MOVE.N", "BE.N"))
    return subject, verb - 1


def weights_of(model, words):
    with torch.no_grad():
        model(torch.tensor([model.ids[word] for word in words]))
    return torch.stack([block.attention.attention_weights
                        for block in model.blocks])
    # (layers, heads, queries, keys)


def looks_at_subject(model, texts):
    looks = []
    for text in texts:
        subject, query = subject_and_query(text)
        looks.append(weights_of(model, text.words)[:, :, query, subject])
    return torch.stack(looks).mean(dim=0)       # (layers, heads)


def show(table):
    rows = [", ".join(f"{number:.2f}" for number in row)
            for row in table.tolist()]
    print("[[" + "],\n [".join(rows) + "]]")


far = [text for text in fresh if "WHERE" in text.roles][:100]
even = [1 / (subject_and_query(text)[1] + 1) for text in far]
print(f"even attention: {sum(even) / len(even):.2f}")
show(looks_at_subject(untrained, far))

trained_looks = looks_at_subject(model, far)
show(trained_looks)
assert trained_looks.max() > 0.5

# --- Der größere Lauf ---

from safetensors import safe_open
from safetensors.torch import save_file


def option(name, default):
    if name not in sys.argv:
        return default
    return type(default)(sys.argv[sys.argv.index(name) + 1])


def save(model, path):
    about = {"vocabulary": json.dumps(model.vocabulary),
             "languages": json.dumps(list(all_tables)),
             "num_layers": str(len(model.blocks)),
             "num_heads": str(model.blocks[0].attention.num_heads),
             "d_model": str(model.token_embedding.embedding_dim),
             "context_length": str(model.context_length)}
    tables = {name: table.half()
              for name, table in model.state_dict().items()}
    save_file(tables, path, metadata=about)


def load(path):
    with safe_open(path, framework="pt") as file:
        about = file.metadata()
        tables = {name: file.get_tensor(name).float()
                  for name in file.keys()}
    model = Decoder(json.loads(about["vocabulary"]))
    model.load_state_dict(tables)
    return model


if steps := option("--steps", 0):               # der größere Lauf
    larger, _ = train(list(all_tables), steps, batch_size=64,
                      rate=3e-3, count=20_000, seed=option("--seed", 1))
    save(larger, option("--save", "grammar.safetensors"))

grammar_model = load("grammar.safetensors")
print(len(grammar_model.vocabulary), "words in four languages")

print("    loss floor")
for language in all_tables:
    texts = [Text(language, random.Random(9_000 + number))
             for number in range(200)]
    with torch.no_grad():
        loss = loss_of(grammar_model, texts).item()
    print(f"{language} {loss:6.2f} {floor_of(texts):5.2f}")
    assert loss < floor_of(texts) + 0.1

def write(model, words, generator):
    words = words.split()
    while words[-1] != "<end>" and len(words) < model.context_length:
        ids = torch.tensor([model.ids[word] for word in words])
        with torch.no_grad():
            chances = torch.softmax(model(ids)[-1], dim=-1)
        words += generator.choices(model.vocabulary, chances.tolist())
    return " ".join(words)


torch.manual_seed(0)
newborn = Decoder(grammar_model.vocabulary)
print(write(newborn, "<en> The", random.Random(0))[:70])
for language in all_tables:
    print(write(grammar_model, f"<{language}>", random.Random(4)))

# --- Die Matrizen vorher und nachher ---

looks = looks_at_subject(grammar_model, far)
show(looks)
layer, head = divmod(looks.argmax().item(), 4)
print(f"layer {layer}, head {head}")

words = "<en> The dogs near the house".split()
show(weights_of(newborn, words)[layer, head])

show(weights_of(grammar_model, words)[layer, head])

# --- Den Kopf wegnehmen ---

def without(model, layer, head):
    cut = Decoder(model.vocabulary)
    cut.load_state_dict(model.state_dict())
    attention = cut.blocks[layer].attention
    size = attention.W_value.out_features // attention.num_heads
    with torch.no_grad():
        attention.W_value.weight[head * size:(head + 1) * size] = 0
    return cut


def verb_loss(model, texts):
    """Der Verlust der Vorschläge, die das Verb schreiben."""
    found = []
    for text in texts:
        place = subject_and_query(text)[1]
        ids = torch.tensor([model.ids[word] for word in text.words])
        with torch.no_grad():
            logits = model(ids[:-1])
        found.append(nn.functional.cross_entropy(logits[place],
                                                 ids[place + 1]))
    return torch.stack(found).mean().item()


whole = verb_loss(grammar_model, far)
print(f"whole model: {whole:.2f}")
costs = torch.tensor([
    [verb_loss(without(grammar_model, layer, head), far) - whole
     for head in range(4)] for layer in range(2)])
show(costs)

cut = without(grammar_model, layer, head)
for name, one in [("whole", grammar_model), ("cut", cut)]:
    found = guesses(one, "<en> The dogs near the house", count=4)
    print(f"{name:6}", [word for word, chance in found])
assert costs[layer, head] > 0.2

# --- Was die Aufmerksamkeit hinzufügt ---

def parts_of(model, words):
    """Embedding des letzten Tokens und alles Addierte, der Reihe nach."""
    ids = torch.tensor([model.ids[word] for word in words])
    with torch.no_grad():
        x = (model.token_embedding(ids)
             + model.position_embedding.weight[:len(ids)])
        parts = {"embedding": x[-1]}
        for number, block in enumerate(model.blocks):
            added = block.attention(block.norm1(x))
            x = x + added
            parts[f"attention {number}"] = added[-1]
            added = block.feed_forward(block.norm2(x))
            x = x + added
            parts[f"feed-forward {number}"] = added[-1]
    return parts, x[-1]


parts, stream = parts_of(grammar_model, words)
for name, part in parts.items():
    print(f"{name:14} {part.norm():5.1f}")
print(f"{'stream':14} {stream.norm():5.1f}")
torch.testing.assert_close(sum(parts.values()), stream)

# --- Woher eine Schieflage kommt ---

for name in ["MOSTLY_SHE", "MOSTLY_HE", "EITHER"]:
    print(name, grammar["en"][name])
print(grammar["en"]["JOB"])

def she_share(model, words):
    ids = torch.tensor([model.ids[word] for word in words.split()])
    with torch.no_grad():
        chances = torch.softmax(model(ids)[-1], dim=-1)
    she, he = chances[model.ids["She"]], chances[model.ids["He"]]
    return (she / (she + he)).item()


for job in ["nurse", "teacher", "doctor"]:
    words = f"<en> The {job} sleeps ."
    print(f"{job:8} {she_share(grammar_model, words):.1f}")

# --- In vier Sprachen nichts wissen ---

print(f"{math.log(len(grammar_model.vocabulary)):.2f}")

assert math.log(len(vocabulary)) < math.log(len(grammar_model.vocabulary))

# --- Alle Subjekte ---

right = []
for line in all_tables["en"]["ANIMAL"]:
    for number in ["sg", "pl"]:
        for place in ["tower", "towers"]:
            words = f"<en> The {line[number]} near the {place}"
            share = plural_share(grammar_model, words)
            right.append((share > 0.5) == (number == "pl"))
print(sum(right), "of", len(right))
assert all(right)

# --- Der Preis einer Schieflage ---

skewed = -(0.9 * math.log(0.9) + 0.1 * math.log(0.1))
even_handed = -(0.5 * math.log(0.5) + 0.5 * math.log(0.5))
print(f"{skewed:.2f} {even_handed:.2f}")

# --- Ein Modell ohne Positionen ---

blind = load("grammar.safetensors")
with torch.no_grad():
    blind.position_embedding.weight.zero_()
    texts = [Text("en", random.Random(seed)) for seed in range(100)]
    losses = [loss_of(one, texts).item() for one in (grammar_model, blind)]
print(f"with {losses[0]:.1f}, without {losses[1]:.1f}")
assert losses[1] > losses[0] + 0.1

# --- Ein neues Tier ---

all_tables["en"]["ANIMAL"].append(
    {"sg": "wolf", "pl": "wolves",
     "sound.sg": "howls", "sound.pl": "howl"})
with_wolves = [Text("en", random.Random(7_000 + number), "act")
               for number in range(500)]
assert floor_of(with_wolves) > floor
assert "howl" not in model.ids
all_tables["en"]["ANIMAL"].pop()
