# Maelezo ya PyTorch
# https://attention-by-example.github.io/attention-by-example/sw/pytorch-notes/
# License: MIT
# Needs: pip install torch

import torch
import torch.nn.functional as F
from torch import nn

# Sehemu zote hutumia vekta hizi; endesha msimbo kuanzia juu.
embeddings = torch.tensor([
    [0.34, 0.22, 0.54],  # Hello
    [0.53, 0.34, 0.98],  # shiny
    [0.29, 0.54, 0.93],  # sun
])

# --- Matoleo ---

print(torch.__version__ >= "2.5")
print("2.13.0" >= "2.5")                  # maandishi ya kawaida

# --- Mbegu, na matokeo yanayorudiwa ---

torch.manual_seed(123)                    # mwanzo wa mfuatano
first = torch.rand(3)
torch.manual_seed(123)
print(torch.equal(torch.rand(3), first))

torch.manual_seed(123)
torch.rand(1)                             # namba moja imezidi
print(torch.equal(torch.rand(3), first))

own = torch.Generator().manual_seed(123)  # mfuatano wake
print(torch.equal(torch.rand(3, generator=own), first))

torch.manual_seed(123)
short = torch.randn(15)
torch.manual_seed(123)
print(torch.equal(torch.randn(16)[:15], short))

# --- Kukadiria, na tofauti zinazoruhusiwa ---

weights = torch.softmax(embeddings @ embeddings[1], dim=-1)
context = weights @ embeddings            # vekta ya muktadha ya shiny
print(context)
products = weights[:, None] * embeddings  # (3, 1) * (3, 3): vijumlishwa
print(products.round(decimals=4).sum(dim=0))
print(f"{embeddings[0, 0].item():.12f} {0.34:.12f}")  # torch, Python
print((0.1 + 0.2) + 0.3 == 0.1 + (0.2 + 0.3))

torch.testing.assert_close(products.sum(dim=0), context)
zero, nan = torch.tensor(0.0), torch.tensor(torch.nan)
print(torch.equal(zero, -zero), torch.equal(nan, nan))

# --- Mtawanyiko: n au n − 1 ---

shiny = embeddings[1]
print(shiny.var(), shiny.var(correction=0))
centered = shiny - shiny.mean()
# 1e-5 huzuia kugawanya kwa 0; [3] ni idadi ya vijenzi
by_hand = centered / (shiny.var(correction=0) + 1e-5).sqrt()
torch.testing.assert_close(by_hand, F.layer_norm(shiny, [3]))

# --- nn.Parameter, na kile ambacho tensa ya kawaida hukosa ---

class Forgetful(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = torch.rand(3, 2)               # tensa ya kawaida
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.heads = [nn.Linear(3, 2)]                # orodha ya Python
        self.found = nn.ModuleList([nn.Linear(3, 2)])


for name, parameter in Forgetful().named_parameters():
    print(name, tuple(parameter.shape))

# --- nn.Linear huhifadhi transposi ya matriki yake ---

layer = nn.Linear(3, 2, bias=False)
print(layer.weight.shape)                 # (d_out, d_in)
torch.testing.assert_close(layer(embeddings),
                           embeddings @ layer.weight.T)

W_query = torch.rand(3, 2)                # (d_in, d_out)
with torch.no_grad():                     # kunakili si mafunzo
    layer.weight.copy_(W_query.T)
torch.testing.assert_close(layer(embeddings), embeddings @ W_query)

# --- Uzito wa kuanzia wa nn.Linear ---

torch.manual_seed(0)
linear = nn.Linear(400, 200, bias=False)
large = linear.weight.detach()            # gradienti hazihitajiki
limit = 1 / 400 ** 0.5
print(limit, large.min(), large.max())
# migao ya namba katika sehemu tano za upana sawa
print(large.histc(bins=5, min=-limit, max=limit) / large.numel())

x = torch.randn(1000, 400)                # mtawanyiko 1
control = torch.rand(200, 400)
print(f"{(x @ large.T).var():.2f} {(x @ control.T).var():.0f}")

# --- Bafa ---

class ThreeKinds(nn.Module):
    def __init__(self):
        super().__init__()
        mask = torch.ones(2, 2).triu(diagonal=1).bool()
        self.plain = mask
        self.parameter = nn.Parameter(torch.ones(2, 2))
        self.register_buffer("kept", mask)
        self.register_buffer("moved", mask, persistent=False)


module = ThreeKinds().to("meta")
trained = dict(module.named_parameters())
saved = module.state_dict()               # kinachoandikwa kwenye faili
for name in ["plain", "parameter", "kept", "moved"]:
    device = getattr(module, name).device  # module.plain.device, …
    # :9, :4 na !s:5 huongeza nafasi tupu, ili safu wima zilingane
    print(f"{name:9}  {device.type:4}  {name in trained!s:5}",
          name in saved)

# --- Dropout ---

dropout = nn.Dropout(0.2)
dropped = dropout(torch.ones(100_000))
print(dropped.unique())                   # namba zinazotokea
torch.testing.assert_close(
    dropped.mean(), torch.tensor(1.0), atol=0.02, rtol=0)

# uzito wa shiny (sehemu ya Kukadiria), ukirudiwa: (100_000, 3)
rows = dropout(weights.expand(100_000, 3)).sum(dim=-1)
print(rows.min(), rows.max())             # jumla ya safu mlalo si 1

dropout.eval()
print(dropout(torch.ones(5)))

torch.manual_seed(123)
x = torch.rand(1, 4, 6, 8)                # (batch, heads, tokens, d)
once = F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)
again = F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)
print(torch.allclose(once, again))

