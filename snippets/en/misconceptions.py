# Common misconceptions
# https://attention-by-example.github.io/attention-by-example/misconceptions/
# License: MIT
# Needs: pip install torch

import torch

torch.manual_seed(123)
words = {}
for word in ["dogs", "bite", "men", "."]:
    words[word] = torch.randn(8)
positions = torch.randn(4, 8)
matrices = torch.randn(2, 3, 8, 8) / 8 ** 0.5     # (layers, q k v, …)
future = torch.ones(4, 4).triu(diagonal=1).bool()


def run(text, num_layers, mask, with_positions=False):
    x = torch.stack([words[word] for word in text.split()])
    if with_positions:
        x = x + positions
    for W_query, W_key, W_value in matrices[:num_layers]:
        scores = (x @ W_query) @ (x @ W_key).T / 8 ** 0.5
        if mask:
            scores = scores.masked_fill(future, -torch.inf)
        weights = torch.softmax(scores, dim=-1)   # (queries, keys)
        x = x + weights @ (x @ W_value)
    return x                                      # (tokens, 8)


def change(*settings):                            # [-1]: the period
    before = run("dogs bite men .", *settings)[-1]
    after = run("men bite dogs .", *settings)[-1]
    return (after - before).norm() / before.norm()


print("model           change")
print(f"causal-two      {change(2, True):.2f}")
print(f"causal-one      {change(1, True):.2f}")
print(f"no-mask-two     {change(2, False):.2f}")
print(f"no-mask-one     {change(1, False):.2f}")
print(f"with-positions  {change(1, False, True):.2f}")

# --- “A weight is the probability that a word matters” ---

nothing_fits = torch.tensor([-9.0, -9.5, -9.0])
all_fit = nothing_fits + 18                       # 9, 8.5, 9
print(torch.softmax(nothing_fits, dim=-1))
print(torch.softmax(all_fit, dim=-1))

# --- “More heads mean more parameters” ---

for num_heads in [1, 2, 8]:
    layer = torch.nn.MultiheadAttention(64, num_heads)
    print(num_heads, sum(p.numel() for p in layer.parameters()))

# --- An impossible output ---

published = torch.tensor([
    [-9.1476e-02, 3.4164e-02],    # Your
    [-2.6796e-01, -1.3427e-03],   # journey
    [-4.8421e-01, -4.8909e-02],   # starts
    [-6.4808e-01, -1.0625e-01],   # with
    [-8.8380e-01, -1.7140e-01],   # one
    [-1.4744e+00, -3.4327e-01],   # step
])

# --- Why it can't be ---

inputs = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])
batch = torch.stack([inputs, inputs])             # (batch, tokens, 3)

torch.manual_seed(123)
two_heads = []
for _ in range(2):
    two_heads.append([torch.nn.Linear(3, 1, bias=False)
                      for _ in range(3)])         # query, key, value


def run_heads(softmax_axis):
    hidden = torch.ones(6, 6).triu(diagonal=1).bool()
    results = []
    for W_query, W_key, W_value in two_heads:
        # (batch, queries, keys); d_k is 1: scaling by 1
        scores = W_query(batch) @ W_key(batch).transpose(1, 2)
        scores = scores.masked_fill(hidden, -torch.inf)
        weights = torch.softmax(scores, dim=softmax_axis)
        results.append(weights @ W_value(batch))
    return torch.cat(results, dim=-1).detach()    # (batch, tokens, 2)


right = run_heads(softmax_axis=-1)
values = two_heads[0][2](inputs).detach()         # (tokens, 1), head 1
print("row  smallest  largest published   right")
for row in range(6):
    print(f"{row + 1:3}  {values.min():8.4f} {values.max():8.4f}"
          f" {published[row, 0]:8.4f} {right[0, row, 0]:8.4f}")

# --- What is right ---

print(right[0])
for head in range(2):
    head_values = two_heads[head][2](inputs).detach()
    column = right[0, :, head]
    assert column.min() >= head_values.min() - 1e-6   # for rounding
    assert column.max() <= head_values.max() + 1e-6

# --- Where it comes from ---

wrong = run_heads(softmax_axis=1)
print(wrong[0])
torch.testing.assert_close(wrong[0], published, atol=5e-5, rtol=1e-4)

# --- Twice the score, twice the weight ---

two_scores = torch.tensor([3.0, 1.0]).log()   # softmax: 3 to 1
doubled = torch.softmax(2 * two_scores, dim=-1)
print(f"{doubled[0] / doubled[1]:.0f}")

# before the scores are doubled, one token gets ratio times the
# weight of another; afterward, how many times does it get?
def ratio_afterward(ratio):
    ...

simple = torch.softmax(two_scores, dim=-1)
print(simple, doubled)
torch.testing.assert_close(
    doubled[0] / doubled[1], (simple[0] / simple[1]) ** 2)

# --- One layer never knows ---

before = ...    # (4, 8), vectors of "dogs bite men ." after one layer
after = ...     # (4, 8), those of "men bite dogs ."
position = ...  # counted from 0: the same word, different vectors

before = run("dogs bite men .", 1, True)
after = run("men bite dogs .", 1, True)
for position, word in [(1, "bite"), (3, ".")]:   # same vector?
    print(word, torch.allclose(before[position], after[position]))

# --- Dropout keeps an average in its range ---

W_query, W_key, W_value = two_heads[0]
last_row = ...  # (6,), the weights of the last query
draws = ...     # (1_000, 1), context vectors with dropout, p = 0.5

W_query, W_key, W_value = two_heads[0]
scores = W_query(inputs) @ W_key(inputs).T    # (queries, keys)
last_row = torch.softmax(scores[-1], dim=-1).detach()
dropout = torch.nn.Dropout(0.5)
# expand repeats the row; draws: (1_000, 1)
draws = dropout(last_row.expand(1_000, 6)) @ values
print((draws < values.min()).any())
