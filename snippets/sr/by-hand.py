# Pažnja olovkom na papiru
# https://attention-by-example.github.io/attention-by-example/sr/by-hand/
# License: MIT
# Needs: pip install torch

# --- Tri reči kao brojevi ---

import torch

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])
print(embeddings.shape)  # (tokens, dimensions)

# --- Jedan token pita ---

query = embeddings[1]  # shiny
print(query)

# --- Prvi korak: skorovi ---

first = torch.tensor([1.0, 0.0])
second = torch.tensor([
    [1.0, 0.0],   # isti smer:      1 · 1 + 0 · 0
    [0.0, 1.0],   # prav ugao:      1 · 0 + 0 · 1
    [-1.0, 0.0],  # suprotan smer:  1 · (-1) + 0 · 0
])
print((first * second).sum(dim=-1))  # zbir svakog reda

products = query * embeddings  # (tokens, dimensions)
shiny_scores = products.sum(dim=-1)  # (tokens,)
print(products)

print(shiny_scores)

# --- Drugi korak: softmax ---

e = torch.exp(torch.tensor(1.0))  # exp(1) je e na prvi stepen
exponentials = torch.exp(shiny_scores)  # (tokens,)
total = exponentials.sum()  # bez dim: zbir svih brojeva
print(e)
print(exponentials)
print(total)

shiny_weights = exponentials / total  # (tokens,)
print(shiny_weights)

torch.testing.assert_close(shiny_weights,
                           torch.softmax(shiny_scores, dim=-1))
torch.testing.assert_close(shiny_weights.sum(), torch.tensor(1.0))

# --- Treći korak: vektor konteksta ---

# unsqueeze od težina pravi kolonu: (tokens,) → (tokens, 1)
weighted = shiny_weights.unsqueeze(-1) * embeddings
print(weighted)  # (tokens, dimensions)

shiny_context = weighted.sum(dim=0)  # (dimensions,)
print(shiny_context)

# --- Svi tokeni odjednom ---

print(embeddings.T)

attention_scores = embeddings @ embeddings.T  # (queries, keys)
print(attention_scores)

attention_weights = torch.softmax(attention_scores, dim=-1)
print(attention_weights)  # (queries, keys)
torch.testing.assert_close(attention_weights.sum(dim=-1),
                           torch.ones(3))  # vektor od tri jedinice

context_vectors = attention_weights @ embeddings
print(context_vectors)  # (tokens, dimensions)
torch.testing.assert_close(context_vectors[1], shiny_context)

# --- Zašto softmax, a ne obični udeli? ---

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

# --- Temperatura ---

for temperature in [0.1, 1.0, 3 ** 0.5, 10.0]:  # 3 ** 0.5 je √3
    weights = torch.softmax(shiny_scores / temperature, dim=-1)
    print(f"T = {temperature:5.2f}", weights)

print(f"{torch.softmax(shiny_scores / 0.5, dim=-1)[1]:.4f}")

powers = 2.0 ** shiny_scores
temperature_of_2 = 1 / torch.log(torch.tensor(2.0))  # log je ln
print(temperature_of_2)
torch.testing.assert_close(
    powers / powers.sum(),
    torch.softmax(shiny_scores / temperature_of_2, dim=-1),
)

# --- Kad eksponencijalne vrednosti postanu prevelike ---

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

# --- Ceo postupak ---

def simple_attention(embeddings):
    scores = embeddings @ embeddings.T       # (queries, keys)
    weights = torch.softmax(scores, dim=-1)  # (queries, keys)
    return weights @ embeddings              # (tokens, dimensions)


print(simple_attention(embeddings))

# --- Hello pita ---

# Hello pita sva tri tokena
hello_scores = ...   # (3,)
hello_weights = ...  # (3,)
hello_context = ...  # (3,)

# matrica puta vektor: skalarni proizvod svakog reda s njim
hello_scores = embeddings @ embeddings[0]
hello_weights = torch.softmax(hello_scores, dim=-1)
hello_context = hello_weights @ embeddings
print(hello_scores)
print(hello_weights)
print(hello_context)
torch.testing.assert_close(hello_scores[1], shiny_scores[0])
torch.testing.assert_close(hello_context, context_vectors[0])

# --- Token od samih nula ---

four_scores = torch.cat([shiny_scores, torch.tensor([0.0])])
print(f"{torch.softmax(four_scores, dim=-1)[3]:.4f}")

# uzvičnik je četvrti token
four_embeddings = ...  # (4, 3)
four_weights = ...     # (4,), težine tokena shiny

new_total = total + 1
print(new_total, 1 / new_total)
for score in [-torch.inf, -1000.0]:
    # cat slaže vektore jedan za drugim
    scores = torch.cat([shiny_scores, torch.tensor([score])])
    weights = torch.softmax(scores, dim=-1)
    # tačno 0? item od tenzora pravi True ili False
    print(weights, (weights[3] == 0).item())

# --- Veći ugrađeni vektori ---

doubled_weights = ...   # (queries, keys), sa 2 * embeddings
same_temperature = ...  # uz nju attention_scores daju iste te težine

doubled = 2 * embeddings
doubled_scores = doubled @ doubled.T
doubled_weights = torch.softmax(doubled_scores, dim=-1)
torch.testing.assert_close(doubled_scores, 4 * attention_scores)
torch.testing.assert_close(doubled_weights,
                           torch.softmax(attention_scores / 0.25, dim=-1))
print(doubled_weights[1])
print(embeddings.norm(dim=-1))  # dužina svakog reda

# --- Van granica ---

def may_be_mixture(vector):  # (3,)
    # False ako se taj vektor ne može dobiti mešanjem naša tri tokena
    ...

claimed = torch.tensor([0.40, 0.58, 0.90])
lowest = embeddings.min(dim=0).values  # u svakoj koloni
highest = embeddings.max(dim=0).values
print(lowest, highest)
print(claimed <= highest)

# svaki red u recipes: softmax od tri slučajna skora
recipes = torch.softmax(torch.randn(1000, 3), dim=-1)
mixtures = recipes @ embeddings
# 1e-6 je 0.000001 i ostavlja mesta za zaokruživanje
assert (mixtures >= lowest - 1e-6).all()
assert (mixtures <= highest + 1e-6).all()

# --- Pola za sebe ---

half_temperature = ...  # broj, zaokružen na tri cifre

low, high = 0.1, 1.0
for _ in range(20):
    middle = (low + high) / 2
    if torch.softmax(shiny_scores / middle, dim=-1)[1] > 0.5:
        low = middle   # preoštro
    else:
        high = middle  # preblago
half_weights = torch.softmax(shiny_scores / middle, dim=-1)
# atol i rtol: dozvoljena je razlika od najviše 0.0001
torch.testing.assert_close(half_weights[1], torch.tensor(0.5),
                           atol=1e-4, rtol=0)
print(f"{middle:.3f}")
print(half_weights)
