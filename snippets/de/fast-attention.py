# Schnelle Aufmerksamkeit
# https://attention-by-example.github.io/attention-by-example/de/fast-attention/
# License: MIT
# Needs: pip install torch

# --- Was Aufmerksamkeit kostet ---

d = 768
print("tokens attention matrices")
for n in [256, 1_024, 2_048, 4_608, 8_192]:
    print(f"{n:6} {2 * n * d / 1e6:9.1f} {12 * d * d / 1e6:8.1f}")

n = 131_072
print(f"{2 * n * d / (12 * d * d):.0f} times the matrices")

# --- Der Speicher für die n × n große Matrix ---

import torch

print(" tokens   scores  Q, K and V")
for n in [1_024, 8_192, 131_072]:
    scores = torch.empty(n, n, device="meta")
    inputs = torch.empty(3, n, 64, device="meta")
    print(f"{n:7,} {scores.nbytes / 2**20:8,.0f}"
          f" {inputs.nbytes / 2**20:6.2f} MiB")

# --- Softmax, ein Key nach dem anderen ---

import math

hello_shiny_sun = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
query = hello_shiny_sun[1]
largest, total, mix = -math.inf, 0.0, torch.zeros(3)
for word in hello_shiny_sun:               # Key und Value zugleich
    score = (query @ word).item()
    new_largest = max(largest, score)
    old = math.exp(largest - new_largest)  # der Faktor
    new = math.exp(score - new_largest)
    total = old * total + new
    mix = old * mix + new * word
    largest = new_largest
    print(mix / total)

at_once = torch.softmax(hello_shiny_sun @ query, dim=0)
torch.testing.assert_close(mix / total, at_once @ hello_shiny_sun)

# --- Kacheln ---

def tiled_attention(queries, keys, values, size, causal=False):
    n, d = queries.shape[-2:]                        # (heads, n, d)
    contexts, log_sums, tiles = [], [], 0
    for top in range(0, n, size):
        q = queries[..., top:top + size, :]          # (heads, size, d)
        largest = torch.full_like(q[..., :1], -torch.inf)
        total, mix = torch.zeros_like(largest), torch.zeros_like(q)
        for left in range(0, n, size):
            if causal and left > top:
                break                                # alles Zukunft
            k = keys[..., left:left + size, :]
            v = values[..., left:left + size, :]
            scores = q @ k.mT / d ** 0.5             # (heads, size, size)
            if causal and left == top:               # auf der Diagonale
                future = torch.ones_like(scores).triu(1).bool()
                scores = scores.masked_fill(future, -torch.inf)
            in_tile = scores.amax(dim=-1, keepdim=True)
            new_largest = torch.maximum(largest, in_tile)
            old = torch.exp(largest - new_largest)
            new = torch.exp(scores - new_largest)
            total = old * total + new.sum(dim=-1, keepdim=True)
            mix = old * mix + new @ v
            largest = new_largest
            tiles += 1
        contexts.append(mix / total)
        log_sums.append(largest + total.log())       # weiter unten benutzt
    return torch.cat(contexts, -2), torch.cat(log_sums, -2), tiles

def plain_weights(queries, keys, allowed):
    scores = queries @ keys.mT / queries.shape[-1] ** 0.5
    scores = scores.masked_fill(~allowed, -torch.inf)
    return torch.softmax(scores, dim=-1)             # (heads, n, n)


def tiled_difference(seed, causal, n=1_000, size=128):
    torch.manual_seed(seed)
    q, k, v = torch.randn(3, 4, n, 16, dtype=torch.float64)
    allowed = torch.ones(n, n, dtype=torch.bool)
    if causal:
        allowed = allowed.tril()
    tiled, _, tiles = tiled_attention(q, k, v, size, causal)
    plain = plain_weights(q, k, allowed) @ v
    return (tiled - plain).abs().max().item(), tiles


for causal in [False, True]:
    difference, tiles = tiled_difference(0, causal)
    print(f"causal {causal}: {tiles} tiles,"
          f" difference below 1e-12: {difference < 1e-12}")

for n in [1_024, 8_192, 131_072]:
    m = n // 128
    print(f"{n:7,} tokens: {(m + 1) / (2 * m):.0%} of the tiles")

# --- Beim Training werden die Scores zweimal berechnet ---

torch.manual_seed(0)
q, k, v = torch.randn(3, 4, 1_000, 16, dtype=torch.float64)
past = torch.ones(1_000, 1_000, dtype=torch.bool).tril()
stored = plain_weights(q, k, past)                   # (heads, n, n)
_, log_sum, _ = tiled_attention(q, k, v, 128, causal=True)

