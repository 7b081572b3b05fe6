# Umakini wa vichwa vingi
# https://attention-by-example.github.io/attention-by-example/sw/multi-head-attention/
# License: MIT
# Needs: pip install torch

# --- Unachohitaji kutoka sura za nyuma ---

import torch
import torch.nn.functional as F


def causal_attention(queries, keys, values):
    scores = queries @ keys.transpose(-2, -1)     # (…, queries, keys)
    scores = scores / keys.shape[-1] ** 0.5
    blocked = torch.ones_like(scores).triu(diagonal=1).bool()
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

# --- Kwa nini kichwa kimoja hakitoshi ---

dogs_bark = torch.tensor([
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # nukta
])
visible = dogs_bark[:4]                           # hadi loudly


def ask(query):
    weights = torch.softmax(visible @ query, dim=-1)  # (4 keys,)
    return weights, weights @ visible


mixed_weights, mixed_answer = ask(torch.tensor([5.0, 0.0, 0.0, 5.0]))
print(mixed_weights)
print(mixed_answer)

who_weights, who = ask(torch.tensor([5.0, 0.0, 0.0, 0.0]))
what_weights, what = ask(torch.tensor([0.0, 0.0, 0.0, 5.0]))
print(torch.stack([who_weights, what_weights]))   # (queries, keys)

both = torch.cat([who, what])                     # (8,)
print(both)

# --- Vichwa viwili kwa maneno matatu ---

torch.manual_seed(123)
W_query_1, W_key_1, W_value_1 = (torch.rand(3, 2) for _ in range(3))
W_query_2, W_key_2, W_value_2 = (torch.rand(3, 2) for _ in range(3))

head_1 = causal_attention(
    embeddings @ W_query_1, embeddings @ W_key_1, embeddings @ W_value_1)
head_2 = causal_attention(
    embeddings @ W_query_2, embeddings @ W_key_2, embeddings @ W_value_2)
joined = torch.cat([head_1, head_2], dim=-1)      # (tokens, 4)
print(joined)

# --- Kifungashio ---

