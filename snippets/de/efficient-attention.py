# Effiziente Aufmerksamkeit
# https://attention-by-example.github.io/attention-by-example/de/efficient-attention/
# License: MIT
# Needs: pip install torch

# --- Was du von vorher brauchst ---

import math
import time

import torch
import torch.nn.functional as F

hello_shiny_sun = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
embeddings = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])                       # (tokens, d_in)

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries = embeddings @ W_query             # (tokens, d_k)
keys = embeddings @ W_key
values = embeddings @ W_value


def attend(queries, keys, values, allowed=None):
    scores = queries @ keys.mT / math.sqrt(keys.shape[-1])
    if allowed is not None:
        scores = scores.masked_fill(~allowed, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


past = torch.ones(6, 6, dtype=torch.bool).tril()     # True = erlaubt
full = attend(queries, keys, values, past)
print(full)

# --- Was Aufmerksamkeit kostet ---

d = 768
print(" tokens  attention        tables  share of attention")
for n in [256, 1_024, 4_608, 131_072]:
    attention, tables = 2 * n * n * d, 12 * n * d * d
    share = attention / (attention + tables)
    print(f"{n:7,} {attention:10.1e} {tables:13.1e} {share:12.0%}")

torch.set_num_threads(1)


def seconds(function, repeats=3):
    best = math.inf
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - start)
    return best


short, long = torch.rand(192, 64), torch.rand(384, 64)
table = torch.rand(64, 512)
attention_ratio = (seconds(lambda: attend(long, long, long))
                   / seconds(lambda: attend(short, short, short)))
table_ratio = (seconds(lambda: long @ table)
               / seconds(lambda: short @ table))
print(f"twice the tokens: attention {attention_ratio:.1f} times as long,"
      f" a table {table_ratio:.1f} times")

# --- Der Speicher für die n × n-Matrix ---

for n in [1_024, 8_192, 131_072]:
    one_head = torch.empty(n, n, device="meta").nbytes
    print(f"{n:7,} tokens: {one_head / 2**20:8,.0f} MiB")

print(3 * torch.empty(131_072, 64, device="meta").nbytes / 2**20, "MiB")

# --- Ein Key nach dem anderen ---

query = hello_shiny_sun[1]                 # shiny
largest, total, mix = -torch.inf, 0.0, torch.zeros(3)
for word in hello_shiny_sun:               # sein Key und sein Value
    score = query @ word
    new_largest = max(largest, score)
    old = math.exp(largest - new_largest)  # lässt Altes schrumpfen
    new = math.exp(score - new_largest)
    total = old * total + new
    mix = old * mix + new * word
    largest = new_largest
    print(mix / total)

all_at_once = torch.softmax(query @ hello_shiny_sun.T, dim=-1)
torch.testing.assert_close(mix / total, all_at_once @ hello_shiny_sun)

# --- Der verschmolzene Kernel ---

fused = F.scaled_dot_product_attention(queries, keys, values,
                                       is_causal=True)
torch.testing.assert_close(fused, full)

many = torch.rand(1, 1, 512, 64)           # (batch, heads, tokens, d)
torch.testing.assert_close(
    F.scaled_dot_product_attention(many, many, many),
    attend(many, many, many))
ratio = (seconds(lambda: attend(many, many, many), repeats=2)
         / seconds(lambda: F.scaled_dot_product_attention(many, many, many),
                   repeats=2))
print(f"fused: {ratio:.1f} times as fast")

# --- Woher kommen Rundungsunterschiede? ---

print((0.1 + 0.2) + 0.3)
print(0.1 + (0.2 + 0.3))

torch.testing.assert_close((0.1 + 0.2) + 0.3, 0.1 + (0.2 + 0.3))

# --- KV-Cache: nichts zweimal berechnen ---

five = attend(queries[:5], keys[:5], values[:5], past[:5, :5])
torch.testing.assert_close(five, full[:5])

key_cache = torch.empty(0, 2)
value_cache = torch.empty(0, 2)
rows = []
for embedding in embeddings:               # ein Token nach dem anderen
    query = embedding[None] @ W_query      # (1, d_k)
    key_cache = torch.cat([key_cache, embedding[None] @ W_key])
    value_cache = torch.cat([value_cache, embedding[None] @ W_value])
    rows.append(attend(query, key_cache, value_cache))

torch.testing.assert_close(torch.cat(rows), full)
print(key_cache.shape)

for n in [6, 1_024]:
    rows_in_all = sum(range(1, n + 1))
    print(f"{n:5,} tokens: {rows_in_all:7,} rows instead of {n:5,}")

three_tables = torch.rand(3, 256, 256) / 256
text = torch.rand(64, 256)


def without_cache():
    for n in range(1, 65):
        q, k, v = text[:n] @ three_tables  # alle Tokens bis hierher
        attend(q[-1:], k, v)


