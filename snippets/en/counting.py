# Counting parameters
# https://attention-by-example.github.io/attention-by-example/counting/
# License: MIT
# Needs: pip install torch

d, keys, hidden = 4096, 1024, 14_336
llama_attention = 2 * d * d + 2 * d * keys   # query, output; key, value
llama_feed_forward = 3 * d * hidden
share = llama_feed_forward / (llama_attention + llama_feed_forward)
print(f"{llama_attention:,} {llama_feed_forward:,} {share:.2f}")

import math

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads,
                 qkv_bias=False, causal=True):
        super().__init__()
        if d_out % num_heads:
            raise ValueError(
                f"{num_heads} heads cannot share {d_out} dimensions")
        self.num_heads = num_heads
        self.context_length = context_length    # the longest input
        self.causal = causal
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)

    def split_heads(self, rows):
        # (tokens, d_out) -> (heads, tokens, head_dim)
        return rows.unflatten(-1, (self.num_heads, -1)).transpose(-3, -2)

    def forward(self, x, source=None):
        if x.shape[-2] > self.context_length:
            raise ValueError("more tokens than context_length")
        source = x if source is None else source
        queries = self.split_heads(self.W_query(x))
        keys = self.split_heads(self.W_key(source))
        values = self.split_heads(self.W_value(source))
        scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
        if self.causal:
            future = torch.ones_like(scores, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(future, -torch.inf)
        attention_weights = torch.softmax(scores, dim=-1)
        heads = self.dropout(attention_weights) @ values
        return self.out_proj(heads.transpose(-3, -2).flatten(-2))


class Block(nn.Module):
    def __init__(self, width, num_heads, context_length,
                 qkv_bias=False, causal=True):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.attention = MultiHeadAttention(
            width, width, context_length, 0.0, num_heads, qkv_bias, causal)
        self.norm2 = nn.LayerNorm(width)
        self.feed_forward = nn.Sequential(
            nn.Linear(width, 4 * width),
            nn.GELU(),
            nn.Linear(4 * width, width),
        )

    def forward(self, x):
        x = x + self.attention(self.norm1(x))       # look around
        return x + self.feed_forward(self.norm2(x))  # think it over


class Decoder(nn.Module):
    def __init__(self, vocabulary, context_length, width,
                 num_heads, num_layers, qkv_bias=False):
        super().__init__()
        self.word_table = nn.Parameter(torch.rand(vocabulary, width))
        self.position_table = nn.Parameter(
            torch.rand(context_length, width))
        self.blocks = nn.Sequential(*[
            Block(width, num_heads, context_length, qkv_bias)
            for _ in range(num_layers)])
        self.norm = nn.LayerNorm(width)

    def forward(self, ids):
        x = self.word_table[ids] + self.position_table[:len(ids)]
        x = self.norm(self.blocks(x))           # (tokens, width)
        return x @ self.word_table.T            # (tokens, vocabulary)

d, num_layers = 10_000, 120
three_tables = 3 * d * d * num_layers
four_tables = 4 * d * d * num_layers
networks = 2 * (d * 4 * d) * num_layers
everything = four_tables + networks
for total in [three_tables, four_tables, networks, everything]:
    print(total // 10**9, "billion")

def count(module):
    return sum(p.numel() for p in module.parameters())


def by_formula(layers, d):
    tables = 50_257 * d + 1_024 * d
    return tables + layers * (12 * d**2 + 13 * d) + 2 * d


def by_counting(layers, d, heads):
    with torch.device("meta"):
        one = Decoder(50_257, 1_024, d, heads, 1, qkv_bias=True)
    return count(one) + (layers - 1) * count(one.blocks[0])


gpt2_shapes = [(12, 12, 768), (24, 16, 1024), (36, 20, 1280),
               (48, 25, 1600)]
print("layers heads width  per head    parameters")
for layers, heads, d in gpt2_shapes:
    total = by_counting(layers, d, heads)
    assert total == by_formula(layers, d)
    print(f"{layers:6} {heads:5} {d:5} {d // heads:9} {total:13,}")

assert by_counting(12, 768, heads=12) == by_counting(12, 768, heads=6)

try:
    MultiHeadAttention(8, 8, 8, 0.0, num_heads=3)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

def bert(layers, d, heads):
    with torch.device("meta"):
        tables = torch.empty(30_522 + 512 + 2, d)
        block = Block(d, heads, 512, qkv_bias=True, causal=False)
        norm, pooler = nn.LayerNorm(d), nn.Linear(d, d)
    return (tables.numel() + count(norm) + layers * count(block)
            + count(pooler))


print("       layers heads width  per head   parameters")
for name, layers, heads, d in [("base", 12, 12, 768),
                               ("large", 24, 16, 1024),
                               ("tiny", 2, 2, 128)]:
    total = bert(layers, d, heads)
    formula = ((30_522 + 514) * d + 2 * d
               + layers * (12 * d**2 + 13 * d) + d**2 + d)
    assert total == formula
    print(f"{name:6} {layers:6} {heads:5} {d:5} {d // heads:9} {total:12,}")

# --- Parameters of one block ---

with torch.device("meta"):
    gpt2_block = Block(768, 12, 1_024, qkv_bias=True)
print(f"{count(gpt2_block):,}")

d = 768
assert count(gpt2_block) == 12 * d**2 + 4 * d + 5 * d + 4 * d
with torch.device("meta"):
    bert_block = Block(768, 12, 512, qkv_bias=True, causal=False)
assert count(bert_block) == count(gpt2_block)
