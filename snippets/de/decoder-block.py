# Der Decoder-Block
# https://attention-by-example.github.io/attention-by-example/de/decoder-block/
# License: MIT
# Needs: pip install torch

# --- Was wir mitbringen ---

import copy
import math

import torch
from torch import nn

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])                       # (tokens, width)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads,
                 qkv_bias=False, causal=True):
        super().__init__()
        if d_out % num_heads:
            raise ValueError(
                f"{num_heads} heads cannot share {d_out} dimensions")
        self.num_heads = num_heads
        self.context_length = context_length    # die längste Eingabe
        self.causal = causal
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def split_heads(self, rows):
        # (tokens, d_out) -> (heads, tokens, head_dim)
        return rows.unflatten(-1, (self.num_heads, -1)).transpose(-3, -2)

    def forward(self, x, source=None):
        if x.shape[-2] > self.context_length:
            raise ValueError("more tokens than context_length")
        source = x if source is None else source
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(source))
        values = self.split_heads(self.W_value(source))
        scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
        if self.causal:
            future = torch.ones_like(scores, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(future, -torch.inf)
        attention_weights = torch.softmax(scores, dim=-1)
        heads = self.dropout(attention_weights) @ values
        return self.out_proj(heads.transpose(-3, -2).flatten(-2))


torch.manual_seed(123)
attention = MultiHeadAttention(3, 3, context_length=8, dropout=0.0,
                               num_heads=3)
print(attention(embeddings).detach())

# --- Die Ausgabeprojektion mischt die Köpfe ---

def effect_of_second_head(projection):
    layer = copy.deepcopy(attention)
    layer.out_proj = projection
    before = layer(embeddings)
    layer.W_value.weight.data[1] += 1.0    # ein anderer zweiter Kopf
    return (layer(embeddings) - before).detach()


print(effect_of_second_head(nn.Identity()))
print(effect_of_second_head(attention.out_proj))

# --- Die Residualverbindung bewahrt das Alte ---

added = attention(embeddings).detach()
new = embeddings + added
print(new)
torch.testing.assert_close(new - added, embeddings)

# --- Ohne sie ---

rows = embeddings
for _ in range(8):
    rows = torch.softmax(rows @ rows.T, dim=-1) @ rows
print(rows)

def stack(num_layers, residual):
    torch.manual_seed(123)
    start = embeddings.clone().requires_grad_()
    rows = start
    for _ in range(num_layers):
        layer = MultiHeadAttention(3, 3, 8, 0.0, num_heads=3)
        rows = layer(rows) + residual * rows     # residual: 0 oder 1
    rows[-1].sum().backward()
    return rows.detach(), start.grad.norm()


print("layers  gradient without  gradient with")
for num_layers in [1, 2, 4, 8]:
    rows_without, slope_without = stack(num_layers, residual=0)
    rows_with, slope_with = stack(num_layers, residual=1)
    print(f"{num_layers:6}  {slope_without:16.6f}  {slope_with:13.4f}")

print(rows_without)    # nach acht Schichten
print(rows_with)

# --- Die Schichtnormalisierung hält die Größe ---

hello = embeddings[0]
mean = hello.mean()
variance = ((hello - mean) ** 2).mean()
normalized = (hello - mean) / torch.sqrt(variance + 1e-5)

print(f"mean {mean:.4f}, variance {variance:.4f}")
print(normalized)
norm = nn.LayerNorm(3)
torch.testing.assert_close(norm(embeddings)[0], normalized)

print(hello.var(), hello.var(unbiased=False))

other_sun = embeddings.clone()
other_sun[2] = torch.tensor([0.9, 0.1, 0.2])
torch.testing.assert_close(norm(other_sun)[:2], norm(embeddings)[:2])

# --- Ohne sie ---

def sizes(norm):
    torch.manual_seed(123)
    rows, found = embeddings, [embeddings.norm()]
    for _ in range(24):
        layer = MultiHeadAttention(3, 3, 8, 0.0, num_heads=3)
        with torch.no_grad():
            for parameter in layer.parameters():
                parameter *= 2
            rows = rows + layer(norm(rows))
        found.append(rows.norm())
    return found


without_norm = sizes(nn.Identity())
with_norm = sizes(nn.LayerNorm(3))
print("layer  without    with")
for depth in [0, 8, 16, 24]:
    print(f"{depth:5} {without_norm[depth]:8.3g} {with_norm[depth]:7.3g}")

# --- Was tut das Feed-Forward-Netz? ---

torch.manual_seed(123)
feed_forward = nn.Sequential(
    nn.Linear(3, 12),     # (tokens, 3) -> (tokens, 12)
    nn.GELU(),            # der Knick
    nn.Linear(12, 3),     # (tokens, 12) -> (tokens, 3)
)
together = feed_forward(embeddings)
alone = feed_forward(embeddings[2:])
torch.testing.assert_close(together[2:], alone)

collected = torch.tensor([[0.0, 0.0],      # Plural? lebendig?
                          [0.0, 1.0],
                          [1.0, 0.0],
                          [1.0, 1.0]])
wanted = torch.tensor([0.0, 0.0, 0.0, 1.0])

with_bias = torch.cat([collected, torch.ones(4, 1)], dim=1)
best_table = torch.linalg.pinv(with_bias) @ wanted
print(with_bias @ best_table)

hidden = torch.relu(collected @ torch.tensor([1.0, 1.0]) - 1.0)
print(hidden)

# --- Ohne es ---

one_token, other_token = embeddings[:1], embeddings[1:2]
halfway = (one_token + other_token) / 2


def stays_halfway(part):
    middle = (part(one_token) + part(other_token)) / 2
    return torch.allclose(part(halfway), middle, atol=1e-5)


print("attention:", stays_halfway(attention))
print("feed-forward:", stays_halfway(feed_forward))

first, _, second = feed_forward
one_table = second.weight @ first.weight             # (3, 3)
one_bias = second.weight @ first.bias + second.bias
torch.testing.assert_close(second(first(embeddings)),
                           embeddings @ one_table.T + one_bias)

# --- Ein Block ---

class Block(nn.Module):
    def __init__(self, width, num_heads, context_length,
                 qkv_bias=False, causal=True):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = MultiHeadAttention(
            width, width, context_length, 0.0, num_heads, qkv_bias, causal)
        self.norm2 = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 4 * width),
            nn.GELU(),
            nn.Linear(4 * width, width),
        )

    def forward(self, x):
        x = x + self.attention(self.norm1(x))       # sich umsehen
        return x + self.feed_forward(self.norm2(x))  # darüber nachdenken


