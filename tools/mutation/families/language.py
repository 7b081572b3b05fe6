"""Faults in numbers, words and letters."""

from __future__ import annotations

import re
from random import Random

from handbook import SOURCE_LANGUAGE
from handbook.checks import language_detection
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.translation import glossary

from ..gate import Checkout, Mutant
from ..planting import (
    family,
    in_block,
    is_language,
    other_digit,
    pick,
    plain_words,
    some_page,
    with_body,
    with_raw,
)

# -- numbers


DECIMAL = r"(?<![\w.,{])\d+[.,]\d{2,}(?![\w.,]*\d)"


@family("a computed number changes in the prose of a translation")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    return _in_prose(rng, page, DECIMAL)


def _in_prose(rng: Random, page: Page, pattern: str) -> Mutant | None:
    """The last digit of a number that a reader sees as language changes."""
    spans = [
        (block, match)
        for block in page.blocks
        if is_language(block) and not (block.inlines() and "\n" in block.text)
        for match in re.finditer(pattern, block.prose())
        if block.raw.count(match[0]) == 1
    ]
    place = pick(rng, spans)
    return place and with_raw(page, {place[0]: place[0].raw.replace(place[1][0], other_digit(place[1]))})


@family("a computed number changes in English prose")
def _(rng, checkout):
    return _in_prose(rng, some_page(rng, checkout, english=True), DECIMAL)


@family("a digit of a formula changes")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "maths",
        r"\d\.\d{2,}|(?<![\d.])\d(?![\d.])",
        other_digit,
    )


@family("the decimal mark of another language")
def _(rng, checkout):
    page = some_page(rng, checkout)
    mark = re.escape(number_formats.marks(page.language)[0])
    pattern = rf"(?<![\w.,])0{mark}\d{{2,}}(?![\w.,]*\d)"
    spans = [
        (block, match)
        for block in page.blocks
        if is_language(block)
        for match in re.finditer(pattern, block.prose())
        if block.raw.count(match[0]) == 1
    ]
    place = pick(rng, spans)
    other = {",": ".", ".": ","}
    return place and with_raw(
        page, {place[0]: place[0].raw.replace(place[1][0], re.sub("[.,]", lambda match: other[match[0]], place[1][0]))}
    )


@family("an excuse for numbers is lost")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return in_block(
        rng,
        page,
        lambda block: block.kind == "comment" and block.text.startswith("uncomputed:"),
        r"uncomputed: *\S+",
        "uncomputed:",
    )


@family("an excuse gives no reason")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "comment" and block.text.startswith("uncomputed:"),
        r"\|[^>]*?(?=-->)",
        "| ",
    )


@family("a translation excuses a number of its own")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    block = pick(rng, (block for block in page.visible if block.kind == "paragraph" and not block.containers))
    return with_raw(page, {block: "<!-- uncomputed: 9.99 | because -->\n" + block.raw})


# -- language


@family("a term of the glossary is replaced by another word")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    english, own = (glossary.load(checkout.root, language) for language in (SOURCE_LANGUAGE, page.language))
    source = checkout.base.source(page)
    partner = dict(zip(source.visible, page.visible, strict=True))
    choices = []
    for ours, theirs in partner.items():
        if plain_words(theirs) and plain_words(ours):
            choices += [
                (theirs, own.terms[key])
                for key in glossary.first_uses(ours.prose(), english)
                if key in own.terms and own.terms[key].enforce and english.terms[key].enforce and own.terms[key].term
            ]
    choice = pick(rng, choices)
    if choice is None:
        return None
    block, term = choice
    raw = block.raw
    for form in term.forms:
        raw = glossary.form_pattern(form).sub("dingsbums", raw)
    return with_raw(page, {block: raw})


@family("refused wording is used")
def _(rng, checkout):
    page = some_page(rng, checkout)
    refused = glossary.load(checkout.root, page.language).refused
    block = pick(rng, (block for block in page.visible if block.kind == "paragraph" and not block.containers))
    wrong = pick(rng, refused)
    if wrong is None or block is None:
        return None
    return with_raw(page, {block: block.raw.rstrip("\n") + f" {wrong.replace('*', '')}\n"})


def _enough(block: Block) -> bool:
    """Words of its own in such number that a detector can be held to its answer."""
    return sum(letter.isalpha() for letter in language_detection._without_foreign_spans(block.prose())) >= 80


def _pasted(rng: Random, checkout: Checkout, languages: list[str]) -> Mutant | None:
    page = some_page(rng, checkout, english=False)
    other = pick(
        rng,
        (language for language in languages if language != page.language and (language, page.name) in checkout.sound),
    )
    if other is None:
        return None
    pairs = [
        (own, pasted)
        for own, pasted in zip(page.visible, checkout.base.page(other, page.name).visible, strict=True)
        if own.kind == "paragraph" and not own.containers and _enough(pasted) and _enough(own)
    ]
    pair = pick(rng, pairs)
    return pair and with_raw(page, {pair[0]: pair[1].raw})


@family("a paragraph is left in English")
def _(rng, checkout):
    return _pasted(rng, checkout, [SOURCE_LANGUAGE])


@family("a paragraph is pasted from another translation")
def _(rng, checkout):
    return _pasted(rng, checkout, checkout.base.languages[1:])


@family("a letter that can't be seen")
def _(rng, checkout):
    page = some_page(rng, checkout)
    letter = rng.choice("\u200b\u200d\u2060\u202e\u00ad\ufeff\u2066\u3164\u0008\u034f")
    return in_block(rng, page, lambda block: block.kind in ("paragraph", "fence", "item"), r"(?<=\w)(?=\w)", letter)


@family("a Cyrillic letter in a Latin word")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return in_block(
        rng,
        page,
        lambda block: block.kind in ("paragraph", "item") or block.is_python,
        r"(?<=[a-z])[aeopc](?=[a-z])",
        lambda match: dict(zip("aeopc", "аеорс"))[match[0]],
    )


@family("a word of the English changes")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: is_language(block) and not block.inlines(),
        r"\b[a-z]{3,}\b",
        lambda match: match[0][::-1] + "x",
    )


@family("“not” is lost or added in English")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: block.kind in ("paragraph", "item"),
        r" not | is (?!not)",
        lambda match: " " if match[0] == " not " else " is not ",
    )


@family("a paragraph is added in English")
def _(rng, checkout):
    page = some_page(rng, checkout, english=True)
    block = pick(rng, (block for block in page.visible if block.kind == "paragraph" and not block.containers))
    return with_raw(page, {block: block.raw + "\nThis is new, and nobody has translated it.\n"})


@family("a comment in the English code says something else")
def _(rng, checkout):
    page = some_page(rng, checkout, english=True)
    return in_block(rng, page, lambda block: block.is_python, r"(?m)(?<=# )[^\n\"'#]*$", "x")


@family("a comment is added in the English code")
def _(rng, checkout):
    page = some_page(rng, checkout, english=True)
    fence = pick(rng, (fence for fence in page.python() if "no-run" not in fence.classes))
    return fence and with_raw(page, {fence: with_body(fence, "# the sum\n" + fence.text)})
