# Causal attention
# https://attention-by-example.github.io/attention-by-example/causal-attention/
# License: MIT
# Needs: pip install torch

# --- Why the future is hidden ---

import torch

words = ["Your", "journey", "starts", "with", "one", "step"]
one_hot = torch.eye(6)                            # (words, 6)
# a matrix with five ones, one step right of the diagonal
right_neighbor = torch.diag(torch.ones(5), diagonal=1)
# softmax of one 20 and five 0s: nearly all weight on the 20
cheat_scores = 20 * right_neighbor                # (queries, keys)
cheat_weights = torch.softmax(cheat_scores, dim=-1)
cheat_context = cheat_weights @ one_hot           # (words, 6)
guesses = cheat_context.argmax(dim=-1)            # index of the largest

for position in range(5):
    print(words[position], "->", words[guesses[position]])

# --- The mask ---

embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

scores = embeddings @ embeddings.T                # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)
print(attention_weights)

# tril keeps the diagonal and what is below it, 0 elsewhere
allowed = torch.tril(torch.ones(3, 3))            # (queries, keys)
print(allowed)

# --- Set weights to zero and renormalize ---

kept = attention_weights * allowed
print(kept)
print(kept.sum(dim=-1))                           # sum of each row

# keepdim keeps the sums as a column, one for each row
renormalized = kept / kept.sum(dim=-1, keepdim=True)
print(renormalized)

context_vectors = renormalized @ embeddings       # (tokens, 3)
print(context_vectors)

# --- Minus infinity before softmax ---

print(torch.exp(torch.tensor([0.0, -1.0, -5.0, -torch.inf])))

minus_infinity = torch.full((3, 3), -torch.inf)   # -inf in each cell
# triu keeps the upper triangle; diagonal=1 leaves the diagonal out
additive_mask = torch.triu(minus_infinity, diagonal=1)
print(additive_mask)
# a score plus 0 is unchanged, a score plus -inf is -inf
weights_additive = torch.softmax(scores + additive_mask, dim=-1)

# --- A mask of true and false ---

# bool turns 1 into True and 0 into False
blocked = torch.triu(torch.ones(3, 3), diagonal=1).bool()
# masked_fill puts -inf wherever blocked is True
masked_scores = scores.masked_fill(blocked, -torch.inf)
weights_boolean = torch.softmax(masked_scores, dim=-1)
print(blocked)
print(masked_scores)
print(weights_boolean)

# --- They agree ---

# silent if the tensors agree
torch.testing.assert_close(weights_additive, renormalized)
torch.testing.assert_close(weights_boolean, renormalized)

# --- Why the mask comes before softmax ---

loud = embeddings.clone()                         # a copy
loud[2] = 1000 * loud[2]
loud_scores = loud @ loud.T

kept_loud = torch.softmax(loud_scores, dim=-1) * allowed
print(kept_loud)
print(kept_loud / kept_loud.sum(dim=-1, keepdim=True))
masked_loud = loud_scores.masked_fill(blocked, -torch.inf)
print(torch.softmax(masked_loud, dim=-1))

# --- A score of 0 is not masked ---

zeroed = torch.softmax(scores * allowed, dim=-1)
print(zeroed)

# --- Triangle times minus infinity ---

triangle = torch.triu(torch.ones(3, 3), diagonal=1)
broken_mask = triangle * -torch.inf
print(broken_mask)
print(torch.softmax(scores + broken_mask, dim=-1))

# --- Checking that nothing leaks ---

def plain_attention(x):
    scores = x @ x.T                              # (queries, keys)
    return torch.softmax(scores, dim=-1) @ x


def causal_attention(x):
    scores = x @ x.T                              # (queries, keys)
    # ones_like: ones in the shape of the scores
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ x


changed = embeddings.clone()
changed[2] = torch.tensor([9.0, -9.0, 9.0])       # a different third word

for attention in (plain_attention, causal_attention):
    same = attention(embeddings) == attention(changed)
    print(same.all(dim=-1))                       # one answer per row

# (output token, its component, input token, its component)
jacobian = torch.autograd.functional.jacobian(
    causal_attention, embeddings)                 # (3, 3, 3, 3)
# abs drops the signs; the sums run over both component axes
influence = jacobian.abs().sum(dim=(1, 3))        # (outputs, inputs)
print(influence)

for length in (1, 2, 3):
    torch.testing.assert_close(
        causal_attention(embeddings)[length - 1],
        plain_attention(embeddings[:length])[-1])

print(f"{weights_boolean[2, 1]:.4f}")

# --- Who needs a mask? ---

cheat_blocked = torch.ones(6, 6).triu(diagonal=1).bool()
honest_weights = torch.softmax(
    cheat_scores.masked_fill(cheat_blocked, -torch.inf), dim=-1)
print(honest_weights.diag(diagonal=1))            # the right neighbors

dogs_bark = torch.tensor([
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # period
])
other_adverb = dogs_bark.clone()
other_adverb[3] = torch.tensor([0.0, 0.0, 0.0, 0.25])  # softly

for attention in (plain_attention, causal_attention):
    same = attention(dogs_bark) == attention(other_adverb)
    print(same.all(dim=-1))

# --- Batches ---

batch = torch.stack([embeddings, changed])      # (batch, tokens, 3)
# transpose(1, 2) swaps axes 1 and 2; .T would reverse all three
batch_scores = batch @ batch.transpose(1, 2)    # (batch, queries, keys)
batch_weights = torch.softmax(
    batch_scores.masked_fill(blocked, -torch.inf), dim=-1)
batch_context = batch_weights @ batch           # (batch, tokens, 3)

torch.testing.assert_close(
    batch_context[0], causal_attention(embeddings))
torch.testing.assert_close(
    batch_context[1], causal_attention(changed))

