# Kausale Aufmerksamkeit
# https://attention-by-example.github.io/attention-by-example/de/causal-attention/
# License: MIT
# Needs: pip install torch

# --- Warum die Zukunft verdeckt wird ---

import torch

words = ["Your", "journey", "starts", "with", "one", "step"]
one_hot = torch.eye(6)                            # (words, 6)
# eine Matrix mit fünf Einsen, einen Schritt rechts der Diagonale
right_neighbor = torch.diag(torch.ones(5), diagonal=1)
# Softmax von 20 und fünf Nullen: fast nur die 20 hat Gewicht
cheat_scores = 20 * right_neighbor                # (queries, keys)
cheat_weights = torch.softmax(cheat_scores, dim=-1)
cheat_context = cheat_weights @ one_hot           # (words, 6)
guesses = cheat_context.argmax(dim=-1)            # wo das Maximum ist

for position in range(5):
    print(words[position], "->", words[guesses[position]])

# --- Die Maske ---

embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

scores = embeddings @ embeddings.T                # (queries, keys)
attention_weights = torch.softmax(scores, dim=-1)
print(attention_weights)

# tril behält unteres Dreieck und Diagonale, sonst überall 0
allowed = torch.tril(torch.ones(3, 3))            # (queries, keys)
print(allowed)

# --- Gewichte auf null setzen und renormieren ---

kept = attention_weights * allowed
print(kept)
print(kept.sum(dim=-1))                           # Summe jeder Zeile

# keepdim behält die Summen als Spalte, eine für jede Zeile
renormalized = kept / kept.sum(dim=-1, keepdim=True)
print(renormalized)

context_vectors = renormalized @ embeddings       # (tokens, 3)
print(context_vectors)

# --- Minus unendlich vor Softmax ---

print(torch.exp(torch.tensor([0.0, -1.0, -5.0, -torch.inf])))

minus_infinity = torch.full((3, 3), -torch.inf)   # -inf überall
# triu behält das obere Dreieck, mit diagonal=1 ohne Diagonale
additive_mask = torch.triu(minus_infinity, diagonal=1)
print(additive_mask)
# ein Score plus 0 bleibt gleich, ein Score plus -inf ist -inf
weights_additive = torch.softmax(scores + additive_mask, dim=-1)

# --- Eine Maske aus wahr und falsch ---

# bool macht aus 1 True und aus 0 False
blocked = torch.triu(torch.ones(3, 3), diagonal=1).bool()
# masked_fill schreibt -inf, wo blocked True ist
masked_scores = scores.masked_fill(blocked, -torch.inf)
weights_boolean = torch.softmax(masked_scores, dim=-1)
print(blocked)
print(masked_scores)
print(weights_boolean)

# --- Alle drei stimmen überein ---

# bleibt still, wenn die Tensoren übereinstimmen
torch.testing.assert_close(weights_additive, renormalized)
torch.testing.assert_close(weights_boolean, renormalized)

# --- Warum die Maske vor Softmax kommt ---

loud = embeddings.clone()                         # eine Kopie
loud[2] = 1000 * loud[2]
loud_scores = loud @ loud.T

kept_loud = torch.softmax(loud_scores, dim=-1) * allowed
print(kept_loud)
print(kept_loud / kept_loud.sum(dim=-1, keepdim=True))
masked_loud = loud_scores.masked_fill(blocked, -torch.inf)
print(torch.softmax(masked_loud, dim=-1))

# --- Ein Score von 0 ist nicht maskiert ---

zeroed = torch.softmax(scores * allowed, dim=-1)
print(zeroed)

# --- Dreieck mal minus unendlich ---

triangle = torch.triu(torch.ones(3, 3), diagonal=1)
broken_mask = triangle * -torch.inf
print(broken_mask)
print(torch.softmax(scores + broken_mask, dim=-1))

# --- Prüfen, ob etwas durchsickert ---

def plain_attention(x):
    scores = x @ x.T                              # (queries, keys)
    return torch.softmax(scores, dim=-1) @ x


def causal_attention(x):
    scores = x @ x.T                              # (queries, keys)
    # ones_like: Einsen in der Form der Scores
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ x


changed = embeddings.clone()
changed[2] = torch.tensor([9.0, -9.0, 9.0])       # anderes drittes Wort

for attention in (plain_attention, causal_attention):
    same = attention(embeddings) == attention(changed)
    print(same.all(dim=-1))                       # je Zeile: gleich?

# (Ausgabe-Token, Komponente, Eingabe-Token, Komponente)
jacobian = torch.autograd.functional.jacobian(
    causal_attention, embeddings)                 # (3, 3, 3, 3)
# abs streicht die Vorzeichen; summiert wird über Komponenten
influence = jacobian.abs().sum(dim=(1, 3))        # (outputs, inputs)
print(influence)

for length in (1, 2, 3):
    torch.testing.assert_close(
        causal_attention(embeddings)[length - 1],
        plain_attention(embeddings[:length])[-1])

print(f"{weights_boolean[2, 1]:.4f}")

# --- Wer braucht eine Maske? ---

cheat_blocked = torch.ones(6, 6).triu(diagonal=1).bool()
honest_weights = torch.softmax(
    cheat_scores.masked_fill(cheat_blocked, -torch.inf), dim=-1)
