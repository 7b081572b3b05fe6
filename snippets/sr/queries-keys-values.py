# Upiti, ključevi i vrednosti
# https://attention-by-example.github.io/attention-by-example/sr/queries-keys-values/
# License: MIT
# Needs: pip install torch

# --- Zašto jedan vektor nije dovoljan ---

import torch
from torch import nn

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
plain_scores = embeddings @ embeddings.T  # (queries, keys)
print(plain_scores)

# --- Šta znače upit, ključ i vrednost? ---

dictionary = {"red": 10.0, "green": 20.0, "blue": 60.0}
print(dictionary["green"])

color_keys = torch.eye(3)  # (keys, 3): 1 na dijagonali, inače 0
color_queries = torch.tensor([
    [0.0, 0.0, 0.0],  # jačina 0
    [0.0, 1.0, 0.0],  # jačina 1
    [0.0, 6.0, 0.0],  # jačina 6
])
color_weights = torch.softmax(color_queries @ color_keys.T, dim=-1)
print(color_weights)

color_values = torch.tensor([[10.0], [20.0], [60.0]])  # (keys, 1)
print(color_weights @ color_values)  # (queries, 1)

# --- Tri matrice težina ---

torch.manual_seed(123)
d_in, d_out = 3, 2
W_query = torch.rand(d_in, d_out)  # (d_in, d_out), od 0 do 1
W_key = torch.rand(d_in, d_out)
W_value = torch.rand(d_in, d_out)
print(W_query)

# --- Red puta matrica ---

shiny = embeddings[1]  # (d_in,)
by_columns = torch.stack([
    (shiny * W_query[:, 0]).sum(),  # svi redovi, prva kolona
    (shiny * W_query[:, 1]).sum(),  # svi redovi, druga kolona
])  # stack spaja dva broja u vektor
by_rows = (
    0.53 * W_query[0]    # prvi red
    + 0.34 * W_query[1]  # drugi red
    + 0.98 * W_query[2]  # treći red
)
shiny_query = shiny @ W_query  # (d_in,) @ (d_in, d_out) → (d_out,)
print(by_columns, by_rows, shiny_query)

print(f"{(embeddings[2] @ W_query)[0]:.4f}")

# --- Upiti, ključevi i vrednosti svih tokena ---

queries = embeddings @ W_query  # (tokens, d_out)
keys = embeddings @ W_key       # (tokens, d_out)
values = embeddings @ W_value   # (tokens, d_out)
print(queries)
print(keys)
print(values)

# --- Skor, težina, kontekst ---

print(shiny_query * keys)  # proizvodi, (tokens, d_out)
shiny_scores = keys @ shiny_query  # skalarni proizvodi, (tokens,)
d_k = keys.shape[-1]  # ** 0.5 niže znači kvadratni koren
shiny_weights = torch.softmax(shiny_scores / d_k ** 0.5, dim=-1)
shiny_context = shiny_weights @ values  # (d_out,)
print(shiny_scores)
print(shiny_weights)
print(shiny_context)

scores = queries @ keys.T  # (queries, keys)
attention_weights = torch.softmax(scores / d_k ** 0.5, dim=-1)
context_vectors = attention_weights @ values  # (tokens, d_out)
print(scores)
print(context_vectors)

print(attention_weights)

# --- Ko o čemu odlučuje? ---

def attend(queries, keys, values):
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)  # (queries, keys)
    return weights, weights @ values


new_vector = torch.tensor([5.0, -5.0])
other_values, other_keys = values.clone(), keys.clone()  # kopije
other_values[2] = new_vector
other_keys[2] = new_vector

weights_1, contexts_1 = attend(queries, keys, other_values)
print(torch.equal(weights_1, attention_weights))  # sve jednako?
print(contexts_1[1])  # novi shiny

weights_2, _ = attend(queries, other_keys, values)
print(weights_2)

# --- nn.Linear ---

linear_query = nn.Linear(d_in, d_out, bias=False)
print(linear_query.weight.shape)
# sloj množi sačuvanom matricom, ponovo transponovanom
torch.testing.assert_close(linear_query(embeddings),
                           embeddings @ linear_query.weight.T)

# --- Zašto se skorovi skaliraju? ---

torch.manual_seed(0)
widths = [4, 16, 32, 64, 96, 128]
unit_scores, linear_scores = {}, {}
print("d_k   unit  scaled")
for width in widths:
    # randn bira svaku komponentu s prosekom 0 i varijansom 1
    q = torch.randn(500, 1, width)   # 500 slučajeva s jednim upitom
    k = torch.randn(500, 10, width)  # i po deset ključeva
    # u svakom slučaju jedan upit se množi sa svih deset ključeva
    s = (q * k).sum(dim=-1)          # (cases, keys)
    unit_scores[width] = s
    print(f"{width:3}  {s.var():5.1f}   {(s / width ** 0.5).var():.2f}")

print("d_k  linear  scaled")
for width in widths:
    x = torch.randn(500, 11, 64)     # po jedanaest tokena
    q = nn.Linear(64, width, bias=False)(x[:, :1])  # prvi pita
    k = nn.Linear(64, width, bias=False)(x[:, 1:])  # ostali odgovaraju
    # detach odbacuje ono što torch pamti radi obučavanja
    s = (q * k).sum(dim=-1).detach()
    linear_scores[width] = s
    print(f"{width:3}   {s.var():5.1f}   {(s / width ** 0.5).var():.2f}")

