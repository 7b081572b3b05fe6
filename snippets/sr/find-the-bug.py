# Pronađite grešku
# https://attention-by-example.github.io/attention-by-example/sr/find-the-bug/
# License: MIT
# Needs: pip install torch

# --- Polazna tačka ---

import torch
from torch.nn.functional import scaled_dot_product_attention

embeddings = torch.tensor(
    [[0.34, 0.22, 0.54],   # Hello
     [0.53, 0.34, 0.98],   # shiny
     [0.29, 0.54, 0.93]])  # sun

torch.manual_seed(123)
W_query = torch.rand(3, 2)
W_key = torch.rand(3, 2)
W_value = torch.rand(3, 2)

def project(x):
    return x @ W_query, x @ W_key, x @ W_value


def attend(x):
    queries, keys, values = project(x)
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    scores = scores.masked_fill(future, -torch.inf)
    attention_weights = torch.softmax(scores, dim=-1)
    return attention_weights @ values


print(attend(embeddings))

# --- Slučaj 1: ništa više nije broj ---

def attend_1(x):
    queries, keys, values = project(x)
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    mask = torch.ones(len(x), len(x)).triu(diagonal=1) * -torch.inf
    attention_weights = torch.softmax(scores + mask, dim=-1)
    return attention_weights @ values


print(attend_1(embeddings))

try:
    def check_finite(attend):
        assert attend(embeddings).isfinite().all(), "not a finite number"


    check_finite(attend_1)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

mask = torch.ones(3, 3).triu(diagonal=1) * -torch.inf
print(mask.isnan().sum().item())

print(torch.ones(3, 3).triu(diagonal=1) * -torch.inf)

def mended_1(x):
    queries, keys, values = project(x)
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    scores = scores.masked_fill(future, -torch.inf)
    attention_weights = torch.softmax(scores, dim=-1)
    return attention_weights @ values


check_finite(mended_1)
print(mended_1(embeddings))

mask = torch.full((3, 3), -torch.inf).triu(diagonal=1)
print(mask)

# --- Slučaj 2: veće od najvećeg ---

batch = torch.stack([embeddings, embeddings])      # (batch, tokens, d_in)


def attend_2(x):
    queries, keys, values = project(x)
    scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
    future = torch.ones(x.shape[1], x.shape[1]).triu(diagonal=1).bool()
    scores = scores.masked_fill(future, -torch.inf)
    attention_weights = torch.softmax(scores, dim=1)
    return attention_weights @ values


print("context", attend_2(batch)[0], sep="\n")
print("values", embeddings @ W_value, sep="\n")

try:
    def check_range(attend):
        context_vectors = attend(batch)
        values = batch @ W_value
        low = values.amin(dim=1, keepdim=True) - 1e-6
        high = values.amax(dim=1, keepdim=True) + 1e-6
        inside = (low <= context_vectors) & (context_vectors <= high)
        assert inside.all(), "outside the range of the values"


    check_range(attend_2)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

queries, keys, values = project(batch)
scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
future = torch.ones(3, 3).triu(diagonal=1).bool()
scores = scores.masked_fill(future, -torch.inf)
wrong_weights = torch.softmax(scores, dim=1)[0]
print(wrong_weights)
print("rows sum to   ", wrong_weights.sum(dim=1))
print("columns sum to", wrong_weights.sum(dim=0))

def mended_2(x):
    queries, keys, values = project(x)
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    n = x.shape[-2]
    future = torch.ones(n, n).triu(diagonal=1).bool()
    scores = scores.masked_fill(future, -torch.inf)
    attention_weights = torch.softmax(scores, dim=-1)
    return attention_weights @ values


check_range(mended_2)
print(mended_2(batch)[0])

# --- Slučaj 3: prazan poslednji red ---

def attend_3(x):
    queries, keys, values = project(x)
    future = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    return scaled_dot_product_attention(
        queries, keys, values, attn_mask=future)


print(attend_3(embeddings))

