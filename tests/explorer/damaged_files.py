"""Files of attention: good ones, and what can go wrong in them."""

from __future__ import annotations

import copy
import json
import math
import random


def softmax(row: list[float]) -> list[float]:
    powers = [math.exp(score - max(row)) for score in row]
    return [round(power / sum(powers), 6) for power in powers]


def attention(dice: random.Random, layers: int, heads: int, queries: int, keys: int, causal: bool) -> list:
    def row(query: int) -> list[float]:
        seen = query + 1 if causal else keys
        return softmax([dice.gauss(0, 2) for _ in range(seen)]) + [0] * (keys - seen)

    return [[[row(query) for query in range(queries)] for _ in range(heads)] for _ in range(layers)]


def vectors(dice: random.Random, layers: int, heads: int, positions: int, size: int) -> list:
    return [
        [[[round(dice.gauss(0, 1), 3) for _ in range(size)] for _ in range(positions)] for _ in range(heads)]
        for _ in range(layers)
    ]


def good_file(dice: random.Random) -> dict:
    layers, heads, count = dice.randint(1, 3), dice.randint(1, 4), dice.randint(2, 7)
    tokens = [dice.choice(["the", "Ġdog", "▁cat", "##s", "üß", "猫", "<b>", "[SEP]", "\n", ""]) for _ in range(count)]
    kind = dice.choice(["decoder", "encoder", "encoder-decoder"])
    if kind == "encoder-decoder":
        other = dice.randint(2, 7)
        return {
            "version": 1,
            "kind": kind,
            "encoder": {"tokens": tokens, "attention": attention(dice, layers, heads, count, count, False)},
            "decoder": {"tokens": ["x"] * other, "attention": attention(dice, layers, heads, other, other, True)},
            "cross": {"attention": attention(dice, layers, heads, other, count, False)},
        }
    file = {
        "version": 1,
        "kind": kind,
        "tokens": tokens,
        "attention": attention(dice, layers, heads, count, count, kind == "decoder"),
    }
    if dice.random() < 0.5:
        size = dice.randint(1, 4)
        file.update({name: vectors(dice, layers, heads, count, size) for name in ("queries", "keys", "values")})
    if kind == "encoder" and dice.random() < 0.5:
        file["sentence_b_start"] = dice.randint(1, count - 1)
    if dice.random() < 0.3:
        file.update(name="mine", layers=[layer + 5 for layer in range(layers)])
    return file


def places(value, path=()):
    """Every place in a file, as a path of keys."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield from places(inside, (*path, key))


def at(file, path):
    for key in path:
        file = file[key]
    return file


def put(file, path, value):
    at(file, path[:-1])[path[-1]] = value


def weights_of(file) -> list[tuple]:
    """The places of all attention weights."""
    return [path for path in places(file) if "attention" in path and isinstance(at(file, path), (int, float))]


def damage(dice: random.Random, file: dict) -> tuple[str, str]:
    """(kind, text) of a file that is wrong for a reason that doesn't depend on luck."""
    file = copy.deepcopy(file)
    numbers = weights_of(file)
    rows = sorted({path[:-1] for path in numbers})
    matrices = sorted({path[:-2] for path in numbers})
    lists = [path for path in places(file) if isinstance(at(file, path), list) and path[0] != "layers"]
    part = dice.choice([("encoder",), ("decoder",)]) if file["kind"] == "encoder-decoder" else ()
    kind = dice.choice(list(KINDS))
    KINDS[kind](dice, file, numbers, rows, matrices, lists, part)
    text = json.dumps(file)
    if kind == "cut":
        text = text[: dice.randrange(1, len(text) - 1)]
    if kind == "not json":
        text = text.replace(
            *dice.choice(
                [
                    (":", ""),
                    (":", ";"),
                    ("[", "<"),
                    ("]]]]", "]]]"),
                    ('"', "'"),
                    ('"version"', "version"),
                    ("}", ",}"),
                    ("{", "{,"),
                ]
            ),
            1,
        )
    if kind == "something else":
        text = dice.choice(
            [
                "",
                "   ",
                "null",
                "3",
                '"text"',
                "[]",
                "true",
                "<html></html>",
                "\x00\x01",
                "{}",
                "[[[[1]]]]",
                "\ufeff{",
                "NaN",
                "undefined",
            ]
        )
    return kind, text


