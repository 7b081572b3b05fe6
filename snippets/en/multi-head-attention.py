# Multi-head attention
# https://attention-by-example.github.io/attention-by-example/multi-head-attention/
# License: MIT
# Needs: pip install torch

# --- Why one head is not enough ---

import torch

dogs_bark = torch.tensor([
    [0.0, 0.5, 0.0, 0.0],    # The
    [1.0, 1.0, 1.0, 0.0],    # dogs
    [0.0, 1.0, 0.0, 1.0],    # bark
    [0.0, 0.0, 0.0, 0.5],    # loudly
    [-1.0, 0.0, 0.0, -1.0],  # period
])
visible = dogs_bark[:4]                           # up to loudly


def ask(query):
    # not scaled: the 5 of the query sets how sharp softmax is
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

# --- Two heads on three words ---

def causal_attention(queries, keys, values):
    n = queries.shape[-2]                         # number of tokens
    blocked = torch.ones(n, n).triu(diagonal=1).bool()
    # … stands for any axes in front, such as a batch
    scores = queries @ keys.transpose(-2, -1)     # (…, queries, keys)
    scores = scores / keys.shape[-1] ** 0.5
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

torch.manual_seed(123)
W_query_1, W_key_1, W_value_1 = (torch.rand(3, 2) for _ in range(3))
W_query_2, W_key_2, W_value_2 = (torch.rand(3, 2) for _ in range(3))

head_1 = causal_attention(
    embeddings @ W_query_1, embeddings @ W_key_1, embeddings @ W_value_1)
head_2 = causal_attention(
    embeddings @ W_query_2, embeddings @ W_key_2, embeddings @ W_value_2)
# dim=-1: side by side
joined = torch.cat([head_1, head_2], dim=-1)      # (tokens, 4)
print(joined)

# --- The wrapper ---

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
        # d_head: the width of one head's queries, keys and values
        self.heads = torch.nn.ModuleList(
            CausalAttention(d_in, d_head) for _ in range(num_heads))

    def forward(self, x):                         # (batch, tokens, d_in)
        # joined: (batch, tokens, num_heads * d_head)
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

# --- All heads in one product ---

W_query_both = torch.cat([W_query_1, W_query_2], dim=-1)  # (3, 4)
queries_both = embeddings @ W_query_both                   # (tokens, 4)
print(queries_both)
# equal: are all values the same, with no tolerance?
print(torch.equal(queries_both[:, :2], embeddings @ W_query_1))
print(torch.equal(queries_both[:, 2:], embeddings @ W_query_2))

# --- Split and join: view and transpose ---

address = torch.tensor([[[10, 11, 12, 13],
                         [20, 21, 22, 23],
                         [30, 31, 32, 33]]])      # (1, 3 tokens, 4)

cut = address.view(1, 3, 2, 2)        # (batch, tokens, heads, d_head)
by_head = cut.transpose(1, 2)         # (batch, heads, tokens, d_head)
print(by_head)

swapped_back = by_head.transpose(1, 2)            # (1, 3, 2, 2)
joined_again = swapped_back.contiguous().view(1, 3, 4)
print(torch.equal(joined_again, address))

# --- How many heads fit? ---

eight_columns = torch.rand(1, 5, 8)               # (batch, tokens, 8)
print(eight_columns.view(1, 5, 4, 2).shape)       # four heads