try:
    def check_future(attend):
        changed = embeddings.clone()
        changed[2] = torch.tensor([0.9, 0.1, 0.2])     # nova poslednja reč
        before, after = attend(embeddings), attend(changed)
        same = torch.allclose(before[:2], after[:2])
        assert same, "an earlier row depends on a later token"


    check_future(attend_3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

future = torch.ones(3, 3).triu(diagonal=1).bool()
module = torch.nn.MultiheadAttention(embed_dim=3, num_heads=1)
x = embeddings[:, None]                        # (tokens, batch, d_in)
_, blocked_weights = module(x, x, x, attn_mask=future)
print(blocked_weights[0] > 0)

queries, keys, _ = project(embeddings)
allowed_weights = scaled_dot_product_attention(
    queries, keys, torch.eye(3), attn_mask=future)
print(allowed_weights > 0)

def mended_3(x):
    queries, keys, values = project(x)
    allowed = torch.ones(len(x), len(x)).tril().bool()
    return scaled_dot_product_attention(
        queries, keys, values, attn_mask=allowed)


check_future(mended_3)
print(mended_3(embeddings))

# --- Slučaj 4: redovi kojima nešto nedostaje ---

def weights_4(x):
    queries, keys, _ = project(x)
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    attention_weights = torch.softmax(scores, dim=-1)
    future = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    return attention_weights.masked_fill(future, 0)


def attend_4(x):
    return weights_4(x) @ (x @ W_value)


print(weights_4(embeddings))
print(attend_4(embeddings))

try:
    check_future(attend_4)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(f"{weights_4(embeddings)[1].sum():.4f}")

changed = embeddings.clone()
changed[2] = torch.tensor([0.9, 0.1, 0.2])
print(weights_4(embeddings)[0])
print(weights_4(changed)[0])

def mended_4(x):
    attention_weights = weights_4(x)
    rest = attention_weights.sum(dim=-1, keepdim=True)
    return attention_weights / rest @ (x @ W_value)


check_future(mended_4)
torch.testing.assert_close(mended_4(embeddings), attend(embeddings))
print(mended_4(embeddings))

# --- Slučaj 5: pobednik nosi sve ---

def weights_5(queries, keys):
    return torch.softmax(queries @ keys.T, dim=-1)


torch.manual_seed(0)
for width in (4, 64, 1024):
    queries, keys = torch.randn(8, width), torch.randn(8, width)
    print(width, weights_5(queries, keys).amax(dim=-1))

try:
    def check_width(weights):
        torch.manual_seed(0)
        for width in (4, 64, 1024):
            queries, keys = torch.randn(64, width), torch.randn(64, width)
            largest = weights(queries, keys).amax(dim=-1).mean()
            assert largest < 0.5, f"one token takes most at width {width}"


    check_width(weights_5)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(f"{(768 / 12) ** 0.5:.0f}")

def mended_5(queries, keys):
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1)


check_width(mended_5)
torch.manual_seed(0)
for width in (4, 64, 1024):
    queries, keys = torch.randn(8, width), torch.randn(8, width)
    print(width, mended_5(queries, keys).amax(dim=-1))

for divisor in (1, 1024 ** 0.5):
    scores = (queries @ keys.T / divisor).requires_grad_()
    torch.softmax(scores, dim=-1).amax(dim=-1).sum().backward()
    print(scores.grad.amax(dim=-1))

# --- Slučaj 6: tokeni koji ništa ne čuju ---

torch.manual_seed(123)
wide_query, wide_key, wide_value = torch.rand(3, 3, 4)


def attend_6(x, num_heads=2):
    tokens, head_dim = len(x), 4 // num_heads
    queries = (x @ wide_query).view(tokens, num_heads, head_dim)
    keys = (x @ wide_key).view(tokens, num_heads, head_dim)
    values = (x @ wide_value).view(tokens, num_heads, head_dim)

    scores = queries @ keys.transpose(1, 2) / head_dim ** 0.5
    attention_weights = torch.softmax(scores, dim=-1)
    context_vectors = attention_weights @ values
    return context_vectors.reshape(tokens, num_heads * head_dim)


