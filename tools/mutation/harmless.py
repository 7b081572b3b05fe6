"""Changes that are nobody's fault: no gate may say a word about them, not even a notice."""

from __future__ import annotations

import re
from random import Random

from handbook.markdown.model import Block, Page

from .gate import Checkout, Mutant, trains
from .planting import Plant, in_block, in_file, own_file, pick, plain_words, some_page, with_body, with_raw

HARMLESS: dict[str, Plant] = {}


def harmless(name: str):
    def keep(plant: Plant) -> Plant:
        HARMLESS[name] = plant
        return plant

    return keep


def every(page: Page, wanted, edit) -> Mutant | None:
    return with_raw(page, {block: edit(block.raw) for block in page.blocks if wanted(block)})


def quick_page(rng: Random, checkout: Checkout, english: bool | None = None) -> Page:
    """A page whose code is soon run: after a change of code that nobody minds, everything is asked."""
    page = some_page(rng, checkout, english)
    return quick_page(rng, checkout, english) if trains(page) else page


def free_paragraph(block: Block) -> bool:
    return block.kind == "paragraph" and not block.containers


@harmless("paragraphs are wrapped anew")
def _(rng: Random, checkout: Checkout):
    page = some_page(rng, checkout)
    return every(
        page,
        free_paragraph,
        lambda raw: (
            raw.rstrip("\n").replace("\n", " ") + "\n" if "\n" in raw.rstrip("\n") else raw.replace(". ", ".\n", 1)
        ),
    )


@harmless("empty lines are added")
def _(rng, checkout):
    page = some_page(rng, checkout)
    blanks = [block for block in page.blocks if block.kind == "blank"]
    chosen = set(rng.sample(range(len(blanks)), k=max(len(blanks) // 3, 1)))
    return with_raw(page, {block: "\n\n" for n, block in enumerate(blanks) if n in chosen})


@harmless("lines end as on Windows")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return Mutant.of(page.path, page.source.replace("\n", "\r\n"))


@harmless("the last line has no end")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return Mutant.of(page.path, page.source.rstrip("\n"))


@harmless("spaces at ends of lines")
def _(rng, checkout):
    return every(some_page(rng, checkout), free_paragraph, lambda raw: re.sub(r"\n$", " \n", raw))


@harmless("a comment in translated code says something else")
def _(rng, checkout):
    return in_block(
        rng, quick_page(rng, checkout, english=False), lambda block: block.is_python, r"(?m)(?<=# )[^\n\"'#]*$", "x"
    )


@harmless("a comment in translated code is added")
def _(rng, checkout):
    page = quick_page(rng, checkout, english=False)
    fence = pick(rng, (fence for fence in page.python() if "no-run" not in fence.classes))
    return fence and with_raw(page, {fence: with_body(fence, "# (d_k,)\n" + fence.text)})


@harmless("code is spaced otherwise")
def _(rng, checkout):
    page = quick_page(rng, checkout)
    return in_block(
        rng, page, lambda block: block.is_python and not set("\"'#") & set(block.text), r"(?<=\w) = (?=\w)", "  =  "
    )


@harmless("code has empty lines more")
def _(rng, checkout):
    page = quick_page(rng, checkout)
    fence = pick(rng, (fence for fence in page.python() if '"""' not in fence.text and "\n" in fence.text))
    if fence is None:
        return None
    lines = fence.text.split("\n")
    place = pick(rng, [n for n, line in enumerate(lines) if n and re.match(r"[A-Za-z]", line)])
    return place and with_raw(page, {fence: with_body(fence, "\n".join([*lines[:place], "", *lines[place:]]))})


@harmless("a comment for editors stands in a page")
def _(rng, checkout):
    page = some_page(rng, checkout)
    block = pick(rng, (block for block in page.visible if free_paragraph(block)))
    return with_raw(page, {block: block.raw + "\n<!-- for editors -->\n"})


@harmless("the columns of a table are aligned")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return every(
        page,
        lambda block: block.kind == "table" and not block.containers and "`" not in block.raw and "$" not in block.raw,
        lambda raw: re.sub(r"(?<=[^\n-])\|(?=[^\n-])", " | ", raw),
    )


@harmless("a sentence of a translation is put better")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    better = {"de": " So ist das.", "sr": " Tako to ide.", "sw": " Ndivyo ilivyo."}.get(page.language)
    block = pick(rng, (block for block in page.visible if free_paragraph(block) and plain_words(block)))
    return better and block and with_raw(page, {block: block.raw.rstrip("\n") + better + "\n"})


@harmless("a description of a translation is put better")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=False),
        lambda block: block.kind == "front_matter",
        r"(?m)(?<=^description: )(\"?)(?=\w)",
        r"\1OK ",
    )


@harmless("a small number is written as a word")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    word = {"de": "drei", "sr": "tri", "sw": "tatu"}.get(page.language)
    return word and in_block(rng, page, plain_words, r"(?<= )3(?= [a-zšđčćž])", word)


@harmless("a reason in the glossary is put better")
def _(rng, checkout):
    return in_file(rng, checkout, "glossary.toml", r'(?m)(?<=^reason = ")', "As usual. ")


@harmless("a form is added to a term")
def _(rng, checkout):
    return in_file(rng, checkout, "glossary.toml", r'(?m)(?<=^forms = \[)(?=")', '"zzyzx", ', english=False)


@harmless("a comment in a settings file")
def _(rng, checkout):
    name = rng.choice(["glossary.toml", "ui.toml", "language.toml"])
    path, text = own_file(rng, checkout, name, english=False)
    return Mutant.of(path, "# A remark.\n" + text)


@harmless("the strings of a section stand in another order")
def _(rng, checkout):
    path, text = own_file(rng, checkout, "ui.toml")
    lines = text.split("\n")
    pairs = [n for n in range(len(lines) - 1) if all(re.fullmatch(r'\w+ = ".*"', line) for line in lines[n : n + 2])]
    place = pick(rng, pairs)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return Mutant.of(path, "\n".join(lines))