rows, columns = slice(512, 640), slice(256, 384)
scores = q[:, rows] @ k[:, columns].mT / 16 ** 0.5
again = torch.exp(scores - log_sum[:, rows])         # (heads, 128, 128)
error = (again - stored[:, rows, columns]).abs().max()
print("the same weights, below 1e-12:", (error < 1e-12).item())

n = 131_072
weights = torch.empty(n, n, device="meta").nbytes / 2**30
numbers = torch.empty(n, device="meta").nbytes / 2**20
print(f"kept per head: {weights:.0f} GiB of weights"
      f" or {numbers} MiB of log-sum-exps")

# --- Der schnelle Kernel von PyTorch ---

import time

import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

torch.set_num_threads(1)                             # ein einziger Kern
torch.manual_seed(0)
x = torch.randn(1, 4, 1_024, 64)                     # (b, heads, n, d)
results, seconds = [], []
for backend in [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION]:
    runs = []
    for _ in range(4):
        start = time.perf_counter()
        with sdpa_kernel(backend):
            result = F.scaled_dot_product_attention(x, x, x)
        runs.append(time.perf_counter() - start)
    results.append(result)
    seconds.append(min(runs))

torch.testing.assert_close(results[0], results[1])
print(f"in tiles {seconds[0] / seconds[1]:.1f} times as fast")

try:
    with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
        F.scaled_dot_product_attention(x, x, x)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Die Falle: is_causal bei neuen Tokens ---

torch.manual_seed(123)
queries, keys = torch.randn(2, 1, 1, 6, 16)          # (1, 1, n, d)
newest = queries[:, :, -2:]                          # one und step
identity = torch.eye(6)[None, None]
upper_left = F.scaled_dot_product_attention(
    newest, keys, identity, is_causal=True)
print(upper_left[0, 0])

from torch.nn.attention.bias import causal_lower_right

lower_right = F.scaled_dot_product_attention(
    newest, keys, identity, attn_mask=causal_lower_right(2, 6))
print(lower_right[0, 0])

everything = F.scaled_dot_product_attention(
    queries, keys, identity, is_causal=True)
torch.testing.assert_close(lower_right, everything[:, :, -2:])

# --- Eine Sprache für Masken ---

def causal(batch, head, query, key):
    return key <= query


def window(width):
    def rule(batch, head, query, key):
        return (key <= query) & (query - key < width)

    return rule


def prefix(length):
    def rule(batch, head, query, key):
        return (key <= query) | (key < length)

    return rule


def documents(number):                     # des Dokuments jedes Tokens
    def rule(batch, head, query, key):
        return (key <= query) & (number[query] == number[key])

    return rule

from torch.nn.attention.flex_attention import (
    create_block_mask,
    create_mask,
    flex_attention,
)


def branching(batch, head, query, key):
    return key < 4 or key <= query

try:
    create_mask(branching, None, None, 12, 12, device="cpu")
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def alibi(slopes):                         # Steigung je Kopf
    def change(score, batch, head, query, key):
        return score - slopes[head] * (query - key)

    return change


def soft_cap(score, batch, head, query, key):
    return 5 * (score / 5).tanh()

import warnings

# nicht kompiliert, speichert es alle Scores und warnt einmal
warnings.filterwarnings("ignore", message="flex_attention called without")


def flex_difference(seed, rule, allowed, change=None, plain_change=None):
    torch.manual_seed(seed)
    q, k, v = torch.randn(3, 1, 4, 12, 16, dtype=torch.float64)
    mask = create_block_mask(rule, None, None, 12, 12,
                             device="cpu", BLOCK_SIZE=4)
    flex = flex_attention(q, k, v, change, mask)
    scores = q @ k.mT / 16 ** 0.5                    # (1, heads, n, n)
    if plain_change:
        scores = plain_change(scores)
    scores = scores.masked_fill(~allowed, -torch.inf)
    return (flex - torch.softmax(scores, dim=-1) @ v).abs().max().item()


past = torch.ones(12, 12, dtype=torch.bool).tril()
place = torch.arange(12)
number = torch.tensor([0] * 5 + [1] * 4 + [2] * 3)
blocks = [torch.ones(length, length).tril() for length in (5, 4, 3)]
slopes = torch.tensor([1 / 4, 1 / 16, 1 / 64, 1 / 256])
price = slopes[:, None, None] * (place[:, None] - place)
cases = {
    "causal": (causal, past),
    "window": (window(3), past.triu(-2)),
    "prefix": (prefix(4), past | (place < 4)),
    "documents": (documents(number), torch.block_diag(*blocks).bool()),
    "alibi": (causal, past, alibi(slopes), lambda scores: scores - price),
    "soft_cap": (causal, past, soft_cap,
                 lambda scores: 5 * (scores / 5).tanh()),
}
print("case       pairs  below 1e-12")
for name, case in cases.items():
    pairs = case[1].sum().item()
    print(f"{name:9} {pairs:6}  {flex_difference(0, *case) < 1e-12}")