# --- Miruko: view, transpose, contiguous, reshape ---

matrix = torch.arange(6).view(2, 3)       # arange: 0, 1, … 5
flipped = matrix.transpose(0, 1)          # (3, 2)
print(matrix.stride(), flipped.stride())
print(matrix.data_ptr() == flipped.data_ptr())  # kumbukumbu ileile?

try:
    flipped.view(6)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

print(flipped.view(3, 2, 1).shape)        # huongeza mhimili

flat = flipped.contiguous().view(6)       # hunakili, kisha huunganisha
print(flat)
torch.testing.assert_close(flat, flipped.reshape(6))
# kumbukumbu ileile? flipped hunakiliwa, matrix hainakiliwi
print(flipped.reshape(6).data_ptr() == flipped.data_ptr())
print(matrix.reshape(6).data_ptr() == matrix.data_ptr())

print(matrix.view(3, 2))                  # umbo la transposi
print(flipped)

# --- scaled_dot_product_attention ---

x = embeddings
torch.testing.assert_close(
    F.scaled_dot_product_attention(x, x, x),
    torch.softmax(x @ x.T / 3 ** 0.5, dim=-1) @ x)
torch.testing.assert_close(
    F.scaled_dot_product_attention(x, x, x, scale=1.0),
    torch.softmax(x @ x.T, dim=-1) @ x)

torch.manual_seed(123)
q = torch.rand(1, 4, 6, 8)                # vichwa vinne vya maswali
k, v = torch.rand(2, 1, 2, 6, 8)          # vichwa viwili kila moja
grouped = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
repeated = F.scaled_dot_product_attention(
    q, k.repeat_interleave(2, dim=1), v.repeat_interleave(2, dim=1))
torch.testing.assert_close(grouped, repeated)

# --- Barakoa za kweli au si kweli: True ina maana mbili ---

future = torch.ones(3, 3).triu(diagonal=1).bool()
module = nn.MultiheadAttention(3, num_heads=1, batch_first=True)
batch = embeddings[None]                  # (1, tokens, 3)
# moduli hurudisha matokeo na uzito
_, seen_by_module = module(batch, batch, batch, attn_mask=future)
print(seen_by_module[0] > 0)
eye = torch.eye(3)                        # kama thamani: matokeo = uzito
print(F.scaled_dot_product_attention(x, x, eye, attn_mask=future) > 0)

ones_and_zeros = (~future).float()
print(F.scaled_dot_product_attention(     # [0]: safu mlalo ya Hello
    x, x, eye, attn_mask=ones_and_zeros)[0])
print(F.scaled_dot_product_attention(x, x, eye, attn_mask=~future)[0])

# --- Safu mlalo zilizofichwa kabisa ---

nothing = torch.zeros(3, 3).bool()        # zote False: zote zimezuiwa
print(torch.softmax(torch.full((3,), -torch.inf), dim=-1))
print(F.scaled_dot_product_attention(x, x, x, attn_mask=nothing)[0])

