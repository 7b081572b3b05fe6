"""The parts of a page that are translated one by one, and how each is recognized when it is seen again.

Besides the blocks that readers see, these are the words in code (comments, docstrings, labels of plots), and what the
front matter says to search engines.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise

from handbook.markdown.code_words import translated_words
from handbook.markdown.fences import fence_key
from handbook.markdown.model import BLOCKS, PAGES, PROSE, Block, Page
from handbook.translation.parity import TRANSLATED_FIELDS, align

HASH_DIGITS = 12
CODE_WORDS = "words"  # the kind of a unit with the words in a fence
# Kinds of units that say the same in other words in each language; code, formulas and html are equal in all.
LANGUAGE = PROSE | TRANSLATED_FIELDS | {CODE_WORDS, "string", "definition"}
# In a lock, a kind of token is hashed as the number that Python 3.11's `tokenize` gives it.
KINDS = {"NAME": 1, "NUMBER": 2, "STRING": 3, "NEWLINE": 4, "INDENT": 5, "DEDENT": 6, "OP": 54, "ERRORTOKEN": 60}
UNORDERED = {CODE_WORDS, "string", "definition"}  # words follow their code, strings are found by their key


@lru_cache(maxsize=PAGES)
def units_of(page: Page) -> tuple[Block, ...]:
    """The units of a page, in order; words of code follow their fence."""
    units = [
        Block(name, 1, "", str(page.meta[name]), path=page.path)
        for name in sorted(TRANSLATED_FIELDS)
        if page.meta.get(name)
    ]
    for block in page.visible:
        units.append(block)
        if block.is_python and (words := _words_of(block)).text:
            units.append(words)
    return tuple(units)


def pairs_of(source: Page, translation: Page) -> dict[Block, Block]:
    """The translated unit of each English one that has a counterpart."""
    if source.path.endswith(".toml"):
        strings = {unit.section: unit for unit in translation.blocks}
        return {unit: strings[unit.section] for unit in source.blocks if unit.section in strings}
    pairs = dict(align(source, translation)[0])
    ours, theirs = units_of(source), units_of(translation)
    fields = {unit.kind: unit for unit in theirs if unit.kind in TRANSLATED_FIELDS}
    pairs.update((unit, fields[unit.kind]) for unit in ours if unit.kind in fields)
    words = {fence: unit for fence, unit in pairwise(theirs) if unit.kind == CODE_WORDS}
    for fence, unit in pairwise(ours):
        if unit.kind == CODE_WORDS and (other := words.get(pairs.get(fence, fence))):
            pairs[unit] = other
    return pairs


def _words_of(fence: Block) -> Block:
    """The words of a fence as a unit of its own; its text is empty where the fence has none or isn't Python."""
    try:
        text = translated_words(fence)
    except SyntaxError:
        text = ""
    return Block(CODE_WORDS, fence.line, "", text, fence.containers, fence.prefix, fence.section, path=fence.path)


@lru_cache(maxsize=BLOCKS)
def fingerprint(unit: Block) -> str:
    """The hash of what a unit says: line breaks and spaces don't count, any word does."""
    return hash_of(_normalized(unit))


def hash_of(text: str) -> str:
    """A hash as locks have it."""
    return sha256(text.encode("utf-8")).hexdigest()[:HASH_DIGITS]


def _normalized(unit: Block) -> str:
    if unit.is_python:
        try:
            key = tuple((KINDS[kind], text) for kind, text in fence_key(unit))
            return repr((unit.kind, unit.attributes, unit.classes, key))
        except SyntaxError:
            return unit.text
    text = " ".join(unicodedata.normalize("NFC", unit.text).split())
    if unit.kind == "table":
        text = "|".join(cell.strip() for cell in text.split("|"))
    return f"{unit.kind} {unit.info if unit.kind == 'heading' else ''} {text}"
