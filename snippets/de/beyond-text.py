# Aufmerksamkeit jenseits des Schreibens
# https://attention-by-example.github.io/attention-by-example/de/beyond-text/
# License: MIT
# Needs: pip install torch transformers

# --- Eine Klasse für alles ---

import torch
from torch import nn
from torch.nn import functional as F

torch.set_default_dtype(torch.float64)


class Attention(nn.Module):
    def __init__(self, width, heads, causal=False):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.q_proj = nn.Linear(width, width)
        self.k_proj = nn.Linear(width, width)
        self.v_proj = nn.Linear(width, width)
        self.o_proj = nn.Linear(width, width)

    def split_heads(self, x):              # (b, n, width)
        # (b, heads, n, d_head)
        return x.unflatten(2, (self.heads, -1)).transpose(1, 2)

    def forward(self, x, source=None):
        source = x if source is None else source
        queries = self.split_heads(self.q_proj(x))
        keys = self.split_heads(self.k_proj(source))
        values = self.split_heads(self.v_proj(source))
        scores = queries @ keys.mT / keys.shape[-1] ** 0.5
        if self.causal:
            future = torch.ones_like(scores, dtype=torch.bool).triu(1)
            scores = scores.masked_fill(future, -torch.inf)
        self.weights = torch.softmax(scores, dim=-1)
        context = self.weights @ values    # (b, heads, n, d_head)
        return self.o_proj(context.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, width, heads, causal=False, eps=1e-12):
        super().__init__()
        self.layernorm_before = nn.LayerNorm(width, eps=eps)
        self.attention = Attention(width, heads, causal)
        self.layernorm_after = nn.LayerNorm(width, eps=eps)
        self.fc1 = nn.Linear(width, 4 * width)
        self.fc2 = nn.Linear(4 * width, width)

    def forward(self, x):                  # (b, n, width)
        x = x + self.attention(self.layernorm_before(x))
        hidden = F.gelu(self.fc1(self.layernorm_after(x)))
        return x + self.fc2(hidden)

# --- Der Encoder liest einen fertigen Text ---

torch.manual_seed(123)
decoder_block = Block(8, 2, causal=True)
encoder_block = Block(8, 2)
text = torch.randn(1, 3, 8)                # Hello shiny sun
changed = text.clone()
changed[0, 2] = torch.randn(8)             # Hello shiny ...
for block in [decoder_block, encoder_block]:
    difference = (block(changed) - block(text)).abs().amax(dim=2)
    print((difference > 1e-6).tolist())

# --- Kreuzaufmerksamkeit verbindet zwei Sequenzen ---

source = 3 * torch.eye(5)                  # Kannst du mir bitte helfen
target = source[[0, 1, 4, 2]]              # Can you help me

scores = target @ source.T / 5 ** 0.5
print(torch.softmax(scores, dim=-1))

torch.manual_seed(0)
attention = Attention(width=48, heads=4)
target = torch.randn(1, 9, 48)             # (b, n, width)
source = torch.randn(1, 30, 48)            # (b, m, width)
mixed = attention(target, source)

print("queries", *attention.split_heads(attention.q_proj(target)).shape)
print("keys   ", *attention.split_heads(attention.k_proj(source)).shape)
print("values ", *attention.split_heads(attention.v_proj(source)).shape)
print("weights", *attention.weights.shape)
print("output ", *mixed.shape)

# --- Die Kreuzaufmerksamkeit von Whisper ---

from transformers import WhisperConfig
from transformers.models.whisper.modeling_whisper import WhisperAttention
from transformers.utils import logging

logging.set_verbosity_error()
config = WhisperConfig()
print("source tokens:", config.max_source_positions)

def randomize(model):
    for parameter in model.eval().parameters():
        parameter.normal_(std=0.3)


def relative(ours, theirs):                # bezogen auf max |theirs|
    return ((ours - theirs).abs().max() / theirs.abs().max()).item()


