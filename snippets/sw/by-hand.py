# Kukokotoa umakini kwa mkono
# https://attention-by-example.github.io/attention-by-example/sw/by-hand/
# License: MIT
# Needs: pip install torch

# --- Maneno matatu kama namba ---

import torch

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
print(embeddings.shape)  # (tokens, dimensions)

# --- Tokeni moja inauliza ---

query = embeddings[1]  # shiny
print(query)

# --- Hatua ya 1: alama ---

first = torch.tensor([1.0, 0.0])
second = torch.tensor([
    [1.0, 0.0],   # upande mmoja:    1 · 1 + 0 · 0
    [0.0, 1.0],   # pembe mraba:     1 · 0 + 0 · 1
    [-1.0, 0.0],  # zinapingana:     1 · (-1) + 0 · 0
])
print((first * second).sum(dim=-1))  # jumla ya kila safu mlalo

products = query * embeddings  # (tokens, dimensions)
shiny_scores = products.sum(dim=-1)  # (tokens,)
print(products)

print(shiny_scores)

# --- Hatua ya 2: softmax ---

e = torch.exp(torch.tensor(1.0))  # exp(1) ni e kwa kipeo cha 1
exponentials = torch.exp(shiny_scores)  # (tokens,)
total = exponentials.sum()  # bila dim: ya namba zote
print(e)
print(exponentials)
print(total)

shiny_weights = exponentials / total  # (tokens,)
print(shiny_weights)

torch.testing.assert_close(shiny_weights,
                           torch.softmax(shiny_scores, dim=-1))
torch.testing.assert_close(shiny_weights.sum(), torch.tensor(1.0))

# --- Hatua ya 3: vekta ya muktadha ---

# unsqueeze hugeuza uzito kuwa safu wima: (tokens,) → (tokens, 1)
weighted = shiny_weights.unsqueeze(-1) * embeddings
print(weighted)  # (tokens, dimensions)

shiny_context = weighted.sum(dim=0)  # (dimensions,)
print(shiny_context)

# --- Tokeni zote kwa mkupuo mmoja ---

print(embeddings.T)

attention_scores = embeddings @ embeddings.T  # (queries, keys)
print(attention_scores)

attention_weights = torch.softmax(attention_scores, dim=-1)
print(attention_weights)  # (queries, keys)
torch.testing.assert_close(attention_weights.sum(dim=-1),
                           torch.ones(3))  # vekta yenye 1 tatu

context_vectors = attention_weights @ embeddings
print(context_vectors)  # (tokens, dimensions)
torch.testing.assert_close(context_vectors[1], shiny_context)

# --- Kwa nini softmax, na si mgao wa kawaida? ---

shares = shiny_scores / shiny_scores.sum()
print(shares)
print(shiny_weights)

mixed_scores = torch.tensor([2.0, -1.0, 0.5])
opposite_scores = torch.tensor([1.0, -1.0])
print(mixed_scores / mixed_scores.sum())
print(opposite_scores / opposite_scores.sum())
print(torch.softmax(mixed_scores, dim=-1))
print(torch.softmax(opposite_scores, dim=-1))

raised = shiny_scores + 10
torch.testing.assert_close(torch.softmax(raised, dim=-1), shiny_weights)
print(raised / raised.sum())

# --- Halijoto ---

for temperature in [0.1, 1.0, 3 ** 0.5, 10.0]:  # 3 ** 0.5 ni √3
    weights = torch.softmax(shiny_scores / temperature, dim=-1)
    print(f"T = {temperature:5.2f}", weights)

print(f"{torch.softmax(shiny_scores / 0.5, dim=-1)[1]:.4f}")

powers = 2.0 ** shiny_scores
temperature_of_2 = 1 / torch.log(torch.tensor(2.0))  # log ni ln
print(temperature_of_2)
torch.testing.assert_close(
    powers / powers.sum(),
    torch.softmax(shiny_scores / temperature_of_2, dim=-1),
)

# --- Vipeo vya e vinapokuwa vikubwa mno ---

large_scores = torch.tensor([1000.0, 999.0, 998.0])
large_exponentials = torch.exp(large_scores)
print(torch.exp(torch.tensor([88.0, 89.0])))
print(large_exponentials / large_exponentials.sum())