another = embeddings.clone()
another[0] = torch.tensor([0.9, 0.1, 0.2])         # nova prva reč
print(attend_6(embeddings)[2])
print(attend_6(another)[2])

try:
    def check_past(attend):
        before, after = attend(embeddings), attend(another)
        same = torch.allclose(before[2], after[2])
        assert not same, "the last row ignores the first token"


    check_past(attend_6)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def mended_6(x, num_heads=2):
    tokens, head_dim = len(x), 4 // num_heads
    queries = (x @ wide_query).view(tokens, num_heads, head_dim)
    keys = (x @ wide_key).view(tokens, num_heads, head_dim)
    values = (x @ wide_value).view(tokens, num_heads, head_dim)

    queries = queries.transpose(0, 1)          # (heads, tokens, head_dim)
    keys = keys.transpose(0, 1)
    values = values.transpose(0, 1)

    scores = queries @ keys.transpose(1, 2) / head_dim ** 0.5
    attention_weights = torch.softmax(scores, dim=-1)
    context_vectors = (attention_weights @ values).transpose(0, 1)
    return context_vectors.reshape(tokens, num_heads * head_dim)


check_past(mended_6)
print(mended_6(embeddings)[2])
print(mended_6(another)[2])

heads = []
for columns in (slice(0, 2), slice(2, 4)):
    queries = embeddings @ wide_query[:, columns]
    keys = embeddings @ wide_key[:, columns]
    values = embeddings @ wide_value[:, columns]
    scores = queries @ keys.T / 2 ** 0.5
    heads.append(torch.softmax(scores, dim=-1) @ values)

torch.testing.assert_close(torch.cat(heads, dim=-1), mended_6(embeddings))

# --- Slučaj 7: dugo pamćenje ---

class Attention7(torch.nn.Module):
    def __init__(self, context_length):
        super().__init__()
        future = torch.ones(context_length, context_length).triu(diagonal=1)
        self.register_buffer("blocked", future.bool())

    def forward(self, x, padding):
        queries, keys, values = project(x)
        scores = queries @ keys.T / keys.shape[-1] ** 0.5
        blocked = self.blocked[:len(x), :len(x)]
        blocked |= padding                         # niko ne vidi dopunu
        scores = scores.masked_fill(blocked, -torch.inf)
        return torch.softmax(scores, dim=-1) @ values


full = torch.tensor([False, False, False])         # Hello shiny sun
short = torch.tensor([False, False, True])         # Hello shiny <pad>

attention = Attention7(context_length=3)
print(attention(embeddings, padding=full)[2])
attention(embeddings, padding=short)
print(attention(embeddings, padding=full)[2])

try:
    def check_memory(attention):
        before = attention(embeddings, padding=full)
        attention(embeddings, padding=short)
        after = attention(embeddings, padding=full)
        assert torch.equal(before, after), "the second answer is different"


    check_memory(Attention7(context_length=3))
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(Attention7(context_length=3).blocked)
print(attention.blocked)

class Mended7(Attention7):
    def forward(self, x, padding):
        queries, keys, values = project(x)
        scores = queries @ keys.T / keys.shape[-1] ** 0.5
        blocked = self.blocked[:len(x), :len(x)] | padding
        scores = scores.masked_fill(blocked, -torch.inf)
        return torch.softmax(scores, dim=-1) @ values


mended_7 = Mended7(context_length=3)
check_memory(mended_7)
print(mended_7(embeddings, padding=full)[2])

# --- Slučaj 8: zaglavljeni na prvoj reči ---

def attend_8(x):
    rows = []
    for step in range(len(x)):
        query = x[step:step + 1] @ W_query         # (1, d_k)
        keys = x[:step + 1] @ W_key                # keš
        values = x[:step + 1] @ W_value
        rows.append(scaled_dot_product_attention(
            query, keys, values, is_causal=True))
    return torch.cat(rows)


print(attend_8(embeddings))