torch.manual_seed(123)
blocks = nn.Sequential(*[Block(3, 3, 8) for _ in range(4)])
print(blocks(embeddings).detach())

torch.testing.assert_close(blocks(other_sun)[:2], blocks(embeddings)[:2])

# --- Warum fast neue Embeddings in jeder Schicht? ---

rows = embeddings
parts = []
for block in blocks:
    parts.append(block.attention(block.norm1(rows)))
    rows = rows + parts[-1]
    parts.append(block.feed_forward(block.norm2(rows)))
    rows = rows + parts[-1]

torch.testing.assert_close(rows, blocks(embeddings))
torch.testing.assert_close(embeddings + sum(parts), rows)
assert sum(parts).norm() > embeddings.norm()
print(len(parts), "additions")
for layer in range(4):
    print(f"{(parts[2 * layer] + parts[2 * layer + 1]).norm():.4f}")
print(f"{embeddings.norm():.4f} at the start")

shiny_shiny_sun = embeddings[[1, 1, 2]]
print(torch.allclose(blocks(shiny_shiny_sun)[2], blocks(embeddings)[2]))

marks = torch.eye(3)                       # Hello, shiny, sun
look_left = torch.tensor([[0.0, 0.0, 0.0],
                          [1.0, 0.0, 0.0],
                          [0.0, 1.0, 0.0]])    # Zeilen sind Querys

after_one = marks + look_left @ marks
after_two = after_one + look_left @ after_one
print(after_one)
print(after_two)

# --- Aufmerksamkeit allein kennt keine Reihenfolge ---

torch.manual_seed(123)
both_ways = MultiHeadAttention(3, 3, 8, 0.0, num_heads=3, causal=False)
swap = torch.tensor([1, 0, 2])             # shiny Hello sun
swapped = embeddings[swap]
torch.testing.assert_close(both_ways(swapped), both_ways(embeddings)[swap])
torch.testing.assert_close(attention(swapped)[2], attention(embeddings)[2])
assert not torch.allclose(blocks(swapped)[2], blocks(embeddings)[2])

