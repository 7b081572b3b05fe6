# Maabara: umakini katika lahajedwali
# https://attention-by-example.github.io/attention-by-example/sw/spreadsheet/
# License: MIT
# Needs: pip install torch

# --- Andika sentensi ---

import torch

embeddings = torch.tensor([
    # nomino wingi hai kitendo
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # nukta
])                                                # (5 tokens, 4)

# --- Matriki tatu za uzito ---

W_query = torch.tensor([
    # huulizia: nomino wingi hai kitendo
    [0.0, 0.0, 0.0, 1.0],    # nomino huulizia kitendo
    [0.0, 1.0, 0.0, 0.0],    # wingi huulizia wingi
    [0.0, 0.0, 0.0, 0.0],    # hai haiulizii kitu
    [2.0, 1.0, 2.0, 0.0],    # kitendo huulizia nomino iliyo hai
])
W_key = torch.tensor([
    # huonyesha: nomino wingi hai kitendo
    [1.0, 0.0, 0.0, 0.0],    # nomino
    [0.0, 1.0, 0.0, 0.0],    # wingi
    [0.5, 0.0, 1.0, 0.0],    # hai: pia nusu ya nomino
    [0.0, 0.0, 0.0, 2.0],    # kitendo: huonyeshwa kwa nguvu maradufu
])
W_value = torch.tensor([
    # namba nne za kutoa, zisizo na majina
    [1.0, 0.0, 0.0, 0.0],    # nomino
    [0.0, 2.0, 0.0, 0.0],    # wingi
    [1.0, 0.0, 2.0, 0.0],    # hai
    [0.0, 0.0, 1.0, 3.0],    # kitendo
])

# --- Safu mlalo mara matriki ya uzito ---

bark = embeddings[2]
by_rows = sum(bark[i] * W_query[i] for i in range(4))
by_cells = torch.stack([(bark * W_query[:, j]).sum() for j in range(4)])
query = bark @ W_query                            # (4,)
print(query)
assert torch.equal(by_rows, query)
assert torch.equal(by_cells, query)

keys = embeddings @ W_key                         # (5 tokens, 4)
values = embeddings @ W_value                     # (5 tokens, 4)
print(keys)
print(values)

print(int(values[2, 1]))

# --- Tokeni moja inauliza ---

bark_scores = keys @ query / 4 ** 0.5             # (5 keys,)
exponentials = torch.exp(bark_scores)
bark_weights = exponentials / exponentials.sum()
print(bark_scores)
print(exponentials, exponentials.sum())
print(bark_weights)

print(torch.softmax(embeddings @ bark / 4 ** 0.5, dim=-1))

bark_context = bark_weights @ values              # (4,)
print(bark_context)
print(values.mean(dim=0))

# --- Swali moja, funguo zote, thamani zote ---

for token in range(5):
    other_keys, other_values = keys.clone(), values.clone()
    other_keys[token] += 1.0
    other_values[token] += 1.0
    other_weights = torch.softmax(other_keys @ query / 4 ** 0.5, dim=-1)
    # allclose: sawa, isipokuwa makosa ya kukadiria?
    assert not torch.allclose(other_weights, bark_weights)
    assert not torch.allclose(bark_weights @ other_values, bark_context)

# --- Tokeni zote kwa mkupuo mmoja ---

queries = embeddings @ W_query                    # (5 tokens, 4)
scores = queries @ keys.T / 4 ** 0.5              # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)
print(attention_weights)

context_vectors = attention_weights @ values      # (5 tokens, 4)
print(context_vectors)
torch.testing.assert_close(attention_weights[2], bark_weights)
torch.testing.assert_close(context_vectors[2], bark_context)

# --- Transposi ya funguo ---

try:
    queries @ keys
except Exception as error:
    print(f"{type(error).__name__}: {error}")

four_right = queries[:4] @ keys[:4].T
four_wrong = queries[:4] @ keys[:4]               # bila ujumbe wa kosa
print(four_right[2])
print(four_wrong[2])

# --- She eats chips and pie: anakula chipsi na pai ---

food_embeddings = torch.tensor([
    # mtu kitendo chakula tamu
    [1.0, 0.0, 0.0, 0.0],  # She
    [0.0, 1.0, 0.0, 0.0],  # eats
    [0.0, 0.0, 1.0, 0.0],  # chips
    [0.0, 0.0, 0.0, 0.0],  # and
    [0.0, 0.0, 1.0, 1.0],  # pie
])
food_W_query = torch.tensor([
    # huulizia: mtu kitendo chakula tamu
    [0.0, 8.0, 0.0, 0.0],  # mtu huuliza: anafanya nini?
    [0.0, 0.0, 8.0, 0.0],  # kitendo huuliza: chakula kipi?
    [0.0, 0.0, 0.0, 0.0],  # chakula hakiulizi kitu
    [0.0, 0.0, 0.0, 0.0],  # tamu haiulizi kitu
])
food_W_key = torch.eye(4)     # 1 kwenye ulalo, kwingine 0:
food_W_value = torch.eye(4)   # tokeni huonyesha na hutoa kile ilicho
food_queries = food_embeddings @ food_W_query     # (5 tokens, 4)
food_keys = food_embeddings @ food_W_key
food_values = food_embeddings @ food_W_value
print(food_keys.T)                                # (4, 5 tokens)

