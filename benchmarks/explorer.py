"""The explorer's model in the page's JavaScript against the same model in torch on the CPU, in one run.

Both compute everything from token numbers to probabilities. torch runs as a trained model would, in 32 bits with one
thread; the page computes in 64 bits and keeps every number on the way. `python benchmarks/explorer.py TOKENS` is the
child process that does torch's part and tells as JSON how long a pass took.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measure import ENVIRONMENT, Options, Report, Table, compared, in_turns, told_by

from handbook import ROOT
from handbook.core import npm
from handbook.export import explorer_page

LENGTHS = (12, 32)  # tokens: a sentence, and all that the model reads
PASSES = 60  # of which the median counts; as many before, to warm up
COUNTED = 100  # passes that a figure stands for: one is too short for three digits
TORCH, PAGE = "torch, 32 bits", "the page's JavaScript, 64 bits"

SCRIPT = """
import { readFileSync } from "node:fs";
import { LanguageModel } from "./frontend/model/language-model.js";
const [weights, ids, passes] = process.argv.slice(1);
const model = new LanguageModel(readFileSync(weights).toString("base64"));
const times = [];
for (let pass = 0; pass < 2 * passes; pass += 1) {
  const start = performance.now();
  model.run(JSON.parse(ids));
  times.push((performance.now() - start) / 1000);
}
console.log(JSON.stringify(times.slice(passes)));
"""


def run(options: Options) -> Report:
    tables = []
    for tokens in LENGTHS:
        values = in_turns(
            {TORCH: partial(_in_torch, tokens), PAGE: _in_page(tokens)},
            options.runs,
        )
        tables.append(
            Table(
                f"{COUNTED} passes over {tokens} tokens",
                compared(values),
                [f"{COUNTED} times the median of {PASSES} passes in each run, after as many to warm up."],
            )
        )
    return Report("The explorer's model", tables, {"weights": explorer_page.MODEL})


def _ids(tokens: int) -> list[int]:
    dice = random.Random(tokens)
    return [dice.randrange(len(explorer_page.vocabulary(ROOT))) for _ in range(tokens)]


def _in_torch(tokens: int) -> float:
    return COUNTED * told_by(Path(__file__), str(tokens))["seconds"]


def _in_page(tokens: int) -> Callable[[], float]:
    def once() -> float:
        command = [
            npm.node(),
            "--input-type=module",
            "-e",
            SCRIPT,
            str(ROOT / explorer_page.MODEL),
            json.dumps(_ids(tokens)),
            str(PASSES),
        ]
        done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        return COUNTED * statistics.median(json.loads(done.stdout))

    return once


def _torch(tokens: int) -> dict:
    """The model as a torch program, with torch's fastest attention."""
    import torch
    from torch.nn import functional

    data = (ROOT / explorer_page.MODEL).read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        first, last = (8 + length + offset for offset in entry["data_offsets"])
        tensors[name] = torch.frombuffer(bytearray(data[first:last]), dtype=torch.float16).view(entry["shape"]).float()
    heads = int(metadata["num_heads"])

    def linear(x, name):
        return functional.linear(x, tensors[f"{name}.weight"], tensors.get(f"{name}.bias"))

    def norm(x, name):
        return functional.layer_norm(x, x.shape[-1:], tensors[f"{name}.weight"], tensors[f"{name}.bias"])

    def forward(ids):
        x = tensors["token_embedding.weight"][ids] + tensors["position_embedding.weight"][: len(ids)]
        for i in range(int(metadata["num_layers"])):
            block = f"blocks.{i}"
            normed = norm(x, f"{block}.norm1")
            queries, keys, values = (
                linear(normed, f"{block}.attention.W_{name}").unflatten(-1, (heads, -1)).transpose(0, 1)
                for name in ("query", "key", "value")
            )
            context = functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
            x = x + linear(context.transpose(0, 1).flatten(1), f"{block}.attention.out_proj")
            x = x + linear(
                functional.gelu(linear(norm(x, f"{block}.norm2"), f"{block}.feed_forward.0")), f"{block}.feed_forward.2"
            )
        return (norm(x, "final_norm") @ tensors["token_embedding.weight"].T).softmax(-1)

    ids = torch.tensor(_ids(tokens))
    times = []
    with torch.inference_mode():
        for _ in range(2 * PASSES):
            start = time.perf_counter()
            forward(ids)
            times.append(time.perf_counter() - start)
    return {"seconds": statistics.median(times[PASSES:])}


if __name__ == "__main__":
    print(json.dumps(_torch(int(sys.argv[1]))))
