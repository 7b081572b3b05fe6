"""Faults in code and in its outputs."""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from random import Random

from handbook.markdown.model import Block, Page

from ..gate import Mutant
from ..planting import (
    FAMILIES,
    family,
    in_block,
    other_digit,
    pick,
    some_page,
    with_body,
    with_raw,
)

# -- code


OPERATORS = {
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "@": "*",
    "**": "*",
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">": "<=",
    "<=": ">",
    ">=": "<",
    "//": "/",
    "%": "//",
    "+=": "-=",
    "-=": "+=",
}


def code_tokens(fence: Block) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(fence.text + "\n").readline))


def _change_of(token: tokenize.TokenInfo) -> str | None:
    """Another token of its kind, so that the code still parses most of the time."""
    text = token.string
    if token.type == tokenize.OP:
        return OPERATORS.get(text)
    if token.type == tokenize.NUMBER:
        return re.sub(r"\d(?=\D*$)", lambda match: str((int(match[0]) + 1) % 10), text, count=1)
    if token.type == tokenize.STRING and text[0] not in "fF" and not text.startswith(('"""', "'''")):
        return text[0] + "x" + text[1:] if text[0] in "\"'" else None
    if token.type == tokenize.NAME:
        if text in ("True", "False"):
            return str(text == "False")
        return None if keyword.iskeyword(text) else text + "_"
    return None


def change_code(rng: Random, page: Page, kinds: set[int]) -> Mutant | None:
    fence = pick(rng, (fence for fence in page.python() if "no-run" not in fence.classes))
    if fence is None:
        return None
    places = [
        (token, new)
        for token in code_tokens(fence)
        if token.type in kinds and (new := _change_of(token)) and new != token.string
    ]
    place = pick(rng, places)
    if place is None:
        return None
    token, new = place
    lines = fence.text.split("\n")
    row, (start, end) = token.start[0] - 1, (token.start[1], token.end[1])
    lines[row] = lines[row][:start] + new + lines[row][end:]
    return with_raw(page, {fence: with_body(fence, "\n".join(lines))})


KINDS = {
    "an operator": {tokenize.OP},
    "a number": {tokenize.NUMBER},
    "a name": {tokenize.NAME},
    "a string": {tokenize.STRING},
}
for _name, _kinds in KINDS.items():
    FAMILIES[f"{_name} in the code of a translation changes"] = lambda rng, checkout, kinds=_kinds: change_code(
        rng, some_page(rng, checkout, english=False), kinds
    )
    FAMILIES[f"{_name} in the English code changes"] = lambda rng, checkout, kinds=_kinds: change_code(
        rng, some_page(rng, checkout, english=True), kinds
    )


@family("the language of a fence is misspelled")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "fence",
        r"(?<=```)python|(?<=\.)(?:python|text)",
        lambda match: rng.choice([match[0][:-1] + "x", match[0][1::-1] + match[0][2:], match[0] + "3.11"]),
    )


@family("a line of code is lost")
def _(rng, checkout):
    page = some_page(rng, checkout)
    fence = pick(rng, (fence for fence in page.python() if fence.text.count("\n") > 1))
    if fence is None:
        return None
    lines = fence.text.split("\n")
    code = [n for n, line in enumerate(lines) if line.strip() and not line.strip().startswith("#")]
    gone = pick(rng, code)
    return (
        with_raw(page, {fence: with_body(fence, "\n".join(line for n, line in enumerate(lines) if n != gone))})
        if gone is not None
        else None
    )


@family("two lines of code are swapped")
def _(rng, checkout):
    page = some_page(rng, checkout)
    fence = pick(rng, page.python())
    if fence is None:
        return None
    lines = fence.text.split("\n")
    both = pick(
        rng,
        (
            n
            for n in range(len(lines) - 1)
            if all(line.strip() and not line.strip().startswith("#") for line in lines[n : n + 2])
            and lines[n].split("#")[0] != lines[n + 1].split("#")[0]
        ),
    )
    if both is None:
        return None
    lines[both], lines[both + 1] = lines[both + 1], lines[both]
    return with_raw(page, {fence: with_body(fence, "\n".join(lines))})


@family("an axis is the other one, in English")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: block.is_python,
        r"dim=-?\d",
        lambda match: "dim=0" if match[0] != "dim=0" else "dim=-1",
    )


@family("a typographic sign in code")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.is_python and "no-run" not in block.classes,
        r'(?<=[(\[ ])"(?=\w)|(?<=\w)"(?=[)\], ])|(?<= )- ?(?=\d)',
        lambda match: {'"': rng.choice("“„”«"), "-": "–"}[match[0].strip()],
    )


@family("a command is planted in the code of a translation")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    fence = pick(rng, page.python())
    planted = rng.choice(["import os; os.system('true')", "print = print", "__import__('os')", "pass", "x = 1"])
    return fence and with_raw(page, {fence: with_body(fence, fence.text + "\n" + planted)})


# -- outputs


def has_digit(block: Block) -> bool:
    return block.is_output and bool(re.search(r"\d", block.text))


@family("a digit of an output changes in a translation")
def _(rng, checkout):
    return in_block(
        rng, some_page(rng, checkout, english=False), has_digit, r"(?<=\d)\d(?![\s\S]*```\{)(?!.*#)", other_digit
    )


@family("a digit of an English output changes")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: has_digit(block) and "measured" not in block.classes,
        r"(?<=\d\.)\d+|(?<![\w.])\d+(?![\w.])",
        other_digit,
    )


@family("a sign of an English output changes")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: block.is_output and "measured" not in block.classes,
        r"(?<=[\[ (])-(?=\d)",
        "",
    )


@family("a number of an English output has fewer digits")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=True),
        lambda block: block.is_output and "measured" not in block.classes,
        r"(?<=\d\.)(\d+)\d(?!\d)",
        r"\1",
    )


@family("a line of an output is lost")
def _(rng, checkout):
    page = some_page(rng, checkout)
    output = pick(rng, (block for block in page.fences() if block.is_output and block.text.count("\n") > 0))
    if output is None:
        return None
    lines = output.text.split("\n")
    gone = pick(rng, (n for n, line in enumerate(lines) if line.strip()))
    return with_raw(page, {output: with_body(output, "\n".join(line for n, line in enumerate(lines) if n != gone))})


@family("an output is no longer one")
def _(rng, checkout):
    return in_block(rng, some_page(rng, checkout), lambda block: block.is_output, r"\{\.text \.output[^}]*\}", "text")


@family("an output is excused from comparison by .measured")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=False),
        lambda block: block.is_output and "measured" not in block.classes,
        r"\.output",
        ".output .measured",
    )


@family("an error is no longer expected")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.is_python and "raises" in block.classes,
        r"\{\.python \.raises\}",
        "python",
    )


@family("a fence is no longer run")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.is_python and block.info == "```python",
        r"```python\n",
        lambda match: rng.choice(["```{.python .no-run}\n", "```text\n", "```\n", '```{.python .no-run reason=""}\n']),
    )