@torch.no_grad()
def cross_difference(seed, module=WhisperAttention, heads=4,
                     causal=False, change=lambda source: source):
    torch.manual_seed(seed)
    theirs = module(48, 4, config=config, layer_idx=0)
    randomize(theirs)
    tensors = {name.replace("out_proj", "o_proj"): tensor
               for name, tensor in theirs.state_dict().items()}
    tensors.setdefault("k_proj.bias", torch.zeros(48))
    ours = Attention(48, heads, causal)
    ours.load_state_dict(tensors)
    target, source = torch.randn(2, 9, 48), torch.randn(2, 30, 48)
    output, _ = theirs(target, key_value_states=source)
    return relative(ours(target, change(source)), output)


cross_faults = {
    "target looks at itself": dict(change=lambda source: None),
    "last vector missing": dict(change=lambda source: source[:, :-1]),
    "causal mask": dict(causal=True),
    "one head": dict(heads=1),
}
print(f"below 1e-12: {cross_difference(seed=0) < 1e-12}")
for name, parts in cross_faults.items():
    print(f"{name:22} {cross_difference(0, **parts):.1g}")

# --- Patches machen aus einem Bild eine Sequenz ---

art = """
.###. ..#.. .###. ####. ...#.
#...# .##.. #...# ....# ..##.
#..## ..#.. ....# ....# .#.#.
#.#.# ..#.. ..##. .###. #..#.
##..# ..#.. .#... ....# #####
#...# ..#.. #.... ....# ...#.
.###. .###. ##### ####. ...#.

##### .###. ##### .###. .###.
#.... #.... ....# #...# #...#
#.... #.... ...#. #...# #...#
####. ####. ..#.. .###. .####
....# #...# .#... #...# ....#
....# #...# .#... #...# ....#
####. .###. .#... .###. .###.
"""
pixels = torch.tensor([[1.0 if sign == "#" else -1.0 for sign in row]
                       for row in art.split()])    # (70, 5)
# (half, row, digit, column) wird zu (half * digit, row, column)
digits = pixels.view(2, 7, 5, 5).transpose(1, 2).reshape(10, 7, 5)

image = -torch.ones(1, 1, 8, 8)            # (b, channels, height, width)
image[0, 0, :7, 2:7] = digits[4]

def cut(images, size):                     # (b, channels, height, width)
    # (b, channels, rows, columns, size, size)
    tiles = images.unfold(2, size, size).unfold(3, size, size)
    # (b, rows * columns, channels * size * size)
    return tiles.permute(0, 2, 3, 1, 4, 5).flatten(3).flatten(1, 2)


print(cut(image, 2).shape)
print(cut(image, 2)[0, 2])                 # der dritte Patch

torch.manual_seed(0)
convolution = nn.Conv2d(3, 48, kernel_size=2, stride=2)
linear = nn.Linear(3 * 2 * 2, 48)
linear.weight.data = convolution.weight.data.flatten(1)
linear.bias = convolution.bias
images = torch.rand(2, 3, 8, 8)
torch.testing.assert_close(linear(cut(images, 2)),
                           convolution(images).flatten(2).mT)

# --- Ein ViT ---

