# Kauzalna pažnja
# https://attention-by-example.github.io/attention-by-example/sr/causal-attention/
# License: MIT
# Needs: pip install torch

# --- Šta vam treba od ranije ---

import torch

embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

scores = embeddings @ embeddings.T                # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)  # zbir svakog reda je 1
print(attention_weights)

# --- Zašto se budućnost skriva ---

words = ["Your", "journey", "starts", "with", "one", "step"]
one_hot = torch.eye(6)                            # (words, 6)
right_neighbor = torch.diag(torch.ones(5), diagonal=1)
cheat_scores = 20 * right_neighbor               # (queries, keys)
cheat_weights = torch.softmax(cheat_scores, dim=-1)
cheat_context = cheat_weights @ one_hot           # (words, 6)
guesses = cheat_context.argmax(dim=-1)            # mesto najvećeg

for position in range(5):
    print(words[position], "->", words[guesses[position]])

# --- Maska ---

allowed = torch.tril(torch.ones(3, 3))            # (queries, keys)
print(allowed)

# --- Težine na nulu, pa deljenje iznova ---

kept = attention_weights * allowed
print(kept)
print(kept.sum(dim=-1))

# keepdim zbirove zadržava kao kolonu, po jedan za svaki red
renormalized = kept / kept.sum(dim=-1, keepdim=True)
print(renormalized)

context_vectors = renormalized @ embeddings       # (tokens, 3)
print(context_vectors)

# --- Minus beskonačno pre softmaxa ---

print(torch.exp(torch.tensor([0.0, -1.0, -5.0])))
print(torch.exp(torch.tensor(-torch.inf)))

minus_infinity = torch.full((3, 3), -torch.inf)
additive_mask = torch.triu(minus_infinity, diagonal=1)
print(additive_mask)
weights_additive = torch.softmax(scores + additive_mask, dim=-1)

# --- Tabela logičkih vrednosti ---

blocked = torch.triu(torch.ones(3, 3), diagonal=1).bool()
masked_scores = scores.masked_fill(blocked, -torch.inf)
weights_boolean = torch.softmax(masked_scores, dim=-1)
print(blocked)
print(masked_scores)
print(weights_boolean)

# --- Sva tri se slažu ---

torch.testing.assert_close(weights_additive, renormalized)
torch.testing.assert_close(weights_boolean, renormalized)

# --- Zašto maska dolazi pre softmaxa ---

loud = embeddings.clone()
loud[2] = 1000 * loud[2]
loud_scores = loud @ loud.T

kept_loud = torch.softmax(loud_scores, dim=-1) * allowed
print(kept_loud)
print(kept_loud / kept_loud.sum(dim=-1, keepdim=True))
print(torch.softmax(loud_scores.masked_fill(blocked, -torch.inf), dim=-1))

# --- Skor 0 nije maskiran ---

zeroed = torch.softmax(scores * allowed, dim=-1)
print(zeroed)

# --- Trougao puta minus beskonačno ---

triangle = torch.triu(torch.ones(3, 3), diagonal=1)
broken_mask = triangle * -torch.inf
print(broken_mask)
print(torch.softmax(scores + broken_mask, dim=-1))

# --- Dokaz da ništa ne procuri ---

def plain_attention(x):
    scores = x @ x.T                              # (queries, keys)
    return torch.softmax(scores, dim=-1) @ x


def causal_attention(x):
    scores = x @ x.T                              # (queries, keys)
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ x


changed = embeddings.clone()
changed[2] = torch.tensor([9.0, -9.0, 9.0])       # nova treća reč

for attention in (plain_attention, causal_attention):
    same = attention(embeddings) == attention(changed)
    print(same.all(dim=-1))                       # po jedan odgovor za svaki red

jacobian = torch.autograd.functional.jacobian(
    causal_attention, embeddings)                 # (3, 3, 3, 3)
influence = jacobian.abs().sum(dim=(1, 3))        # (outputs, inputs)
print(influence)

