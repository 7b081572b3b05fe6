"""What torch and the page say to programs made at random, statement by statement.

As a command it lists the differences: ``generated_compare.py SEED COUNT [KIND …]``.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import re
import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field

import python_probes
from generated_torch import KINDS, programs

# Runs in torch and in the page alike: each statement by itself, since after one that both refuse the others still tell.
RUN = """
import contextlib, io, json, warnings
import torch
warnings.simplefilter("ignore")
def show(*values):
    for value in values:
        if isinstance(value, torch.Tensor):
            print(value, value.dtype, list(value.shape), value.requires_grad)
        elif isinstance(value, (list, tuple)) and not isinstance(value, torch.Size):
            print(type(value).__name__, len(value))
            show(*value)
        elif isinstance(value, dict):
            print(list(value))
            show(*value.values())
        else:
            print(value)
def stands(view, base):
    # How a view stands in memory; what has numbers of its own may stand otherwise than in torch.
    if view.numel() and view.untyped_storage().data_ptr() == base.untyped_storage().data_ptr():
        print([step for step, size in zip(view.stride(), view.shape) if size > 1], view.is_contiguous())
def run(statements):
    torch.set_printoptions(profile="default")
    torch.manual_seed(0)
    names, told = {"torch": torch, "show": show, "stands": stands}, []
    for statement in statements:
        printed = io.StringIO()
        error = ""
        with contextlib.redirect_stdout(printed):
            try:
                exec(statement, names)
            except Exception as problem:
                error = f"{type(problem).__name__}: {problem}"
        text = printed.getvalue()
        told.append([text if len(text) < 3000 else text[:1500] + " … " + text[-1500:], error])
    return told
