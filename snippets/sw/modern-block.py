# Bloku ya kisasa
# https://attention-by-example.github.io/attention-by-example/sw/modern-block/
# License: MIT
# Needs: pip install torch transformers

# --- RMSNorm: usawazishaji bila wastani ---

import torch
from torch import nn
from torch.nn import functional as F


class RMSNorm(nn.Module):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))    # gamma
        self.eps = eps

    def forward(self, x):                  # (..., width)
        mean_square = x.pow(2).mean(dim=-1, keepdim=True)
        return self.weight * x * torch.rsqrt(mean_square + self.eps)


x = torch.tensor([3.0, 4.0, 0.0])
print(nn.LayerNorm(3)(x).detach())
print(RMSNorm(3)(x).detach())
torch.testing.assert_close(RMSNorm(3)(x), nn.RMSNorm(3, eps=1e-6)(x))

# --- RoPE: nafasi ndani ya umakini ---

def rotate(x, base=10_000.0):              # (b, heads, n, d_head)
    n, d_head = x.shape[-2:]
    speeds = 1 / base ** (torch.arange(0, d_head, 2) / d_head)
    angles = torch.arange(n)[:, None] * speeds    # (n, d_head / 2)
    cos, sin = angles.cos(), angles.sin()
    first, second = x.chunk(2, dim=-1)
    return torch.cat([first * cos - second * sin,
                      second * cos + first * sin], dim=-1)

from transformers import LlamaConfig
from transformers.models.llama import modeling_llama as published
from transformers.utils import logging

logging.set_verbosity_error()

sizes = dict(vocab_size=97, hidden_size=48, intermediate_size=64,
             num_hidden_layers=3, num_attention_heads=4,
             num_key_value_heads=2, head_dim=16, rms_norm_eps=1e-6)
torch.manual_seed(0)
queries = torch.randn(1, 4, 10, 16)        # (b, heads, n, d_head)
cos, sin = published.LlamaRotaryEmbedding(LlamaConfig(**sizes))(
    queries, torch.arange(10)[None])
theirs, _ = published.apply_rotary_pos_emb(queries, queries, cos, sin)
torch.testing.assert_close(rotate(queries), theirs)

# --- Maswali ya makundi: funguo na thamani chache zaidi ---

def share_heads(x, share):                 # (b, kv_heads, n, d_head)
    return x.repeat_interleave(share, dim=1)


class Attention(nn.Module):
    def __init__(self, width, heads, kv_heads, d_head, rotate=rotate,
                 share_heads=share_heads, window=None):
        super().__init__()
        self.d_head, self.share = d_head, heads // kv_heads
        self.rotate, self.share_heads = rotate, share_heads
        self.window = window
        self.q_proj = nn.Linear(width, heads * d_head, bias=False)
        self.k_proj = nn.Linear(width, kv_heads * d_head, bias=False)
        self.v_proj = nn.Linear(width, kv_heads * d_head, bias=False)
        self.o_proj = nn.Linear(heads * d_head, width, bias=False)

    def split_heads(self, x):              # (b, n, heads * d_head)
        return x.unflatten(2, (-1, self.d_head)).transpose(1, 2)

    def adapt(self, queries, keys):        # nafasi
        return self.rotate(queries), self.rotate(keys)

    def forward(self, x):                  # (b, n, width)
        queries, keys = self.adapt(self.split_heads(self.q_proj(x)),
                                   self.split_heads(self.k_proj(x)))
        values = self.split_heads(self.v_proj(x))
        keys = self.share_heads(keys, self.share)
        values = self.share_heads(values, self.share)
        scores = queries @ keys.mT * self.d_head ** -0.5
        places = torch.arange(x.shape[1])
        distance = places[:, None] - places
        hidden = distance < 0              # yajayo
        if self.window is not None:        # na yaliyopita zamani
            hidden = hidden | (distance >= self.window)
        weights = torch.softmax(
            scores.masked_fill(hidden, -torch.inf), dim=-1)
        return self.o_proj((weights @ values).transpose(1, 2).flatten(2))

# --- SwiGLU: lango katika mtandao wa kupeleka mbele ---

x = torch.linspace(-4, 4, 17)
rows = torch.stack([x, F.relu(x), F.gelu(x), F.silu(x)], dim=1)
print("   x  ReLU  GELU  SiLU")
for row in (rows.round(decimals=2) + 0).tolist():    # + 0: bila -0.00
    print("{:4.1f} {:5.2f} {:5.2f} {:5.2f}".format(*row))

class SwiGLU(nn.Module):
    def __init__(self, width, hidden, activation=F.silu):
        super().__init__()
        self.gate_proj = nn.Linear(width, hidden, bias=False)
        self.up_proj = nn.Linear(width, hidden, bias=False)
        self.down_proj = nn.Linear(hidden, width, bias=False)
        self.activation = activation

    def forward(self, x):
        gate = self.activation(self.gate_proj(x))
        return self.down_proj(gate * self.up_proj(x))