for length in (1, 2, 3):
    torch.testing.assert_close(
        causal_attention(embeddings)[length - 1],
        plain_attention(embeddings[:length])[-1])

print(f"{weights_boolean[2, 1]:.4f}")

# --- Da li je maskiranje važno? ---

cheat_blocked = torch.ones(6, 6).triu(diagonal=1).bool()
honest_weights = torch.softmax(
    cheat_scores.masked_fill(cheat_blocked, -torch.inf), dim=-1)
weight_on_next = honest_weights.diag(diagonal=1)
print(weight_on_next)

dogs_bark = torch.tensor([
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # tačka
])
other_adverb = dogs_bark.clone()
other_adverb[3] = torch.tensor([0.5, 0.0, 0.0, -0.5])  # softly (tiho)

for attention in (plain_attention, causal_attention):
    same = attention(dogs_bark) == attention(other_adverb)
    print(same.all(dim=-1))

# --- S upitima, ključevima i vrednostima ---

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries = embeddings @ W_query                    # (tokens, 2)
keys = embeddings @ W_key
values = embeddings @ W_value

scaled_scores = queries @ keys.T / 2 ** 0.5       # (queries, keys)
all_weights = torch.softmax(scaled_scores, dim=-1)
causal_weights = torch.softmax(
    scaled_scores.masked_fill(blocked, -torch.inf), dim=-1)
print(all_weights)
print(causal_weights)
print(causal_weights @ values)

# --- Batchevi ---

batch = torch.stack([embeddings, changed])        # (2, 3, 3)
batch_scores = batch @ batch.transpose(1, 2)      # (batch, queries, keys)
batch_weights = torch.softmax(
    batch_scores.masked_fill(blocked, -torch.inf), dim=-1)
batch_context = batch_weights @ batch             # (2, 3, 3)

torch.testing.assert_close(batch_context[0], causal_attention(embeddings))
torch.testing.assert_close(batch_context[1], causal_attention(changed))

# --- Dopuna ---

short = embeddings[[0, 2]]                        # Hello sun
padded = torch.cat([torch.zeros(1, 3), short])    # dopuna Hello sun
is_padding = torch.tensor([True, False, False])   # (keys,)

blocked_here = blocked | is_padding               # (queries, keys)
padded_scores = padded @ padded.T
padded_weights = torch.softmax(
    padded_scores.masked_fill(blocked_here, -torch.inf), dim=-1)
print(torch.softmax(padded_scores.masked_fill(blocked, -torch.inf), dim=-1))
print(padded_weights)
print((padded_weights @ padded).mean())

# --- Red u kome nema šta da se vidi ---

import torch.nn.functional as F

built_in = F.scaled_dot_product_attention(
    padded, padded, padded, attn_mask=~blocked_here, scale=1.0)
print(built_in)
torch.testing.assert_close(built_in[1:], causal_attention(short))

never_empty = blocked_here & ~torch.eye(3).bool()  # otvori dijagonalu
safe_weights = torch.softmax(
    padded_scores.masked_fill(never_empty, -torch.inf), dim=-1)
torch.testing.assert_close(
    (safe_weights @ padded)[1:], causal_attention(short))

# --- Dropout ---

dropout = torch.nn.Dropout(0.2)                   # p = 0.2
dropped = dropout(torch.ones(100_000))
print(dropped.unique())                           # sve vrednosti koje se javljaju
torch.testing.assert_close(
    dropped.mean(), torch.tensor(1.0), atol=0.02, rtol=0)

many_rows = attention_weights[1].expand(100_000, 3)
dropped_rows = dropout(many_rows)                 # red shiny, s ispadanjem
torch.testing.assert_close(
    dropped_rows.mean(dim=0), attention_weights[1], atol=0.02, rtol=0)
row_sums = dropped_rows.sum(dim=-1)
print(row_sums.min(), row_sums.max())

dropout.eval()                                    # režim evaluacije
print(dropout(torch.ones(5)))

# --- Maska pripada modulu ---

