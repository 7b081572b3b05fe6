"""Random changes of the explorer's model: good ones, in all their kinds, and damaged ones."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

LEAST = 5e-324  # 1 / LEAST is more than a number can be

# -- good ones

VARIANTS = [
    *(("remove", by) for by in ("zero", "mean")),
    ("scale",),
    *product(("weight", "row"), ("rescale", "keep")),
    *(("forbid", places) for places in ("here", "layers", "heads", "all")),
    *product(("patch",), ("weights", "output", "stream"), ("one", "everywhere")),
]


def variant_of(change: dict) -> tuple[str, ...]:
    kind = change["kind"]
    if kind == "forbid":
        return kind, {(0, 0): "here", (1, 0): "layers", (0, 1): "heads", (1, 1): "all"}[
            change["layer"] == -1, change["head"] == -1
        ]
    if kind == "patch":
        return kind, change["place"], "everywhere" if change["position"] == -1 else "one"
    return (kind, *(change[name] for name in ("by", "rest") if name in change))


class Draw:
    def __init__(self, dice: random.Random, layers: int, heads: int, context_length: int):
        self.dice = dice
        self.layers, self.heads, self.context_length = layers, heads, context_length
        self.turns = self._turns()

    def _turns(self) -> Iterator[tuple[str, ...]]:
        """Each variant as often as any other."""
        while True:
            yield from self.dice.sample(VARIANTS, len(VARIANTS))

    def lengths(self) -> tuple[int, int]:
        """Words of a sentence and of another one."""
        most = self.context_length - 1
        length = self.dice.choice([1, most, *(self.dice.randint(1, most) for _ in range(8))])
        return length, self.dice.choice([other for other in range(1, most + 1) if other != length])

    def share(self) -> float:
        return self.dice.choice([0, 1, self.dice.random(), self.dice.random(), self.dice.random()])

    def position(self, count: int) -> int:
        return self.dice.choice([0, count - 1, self.dice.randrange(count), self.dice.randrange(count)])

    def row(self, query: int) -> list[float]:
        if self.dice.random() < 0.15:
            return [0] * (query + 1)
        return [self.share() for _ in range(query + 1)]

    def changes(self, count: int, length: int, source_length: int) -> list[dict]:
        """Mostly at one head and one query, so that they meet."""
        focus = self.dice.randrange(self.layers), self.dice.randrange(self.heads), self.position(length)
        return [self.change(next(self.turns), length, source_length, focus) for _ in range(count)]

    def change(self, variant: tuple[str, ...], length: int, source_length: int, focus: tuple[int, int, int]) -> dict:
        layer, head, query = focus
        if self.dice.random() < 0.4:
            layer, head = self.dice.randrange(self.layers), self.dice.randrange(self.heads)
            query = self.position(length)
        made = {"kind": variant[0], "layer": layer, "head": head, "off": False}
        match variant:
            case ("remove", by):
                return made | {"by": by}
            case ("scale",):
                return made | {"factor": self.dice.choice([-2, 0, 1, 3, self.dice.uniform(-2, 3)])}
            case ("weight", rest):
                return made | {"query": query, "key": self.position(query + 1), "weight": self.share(), "rest": rest}
            case ("row", rest):
                return made | {"query": query, "weights": self.row(query), "rest": rest}
            case ("forbid", places):
                layer = -1 if places in ("layers", "all") else layer
                head = -1 if places in ("heads", "all") else head
                return made | {"layer": layer, "head": head, "query": query, "key": self.position(query + 1)}
            case ("patch", place, where):
                if place == "stream":
                    made["layer"] = self.dice.randrange(self.layers + 1)
                position = -1 if where == "everywhere" else self.position(min(length, source_length))
                return made | {"place": place, "position": position}
        raise ValueError(variant)

    # -- what chance alone seldom brings together

    def recipe(self, number: int) -> list[dict]:
        """Changes of one row, for which a sentence with three words is long enough."""
        at = {"layer": self.dice.randrange(self.layers), "head": self.dice.randrange(self.heads), "off": False}
        query = self.dice.randint(1, 3)
        at_row = {**at, "query": query}
        empty = [{"kind": "forbid", **at_row, "key": key} for key in range(query + 1)]
        some = {"kind": "weight", **at_row, "key": self.dice.randint(0, query), "rest": "rescale"}
        row = {"kind": "row", **at_row}
        return [
            [{"kind": "forbid", **at, "query": 0, "key": 0}],
            empty,
            [*empty[:4], some | {"weight": 0.25}][-4:] if query < 3 else empty,
            [row | {"weights": [0] * (query + 1), "rest": "rescale"}],
            [row | {"weights": [0] * (query + 1), "rest": "keep"}, some | {"weight": self.share()}],
            [some | {"weight": 1}, some | {"weight": 0.5}],
            [some | {"weight": 1}, some | {"weight": 0.5, "key": self.dice.randint(0, query)}],
            # Sums so small that to divide by them, or to multiply before, would go wrong.
            [row | {"weights": [LEAST, 2 * LEAST] + [0] * (query - 1), "rest": "rescale"}],
            [row | {"weights": [LEAST] * (query + 1), "rest": "keep"}, some | {"weight": 0.5}],
        ][number % 9]


def specials(jobs: list[dict]) -> Counter[str]:
    """How often what could go wrong occurs."""
    found: Counter[str] = Counter()
    for job in jobs:
        length, changes = len(job["ids"]), job["changes"]
        source_length = len(job["source"] or [])
        rows = Counter((one["layer"], one["head"], one["query"]) for one in changes if "query" in one)
        heads = Counter((one["layer"], one["head"]) for one in changes)
        forbidden = {
            (one["layer"], one["head"], one["query"], one["key"]) for one in changes if one["kind"] == "forbid"
        }
        found["same row"] += any(count > 1 for count in rows.values())
        found["same head"] += any(count > 1 for count in heads.values())
        found["nothing visible"] += any(
            all((*row, key) in forbidden for key in range(row[2] + 1)) for row in {one[:3] for one in forbidden}
        )
        found["one word"] += length == 2
        found["as long as can be"] += length == 32
        for one in changes:
            weights = one.get("weights", [one.get("weight")])
            found["weight 0"] += 0 in weights
            found["weight 1"] += 1 in weights
            found["row with sum 0"] += one["kind"] == "row" and not any(weights)
            found["query 0"] += one.get("query") == 0
            found["last query"] += one.get("query") == length - 1
            found["patch at the start"] += one.get("position") == 0
            found["patch at the end"] += one.get("position") == min(length, source_length) - 1
            found["patch from a longer sentence"] += one["kind"] == "patch" and source_length > length
            found["patch from a shorter sentence"] += one["kind"] == "patch" and source_length < length
    return found


# -- damaged ones

TRICKS = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "length"]
NO_NUMBERS = ["@NaN", "@Infinity", "@-Infinity", "1", None, True, [0], {}, {"valueOf": 0}]
NO_WORDS = [*TRICKS, "", "ZERO", 0, 1, None, True, {}, ["zero"], ["keep"], ["weights"]]


def damages(change: dict, layers: int, heads: int, length: int) -> Iterator[dict]:
    """The change with one thing wrong, in every way that comes to mind."""

    def put(name, *values):
        return [{**change, name: value} for value in values]

    least = -1 if change["kind"] == "forbid" else 0
    places = layers + 1 if change.get("place") == "stream" else layers
    for name in change:
        yield {key: value for key, value in change.items() if key != name}
    yield from put("kind", *NO_WORDS, "Remove", "remove ", ["remove"])
    yield from put("off", 0, 1, "false", None, [], "@NaN")
    yield from put("layer", *NO_NUMBERS, least - 1, places, 0.5)
    yield from put("head", *NO_NUMBERS, least - 1, heads, 0.5)
    for name in {"by", "rest", "place"} & set(change):
        yield from put(name, *NO_WORDS)
    if "factor" in change:
        yield from put("factor", *NO_NUMBERS, -2.0001, 3.0001, 1e308)
    if "position" in change:
        yield from put("position", *NO_NUMBERS, -2, length, 0.5)
    if "query" in change:
        yield from put("query", *NO_NUMBERS, -1, length, 0.5)
    if change.get("key", 0) > 0:
        yield from put("query", change["key"] - 1)
    if "key" in change:
        yield from put("query", change["key"] + 0.5)  # not before the key, and yet no query
        yield from put("key", *NO_NUMBERS, -1, change["query"] + 1, length, 0.5)
    if "weight" in change:
        yield from put("weight", *NO_NUMBERS, -0.0001, 1.0001)
    if "weights" in change:
        weights = change["weights"]
        yield from put("query", change["query"] - 1, change["query"] + 1)
        yield from put("weights", None, 1, "1", "1" * len(weights), {}, {"0": 1, "length": len(weights)})
        yield from put("weights", [], weights[1:], [*weights, 0], [weights])
        yield from put("weights", *([*weights[:-1], wrong] for wrong in [*NO_NUMBERS, -0.0001, 1.0001]))


def damaged(changes: list[dict], layers: int, heads: int, length: int) -> list:
    """Of one good change of each variant, and what is no change at all."""
    one_of_each = {variant_of(change): change for change in changes}
    good = one_of_each["remove", "zero"]
    wholes = [None, True, 0, "remove", "@NaN", [], [good], ["remove", 0, 0, "zero", False], list(good.values()), {}]
    wholes.append({"__proto__": good})
    found = [one for change in one_of_each.values() for one in damages(change, layers, heads, length)]
    return copy.deepcopy([*wholes, *found])