torch.manual_seed(0)
theirs = published.LlamaMLP(LlamaConfig(**sizes))
ours = SwiGLU(48, 64)
ours.load_state_dict(theirs.state_dict())
x = torch.randn(2, 5, 48)
torch.testing.assert_close(ours(x), theirs(x))

# --- Llama ---

class Block(nn.Module):
    def __init__(self, width, attention, feed_forward, norm=RMSNorm):
        super().__init__()
        self.input_layernorm = norm(width)
        self.self_attn = attention
        self.post_attention_layernorm = norm(width)
        self.mlp = feed_forward

    def forward(self, x):
        x = x + self.self_attn(self.input_layernorm(x))
        return x + self.mlp(self.post_attention_layernorm(x))


class Llama(nn.Module):
    def __init__(self, vocabulary, width, blocks, norm=RMSNorm):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocabulary, width)
        self.layers = nn.Sequential(*blocks)
        self.norm = norm(width)
        self.lm_head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):                # (b, n)
        x = self.norm(self.layers(self.embed_tokens(ids)))
        return self.lm_head(x)             # logiti


def llama(norm=RMSNorm, activation=F.silu, **parts):
    return Llama(97, 48, [
        Block(48, Attention(48, 4, 2, 16, **parts),
              SwiGLU(48, 64, activation), norm)
        for _ in range(3)], norm)

from transformers import LlamaForCausalLM


@torch.no_grad()
def largest_difference(ours, theirs):
    for parameter in theirs.eval().parameters():
        parameter.normal_(std=0.3)
    ours.load_state_dict({name.removeprefix("model."): tensor
                          for name, tensor in theirs.state_dict().items()})
    ids = torch.randint(97, (2, 40))       # matini 2 za tokeni 40
    logits = theirs(ids).logits
    # kwa uwiano na logiti kubwa kabisa
    return ((ours(ids) - logits).abs().max() / logits.abs().max()).item()


def llama_difference(seed, **parts):
    torch.manual_seed(seed)
    return largest_difference(
        llama(**parts), LlamaForCausalLM(LlamaConfig(**sizes)))


print(f"below 1e-5: {llama_difference(seed=0) < 1e-5}")

def layer_norm(width):
    return nn.LayerNorm(width, eps=1e-6, bias=False)


llama_faults = {
    "LayerNorm": dict(norm=layer_norm),
    "no-RoPE": dict(rotate=lambda x: x),
    "RoPE-by-neighbors": dict(rotate=lambda x: rotate(
        x[..., [*range(0, 16, 2), *range(1, 16, 2)]])),
    "wrong-groups": dict(share_heads=lambda x, share: x.repeat(
        1, share, 1, 1)),
    "GELU-gate": dict(activation=F.gelu),
    "no-gate": dict(activation=torch.ones_like),
}
print("part              difference")
for name, parts in llama_faults.items():
    print(f"{name:18} {llama_difference(0, **parts):9.1g}")

# --- Qwen3: usawazishaji wa maswali na funguo ---

class QKNormAttention(Attention):
    def __init__(self, *sizes, norm=RMSNorm, **parts):
        super().__init__(*sizes, **parts)
        self.q_norm, self.k_norm = norm(self.d_head), norm(self.d_head)

    def adapt(self, queries, keys):
        return super().adapt(self.q_norm(queries), self.k_norm(keys))

from transformers import Qwen3Config, Qwen3ForCausalLM


def qwen3_difference(seed, attention=QKNormAttention):
    torch.manual_seed(seed)
    ours = Llama(97, 48, [Block(48, attention(48, 4, 2, 16),
                                SwiGLU(48, 64)) for _ in range(3)])
    return largest_difference(ours, Qwen3ForCausalLM(Qwen3Config(**sizes)))


class SwappedNorms(QKNormAttention):
    def adapt(self, queries, keys):
        return Attention.adapt(self, self.k_norm(queries),
                               self.q_norm(keys))


print(f"below 1e-5: {qwen3_difference(seed=0) < 1e-5}")
print(f"norms swapped: {qwen3_difference(0, SwappedNorms):.1g}")

# --- Gemma 3: mabadiliko madogo ---

class OnePlusNorm(RMSNorm):
    def forward(self, x):
        mean_square = x.pow(2).mean(dim=-1, keepdim=True)
        return (1 + self.weight) * x * torch.rsqrt(mean_square + self.eps)