"""
TOGETHER = 25  # programs in one run: what a run may print has an end

# Kinds whose numbers are calculated, not only made, moved or drawn.
CALCULATED = {"arithmetic", "reductions", "products", "gradients", "modules", "optimizers", "wrong"}
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)(?![\w.])")
GRADIENT_NAME = re.compile(r"grad_fn=<\w+>")
# Sums are added up in another order than torch's vector instructions do. Of n numbers the error is at most n units of
# the last place of the sum of their sizes; here n is below 100 and the sums about the largest number that is printed,
# or 1 where they cancel out: 100 * 2**-24 = 6e-6 in float32. Half precision has 11 bits, bfloat16 8, and one rounding
# may fall to either side.
RELATIVE = {"bfloat16": 1e-2, "float16": 2e-3, "": 2e-5}

CHANGE = re.compile(r"[\])] [-+*]?= ")

SAME, DIGITS, REFUSED, NAMED, DIFFERENT = "same", "last digits", "both raise", "named", "different"
STRICTER = "refused here only"  # an argument that torch takes in an odd place: the page says so, it isn't silent


@dataclass
class Told:
    """How a program went: a word for all of it, and where the two differ."""

    word: str
    statement: str = ""
    expected: str = ""
    found: str = ""
    counts: Counter = field(default_factory=Counter)

    def text(self, name: str, statements: list[str]) -> str:
        """A difference with its program."""
        program = "\n".join(statements)
        return f"### {name}\n{program}\n--- at\n{self.statement}\n--- torch\n{self.expected}\n--- page\n{self.found}\n"


def in_torch(sources: dict[str, list[str]]) -> dict[str, list]:
    """What torch prints and raises, for each statement of each program."""
    names: dict = {}
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        exec(compile(RUN, "run", "exec", dont_inherit=True), names)
        return {name: names["run"](statements) for name, statements in sources.items()}


def in_page(sources: dict[str, list[str]]) -> dict[str, list]:
    """What the page prints and raises, for each statement of each program."""
    names = list(sources)
    runs = {}
    for start in range(0, len(names), TOGETHER):
        part = [sources[name] for name in names[start : start + TOGETHER]]
        runs[str(start)] = f"{RUN}\nprint(json.dumps([run(statements) for statements in {part!r}]))"
    told: list = []
    for start, answer in python_probes.in_page(runs).items():
        try:
            told += json.loads(answer)
        except json.JSONDecodeError:
            raise AssertionError(f"programs from {start} on printed too much, or stopped: {answer[-300:]}") from None
    return dict(zip(names, told, strict=True))


def _plain(text: str) -> str:
    return " ".join(GRADIENT_NAME.sub("grad_fn", text).split())


def _unit(text: str) -> float:
    """What the last digit of a printed number is worth."""
    digits, _, power = text.partition("e")
    after = len(digits.partition(".")[2])
    return 10.0 ** (int(power or 0) - after) if after else 0.0  # "2." is a whole number, not a rounded one


def close(expected: str, found: str) -> bool:
    """Whether two texts have the same words, and numbers that differ in the last digits at most."""
    one, two = _plain(expected), _plain(found)
    if [*NUMBER.sub("#", one).replace(" ", "")] != [*NUMBER.sub("#", two).replace(" ", "")]:
        return False
    pairs = list(zip(NUMBER.findall(one), NUMBER.findall(two), strict=True))
    relative = next(tolerance for kind, tolerance in RELATIVE.items() if kind in one)
    sizes = [abs(float(text)) for text, _ in pairs if not text.strip("-+").isdigit()]
    largest = max([size for size in sizes if math.isfinite(size)], default=0.0)
    return all(_close(a, b, relative * max(largest, 1.0)) for a, b in pairs)


def _close(a: str, b: str, tolerance: float) -> bool:
    if a == b:
        return True
    if (a + b).strip("-+").isdigit() or "inf" in a + b or "nan" in a + b:
        return False  # whole numbers are exact
    # What is rounded for printing may fall to either side.
    return abs(float(a) - float(b)) <= tolerance + 1.01 * max(_unit(a), _unit(b))


def compared(kind: str, statements: list[str], expected: list, found: list) -> Told:
    """How a program went, up to the first difference: what comes after one may follow from it."""
    counts: Counter = Counter()
    for statement, (text, error), (own, problem) in zip(statements, expected, found, strict=True):
        word = _word(kind, (text, error), (own, problem))
        counts[word] += 1
        if word in (NAMED, DIFFERENT):
            return Told(word, statement, text + error, own + problem, counts)
        if word == REFUSED and CHANGE.search(statement):
            break  # torch has perhaps written a part before it raised
    return Told(DIGITS if counts[DIGITS] else SAME, counts=counts)


def _word(kind: str, expected: tuple[str, str], found: tuple[str, str]) -> str:
    (text, error), (own, problem) = expected, found
    if error and problem:
        return REFUSED
    if "stand-in" in problem or "isn't in" in problem:
        return NAMED
    if kind == "wrong" and problem.startswith("TypeError") and not error:
        return STRICTER
    if error or problem:
        return DIFFERENT
    if GRADIENT_NAME.sub("grad_fn", text) == GRADIENT_NAME.sub("grad_fn", own):
        return SAME
    if kind in CALCULATED and close(text, own):
        return DIGITS
    return SAME if _plain(text) == _plain(own) and "grad_fn" in text else DIFFERENT


def all_compared(sources: dict[str, list[str]]) -> dict[str, Told]:
    """How each of the programs went, by its name."""
    page, torch = in_page(sources), in_torch(sources)
    return {name: compared(name.split()[0], sources[name], torch[name], page[name]) for name in sources}


def main(seed: str, count: str, *kinds: str) -> None:
    sources = {
        name: lines for name, lines in programs(seed, int(count)).items() if not kinds or name.split()[0] in kinds
    }
    words: dict[str, Counter] = {kind: Counter() for kind in KINDS}
    statements: Counter = Counter()
    for name, told in all_compared(sources).items():
        words[name.split()[0]][told.word] += 1
        statements += told.counts
        if told.word == DIFFERENT:
            print(told.text(name, sources[name]))
        elif told.word == NAMED:
            print(f"named: {told.found.splitlines()[-1][:150]}", file=sys.stderr)
    for kind, counts in words.items():
        print(kind, dict(counts))
    print("statements", dict(statements))


if __name__ == "__main__":
    main(*sys.argv[1:])
