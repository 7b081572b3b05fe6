# Long context
# https://attention-by-example.github.io/attention-by-example/long-context/
# License: MIT
# Needs: pip install torch transformers

import torch
import transformers
from torch import nn
from torch.nn import functional as F
from transformers import (
    Gemma3TextConfig,
    GptOssConfig,
    MiniMaxConfig,
    Qwen3NextConfig,
)
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssAttention
from transformers.models.minimax.modeling_minimax import (
    MiniMaxLightningAttention,
)
from transformers.models.qwen3_next.modeling_qwen3_next import (
    Qwen3NextGatedDeltaNet,
)

transformers.utils.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()
torch.set_grad_enabled(False)  # nothing is trained

# --- Windows and full layers ---

def pairs(n, window):
    cut = max(n - window, 0)  # rows that are cut off
    return n * (n + 1) // 2 - cut * (cut + 1) // 2


n = 131_072
print(f"{pairs(n, n):,} pairs in a full layer\n")
print("          window  sliding  full  pairs    reach")
gemma = Gemma3TextConfig(num_hidden_layers=34, sliding_window=1_024)
models = {"Gemma 3": gemma, "gpt-oss": GptOssConfig()}
for name, config in models.items():
    width, layers = config.sliding_window, len(config.layer_types)
    full = config.layer_types.count("full_attention")
    compared = full * pairs(n, n) + (layers - full) * pairs(n, width)
    share = compared / (layers * pairs(n, n))
    reach = layers * (width - 1)
    print(
        f"{name:9} {width:6} {layers - full:8} "
        f"{full:5} {share:6.0%} {reach:8,}"
    )

def seen(n, window):  # True: allowed
    return torch.ones(n, n, dtype=torch.bool).tril().triu(1 - window)


def heard_by_last(windows, n=9):
    heard = torch.eye(n)
    for window in windows:
        heard = seen(n, window).float() @ heard
    return (heard[-1] > 0).int()


print(heard_by_last([3, 3, 3]))
print(heard_by_last([3, 9, 3]))  # 9: a full layer

# --- Attention sinks ---

keys = torch.eye(3)  # red, green, blue
values = torch.tensor([10.0, 20.0, 60.0])
queries = 6 * torch.eye(4, 3)  # red, green, blue, and seven: zeros
scores = queries @ keys.T  # (queries, keys)
print(torch.softmax(scores, dim=-1) @ values)

def softmax_with_sink(scores, sink):
    sink = sink.expand(*scores.shape[:-1], 1)  # one for each row
    with_sink = torch.cat([scores, sink], dim=-1)
    return torch.softmax(with_sink, dim=-1)[..., :-1]


sink = torch.tensor(3.0)
weights = softmax_with_sink(scores, sink)
print(weights)

print(weights.sum(dim=-1))
print(weights @ values)

gate = torch.sigmoid(scores.logsumexp(dim=-1) - sink)
gated = gate[:, None] * torch.softmax(scores, dim=-1)
print("below 1e-6:", (gated - weights).abs().max().item() < 1e-6)

row, row_sink = torch.ones(3), 1 + torch.tensor(3.0).log()
print(f"{softmax_with_sink(row, row_sink).sum():.1f}")

# --- The first token as a sink ---

with_start = F.pad(scores, (1, 0), value=3.0)  # a first column
read = torch.softmax(with_start, dim=-1) @ F.pad(values, (1, 0))
print("below 1e-5:", (read - weights @ values).abs().max().item() < 1e-5)

# --- Equal to gpt-oss ---

def rotate(x, cos, sin):  # x (b, heads, n, d)
    first, second = x.chunk(2, dim=-1)
    return torch.cat(
        [first * cos - second * sin, second * cos + first * sin], dim=-1
    )


