# Attention in a spreadsheet
# https://attention-by-example.github.io/attention-by-example/spreadsheet/
# License: MIT
# Needs: pip install torch

# --- A sentence as a table ---

import torch

embeddings = torch.tensor([
    # noun plural alive action
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # full stop
])                                                # (5 tokens, 4)

# --- Three tables ---

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
    [0.0, 0.0, 0.0, 2.0],    # action: offered twice as loud
])
W_value = torch.tensor([
    # four numbers to hand on, without names
    [1.0, 0.0, 0.0, 0.0],    # noun
    [0.0, 2.0, 0.0, 0.0],    # plural
    [1.0, 0.0, 2.0, 0.0],    # alive
    [0.0, 0.0, 1.0, 3.0],    # action
])

# --- Row times table, slowly ---

bark = embeddings[2]
recipe = sum(bark[i] * W_query[i] for i in range(4))
cells = torch.stack([(bark * W_query[:, j]).sum() for j in range(4)])
query = bark @ W_query                            # (4,)
print(query)
assert torch.equal(recipe, query)
assert torch.equal(cells, query)

keys = embeddings @ W_key                         # (5 tokens, 4)
values = embeddings @ W_value                     # (5 tokens, 4)
print(keys)
print(values)

print(int(values[2, 1]))

# --- From the view of one token ---

bark_scores = keys @ query / 4 ** 0.5             # (5 keys,)
exponentials = torch.exp(bark_scores)
bark_weights = exponentials / exponentials.sum()
print(bark_scores)
print(exponentials, exponentials.sum())
print(bark_weights)

bark_context = bark_weights @ values              # (4,)
print(bark_context)

# --- One query, all keys, all values ---

for token in range(5):
    other_keys = keys.clone()
    other_keys[token] += 1.0
    other_scores = other_keys @ query / 4 ** 0.5
    assert not torch.allclose(
        torch.softmax(other_scores, dim=-1), bark_weights)

    other_values = values.clone()
    other_values[token] += 1.0
    assert not torch.allclose(bark_weights @ other_values, bark_context)

# --- What is a value column? ---

other_weights = torch.tensor([0.0, 0.37, 0.50, 0.11, 0.02])
other_column = torch.tensor([0.81, 7.60, 6.08, 3.68, 3.5])
terms = other_weights * other_column
print(terms)
print(terms.sum())

typed_wrong = other_column.clone()
typed_wrong[4] = 35.0
print(other_weights[4] * typed_wrong[4], other_weights @ typed_wrong)

# --- The same row with a mask ---

visible = other_weights[:3]                       # The dogs bark
left = visible.sum()
masked_weights = visible / left
print(left)
print(masked_weights)
print(masked_weights @ other_column[:3])

# --- From the view of all tokens ---

queries = embeddings @ W_query                    # (5 tokens, 4)
scores = queries @ keys.T / 4 ** 0.5              # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)
print(attention_weights)

# --- One vector or the whole matrix? ---

context_vectors = attention_weights @ values      # (5 tokens, 4)
print(context_vectors)

torch.testing.assert_close(attention_weights[2], bark_weights)
torch.testing.assert_close(context_vectors[2], bark_context)

# --- The key table on its side ---

print(keys.T)                                     # (4, 5 tokens)

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
food_query_table = torch.tensor([
    # asks for: person action food sweet
    [0.0, 8.0, 0.0, 0.0],  # a person asks: doing what?
    [0.0, 0.0, 8.0, 0.0],  # an action asks: which food?
    [0.0, 0.0, 0.0, 0.0],  # food asks nothing
    [0.0, 0.0, 0.0, 0.0],  # sweet asks nothing
])

food_key_table = torch.eye(4)
food_value_table = torch.eye(4)
food_queries = food_embeddings @ food_query_table  # (5 tokens, 4)
food_keys = food_embeddings @ food_key_table
food_values = food_embeddings @ food_value_table
print(food_keys.T)                                # (4, 5 tokens)

