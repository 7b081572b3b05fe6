# Seeing attention
# https://attention-by-example.github.io/attention-by-example/seeing-attention/
# License: MIT
# Needs: pip install torch bertviz safetensors transformers

# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "https://attention-by-example.github.io/attention-by-example/seeing-attention/" + name
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


fetch("grammar.toml", "436d3b922501099acab7a5933d447d41b3ce114540d14d57415e9cad2d8d7b71")
fetch("grammar.safetensors", "34fc245c525c20dd6cce8fdd18363bb718e19f46ba44306ba9699efdac781ac5")

# --- What there is to see ---

import json
import math
import random
import tomllib
from pathlib import Path

import torch
from safetensors import safe_open
from torch import nn

torch.set_printoptions(precision=2, sci_mode=False)


def as_they_are(layer, weights):
    return weights


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

    def weights(self, x):
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(x))
        scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
        future = torch.ones_like(scores, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(future, -torch.inf)
        return torch.softmax(scores, dim=-1)

    def forward(self, x, weights):
        heads = weights @ self.split_heads(self.W_value(x))
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


class Decoder(nn.Module):
    def __init__(self, vocabulary, context_length=32, width=64,
                 num_heads=4, num_layers=2):
        super().__init__()
        self.vocabulary = vocabulary
        self.ids = {word: place for place, word in enumerate(vocabulary)}
        self.token_embedding = nn.Embedding(len(vocabulary), width)
        self.position_embedding = nn.Embedding(context_length, width)
        self.blocks = nn.ModuleList(Block(width, num_heads)
                                    for _ in range(num_layers))
        self.final_norm = nn.LayerNorm(width)
        nn.init.normal_(self.token_embedding.weight, std=0.1)
        nn.init.normal_(self.position_embedding.weight, std=0.1)

    @torch.no_grad()
    def forward(self, ids, edit=as_they_are):
        positions = self.position_embedding.weight[:ids.shape[-1]]
        x = self.token_embedding(ids) + positions
        all_weights = []
        for layer, block in enumerate(self.blocks):
            normed = block.norm1(x)
            weights = edit(layer, block.attention.weights(normed))
            x = x + block.attention(normed, weights)
            x = x + block.feed_forward(block.norm2(x))
            all_weights.append(weights)
        logits = self.final_norm(x) @ self.token_embedding.weight.T
        return logits, torch.stack(all_weights, dim=-4)


with safe_open("grammar.safetensors", framework="pt") as file:
    vocabulary = json.loads(file.metadata()["vocabulary"])
    tables = {name: file.get_tensor(name).float() for name in file.keys()}
model = Decoder(vocabulary)
model.load_state_dict(tables)


def read(model, sentence, edit=as_they_are):
    """The probabilities of the next word, and all attention weights."""
    ids = torch.tensor([model.ids[word] for word in sentence.split()])
    logits, weights = model(ids, edit)
    return torch.softmax(logits[-1], dim=-1), weights


sentence = "<en> Tom finds the ball . He needs"
words = sentence.split()
chances, weights = read(model, sentence)
print(weights.shape)            # (layers, heads, queries, keys)
print(f"it {chances[model.ids['it']]:.2f}")

query, key = words.index("needs"), words.index("ball")
print(weights[:, :, query, key])   # (layers, heads)
layer, head = divmod(weights[:, :, query, key].argmax().item(), 4)
print(f"layer {layer}, head {head}")

print(weights[layer, head])

# --- Which head does what? ---

grammar = tomllib.loads(Path("grammar.toml").read_text("utf-8"))


def read_tables(language):
    tables = {}
    for name, entries in (grammar["common"] | grammar[language]).items():
        if isinstance(entries, str):
            lines = [[cell.strip() for cell in line.split("|")]
                     for line in entries.strip().split("\n")]
            tables[name] = [dict(zip(lines[0], cells))
                            for cells in lines[1:]]
        elif isinstance(entries, list):
            tables[name] = [{"": entry} for entry in entries]
    return tables


class Text:
    """One text of a kind, drawn from the grammar of a language."""

    def __init__(self, language, kind, seed):
        self.tables, self.drawn = read_tables(language), {}
        self.generator = random.Random(seed)
        pattern = self.generator.choice(grammar[language]["texts"][kind])
        self.words, self.roles = [f"<{language}>"], [""]
        for word, role in self.expand(pattern):
            if len(self.words) == 1 or self.words[-1] == ".":
                word = word[0].upper() + word[1:]
            self.words.append(word)
            self.roles.append(role)

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
        if "/" in part:
            name, column = part.split("/")
            return self.draw(name)[column]
        return self.draw(part)[""] if part in self.tables else part

    def draw(self, name):
        if name not in self.drawn:
            table = name.rstrip("0123456789")
            taken = [line for other, line in self.drawn.items()
                     if other.rstrip("0123456789") == table]
            self.drawn[name] = self.generator.choice(
                [line for line in self.tables[table] if line not in taken])
        return self.drawn[name]

    def places(self, *roles):
        return [place for place, role in enumerate(self.roles)
                if role in roles]


for kind in ["echo", "act", "it", "bracket", "list"]:
    print(" ".join(Text("en", kind, seed=2).words))

def previous(text):
    """In a list of random words: from each word to the one before."""
    return [(place, [place - 1]) for place in text.places("HEARD.all")[1:]]


def induction(text):
    """In the repetition: to what followed this word the first time."""
    first = {text.words[place]: place
             for place in text.places("HEARD.all")}
    return [(place, [first[text.words[place]] + 1])
            for place in text.places("HEARD.part")[:-1]]


def subject(text):
    """From the token before the verb, across a phrase, to the subject."""
    verb = text.places("ANIMAL.sound.N", "MOVE.N", "BE.N")
    nouns = text.places("ANIMAL.N", "ANIMAL.nom.N",
                        "PERSON.N", "PERSON.nom.N")
    if "WHERE" not in text.roles or not verb or not nouns:
        return []
    return [(verb[0] - 1, nouns)]


def antecedent(text):
    """From the token before the object pronoun to what it stands for."""
    pronoun = text.places("OTHER.it", "THING.it", "KEEP.sg.THING/c",
                          "KEEP.N.THING/c")
    return [(pronoun[0] - 1, text.places("OTHER.word", "THING.word"))]


def bracket(text):
    """From the token before a closing bracket to the opening one."""
    return [(text.places(f"{name}.close")[0] - 1,
             text.places(f"{name}.open"))
            for name in ("BRACKET", "INNER") if f"{name}.close" in text.roles]


def items(text):
    """From the token before an item of a list to the items so far."""
    named = [text.places(f"USE.{number}") for number in "1234"]
    return [(here[0] - 1, sum(named[:number], []))
            for number, here in enumerate(named) if number and here]


DETECTORS = {previous: "echo", induction: "echo", subject: "act",
             antecedent: "it", bracket: "bracket", items: "list"}


def texts_for(detector, language, count):
    texts = (Text(language, DETECTORS[detector], seed)
             for seed in range(10 * count))
    return [text for text in texts if detector(text)][:count]


text = texts_for(subject, "en", 1)[0]
print(" ".join(text.words))
for query, keys in subject(text):
    print(text.words[query], "->", [text.words[key] for key in keys])

def batch_of(model, texts):
    rows = [torch.tensor([model.ids[word] for word in text.words])
            for text in texts]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True)