class SinkAttention(nn.Module):
    def __init__(self, width, heads, groups, d, window):
        super().__init__()
        self.d, self.share, self.window = d, heads // groups, window
        self.q_proj = nn.Linear(width, heads * d)
        self.k_proj = nn.Linear(width, groups * d)
        self.v_proj = nn.Linear(width, groups * d)
        self.o_proj = nn.Linear(heads * d, width)
        self.sinks = nn.Parameter(torch.zeros(heads))

    def split_heads(self, x):
        x = x.unflatten(-1, (-1, self.d))  # (b, n, heads, d)
        return x.transpose(1, 2)  # (b, heads, n, d)

    def forward(self, x, cos, sin):  # x (b, n, width)
        queries = rotate(self.split_heads(self.q_proj(x)), cos, sin)
        keys = rotate(self.split_heads(self.k_proj(x)), cos, sin)
        keys = keys.repeat_interleave(self.share, dim=1)
        values = self.split_heads(self.v_proj(x))
        values = values.repeat_interleave(self.share, dim=1)
        scores = queries @ keys.mT * self.d**-0.5  # mT: (.., d, n)
        hidden = ~seen(x.shape[1], self.window)
        scores = scores.masked_fill(hidden, -torch.inf)
        weights = softmax_with_sink(scores, self.sinks[:, None, None])
        context = (weights @ values).transpose(1, 2).flatten(2)
        return self.o_proj(context)

def randomize(module, seed):
    torch.manual_seed(seed)
    for numbers in module.parameters():
        std = 0.3 if numbers.dim() > 1 else 1.0
        nn.init.normal_(numbers, std=std)
    return module.eval()


def relative(own, theirs):
    return ((own - theirs).abs().max() / theirs.abs().max()).item()


def sinks_difference(seed, left_out=None, window=8, n=40):
    config = GptOssConfig(
        hidden_size=48,
        num_attention_heads=6,
        num_key_value_heads=2,
        head_dim=16,
        num_hidden_layers=2,
        sliding_window=window,
    )
    config._attn_implementation = "eager"  # no fused kernel
    theirs = randomize(GptOssAttention(config, layer_idx=0), seed)
    own = SinkAttention(48, 6, 2, 16, window)
    own.load_state_dict(theirs.state_dict())
    x = torch.randn(2, n, 48)
    speeds = 150_000 ** (-torch.arange(8) / 8)
    angles = torch.arange(n)[:, None] * speeds  # (n, d / 2)
    cos, sin = angles.cos(), angles.sin()
    mask = torch.zeros(n, n).masked_fill(~seen(n, window), -torch.inf)
    expected, _ = theirs(x, (cos[None], sin[None]), mask)

    if left_out == "sinks":
        own.sinks.fill_(-torch.inf)  # weight 0
    if left_out == "training of sinks":
        own.sinks.zero_()  # weight of score 0
    if left_out == "window":
        own.window = n
    if left_out == "RoPE":
        cos, sin = torch.ones_like(cos), torch.zeros_like(sin)
    return relative(own(x, cos, sin), expected)


print("below 1e-6:", sinks_difference(0) < 1e-6)
for part in ["sinks", "training of sinks", "window", "RoPE"]:
    print(f"without {part:17} {sinks_difference(0, part):.1f}")

# --- Linear attention ---

def as_table(queries, keys, values, keep):  # (heads, n, d) each
    place = torch.arange(keys.shape[-2])
    distance = (place[:, None] - place).clamp(min=0)
    decay = (keep**distance).tril()  # (heads, n, n)
    return (queries @ keys.mT * decay) @ values


def linear_step(state, key, value, keep=1.0):
    # key (heads, d, 1), value (heads, 1, d), state (heads, d, d)
    return keep * state + key @ value


def as_recurrence(queries, keys, values, keep):
    state, outputs = torch.zeros(1), []
    for i in range(keys.shape[-2]):
        state = linear_step(
            state, keys[..., i, :, None], values[..., i, None, :], keep
        )
        outputs.append(queries[..., i, None, :] @ state)
    return torch.cat(outputs, dim=-2)


torch.manual_seed(0)
q, k, v = torch.randn(3, 2, 40, 4)  # 2 heads, 40 tokens
keep = torch.tensor([0.9, 1.0])[:, None, None]  # one for each head
difference = as_table(q, k, v, keep) - as_recurrence(q, k, v, keep)
print("below 1e-4:", difference.abs().max().item() < 1e-4)
print(
    f"keys and values kept: {k.numel() + v.numel()} numbers, "
    f"state: {2 * 4 * 4}"
)

