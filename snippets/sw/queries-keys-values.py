# Maswali, funguo na thamani
# https://attention-by-example.github.io/attention-by-example/sw/queries-keys-values/
# License: MIT
# Needs: pip install torch

# --- Kwa nini vekta moja haitoshi ---

import torch
from torch import nn

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
plain_scores = embeddings @ embeddings.T  # (queries, keys)
torch.testing.assert_close(plain_scores, plain_scores.T)

# --- Swali, ufunguo na thamani maana yake nini? ---

dictionary = {"red": 10.0, "green": 20.0, "blue": 60.0}
print(dictionary["green"])

color_keys = torch.eye(3)  # (keys, 3): 1 kwenye ulalo, kwingine 0
color_values = torch.tensor([[10.0], [20.0], [60.0]])  # (keys, 1)
for strength in [0, 1, 6]:
    color_query = strength * color_keys[1]  # green
    color_weights = torch.softmax(color_query @ color_keys.T, dim=-1)
    print(strength, color_weights, color_weights @ color_values)

# --- Majedwali matatu ---

torch.manual_seed(123)
d_in, d_out = 3, 2
W_query = torch.rand(d_in, d_out)  # (d_in, d_out)
W_key = torch.rand(d_in, d_out)
W_value = torch.rand(d_in, d_out)
print(W_query)

# --- Safu mlalo huzidishwaje kwa jedwali? ---

shiny = embeddings[1]  # (d_in,)
first_products = shiny * W_query[:, 0]   # na safu wima ya kwanza
second_products = shiny * W_query[:, 1]  # na safu wima ya pili
print(first_products, first_products.sum())
print(second_products, second_products.sum())

mixed_rows = (
    0.53 * W_query[0]    # safu mlalo ya kwanza
    + 0.34 * W_query[1]  # safu mlalo ya pili
    + 0.98 * W_query[2]  # safu mlalo ya tatu
)
print(mixed_rows)

shiny_query = shiny @ W_query  # (d_in,) @ (d_in, d_out) → (d_out,)
print(shiny_query)
torch.testing.assert_close(shiny_query, mixed_rows)

try:
    embeddings @ W_query.T
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(f"{(embeddings[2] @ W_query)[0]:.4f}")

# --- Maswali, funguo na thamani za tokeni zote ---

queries = embeddings @ W_query  # (tokens, d_out)
keys = embeddings @ W_key       # (tokens, d_out)
values = embeddings @ W_value   # (tokens, d_out)
print(queries)
print(keys)
print(values)

# --- Alama, uzito, muktadha ---

print(shiny_query * keys)  # (tokens, d_out)
shiny_scores = (shiny_query * keys).sum(dim=-1)  # (tokens,)
print(shiny_scores)

d_k = keys.shape[-1]
scaled_scores = shiny_scores / d_k ** 0.5  # (tokens,)
shiny_weights = torch.softmax(scaled_scores, dim=-1)  # (tokens,)
print(scaled_scores)
print(shiny_weights)

shiny_context = shiny_weights @ values  # (d_out,)
print(shiny_context)

scores = queries @ keys.T  # (queries, keys)
attention_weights = torch.softmax(scores / d_k ** 0.5, dim=-1)
context_vectors = attention_weights @ values  # (tokens, d_out)
print(scores)

print(attention_weights)

print(context_vectors)
torch.testing.assert_close(context_vectors[1], shiny_context)

# --- Nani anaamua nini? ---

def attend(queries, keys, values):
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights, weights @ values


new_vector = torch.tensor([5.0, -5.0])
other_values, other_keys = values.clone(), keys.clone()
other_values[2] = new_vector
other_keys[2] = new_vector

weights_1, contexts_1 = attend(queries, keys, other_values)
weights_2, contexts_2 = attend(queries, other_keys, values)
print(torch.equal(weights_1, attention_weights))
print(weights_2)

# --- Kwa nini skeli ya alama hurekebishwa? ---

