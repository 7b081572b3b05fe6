"""Random states of the widget `heads`, and what torch makes of them, head by head as the chapter's first way."""

from __future__ import annotations

import random

import pytest

# Tests without torch are skipped here, before what needs it is imported.
torch = pytest.importorskip("torch")

from numbers_by_torch import some, tensor  # noqa: E402

STEPS = ["x", "queries", "cut", "by_head", "scores", "weights", "context", "swapped_back", "joined", "output"]


def state_of(dice: random.Random) -> dict:
    words = dice.randint(1, 5)
    spread = dice.choice([1, 1, 1, 4, 30, 1000])
    return {
        "words": [f"w{place}" for place in range(words)],
        "embeddings": [some(dice, 3, spread, dice.choice([1, 2, 4])) for _ in range(words)],
        "num_heads": dice.choice([1, 2, 2, 2, 4, 4, 3]),
        "step": dice.randrange(len(STEPS)),
    }


def shown_step(state: dict) -> str:
    return STEPS[state["step"] if 4 % state["num_heads"] == 0 else min(state["step"], 1)]


def blocks(name: str, tables) -> dict[str, torch.Tensor]:
    """(a, b, c) as the tables that it is made of."""
    return {f"{name}[{place}]": table for place, table in enumerate(tables)}


def by_torch(state: dict, chapter: dict) -> dict[str, torch.Tensor]:
    """What the cells of the state's step must show."""
    x = tensor(state["embeddings"])
    count, width = state["num_heads"], 4 // state["num_heads"]
    if 4 % count:
        return (
            {"embeddings": x}
            if state["step"] == 0
            else {"embeddings": x, "W_query": chapter["W_query"], "queries": x @ chapter["W_query"]}
        )
    columns = [slice(head * width, (head + 1) * width) for head in range(count)]
    queries, keys, values = (
        [x @ chapter[name][:, part] for part in columns] for name in ("W_query", "W_key", "W_value")
    )
    blocked = torch.ones(len(x), len(x)).triu(diagonal=1).bool()
    scores = [
        (query @ key.T / width**0.5).masked_fill(blocked, -torch.inf) for query, key in zip(queries, keys, strict=True)
    ]
    weights = [torch.softmax(one, dim=-1) for one in scores]
    context = [weight @ value for weight, value in zip(weights, values, strict=True)]
    joined = torch.cat(context, dim=-1)
    made = {
        "x": {},
        "queries": {"W_query": chapter["W_query"], "queries": torch.cat(queries, dim=-1)},
        "cut": blocks("cut", torch.stack(queries, dim=1)),
        "by_head": blocks("by_head", queries),
        "scores": {**blocks("by_head", queries), **blocks("keys_by_head", keys), **blocks("scores", scores)},
        "weights": blocks("weights", weights),
        "context": {**blocks("weights", weights), **blocks("values_by_head", values), **blocks("context", context)},
        "swapped_back": blocks("swapped_back", torch.stack(context, dim=1)),
        "joined": {"joined": joined},
        "output": {"joined": joined, "W_out": chapter["W_out"], "output": joined @ chapter["W_out"]},
    }
    return {"embeddings": x, **made[shown_step(state)]}