class LightningAttention(nn.Module):
    def __init__(self, width, heads, d, layer, num_layers):
        super().__init__()
        self.heads = heads
        self.qkv_proj = nn.Linear(width, 3 * heads * d, bias=False)
        self.output_gate = nn.Linear(width, heads * d, bias=False)
        self.out_proj = nn.Linear(heads * d, width, bias=False)
        self.norm = nn.RMSNorm(heads * d, eps=1e-6)
        self.activation = nn.SiLU()  # x * sigmoid(x)
        slopes = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)
        slopes *= 1 - layer / (num_layers - 1 + 1e-5) + 1e-5
        self.keep = torch.exp(-slopes)[:, None, None]

    def forward(self, x, mix=as_table):  # x (b, n, width)
        qkv = self.activation(self.qkv_proj(x))
        qkv = qkv.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        context = mix(*qkv.chunk(3, dim=-1), self.keep)
        context = self.norm(context.transpose(1, 2).flatten(2))
        return self.out_proj(self.output_gate(x).sigmoid() * context)

def lightning_difference(seed, left_out=None, mix=as_table):
    config = MiniMaxConfig(
        hidden_size=48,
        num_attention_heads=4,
        head_dim=16,
        num_hidden_layers=4,
        block_size=16,
    )
    theirs = randomize(MiniMaxLightningAttention(config, 1), seed)
    own = LightningAttention(48, 4, 16, layer=1, num_layers=4)
    # strict=False: theirs also stores the powers of `keep`
    own.load_state_dict(theirs.state_dict(), strict=False)
    x = torch.randn(2, 40, 48)
    expected = theirs(x, None, None)[0]

    if left_out == "decay":
        own.keep = torch.ones(4, 1, 1)
    if left_out == "layer in the decay":
        own.keep = LightningAttention(48, 4, 16, 0, 4).keep
    if left_out == "SiLU":
        own.activation = nn.Identity()
    if left_out == "gate":
        own.output_gate.weight.zero_()  # 1/2 everywhere
    return relative(own(x, mix), expected)


for mix in [as_table, as_recurrence]:
    print("below 1e-5:", lightning_difference(0, mix=mix) < 1e-5)
for part in ["decay", "layer in the decay", "SiLU", "gate"]:
    print(f"without {part:18} {lightning_difference(0, part):.1f}")

# --- What it confuses ---

def store(step, keys, values):  # (pairs, d) each
    state = torch.zeros(keys.shape[1], values.shape[1])
    for key, value in zip(keys, values):
        state = step(state, key[:, None], value[None])
    return state


def look_up(keys, values):  # no state
    return torch.softmax(30 * keys @ keys.T, dim=-1) @ values


def two_keys(similarity):  # of length 1
    other = (1 - similarity**2) ** 0.5
    return torch.tensor([[1.0, 0.0], [similarity, other]])


two_values = torch.tensor([[20.0], [60.0]])  # green, blue
print("        linear     softmax")
print("dot  green blue  green blue")
for similarity in [0.0, 0.6, 1.0]:
    keys = two_keys(similarity)
    linear = keys @ store(linear_step, keys, two_values)
    kept = look_up(keys, two_values)
    print(
        f"{similarity:3}  {linear[0, 0]:5.0f} {linear[1, 0]:4.0f}"
        f"  {kept[0, 0]:5.0f} {kept[1, 0]:4.0f}"
    )

# --- The delta rule ---

def delta_step(state, key, value, keep=1.0, write=1.0):
    state = keep * state
    found = key.mT @ state  # (heads, 1, d)
    return state + key @ (write * (value - found))


print("dot  green blue")
for similarity in [0.0, 0.6, 1.0]:
    keys = two_keys(similarity)
    delta = keys @ store(delta_step, keys, two_values)
    print(f"{similarity:3}  {delta[0, 0]:5.0f} {delta[1, 0]:4.0f}")

def error(read, values):
    return ((read - values).norm() / values.norm()).item()


print("pairs linear delta softmax")
for count in [1, 4, 8, 12, 16, 24, 32]:
    errors = []
    for seed in range(50):
        torch.manual_seed(seed)
        keys = F.normalize(torch.randn(count, 16), dim=-1)
        many = torch.randn(count, 16)
        reads = [
            keys @ store(linear_step, keys, many),
            keys @ store(delta_step, keys, many),
            look_up(keys, many),
        ]
        errors.append([error(read, many) for read in reads])
    mean = torch.tensor(errors).mean(dim=0)
    print(f"{count:5} {mean[0]:6.2f} {mean[1]:5.2f} {mean[2]:7.2f}")

