# Spisak grešaka u izvorima
# https://attention-by-example.github.io/attention-by-example/sr/errata/
# License: MIT
# Needs: pip install torch

import torch
from torch import nn

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor(
    [[0.34, 0.22, 0.54],   # Hello
     [0.53, 0.34, 0.98],   # shiny
     [0.29, 0.54, 0.93]])  # sun

torch.manual_seed(123)
W_query = torch.rand(3, 2)
W_key = torch.rand(3, 2)
W_value = torch.rand(3, 2)

# --- Vektor konteksta tokena *shiny* ---

scores = embeddings @ embeddings[1]
attention_weights = torch.softmax(scores, dim=0)
weighted_rows = attention_weights[:, None] * embeddings
context_vector = weighted_rows.sum(dim=0)
print(attention_weights)
print(weighted_rows)
print(context_vector)

printed = torch.tensor([0.3992, 0.3858, 0.8610])
units_off = (printed - context_vector).abs() / 0.0001
units_allowed = 0.5 * embeddings.sum(dim=0) + 3 * 0.5
print("off:    ", units_off.round(decimals=1))
print("allowed:", units_allowed.round(decimals=1))

# --- Da li softmax uvek ističe? ---

shares = scores / scores.sum()
print("shares ", shares)
for temperature in (0.1, 1, 3 ** 0.5, 10):
    weights = torch.softmax(scores / temperature, dim=0)
    print(f"T = {temperature:.1f}", weights)

assert torch.softmax(scores, dim=0).max() > shares.max()
assert torch.softmax(scores / 3 ** 0.5, dim=0).max() < shares.max()

# --- Zarez koji je nestao ---

weights = [0, 0.37, 0.50, 0.11, 0.02]
numbers = [0.81, 7.60, 6.08, 3.68, 3.5]
total = sum(w * number for w, number in zip(weights, numbers))
with_35 = total + 0.02 * (35 - 3.5)
print(f"with 3.5: {total:.4f}")
print(f"with 35:  {with_35:.4f}")

# --- *bark* ne može da gleda u *loudly* ---

kept = torch.tensor([0, 0.37, 0.50, 0, 0])
masked_weights = kept / kept.sum()
print(masked_weights)
print(f"{masked_weights @ torch.tensor(numbers):.4f}")

# --- Triput i dvaput ---

said = [(1, 3), (2, 3), (3, 3), (4, 3), (4, 2)]    # (position, factor)
meant = [(1, 3), (2, 3), (3, 3), (4, 2)]
for pairs in (said, meant):
    factors = {}
    for position, factor in pairs:
        factors.setdefault(position, set()).add(factor)
    print(factors)

# --- Model od tri tabele ---

width, layers = 10_000, 120
tables = layers * 3 * width * width
output_projection = layers * width * width
feed_forward = layers * 2 * width * (4 * width)
print(f"query, key, value: {tables:,}")
print(f"and output:        {tables + output_projection:,}")
print(f"feed-forward:      {feed_forward:,}")
print(f"together:          {tables + output_projection + feed_forward:,}")

# --- Veličine modela GPT-2 ---

def gpt2_parameters(layers, width, vocabulary=50_257, positions=1_024):
    embedding = (vocabulary + positions) * width
    attention = 4 * (width * width + width)
    feed_forward = 2 * width * (4 * width) + 4 * width + width
    norms = 2 * 2 * width
    block = attention + feed_forward + norms
    return embedding + layers * block + 2 * width  # i završna normalizacija


print("layers heads width  parameters")
for layers, heads, width in ((12, 12, 768), (24, 16, 1024),
                             (36, 20, 1280), (48, 25, 1600)):
    count = gpt2_parameters(layers, width)
    print(f"{layers:6} {heads:5} {width:5} {count:14,}")

# --- Veličine modela BERT ---

def bert_parameters(layers, width, vocabulary=30_522, positions=512):
    embedding = (vocabulary + positions + 2) * width + 2 * width
    attention = 4 * (width * width + width)
    feed_forward = 2 * width * (4 * width) + 4 * width + width
    norms = 2 * 2 * width
    pooler = width * width + width
    return embedding + layers * (attention + feed_forward + norms) + pooler


print("      layers heads width  parameters")
for name, layers, heads, width in (("tiny", 2, 2, 128),
                                   ("base", 12, 12, 768),
                                   ("large", 24, 16, 1024)):
    count = bert_parameters(layers, width)
    print(f"{name:5} {layers:6} {heads:5} {width:5} {count:12,}")

# --- Koliko je reči BERT pročitao ---

