"""Faults that authors and translators make, each planted in one small page.

They are the same ones in each run while the pages stay.

Kinds are named by what somebody did, not by who might notice. Some every tool is meant to tell (a typing error in the
code), some hardly any (a number in prose), and one nobody (a comment in the code).
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise, zip_longest
from pathlib import Path
from random import Random

from measure import ROOT

from handbook.markdown.model import Block, Page

sys.path.append(str(ROOT / "tools"))  # the mutants that the checks are tested with
from mutation.families import FAMILIES, planted
from mutation.gate import Checkout, Mutant
from mutation.planting import in_block, other_digit, pick, some_page, with_body, with_raw

SEED = 1
PAGES = (
    "why-attention",
    "by-hand",
    "spreadsheet",
    "queries-keys-values",
    "causal-attention",
    "multi-head-attention",
)  # each runs in a second or so
OWN: dict[str, Callable[[Random, Checkout], Mutant | None]] = {}


@dataclass(frozen=True)
class Fault:
    """A page with one thing wrong in it."""

    kind: str
    family: str
    language: str
    name: str
    text: str
    diff: str


def own(name: str):
    def keep(plant):
        OWN[name] = plant
        return plant

    return keep


def _swapped(word: str) -> str:
    """Two letters in the wrong order, as fingers do: soft|ma|x → softamx."""
    place = next((n for n in range(len(word) // 2, len(word) - 1) if word[n] != word[n + 1]), None)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :] if place is not None else word + word[-1]


def _misspelled(rng: Random, page: Page, fences: list[Block], attributes: bool) -> Mutant | None:
    """A name that the code uses (not one that it gives), or an attribute of one, with two letters swapped."""
    places = []
    for fence in fences:
        for node in ast.walk(ast.parse(fence.text)):
            if attributes and isinstance(node, ast.Attribute) and len(node.attr) > 3 and node.end_lineno == node.lineno:
                places.append((fence, node.lineno, node.end_col_offset - len(node.attr), node.attr))
            elif (
                not attributes
                and isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and len(node.id) > 3
                and not hasattr(builtins, node.id)
            ):
                places.append((fence, node.lineno, node.col_offset, node.id))
    if not places:
        return None
    fence, line, column, word = rng.choice(places)
    lines = fence.text.split("\n")
    text = lines[line - 1].encode("utf-8")  # ast counts in bytes
    lines[line - 1] = (text[:column] + _swapped(word).encode() + text[column + len(word) :]).decode("utf-8")
    return with_raw(page, {fence: with_body(fence, "\n".join(lines))})


def _runs(page: Page) -> list[Block]:
    """Fences that run and aren't meant to fail."""
    return [fence for fence in page.python() if not {"raises", "no-run"} & set(fence.classes)]


for _words, _english in (("the English code", True), ("the code of a translation", False)):
    OWN[f"a name is misspelled in {_words}"] = lambda rng, checkout, english=_english: _misspelled(
        rng, page := some_page(rng, checkout, english), _runs(page), False
    )
    OWN[f"a function is misspelled in {_words}"] = lambda rng, checkout, english=_english: _misspelled(
        rng, page := some_page(rng, checkout, english), _runs(page), True
    )


@own("a function is misspelled in a box, a list or a tab")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return _misspelled(rng, page, [fence for fence in _runs(page) if fence.containers], True)


@own("a function is misspelled in a fence with a title")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return _misspelled(rng, page, [fence for fence in _runs(page) if fence.attributes], True)


@own("a function is misspelled in a fence that says py")  # and both are as they should be in every renderer
def _(rng, checkout):
    page = some_page(rng, checkout)
    fences = [fence for fence in _runs(page) if fence.info == "```python"]
    mutant = _misspelled(rng, page, fences, True)
    return mutant and _respelled(page, mutant, "```py")


@own("a function is misspelled in a fence with braces")
def _(rng, checkout):
    page = some_page(rng, checkout)
    mutant = _misspelled(rng, page, [fence for fence in _runs(page) if fence.info == "```python"], True)
    return mutant and _respelled(page, mutant, "```{.python #listing}")


def _respelled(page: Page, mutant: Mutant, info: str) -> Mutant:
    """The fence whose code ``mutant`` changed, opened by ``info``."""
    lines, old = mutant.data.decode("utf-8").split("\n"), page.source.split("\n")
    changed = next(n for n, (a, b) in enumerate(zip(lines, old)) if a != b)
    fence = next(fence for fence in page.python() if fence.line - 1 <= changed < fence.last_line)
    lines[fence.line - 1] = lines[fence.line - 1].replace(fence.info, info)
    return Mutant.of(page.path, "\n".join(lines))


@own("a bracket is lost in the code")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: block.is_python,
        r"(?m)^[^#\n]*[)\]]$",
        lambda match: match[0][:-1],
    )


@own("a typographic quote in the English code")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: block.is_python,
        r'(?<=[(\[ ])"(?=\w)|(?<=\w)"(?=[)\], ])',
        lambda match: rng.choice("“”"),
    )


@own("an import is lost in the English code")
def _(rng, checkout):
    return in_block(rng, some_page(rng, checkout, english=True), lambda block: block.is_python, r"(?m)^import .*\n", "")


@own("a whole output is lost")
def _(rng, checkout):
    page = some_page(rng, checkout)
    output = pick(rng, (block for block in page.fences() if block.is_output))
    return output and with_raw(page, {output: ""})