def measure(model, detector, texts, edit=as_they_are):
    """Scores (layers, heads), the score of even attention, and the loss
    of the guesses that are made at the queries."""
    ids = batch_of(model, texts)
    logits, weights = model(ids, edit)
    surprise = -torch.log_softmax(logits, dim=-1)
    scores, even, losses = [], [], []
    for number, text in enumerate(texts):
        for query, keys in detector(text):
            keys = [key for key in keys if key != query]
            if keys:
                looks = weights[number, :, :, query, keys]
                scores.append(looks.sum(dim=-1))
                even.append(len(keys) / (query + 1))
                target = ids[number, query + 1]
                losses.append(surprise[number, query, target])
    return (torch.stack(scores).mean(dim=0), sum(even) / len(even),
            torch.stack(losses).mean().item())


torch.manual_seed(0)
untrained = [Decoder(vocabulary) for _ in range(3)]
found = {}                         # detector -> (layer, head)
print("detector    even untrained   best head")
for detector in DETECTORS:
    texts = texts_for(detector, "en", 40)
    scores, even, _ = measure(model, detector, texts)
    chance = max(measure(other, detector, texts)[0].max().item()
                 for other in untrained)
    found[detector] = divmod(scores.argmax().item(), 4)
    print(f"{detector.__name__:11} {even:.2f} {chance:9.2f} "
          f"{scores.max():6.2f} {found[detector]}")
    assert scores.max() > 2 * chance