def change(new):
    return lambda dice, file, numbers, *_: put(file, dice.choice(numbers), new(dice))


def any_of(*names):
    def remove(dice, file, numbers, rows, matrices, lists, part):
        del (at(file, part) if names[0] not in file else file)[names[0]]

    return remove


def drop_row(dice, file, numbers, rows, *_):
    path = dice.choice(rows)
    del at(file, path[:-1])[path[-1]]


def longer_row(dice, file, numbers, rows, *_):
    at(file, dice.choice(rows)).append(0)


def scaled_row(dice, file, numbers, rows, *_):
    path = dice.choice(rows)
    put(file, path, [weight * dice.choice([1.1, 2]) for weight in at(file, path)])


def deeper(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)
    owner["attention"] = [[layer] for layer in owner["attention"]]


def shallower(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)
    owner["attention"] = owner["attention"][0]


def more_tokens(dice, file, numbers, rows, matrices, lists, part):
    at(file, part)["tokens"].append("more")


def odd_head(dice, file, numbers, rows, matrices, lists, part):
    layers = at(file, part)["attention"]
    layers.append(layers[0] + [layers[0][0]])


def wrong_vectors(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)
    layers, heads, count = len(owner["attention"]), len(owner["attention"][0]), len(owner["tokens"])
    good = {name: vectors(dice, layers, heads, count, 2) for name in ("queries", "keys", "values")}
    owner.update(good)
    what = dice.choice(["missing", "positions", "dimensions", "layers", "text", "one vector"])
    name = dice.choice(["queries", "keys"])
    if what == "missing":
        del owner[name]
    elif what == "positions":
        owner[name] = vectors(dice, layers, heads, count + 1, 2)
    elif what == "dimensions":
        owner[name] = vectors(dice, layers, heads, count, 3)
    elif what == "layers":
        owner[name] = vectors(dice, layers + 1, heads, count, 2)
    elif what == "text":
        owner[name][0][0][0][0] = "0.5"
    else:
        owner["values"][-1][-1][-1] = [0.5]


def token_no_text(dice, file, numbers, rows, matrices, lists, part):
    owner = at(file, part)["tokens"]
    owner[dice.randrange(len(owner))] = dice.choice([1, None, ["a"], {"a": 1}, True, "x" * 500])


def list_to_other(dice, file, numbers, rows, matrices, lists, part):
    put(file, dice.choice(lists), dice.choice(["text", 3, None, {}, True, {"0": []}]))


def emptied(dice, file, numbers, rows, matrices, lists, part):
    at(file, dice.choice(lists)).clear()


KINDS = {
    "cut": lambda *_: None,
    "not json": lambda *_: None,
    "something else": lambda *_: None,
    "no kind": any_of("kind"),
    "no tokens": any_of("tokens"),
    "no attention": any_of("attention"),
    "another version": lambda dice, file, *_: file.update(version=dice.choice([0, 2, "1", None, [1], 1.5])),
    "another kind": lambda dice, file, *_: file.update(
        kind=dice.choice(["bert", "", 1, None, ["decoder"], "Decoder", "__proto__"])
    ),
    "a text for a number": change(lambda dice: dice.choice(["0.5", "", "NaN", None, True, {}])),
    "a negative number": change(lambda dice: dice.choice([-0.5, -1, -1e-9])),
    "a large number": change(lambda dice: dice.choice([1.5, 2, 1e9, 1e300])),
    "nan": change(lambda dice: dice.choice([math.nan, math.inf, -math.inf])),
    "a row less": drop_row,
    "a number more": longer_row,
    "a row that adds up to more": scaled_row,
    "a dimension more": deeper,
    "a dimension less": shallower,
    "a token more": more_tokens,
    "a layer with more heads": odd_head,
    "wrong vectors": wrong_vectors,
    "a token that is no text": token_no_text,
    "something else for a list": list_to_other,
    "an empty list": emptied,
    "a split outside": lambda dice, file, numbers, rows, matrices, lists, part: at(file, part).update(
        sentence_b_start=dice.choice([0, -1, 99, 1.5, "2", []])
    ),
    "wrong numbers for layers": lambda dice, file, *_: file.update(
        layers=dice.choice([[], [1] * 50, "12", [-1], [0.5], ["a"], 3])
    ),
}