@own("an English output stands behind other code")
def _(rng, checkout):
    page = some_page(rng, checkout, english=True)
    outputs = [block for block in page.fences() if block.is_output and not block.containers and not block.id]
    pairs = [(one, other) for one, other in pairwise(outputs) if one.text != other.text]
    pair = pick(rng, pairs)
    return pair and with_raw(page, {pair[0]: pair[1].raw, pair[1]: pair[0].raw})


@own("a whole number changes in English prose")
def _(rng, checkout):
    return _whole_number(rng, some_page(rng, checkout, english=True))


@own("a whole number changes in the prose of a translation")
def _(rng, checkout):
    return _whole_number(rng, some_page(rng, checkout, english=False))


def _whole_number(rng: Random, page: Page) -> Mutant | None:
    return in_block(
        rng,
        page,
        lambda block: block.kind == "paragraph" and not block.inlines(),
        r"(?<= )\d+(?= [a-zžšćčđäöü])",
        other_digit,
    )


@own("a comment hides a block of code")
def _(rng, checkout):
    page = some_page(rng, checkout)
    fence = pick(rng, (fence for fence in _runs(page) if not fence.containers))
    return fence and with_raw(page, {fence: f"<!--\n{fence.raw.rstrip()}\n-->\n"})


@own("a block of code is indented by a tab")
def _(rng, checkout):
    page = some_page(rng, checkout)
    fence = pick(rng, (fence for fence in _runs(page) if fence.prefix == "    "))
    return fence and with_raw(page, {fence: re.sub(r"(?m)^    ", "\t", fence.raw)})


@own("a block of code is indented by three spaces")
def _(rng, checkout):
    page = some_page(rng, checkout)
    fence = pick(rng, (fence for fence in _runs(page) if fence.prefix == "    "))
    return fence and with_raw(page, {fence: re.sub(r"(?m)^    ", "   ", fence.raw)})


@own("a shape in a comment of the code is wrong")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.is_python,
        r"(?m)(?<=# )\((\d+), (\d+)\)",
        lambda match: f"({match[2]}, {match[1]})" if match[1] != match[2] else f"({match[1]}, {int(match[2]) + 1})",
    )


# kind → how many of 50, and the families that take turns
KINDS: dict[str, tuple[int, list[str]]] = {
    "typing error in code": (
        8,
        [
            "a name is misspelled in the English code",
            "a function is misspelled in the English code",
            "a bracket is lost in the code",
            "a typographic quote in the English code",
            "an import is lost in the English code",
        ],
    ),
    "operator, number or axis": (
        7,
        [
            "a number in the English code changes",
            "an operator in the English code changes",
            "an axis is the other one, in English",
        ],
    ),
    "output wrong or lost": (
        8,
        [
            "a digit of an English output changes",
            "a sign of an English output changes",
            "a line of an output is lost",
            "a whole output is lost",
            "an English output stands behind other code",
        ],
    ),
    "code of a translation": (
        7,
        [
            "a name is misspelled in the code of a translation",
            "a number in the code of a translation changes",
            "a function is misspelled in the code of a translation",
            "an operator in the code of a translation changes",
            "a string in the code of a translation changes",
        ],
    ),
    "number in prose": (
        6,
        [
            "a computed number changes in English prose",
            "a computed number changes in the prose of a translation",
            "a whole number changes in English prose",
            "a whole number changes in the prose of a translation",
        ],
    ),
    "form of a fence": (
        8,
        [
            "the language of a fence is misspelled",
            "a fence is no longer run",
            "a block of code is indented by a tab",
            "a comment hides a block of code",
            "a fence's attribute stands without braces",
            "a block of code is indented by three spaces",
            "a fence is never closed",
        ],
    ),
    "typing error in a box, as py": (
        4,
        [
            "a function is misspelled in a box, a list or a tab",
            "a function is misspelled in a fence with a title",
            "a function is misspelled in a fence that says py",
            "a function is misspelled in a fence with braces",
        ],
    ),
    "comment in code": (2, ["a shape in a comment of the code is wrong"]),
}
ALL = sum(count for count, _ in KINDS.values())


def plant(count: int = ALL, pages: tuple[str, ...] = PAGES, seed: int = SEED) -> list[Fault]:
    """``count`` faults, at most ``ALL``: of each kind its share, the kinds in turns."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        checkout = Checkout(Path(folder))
        checkout.sound = [
            (language, name) for name in pages for language in checkout.base.languages
        ]  # which pages mutants are made of
        by_kind = [
            [fault for number in range(share) if (fault := _planted(kind, families, number, seed, checkout))]
            for kind, (share, families) in KINDS.items()
        ]
    return [fault for fault in chain.from_iterable(zip_longest(*by_kind)) if fault][:count]


def _planted(kind: str, families: list[str], number: int, seed: int, checkout: Checkout) -> Fault | None:
    round, turn = divmod(number, len(families))
    mutant = planted(families[turn], round, seed, checkout, FAMILIES | OWN)
    if mutant is None:
        return None
    path = checkout.root / mutant.path
    return Fault(
        kind, mutant.family, path.parent.name, path.stem, mutant.data.decode("utf-8"), mutant.diff(path.read_bytes())
    )


if __name__ == "__main__":  # to look at them
    for fault in plant():
        print(f"\n{fault.kind}: {fault.family} ({fault.language}/{fault.name})\n{fault.diff}")