torch.manual_seed(0)
widths = [1, 4, 16, 64]
score_samples = {}
for width in widths:
    random_queries = torch.randn(5000, width)
    random_keys = torch.randn(5000, width)
    sample = (random_queries * random_keys).sum(dim=-1)  # (5000,)
    score_samples[width] = sample
    scaled_sample = sample / width ** 0.5
    print(f"{width:2}: {sample.var():4.1f} {scaled_sample.var():4.1f}")

# --- Isiporekebishwa, ni nini kinaharibika? ---

for width in widths:
    groups = score_samples[width].reshape(500, 10)  # (cases, keys)
    raw = torch.softmax(groups, dim=-1)
    scaled = torch.softmax(groups / width ** 0.5, dim=-1)
    raw_max = raw.max(dim=-1).values.mean()
    scaled_max = scaled.max(dim=-1).values.mean()
    print(f"{width:2}: {raw_max:.2f} {scaled_max:.2f}")

wide_scores = torch.tensor([8.0, -8.0, 16.0])
raised_scores = torch.tensor([8.8, -8.0, 16.0])
for divisor in [1, 64 ** 0.5]:
    before = torch.softmax(wide_scores / divisor, dim=-1)
    after = torch.softmax(raised_scores / divisor, dim=-1)
    change = after - before
    print([round(weight, 4) for weight in before.tolist()])
    print([round(weight, 4) for weight in change.tolist()])

by_hand_scores = embeddings @ shiny  # (tokens,)
print(torch.softmax(by_hand_scores / 3 ** 0.5, dim=-1))

# --- Vekta moja au matriki nzima? ---

for i in range(len(tokens)):
    row_scores = keys @ queries[i] / d_k ** 0.5
    row_context = torch.softmax(row_scores, dim=-1) @ values
    torch.testing.assert_close(row_context, context_vectors[i])

import time

long_q, long_k, long_v = torch.randn(3, 256, 64)  # kila moja (tokens, d_k)

start = time.perf_counter()
one_by_one = torch.stack([
    torch.softmax(long_k @ q / 8, dim=-1) @ long_v for q in long_q
])
middle = time.perf_counter()
at_once = torch.softmax(long_q @ long_k.T / 8, dim=-1) @ long_v
end = time.perf_counter()

torch.testing.assert_close(one_by_one, at_once)
ratio = (middle - start) / (end - middle)
print(f"one by one takes {ratio:.0f} times as long")

# --- Majedwali yanayoweza kufunzwa: nn.Parameter ---

class ParameterAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        queries = x @ self.W_query  # (tokens, d_out)
        keys = x @ self.W_key
        values = x @ self.W_value
        scores = queries @ keys.T / keys.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)  # (queries, keys)
        return weights @ values  # (tokens, d_out)


torch.manual_seed(123)
parameter_attention = ParameterAttention(d_in, d_out)
torch.testing.assert_close(parameter_attention(embeddings), context_vectors)

class ForgottenTable(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = torch.rand(3, 2)                # tensa ya kawaida
        self.W_key = nn.Parameter(torch.rand(3, 2))    # kigezo


for name, parameter in ForgottenTable().named_parameters():
    print(name, parameter.shape)

# --- Jambo lilelile kwa nn.Linear ---

linear_query = nn.Linear(d_in, d_out, bias=False)
print(linear_query.weight.shape)
torch.testing.assert_close(linear_query(embeddings),
                           embeddings @ linear_query.weight.T)

torch.manual_seed(0)
large_table = nn.Linear(400, 200, bias=False).weight.detach()
limit = 1 / 400 ** 0.5
print(limit, large_table.min(), large_table.max())
counts = torch.histc(large_table, bins=5, min=-limit, max=limit)
print(counts / large_table.numel())

large_input = torch.rand(400)
from_linear = large_table @ large_input  # (200,)
from_rand = torch.rand(200, 400) @ large_input  # (200,)
print(f"{from_linear.abs().mean():.1f} {from_rand.abs().mean():.1f}")

# --- Klasi SelfAttention ---

class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        queries = self.W_query(x)  # (tokens, d_out)
        keys = self.W_key(x)       # (tokens, d_out)
        values = self.W_value(x)   # (tokens, d_out)
        attention_scores = queries @ keys.T  # (queries, keys)
        attention_weights = torch.softmax(
            attention_scores / keys.shape[-1] ** 0.5, dim=-1
        )
        return attention_weights @ values  # (tokens, d_out)

six_tokens = ["Your", "journey", "starts", "with", "one", "step"]
six_embeddings = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])
torch.manual_seed(789)
self_attention = SelfAttention(d_in=3, d_out=2)
six_contexts = self_attention(six_embeddings)  # (tokens, d_out)
print(six_contexts)

