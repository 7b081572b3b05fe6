"""How faults are planted: each function of FAMILIES makes one in a checkout, a `Mutant`, or None if it has no place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

from handbook import SOURCE_LANGUAGE
from handbook.markdown.model import Block, Page

from .gate import Checkout, Mutant

Plant = Callable[[Random, Checkout], "Mutant | None"]
FAMILIES: dict[str, Plant] = {}


def family(name: str) -> Callable[[Plant], Plant]:
    def keep(plant: Plant) -> Plant:
        FAMILIES[name] = plant
        return plant

    return keep


# -- tools


def pick(rng: Random, choices: Iterable):
    listed = list(choices)
    return rng.choice(listed) if listed else None


def some_page(rng: Random, checkout: Checkout, english: bool | None = None) -> Page:
    """A sound page: English, translated, or either."""
    places = [place for place in checkout.sound if english is None or (place[0] == SOURCE_LANGUAGE) is english]
    return checkout.base.page(*rng.choice(places))


def with_raw(page: Page, new: dict[Block, str]) -> Mutant | None:
    text = "".join(new.get(block, block.raw) for block in page.blocks)
    return Mutant.of(page.path, text) if text != page.source else None


def replaced(rng: Random, text: str, pattern: str, new: str | Callable[[re.Match], str]) -> str | None:
    """``text`` with one of the matches of ``pattern``, any, replaced."""
    match = pick(rng, re.finditer(pattern, text))
    if match is None:
        return None
    put = new(match) if callable(new) else match.expand(new)
    return text[: match.start()] + put + text[match.end() :] if put != match[0] else None


def in_block(rng: Random, page: Page, wanted: Callable[[Block], bool], pattern: str, new) -> Mutant | None:
    """One match of ``pattern`` replaced in the source of one of the ``wanted`` blocks."""
    block = pick(rng, (block for block in page.blocks if wanted(block) and re.search(pattern, block.raw)))
    raw = replaced(rng, block.raw, pattern, new) if block else None
    return with_raw(page, {block: raw}) if raw else None


def with_body(fence: Block, text: str) -> str:
    lines = fence.raw.rstrip("\n").split("\n")
    return "\n".join([lines[0], *((fence.prefix + line).rstrip() for line in text.split("\n")), lines[-1]]) + "\n"


def is_language(block: Block) -> bool:
    return block.kind in ("paragraph", "item", "table", "heading")


def other_digit(match: re.Match) -> str:
    """The match with its last digit changed."""
    text = match[0]
    place = max(n for n, letter in enumerate(text) if letter.isdigit())
    return text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]


def plain_words(block: Block) -> bool:
    """A paragraph that parity sees nothing in: no code, formula or link."""
    return block.kind in ("paragraph", "item") and not block.inlines()


def own_file(rng: Random, checkout: Checkout, name: str, english: bool = True) -> tuple[str, str]:
    languages = checkout.base.languages if english else checkout.base.languages[1:]
    path = f"i18n/{rng.choice(languages)}/{name}"
    return path, checkout.read(path)


def in_file(rng: Random, checkout: Checkout, name: str, pattern: str, new, english: bool = True) -> Mutant | None:
    path, text = own_file(rng, checkout, name, english)
    changed = replaced(rng, text, pattern, new)
    return changed and Mutant.of(path, changed)


def planted(
    name: str, number: int, seed: int, checkout: Checkout, families: dict[str, Plant] = FAMILIES
) -> Mutant | None:
    """The mutant ``number`` of a family: the same one in each run with this seed, as long as the pages stay."""
    rng = Random(f"{seed}:{name}:{number}")
    for _ in range(200):
        if mutant := families[name](rng, checkout):
            file = checkout.root / mutant.path
            if mutant.data != (file.read_bytes() if file.is_file() else b"") and checkout.is_in_order(mutant):
                return Mutant(name, mutant.path, mutant.data)
    return None