try:
    eight_columns.view(1, 5, 3, 8 // 3)               # 8 // 3 is 2
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- The output projection ---

W_out = torch.rand(4, 4)
from_head_1 = head_1 @ W_out[:2]                  # (tokens, 4)
from_head_2 = head_2 @ W_out[2:]
print(torch.stack([                               # of shiny
    from_head_1[1], from_head_2[1], (joined @ W_out)[1]]))
torch.testing.assert_close(joined @ W_out, from_head_1 + from_head_2)

other_joined = torch.cat([head_1, 2 * head_2], dim=-1)
print((other_joined != joined).any(dim=0))        # has a column changed?
print((other_joined @ W_out != joined @ W_out).any(dim=0))

# --- The class ---

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
        # -1: whatever is left, here d_out
        context = context.contiguous().view(b, n, -1)
        return self.out_proj(context)             # (b, n, d_out)


torch.manual_seed(123)
# a width of 2 for two heads: one column each
attention = MultiHeadAttention(3, 2, context_length=6, dropout=0.0,
                               num_heads=2)
print(attention(batch)[0].detach())

# --- Equal to the wrapper ---

combined = MultiHeadAttention(3, 4, context_length=6, dropout=0.0,
                              num_heads=2)
with torch.no_grad():                             # copying, not training
    for name in ("W_query", "W_key", "W_value"):
        # getattr(head, "W_query") is head.W_query
        matrices = [getattr(head, name).weight for head in wrapper.heads]
        # copy_, zero_: the _ means that the tensor itself is changed
        getattr(combined, name).weight.copy_(torch.cat(matrices, dim=0))
    combined.out_proj.weight.copy_(torch.eye(4))
    combined.out_proj.bias.zero_()

print(torch.allclose(combined(batch), wrapper_output))

# --- Every head reads everything ---

nudged = batch.clone()
nudged[:, :, 0] += 1.0                            # first component only
before = combined.split_heads(combined.W_query(batch))
after = combined.split_heads(combined.W_query(nudged))
print((before != after).any(dim=3).any(dim=2).any(dim=0))  # (heads,)

# --- Is one product faster? ---

import time

torch.set_num_threads(1)                          # one processor core


def fastest(calls):
    """Time the calls in turn; the fastest run of each, in seconds."""
    best = {name: float("inf") for name in calls}
    with torch.no_grad():                         # nothing is trained
        for _ in range(9):
            # *arguments: all that follows the function
            for name, (function, *arguments) in calls.items():
                start = time.perf_counter()
                function(*arguments)
                taken = time.perf_counter() - start
                best[name] = min(best[name], taken)
    return best


for n in (64, 1_024):
    text = torch.rand(1, n, 512)                  # (b, n, d_in)
    times = fastest({
        "product": (MultiHeadAttention(512, 512, n, 0.0, 8), text),
        "loop": (MultiHeadAttentionWrapper(512, 64, 8), text),
    })
    ratio = times["loop"] / times["product"]
    print(f"{n:5} tokens: loop / one product = {ratio:.2f}")

def new_memory(queries, keys, values, blocked):
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5
    scores = scores.masked_fill(blocked, -torch.inf)
    return torch.softmax(scores, dim=-1) @ values


def same_memory(queries, keys, values, blocked, scores, weights):
    # out: the result is written into this tensor
    torch.matmul(queries, keys.transpose(-2, -1), out=scores)
    scores /= keys.shape[-1] ** 0.5               # changed in place
    scores.masked_fill_(blocked, -torch.inf)      # _ means in place
    torch.softmax(scores, dim=-1, out=weights)
    return weights @ values


def one_by_one(function, queries, keys, values, *rest):
    # slice(h, h + 1) is h:h + 1, which keeps the axis of heads
    heads = [slice(h, h + 1) for h in range(8)]
    return torch.cat([
        function(queries[:, h], keys[:, h], values[:, h], *rest)
        for h in heads], dim=1)


# three tensors of shape (b, heads, n, d_head)
queries, keys, values = torch.randn(3, 1, 8, 1_024, 64)
blocked = torch.ones(1_024, 1_024).triu(diagonal=1).bool()
inputs_of_heads = (queries, keys, values, blocked)
# empty: memory whose contents don't matter yet
all_heads = torch.empty(2, 1, 8, 1_024, 1_024)    # scores, weights
print(f"{all_heads[0].nbytes / 2 ** 20:.0f} MiB")   # of all scores
one_head = torch.empty(2, 1, 1, 1_024, 1_024)
times = fastest({
    "one product, new memory": (new_memory, *inputs_of_heads),
    "one product, same memory":
        (same_memory, *inputs_of_heads, *all_heads),
    "loop, new memory": (one_by_one, new_memory, *inputs_of_heads),
    "loop, same memory":
        (one_by_one, same_memory, *inputs_of_heads, *one_head),
})
for name, seconds in times.items():
    ratio = seconds / times["one product, new memory"]
    print(f"{name:25} {ratio:.2f}")

import sys

if sys.platform != "win32":
    import resource


    def page_faults(function, *arguments):
        process = resource.RUSAGE_SELF
        before = resource.getrusage(process).ru_minflt
        function(*arguments)
        return resource.getrusage(process).ru_minflt - before


    print("one product, new memory ",
          page_faults(new_memory, *inputs_of_heads))
    print("one product, same memory",
          page_faults(same_memory, *inputs_of_heads, *all_heads))

# --- Equal to PyTorch's own ---

import torch.nn.functional as F

x = torch.stack([dogs_bark, dogs_bark.flip(0)])   # (2, 5, 4)
torch.manual_seed(123)
# qkv_bias: PyTorch's module has biases, too
ours = MultiHeadAttention(4, 4, context_length=5, dropout=0.0,
                          num_heads=2, qkv_bias=True)
layers = (ours.W_query, ours.W_key, ours.W_value)
our_output = ours(x)

# the function: queries, keys and values of all heads in one call
queries, keys, values = (
    ours.split_heads(layer(x)) for layer in layers)
context = F.scaled_dot_product_attention(
    queries, keys, values, is_causal=True)        # (2, heads, 5, 2)
# reshape: contiguous and view in one
context = context.transpose(1, 2).reshape(2, 5, 4)
print(torch.allclose(ours.out_proj(context), our_output))

# the module: the three weight matrices are stored as one;
# batch_first: the batch is the first axis
theirs = torch.nn.MultiheadAttention(4, 2, batch_first=True)
with torch.no_grad():
    theirs.in_proj_weight.copy_(
        torch.cat([layer.weight for layer in layers]))
    theirs.in_proj_bias.copy_(
        torch.cat([layer.bias for layer in layers]))
# state_dict: all parameters of a module, by name
theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
blocked = torch.ones(5, 5).triu(diagonal=1).bool()
# x gives the queries, the keys and the values; _ would be weights
their_output, _ = theirs(
    x, x, x, attn_mask=blocked, need_weights=False)
print(torch.allclose(their_output, our_output))

our_output.square().sum().backward()          # fills in .grad
their_output.square().sum().backward()
torch.testing.assert_close(
    torch.cat([layer.weight.grad for layer in layers]),
    theirs.in_proj_weight.grad)
torch.testing.assert_close(
    torch.cat([layer.bias.grad for layer in layers]),
    theirs.in_proj_bias.grad)
torch.testing.assert_close(
    ours.out_proj.weight.grad, theirs.out_proj.weight.grad)

# --- Many heads, each with its own focus? ---

twins = MultiHeadAttention(4, 4, context_length=5, dropout=0.0,
                           num_heads=2)
with torch.no_grad():
    for layer in (twins.W_query, twins.W_key, twins.W_value):
        layer.weight[2:] = layer.weight[:2]       # head 2 = head 1
    twins.out_proj.weight[:, 2:] = twins.out_proj.weight[:, :2]

for module in (ours, twins):
    module.zero_grad()                            # forget older gradients
    module(x).square().sum().backward()           # in place of a loss
    print([torch.allclose(layer.weight.grad[2:], layer.weight.grad[:2])
           for layer in (module.W_query, module.W_key, module.W_value)])
# the same for the two halves of the output projection
gradient = twins.out_proj.weight.grad
torch.testing.assert_close(gradient[:, 2:], gradient[:, :2])

# --- The number of attention weights ---

many_queries = torch.zeros(8, 12, 100, 64)    # (b, heads, n, d_head)
many_scores = many_queries @ many_queries.transpose(2, 3)
print(many_scores.numel())                    # number of entries

def number_of_weights(sentences, tokens, heads, width):
    ...  # attention weights in one layer, masked ones included

assert many_scores.numel() == 8 * 12 * 100 * 100

# --- Remove a head ---

def out_proj_without(weight, head):  # of out_proj, (4, 4); head: 0 or 1
    ...  # a changed copy, with which this head adds nothing

with torch.no_grad():
    combined.out_proj.weight[:, 2:] = 0
without_head_2 = combined(batch)
torch.testing.assert_close(
    without_head_2[:, :, :2], wrapper_output[:, :, :2])
assert (without_head_2[:, :, 2:] == 0).all()

# --- A view that is too clever ---

def clever(x):  # the weights of combined, split and joined by view
    queries, keys, values = (
        layer(x).view(len(x), 2, -1, 2) for layer in
        (combined.W_query, combined.W_key, combined.W_value))
    return causal_attention(queries, keys, values).view(len(x), -1, 4)


def passes(attention):
    ...  # True for wrapper, False for clever; try it on batch

print(address.view(1, 2, 3, 2))               # heads before tokens

class CleverView(MultiHeadAttention):
    def split_heads(self, x):
        b, n, _ = x.shape
        return x.view(b, self.num_heads, n, self.d_head)

    def forward(self, x):
        values = self.split_heads(self.W_value(x))
        context = self.attention_weights(x) @ values
        return self.out_proj(context.view(x.shape[0], x.shape[1], -1))


correct = MultiHeadAttention(3, 4, context_length=6, dropout=0.0,
                             num_heads=2)
clever = CleverView(3, 4, context_length=6, dropout=0.0, num_heads=2)
first_changed = batch.clone()
first_changed[:, 0] = 9.0
for module in (correct, clever):
    same = module(batch)[0] == module(first_changed)[0]
    print(~same.all(dim=-1))                  # has the row changed?

last_changed = batch.clone()
last_changed[:, 5] = 9.0
assert torch.equal(clever(batch)[:, :5], clever(last_changed)[:, :5])

# --- Fold the projection ---

def fold(W_out, W_next):
    ...  # one matrix in place of both

W_next = torch.rand(4, 4)
folded = W_out @ W_next                       # computed once
torch.testing.assert_close(
    (joined @ W_out) @ W_next, joined @ folded)

# --- Which numbers of heads fit? ---

allowed_heads = [h for h in range(1, 769) if 768 % h == 0]
print(len(allowed_heads))

def heads_that_fit(width):
    ...  # a list of all numbers of heads, from 1 to the width

assert len(allowed_heads) == 9 * 2
print(allowed_heads)
