# Pronađite grešku
# https://attention-by-example.github.io/attention-by-example/sr/find-the-bug/
# License: MIT
# Needs: pip install torch

# --- Polazna tačka ---

import torch
from torch.nn.functional import scaled_dot_product_attention

embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

torch.manual_seed(187)
W_query, W_key = torch.randn(2, 3, 4)             # svaka (3, 4)
W_value = torch.rand(3, 4)
queries = embeddings @ W_query                    # (tokens, 4)
keys = embeddings @ W_key
values = embeddings @ W_value
inputs = (queries, keys, values)
torch.set_printoptions(sci_mode=False)            # bez 1.0e-09

# … znači bilo koje ose ispred, na primer osu batcha
def hide_future(scores):                          # (…, queries, keys)
    future = torch.ones_like(scores).triu(diagonal=1).bool()
    return scores.masked_fill(future, -torch.inf)


def attend(queries, keys, values):                # (…, tokens, d)
    # mT zamenjuje poslednje dve ose
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    return torch.softmax(hide_future(scores), dim=-1) @ values


# * predaje tri tenzora jedan po jedan
print(attend(*inputs))

# --- Slučaj 1: ništa nije broj ---

def attend_1(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    mask = torch.ones_like(scores).triu(diagonal=1) * -torch.inf
    return torch.softmax(scores + mask, dim=-1) @ values


print(attend_1(*inputs))

try:
    # attend je ovde funkcija koja se proverava
    def check_finite(attend, inputs):
        assert attend(*inputs).isfinite().all(), "not a finite number"


    check_finite(attend_1, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

mask = torch.ones(3, 3).triu(diagonal=1) * -torch.inf
print(mask.isnan().sum().item())

def fixed_1(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    future = torch.ones_like(scores).triu(diagonal=1).bool()
    scores = scores.masked_fill(future, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


check_finite(fixed_1, inputs)

print(torch.full((3, 3), -torch.inf).triu(diagonal=1))

# --- Slučaj 2: veće od najvećeg ---

def attend_2(queries, keys, values):              # (batch, tokens, d)
    scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
    weights = torch.softmax(hide_future(scores), dim=1)
    return weights @ values


# stack pravi batch: rečenica i ista rečenica unazad
batch = [torch.stack([x, x.flip(0)]) for x in inputs]
print(attend_2(*batch)[0])
print(values)

try:
    def check_sum(attend, inputs):
        queries, keys, values = inputs
        sums = attend(queries, keys, torch.ones_like(values))
        same = torch.allclose(sums, torch.ones_like(sums))
        assert same, "the weights don't sum to 1"


    check_sum(attend_2, batch)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

queries_2, keys_2, values_2 = batch
scores = queries_2 @ keys_2.transpose(1, 2) / 4 ** 0.5
wrong_weights = torch.softmax(hide_future(scores), dim=1)[0]
print(wrong_weights)
print("rows sum to   ", wrong_weights.sum(dim=1))
print("columns sum to", wrong_weights.sum(dim=0).round(decimals=4))

def fixed_2(queries, keys, values):
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    return torch.softmax(hide_future(scores), dim=-1) @ values


check_sum(fixed_2, batch)

# --- Slučaj 3: prazan poslednji red ---

def attend_3(queries, keys, values):
    tokens = queries.shape[-2]
    future = torch.ones(tokens, tokens).triu(diagonal=1).bool()
    return scaled_dot_product_attention(
        queries, keys, values, attn_mask=future)


print(attend_3(*inputs))

try:
    def replace(x, position):
        x = x.clone()                                 # kopija
        # ... znači bilo koje ose ispred; 3 - x je neki drugi vektor
        x[..., position, :] = 3 - x[..., position, :]
        return x


    def check_future(attend, inputs):
        before = attend(*inputs)
        after = attend(*(replace(x, -1) for x in inputs))
        same = torch.allclose(before[..., :-1, :], after[..., :-1, :])
        assert same, "an earlier row depends on a later token"


    check_future(attend_3, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(attend_3(queries, keys, torch.eye(3)) > 0)

def fixed_3(queries, keys, values):
    tokens = queries.shape[-2]
    allowed = torch.ones(tokens, tokens).tril().bool()
    return scaled_dot_product_attention(
        queries, keys, values, attn_mask=allowed)


check_future(fixed_3, inputs)

# --- Slučaj 4: redovi kojima nešto nedostaje ---

def weights_4(queries, keys):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    future = torch.ones_like(scores).triu(diagonal=1).bool()
    return weights.masked_fill(future, 0)


def attend_4(queries, keys, values):
    return weights_4(queries, keys) @ values


print(weights_4(queries, keys))

try:
    check_future(attend_4, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(f"{weights_4(queries, keys)[1].sum():.4f}")

print(weights_4(queries, keys)[0])
print(weights_4(queries, replace(keys, -1))[0])

def fixed_4(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    return torch.softmax(hide_future(scores), dim=-1) @ values


check_future(fixed_4, inputs)
weights = weights_4(queries, keys)
renormalized = weights / weights.sum(dim=-1, keepdim=True)
torch.testing.assert_close(renormalized @ values, attend(*inputs))

# --- Slučaj 5: pobednik nosi sve ---

def weights_5(queries, keys):
    return torch.softmax(hide_future(queries @ keys.mT), dim=-1)


def attend_5(queries, keys, values):
    return weights_5(queries, keys) @ values


torch.manual_seed(4)
for width in (4, 64, 1024):
    random_queries, random_keys = torch.randn(2, 8, width)
    print(width, weights_5(random_queries, random_keys)[-1])

try:
    def check_scale(attend, inputs):
        torch.manual_seed(0)
        for width in (4, 64, 1024):
            # slučajni, sa istim osama ispred kao ulazi
            queries, keys, _ = (
                torch.randn(*x.shape[:-2], 64, width) for x in inputs)
            # expand ponavlja matricu duž tih osa
            identity = torch.eye(64).expand(*inputs[2].shape[:-2], 64, 64)
            weights = attend(queries, keys, identity)
            # prvi redovi vide premalo ključeva da bi se ocenjivali
            largest = weights[..., 32:, :].amax(dim=-1).mean()
            assert largest < 0.5, f"one key takes most at width {width}"


    check_scale(attend_5, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(f"{(768 / 12) ** 0.5:.0f}")

def fixed_5(queries, keys, values):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    return torch.softmax(hide_future(scores), dim=-1) @ values


check_scale(fixed_5, inputs)

for divisor in (1, 1024 ** 0.5):
    scores = random_queries[-1] @ random_keys.mT / divisor
    scores.requires_grad_()
    torch.softmax(scores, dim=-1).amax().backward()
    print(scores.grad.abs().amax())

# --- Slučaj 6: tokeni koji ništa ne čuju ---

def attend_6(queries, keys, values):
    tokens = len(queries)
    # dve glave; -1 znači: koliko širine preostaje
    context = scaled_dot_product_attention(
        queries.view(tokens, 2, -1),
        keys.view(tokens, 2, -1),
        values.view(tokens, 2, -1), is_causal=True)
    return context.reshape(tokens, -1)


print(attend_6(*inputs)[:, :2] - values[:, :2])   # prva glava

try:
    def check_past(attend, inputs):
        queries, keys, values = inputs
        before = attend(*inputs)
        after = attend(queries, replace(keys, 0), replace(values, 0))
        changed = before[..., -1, :] != after[..., -1, :]
        assert changed.all(), "the last row ignores the first token"


    check_past(attend_6, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_6(queries, keys, values):
    tokens = len(queries)
    context = scaled_dot_product_attention(   # (heads, tokens, d)
        queries.view(tokens, 2, -1).transpose(0, 1),
        keys.view(tokens, 2, -1).transpose(0, 1),
        values.view(tokens, 2, -1).transpose(0, 1), is_causal=True)
    return context.transpose(0, 1).reshape(tokens, -1)


check_past(fixed_6, inputs)

def heads_apart(queries, keys, values):
    # chunk deli kolone na dve polovine, po jednu za svaku glavu
    queries_1, queries_2 = queries.chunk(2, dim=-1)
    keys_1, keys_2 = keys.chunk(2, dim=-1)
    values_1, values_2 = values.chunk(2, dim=-1)
    return torch.cat([attend(queries_1, keys_1, values_1),
                      attend(queries_2, keys_2, values_2)], dim=-1)


torch.testing.assert_close(fixed_6(*inputs), heads_apart(*inputs))

# --- Slučaj 7: dugo pamćenje ---

class Attention7(torch.nn.Module):
    def __init__(self, context_length):
        super().__init__()
        allowed = torch.ones(context_length, context_length).tril()
        self.register_buffer("allowed", allowed.bool())

    def forward(self, queries, keys, values, padding=None):
        tokens = len(queries)
        allowed = self.allowed[:tokens, :tokens]
        if padding is not None:
            allowed &= ~padding                   # dopuna se ne vidi
        return scaled_dot_product_attention(
            queries, keys, values, attn_mask=allowed)


attention = Attention7(context_length=3)
print(attention(*inputs)[2])
attention(*inputs, padding=torch.tensor([False, False, True]))
print(attention(*inputs)[2])

try:
    def check_memory(attend, inputs):
        before = attend(*inputs)
        attend(*inputs, padding=torch.tensor([False, False, True]))
        after = attend(*inputs)
        assert torch.equal(before, after), "the second answer differs"


    check_memory(Attention7(context_length=3), inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(Attention7(context_length=3).allowed)
print(attention.allowed)

class Fixed7(Attention7):
    def forward(self, queries, keys, values, padding=None):
        tokens = len(queries)
        allowed = self.allowed[:tokens, :tokens]
        if padding is not None:
            allowed = allowed & ~padding
        return scaled_dot_product_attention(
            queries, keys, values, attn_mask=allowed)


check_memory(Fixed7(context_length=3), inputs)

# --- Slučaj 8: zaglavljeni na prvoj reči ---

def attend_8(queries, keys, values):
    rows = []
    for step in range(len(queries)):
        rows.append(scaled_dot_product_attention(
            queries[step:step + 1],               # novi token
            keys[:step + 1], values[:step + 1],   # keš
            is_causal=True))
    return torch.cat(rows)


print(attend_8(*inputs))

try:
    def check_same(attend, reference, inputs):
        same = torch.allclose(
            attend(*inputs), reference(*inputs), atol=1e-6)
        assert same, "differs from the reference"


    check_same(attend_8, attend, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_8(queries, keys, values):
    rows = []
    for step in range(len(queries)):
        rows.append(scaled_dot_product_attention(
            queries[step:step + 1], keys[:step + 1],
            values[:step + 1]))
    return torch.cat(rows)


check_same(fixed_8, attend, inputs)

allowed = torch.ones(2, 3).tril(diagonal=1).bool()
print(allowed)
last_rows = scaled_dot_product_attention(
    queries[1:], keys, values, attn_mask=allowed)
torch.testing.assert_close(last_rows, attend(*inputs)[1:])

# --- Slučaj 9: prazna poruka ---

def attend_9(queries, keys, values, padding=None):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    if padding is not None:
        blocked = blocked | padding
    scores = scores.masked_fill(blocked, -1e9)
    return torch.softmax(scores, dim=-1) @ values


only_padding = torch.tensor([True, True, True])
print(attend_9(*inputs, padding=only_padding))

try:
    def check_padding(attend, inputs):
        queries, keys, values = inputs
        padding = torch.ones(len(keys)).bool()        # svuda True
        before = attend(*inputs, padding=padding)
        after = attend(queries, 3 - keys, 3 - values, padding=padding)
        assert torch.equal(before, after), "something reads the padding"


    check_padding(attend_9, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_9(queries, keys, values, padding=None):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    if padding is not None:
        blocked = blocked | padding
    scores = scores.masked_fill(blocked, -1e9)
    weights = torch.softmax(scores, dim=-1)
    return weights.masked_fill(blocked, 0) @ values


check_padding(fixed_9, inputs)
torch.testing.assert_close(fixed_9(*inputs), attend(*inputs))
print(fixed_9(*inputs, padding=only_padding)[2])

# --- Slučaj 10: zbir koji prestaje da raste ---

def attend_10(queries, keys, values):
    scores = hide_future(queries @ keys.mT / keys.shape[-1] ** 0.5)
    # amax je najveći skor svakog reda
    largest = scores.amax(dim=-1, keepdim=True)
    exponentials = torch.exp(scores - largest)
    total = exponentials[..., :1]                 # :1 zadržava osu
    for key in range(1, keys.shape[-2]):
        total = total + exponentials[..., key:key + 1]
    return exponentials / total @ values


def sums_of_rows(attend, dtype):
    # jednaki skorovi, pa je svaki red ravnomeran; vrednosti su 1
    zeros = torch.zeros(1000, 4, dtype=dtype)
    return attend(zeros, zeros, zeros + 1)[:, 0]


print("tokens  float32  bfloat16")
control = sums_of_rows(attend_10, torch.float32)
sums = sums_of_rows(attend_10, torch.bfloat16)
for tokens in (1, 100, 200, 256, 300, 400, 600, 800, 1000):
    print(f"{tokens:6} {control[tokens - 1]:8.2f}"
          f" {sums[tokens - 1]:9.2f}")

try:
    def check_long(attend, inputs):
        zeros = [torch.zeros(*x.shape[:-2], 1000, 4).bfloat16()
                 for x in inputs]
        sums = attend(zeros[0], zeros[1], zeros[2] + 1)
        error = (sums.float() - 1).abs().max()
        assert error < 0.01, f"a sum is off by {error:.2f}"


    check_long(attend_10, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

total = torch.tensor(0.0).bfloat16()
for _ in range(1000):
    total = total + 1
print(int(total))

for dtype in (torch.float32, torch.bfloat16):
    total = torch.tensor(1.0, dtype=dtype)
    for _ in range(1000):
        total = total + 0.003
    print(f"{total:.2f}, so the first key gets {1 / total:.2f}")

def fixed_10(queries, keys, values):
    scores = queries.float() @ keys.float().mT
    scores = hide_future(scores / keys.shape[-1] ** 0.5)
    weights = torch.softmax(scores, dim=-1)
    return weights.to(values.dtype) @ values


check_long(fixed_10, inputs)
uniform = torch.softmax(torch.zeros(1000).bfloat16(), dim=-1)
print(f"torch.softmax: {uniform.float().sum():.2f}")

# --- Slučaj 11: uvek prva pozicija ---

def rope(x, positions):                           # (tokens, d)
    d = x.shape[-1]
    speeds = 10_000.0 ** (-torch.arange(0, d, 2) / d)  # po jedna za par
    angles = positions[:, None] * speeds          # (tokens, pairs)
    cos, sin = angles.cos(), angles.sin()
    first, second = x[:, 0::2], x[:, 1::2]        # susedi su par
    turned = [cos * first - sin * second, sin * first + cos * second]
    # flatten opet stavlja brojeve para jedan do drugog, a
    # to(x.dtype) vraća zapis brojeva koji ima x
    return torch.stack(turned, dim=-1).flatten(-2).to(x.dtype)


def with_rope(queries, keys, values):
    positions = torch.arange(len(queries))
    return attend(rope(queries, positions),
                  rope(keys, positions), values)


def attend_11(queries, keys, values):
    rows, key_cache = [], keys[:0]                # prazan
    for step in range(len(queries)):
        query, key = queries[step:step + 1], keys[step:step + 1]
        positions = torch.arange(len(query))
        key_cache = torch.cat([key_cache, rope(key, positions)])
        rows.append(scaled_dot_product_attention(
            rope(query, positions), key_cache, values[:step + 1]))
    return torch.cat(rows)


print(with_rope(*inputs))
print(attend_11(*inputs))

try:
    check_same(attend_11, with_rope, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_11(queries, keys, values):
    rows, key_cache = [], keys[:0]
    for step in range(len(queries)):
        query, key = queries[step:step + 1], keys[step:step + 1]
        positions = len(key_cache) + torch.arange(len(query))
        key_cache = torch.cat([key_cache, rope(key, positions)])
        rows.append(scaled_dot_product_attention(
            rope(query, positions), key_cache, values[:step + 1]))
    return torch.cat(rows)


check_same(fixed_11, with_rope, inputs)
torch.testing.assert_close(attend_11(*inputs), attend(*inputs))

# --- Slučaj 12: pogrešni partneri ---

def attend_12(queries, keys, values):             # (heads, tokens, d)
    share = len(queries) // len(keys)             # 2 po glavi ključeva
    return attend(queries, keys.repeat(share, 1, 1),
                  values.repeat(share, 1, 1))


torch.manual_seed(0)
grouped = (torch.randn(4, 3, 2),                  # upiti
           torch.randn(2, 3, 2), torch.randn(2, 3, 2))
print(attend_12(*grouped)[:, 0])                  # token 0, 4 glave
print(grouped[2][:, 0])                           # njegove vrednosti

try:
    def check_heads(attend, inputs):
        queries, keys, values = inputs
        heads, _, _ = queries.shape
        share = heads // len(keys)
        other_keys, other_values = keys.clone(), values.clone()
        other_keys[0], other_values[0] = 3 - keys[0], 3 - values[0]
        changed = (attend(queries, other_keys, other_values)
                   != attend(*inputs))
        # flatten(1) od svake glave pravi jedan red, a tolist listu
        changed = changed.flatten(1).any(dim=1).tolist()
        expected = [True] * share + [False] * (heads - share)
        assert changed == expected, f"changed heads: {changed}"


    check_heads(attend_12, grouped)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_12(queries, keys, values):
    share = len(queries) // len(keys)
    return attend(queries, keys.repeat_interleave(share, dim=0),
                  values.repeat_interleave(share, dim=0))


def groups_apart(queries, keys, values):
    return torch.stack([
        attend(queries[head], keys[head // 2], values[head // 2])
        for head in range(4)])


check_heads(fixed_12, grouped)
check_same(fixed_12, groups_apart, grouped)

# --- Slučaj 13: dva ispravna programa ---

def rope_theirs(x, positions):
    d = x.shape[-1]
    speeds = 10_000.0 ** (-torch.arange(0, d, 2) / d)
    angles = positions[:, None] * speeds
    cos, sin = angles.cos(), angles.sin()
    first, second = x.chunk(2, dim=-1)            # dve polovine
    turned = [cos * first - sin * second, sin * first + cos * second]
    return torch.cat(turned, dim=-1).to(x.dtype)


def theirs(queries, keys, values):
    positions = torch.arange(len(queries))
    return attend(rope_theirs(queries, positions),
                  rope_theirs(keys, positions), values)


for check in (check_finite, check_sum, check_future, check_past,
              check_scale, check_long):
    check(theirs, inputs)
    check(with_rope, inputs)

# kad su vrednosti jedinična matrica, rezultat su težine
print(theirs(queries, keys, torch.eye(3)))

print(with_rope(queries, keys, torch.eye(3)))

try:
    check_same(with_rope, theirs, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_13(queries, keys, values):
    d = queries.shape[-1]
    # [[0, 1], [2, 3]] transponovano, pa čitano po redovima: 0 2 1 3
    order = torch.arange(d).view(2, d // 2).T.flatten()
    return with_rope(queries[:, order], keys[:, order], values)


check_same(fixed_13, theirs, inputs)
order = torch.arange(4).view(2, 2).T.flatten()
print(order)
# isto za matrice, jednom, kad se učitaju
torch.testing.assert_close(
    embeddings @ W_query[:, order], queries[:, order])

# --- Provere ---

cases = {  # pokvareno, popravljeno, referentno, ulazi
    "case 1": (attend_1, fixed_1, attend, inputs),
    "case 2": (attend_2, fixed_2, attend, batch),
    "case 3": (attend_3, fixed_3, attend, inputs),
    "case 4": (attend_4, fixed_4, attend, inputs),
    "case 5": (attend_5, fixed_5, attend, inputs),
    "case 6": (attend_6, fixed_6, heads_apart, inputs),
    "case 7": (Attention7(1000), Fixed7(1000), attend, inputs),
    "case 8": (attend_8, fixed_8, attend, inputs),
    "case 9": (attend_9, fixed_9, attend, inputs),
    "case 10": (attend_10, fixed_10, attend, inputs),
    "case 11": (attend_11, fixed_11, with_rope, inputs),
    "case 12": (attend_12, fixed_12, groups_apart, grouped),
    "case 13": (with_rope, fixed_13, theirs, inputs),
}
# ove dve na kraju, jer Attention7 zauvek pamti svaku dopunu
checks = [check_finite, check_sum, check_future, check_past,
          check_scale, check_long, check_heads, check_same,
          check_memory, check_padding]


def answer(check, candidate, reference, inputs):
    try:
        if check is check_same:
            check(candidate, reference, inputs)
        else:
            check(candidate, inputs)
    except AssertionError:
        return "x"
    except (TypeError, ValueError):               # neprimenljivo
        return " "
    return "."


names = [check.__name__.removeprefix("check_") for check in checks]
print(" " * 7, *names)
for case, (broken, fixed, reference, given) in cases.items():
    marks = [
        answer(check, broken, reference, given) for check in checks]
    # oznaka u sredini ispod imena svoje provere
    print(f"{case:7}", *(mark.center(len(name))
                         for mark, name in zip(marks, names)))
    assert "x" in marks
    assert "x" not in [
        answer(check, fixed, reference, given) for check in checks]

# --- Kad poređenje zavarava ---

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = torch.nn.LayerNorm(4)
        self.projection = torch.nn.Linear(4, 4)
        self.norm2 = torch.nn.LayerNorm(4)
        self.network = torch.nn.Sequential(
            torch.nn.Linear(4, 16), torch.nn.GELU(),
            torch.nn.Linear(16, 4))
        self.dropout = torch.nn.Dropout(0.1)

    def forward(self, x):                         # (tokens, 4)
        normed = self.norm1(x)
        context = attend(normed, normed, normed)
        x = x + self.dropout(self.projection(context))
        return x + self.dropout(self.network(self.norm2(x)))


def turned(tensor):                               # transponuje matrice
    return tensor.mT if tensor.dim() == 2 else tensor


def publish(random):
    block = Block().eval()
    if random:
        for parameter in block.parameters():
            torch.nn.init.normal_(parameter)
    file = {name.replace("norm1", "ln_a").replace("norm2", "ln_f"):
            turned(tensor) for name, tensor in block.state_dict().items()}
    return block, file


def check_loaded(load, random=True):
    torch.manual_seed(0)
    published, file = publish(random)
    x = torch.randn(3, 4)
    same = torch.allclose(load(file)(x), published(x), atol=1e-4)
    assert same, "differs from the published block"

# --- Slučaj 14: jednako sve do obučavanja ---

def load_14(file):
    block = Block().eval()
    names = {"norm1": "ln_f", "norm2": "ln_a"}    # f = first, a = after
    for name, parameter in block.state_dict().items():
        part, kind = name.rsplit(".", 1)
        parameter.copy_(turned(file[f"{names.get(part, part)}.{kind}"]))
    return block


check_loaded(load_14, random=False)

try:
    check_loaded(load_14)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_14(file):
    names = {"ln_a": "norm1", "ln_f": "norm2"}
    block = Block().eval()
    block.load_state_dict({
        ".".join(names.get(part, part) for part in name.split(".")):
        turned(tensor) for name, tensor in file.items()})
    return block


check_loaded(fixed_14)

# --- Slučaj 15: kad se oblici ne slažu ---

def load_15(file):
    block = Block().eval()
    names = {"norm1": "ln_a", "norm2": "ln_f"}
    for name, parameter in block.state_dict().items():
        part, kind = name.rsplit(".", 1)
        tensor = file[f"{names.get(part, part)}.{kind}"]
        if tensor.shape != parameter.shape:
            tensor = tensor.mT
        parameter.copy_(tensor)
    return block

try:
    check_loaded(load_15)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

square = fixed_14(publish(random=True)[1]).projection
print(square.weight.shape == square.weight.mT.shape)

# --- Slučaj 16: nemiran model ---

def load_16(file):
    block = Block()
    block.load_state_dict(fixed_14(file).state_dict())
    return block

try:
    check_loaded(load_16)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

x = torch.randn(3, 4)
block = load_16(publish(random=True)[1])
print(torch.equal(block(x), block(x)))
block.eval()
print(torch.equal(block(x), block(x)))
check_loaded(lambda file: load_16(file).eval())

# --- Slučaj 17: malo predaleko ---

def windowed(queries, keys, values, width=4):     # referentna verzija
    rows = []
    for place in range(len(queries)):
        seen = slice(max(0, place - width + 1), place + 1)
        scores = queries[place] @ keys[seen].mT / keys.shape[-1] ** 0.5
        rows.append(torch.softmax(scores, dim=-1) @ values[seen])
    return torch.stack(rows)


def attend_17(queries, keys, values, width=4):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    places = torch.arange(len(queries))
    distance = places[:, None] - places
    hidden = (distance < 0) | (distance > width)
    scores = scores.masked_fill(hidden, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


check_same(attend_17, windowed, inputs)

try:
    torch.manual_seed(0)
    longer = tuple(torch.randn(3, 12, 4))             # dvanaest tokena
    check_same(attend_17, windowed, longer)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def fixed_17(queries, keys, values, width=4):
    scores = queries @ keys.mT / keys.shape[-1] ** 0.5
    places = torch.arange(len(queries))
    distance = places[:, None] - places
    hidden = (distance < 0) | (distance >= width)
    scores = scores.masked_fill(hidden, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


check_same(fixed_17, windowed, longer)

# --- Ko koga pita? ---

def attend_18(queries, keys, values):
    scores = keys @ queries.mT / keys.shape[-1] ** 0.5
    return torch.softmax(hide_future(scores), dim=-1) @ values


for check in (check_finite, check_sum, check_future, check_past):
    check(attend_18, inputs)

def check_18(attend, inputs):
    queries, keys, values = inputs
    # prihvata ispravnu verziju, a ima zamerku na attend_18
    ...

def check_own_row(attend, inputs):
    queries, keys, values = inputs
    before = attend(*inputs)
    after = attend(replace(queries, 1), keys, values)
    changed = (before != after).any(dim=-1).tolist()
    assert changed == [False, True, False], changed


check_own_row(attend, inputs)

try:
    check_own_row(attend_18, inputs)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Dve greške odjednom ---

def attend_19(queries, keys, values):
    tokens, width = queries.shape
    queries = queries.view(tokens, 2, -1).transpose(0, 1)
    keys = keys.view(tokens, 2, -1).transpose(0, 1)
    values = values.view(tokens, 2, -1).transpose(0, 1)
    scores = queries @ keys.mT / width ** 0.5
    weights = torch.softmax(hide_future(scores), dim=-1)
    return (weights @ values).reshape(tokens, -1)


for check in checks:
    if answer(check, attend_19, heads_apart, inputs) == "x":
        print(check.__name__)

def half_fixed_19(queries, keys, values):
    tokens, width = queries.shape
    queries = queries.view(tokens, 2, -1).transpose(0, 1)
    keys = keys.view(tokens, 2, -1).transpose(0, 1)
    values = values.view(tokens, 2, -1).transpose(0, 1)
    scores = queries @ keys.mT / width ** 0.5
    weights = torch.softmax(hide_future(scores), dim=-1)
    return (weights @ values).transpose(0, 1).reshape(tokens, -1)

marks = [answer(check, half_fixed_19, heads_apart, inputs)
         for check in checks]
print(marks.count("x"))

# --- Koliki zbir može da bude? ---

def limits(tokens):       # za zbir poslednjeg reda
    smallest = ...
    largest = ...
    return smallest, largest

print(f"case 2: {wrong_weights[2].sum():.4f}")
for size in (-50.0, 50.0):
    scores = torch.zeros(3, 3)
    scores[2] = size                          # poslednji upit
    sums = torch.softmax(hide_future(scores), dim=0).sum(dim=1)
    print(size, sums[2])

# --- Nikad isti odgovor ---

class Attention20(torch.nn.Module):
    def forward(self, queries, keys, values):
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        weights = torch.softmax(hide_future(scores), dim=-1)
        weights = torch.nn.functional.dropout(weights, p=0.5)
        return weights @ values


def count_answers(attention):
    # skup svaki odgovor čuva samo jednom
    return len({str(attention(*inputs)) for _ in range(20)})


print(count_answers(Attention20().eval()) > 1)

class Fixed20(torch.nn.Module):
    def forward(self, queries, keys, values):
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        weights = torch.softmax(hide_future(scores), dim=-1)
        weights = torch.nn.functional.dropout(
            weights, p=0.5, training=self.training)
        return weights @ values


assert count_answers(Fixed20().eval()) == 1   # uvek isto
assert count_answers(Fixed20().train()) > 1   # i dalje slučajno
