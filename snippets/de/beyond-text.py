# Encoder und Kreuzaufmerksamkeit
# https://attention-by-example.github.io/attention-by-example/de/beyond-text/
# License: MIT
# Needs: pip install torch

import math

import torch
from torch import nn

tokens = ["Hello", "shiny", "sun"]
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])                       # (tokens, width)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads,
                 qkv_bias=False, causal=True):
        super().__init__()
        if d_out % num_heads:
            raise ValueError(
                f"{num_heads} heads cannot share {d_out} dimensions")
        self.num_heads = num_heads
        self.context_length = context_length    # die längste Eingabe
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
        x = x + self.attention(self.norm1(x))       # sich umsehen
        return x + self.feed_forward(self.norm2(x))  # darüber nachdenken


other_sun = embeddings.clone()
other_sun[2] = torch.tensor([0.9, 0.1, 0.2])

# --- Was macht ein Encoder anders? ---

torch.manual_seed(123)
decoder_block = Block(3, 3, 8)
encoder_block = Block(3, 3, 8, causal=False)
for block in [decoder_block, encoder_block]:
    difference = (block(other_sun) - block(embeddings)).abs().amax(dim=1)
    print((difference > 1e-6).tolist())

# --- Kreuzaufmerksamkeit: zwei Sequenzen ---

source_words = ["Kannst", "du", "mir", "bitte", "helfen"]
target_words = ["Can", "you", "help", "me"]
source = 3 * torch.eye(5)                  # (5 source tokens, width)
target = source[[0, 1, 4, 2]]              # (4 target tokens, width)

scores = target @ source.T / math.sqrt(5)
cross_weights = torch.softmax(scores, dim=-1)
print(cross_weights)

torch.manual_seed(123)
cross = MultiHeadAttention(5, 5, 8, 0.0, num_heads=1, causal=False)
mixed = cross(target, source=source)
print(mixed.shape)                         # (target tokens, width)

direct = nn.functional.scaled_dot_product_attention(
    cross.W_query(target), cross.W_key(source), cross.W_value(source))
torch.testing.assert_close(mixed, cross.out_proj(direct))

# --- Eine umgestellte Quelle ---

shuffled = source[[4, 2, 0, 3, 1]]
torch.testing.assert_close(cross(target, source=shuffled), mixed)

torch.manual_seed(123)
places = torch.randn(5, 5)
moved = cross(target, source=shuffled + places)
assert not torch.allclose(moved, cross(target, source=source + places))