positions = torch.randn(8, 3)              # eine Zeile pro Position
one_order = attention(embeddings + positions[:3])
other_order = attention(swapped + positions[:3])
print(torch.allclose(one_order[2], other_order[2]))

# --- Was geschieht danach mit den neuen Vektoren? ---

class Decoder(nn.Module):
    def __init__(self, vocabulary, context_length, width,
                 num_heads, num_layers, qkv_bias=False):
        super().__init__()
        self.word_table = nn.Parameter(torch.rand(vocabulary, width))
        self.position_table = nn.Parameter(
            torch.rand(context_length, width))
        self.blocks = nn.Sequential(*[
            Block(width, num_heads, context_length, qkv_bias)
            for _ in range(num_layers)])
        self.norm = nn.LayerNorm(width)

    def forward(self, ids):
        x = self.word_table[ids] + self.position_table[:len(ids)]
        x = self.norm(self.blocks(x))           # (tokens, width)
        return x @ self.word_table.T            # (tokens, vocabulary)


words = ["Hello", "shiny", "sun", "!"]
ids = torch.tensor([0, 1, 2])                  # Hello shiny sun
torch.manual_seed(123)
model = Decoder(vocabulary=4, context_length=8, width=6,
                num_heads=2, num_layers=2)
logits = model(ids)
print(logits.shape)
print(torch.softmax(logits, dim=-1).detach())

# --- Wie werden die Tabellen trainiert? ---

next_ids = torch.tensor([1, 2, 3])             # shiny sun !
loss = nn.functional.cross_entropy(model(ids), next_ids)
probabilities = torch.softmax(logits, dim=-1)
torch.testing.assert_close(
    loss, -torch.log(probabilities[[0, 1, 2], next_ids]).mean())
loss.backward()

for number, block in enumerate(model.blocks):
    for name in ["W_query", "W_key", "W_value"]:
        gradient = getattr(block.attention, name).weight.grad
        print(number, name.ljust(7), f"{gradient.norm():.4f}")

table = model.blocks[1].attention.W_query.weight
claimed = table.grad[2, 0].item()
with torch.no_grad():
    table[2, 0] += 0.01
    after = nn.functional.cross_entropy(model(ids), next_ids)
    table[2, 0] -= 0.02
    before = nn.functional.cross_entropy(model(ids), next_ids)
    table[2, 0] += 0.01
measured = (after - before).item() / 0.02
print(f"claimed {claimed:.4f}, measured {measured:.4f}")

with torch.no_grad():
    for parameter in model.parameters():
        parameter -= 0.02 * parameter.grad
    new_loss = nn.functional.cross_entropy(model(ids), next_ids)

print(f"loss {loss:.4f} before, {new_loss:.4f} after one step")
assert new_loss < loss

# --- Was macht ein Encoder anders? ---

torch.manual_seed(123)
decoder_block = Block(3, 3, 8)
encoder_block = Block(3, 3, 8, causal=False)
for block in [decoder_block, encoder_block]:
    difference = (block(other_sun) - block(embeddings)).abs().amax(dim=1)
    print((difference > 1e-6).tolist())

# --- Kreuzaufmerksamkeit: zwei Sequenzen ---

source_words = ["Kannst", "du", "mir", "bitte", "helfen"]
target_words = ["Can", "you", "help", "me"]
source = 3 * torch.eye(5)                  # (5 source tokens, width)
target = source[[0, 1, 4, 2]]              # (4 target tokens, width)

scores = target @ source.T / math.sqrt(5)
cross_weights = torch.softmax(scores, dim=-1)
print(cross_weights)

torch.manual_seed(123)
cross = MultiHeadAttention(5, 5, 8, 0.0, num_heads=1, causal=False)
mixed = cross(target, source=source)
print(mixed.shape)                         # (target tokens, width)

direct = nn.functional.scaled_dot_product_attention(
    cross.W_query(target), cross.W_key(source), cross.W_value(source))
torch.testing.assert_close(mixed, cross.out_proj(direct))

# --- Parameter zählen ---

