# Labor: Aufmerksamkeit als Tabellenblatt
# https://attention-by-example.github.io/attention-by-example/de/spreadsheet/
# License: MIT
# Needs: pip install torch

# --- Einen Satz eintippen ---

import torch

embeddings = torch.tensor([
    # Nomen Plural lebendig Tätigkeit
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # Punkt
])                                                # (5 tokens, 4)

# --- Drei Gewichtsmatrizen ---

W_query = torch.tensor([
    # fragt nach: Nomen Plural lebendig Tätigkeit
    [0.0, 0.0, 0.0, 1.0],    # ein Nomen fragt nach einer Tätigkeit
    [0.0, 1.0, 0.0, 0.0],    # ein Plural fragt nach einem Plural
    [0.0, 0.0, 0.0, 0.0],    # lebendig fragt nach nichts
    [2.0, 1.0, 2.0, 0.0],    # Tätigkeit fragt nach lebendigem Nomen
])
W_key = torch.tensor([
    # bietet an: Nomen Plural lebendig Tätigkeit
    [1.0, 0.0, 0.0, 0.0],    # Nomen
    [0.0, 1.0, 0.0, 0.0],    # Plural
    [0.5, 0.0, 1.0, 0.0],    # lebendig: auch ein halbes Nomen
    [0.0, 0.0, 0.0, 2.0],    # Tätigkeit: doppelt so stark angeboten
])
W_value = torch.tensor([
    # vier Zahlen zum Weitergeben, ohne Namen
    [1.0, 0.0, 0.0, 0.0],    # Nomen
    [0.0, 2.0, 0.0, 0.0],    # Plural
    [1.0, 0.0, 2.0, 0.0],    # lebendig
    [0.0, 0.0, 1.0, 3.0],    # Tätigkeit
])

# --- Eine Zeile mal eine Gewichtsmatrix ---

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

# --- Ein Token fragt ---

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

# --- Eine Query, alle Keys, alle Values ---

for token in range(5):
    other_keys, other_values = keys.clone(), values.clone()
    other_keys[token] += 1.0
    other_values[token] += 1.0
    other_weights = torch.softmax(other_keys @ query / 4 ** 0.5, dim=-1)
    # allclose: gleich bis auf Rundungsfehler?
    assert not torch.allclose(other_weights, bark_weights)
    assert not torch.allclose(bark_weights @ other_values, bark_context)

# --- Alle Tokens auf einmal ---

queries = embeddings @ W_query                    # (5 tokens, 4)
scores = queries @ keys.T / 4 ** 0.5              # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)
print(attention_weights)

context_vectors = attention_weights @ values      # (5 tokens, 4)
print(context_vectors)
torch.testing.assert_close(attention_weights[2], bark_weights)
torch.testing.assert_close(context_vectors[2], bark_context)

# --- Die Keys transponieren ---

try:
    queries @ keys
except Exception as error:
    print(f"{type(error).__name__}: {error}")

four_right = queries[:4] @ keys[:4].T
four_wrong = queries[:4] @ keys[:4]               # kein Fehler
print(four_right[2])
print(four_wrong[2])

# --- She eats chips and pie ---

food_embeddings = torch.tensor([
    # Person Tätigkeit Essen süß
    [1.0, 0.0, 0.0, 0.0],  # She
    [0.0, 1.0, 0.0, 0.0],  # eats
    [0.0, 0.0, 1.0, 0.0],  # chips
    [0.0, 0.0, 0.0, 0.0],  # and
    [0.0, 0.0, 1.0, 1.0],  # pie
])
food_W_query = torch.tensor([
    # fragt nach: Person Tätigkeit Essen süß
    [0.0, 8.0, 0.0, 0.0],  # eine Person fragt: welche Tätigkeit?
    [0.0, 0.0, 8.0, 0.0],  # eine Tätigkeit fragt: welches Essen?
    [0.0, 0.0, 0.0, 0.0],  # Essen fragt nach nichts
    [0.0, 0.0, 0.0, 0.0],  # süß fragt nach nichts
])
food_W_key = torch.eye(4)     # 1 auf der Diagonale, sonst 0: Jedes
food_W_value = torch.eye(4)   # Token bietet sich an und gibt sich weiter
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