key, sixty = torch.tensor([[1.0]]), torch.tensor([[60.0]])
half = delta_step(torch.zeros(1, 1), key, sixty, write=0.5)
print(f"{delta_step(half, key, sixty, write=0.5).item():.0f}")

# --- Equal to Qwen3-Next ---

def unit(x):  # length 1
    return x * torch.rsqrt((x * x).sum(-1, keepdim=True) + 1e-6)


class GatedDeltaNet(nn.Module):
    def __init__(self, width, groups, heads, d):
        super().__init__()
        self.groups, self.heads, self.d = groups, heads, d
        mixed = (2 * groups + heads) * d  # queries, keys, values
        self.in_proj_qkvz = nn.Linear(
            width, mixed + heads * d, bias=False
        )
        self.in_proj_ba = nn.Linear(width, 2 * heads, bias=False)
        self.conv1d = nn.Conv1d(
            mixed, mixed, 4, groups=mixed, padding=3, bias=False
        )
        self.A_log = nn.Parameter(torch.zeros(heads))
        self.dt_bias = nn.Parameter(torch.zeros(heads))
        self.norm = nn.RMSNorm(d, eps=1e-6)
        self.out_proj = nn.Linear(heads * d, width, bias=False)

    def split(self, x, sizes):  # stored by groups
        x = x.unflatten(-1, (self.groups, -1)).split(sizes, dim=-1)
        return [part.flatten(2) for part in x]

    def forward(self, x, step=delta_step):  # x (b, n, width)
        d, share = self.d, self.heads // self.groups
        *qkv, z = self.split(
            self.in_proj_qkvz(x), [d, d, share * d, share * d]
        )
        write, pace = self.split(self.in_proj_ba(x), [share, share])
        speed = self.A_log.exp() * F.softplus(pace + self.dt_bias)
        # (b, n, heads, 1, 1)
        keep = torch.exp(-speed)[..., None, None]
        write = write.sigmoid()[..., None, None]
        qkv = self.conv1d(torch.cat(qkv, dim=-1).mT)
        qkv = F.silu(qkv[..., : x.shape[1]].mT).unflatten(-1, (-1, d))
        sizes = [self.groups, self.groups, self.heads]
        q, k, v = qkv.split(sizes, dim=2)  # (b, n, heads, d)
        q = unit(q).repeat_interleave(share, dim=2) * d**-0.5
        k = unit(k).repeat_interleave(share, dim=2)
        state, outputs = torch.zeros(1, 1, d, d), []
        for i in range(x.shape[1]):
            key, value = k[:, i, :, :, None], v[:, i, :, None]
            state = step(state, key, value, keep[:, i], write[:, i])
            outputs.append(q[:, i, :, None] @ state)
        out = self.norm(torch.stack(outputs, dim=1).squeeze(3))
        return self.out_proj(out.flatten(2) * F.silu(z))


def step_without_delta(state, key, value, keep, write):
    return linear_step(state, key, write * value, keep)


def delta_difference(seed, left_out=None, n=80):
    config = Qwen3NextConfig(
        hidden_size=48,
        linear_num_key_heads=2,
        linear_num_value_heads=4,
        linear_key_head_dim=16,
        linear_value_head_dim=16,
        num_hidden_layers=4,
    )
    theirs = randomize(Qwen3NextGatedDeltaNet(config, 0), seed)
    own = GatedDeltaNet(48, 2, 4, 16)
    own.load_state_dict(theirs.state_dict())
    x = torch.randn(2, n, 48)
    expected = theirs(x)

    if left_out == "keep":
        own.A_log.fill_(-torch.inf)  # keep = 1
    if left_out == "write":
        halves = own.in_proj_ba.weight.unflatten(0, (2, 2, 2))
        halves[:, 0] = 0  # write = 1/2
    if left_out == "convolution":
        own.conv1d.weight[:, :, :3] = 0  # only the token itself
    step = step_without_delta if left_out == "delta" else delta_step
    return relative(own(x, step), expected)

# transformers computes 64 tokens at once, which rounds differently
print("below 1e-4:", delta_difference(0) < 1e-4)
for part in ["delta", "keep", "write", "convolution"]:
    print(f"without {part:11} {delta_difference(0, part):.1f}")