class CausalAttention(torch.nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = torch.nn.Linear(d_in, d_out, bias=False)
        self.W_key = torch.nn.Linear(d_in, d_out, bias=False)
        self.W_value = torch.nn.Linear(d_in, d_out, bias=False)

    def forward(self, x):                         # (batch, tokens, d_in)
        return causal_attention(
            self.W_query(x), self.W_key(x), self.W_value(x))


class MultiHeadAttentionWrapper(torch.nn.Module):
    def __init__(self, d_in, d_head, num_heads):
        super().__init__()
        self.heads = torch.nn.ModuleList(
            CausalAttention(d_in, d_head) for _ in range(num_heads))

    def forward(self, x):                         # (batch, tokens, d_in)
        return torch.cat([head(x) for head in self.heads], dim=-1)


inputs = torch.tensor([
    [0.43, 0.15, 0.89],  # Your
    [0.55, 0.87, 0.66],  # journey
    [0.57, 0.85, 0.64],  # starts
    [0.22, 0.58, 0.33],  # with
    [0.77, 0.25, 0.10],  # one
    [0.05, 0.80, 0.55],  # step
])
batch = torch.stack([inputs, inputs])             # (2, 6, 3)

torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(d_in=3, d_head=2, num_heads=2)
wrapper_output = wrapper(batch)                   # (2, 6, 4)
print(wrapper_output[0].detach())

# --- Vichwa vyote kwa zao moja ---

W_query_both = torch.cat([W_query_1, W_query_2], dim=-1)  # (3, 4)
queries_both = embeddings @ W_query_both                   # (tokens, 4)
print(queries_both)
print(torch.equal(queries_both[:, :2], embeddings @ W_query_1))
print(torch.equal(queries_both[:, 2:], embeddings @ W_query_2))

# --- View, transpose, contiguous ---

address = torch.tensor([[[10, 11, 12, 13],
                         [20, 21, 22, 23],
                         [30, 31, 32, 33]]])      # (1, 3 tokens, 4)

cut = address.view(1, 3, 2, 2)        # (batch, tokens, heads, d_head)
print(cut)

by_head = cut.transpose(1, 2)         # (batch, heads, tokens, d_head)
print(by_head)

result = torch.tensor(by_head.tolist())           # kama baada ya zao

try:
    result.transpose(1, 2).view(1, 3, 4)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

swapped_back = result.transpose(1, 2)             # (1, 3, 2, 2)
joined_again = swapped_back.contiguous().view(1, 3, 4)
print(joined_again)
assert torch.equal(joined_again, address)

print(address.view(1, 2, 3, 2))       # vichwa kabla ya tokeni: kosa

# --- Vinaenea vichwa vingapi? ---

try:
    torch.rand(1, 5, 8).view(1, 5, 3, 8 // 3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Projeksheni ya matokeo ---

W_out = torch.rand(4, 4)
from_head_1 = head_1 @ W_out[:2]                  # (tokens, 4)
from_head_2 = head_2 @ W_out[2:]
torch.testing.assert_close(joined @ W_out, from_head_1 + from_head_2)

other_joined = torch.cat([head_1, 2 * head_2], dim=-1)
print((other_joined == joined).all(dim=0))        # jibu moja kwa safu wima
print((other_joined @ W_out == joined @ W_out).all(dim=0))

# --- Klasi ---

class MultiHeadAttention(torch.nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads,
                 qkv_bias=False):
        super().__init__()
        if d_out % num_heads != 0:
            raise ValueError(
                f"{num_heads} heads cannot share {d_out} dimensions")
        self.num_heads = num_heads
        self.d_head = d_out // num_heads
        self.W_query = torch.nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = torch.nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = torch.nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = torch.nn.Linear(d_out, d_out)
        self.dropout = torch.nn.Dropout(dropout)
        pairs = torch.ones(context_length, context_length)
        self.register_buffer("blocked", pairs.triu(diagonal=1).bool())

    def split_heads(self, x):                     # (b, n, d_out)
        b, n, _ = x.shape
        x = x.view(b, n, self.num_heads, self.d_head)
        return x.transpose(1, 2)                  # (b, heads, n, d_head)

    def attention_weights(self, x):
        n = x.shape[1]
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(x))
        scores = queries @ keys.transpose(2, 3)   # (b, heads, n, n)
        scores = scores / self.d_head ** 0.5
        scores = scores.masked_fill(self.blocked[:n, :n], -torch.inf)
        return torch.softmax(scores, dim=-1)

    def forward(self, x):                         # (b, n, d_in)
        b, n, _ = x.shape
        values = self.split_heads(self.W_value(x))
        weights = self.dropout(self.attention_weights(x))
        context = weights @ values                # (b, heads, n, d_head)
        context = context.transpose(1, 2)         # (b, n, heads, d_head)
        context = context.contiguous().view(b, n, -1)
        return self.out_proj(context)             # (b, n, d_out)


torch.manual_seed(123)
attention = MultiHeadAttention(3, 2, context_length=6, dropout=0.0,
                               num_heads=2)
print(attention(batch)[0].detach())

try:
    MultiHeadAttention(8, 8, context_length=6, dropout=0.0, num_heads=3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Sawa na kifungashio ---

combined = MultiHeadAttention(3, 4, context_length=6, dropout=0.0,
                              num_heads=2)
with torch.no_grad():                             # kunakili, si mafunzo
    for name in ("W_query", "W_key", "W_value"):
        # getattr(head, "W_query") ni head.W_query
        tables = [getattr(head, name).weight for head in wrapper.heads]
        getattr(combined, name).weight.copy_(torch.cat(tables, dim=0))
    combined.out_proj.weight.copy_(torch.eye(4))
    combined.out_proj.bias.zero_()

print(torch.allclose(combined(batch), wrapper_output))

# --- Kila kichwa husoma kila kitu ---

nudged = batch.clone()
nudged[:, :, 0] += 1.0                            # namba ya kwanza pekee
before = combined.split_heads(combined.W_query(batch))
after = combined.split_heads(combined.W_query(nudged))
print((before != after).any(dim=3).any(dim=2).any(dim=0))  # (heads,)

# --- Sawa na ya PyTorch yenyewe ---

x = torch.stack([dogs_bark, dogs_bark.flip(0)])   # (2, 5, 4)
blocked = torch.ones(5, 5).triu(diagonal=1).bool()

torch.manual_seed(123)
ours = MultiHeadAttention(4, 4, context_length=5, dropout=0.0,
                          num_heads=2, qkv_bias=True)
theirs = torch.nn.MultiheadAttention(4, 2, batch_first=True)
layers = (ours.W_query, ours.W_key, ours.W_value)
with torch.no_grad():
    theirs.in_proj_weight.copy_(
        torch.cat([layer.weight for layer in layers]))
    theirs.in_proj_bias.copy_(
        torch.cat([layer.bias for layer in layers]))
theirs.out_proj.load_state_dict(ours.out_proj.state_dict())

our_output = ours(x)
their_output, their_weights = theirs(
    x, x, x, attn_mask=blocked, average_attn_weights=False)
torch.testing.assert_close(our_output, their_output)
torch.testing.assert_close(ours.attention_weights(x), their_weights)

context = F.scaled_dot_product_attention(
    *(ours.split_heads(layer(x)) for layer in layers), is_causal=True)
context = context.transpose(1, 2).reshape(2, 5, 4)
torch.testing.assert_close(ours.out_proj(context), our_output)
print(their_weights.shape)

our_output.square().sum().backward()              # hujaza .grad
their_output.square().sum().backward()
torch.testing.assert_close(
    torch.cat([layer.weight.grad for layer in layers]),
    theirs.in_proj_weight.grad)
torch.testing.assert_close(
    torch.cat([layer.bias.grad for layer in layers]),
    theirs.in_proj_bias.grad)
torch.testing.assert_close(
    ours.out_proj.weight.grad, theirs.out_proj.weight.grad)

# --- Mitego ya torch.nn.MultiheadAttention ---

default = torch.nn.MultiheadAttention(4, 2)
default.load_state_dict(theirs.state_dict())
other = x.clone()
other[1] = 0.5                                    # sentensi ya pili nyingine

for module in (theirs, default):
    first = module(x, x, x)[0][0]                 # sentensi ya kwanza
    first_again = module(other, other, other)[0][0]
    print(torch.equal(first, first_again))

fresh = torch.nn.MultiheadAttention(256, 8)
print([name for name, _ in fresh.named_parameters()])
print(fresh.in_proj_bias.abs().max(), fresh.out_proj.bias.abs().max())

xavier_bound = (6 / (256 + 3 * 256)) ** 0.5
linear_bound = 1 / 256 ** 0.5
largest = fresh.in_proj_weight.abs().max()
assert linear_bound < largest <= xavier_bound
print(f"{xavier_bound:.4f} {linear_bound:.4f}")

averaged = theirs(x, x, x, attn_mask=blocked)[1]
print(averaged.shape)
torch.testing.assert_close(averaged, their_weights.mean(dim=1))

try:
    theirs(x, x, x, is_causal=True)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

swapped, _ = theirs(x, x, x, attn_mask=~blocked)
print(swapped[0].isnan().any(dim=-1))             # jibu moja kwa kila tokeni

queries, keys, values = (
    ours.split_heads(layer(x)) for layer in layers)
with_true_as_allowed = F.scaled_dot_product_attention(
    queries, keys, values, attn_mask=~blocked)
with_is_causal = F.scaled_dot_product_attention(
    queries, keys, values, is_causal=True)
torch.testing.assert_close(with_true_as_allowed, with_is_causal)

newest = queries[:, :, -1:]                       # (2, heads, 1, d_head)
too_little = F.scaled_dot_product_attention(
    newest, keys, values, is_causal=True)
torch.testing.assert_close(too_little, values[:, :, :1])

enough = F.scaled_dot_product_attention(newest, keys, values)
torch.testing.assert_close(enough, with_is_causal[:, :, -1:])

ours.eval()                                       # haina athari hapa chini
with_dropout = F.scaled_dot_product_attention(
    queries, keys, values, is_causal=True, dropout_p=0.5)
print(torch.allclose(with_dropout, with_is_causal))

# --- Vichwa vingi, kila kimoja na jambo lake? ---

twins = MultiHeadAttention(4, 4, context_length=5, dropout=0.0,
                           num_heads=2)
with torch.no_grad():
    for layer in (twins.W_query, twins.W_key, twins.W_value):
        layer.weight[2:] = layer.weight[:2]       # kichwa cha 2 = kichwa cha 1
    twins.out_proj.weight[:, 2:] = twins.out_proj.weight[:, :2]

twins(x).square().sum().backward()
for layer in (twins.W_query, twins.W_key, twins.W_value):
    torch.testing.assert_close(
        layer.weight.grad[2:], layer.weight.grad[:2])
torch.testing.assert_close(
    twins.out_proj.weight.grad[:, 2:], twins.out_proj.weight.grad[:, :2])

# --- Kuhesabu vigezo ---

def count(module):
    return sum(p.numel() for p in module.parameters())


with torch.device("meta"):                        # maumbo, bila namba
    for num_heads in (1, 4, 12):
        layer = MultiHeadAttention(768, 768, 1, 0.0, num_heads)
        print(num_heads, count(layer))
    gpt2_layer = MultiHeadAttention(768, 768, 1024, 0.0, 12,
                                    qkv_bias=True)
assert count(layer) == 4 * 768 ** 2 + 768
assert count(gpt2_layer) == 4 * 768 ** 2 + 4 * 768
print(count(gpt2_layer))

three_tables = 3 * 10_000 ** 2 * 120
four_tables = 4 * 10_000 ** 2 * 120
print(three_tables, four_tables)

with torch.device("meta"):
    wide = MultiHeadAttention(10_000, 10_000, 1, 0.0, num_heads=100)
assert 120 * (count(wide) - 10_000) == four_tables  # bila nyongeza

# --- Umakini haujui mpangilio ---

order = torch.tensor([3, 0, 4, 2, 1])
plain = theirs(x, x, x)[0]
shuffled = theirs(x[:, order], x[:, order], x[:, order])[0]
torch.testing.assert_close(shuffled, plain[:, order])

causal_shuffled = ours(x[:, order])
print(torch.allclose(causal_shuffled, our_output[:, order]))

earlier_mixed = torch.tensor([3, 0, 2, 1, 4])     # tokeni ya mwisho inabaki mwisho
torch.testing.assert_close(
    ours(x[:, earlier_mixed])[:, 4], our_output[:, 4])

# --- Ukubwa wa uzito ---

many_queries = torch.zeros(8, 12, 100, 64)    # (b, heads, n, d_head)
many_scores = many_queries @ many_queries.transpose(2, 3)
print(many_scores.numel())

assert many_scores.numel() == 8 * 12 * 100 * 100

# --- Kichwa kimoja ---

single = MultiHeadAttention(3, 4, context_length=6, dropout=0.0,
                            num_heads=1)
head_alone = causal_attention(
    single.W_query(batch), single.W_key(batch), single.W_value(batch))
torch.testing.assert_close(single(batch), single.out_proj(head_alone))

# --- Ondoa kichwa ---

with torch.no_grad():
    combined.out_proj.weight[:, 2:] = 0
without_head_2 = combined(batch)
torch.testing.assert_close(
    without_head_2[:, :, :2], wrapper_output[:, :, :2])
assert (without_head_2[:, :, 2:] == 0).all()

# --- View ya kijanja mno ---

class CleverView(MultiHeadAttention):
    def split_heads(self, x):
        b, n, _ = x.shape
        return x.view(b, self.num_heads, n, self.d_head)

    def forward(self, x):
        values = self.split_heads(self.W_value(x))
        context = self.attention_weights(x) @ values
        return self.out_proj(context.view(x.shape[0], x.shape[1], -1))


clever = CleverView(3, 4, context_length=6, dropout=0.0, num_heads=2)
first_changed = batch.clone()
first_changed[:, 0] = 9.0
for module in (combined, clever):
    same = module(batch)[0] == module(first_changed)[0]
    print(~same.all(dim=-1))                  # je, safu mlalo imebadilika?

last_changed = batch.clone()
last_changed[:, 5] = 9.0
assert torch.equal(clever(batch)[:, :5], clever(last_changed)[:, :5])

# --- Ni idadi zipi za vichwa zinazofaa? ---

allowed_heads = [h for h in range(1, 769) if 768 % h == 0]
print(len(allowed_heads))

assert len(allowed_heads) == 9 * 2
print(allowed_heads)