# --- Take it away ---

def without(*heads):
    def edit(layer, weights):
        weights = weights.clone()
        for cut_layer, cut_head in heads:
            if cut_layer == layer:
                weights[..., cut_head, :, :] = 0
        return weights
    return edit


def costs(detector, texts):
    """How much the loss rises without each head: (layers, heads)."""
    whole = measure(model, detector, texts)[2]
    return torch.tensor([
        [measure(model, detector, texts, without((layer, head)))[2] - whole
         for head in range(4)] for layer in range(2)])


cost = {}
print("detector     best head     dearest head")
for detector, best in found.items():
    cost[detector] = costs(detector, texts_for(detector, "en", 40))
    dearest = divmod(cost[detector].argmax().item(), 4)
    print(f"{detector.__name__:11} {cost[detector][best]:5.2f} {best}"
          f" {cost[detector].max():5.2f} {dearest}")
assert all(cost[detector][found[detector]] > 0.1
           for detector in [induction, subject, bracket, items])

print(f"{cost[induction][found[previous]]:.1f}")
assert cost[induction][found[previous]] > 1
assert found[previous][0] < found[induction][0]

texts = texts_for(induction, "en", 40)
for edit in (as_they_are, without(found[previous])):
    scores, _, _ = measure(model, induction, texts, edit)
    print(f"{scores[found[induction]]:.2f}")

# --- Change the input ---

layer, head = found[subject]
for sentence in ["<en> The dogs near the house",
                 "<en> dogs near the house",
                 "<en> The The dogs near the house"]:
    _, weights = read(model, sentence)
    place = sentence.split().index("dogs")
    weight = weights[layer, head, -1, place].item()
    print(f"place {place}: {weight:.2f}")
    assert weight > 0.9

for sentence in ["<en> The dogs near the house",
                 "<en> The dogs near the houses",
                 "<en> The dog near the house",
                 "<en> The dog near the houses"]:
    chances, _ = read(model, sentence)
    bark, barks = chances[model.ids["bark"]], chances[model.ids["barks"]]
    print("bark " if bark > barks else "barks", sentence)
    assert (bark > barks) == ("dogs" in sentence)

layer, head = found[induction]
end = ". Anna repeats : milk tree dog"
_, weights = read(model, f"<en> Tom says : milk tree dog bee {end}")
print(weights[layer, head, -3:, 4:8])

_, weights = read(model, f"<en> Tom says : dog tree milk bee {end}")
print(weights[layer, head, -3:, 4:8])

# --- Attention is not an explanation ---

sentence = "<en> Tom finds the ball . He needs"
layer, head = found[antecedent]
for name, edit in [("whole", as_they_are),
                   ("without", without((layer, head)))]:
    chances, weights = read(model, sentence, edit)
    print(f"{name:8} it {chances[model.ids['it']]:.2f}")

texts = texts_for(antecedent, "en", 40)
scores, _, _ = measure(model, antecedent, texts)
print("score cost")
for score, price in sorted(zip(scores.flatten().tolist(),
                               cost[antecedent].flatten().tolist())):
    print(f"{score:5.2f} {price:5.2f}")

def ranks(numbers):
    return numbers.argsort().argsort().double()


pairs = []
for language in ["en", "de", "sr", "sw"]:
    for detector in DETECTORS:
        texts = texts_for(detector, language, 12)
        scores = measure(model, detector, texts)[0]
        pairs += zip(scores.flatten(), costs(detector, texts).flatten())
scores, prices = torch.tensor(pairs).T
correlation = torch.corrcoef(torch.stack([ranks(scores), ranks(prices)]))
print(len(pairs), "pairs, rank correlation",
      f"{correlation[0, 1]:.1f}")
