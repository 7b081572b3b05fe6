# Lab: attention in a spreadsheet
# https://attention-by-example.github.io/attention-by-example/spreadsheet/
# License: MIT
# Needs: pip install torch

# --- Type in a sentence ---

import torch

embeddings = torch.tensor([
    # noun plural alive action
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # period
])                                                # (5 tokens, 4)

# --- Three weight matrices ---

W_query = torch.tensor([
    # asks for: noun plural alive action
    [0.0, 0.0, 0.0, 1.0],    # a noun asks for an action
    [0.0, 1.0, 0.0, 0.0],    # a plural asks for a plural
    [0.0, 0.0, 0.0, 0.0],    # alive asks for nothing
    [2.0, 1.0, 2.0, 0.0],    # an action asks for a noun that is alive
])
W_key = torch.tensor([
    # offers: noun plural alive action
    [1.0, 0.0, 0.0, 0.0],    # noun
    [0.0, 1.0, 0.0, 0.0],    # plural
    [0.5, 0.0, 1.0, 0.0],    # alive: also half a noun
    [0.0, 0.0, 0.0, 2.0],    # action: offered twice as strongly
])
W_value = torch.tensor([
    # four numbers to pass on, without names
    [1.0, 0.0, 0.0, 0.0],    # noun
    [0.0, 2.0, 0.0, 0.0],    # plural
    [1.0, 0.0, 2.0, 0.0],    # alive
    [0.0, 0.0, 1.0, 3.0],    # action
])

# --- One row times a weight matrix ---

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

# --- One token asks ---

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

# --- One query, all keys, all values ---

for token in range(5):
    other_keys, other_values = keys.clone(), values.clone()
    other_keys[token] += 1.0
    other_values[token] += 1.0
    other_weights = torch.softmax(other_keys @ query / 4 ** 0.5, dim=-1)
    # allclose: equal up to rounding errors?
    assert not torch.allclose(other_weights, bark_weights)
    assert not torch.allclose(bark_weights @ other_values, bark_context)

# --- All tokens at once ---

queries = embeddings @ W_query                    # (5 tokens, 4)
scores = queries @ keys.T / 4 ** 0.5              # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)
print(attention_weights)

context_vectors = attention_weights @ values      # (5 tokens, 4)
print(context_vectors)
torch.testing.assert_close(attention_weights[2], bark_weights)
torch.testing.assert_close(context_vectors[2], bark_context)

# --- Transpose the keys ---

try:
    queries @ keys
except Exception as error:
    print(f"{type(error).__name__}: {error}")

four_right = queries[:4] @ keys[:4].T
four_wrong = queries[:4] @ keys[:4]               # no error
print(four_right[2])
print(four_wrong[2])

# --- She eats chips and pie ---

food_embeddings = torch.tensor([
    # person action food sweet
    [1.0, 0.0, 0.0, 0.0],  # She
    [0.0, 1.0, 0.0, 0.0],  # eats
    [0.0, 0.0, 1.0, 0.0],  # chips
    [0.0, 0.0, 0.0, 0.0],  # and
    [0.0, 0.0, 1.0, 1.0],  # pie
])
food_W_query = torch.tensor([
    # asks for: person action food sweet
    [0.0, 8.0, 0.0, 0.0],  # a person asks: doing what?
    [0.0, 0.0, 8.0, 0.0],  # an action asks: which food?
    [0.0, 0.0, 0.0, 0.0],  # food asks for nothing
    [0.0, 0.0, 0.0, 0.0],  # sweet asks for nothing
])
food_W_key = torch.eye(4)     # 1 on the diagonal, 0 elsewhere:
food_W_value = torch.eye(4)   # each token offers and passes on itself
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

# --- Is this sheet too simple? ---

built_in = torch.nn.functional.scaled_dot_product_attention(
    food_queries, food_keys, food_values)
torch.testing.assert_close(built_in, food_context)

mix = 0.5 * torch.tensor([
    [1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0, -1.0],
])
assert torch.equal(mix @ mix, torch.eye(4))       # twice: no change

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
    # row eats, columns chips and pie; log is ln
    loss = -trained_weights[1, [2, 4]].log().mean()
    loss.backward()                           # finds the gradient
    with torch.no_grad():
        trained_W -= trained_W.grad           # a step against it
        trained_W.grad = None
print(trained_W.detach())
print(trained_weights[1].detach())

# --- Who eats? ---

eater_W = food_W_query.clone()
eater_W[1] = torch.tensor([8.0, 0.0, 0.0, 0.0])
eater_weights = torch.softmax(
    food_embeddings @ eater_W @ food_keys.T / 2, dim=-1)
print(f"{eater_weights[1, 0]:.4f}")

new_W_query = ...  # (4, 4), food_W_query with one row changed
who_weights = ...  # (5 tokens,), the weights of eats

e_to_the_4 = torch.tensor(4.0).exp()
torch.testing.assert_close(
    eater_weights[1, 0], e_to_the_4 / (e_to_the_4 + 4))

# --- A sheet with a typo ---

sheet_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
printed = torch.tensor([0.81, 7.60, 6.08, 3.68, 35.0])
column = ...  # (5,), printed with the decimal point in its place

sheet_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
for last in [35.0, 3.5]:
    column = torch.tensor([0.81, 7.60, 6.08, 3.68, last])
    print(sheet_weights * column, sheet_weights @ column)

# --- Bark without the future ---

bark_visible = bark_weights[:3] / bark_weights[:3].sum()
print(f"{bark_visible[1]:.4f}")

def without_future(weights, visible):
    ...  # the weights of the first visible tokens, as shares of 1

print(bark_weights[:3].sum())
torch.testing.assert_close(
    bark_visible, torch.softmax(bark_scores[:3], dim=-1))

left = sheet_weights[:3].sum()
print(left, sheet_weights[:3] / left)
print(sheet_weights[:3] / left @ column[:3])

# --- Weights in words ---

row = ...  # (5,), the weights of positions 1 to 5

proportions = torch.tensor([3.0, 3.0, 3.0, 2.0, 1.0])
row = proportions / proportions.sum()
print(row)
torch.testing.assert_close(
    row, torch.softmax(proportions.log(), dim=-1))

# --- A second layer ---

def layer(x):                                     # (5 tokens, 4)
    ...  # x plus the context vectors that the sheet makes of it


second = ...       # (5 tokens, 4), after two layers
food_to_she = ...  # (5 tokens,), what each gives in the second layer
third = ...        # (5 tokens, 4), two layers with the old eats between

torch.set_printoptions(sci_mode=False)        # no e-04


def layer(x):                                 # (5 tokens, 4)
    layer_scores = x @ food_W_query @ (x @ food_W_key).T / 2
    layer_weights = torch.softmax(layer_scores, dim=-1)
    print(layer_weights[0] * x[:, 2])         # food for She
    return x + layer_weights @ (x @ food_W_value)   # residual


first = layer(food_embeddings)
second = layer(first)
control = first.clone()
control[1] = food_embeddings[1]               # the old eats
third = layer(control)
print(first[0, 2], second[0, 2], third[0, 2])