class GemmaBlock(Block):
    def __init__(self, width, attention, feed_forward, norm=OnePlusNorm):
        super().__init__(width, attention, feed_forward, norm)
        self.pre_feedforward_layernorm = norm(width)
        self.post_feedforward_layernorm = norm(width)

    def forward(self, x):
        x = x + self.post_attention_layernorm(
            self.self_attn(self.input_layernorm(x)))
        return x + self.post_feedforward_layernorm(
            self.mlp(self.pre_feedforward_layernorm(x)))


class Gemma(Llama):
    def forward(self, ids):
        x = self.embed_tokens(ids) * self.norm.weight.shape[0] ** 0.5
        return self.lm_head(self.norm(self.layers(x)))


def tanh_gelu(x):
    return F.gelu(x, approximate="tanh")


def gemma3(model=Gemma, norm=OnePlusNorm, activation=tanh_gelu,
           window=8, base=1_000_000.0):
    local = dict(norm=norm, window=window)
    full = dict(norm=norm, rotate=lambda x: rotate(x, base))
    return model(97, 48, [
        GemmaBlock(48, QKNormAttention(48, 4, 2, 16, **parts),
                   SwiGLU(48, 64, activation), norm)
        for parts in [local, local, full]], norm)

from transformers import Gemma3ForCausalLM, Gemma3TextConfig


def gemma3_difference(seed, **parts):
    torch.manual_seed(seed)
    config = Gemma3TextConfig(
        **sizes, sliding_window=8, query_pre_attn_scalar=16,
        layer_types=["sliding_attention"] * 2 + ["full_attention"],
        pad_token_id=None)
    return largest_difference(gemma3(**parts), Gemma3ForCausalLM(config))


gemma3_faults = {"weight, not 1 + weight": dict(norm=RMSNorm),
                 "embeddings not scaled": dict(model=Llama),
                 "SiLU": dict(activation=F.silu),
                 "window of 9": dict(window=9),
                 "same base everywhere": dict(base=10_000.0)}
print(f"below 1e-5: {gemma3_difference(seed=0) < 1e-5}")
for name, parts in gemma3_faults.items():
    print(f"{name:22} {gemma3_difference(0, **parts):.1g}")

# --- Idadi sawa ya vigezo ---

print(2 * 768 * (4 * 768) // (3 * 768))

gpt2_network = ...     # upana wa 768, bila nyongeza
gated_network = ...    # SwiGLU ya upana wa 768 yenye idadi sawa ya vigezo

gpt2_network = nn.Sequential(nn.Linear(768, 3072, bias=False),
                             nn.GELU(),
                             nn.Linear(3072, 768, bias=False))


def count(module):
    return sum(p.numel() for p in module.parameters())


gated_network = SwiGLU(768, 2048)
assert count(gpt2_network) == count(gated_network)

# --- Usawazishaji mmoja ndani ya mwingine ---

vector = ...                 # aina zote mbili huipa matokeo sawa


def layer_norm_by_rms(x):    # (..., width)
    ...

vector = torch.tensor([3.0, -1.0, -2.0])
torch.testing.assert_close(RMSNorm(3)(vector),
                           nn.LayerNorm(3, eps=1e-6)(vector))


def layer_norm_by_rms(x):
    centered = x - x.mean(dim=-1, keepdim=True)
    return RMSNorm(x.shape[-1])(centered)


x = torch.randn(4, 48)
torch.testing.assert_close(layer_norm_by_rms(x),
                           nn.LayerNorm(48, eps=1e-6)(x))

# --- Matriki hupungua kwa kiasi gani? ---

parameters = {}           # kwa idadi ya vichwa vya funguo na thamani
for kv_heads in [32, 8, 1]:
    with torch.device("meta"):
        parameters[kv_heads] = ...

saved_with_8 = ...        # mgao uliopunguzwa wa vigezo vya vichwa 32

parameters = {}
for kv_heads in [32, 8, 1]:
    with torch.device("meta"):
        attention = Attention(4096, 32, kv_heads, 128)
    parameters[kv_heads] = sum(p.numel() for p in attention.parameters())
    print(f"{kv_heads:2} {parameters[kv_heads]:,}")
saved_with_8 = 1 - parameters[8] / parameters[32]

# --- Usawazishaji unaoficha hitilafu ---

@torch.no_grad()
def initial_difference(attention):
    torch.manual_seed(0)
    theirs = Qwen3ForCausalLM(Qwen3Config(**sizes)).eval()
    ours = Llama(97, 48, [Block(48, attention(48, 4, 2, 16),
                                SwiGLU(48, 64)) for _ in range(3)])
    ours.load_state_dict(
        {name.removeprefix("model."): tensor
         for name, tensor in theirs.state_dict().items()})
    ids = torch.randint(97, (2, 40))
    return (ours(ids) - theirs(ids).logits).abs().max().item()


assert initial_difference(SwappedNorms) < 1e-5