print("look, but can go:", ((scores > 0.5) & (prices < 0.05)).sum().item())
print("needed, don't look:", ((scores < 0.1) & (prices > 0.3)).sum().item())
assert abs(correlation[0, 1]) < 0.3

# --- Doctor and nurse ---

english = read_tables("en")
for line in english["JOB"]:
    entries = [entry[""] for entry in english[line["she"]]]
    print(f"{line['word']:8} {entries.count('she')} she, "
          f"{entries.count('he')} he")

counts = {"nurse": [], "doctor": [], "teacher": []}
for seed in range(2_000):
    text = Text("en", "job", seed)
    job = next(word for word in text.words if word in counts)
    counts[job].append("She" in text.words)
for job, she in counts.items():
    print(f"{job:8} She in {sum(she) / len(she):.2f} of {len(she)} texts")

def she_share(sentence, edit=as_they_are):
    chances, _ = read(model, sentence, edit)
    she, he = chances[model.ids["She"]], chances[model.ids["He"]]
    return (she / (she + he)).item()


for job in ["nurse", "teacher", "doctor"]:
    print(f"{job:8} {she_share(f'<en> The {job} sleeps .'):.2f}")

nurse, teacher, doctor = [f"<en> The {job} sleeps ."
                          for job in ("nurse", "teacher", "doctor")]
for sentence in [nurse, teacher, doctor]:
    looks = read(model, sentence)[1][:, :, -1, 2]       # (layers, heads)
    print(looks)

def given(weights):
    return lambda layer, own: weights[layer]


nurse_weights = read(model, nurse)[1]
doctor_weights = read(model, doctor)[1]
print(f"doctor: {she_share(doctor):.2f}, with the nurse's weights "
      f"{she_share(doctor, given(nurse_weights)):.2f}")
print(f"nurse:  {she_share(nurse):.2f}, with the doctor's weights "
      f"{she_share(nurse, given(doctor_weights)):.2f}")
assert she_share(doctor, given(nurse_weights)) < 0.3
assert she_share(nurse, given(doctor_weights)) > 0.7

head = doctor_weights[1, :, -1, 2].argmax().item()
for sentence in [doctor, nurse]:
    print(f"{she_share(sentence):.2f} -> "
          f"{she_share(sentence, without((1, head))):.2f}")

# --- Your own models ---

def attention_file(kind, tokens, layers, **more):
    """For the explorer; layers: one (heads, queries, keys) each."""
    rounded = [[[[round(weight, 4) for weight in row] for row in head]
                for head in layer.tolist()] for layer in layers]
    return {"version": 1, "kind": kind, "tokens": tokens,
            "attention": rounded, **more}


sentence = "<en> The dogs near the house"
_, weights = read(model, sentence)
ours = attention_file("decoder", sentence.split(), weights)
print(json.dumps(ours)[:75], "…")
print(f"{len(json.dumps(ours)) / 1000:.0f} kB")

# --- Models of transformers ---

from transformers import BertConfig, BertModel, GPT2Config, GPT2Model

torch.manual_seed(123)
tokens = "The dogs near the house bark".split()
config = GPT2Config(n_layer=2, n_head=4, n_embd=32, vocab_size=6,
                    bos_token_id=0, eos_token_id=0,
                    attn_implementation="eager")
gpt2 = GPT2Model(config).eval()
with torch.no_grad():
    seen = gpt2(torch.arange(6)[None], output_attentions=True).attentions
print(len(seen), seen[0].shape)   # layers; (batch, heads, queries, keys)
decoder_file = attention_file(
    "decoder", tokens, [layer[0] for layer in seen], name="small GPT-2")

pair = "[CLS] the dogs bark [SEP] the bee buzzes [SEP]".split()
config = BertConfig(num_hidden_layers=2, num_attention_heads=4,
                    hidden_size=32, intermediate_size=64, vocab_size=9,
                    attn_implementation="eager")
bert = BertModel(config).eval()
with torch.no_grad():
    bert_seen = bert(torch.arange(9)[None],
                     output_attentions=True).attentions
encoder_file = attention_file(
    "encoder", pair, [layer[0] for layer in bert_seen],
    name="small BERT", sentence_b_start=5)

hidden = torch.ones(6, 6).triu(1).bool()
print(seen[0][0, :, hidden].max().item())   # a decoder looks back
print(bert_seen[0][0, :, 0, -1].min().item() > 0)   # an encoder, both ways