print(f"{800 + 2_500:,} million words")

# --- Upit tokena je vektor ---

queries = embeddings @ W_query                     # (tokens, d_k)
print(queries.shape, queries[1].shape)
print(queries[1])

# --- Jedan upit, svi ključevi, sve vrednosti ---

def context_of_shiny(keys, values):
    scores = keys @ queries[1] / keys.shape[-1] ** 0.5
    return torch.softmax(scores, dim=0) @ values


keys, values = embeddings @ W_key, embeddings @ W_value
before = context_of_shiny(keys, values)
print(before)
for changed in range(3):
    other_keys, other_values = keys.clone(), values.clone()
    other_keys[changed] += 1
    other_values[changed] += 1
    assert not torch.allclose(context_of_shiny(other_keys, values), before)
    assert not torch.allclose(context_of_shiny(keys, other_values), before)

# --- Po tokenima, za svaku dimenziju ---

scores = keys @ queries[1] / 2 ** 0.5
attention_weights = torch.softmax(scores, dim=0)
by_hand = torch.zeros(2)
for dimension in range(2):
    for token in range(3):
        share = attention_weights[token] * values[token, dimension]
        by_hand[dimension] += share

torch.testing.assert_close(by_hand, before)
print("value vector of sun:", values[2])
print("one column:         ", values[:, 0])
print("context of shiny:   ", by_hand)

# --- Obučavaju se sve tri matrice ---

matrices = [nn.Parameter(W.clone()) for W in (W_query, W_key, W_value)]
trained_queries, trained_keys, trained_values = (
    embeddings @ matrix for matrix in matrices)
scores = trained_queries @ trained_keys.T / 2 ** 0.5
context_vectors = torch.softmax(scores, dim=-1) @ trained_values
loss = (context_vectors - 1).square().mean()
loss.backward()
print([bool((matrix.grad != 0).all()) for matrix in matrices])

# --- I jedno i drugo polazi od slučajnih brojeva, i jedno i drugo se obučava ---

layer = nn.Linear(3, 10_000, bias=False)
bound = 1 / 3 ** 0.5
print(f"bound    {bound:.4f}")
print(f"smallest {layer.weight.min():.2f}")
print(f"largest  {layer.weight.max():.2f}")
print(isinstance(layer.weight, nn.Parameter), layer.weight.requires_grad)
print(nn.Parameter(torch.rand(3, 2)).requires_grad)
assert layer.weight.abs().max() <= bound

# --- Stari ugrađeni vektor nije zaboravljen ---

def with_residual(x, W_value):
    scores = (x @ W_query) @ (x @ W_key).T / 2 ** 0.5
    return x + torch.softmax(scores, dim=-1) @ (x @ W_value)


assert torch.equal(with_residual(embeddings, torch.zeros(3, 3)), embeddings)
change = with_residual(embeddings, torch.eye(3)) - embeddings
print(change)

# --- Pažnja ne zna za redosled ---

def attend(x, mask=None):
    scores = (x @ W_query) @ (x @ W_key).T / 2 ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask, -torch.inf)
    return torch.softmax(scores, dim=-1) @ (x @ W_value)


order = [2, 0, 1]                                  # sun Hello shiny
torch.testing.assert_close(
    attend(embeddings[order]), attend(embeddings)[order])
print(attend(embeddings))
print(attend(embeddings[order]))

# --- Token vidi sebe ---

before_it = torch.ones(3, 3).triu(diagonal=0).bool()
itself_too = torch.ones(3, 3).triu(diagonal=1).bool()
print(attend(embeddings, mask=before_it)[0])
print(attend(embeddings, mask=itself_too)[0])

# --- Nula puta beskonačno ---

product = torch.ones(3, 3).triu(diagonal=1) * -torch.inf
filled = torch.full((3, 3), -torch.inf).triu(diagonal=1)
print(product)
print(filled)
assert torch.softmax(product, dim=-1).isnan().all()
assert torch.softmax(filled, dim=-1).isfinite().all()

# --- Skor 0 nije maskiran ---

scores = embeddings @ embeddings[1]
for masked_score in (0.0, -torch.inf):
    row = scores.clone()
    row[2] = masked_score                          # shiny ne sme da vidi sun
    print(torch.softmax(row, dim=0))

# --- Maskiranje nije stvar ukusa ---

other = embeddings.clone()
other[2] = torch.tensor([0.9, 0.1, 0.2])           # nova poslednja reč
print("no mask    ", attend(embeddings)[1], attend(other)[1])
print("causal mask", attend(embeddings, itself_too)[1],
      attend(other, itself_too)[1])