print(honest_weights.diag(diagonal=1))            # rechte Nachbarn

dogs_bark = torch.tensor([
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # Punkt
])
other_adverb = dogs_bark.clone()
other_adverb[3] = torch.tensor([0.0, 0.0, 0.0, 0.25])  # softly (leise)

for attention in (plain_attention, causal_attention):
    same = attention(dogs_bark) == attention(other_adverb)
    print(same.all(dim=-1))

# --- Batches ---

batch = torch.stack([embeddings, changed])      # (batch, tokens, 3)
# transpose(1, 2) tauscht Achsen 1 und 2; .T kehrt alle drei um
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
# cat: ein Tensor unter dem anderen
padded = torch.cat([torch.zeros(1, 3), short])    # Padding Hello sun
is_padding = torch.tensor([True, False, False])   # (keys,)
padded_scores = padded @ padded.T                 # (queries, keys)
causal_only = padded_scores.masked_fill(blocked, -torch.inf)
print(torch.softmax(causal_only, dim=-1))

# | heißt oder; is_padding gilt in jeder Zeile
blocked_here = blocked | is_padding               # (queries, keys)
padded_weights = torch.softmax(
    padded_scores.masked_fill(blocked_here, -torch.inf), dim=-1)
print(padded_weights)

# --- Eine Zeile, die nichts zu sehen bekommt ---

print(torch.exp(torch.tensor([0.0, -104.0])))

finite_weights = torch.softmax(
    padded_scores.masked_fill(blocked_here, -1e9), dim=-1)
print(finite_weights)
assert torch.equal(finite_weights[1:], padded_weights[1:])

words_only = (padded_weights @ padded)[1:]
print("-inf      ", (padded_weights @ padded).mean())
print("-1e9      ", (finite_weights @ padded).mean())
print("words only", words_only.mean())

# & heißt und, ~ heißt nicht: gesperrt, doch Diagonale offen
never_empty = blocked_here & ~torch.eye(3).bool()
safe_weights = torch.softmax(
    padded_scores.masked_fill(never_empty, -torch.inf), dim=-1)
safe_context = safe_weights @ padded
assert safe_context.isfinite().all()
torch.testing.assert_close(safe_context[1:], causal_attention(short))

watched = padded.clone().requires_grad_()     # mit Ableitungen
context = padded_weights @ watched
context[1:].mean().backward()                 # ohne erste Zeile
print(watched.grad)

watched = padded.clone().requires_grad_()
context = safe_weights @ watched
context[1:].mean().backward()
print(watched.grad)

# --- Die Klasse ---

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
# zweimal derselbe Satz: (batch, tokens, d_in)
six_batch = torch.stack([inputs, inputs])         # (2, 6, 3)

# Seed und Größen wie in Raschkas Buch, zum Vergleichen
torch.manual_seed(123)
causal = CausalAttention(3, 2, context_length=6, dropout=0.0)
six_context = causal(six_batch)                   # (2, 6, 2)
print(six_context.shape)
print(six_context[0].detach())

six_changed = six_batch.clone()
six_changed[:, 5] = 0.0                           # anderes letztes Wort
assert torch.equal(causal(six_changed)[:, :5], six_context[:, :5])
assert not torch.equal(causal(six_changed)[:, 5], six_context[:, 5])

# --- Mit Gewichtsmatrizen ---

# nach dem Seed und den drei Gewichtsmatrizen:
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

# --- Eine Diagonale zu viel ---

# die drei Zeilen; torch.nan steht für „keine Zahl“
without_self = ...  # (queries, keys)

too_much = torch.triu(torch.ones(3, 3)).bool()
without_self = torch.softmax(
    scores.masked_fill(too_much, -torch.inf), dim=-1)
print(without_self)
assert without_self[0].isnan().all()
torch.testing.assert_close(
    without_self[2, :2],
    attention_weights[2, :2] / attention_weights[2, :2].sum())

# --- Ein Fenster ---

window_blocked = ...  # (6, 6), True, wo der Key verdeckt ist


def window_attention(x):                          # (6 Tokens, 3)
    ...  # causal_attention, aber mit dieser Maske

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

# --- Gift ---

poisoned = embeddings.clone()
poisoned[2] = torch.nan
# wie poisoned, aber shiny bekommt seinen alten Kontextvektor
repaired = ...  # (tokens, 3)

poisoned = embeddings.clone()
poisoned[2] = torch.nan
assert causal_attention(poisoned)[1].isnan().all()

repaired = poisoned.nan_to_num(0.0)           # aus nan wird 0
torch.testing.assert_close(
    causal_attention(repaired)[:2], causal_attention(embeddings)[:2])

# --- Ein Prompt, der vorausschauen darf ---

prefix_blocked = ...  # (queries, keys), True, wo der Key verdeckt ist
prefix_weights = ...  # (queries, keys)

prefix_blocked = blocked.clone()
prefix_blocked[:2, :2] = False
prefix_weights = torch.softmax(
    scores.masked_fill(prefix_blocked, -torch.inf), dim=-1)
assert torch.equal(prefix_weights[1:], weights_boolean[1:])

print(f"{prefix_weights[0, 1]:.4f}")