# --- Padding ---

short = embeddings[[0, 2]]                        # Hello sun
# cat: one tensor below the other
padded = torch.cat([torch.zeros(1, 3), short])    # padding Hello sun
is_padding = torch.tensor([True, False, False])   # (keys,)
padded_scores = padded @ padded.T                 # (queries, keys)
causal_only = padded_scores.masked_fill(blocked, -torch.inf)
print(torch.softmax(causal_only, dim=-1))

# | means or; is_padding applies to each row
blocked_here = blocked | is_padding               # (queries, keys)
padded_weights = torch.softmax(
    padded_scores.masked_fill(blocked_here, -torch.inf), dim=-1)
print(padded_weights)

# --- A row with nothing to see ---

print(torch.exp(torch.tensor([0.0, -104.0])))

finite_weights = torch.softmax(
    padded_scores.masked_fill(blocked_here, -1e9), dim=-1)
print(finite_weights)
assert torch.equal(finite_weights[1:], padded_weights[1:])

words_only = (padded_weights @ padded)[1:]
print("-inf      ", (padded_weights @ padded).mean())
print("-1e9      ", (finite_weights @ padded).mean())
print("words only", words_only.mean())

# & means and, ~ means not: blocked, but not on the diagonal
never_empty = blocked_here & ~torch.eye(3).bool()
safe_weights = torch.softmax(
    padded_scores.masked_fill(never_empty, -torch.inf), dim=-1)
safe_context = safe_weights @ padded
assert safe_context.isfinite().all()
torch.testing.assert_close(safe_context[1:], causal_attention(short))

watched = padded.clone().requires_grad_()     # ask for derivatives
context = padded_weights @ watched
context[1:].mean().backward()                 # without the first row
print(watched.grad)

watched = padded.clone().requires_grad_()
context = safe_weights @ watched
context[1:].mean().backward()
print(watched.grad)

# --- The class ---

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

    def forward(self, x):                        # (batch, tokens, d_in)
        num_tokens = x.shape[1]
        queries = self.W_query(x)                # (batch, tokens, d_out)
        keys = self.W_key(x)
        values = self.W_value(x)

        scores = queries @ keys.transpose(1, 2)  # (batch, queries, keys)
        scores = scores / keys.shape[-1] ** 0.5
        blocked = self.blocked[:num_tokens, :num_tokens]
        scores = scores.masked_fill(blocked, -torch.inf)
        attention_weights = torch.softmax(scores, dim=-1)
        attention_weights = self.dropout(attention_weights)
        return attention_weights @ values        # (batch, tokens, d_out)

inputs = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])
# two copies of the sentence: (batch, tokens, d_in)
six_batch = torch.stack([inputs, inputs])         # (2, 6, 3)

# seed and sizes as in Raschka's book, to compare digits
torch.manual_seed(123)
causal = CausalAttention(3, 2, context_length=6, dropout=0.0)
six_context = causal(six_batch)                   # (2, 6, 2)
print(six_context.shape)
print(six_context[0].detach())

six_changed = six_batch.clone()
six_changed[:, 5] = 0.0                           # a different last word
assert torch.equal(causal(six_changed)[:, :5], six_context[:, :5])
assert not torch.equal(causal(six_changed)[:, 5], six_context[:, 5])

# --- With weight matrices ---

# after the seed and the three weight matrices:
queries = ...         # (tokens, 2)
keys = ...            # (tokens, 2)
values = ...          # (tokens, 2)
causal_weights = ...  # (queries, keys)
causal_context = ...  # (tokens, 2)

torch.manual_seed(123)
W_query, W_key, W_value = (torch.rand(3, 2) for _ in range(3))
queries = embeddings @ W_query                # (tokens, 2)
keys = embeddings @ W_key
values = embeddings @ W_value

scaled_scores = queries @ keys.T / 2 ** 0.5   # (queries, keys)
causal_weights = torch.softmax(
    scaled_scores.masked_fill(blocked, -torch.inf), dim=-1)
print(torch.softmax(scaled_scores, dim=-1))
print(causal_weights)
print(causal_weights @ values)

print(f"{causal_weights[1, 0]:.4f}")

# --- One diagonal too many ---

# the three rows; torch.nan stands for "not a number"
without_self = ...  # (queries, keys)

too_much = torch.triu(torch.ones(3, 3)).bool()
without_self = torch.softmax(
    scores.masked_fill(too_much, -torch.inf), dim=-1)
print(without_self)
assert without_self[0].isnan().all()
torch.testing.assert_close(
    without_self[2, :2],
    attention_weights[2, :2] / attention_weights[2, :2].sum())

# --- A window ---

window_blocked = ...  # (6, 6), True where the key is hidden


def window_attention(x):                          # (6 tokens, 3)
    ...  # causal_attention, but with this mask

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

# --- Poison ---

poisoned = embeddings.clone()
poisoned[2] = torch.nan
# like poisoned, but shiny gets the context vector it always had
repaired = ...  # (tokens, 3)

poisoned = embeddings.clone()
poisoned[2] = torch.nan
assert causal_attention(poisoned)[1].isnan().all()

repaired = poisoned.nan_to_num(0.0)           # nan becomes 0
torch.testing.assert_close(
    causal_attention(repaired)[:2], causal_attention(embeddings)[:2])

# --- A prompt that may look ahead ---

prefix_blocked = ...  # (queries, keys), True where the key is hidden
prefix_weights = ...  # (queries, keys)

prefix_blocked = blocked.clone()
prefix_blocked[:2, :2] = False
prefix_weights = torch.softmax(
    scores.masked_fill(prefix_blocked, -torch.inf), dim=-1)
assert torch.equal(prefix_weights[1:], weights_boolean[1:])

print(f"{prefix_weights[0, 1]:.4f}")