# --- Back to the beginning ---

config = Qwen3NextConfig()
kinds = config.layer_types
linear, full = [
    kinds.count(f"{kind}_attention") for kind in ["linear", "full"]
]
print(f"{linear} layers with linear attention, {full} full layers")
per_head = config.linear_key_head_dim * config.linear_value_head_dim
state = config.linear_num_value_heads * per_head
per_token = 2 * config.num_key_value_heads * config.head_dim
print(f"state {state:,} numbers, the cache of {state // per_token} tokens")

# --- Where the square wins ---

def share_of_full(n):
    in_full = 5 * pairs(n, n)
    return in_full / (in_full + 29 * pairs(n, 1_024))


print(f"{share_of_full(131_072):.2f}")
print(
    next(
        2**power for power in range(30) if share_of_full(2**power) > 0.9
    )
)

# --- Two sinks ---

def single_sink(s, t):        # tensors with one number each
    ...

two = torch.cat(
    [scores, torch.tensor([[3.0, 1.0]]).expand(4, 2)], dim=-1
)
two = torch.softmax(two, dim=-1)[:, :-2]
single = torch.logaddexp(torch.tensor(3.0), torch.tensor(1.0))
one = softmax_with_sink(scores, single)
print(f"{single:.3f}", torch.allclose(one, two))

# --- Block by block ---

def in_blocks(queries, keys, values, keep, size=16):
    # queries, keys, values (heads, n, d), keep (heads, 1, 1)
    blocks = zip(*[x.split(size, dim=-2)
                   for x in (queries, keys, values)])
    ...

def in_blocks(queries, keys, values, keep, size=16):
    state, outputs = torch.zeros(1, 1), []
    for q, k, v in zip(
        *[x.split(size, dim=-2) for x in (queries, keys, values)]
    ):
        place = torch.arange(k.shape[-2])[:, None]
        old = (q * keep ** (place + 1)) @ state if outputs else 0
        outputs.append(old + as_table(q, k, v, keep))
        faded = k * keep ** (len(place) - 1 - place)
        state = keep ** len(place) * state + faded.mT @ v
    return torch.cat(outputs, dim=-2)


print("below 1e-5:", lightning_difference(0, mix=in_blocks) < 1e-5)

# --- Keys at right angles ---

# as many keys as one state can hold without any error
right_angles = ...      # (pairs, 16)

torch.manual_seed(0)
right_angles = torch.linalg.qr(torch.randn(16, 16)).Q
more = F.normalize(torch.randn(1, 16), dim=-1)
many = torch.randn(17, 16)
for keys in [right_angles, torch.cat([right_angles, more])]:
    for step in [linear_step, delta_step]:
        target = many[: len(keys)]
        read = keys @ store(step, keys, target)
        print(
            len(keys),
            step.__name__,
            "all:",
            f"{error(read, target):.2f}",
            f"last: {error(read[-1], target[-1]):.2f}",
        )

# --- The best keys only ---

def best(index_scores, count):  # (n, n)
    # True: this query may look at this key
    ...

def best(index_scores, count):  # (n, n)
    n = len(index_scores)
    past = seen(n, n)
    index_scores = index_scores.masked_fill(~past, -torch.inf)
    chosen = index_scores.topk(min(count, n), dim=-1).indices
    mask = torch.zeros(n, n, dtype=torch.bool)
    return mask.scatter(-1, chosen, True) & past


torch.manual_seed(0)
index_q, index_k = torch.randn(4, 40, 8), torch.randn(40, 8)
factors = torch.randn(40, 4)  # one per token and head
per_head = F.relu(index_q @ index_k.T)  # (heads, n, n)
index_scores = torch.einsum("ih,hij->ij", factors, per_head)

q, k, v = torch.randn(3, 1, 40, 16)
full = F.scaled_dot_product_attention(q, k, v, is_causal=True)
for count in [8, 40]:
    sparse = F.scaled_dot_product_attention(
        q, k, v, attn_mask=best(index_scores, count)
    )
    print(count, torch.allclose(sparse, full, atol=1e-5))

count = transformers.DeepseekV32Config().index_topk
print(
    f"{count:,} keys, {pairs(n, count) / pairs(n, n):.0%} of the pairs"
)
