"""The tutorial's attention against torch's own: one forward pass, over numbers of tokens and of heads.

All four hold the same weights, and what they return is compared before anything is timed.
`python benchmarks/attention.py CONTENDER TOKENS HEADS …` is the child process, which tells as JSON the seconds of a
pass for each pair and its memory.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from measure import ROOT, Options, Report, Row, Table, compared, megabytes_now, peak_megabytes, progress, told_by

WIDTH = 512
SIZES = ((64, 8), (256, 8), (1024, 8), (256, 1), (256, 32))  # tokens, heads
HEADS = 8  # where the memory is measured, with the most tokens
PASSES = 8  # of which the median counts; half as many before, to warm up
COUNTED = 100  # passes that a figure stands for: one is too short for three digits
OURS = "MultiHeadAttention of the tutorial"
WRAPPER = "the tutorial's wrapper of single heads"
TORCH = "torch.nn.MultiheadAttention"
FUSED = "the same layers with torch's scaled_dot_product_attention"
NAMES = (OURS, WRAPPER, TORCH, FUSED)


def run(options: Options) -> Report:
    sizes = [size for size in SIZES if size[0] <= options.tokens]
    told: dict[str, list[dict]] = {name: [] for name in NAMES}
    for turn in range(1, options.runs + 1):
        for name in NAMES:
            progress(f"turn {turn} of {options.runs}: {name}")
            told[name].append(told_by(Path(__file__), name, *(str(number) for size in sizes for number in size)))
    tables = []
    for tokens, heads in sizes:
        values = {name: [COUNTED * one["seconds"][f"{tokens} {heads}"] for one in runs] for name, runs in told.items()}
        words = f"{COUNTED} passes over {tokens:,} tokens, {heads} {'head' if heads == 1 else 'heads'}"
        tables.append(
            Table(
                words,
                compared(values),
                [
                    f"{WIDTH} dimensions, one text, forward only, one thread; "
                    f"{COUNTED} times the median of {PASSES} passes."
                ],
            )
        )
    memory: dict[str, list[float]] = {name: [] for name in NAMES}
    for _ in range(options.runs):
        for name in NAMES:
            progress(f"memory: {name}")
            memory[name].append(told_by(Path(__file__), name, str(options.tokens), str(HEADS))["memory"])
    ratio = statistics.median(memory[OURS])
    rows = [Row(name, values, "MB", statistics.median(values) / ratio) for name, values in memory.items()]
    tables.append(
        Table(
            f"memory of a pass over {options.tokens:,} tokens, {HEADS} heads",
            rows,
            ["What the process held at most, less what it held before its first pass."],
        )
    )
    difference = max(one["difference"] for runs in told.values() for one in runs)
    return Report(
        "Multi-head attention",
        tables,
        {"width": WIDTH, "largest difference between the four": f"{difference:.0e}"},
    )


# -- the child process


def child(name: str, sizes: list[tuple[int, int]]) -> dict:
    """Seconds a pass for each size, megabytes that the passes needed, and how far the results lie from ours at most."""
    import torch

    with contextlib.redirect_stdout(io.StringIO()):
        page = runpy.run_path(str(ROOT / "snippets" / "en" / "multi-head-attention.py"))
    seconds, difference, memory = {}, 0.0, 0.0
    with torch.inference_mode():
        for tokens, heads in sizes:
            torch.manual_seed(0)
            ours = page["MultiHeadAttention"](WIDTH, WIDTH, tokens, 0.0, heads).eval()
            forward = _contender(name, ours, page, tokens, heads)
            few = torch.randn(1, min(tokens, 64), WIDTH)  # compared on a short text: a long one would count as memory
            expected, found = ours(few), forward(few)
            torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)
            difference = max(difference, (found - expected).abs().max().item())
            x = torch.randn(1, tokens, WIDTH)
            before = megabytes_now()
            times = []
            for _ in range(PASSES + PASSES // 2):
                start = time.perf_counter()
                forward(x)
                times.append(time.perf_counter() - start)
            seconds[f"{tokens} {heads}"] = statistics.median(times[PASSES // 2 :])
            memory = max(memory, peak_megabytes() - before)
    return {"seconds": seconds, "memory": memory, "difference": difference}


def _contender(name: str, ours, page: dict, tokens: int, heads: int) -> Callable:
    """The contender with the weights of ``ours``: from (1, n, width) to (1, n, width).

    Each token sees those before it.
    """
    import torch
    from torch.nn import functional

    if name == WRAPPER:
        d_head = WIDTH // heads
        wrapper = page["MultiHeadAttentionWrapper"](WIDTH, d_head, heads).eval()
        for number, head in enumerate(wrapper.heads):
            rows = slice(number * d_head, (number + 1) * d_head)
            for layer in ("W_query", "W_key", "W_value"):
                getattr(head, layer).weight.copy_(getattr(ours, layer).weight[rows])
        return lambda x: ours.out_proj(wrapper(x))
    if name == TORCH:
        theirs = torch.nn.MultiheadAttention(WIDTH, heads, batch_first=True).eval()
        theirs.in_proj_weight.copy_(torch.cat([ours.W_query.weight, ours.W_key.weight, ours.W_value.weight]))
        theirs.in_proj_bias.zero_()
        theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
        blocked = torch.nn.Transformer.generate_square_subsequent_mask(tokens)

        def attend(x):
            n = x.shape[1]
            return theirs(x, x, x, attn_mask=blocked[:n, :n], is_causal=True, need_weights=False)[0]

        return attend
    if name == FUSED:

        def fused(x):
            queries, keys, values = (ours.split_heads(layer(x)) for layer in (ours.W_query, ours.W_key, ours.W_value))
            context = functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
            return ours.out_proj(context.transpose(1, 2).flatten(2))

        return fused
    return ours


if __name__ == "__main__":
    numbers = list(map(int, sys.argv[2:]))
    print(json.dumps(child(sys.argv[1], list(zip(numbers[::2], numbers[1::2])))))
