"""Random states of the widgets with three tables, and what torch makes of them."""

from __future__ import annotations

import random

import torch

TABLES = ("W_query", "W_key", "W_value")


def numbers(dice: random.Random, rows: int, columns: int, spread: float, places: int) -> list[list[float]]:
    return [[round(dice.uniform(-spread, spread), places) for _ in range(columns)] for _ in range(rows)]


def tensor(table) -> torch.Tensor:
    return torch.tensor(table, dtype=torch.float64)


def attend(embeddings: torch.Tensor, tables: dict[str, torch.Tensor], divisor: float) -> dict[str, torch.Tensor]:
    queries, keys, values = (embeddings @ tables[name] for name in TABLES)
    scores = queries @ keys.T
    weights = torch.softmax(scores / divisor, dim=-1)
    return {
        "embeddings": embeddings,
        **tables,
        "queries": queries,
        "keys": keys,
        "values": values,
        "scores": scores,
        "scaled_scores": scores / divisor,
        "weights": weights,
        "context": weights @ values,
    }


# -- queries-keys-values


def queries_keys_values_state(dice: random.Random) -> dict:
    words = dice.randint(1, 6)
    spread = dice.choice([1, 1, 3, 30])
    return {
        "words": [f"w{place}" for place in range(words)],
        "embeddings": numbers(dice, words, 3, spread, dice.choice([0, 1, 2, 4])),
        "query": dice.randrange(words),
        "scaled": dice.random() < 0.7,
        "start": dice.choice(["own", "rand", "linear"]),
        "seed": dice.choice([123, 789, dice.randrange(1000), dice.randrange(2**32), 2**32 - 1]),
        "own": {name: numbers(dice, 3, 2, dice.choice([1, 1, 5, 1000]), dice.choice([0, 1, 4, 6])) for name in TABLES},
    }


def drawn(start: str, seed: int) -> dict[str, torch.Tensor]:
    torch.manual_seed(seed)
    if start == "rand":
        return {name: torch.rand(3, 2).double() for name in TABLES}
    return {name: torch.nn.Linear(3, 2, bias=False).weight.detach().T.double() for name in TABLES}


def queries_keys_values_torch(state: dict) -> dict:
    own = {name: tensor(table) for name, table in state["own"].items()}
    tables = own if state["start"] == "own" else drawn(state["start"], state["seed"])
    found = attend(tensor(state["embeddings"]), tables, 2**0.5 if state["scaled"] else 1.0)
    if not state["scaled"]:
        del found["scaled_scores"]
    return {"seed": tensor([[state["seed"]]]), **found}


# -- spreadsheet


def sheet(dice: random.Random) -> dict:
    places = dice.choice([0, 1, 3])
    tables = {name: numbers(dice, 4, 4, dice.choice([1, 2, 8]), places) for name in TABLES}
    if dice.random() < 0.1:
        tables["W_query"] = numbers(dice, 4, 4, 1000, 2)  # beyond what 32 bits hold of an exponential
    return {"embeddings": numbers(dice, 5, 4, 1, places), **tables}


def spreadsheet_state(dice: random.Random) -> dict:
    state = {"sheet": dice.choice(["dogs", "food"]), "view": dice.choice(["one", "all"]), "query": dice.randrange(5)}
    return {**state, "dogs": sheet(dice), "food": sheet(dice)}


def spreadsheet_torch(state: dict) -> dict:
    """What is seen: all of it, or one row (as ``{row: numbers}``) and its sums."""
    tables = {name: tensor(table) for name, table in state[state["sheet"]].items()}
    found = attend(tables.pop("embeddings"), tables, 4**0.5)
    exponentials = found["scaled_scores"].exp().float()
    found["exponentials"] = exponentials.double()
    if state["view"] == "all":
        del found["scores"]
        return {**found, "keys_transposed": found["keys"].T}
    row = state["query"]
    of_one = ("queries", "scores", "scaled_scores", "exponentials", "weights", "context")
    total = exponentials[row].double().sum().float().double()
    sums = [found["scores"][row].sum(), found["scaled_scores"][row].sum(), total, found["weights"][row].sum()]
    return {name: {row: table[row]} if name in of_one else table for name, table in found.items()} | {
        "sums": torch.stack(sums).unsqueeze(0)
    }