# --- Ist dieses Blatt zu einfach? ---

built_in = torch.nn.functional.scaled_dot_product_attention(
    food_queries, food_keys, food_values)
torch.testing.assert_close(built_in, food_context)

mix = 0.5 * torch.tensor([
    [1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0, -1.0],
])
assert torch.equal(mix @ mix, torch.eye(4))       # zweimal: wie vorher

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
    # Zeile eats, Spalten chips und pie; log ist ln
    loss = -trained_weights[1, [2, 4]].log().mean()
    loss.backward()                           # findet den Gradienten
    with torch.no_grad():
        trained_W -= trained_W.grad           # Schritt gegen ihn
        trained_W.grad = None
print(trained_W.detach())
print(trained_weights[1].detach())

# --- Wer isst? ---

eater_W = food_W_query.clone()
eater_W[1] = torch.tensor([8.0, 0.0, 0.0, 0.0])
eater_weights = torch.softmax(
    food_embeddings @ eater_W @ food_keys.T / 2, dim=-1)
print(f"{eater_weights[1, 0]:.4f}")

new_W_query = ...  # (4, 4), food_W_query mit einer geänderten Zeile
who_weights = ...  # (5 Tokens,), die Gewichte von eats

e_to_the_4 = torch.tensor(4.0).exp()
torch.testing.assert_close(
    eater_weights[1, 0], e_to_the_4 / (e_to_the_4 + 4))

# --- Ein Blatt mit einem Tippfehler ---

sheet_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
printed = torch.tensor([0.81, 7.60, 6.08, 3.68, 35.0])
column = ...  # (5,), wie printed, aber mit dem fehlenden Punkt

sheet_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
for last in [35.0, 3.5]:
    column = torch.tensor([0.81, 7.60, 6.08, 3.68, last])
    print(sheet_weights * column, sheet_weights @ column)

# --- *bark* ohne die Zukunft ---

bark_visible = bark_weights[:3] / bark_weights[:3].sum()
print(f"{bark_visible[1]:.4f}")

def without_future(weights, visible):
    ...  # Gewichte der ersten visible Tokens, mit der Summe 1

print(bark_weights[:3].sum())
torch.testing.assert_close(
    bark_visible, torch.softmax(bark_scores[:3], dim=-1))

left = sheet_weights[:3].sum()
print(left, sheet_weights[:3] / left)
print(sheet_weights[:3] / left @ column[:3])

# --- Gewichte in Worten ---

row = ...  # (5,), die Gewichte der Positionen 1 bis 5

proportions = torch.tensor([3.0, 3.0, 3.0, 2.0, 1.0])
row = proportions / proportions.sum()
print(row)
torch.testing.assert_close(
    row, torch.softmax(proportions.log(), dim=-1))

# --- Eine zweite Schicht ---

def layer(x):                                     # (5 Tokens, 4)
    ...  # x plus die Kontextvektoren, die das Blatt daraus macht


second = ...       # (5 Tokens, 4), nach zwei Schichten
food_to_she = ...  # (5 Tokens,), Essen von jedem, in der zweiten Schicht
third = ...        # (5 Tokens, 4), zwei Schichten, dazwischen das alte eats

torch.set_printoptions(sci_mode=False)        # kein e-04


def layer(x):                                 # (5 tokens, 4)
    layer_scores = x @ food_W_query @ (x @ food_W_key).T / 2
    layer_weights = torch.softmax(layer_scores, dim=-1)
    print(layer_weights[0] * x[:, 2])         # Essen für She
    return x + layer_weights @ (x @ food_W_value)  # Residualverbindung


first = layer(food_embeddings)
second = layer(first)
control = first.clone()
control[1] = food_embeddings[1]               # das alte eats
third = layer(control)
print(first[0, 2], second[0, 2], third[0, 2])
