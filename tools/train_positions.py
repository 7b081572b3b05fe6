"""Trains the model of the chapter `positions`, with the code of that chapter: see models/README.md.

    OMP_NUM_THREADS=1 python tools/train_positions.py models/positions.safetensors

takes some minutes. ``--seed`` and ``--steps`` make other runs. With ``--measure`` it trains nothing, but prints the
table that the card has of the model at this path.
"""

from __future__ import annotations

import argparse
import json
import random

import torch
from detectors import ROOT, Chapter
from grammar import vocabulary_of
from safetensors.torch import save_file
from torch import nn

SCRIPT = ROOT / "snippets" / "en" / "positions.py"
LENGTH = 128  # of the texts that it is trained on
STEPS, BATCH, RATE = 3_000, 24, 3e-3
PLACES = ((64, 128), (128, 192), (384, 512))  # of the table: from, to but not including
GAPS = ((16, 127), (128, 255), (256, 511))  # from, to


def train(chapter: Chapter, steps: int, seed: int):
    torch.manual_seed(seed)
    model = chapter.Decoder(vocabulary_of(["en"], count=20_000))
    head_width = model.token_embedding.embedding_dim // model.blocks[0].attention.num_heads
    cos, sin = chapter.turns(torch.arange(LENGTH), chapter.speeds(head_width))
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.98), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, RATE, steps, pct_start=min(0.1, 100 / steps), cycle_momentum=False
    )
    generator = random.Random(seed)
    for step in range(1, steps + 1):
        streams = [chapter.stream(generator, LENGTH + 1)[0] for _ in range(BATCH)]
        ids = torch.tensor([[model.ids[word] for word in words] for words in streams])
        logits = model(ids[:, :-1], cos, sin)
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 500 == 0:
            print(f"step {step}, loss {loss.item():.2f}", flush=True)
    return model


def measure(chapter: Chapter, model, count: int = 64) -> dict[str, list[float]]:
    """The rows of the chapter's last table: mean losses by position, and of repeated words by their distance."""
    generator = random.Random(99)
    streams = [chapter.stream(generator, 513) for _ in range(count)]
    ids = torch.tensor([[model.ids[word] for word in words] for words, _ in streams])
    gaps = torch.tensor([gaps[1:] for _, gaps in streams])
    runs: dict[str, dict] = {
        "plain RoPE": {"speeds": chapter.speeds(32)},
        "window of 128": {"speeds": chapter.speeds(32), "window": LENGTH},
        "linear": {"speeds": chapter.linear(32, 4)},
        "NTK": {"speeds": chapter.ntk(32, 4)},
        "YaRN": {"speeds": chapter.yarn(32, 4), "factor": chapter.yarn_factor(4)},
        "YaRN, bounds 2 and 1": {"speeds": chapter.yarn(32, 4, fast=2), "factor": chapter.yarn_factor(4)},
    }
    rows = {}
    for name, settings in runs.items():
        losses = chapter.losses_of(model, ids, **settings)
        rows[name] = [losses[:, start:end].mean().item() for start, end in PLACES]
        rows[name] += [losses[(gaps >= low) & (gaps <= high)].mean().item() for low, high in GAPS]
    return rows


def save(model, path: str) -> None:
    """Write the weights as 16-bit numbers; the metadata says what a reader in another language must know."""
    about = {
        "vocabulary": json.dumps(model.vocabulary),
        "num_layers": str(len(model.blocks)),
        "num_heads": str(model.blocks[0].attention.num_heads),
        "d_model": str(model.token_embedding.embedding_dim),
        "trained_length": str(LENGTH),
        "rope_base": "10000",
        "rope_layout": "halves",
    }
    save_file({name: matrix.half() for name, matrix in model.state_dict().items()}, path, metadata=about)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", action="store_true")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    chapter = Chapter(SCRIPT)
    if arguments.measure:
        for name, row in measure(chapter, chapter.load(arguments.path)).items():
            print(f"| {name} | {' | '.join(f'{value:.2f}' for value in row)} |")
    else:
        save(train(chapter, arguments.steps, arguments.seed), arguments.path)


if __name__ == "__main__":
    main()