def stable_softmax(scores):
    shifted = scores - scores.max(dim=-1, keepdim=True).values
    exponentials = torch.exp(shifted)
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


print(stable_softmax(large_scores))
torch.testing.assert_close(stable_softmax(large_scores),
                           torch.softmax(large_scores, dim=-1))
torch.testing.assert_close(stable_softmax(attention_scores),
                           torch.softmax(attention_scores, dim=-1))

# --- Hesabu nzima ---

def simple_attention(embeddings):
    scores = embeddings @ embeddings.T       # (queries, keys)
    weights = torch.softmax(scores, dim=-1)  # (queries, keys)
    return weights @ embeddings              # (tokens, dimensions)


print(simple_attention(embeddings))

# --- Hello inauliza ---

# Hello inauliza tokeni zote tatu
hello_scores = ...   # (3,)
hello_weights = ...  # (3,)
hello_context = ...  # (3,)

# matriki mara vekta: zao la nukta la kila safu mlalo na vekta
hello_scores = embeddings @ embeddings[0]
hello_weights = torch.softmax(hello_scores, dim=-1)
hello_context = hello_weights @ embeddings
print(hello_scores)
print(hello_weights)
print(hello_context)
torch.testing.assert_close(hello_scores[1], shiny_scores[0])
torch.testing.assert_close(hello_context, context_vectors[0])

# --- Tokeni ya sifuri tupu ---

four_scores = torch.cat([shiny_scores, torch.tensor([0.0])])
print(f"{torch.softmax(four_scores, dim=-1)[3]:.4f}")

# ishara ya mshangao ni tokeni ya nne
four_embeddings = ...  # (4, 3)
four_weights = ...     # (4,), uzito wa shiny

new_total = total + 1
print(new_total, 1 / new_total)
for score in [-torch.inf, -1000.0]:
    # cat huweka vekta moja baada ya nyingine
    scores = torch.cat([shiny_scores, torch.tensor([score])])
    weights = torch.softmax(scores, dim=-1)
    # 0 kamili? item hugeuza jibu la torch kuwa la Python
    print(weights, (weights[3] == 0).item())

# --- Vekta wakilishi kubwa zaidi ---

doubled_weights = ...   # (queries, keys), kwa 2 * embeddings
same_temperature = ...  # hutoa uzito uleule kutoka attention_scores

doubled = 2 * embeddings
doubled_scores = doubled @ doubled.T
doubled_weights = torch.softmax(doubled_scores, dim=-1)
torch.testing.assert_close(doubled_scores, 4 * attention_scores)
torch.testing.assert_close(doubled_weights,
                           torch.softmax(attention_scores / 0.25, dim=-1))
print(doubled_weights[1])
print(embeddings.norm(dim=-1))  # urefu wa kila safu mlalo

# --- Nje ya mipaka ---

def may_be_mixture(vector):  # (3,)
    # False ikiwa hakuna uzito wa tokeni zetu unaotoa vekta hii
    ...

claimed = torch.tensor([0.40, 0.58, 0.90])
lowest = embeddings.min(dim=0).values  # ya kila safu wima
highest = embeddings.max(dim=0).values
print(lowest, highest)
print(claimed <= highest)

# kila safu mlalo ya recipes: softmax ya alama tatu za nasibu
recipes = torch.softmax(torch.randn(1000, 3), dim=-1)
mixtures = recipes @ embeddings
# 1e-6 ni 0.000001, nafasi ya makosa ya kukadiria
assert (mixtures >= lowest - 1e-6).all()
assert (mixtures <= highest + 1e-6).all()

# --- Kujipa nusu ya uzito ---

half_temperature = ...  # namba, kwa tarakimu tatu

low, high = 0.1, 1.0
for _ in range(20):
    middle = (low + high) / 2
    if torch.softmax(shiny_scores / middle, dim=-1)[1] > 0.5:
        low = middle   # kali mno
    else:
        high = middle  # bapa mno
half_weights = torch.softmax(shiny_scores / middle, dim=-1)
# atol na rtol: tofauti isiyozidi 0.0001 inaruhusiwa
torch.testing.assert_close(half_weights[1], torch.tensor(0.5),
                           atol=1e-4, rtol=0)
print(f"{middle:.3f}")
print(half_weights)