food_scores = food_queries @ food_keys.T / 4 ** 0.5
food_weights = torch.softmax(food_scores, dim=-1)  # (queries, keys)
print(food_weights)

food_context = food_weights @ food_values         # (5 tokens, 4)
print(food_context[1])                            # eats

# --- Is this sheet too simple? ---

built_in = torch.nn.functional.scaled_dot_product_attention(
    food_queries, food_keys, food_values)
torch.testing.assert_close(built_in, food_context)

mix = 0.5 * torch.tensor([
    [1.0, 1.0, 1.0, 1.0],
    [1.0, -1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0, 1.0],
])
assert torch.equal(mix @ mix, torch.eye(4))       # twice: as before

mixed = food_embeddings @ mix
mixed_queries = mixed @ (mix @ food_query_table)
mixed_keys = mixed @ (mix @ food_key_table)
mixed_weights = torch.softmax(
    mixed_queries @ mixed_keys.T / 4 ** 0.5, dim=-1)
print(mixed)
torch.testing.assert_close(mixed_weights, food_weights)

trained_table = torch.zeros(4, 4, requires_grad=True)
for _ in range(100):
    trained_scores = food_embeddings @ trained_table @ food_keys.T / 2
    trained_weights = torch.softmax(trained_scores, dim=-1)
    chips_and_pie = trained_weights[1, [2, 4]]    # row eats
    loss = -chips_and_pie.log().mean()
    loss.backward()                               # finds the slope
    with torch.no_grad():
        trained_table -= trained_table.grad
        trained_table.grad = None
print(trained_table.detach())
print(trained_weights[1].detach())

both_questions = torch.tensor([8.0, 0.0, 8.0, 0.0])
both_weights = torch.softmax(food_keys @ both_questions / 2, dim=-1)
print(both_weights)
print(both_weights @ food_values)

# --- What happens to the new vectors afterwards? ---

x = food_embeddings
for layer in range(2):
    before = x
    layer_scores = x @ food_query_table @ (x @ food_key_table).T / 2
    layer_weights = torch.softmax(layer_scores, dim=-1)
    x = x + layer_weights @ (x @ food_value_table)  # residual
    print(x[:2])                                  # She, eats
print(layer_weights[0, 1] * before[1, 2])         # food: eats to She

# --- Who eats? ---

eater_table = food_query_table.clone()
eater_table[1] = torch.tensor([8.0, 0.0, 0.0, 0.0])
eater_weights = torch.softmax(
    food_embeddings @ eater_table @ food_keys.T / 2, dim=-1)
print(f"{eater_weights[1, 0]:.4f}")

e_to_the_4 = torch.tensor(4.0).exp()
torch.testing.assert_close(
    eater_weights[1, 0], e_to_the_4 / (e_to_the_4 + 4))

# --- Pie and chips ---

order = torch.tensor([0, 1, 4, 3, 2])
swapped = food_embeddings[order]
swapped_weights = torch.softmax(
    swapped @ food_query_table @ swapped.T / 2, dim=-1)
torch.testing.assert_close(
    swapped_weights, food_weights[order][:, order])
torch.testing.assert_close(swapped_weights, food_weights)
torch.testing.assert_close(
    (swapped_weights @ swapped)[1], food_context[1])

# --- Bark without the future ---

bark_visible = bark_weights[:3] / bark_weights[:3].sum()
print(f"{bark_visible[1]:.4f}")

print(bark_weights[:3].sum())
torch.testing.assert_close(
    bark_visible, torch.softmax(bark_scores[:3], dim=-1))

# --- Weights in words ---

proportions = torch.tensor([3.0, 3.0, 3.0, 2.0, 1.0])
row = proportions / proportions.sum()
print(row)
torch.testing.assert_close(row, torch.softmax(proportions.log(), dim=-1))

# --- A query of zeros ---

torch.testing.assert_close(food_context[3], food_values.mean(dim=0))
print(food_context[3])
