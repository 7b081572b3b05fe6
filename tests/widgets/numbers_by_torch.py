"""Random states of `by-hand`, `softmax` and `mask`, what torch makes of them, and whether a page shows it."""

from __future__ import annotations

import math
import random

import pytest

# Tests without torch are skipped here, before what needs it is imported.
torch = pytest.importorskip("torch")

import widget_states  # noqa: E402

STATES = 220


def number(text: str, decimal: str) -> tuple[float, float]:
    """A number as shown, and half a unit of its last digit."""
    text = text.replace("\u2212", "-").replace(decimal, ".")
    if text in ("NaN", "∞", "-∞"):
        return float(text.replace("∞", "inf")), 0.0
    mantissa, _, exponent = text.partition("e")
    # Without a power of ten, what has fewer than four decimals needs no more.
    places = len(mantissa.partition(".")[2]) if exponent else max(4, len(mantissa.partition(".")[2]))
    return float(text), 0.5 * 10.0 ** (int(exponent or 0) - places)


def assert_shown(cells: dict[str, str], expected: dict[str, torch.Tensor], decimal: str, slack: float = 1e-9):
    """``expected``: whole tables, or some rows of them as ``{row: numbers}``."""
    rows = [
        (f"{name}[{r}]", row)
        for name, table in expected.items()
        for r, row in (table.items() if isinstance(table, dict) else enumerate(table))
    ]
    names = {f"{row}[{c}]": value.item() for row, numbers in rows for c, value in enumerate(numbers)}
    assert set(cells) == set(names)
    for name, value in names.items():
        shown, half = number(cells[name], decimal)
        if math.isfinite(value):
            assert abs(shown - value) <= half * (1 + 1e-9) + slack * max(1.0, abs(value)), (
                f"{name}: {cells[name]}, torch {value}"
            )
        else:
            assert shown == value or (math.isnan(shown) and math.isnan(value)), f"{name}: {cells[name]}, torch {value}"


def tensor(numbers) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def some(dice: random.Random, count: int, spread: float, places: int) -> list[float]:
    return [round(dice.uniform(-spread, spread), places) for _ in range(count)]


def by_hand_state(dice: random.Random) -> dict:
    words = dice.randint(1, 8)
    spread = dice.choice([1, 1, 1, 4, 30, 1000])
    return {
        "words": [f"w{place}" for place in range(words)],
        "embeddings": [some(dice, 3, spread, dice.choice([1, 2, 4])) for _ in range(words)],
        "query": dice.randrange(words),
        "temperature": dice.choice([1, 1, 0.5, 3**0.5, 10, round(dice.uniform(0.01, 100), 3)]),
    }


def by_hand_torch(state: dict) -> dict[str, torch.Tensor]:
    embeddings = tensor(state["embeddings"])
    scores = embeddings @ embeddings[state["query"]]
    scaled = scores / state["temperature"]
    exponentials = scaled.exp().float()  # what 32 bits can't hold is ∞ or 0
    weights = torch.softmax(scaled, dim=-1)
    shares = scores / scores.sum()
    sums = torch.stack([scores.sum(), exponentials.double().sum().float().double(), weights.sum(), shares.sum()])
    column = {"scores": scores, "exponentials": exponentials, "weights": weights, "shares": shares}
    return {
        "temperature": tensor([[state["temperature"]]]),
        "embeddings": embeddings,
        **{name: one.unsqueeze(-1) for name, one in column.items()},
        "sums": sums.unsqueeze(0),
        "context": (weights @ embeddings).unsqueeze(0),
        "plain_context": (shares @ embeddings).unsqueeze(0),
    }


def softmax_state(dice: random.Random) -> dict:
    spread = dice.choice([1, 10, 10, 100, 1000])
    scores = some(dice, dice.randint(2, 8), spread, dice.choice([1, 4]))
    if dice.random() < 0.15:
        scores = [score - 900 if score > -100 else score for score in scores]  # all far below zero
        scores = [max(score, -1000) for score in scores]
    return {
        "scores": scores,
        "temperature": dice.choice([1, 1, 0.5, 2, round(dice.uniform(0.01, 100), 3)]),
        "subtract": dice.random() < 0.5,
    }


def softmax_torch(state: dict) -> dict[str, torch.Tensor]:
    scores = tensor(state["scores"])
    exponents = scores / state["temperature"]
    exponents = exponents - exponents.max() if state["subtract"] else exponents
    exponentials = exponents.exp().float()
    total = exponentials.double().sum().float()
    weights = torch.softmax(scores / state["temperature"], dim=-1) if state["subtract"] else exponentials / total
    sums = torch.stack([scores.sum(), exponents.sum(), total.double(), weights.sum().double()])
    column = {"scores": scores, "exponents": exponents, "exponentials": exponentials, "weights": weights}
    return {
        "temperature": tensor([[state["temperature"]]]),
        **{name: one.unsqueeze(-1) for name, one in column.items()},
        "sums": sums.unsqueeze(0),
    }


def mask_state(dice: random.Random) -> dict:
    words = dice.randint(1, 6)
    some_hidden = dice.choice([0.2, 0.5, 0.8])
    return {
        "words": [f"w{place}" for place in range(words)],
        "embeddings": [some(dice, 3, dice.choice([1, 1, 5]), 2) for _ in range(words)],
        "kind": dice.choice(["none", "causal", "padding", "own", "own"]),
        "order": dice.choice(["before", "after", "shared"]),
        "length": dice.randint(0, words),
        "hidden": [[dice.random() < some_hidden for _ in range(words)] for _ in range(words)],
    }


def mask_torch(state: dict) -> dict[str, torch.Tensor]:
    embeddings = tensor(state["embeddings"])
    count = len(embeddings)
    hidden = {
        "none": torch.zeros(count, count, dtype=torch.bool),
        "causal": torch.ones(count, count, dtype=torch.bool).triu(diagonal=1),
        "padding": (torch.arange(count) >= state["length"]).expand(count, count),
        "own": torch.tensor(state["hidden"]),
    }[state["kind"]]
    scores = embeddings @ embeddings.T
    if state["order"] == "before":
        scores = scores.masked_fill(hidden, -torch.inf)
    weights = torch.softmax(scores, dim=-1).masked_fill(
        hidden if state["order"] != "before" else torch.tensor(False), 0.0
    )
    if state["order"] == "shared":
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return {
        "embeddings": embeddings,
        "allowed": (~hidden).double(),
        "scores": scores,
        "weights": weights,
        "sums": weights.sum(dim=-1, keepdim=True),
        "context": weights @ embeddings,
    }


AGAINST = {
    "by-hand": (by_hand_state, by_hand_torch),
    "softmax": (softmax_state, softmax_torch),
    "mask": (mask_state, mask_torch),
    "queries-keys-values": (widget_states.queries_keys_values_state, widget_states.queries_keys_values_torch),
    "spreadsheet": (widget_states.spreadsheet_state, widget_states.spreadsheet_torch),
}