food_scores = food_queries @ food_keys.T / 4 ** 0.5
food_weights = torch.softmax(food_scores, dim=-1)  # (queries, keys)
print(food_weights)

food_context = food_weights @ food_values         # (5 tokens, 4)
print(food_context[1])                            # eats
print(food_context[3])                            # and
torch.testing.assert_close(food_context[3], food_values.mean(dim=0))

# --- Je, laha hii ni rahisi mno? ---

built_in = torch.nn.functional.scaled_dot_product_attention(
    food_queries, food_keys, food_values)
torch.testing.assert_close(built_in, food_context)

mix = 0.5 * torch.tensor([
    [1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0, -1.0],
])
assert torch.equal(mix @ mix, torch.eye(4))       # mara mbili: kama mwanzo

mixed = food_embeddings @ mix
print(mixed)
for name, W_q, W_k in [("both ", mix @ food_W_query, mix @ food_W_key),
                       ("alone", food_W_query, food_W_key)]:
    mixed_scores = (mixed @ W_q) @ (mixed @ W_k).T / 4 ** 0.5
    print(name, torch.softmax(mixed_scores, dim=-1)[1])  # eats

trained_W = torch.zeros(4, 4, requires_grad=True)
for _ in range(100):
    trained_scores = food_embeddings @ trained_W @ food_keys.T / 2
    trained_weights = torch.softmax(trained_scores, dim=-1)
    # safu mlalo eats, safu wima chips na pie; log ni ln
    loss = -trained_weights[1, [2, 4]].log().mean()
    loss.backward()                           # hukokotoa gradienti
    with torch.no_grad():
        trained_W -= trained_W.grad           # hatua kinyume chake
        trained_W.grad = None
print(trained_W.detach())
print(trained_weights[1].detach())

# --- Nani anakula? ---

eater_W = food_W_query.clone()
eater_W[1] = torch.tensor([8.0, 0.0, 0.0, 0.0])
eater_weights = torch.softmax(
    food_embeddings @ eater_W @ food_keys.T / 2, dim=-1)
print(f"{eater_weights[1, 0]:.4f}")

new_W_query = ...  # (4, 4), food_W_query yenye safu mlalo moja mpya
who_weights = ...  # (5 tokens,), uzito wa eats

e_to_the_4 = torch.tensor(4.0).exp()
torch.testing.assert_close(
    eater_weights[1, 0], e_to_the_4 / (e_to_the_4 + 4))

# --- Laha yenye kosa la uchapaji ---

sheet_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
printed = torch.tensor([0.81, 7.60, 6.08, 3.68, 35.0])
column = ...  # (5,), printed, nukta ikiwa mahali pake

sheet_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
for last in [35.0, 3.5]:
    column = torch.tensor([0.81, 7.60, 6.08, 3.68, last])
    print(sheet_weights * column, sheet_weights @ column)

# --- *bark* bila yajayo ---

bark_visible = bark_weights[:3] / bark_weights[:3].sum()
print(f"{bark_visible[1]:.4f}")

def without_future(weights, visible):
    ...  # uzito wa tokeni `visible` za kwanza, kama migao ya 1

print(bark_weights[:3].sum())
torch.testing.assert_close(
    bark_visible, torch.softmax(bark_scores[:3], dim=-1))

left = sheet_weights[:3].sum()
print(left, sheet_weights[:3] / left)
print(sheet_weights[:3] / left @ column[:3])

# --- Uzito kwa maneno ---

row = ...  # (5,), uzito wa nafasi ya 1 hadi ya 5

proportions = torch.tensor([3.0, 3.0, 3.0, 2.0, 1.0])
row = proportions / proportions.sum()
print(row)
torch.testing.assert_close(
    row, torch.softmax(proportions.log(), dim=-1))

# --- Tabaka la pili ---

def layer(x):                                     # (5 tokens, 4)
    ...  # x pamoja na vekta za muktadha ambazo laha huitengenezea


second = ...       # (5 tokens, 4), baada ya matabaka mawili
food_to_she = ...  # (5 tokens,), mchango wa kila moja, tabaka la pili
third = ...        # (5 tokens, 4), vivyo hivyo, kwa eats ya mwanzo katikati

torch.set_printoptions(sci_mode=False)        # bila e-04


def layer(x):                                 # (5 tokens, 4)
    layer_scores = x @ food_W_query @ (x @ food_W_key).T / 2
    layer_weights = torch.softmax(layer_scores, dim=-1)
    print(layer_weights[0] * x[:, 2])         # chakula kwa She
    return x + layer_weights @ (x @ food_W_value)   # kiungo cha mkato


first = layer(food_embeddings)
second = layer(first)
control = first.clone()
control[1] = food_embeddings[1]               # eats ya mwanzo
third = layer(control)
print(first[0, 2], second[0, 2], third[0, 2])