class ViT(nn.Module):
    def __init__(self, channels, image, patch, width, heads, num_layers,
                 cut=cut, eps=1e-12):
        super().__init__()
        self.patch, self.cut = patch, cut
        n = (image // patch) ** 2          # Zahl der Patches
        self.patch_projection = nn.Linear(channels * patch ** 2, width)
        self.cls_token = nn.Parameter(torch.randn(1, 1, width))
        self.position_embeddings = nn.Parameter(
            torch.randn(1, n + 1, width))
        self.layers = nn.Sequential(*[
            Block(width, heads, eps=eps) for _ in range(num_layers)])
        self.layernorm = nn.LayerNorm(width, eps=eps)

    def forward(self, images):             # (b, channels, height, width)
        x = self.patch_projection(self.cut(images, self.patch))
        cls = self.cls_token.expand(len(x), 1, -1)    # eines pro Bild
        x = torch.cat([cls, x], dim=1) + self.position_embeddings
        return self.layernorm(self.layers(x))    # (b, n + 1, width)

from transformers import ViTConfig, ViTModel


@torch.no_grad()
def vit_difference(seed, positions=True, **parts):
    torch.manual_seed(seed)
    theirs = ViTModel(ViTConfig(
        num_channels=3, image_size=8, patch_size=2, hidden_size=48,
        num_attention_heads=4, intermediate_size=192,
        num_hidden_layers=2), add_pooling_layer=False)
    randomize(theirs)
    tensors = {name.replace("embeddings.", "").replace("mlp.", ""): tensor
               for name, tensor in theirs.state_dict().items()}
    weight = "patch_projection.weight"
    tensors[weight] = tensors[weight].flatten(1)
    ours = ViT(3, 8, 2, 48, 4, 2, **parts)
    ours.load_state_dict(tensors)
    if not positions:
        ours.position_embeddings.zero_()
    images = torch.rand(2, 3, 8, 8)
    return relative(ours(images), theirs(images).last_hidden_state)


def cut_by_columns(images, size):
    tiles = images.unfold(2, size, size).unfold(3, size, size)
    return tiles.permute(0, 3, 2, 1, 4, 5).flatten(3).flatten(1, 2)


def cut_channels_last(images, size):
    tiles = images.unfold(2, size, size).unfold(3, size, size)
    return tiles.permute(0, 2, 3, 4, 5, 1).flatten(3).flatten(1, 2)


vit_faults = {
    "patches by columns": dict(cut=cut_by_columns),
    "channels last": dict(cut=cut_channels_last),
    "no positions": dict(positions=False),
    "eps of 1e-5": dict(eps=1e-5),
}
print(f"below 1e-12: {vit_difference(seed=0) < 1e-12}")
for name, parts in vit_faults.items():
    print(f"{name:18} {vit_difference(0, **parts):.1g}")

print((224 // 16) ** 2 + 1)

# --- An Ziffern trainieren ---

places = -torch.ones(10, 4, 1, 8, 8)       # jede Ziffer an vier Plätzen
for place, (y, x) in enumerate([(0, 1), (0, 2), (1, 1), (1, 2)]):
    places[:, place, 0, y:y + 7, x:x + 5] = digits


def draw(count):
    labels = torch.randint(10, (count,))
    images = places[labels, torch.randint(4, (count,))]
    return images + 0.4 * torch.randn(images.shape), labels


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.vit = ViT(1, 8, 2, width=24, heads=4, num_layers=2)
        self.output = nn.Linear(24, 10)

    def forward(self, images):
        return self.output(self.vit(images)[:, 0])    # das Klassen-Token


def train(positions, seed=1, steps=200):
    torch.manual_seed(seed)
    model = Classifier()
    if not positions:                      # Nullen, die Nullen bleiben
        model.vit.position_embeddings.requires_grad_(False).zero_()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.007,
                                  fused=True)
    schedule = torch.optim.lr_scheduler.LinearLR(
        optimizer, 1.0, 0.0, total_iters=steps)
    for _ in range(steps):
        images, labels = draw(64)
        loss = F.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model

model, bag = train(positions=True), train(positions=False)

torch.manual_seed(1)
images, labels = draw(1000)                # neue Bilder


@torch.no_grad()
def share(model, images):                  # Anteil erkannter Ziffern
    return (model(images).argmax(dim=1) == labels).double().mean().item()


print(f"with positions    {share(model, images):.2f}")
print(f"without positions {share(bag, images):.2f}")

@torch.no_grad()
def is_blind_to_order(model):
    order = torch.randperm(16)
    before = model(images)
    model.vit.cut = lambda images, size: cut(images, size)[:, order]
    after = model(images)
    model.vit.cut = cut
    return relative(after, before) < 1e-12


print(f"with positions:    {is_blind_to_order(model)}")
print(f"without positions: {is_blind_to_order(bag)}")

# --- Wohin schaut das Klassen-Token? ---

@torch.no_grad()
def weights_of_class_token(images):        # (b, patches)
    model(images)
    weights = model.vit.layers[-1].attention.weights
    return weights[:, :, 0, 1:].mean(dim=1)


torch.set_printoptions(precision=2, sci_mode=False)
four = places[4:5, 1]                      # (1, 1, 8, 8)
for row in four[0, 0]:
    print("".join("#" if pixel > 0 else "." for pixel in row))
print(weights_of_class_token(four).view(4, 4))

second_patch = cut(places[:, 1], 2)[:, 1]    # (10, 4)
print((second_patch > 0).any(dim=1).long().tolist())

def exchange(images, chosen):              # chosen: (b, 4)
    taken = torch.zeros(len(images), 16).scatter(1, chosen, 1.0)
    taken = taken.view(-1, 1, 4, 4)        # eine Zahl pro Patch
    taken = taken.repeat_interleave(2, 2).repeat_interleave(2, 3)
    # roll(1, 0): das Nachbarbild im Batch
    return torch.where(taken > 0, images.roll(1, 0), images)


order = weights_of_class_token(images).argsort(dim=1, descending=True)
at_random = torch.rand(1000, 16).argsort(dim=1)
print("exchanged recognized")
print(f"none      {share(model, images):10.2f}")
for name, chosen in [("smallest", order.flip(1)), ("random", at_random),
                     ("largest", order)]:
    exchanged = exchange(images, chosen[:, :4])
    print(f"{name:9} {share(model, exchanged):10.2f}")

# --- Eine umgestellte Quelle ---

def reverse(source):
    return source.flip(1)


assert cross_difference(0, change=reverse) < 1e-12

torch.manual_seed(0)
source_positions = torch.randn(30, 48)
placed = attention(target, source + source_positions)
reversed_words = attention(target, reverse(source) + source_positions)
assert relative(reversed_words, placed) > 0.1

# --- Das Zerlegen rückgängig machen ---

def join(patches, size, channels):     # (b, n, channels * size * size)
    ...    # (b, channels, height, width)

def join(patches, size, channels):     # (b, n, channels * size * size)
    side = round(patches.shape[1] ** 0.5)
    tiles = patches.unflatten(2, (channels, size, size))
    tiles = tiles.unflatten(1, (side, side))
    # (b, channels, rows, size, columns, size)
    tiles = tiles.permute(0, 3, 1, 4, 2, 5)
    return tiles.flatten(4).flatten(2, 3)


colored = torch.rand(2, 3, 8, 8)
assert torch.equal(join(cut(colored, 2), 2, 3), colored)

# --- Der Bias, den Whisper weglässt ---

from transformers.models.bart.modeling_bart import BartAttention


class NoKeyBias(BartAttention):
    def state_dict(self, *args, **kwargs):
        tensors = super().state_dict(*args, **kwargs)
        del tensors["k_proj.bias"]
        return tensors


assert cross_difference(0, BartAttention) < 1e-12
assert cross_difference(0, NoKeyBias) < 1e-12

# --- Kleinere Patches ---

tokens_of_8 = ...          # bei Patches von 8 × 8
table_factor = ...         # neue Größe der Matrix durch alte
projection_factor = ...    # dasselbe für die Projektion

for patch in [16, 8]:
    tokens = (224 // patch) ** 2 + 1
    print(f"{tokens:3} tokens, {tokens ** 2:7,} weights, "
          f"{3 * patch ** 2 * 768:7,} numbers in the projection")
tokens_of_8 = tokens
table_factor = (tokens / 197) ** 2
projection_factor = 8 ** 2 / 16 ** 2

# --- Der Block eines Übersetzungsmodells ---

class TranslatorBlock(Block):
    def __init__(self, width, heads):
        super().__init__(width, heads, causal=...)
        ...    # Kreuzaufmerksamkeit und ihre Normalisierung

    def forward(self, x, source):      # (b, n, width), (b, m, width)
        ...

class TranslatorBlock(Block):
    def __init__(self, width, heads):
        super().__init__(width, heads, causal=True)
        self.layernorm_cross = nn.LayerNorm(width)
        self.cross = Attention(width, heads)

    def forward(self, x, source):
        x = x + self.attention(self.layernorm_before(x))
        x = x + self.cross(self.layernorm_cross(x), source)
        hidden = F.gelu(self.fc1(self.layernorm_after(x)))
        return x + self.fc2(hidden)


def last_changed(x):
    return torch.cat([x[:, :-1], -x[:, -1:]], dim=1)


torch.manual_seed(0)
block = TranslatorBlock(48, 4)
before = block(target, source)
for after in [block(last_changed(target), source),
              block(target, last_changed(source))]:
    rows = (after - before).abs().amax(dim=2)[0] > 1e-6
    print(rows.long().tolist())