def with_cache():
    k, v = torch.empty(2, 64, 256)         # Platz für alle Tokens
    for n in range(64):
        q, k[n], v[n] = text[n] @ three_tables
        attend(q[None], k[:n + 1], v[:n + 1])


ratio = seconds(without_cache, 1) / seconds(with_cache, 1)
print(f"with the cache {ratio:.1f} times as fast")

# --- Die Falle: is_causal mit einer einzigen Query ---

query = queries[-1:]                       # step, das neueste Token
wrong = F.scaled_dot_product_attention(query, keys, values,
                                       is_causal=True)
right = F.scaled_dot_product_attention(query, keys, values)
print(wrong, values[0])
torch.testing.assert_close(wrong[0], values[0])
torch.testing.assert_close(right, full[-1:])

allowed = torch.ones(2, 6, dtype=torch.bool).tril(diagonal=4)
print(allowed.int())                       # Zeilen: one, step
last_two = F.scaled_dot_product_attention(queries[-2:], keys, values,
                                          attn_mask=allowed)
torch.testing.assert_close(last_two, full[-2:])

# --- Weniger Keys und Values: gruppierte Querys ---

def cache_mib(layers, key_heads, head_dim, tokens):
    numbers = 2 * layers * key_heads * head_dim * tokens
    return numbers * 2 / 2**20             # 2 Byte pro Zahl


print("GPT-2 shapes at 1,024 tokens:")
for layers, heads in [(12, 12), (24, 16), (36, 20), (48, 25)]:
    print(f"{layers} layers, {heads} heads:"
          f" {cache_mib(layers, heads, 64, 1_024):.0f} MiB")

def grouped_attention(queries, keys, values):
    # queries (heads, tokens, d); keys und values (groups, tokens, d)
    share = queries.shape[0] // keys.shape[0]
    keys = keys.repeat_interleave(share, dim=0)      # (heads, tokens, d)
    values = values.repeat_interleave(share, dim=0)
    return attend(queries, keys, values, past)


torch.manual_seed(123)
q = torch.randn(4, 6, 8)                   # vier Query-Köpfe
k, v = torch.randn(2, 4, 6, 8)             # vier Köpfe mit Key und Value

# so viele Gruppen wie Köpfe: Mehrkopf-Aufmerksamkeit
heads = [attend(q[h], k[h], v[h], past) for h in range(4)]
torch.testing.assert_close(grouped_attention(q, k, v), torch.stack(heads))

# eine Gruppe: Multi-Query-Attention
heads = [attend(q[h], k[0], v[0], past) for h in range(4)]
torch.testing.assert_close(grouped_attention(q, k[:1], v[:1]),
                           torch.stack(heads))