# --- Zählt das Token selbst mit? ---

def one_too_many(batch, head, query, key):
    return (key <= query) & (query - key <= 3)


for rule in [window(3), one_too_many]:
    mask = create_mask(rule, None, None, 12, 12, device="cpu")
    print(mask[0, 0, -1].int().tolist(),             # letztes Token
          f"{flex_difference(0, rule, past.triu(-2)):.1f}")

# --- Übersprungene Blöcke ---

for name, rule in [("causal", causal), ("window", window(128))]:
    mask = create_block_mask(rule, None, None, 1_024, 1_024,
                             device="cpu", BLOCK_SIZE=128)
    skipped = round(mask.sparsity() / 100 * 8 * 8)
    print(f"{name} skips {skipped} of {8 * 8} blocks")

# --- Kacheln zählen ---

m = 4_096 // 128
print(m * (m + 1) // 2)

# Kachelzeile i enthält die Querys 128 * i bis 128 * i + 127
tiles_left = ...

mask = create_block_mask(window(256), None, None, 4_096, 4_096,
                         device="cpu", BLOCK_SIZE=128)
assert round((1 - mask.sparsity() / 100) * 32 * 32) == 3 * 32 - 3

# --- Ein Prompt in jedem Dokument ---

def prompts(batch, head, query, key):
    # Darf diese Query auf diesen Key schauen?
    ...

start = torch.tensor([0] * 5 + [5] * 4 + [9] * 3)


def prompts(batch, head, query, key):
    same = number[query] == number[key]
    return same & ((key <= query) | (key - start[key] < 2))


pairs = create_mask(prompts, None, None, 12, 12, device="cpu").sum()
print(pairs.item())
assert pairs == 31 + 3

# --- Zwei Hälften eines Textes ---

def join(first, first_log_sum, second, second_log_sum):
    # Kontextvektoren (heads, n, d), Log-Summen (heads, n, 1)
    ...

torch.manual_seed(0)
q, k, v = torch.randn(3, 4, 256, 16, dtype=torch.float64)


def half(part):                                  # alle Querys
    scores = q @ k[:, part].mT / 16 ** 0.5
    context = torch.softmax(scores, dim=-1) @ v[:, part]
    return context, scores.logsumexp(dim=-1, keepdim=True)


first, first_log_sum = half(slice(0, 128))
second, second_log_sum = half(slice(128, 256))
shares = torch.softmax(
    torch.cat([first_log_sum, second_log_sum], dim=-1), dim=-1)
joined = shares[..., :1] * first + shares[..., 1:] * second
torch.testing.assert_close(
    joined, torch.softmax(q @ k.mT / 4, dim=-1) @ v)

# --- Der Datenverkehr ---

n, d, size = 8_192, 64, 128
plain = ...  # so viele Zahlen wandern bei gewöhnlicher Aufmerksamkeit
tiled = ...  # und bei Aufmerksamkeit in Kacheln

n, d, size = 8_192, 64, 128
plain = 4 * n * n + 4 * n * d
tiled = 2 * n * d + (n // size) * 2 * n * d
print(f"{plain / tiled:.1f} times less")

# --- Ein Gradient ohne die Gewichte ---

def value_gradient(q, k, log_sum, G, size):
    # q, k, G (heads, n, d), log_sum (heads, n, 1)
    gradient = torch.zeros_like(G)                   # der Values
    ...
    return gradient

torch.manual_seed(0)
q, k, v, G = torch.randn(4, 4, 256, 16, dtype=torch.float64)
_, log_sum, _ = tiled_attention(q, k, v, 64)
gradient = torch.zeros_like(v)
for top in range(0, 256, 64):
    rows = slice(top, top + 64)
    for left in range(0, 256, 64):
        columns = slice(left, left + 64)
        scores = q[:, rows] @ k[:, columns].mT / 16 ** 0.5
        weights = torch.exp(scores - log_sum[:, rows])
        gradient[:, columns] += weights.mT @ G[:, rows]

v.requires_grad_()
context = torch.softmax(q @ k.mT / 16 ** 0.5, dim=-1) @ v
context.backward(G)
torch.testing.assert_close(gradient, v.grad)