class PlainMask(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocked = torch.ones(2, 2).triu(diagonal=1).bool()


class BufferMask(torch.nn.Module):
    def __init__(self):
        super().__init__()
        blocked = torch.ones(2, 2).triu(diagonal=1).bool()
        self.register_buffer("blocked", blocked)


for module in (PlainMask(), BufferMask()):
    module.to("meta")
    assert not list(module.parameters())          # nema šta da se obučava
    print(module.blocked.device, list(module.state_dict()))

# --- Klasa ---

class CausalAttention(torch.nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout,
                 qkv_bias=False):
        super().__init__()
        self.W_query = torch.nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = torch.nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = torch.nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = torch.nn.Dropout(dropout)
        pairs = torch.ones(context_length, context_length)
        self.register_buffer("blocked", pairs.triu(diagonal=1).bool())

    def forward(self, x):                         # (batch, tokens, d_in)
        num_tokens = x.shape[1]
        queries = self.W_query(x)                 # (batch, tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)

        scores = queries @ keys.transpose(1, 2)   # (batch, queries, keys)
        scores = scores / keys.shape[-1] ** 0.5
        blocked = self.blocked[:num_tokens, :num_tokens]
        scores = scores.masked_fill(blocked, -torch.inf)
        attention_weights = torch.softmax(scores, dim=-1)
        attention_weights = self.dropout(attention_weights)
        return attention_weights @ values         # (batch, tokens, d_out)

inputs = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])
six_batch = torch.stack([inputs, inputs])         # (2, 6, 3)

torch.manual_seed(123)
causal = CausalAttention(3, 2, context_length=6, dropout=0.0)
six_context = causal(six_batch)                   # (2, 6, 2)
print(six_context.shape)
print(six_context[0].detach())

built_in_six = F.scaled_dot_product_attention(
    causal.W_query(six_batch), causal.W_key(six_batch),
    causal.W_value(six_batch), is_causal=True)
torch.testing.assert_close(six_context, built_in_six)

six_changed = six_batch.clone()
six_changed[:, 5] = 0.0                           # nova poslednja reč
assert torch.equal(causal(six_changed)[:, :5], six_context[:, :5])
assert not torch.equal(causal(six_changed)[:, 5], six_context[:, 5])

try:
    causal(torch.ones(1, 7, 3))
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Koliko je polja otvoreno? ---

for n in (6, 1024):
    open_cells = int(torch.ones(n, n).tril().sum())
    assert open_cells == n * (n + 1) // 2
    print(n, open_cells)

# --- Jedna dijagonala previše ---

too_much = torch.triu(torch.ones(3, 3)).bool()
without_self = torch.softmax(
    scores.masked_fill(too_much, -torch.inf), dim=-1)
print(without_self)
assert without_self[0].isnan().all()
torch.testing.assert_close(
    without_self[2, :2],
    attention_weights[2, :2] / attention_weights[2, :2].sum())

# --- Prozor ---

window_blocked = (torch.ones(6, 6).triu(diagonal=1)
                  + torch.ones(6, 6).tril(diagonal=-3)).bool()


def window_attention(x):
    scores = (x @ x.T).masked_fill(window_blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ x


window_jacobian = torch.autograd.functional.jacobian(
    window_attention, inputs)
window_influence = window_jacobian.abs().sum(dim=(1, 3))
assert torch.equal(window_influence == 0, window_blocked)
print((~window_blocked).int())

# --- Otrov ---

poisoned = embeddings.clone()
poisoned[2] = torch.nan
assert causal_attention(poisoned)[1].isnan().all()

repaired = poisoned.nan_to_num(0.0)           # nan postaje 0
torch.testing.assert_close(
    causal_attention(repaired)[:2], causal_attention(embeddings)[:2])

# --- Pitanje koje sme da gleda unapred ---

prefix_blocked = blocked.clone()
prefix_blocked[:2, :2] = False
prefix_weights = torch.softmax(
    scores.masked_fill(prefix_blocked, -torch.inf), dim=-1)
assert torch.equal(prefix_weights[1:], weights_boolean[1:])

print(f"{prefix_weights[0, 1]:.4f}")