# --- Šta radi dropout ---

dropout = nn.Dropout(p=0.2)
ones = torch.ones(100, 100)
print(dropout(ones).unique())                      # 0 i 1 / (1 - p)
print(torch.equal(dropout.eval()(ones), ones))

# --- Osam dimenzija na tri glave ---

for num_heads in (2, 4):
    print(num_heads, "heads:", torch.zeros(8).view(num_heads, -1).shape)

try:
    nn.MultiheadAttention(embed_dim=8, num_heads=3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Šta glave dele među sobom ---

torch.manual_seed(123)
wide_query, wide_key, wide_value = torch.rand(3, 3, 4)


def split(x):                                      # (tokens, 4)
    return x.view(len(x), 2, 2).transpose(0, 1)    # (heads, tokens, 2)


queries, keys, values = (
    split(embeddings @ wide) for wide in (wide_query, wide_key, wide_value))
weights = torch.softmax(queries @ keys.transpose(1, 2) / 2 ** 0.5, dim=-1)
one_matrix = (weights @ values).transpose(0, 1).reshape(3, 4)

single_heads = []
for columns in (slice(0, 2), slice(2, 4)):
    query, key, value = (embeddings @ wide[:, columns]
                         for wide in (wide_query, wide_key, wide_value))
    head_weights = torch.softmax(query @ key.T / 2 ** 0.5, dim=-1)
    single_heads.append(head_weights @ value)
wrapper = torch.cat(single_heads, dim=-1)

torch.testing.assert_close(one_matrix, wrapper)
print(one_matrix)

def heads_of(x):
    queries, keys, values = (
        split(x @ wide) for wide in (wide_query, wide_key, wide_value))
    scores = queries @ keys.transpose(1, 2) / 2 ** 0.5
    return torch.softmax(scores, dim=-1) @ values


for dimension in range(3):
    changed = embeddings.clone()
    changed[1, dimension] += 1
    difference = (heads_of(changed) - heads_of(embeddings)).abs()
    print(dimension, difference.amax(dim=(1, 2)) > 0.01)

# --- Nemoguć ispis ---

published = torch.tensor(
    [[-9.1476e-02, 3.4164e-02],
     [-2.6796e-01, -1.3427e-03],
     [-4.8421e-01, -4.8909e-02],
     [-6.4808e-01, -1.0625e-01],
     [-8.8380e-01, -1.7140e-01],
     [-1.4744e+00, -3.4327e-01]])
print(published)

# --- Zašto to ne može biti ---

inputs = torch.tensor(
    [[0.43, 0.15, 0.89],   # Your
     [0.55, 0.87, 0.66],   # journey
     [0.57, 0.85, 0.64],   # starts
     [0.22, 0.58, 0.33],   # with
     [0.77, 0.25, 0.10],   # one
     [0.05, 0.80, 0.55]])  # step
batch = torch.stack([inputs, inputs])              # (batch, tokens, d_in)

torch.manual_seed(123)
two_heads = [[nn.Linear(3, 1, bias=False) for _ in range(3)]
             for _ in range(2)]

with torch.no_grad():
    values = torch.cat([W_v(inputs) for _, _, W_v in two_heads], dim=-1)
print(values)

print("smallest value", values.amin(dim=0))
print("largest value ", values.amax(dim=0))
print("published     ", published[-1])
assert (published[-1] < values.amin(dim=0)).all()

print("value of Your ", values[0])
print("published     ", published[0])

# --- Šta je tačno ---

def run_heads(softmax_axis):
    future = torch.ones(6, 6).triu(diagonal=1).bool()
    results = []
    for W_q, W_k, W_v in two_heads:
        queries, keys, values = W_q(batch), W_k(batch), W_v(batch)
        scores = queries @ keys.transpose(1, 2)    # d_k = 1: bez skaliranja
        scores = scores.masked_fill(future, -torch.inf)
        weights = torch.softmax(scores, dim=softmax_axis)
        results.append(weights @ values)
    return torch.cat(results, dim=-1).detach()


right = run_heads(softmax_axis=-1)
print(right[0])
torch.testing.assert_close(right[0, 0], values[0])
assert (right[0] >= values.amin(dim=0) - 1e-6).all()
assert (right[0] <= values.amax(dim=0) + 1e-6).all()

# --- Odakle potiče ---

wrong = run_heads(softmax_axis=1)
print(wrong[0])
torch.testing.assert_close(wrong[0], published, atol=5e-5, rtol=1e-4)