# alama nne zenye namba ya chini kabisa yenye kikomo ya float32
smallest = torch.full((4,), torch.finfo(torch.float32).min)
for row in [torch.full((4,), -1e9), smallest, smallest + smallest]:
    print(torch.softmax(row, dim=-1))

try:
    torch.zeros(4).half().masked_fill(torch.ones(4).bool(), -1e9)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- is_causal huhesabu kuanzia juu kushoto ---

newest = x[-1:]                           # (1, 3), sun
wrong = F.scaled_dot_product_attention(newest, x, x, is_causal=True)
right = F.scaled_dot_product_attention(newest, x, x)
print(wrong)                              # thamani ya Hello
print(right)

# --- nn.MultiheadAttention na mitego yake ---

torch.manual_seed(123)
theirs = nn.MultiheadAttention(4, 2, batch_first=True)
default = nn.MultiheadAttention(4, 2)     # batch_first=False
default.load_state_dict(theirs.state_dict())  # uzito uleule

x = torch.rand(2, 5, 4)                   # sentensi mbili, tokeni tano
other = x.clone()
other[1] = 0.5                            # sentensi ya pili ni nyingine
for module in (theirs, default):
    before = module(x, x, x)[0][0]        # matokeo, sentensi ya 1
    after = module(other, other, other)[0][0]
    print(torch.equal(before, after))

fresh = nn.MultiheadAttention(256, 8)
print([name for name, _ in fresh.named_parameters()])
largest = fresh.in_proj_weight.abs().max()
xavier, linear = (6 / (4 * 256)) ** 0.5, 1 / 256 ** 0.5
print(f"{xavier:.4f} {linear:.4f}")       # mipaka miwili
assert linear < largest <= xavier

print(theirs(x, x, x)[1].shape)           # (batch, queries, keys)
print(theirs(x, x, x, average_attn_weights=False)[1].shape)

everything = torch.ones(5, 5).bool()      # True = imezuiwa
with_weights, _ = theirs(x, x, x, attn_mask=everything)
without, no_weights = theirs(
    x, x, x, attn_mask=everything, need_weights=False)
print(with_weights.isnan().any(), without.isnan().any())
print(no_weights)

try:
    theirs(x, x, x, is_causal=True)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# --- Usahihi wa namba: softmax katika bfloat16 ---

torch.manual_seed(0)
scores = 3 * torch.randn(100, 1000)       # (queries, keys)
exact = torch.softmax(scores, dim=-1)     # float32
rounded_late = exact.bfloat16().float()
rounded_early = torch.softmax(scores.bfloat16().float(), dim=-1)
for name, rounded in [("weights", rounded_late),
                      ("scores", rounded_early)]:
    error = (rounded / exact - 1).abs().max()
    print(f"{name} in bfloat16: off by up to {error:.1%}")
print(rounded_late.sum(dim=-1)[:3])

# --- Hatua kwenye kumbukumbu ---

heads = torch.empty(2, 8, 4, 16).transpose(1, 2)
print(heads.stride()[2])

def join_heads(heads):    # (batch, heads, tokens, d_head)
    ...                   # (batch, tokens, heads * d_head), bila nakala

print(heads.shape, heads.stride())
print(heads.transpose(1, 2).view(2, 8, 64).stride())

# --- Barakoa isiyozuia kitu ---

equal = torch.zeros(3, 3)  # maswali na funguo: alama zote ni 0
row = ...     # (3,), uzito wa Hello, barakoa ikiwa ones_and_zeros
factor = ...  # namba ambayo barakoa huzidishia uwiano huo

equal = torch.zeros(3, 3)             # alama zote ni 0
row = F.scaled_dot_product_attention(
    equal, equal, eye, attn_mask=ones_and_zeros)[0]
print(row, row[0] / row[1])

# --- Orodha inayoficha vichwa vyake ---

class Complete(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = ...
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.heads = ...
        self.found = nn.ModuleList([nn.Linear(3, 2)])


trained_before = ...  # namba za Forgetful zinazoweza kufunzwa
trained_after = ...   # na za Complete

class Complete(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.heads = nn.ModuleList([nn.Linear(3, 2)])
        self.found = nn.ModuleList([nn.Linear(3, 2)])


for module in (Forgetful(), Complete()):
    print(sum(p.numel() for p in module.parameters()))