def largest_weights(scores):
    weights = torch.softmax(scores, dim=-1)  # (cases, keys)
    return weights.max(dim=-1).values        # (cases,)


print("d_k   unit unit_scaled linear linear_scaled")
for width in widths:
    row = f"{width:3}"
    for scores_of in [unit_scores, linear_scores]:
        raw = scores_of[width]
        for s in [raw, raw / width ** 0.5]:
            row += f"  {largest_weights(s).mean():.2f}"
    print(row)

# --- Kako oštar softmax ometa učenje ---

print("d_k   unit scaled linear scaled")
for width in [64, 128]:
    row = f"{width:3}"
    for scores_of in [unit_scores, linear_scores]:
        raw = scores_of[width]
        for s in [raw, raw / width ** 0.5]:
            a = largest_weights(s)
            stuck = a * (1 - a) < 0.01
            row += f"   {stuck.float().mean():.2f}"
    print(row)

# --- Klasa SelfAttention ---

class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()  # nn.Module priprema objekat
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

# --- Sve tri matrice se obučavaju ---

loss = ((self_attention(six_embeddings) - 0.5) ** 2).mean()
loss.backward()  # gradijent svake matrice upisuje u .grad
for name, parameter in self_attention.named_parameters():
    print(name, parameter.grad.abs().max())  # najveći

# --- Jedan vektor ili cela matrica? ---

for i in range(len(tokens)):
    row_scores = keys @ queries[i] / d_k ** 0.5
    row_context = torch.softmax(row_scores, dim=-1) @ values
    torch.testing.assert_close(row_context, context_vectors[i])

# --- Pažnja sama ne zna za redosled ---

backwards = embeddings[[2, 1, 0]]  # sun, shiny, Hello
_, backwards_contexts = attend(
    backwards @ W_query, backwards @ W_key, backwards @ W_value
)
print(context_vectors)
print(backwards_contexts)

# --- Prebrojte parametre ---

wide_attention = SelfAttention(768, 768)
# numel broji elemente tenzora
print(sum(p.numel() for p in wide_attention.parameters()))

def count_parameters(d_in, d_out):
    ...  # koliko ih ima SelfAttention(d_in, d_out), bez slobodnog člana

print(3 * 768 * 768)
for length in [3, 100]:
    print(wide_attention(torch.randn(length, 768)).shape)

# --- Nazad na računanje olovkom ---

hand_W_query = ...  # (3, 3)
hand_W_key = ...    # (3, 3)

identity = torch.eye(3)
restored_weights, _ = attend(embeddings @ (identity * 3 ** 0.5),
                             embeddings @ identity,
                             embeddings)
print(restored_weights[1])
torch.testing.assert_close(restored_weights,
                           torch.softmax(plain_scores, dim=-1))

# --- Zamenite dve matrice težina ---

# W_query sada pravi ključeve, a W_key upite
swapped_scores = ...   # (queries, keys), bez skaliranja
swapped_weights = ...  # (queries, keys)

swapped_scores = keys @ queries.T
torch.testing.assert_close(swapped_scores, scores.T)
swapped_weights, _ = attend(keys, queries, values)
assert not torch.allclose(swapped_weights, attention_weights.T)
print(swapped_weights)

# --- Slobodni član za ključeve ---

shift = torch.tensor([3.0, -2.0])
key_bias_weights = ...  # (queries, keys), sa shift u svakom ključu


def rotate(vectors):  # (tokens, 2)
    # red 0 rotirajte za 0 radijana, red 1 za 1, red 2 za 2 itd.
    ...


turned_bias = ...  # (queries, keys), isto, uz rotirane upite i ključeve

shift = torch.tensor([3.0, -2.0])
key_bias_weights, _ = attend(queries, keys + shift, values)
query_bias_weights, _ = attend(queries + shift, keys, values)
torch.testing.assert_close(key_bias_weights, attention_weights)
print(query_bias_weights)

def rotate(vectors):  # (tokens, 2), takav je i rezultat
    angles = torch.arange(len(vectors))  # 0, 1, 2 radijana
    first, second = vectors[:, 0], vectors[:, 1]
    return torch.stack([
        first * torch.cos(angles) - second * torch.sin(angles),
        first * torch.sin(angles) + second * torch.cos(angles),
    ], dim=-1)


turned, _ = attend(rotate(queries), rotate(keys), values)
turned_bias, _ = attend(rotate(queries), rotate(keys + shift), values)
change = (key_bias_weights - attention_weights).abs().max()
turned_change = (turned_bias - turned).abs().max()
print(f"without {change:.4f}, with {turned_change:.4f}")

# --- Ista vrednost za sve ---

one_value = torch.tensor([0.2, 0.7])
same_contexts = ...  # (tokens, 2)

one_value = torch.tensor([0.2, 0.7])
# repeat(3, 1) slaže tri kopije kao redove
_, same_contexts = attend(queries, keys, one_value.repeat(3, 1))
print(same_contexts)