try:
    def check_steps(attend_in_steps):
        same = torch.allclose(attend_in_steps(embeddings), attend(embeddings))
        assert same, "step by step differs from all at once"


    check_steps(attend_8)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def mended_8(x):
    rows = []
    for step in range(len(x)):
        query = x[step:step + 1] @ W_query
        keys = x[:step + 1] @ W_key
        values = x[:step + 1] @ W_value
        rows.append(scaled_dot_product_attention(query, keys, values))
    return torch.cat(rows)


check_steps(mended_8)
print(mended_8(embeddings))

queries, keys, values = project(embeddings)
allowed = torch.ones(2, 3).tril(diagonal=1).bool()
print(allowed)

last_rows = scaled_dot_product_attention(
    queries[1:], keys, values, attn_mask=allowed)
torch.testing.assert_close(last_rows, attend(embeddings)[1:])

# --- Šta koja provera vidi ---

def answer_of(check, candidate):
    try:
        check(candidate)
    except AssertionError:
        return "finds it"
    return "-"


def one_sentence(x):
    return attend_2(x[None])[0]


def any_batch(function):
    def attend_batch(x):
        if x.dim() == 2:
            return function(x)
        return torch.stack([function(sentence) for sentence in x])
    return attend_batch


checks = [check_finite, check_range, check_future, check_past, check_steps]
candidates = {"right": attend, "case 1": attend_1, "case 2": one_sentence,
              "case 3": attend_3, "case 4": attend_4, "case 8": attend_8}

print(" " * 6, *(f"{check.__name__:>12}" for check in checks))
for name, candidate in candidates.items():
    found = [answer_of(check, any_batch(candidate)) for check in checks]
    print(f"{name:6}", *(f"{answer:>12}" for answer in found))

# --- Ko koga pita? ---

def attend_9(x):
    queries, keys, values = project(x)
    scores = keys @ queries.T / keys.shape[-1] ** 0.5
    future = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    scores = scores.masked_fill(future, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


for check in (check_finite, check_future, check_past):
    check(attend_9)

def check_own_row(attend):
    global project
    before = attend(embeddings)
    original = project

    def louder(x):
        queries, keys, values = original(x)
        queries = queries.clone()
        queries[1] *= 5                        # samo shiny pita glasnije
        return queries, keys, values

    project = louder
    try:
        after = attend(embeddings)
    finally:
        project = original
    changed = (before - after).abs().amax(dim=-1) > 1e-6
    assert changed.tolist() == [False, True, False], changed.tolist()


check_own_row(attend)

try:
    check_own_row(attend_9)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Koliki zbir može da bude? ---

print(f"{wrong_weights[2].sum():.4f}")
assert 1 <= wrong_weights[2].sum() <= 3

future = torch.ones(3, 3).triu(diagonal=1).bool()
for size in (-50.0, 50.0):
    scores = torch.zeros(3, 3)
    scores[2] = size                           # poslednji upit se slaže sa svima
    scores = scores.masked_fill(future, -torch.inf)
    print(size, torch.softmax(scores, dim=0)[2].sum())

# --- Nikad isti odgovor ---

class Attention10(torch.nn.Module):
    def forward(self, x):
        queries, keys, values = project(x)
        scores = queries @ keys.T / keys.shape[-1] ** 0.5
        attention_weights = torch.softmax(scores, dim=-1)
        attention_weights = torch.nn.functional.dropout(
            attention_weights, p=0.5)
        return attention_weights @ values


def answers(attention, times=20):
    with torch.no_grad():
        return len({str(attention(embeddings)) for _ in range(times)})


print(answers(Attention10().eval()) > 1)

class Mended10(torch.nn.Module):
    def forward(self, x):
        queries, keys, values = project(x)
        scores = queries @ keys.T / keys.shape[-1] ** 0.5
        attention_weights = torch.softmax(scores, dim=-1)
        attention_weights = torch.nn.functional.dropout(
            attention_weights, p=0.5, training=self.training)
        return attention_weights @ values


assert answers(Mended10().eval()) == 1         # evaluacija: uvek isto
assert answers(Mended10().train()) > 1         # obučavanje: i dalje slučajno