d, num_layers = 10_000, 120
three_tables = 3 * d * d * num_layers
four_tables = 4 * d * d * num_layers
networks = 2 * (d * 4 * d) * num_layers
everything = four_tables + networks
for total in [three_tables, four_tables, networks, everything]:
    print(total // 10**9, "billion")

def count(module):
    return sum(p.numel() for p in module.parameters())


def by_formula(layers, d):
    tables = 50_257 * d + 1_024 * d
    return tables + layers * (12 * d**2 + 13 * d) + 2 * d


def by_counting(layers, d, heads):
    with torch.device("meta"):
        one = Decoder(50_257, 1_024, d, heads, 1, qkv_bias=True)
    return count(one) + (layers - 1) * count(one.blocks[0])


gpt2_shapes = [(12, 12, 768), (24, 16, 1024), (36, 20, 1280),
               (48, 25, 1600)]
print("layers heads width  per head    parameters")
for layers, heads, d in gpt2_shapes:
    total = by_counting(layers, d, heads)
    assert total == by_formula(layers, d)
    print(f"{layers:6} {heads:5} {d:5} {d // heads:9} {total:13,}")

assert by_counting(12, 768, heads=12) == by_counting(12, 768, heads=6)

try:
    MultiHeadAttention(8, 8, 8, 0.0, num_heads=3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def bert(layers, d, heads):
    with torch.device("meta"):
        tables = torch.empty(30_522 + 512 + 2, d)
        block = Block(d, heads, 512, qkv_bias=True, causal=False)
        norm, pooler = nn.LayerNorm(d), nn.Linear(d, d)
    return (tables.numel() + count(norm) + layers * count(block)
            + count(pooler))


print("       layers heads width  per head   parameters")
for name, layers, heads, d in [("base", 12, 12, 768),
                               ("large", 24, 16, 1024),
                               ("tiny", 2, 2, 128)]:
    total = bert(layers, d, heads)
    formula = ((30_522 + 514) * d + 2 * d
               + layers * (12 * d**2 + 13 * d) + d**2 + d)
    assert total == formula
    print(f"{name:6} {layers:6} {heads:5} {d:5} {d // heads:9} {total:12,}")

# --- Die Parameter eines Blocks ---

with torch.device("meta"):
    gpt2_block = Block(768, 12, 1_024, qkv_bias=True)
print(f"{count(gpt2_block):,}")

d = 768
assert count(gpt2_block) == 12 * d**2 + 4 * d + 5 * d + 4 * d
with torch.device("meta"):
    bert_block = Block(768, 12, 512, qkv_bias=True, causal=False)
assert count(bert_block) == count(gpt2_block)

# --- Normalisieren nach der Summe ---

class PostNormBlock(Block):
    def forward(self, x):
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.feed_forward(x))


torch.manual_seed(123)
post = PostNormBlock(3, 3, 8)
row_sizes = post(embeddings).norm(dim=1)
torch.testing.assert_close(row_sizes, torch.full((3,), math.sqrt(3)),
                           atol=1e-3, rtol=0.0)

first_addition = post.attention(embeddings)
middle = post.norm1(embeddings + first_addition)
second_addition = post.feed_forward(middle)
rest = post(embeddings) - first_addition - second_addition
assert not torch.allclose(rest, embeddings, atol=0.01)

# --- Das eine oder das andere, aber nicht beides ---

to_hidden = torch.tensor([[1.0, 1.0],      # Zeilen: zwei Eingaben
                          [1.0, 1.0]])
hidden_bias = torch.tensor([0.0, -1.0])
to_output = torch.tensor([1.0, -2.0])
either = torch.relu(collected @ to_hidden + hidden_bias) @ to_output
print(either)
torch.testing.assert_close(either, torch.tensor([0.0, 1.0, 1.0, 0.0]))

# --- Ein Block, der nichts tut ---

torch.manual_seed(123)
silent = Block(3, 3, 8)
with torch.no_grad():
    for table in [silent.attention.out_proj, silent.feed_forward[2]]:
        table.weight.zero_()
        table.bias.zero_()
torch.testing.assert_close(silent(embeddings), embeddings)

(silent(embeddings) ** 2).sum().backward()
assert silent.attention.out_proj.weight.grad.norm() > 0
assert silent.feed_forward[2].weight.grad.norm() > 0

# --- Eine umgestellte Quelle ---

shuffled = source[[4, 2, 0, 3, 1]]
torch.testing.assert_close(cross(target, source=shuffled), mixed)

torch.manual_seed(123)
places = torch.randn(5, 5)
moved = cross(target, source=shuffled + places)
assert not torch.allclose(moved, cross(target, source=source + places))
