"""Trains the model of the chapter `positions`, with the code of that chapter: see models/README.md.

    OMP_NUM_THREADS=1 python tools/train_positions.py models/positions.safetensors

takes some minutes. ``--seed`` and ``--steps`` make other runs.
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
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    save(train(Chapter(SCRIPT), arguments.steps, arguments.seed), arguments.path)


if __name__ == "__main__":
    main()