copy = ParameterAttention(d_in=3, d_out=2)
copy.W_query = nn.Parameter(self_attention.W_query.weight.T)
copy.W_key = nn.Parameter(self_attention.W_key.weight.T)
copy.W_value = nn.Parameter(self_attention.W_value.weight.T)
torch.testing.assert_close(copy(six_embeddings), six_contexts)

# --- Majedwali yote matatu hufunzwa ---

wish = torch.full((6, 2), 0.5)
before = {name: p.clone() for name, p in self_attention.named_parameters()}
learning_rate = 0.5
losses = []
for _ in range(50):
    loss = ((self_attention(six_embeddings) - wish) ** 2).mean()
    losses.append(loss.item())
    self_attention.zero_grad()  # sahau gradienti za mzunguko uliopita
    loss.backward()             # kokotoa mpya
    with torch.no_grad():       # hatua hizi si sehemu ya modeli
        for parameter in self_attention.parameters():
            parameter -= learning_rate * parameter.grad
print(f"loss at first {losses[0]:.4f}, at last {losses[-1]:.4f}")
for name, parameter in self_attention.named_parameters():
    print(name, "changed:", not torch.equal(parameter, before[name]))

# --- Umakini peke yake haujui mpangilio ---

backwards = [2, 1, 0]  # sun, shiny, Hello
in_order = self_attention(embeddings)
reversed_order = self_attention(embeddings[backwards])
torch.testing.assert_close(reversed_order, in_order[backwards])

# --- Hesabu namba ---

wide_attention = SelfAttention(768, 768)
print(sum(p.numel() for p in wide_attention.parameters()))

assert 3 * 768 * 768 == sum(p.numel() for p in wide_attention.parameters())
for length in [3, 100]:
    print(wide_attention(torch.randn(length, 768)).shape)

# --- Kurudi kwenye hesabu ya mkono ---

identity = torch.eye(3)
restored_weights, _ = attend(embeddings @ (identity * 3 ** 0.5),
                             embeddings @ identity,
                             embeddings)
print(restored_weights[1])
torch.testing.assert_close(restored_weights,
                           torch.softmax(plain_scores, dim=-1))

# --- Badilishanisha majedwali mawili ---

swapped_scores = keys @ queries.T
torch.testing.assert_close(swapped_scores, scores.T)
swapped_weights, _ = attend(keys, queries, values)
assert not torch.allclose(swapped_weights, attention_weights.T)
print(swapped_weights)

# --- Nyongeza kwa funguo ---

shift = torch.tensor([3.0, -2.0])
key_bias_weights, _ = attend(queries, keys + shift, values)
query_bias_weights, _ = attend(queries + shift, keys, values)
torch.testing.assert_close(key_bias_weights, attention_weights)
assert not torch.allclose(query_bias_weights, attention_weights)
print(query_bias_weights)

# --- Thamani moja kwa wote ---

one_value = torch.tensor([0.2, 0.7])
_, same_contexts = attend(queries, keys, one_value.repeat(3, 1))
print(same_contexts)