# zwei Gruppen: Köpfe 0 und 1 gemeinsam, 2 und 3 gemeinsam
heads = [attend(q[h], k[h // 2], v[h // 2], past) for h in range(4)]
grouped = grouped_attention(q, k[:2], v[:2])
torch.testing.assert_close(grouped, torch.stack(heads))

# torch kann es auch
fused = F.scaled_dot_product_attention(
    q[None], k[None, :2], v[None, :2], is_causal=True, enable_gqa=True)
torch.testing.assert_close(fused[0], grouped)

print(torch.allclose(grouped, grouped_attention(q, k, v)))

for key_heads in [25, 5, 1]:
    print(f"{key_heads:2} key heads:"
          f" {cache_mib(48, key_heads, 64, 1_024):3.0f} MiB")

# --- RoPE: die Position als Drehung ---

def rotate(pair, position):
    cos, sin = math.cos(position), math.sin(position)
    return torch.stack([cos * pair[0] - sin * pair[1],
                        sin * pair[0] + cos * pair[1]])


q, k = torch.tensor([0.9, 0.4]), torch.tensor([0.5, 0.8])
print("query at  key at  score")
for query_at, key_at in [(2, 0), (5, 3), (12, 10), (3, 0)]:
    score = rotate(q, query_at) @ rotate(k, key_at)
    print(f"{query_at:8} {key_at:7} {score:7.4f}")

def speeds(d, base=10_000.0):
    return base ** (-torch.arange(0, d, 2) / d)    # eine pro Paar


def rope(x, positions):
    # x (tokens, d), positions (tokens)
    angles = positions[:, None] * speeds(x.shape[-1])
    cos, sin = angles.cos(), angles.sin()
    first, second = x[:, 0::2], x[:, 1::2]
    turned = torch.stack([cos * first - sin * second,
                          sin * first + cos * second], dim=-1)
    return turned.flatten(-2)


turn = 2 * math.pi / speeds(64)
print(f"tokens for a full turn, with 64 numbers per head:"
      f" {turn[0]:.1f} to {turn[-1]:,.0f}")

torch.manual_seed(123)
same_query = torch.rand(1, 8).expand(5, 8)     # an fünf Positionen
same_key = torch.rand(1, 8).expand(5, 8)
positions = torch.arange(5)
scores = rope(same_query, positions) @ rope(same_key, positions).T
print(scores)
torch.testing.assert_close(scores[1:, 1:], scores[:-1, :-1])

def rope_attention(positions):
    return attend(rope(queries, positions), rope(keys, positions),
                  values, past)


positions = torch.arange(6)
with_rope = rope_attention(positions)
torch.testing.assert_close(rope_attention(positions + 10), with_rope)

key_cache = torch.empty(0, 2)
for n in range(6):
    place = positions[n:n + 1]
    key_cache = torch.cat([key_cache, rope(keys[n:n + 1], place)])
    row = attend(rope(queries[n:n + 1], place), key_cache, values[:n + 1])
    torch.testing.assert_close(row, with_rope[n:n + 1])

print((with_rope - full).abs().amax(dim=1).round(decimals=4))

# --- ALiBi: Abstand hat seinen Preis ---

num_heads = 4
slopes = 2.0 ** (-8 * torch.arange(1, num_heads + 1) / num_heads)
place = torch.arange(6)
distance = place[:, None] - place          # (queries, keys)
prices = -slopes[:, None, None] * distance
prices = prices.masked_fill(~past, -torch.inf)       # (heads, 6, 6)
last_rows = torch.softmax(prices, dim=-1)[:, -1]
print(slopes)
print(last_rows)                           # Zeilen: die vier Köpfe
per_step = math.exp(-1 / 4)
torch.testing.assert_close(last_rows[0, :-1] / last_rows[0, 1:],
                           torch.full((5,), per_step))

scores = queries @ keys.T / math.sqrt(2) + prices[0]
by_steps = torch.softmax(scores, dim=-1) @ values
fused = F.scaled_dot_product_attention(queries, keys, values,
                                       attn_mask=prices[0])
torch.testing.assert_close(fused, by_steps)

scores = queries @ keys.T / math.sqrt(2) + slopes[0] * place
rewarded = torch.softmax(scores.masked_fill(~past, -torch.inf), dim=-1)
torch.testing.assert_close(rewarded @ values, by_steps)

# --- Die Größe eines Caches ---

print(f"{cache_mib(32, 32 // 4, 128, 8_192):.0f}")

multi_head = cache_mib(32, 32, 128, 8_192)
assert multi_head == 4 * cache_mib(32, 8, 128, 8_192)
per_token = cache_mib(32, 32, 128, 1)
print(f"{multi_head:.0f} MiB, {64 * 1024 / per_token:,.0f} tokens")

# --- Darf ein Encoder einen Cache benutzen? ---

open_five = attend(queries[:5], keys[:5], values[:5])
open_six = attend(queries, keys, values)
assert not torch.allclose(open_five, open_six[:5], atol=1e-4)

# --- repeat oder repeat_interleave? ---

marks = torch.arange(2)
print(marks.repeat(2), marks.repeat_interleave(2))

q4 = torch.randn(4, 6, 8)
k4, v4 = torch.randn(2, 4, 6, 8)
for groups, right in [(4, True), (2, False), (1, True)]:
    share = 4 // groups
    repeated = attend(q4, k4[:groups].repeat(share, 1, 1),
                      v4[:groups].repeat(share, 1, 1), past)
    expected = grouped_attention(q4, k4[:groups], v4[:groups])
    assert torch.allclose(repeated, expected) == right

# --- Ein Fenster ---

def window_mask(n, width):
    ones = torch.ones(n, n, dtype=torch.bool)
    return ones.tril() & ones.triu(1 - width)


narrow = window_mask(6, 3)
print(narrow.int())
print(f"{window_mask(1_024, 128).sum():,} of"
      f" {window_mask(1_024, 1_024).sum():,} pairs")

reach = (narrow.int() @ narrow.int())[-1] > 0
print(reach.int())                     # des letzten Tokens

# --- Zwei Anordnungen von RoPE ---

def rope_halves(x, positions):
    angles = positions[:, None] * speeds(x.shape[-1])
    cos, sin = angles.cos(), angles.sin()
    first, second = x.chunk(2, dim=-1)
    return torch.cat([cos * first - sin * second,
                      sin * first + cos * second], dim=-1)


torch.manual_seed(123)
q8, k8 = torch.randn(2, 6, 8)
order = torch.tensor([0, 2, 4, 6, 1, 3, 5, 7])
neighbors = rope(q8, positions) @ rope(k8, positions).T
halves = (rope_halves(q8[:, order], positions)
          @ rope_halves(k8[:, order], positions).T)
mixed = rope(q8, positions) @ rope_halves(k8, positions).T
torch.testing.assert_close(halves, neighbors)
assert not torch.allclose(mixed, neighbors, atol=0.1)