from transformers import T5Config, T5Model

torch.manual_seed(123)
config = T5Config(vocab_size=20, d_model=32, d_kv=8, d_ff=64,
                  num_layers=2, num_heads=4, decoder_start_token_id=0)
config._attn_implementation = "eager"
t5 = T5Model(config).eval()
german = "Kannst du mir helfen ?".split()
english_words = "Can you help".split()
with torch.no_grad():
    seen_by_t5 = t5(input_ids=torch.arange(5)[None],
                    decoder_input_ids=torch.arange(5, 8)[None],
                    output_attentions=True)


def part(layers, tokens):
    file = attention_file("", tokens, [layer[0] for layer in layers])
    return {"tokens": tokens, "attention": file["attention"]}


translator_file = {
    "version": 1, "kind": "encoder-decoder", "name": "small T5",
    "encoder": part(seen_by_t5.encoder_attentions, german),
    "decoder": part(seen_by_t5.decoder_attentions, english_words),
    "cross": part(seen_by_t5.cross_attentions, english_words)}
print(seen_by_t5.cross_attentions[0].shape)   # (…, output, input)

# --- In a notebook, without network ---

def explorer_page(template, file):
    data = json.dumps(file).replace("<", "\\u003c")
    return template.replace('id="attention">null<',
                            f'id="attention">{data}<')


template = '<script id="attention">null</script>'   # the real one is longer
page = explorer_page(template, ours)
assert "<en>" not in page and page.endswith("</script>")
inside = page.removeprefix('<script id="attention">')
assert json.loads(inside.removesuffix("</script>")) == ours

# (needs the downloaded page)
# from html import escape
# 
# from IPython.display import HTML
# 
# template = Path("attention-explorer.html").read_text("utf-8")
# page = explorer_page(template, decoder_file)
# HTML(f'<iframe width="100%" height="900" srcdoc="{escape(page)}"></iframe>')

# --- BertViz ---

from bertviz import head_view

picture = head_view(seen, tokens, html_action="return").data
print("dogs" in picture, "house" in picture)
print('<script src="https://' in picture)

# --- How many weights? ---

visible = torch.ones(12, 12).tril().sum().item()
print(int(2 * 4 * visible))

assert 2 * 4 * 12 * 13 // 2 == 624

# --- The language tag ---

def tag(text):
    return [(place, [0]) for place in range(2, len(text.words) - 1)]


texts = texts_for(items, "en", 40)
scores, even, _ = measure(model, tag, texts)
print(scores)
print(f"even {even:.1f}")

# --- Other languages ---

for language in ["en", "de", "sr", "sw"]:
    texts = texts_for(subject, language, 40)
    scores, even, _ = measure(model, subject, texts)
    best = divmod(scores.argmax().item(), 4)
    print(f"{language} even {even:.2f}, English head "
          f"{scores[found[subject]]:.2f}, best {scores.max():.2f} {best}")
    assert scores[found[subject]] > 2 * even

# --- A careless detector ---

careless, careful = [], []
for text in texts_for(induction, "en", 40):
    ids = torch.tensor([model.ids[word] for word in text.words])
    weights = untrained[0](ids)[1]
    for query in text.places("HEARD.part"):
        same = [place for place in range(query + 1)
                if text.words[place] == text.words[query]]
        careless.append(weights[:, :, query, same].sum(dim=-1))
        careful.append(weights[:, :, query, same[:-1]].sum(dim=-1))
careless, careful = (torch.stack(looks).mean(dim=0).max().item()
                     for looks in (careless, careful))
print(f"careless {careless:.2f}, careful {careful:.2f}")
assert careless > 1.5 * careful

# --- Two at once ---

texts = texts_for(subject, "en", 40)
scores, _, whole = measure(model, subject, texts)
pair_of_heads = [(1, head) for head in scores[1].topk(2).indices.tolist()]
single = [measure(model, subject, texts, without(one))[2] - whole
          for one in pair_of_heads]
together = measure(model, subject, texts,
                   without(*pair_of_heads))[2] - whole
print(f"{single[0]:.1f} and {single[1]:.1f}, together {together:.1f}")
assert together > sum(single)
