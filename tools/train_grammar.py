"""Trains the model that the site ships, with the code of the chapter `training`: see models/README.md.

    OMP_NUM_THREADS=1 python tools/train_grammar.py models/grammar.safetensors

takes some minutes. ``--seed`` and ``--steps`` make other runs.
"""

from __future__ import annotations

import argparse
import json

import torch
from detectors import Chapter
from safetensors.torch import save_file

STEPS = 8_000


def save(model, languages: list[str], path: str) -> None:
    """Write the weights as 16-bit numbers; the metadata says what a reader in another language must know."""
    about = {
        "vocabulary": json.dumps(model.vocabulary),
        "languages": json.dumps(languages),
        "num_layers": str(len(model.blocks)),
        "num_heads": str(model.blocks[0].attention.num_heads),
        "d_model": str(model.token_embedding.embedding_dim),
        "context_length": str(model.context_length),
    }
    save_file({name: matrix.half() for name, matrix in model.state_dict().items()}, path, metadata=about)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    chapter = Chapter()
    languages = list(chapter.TABLES)
    model = chapter.train(languages, arguments.steps, batch_size=64, rate=3e-3, count=20_000, seed=arguments.seed)[0]
    save(model, languages, arguments.path)


if __name__ == "__main__":
    main()
