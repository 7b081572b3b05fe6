"""Faults, each a function that plants one somewhere in a checkout: a `Mutant`, or None where it finds no place.

They are what authors, translators, editors and merges do by accident, and what somebody might try on purpose.
"""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from collections.abc import Callable, Iterable
from random import Random

from handbook import SOURCE_LANGUAGE
from handbook.checks import language_detection
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.translation import glossary

from .gate import Checkout, Mutant

Plant = Callable[[Random, Checkout], "Mutant | None"]
FAMILIES: dict[str, Plant] = {}
# Of the English page's own: once every translation has taken them over, only running the page can tell.
COMPUTED = (
    "a digit of an English output changes",
    "a sign of an English output changes",
    "a computed number changes in English prose",
    "an operator in the English code changes",
    "a number in the English code changes",
    "a name in the English code changes",
    "a string in the English code changes",
    "an axis is the other one, in English",
)


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


# -- blocks of a page


@family("a block of a translation is lost")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    block = pick(rng, page.visible)
    return with_raw(page, {block: ""})


@family("a block of the English page is lost")
def _(rng, checkout):
    page = some_page(rng, checkout, english=True)
    return with_raw(page, {pick(rng, page.visible): ""})


@family("two blocks of a translation are swapped")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    pairs = [
        (a, b)
        for a, b in zip(page.visible, page.visible[1:])
        if a.kind in ("paragraph", "fence", "table", "item", "maths")
        and b.kind in ("paragraph", "fence", "table", "maths", "item")
        and a.containers == b.containers
        and a.raw.strip() != b.raw.strip()
    ]
    pair = pick(rng, pairs)
    return pair and with_raw(page, {pair[0]: pair[1].raw, pair[1]: pair[0].raw})


@family("a block stands twice")
def _(rng, checkout):
    page = some_page(rng, checkout)
    block = pick(rng, (block for block in page.visible if not block.containers and block.kind != "rule"))
    return with_raw(page, {block: block.raw.rstrip("\n") + "\n\n" + block.raw})


@family("a page is cut off")
def _(rng, checkout):
    page = some_page(rng, checkout)
    end = rng.randrange(len(page.source) // 10, len(page.source) - 40)
    return Mutant.of(page.path, page.source[:end])


@family("a page of English is gone")
def _(rng, checkout):
    page = some_page(rng, checkout, english=True)
    return Mutant.of(page.path, None)


@family("a page has another name in one language")  # the file of that name is copied: the original is left
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    return Mutant.of(page.path.replace(".md", f"-{rng.randrange(9)}.md"), page.source)


@family("a level of a heading changes")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return in_block(
        rng,
        page,
        lambda block: block.kind == "heading",
        r"^ *##+",
        lambda match: match[0] + "#" if rng.random() < 0.5 or match[0].endswith(" ##") else match[0][:-1],
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


# -- the form of a page


@family("a fence is never closed")
def _(rng, checkout):
    page = some_page(rng, checkout)
    fence = pick(rng, page.fences())
    return fence and with_raw(page, {fence: fence.raw.rstrip("\n").rpartition("\n")[0] + "\n"})


@family("a fence's attribute stands without braces")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "fence",
        r"\{\.(\w+) \.(\w+)[^}]*\}|(?<=```)(python)$",
        lambda match: f"{match[1] or match[3]} {match[2] or 'raises'}",
    )


@family("a tab indents")
def _(rng, checkout):
    return in_block(rng, some_page(rng, checkout), lambda block: block.raw.startswith("    "), r"(?m)^    ", "\t")


@family("an indent of three")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return in_block(
        rng,
        page,
        lambda block: (
            block.kind in ("paragraph", "fence") and block.raw.startswith("    ") and not block.raw.startswith("     ")
        ),
        r"^    ",
        "   ",
    )


@family("an empty line before a list is lost")
def _(rng, checkout):
    page = some_page(rng, checkout)
    triples = [
        b
        for a, b, c in zip(page.blocks, page.blocks[1:], page.blocks[2:])
        if b.kind == "blank"
        and a.kind == "paragraph"
        and c.kind in ("item", "table", "maths")
        and (c.kind != "item" or not c.info[0].isdigit())
    ]
    blank = pick(rng, triples)
    return blank and with_raw(page, {blank: ""})


@family("a cell or a row of a table is lost")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "table",
        r"(?<=\|)[^|\n]+\|(?=.*\n|$)|(?<=\n)[^\n]*\|\n?$",
        "",
    )


@family("a conflict of versions is left in")
def _(rng, checkout):
    page = some_page(rng, checkout)
    block = pick(rng, (block for block in page.visible if not block.containers))
    return with_raw(
        page, {block: f"<<<<<<< HEAD\n{block.raw.rstrip()}\n=======\n{block.raw.rstrip()}\n>>>>>>> main\n\n"}
    )


@family("front matter is spoiled")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return in_block(
        rng,
        page,
        lambda block: block.kind == "front_matter",
        r"description:|---\n$",
        lambda match: (
            rng.choice(["describtion:", "description: :", "description: [", "descr\u00a0:"])
            if match[0][0] == "d"
            else "\n"
        ),
    )


@family("html of its own stands in a page")
def _(rng, checkout):
    page = some_page(rng, checkout, english=False)
    block = pick(rng, (block for block in page.visible if block.kind == "paragraph"))
    planted = rng.choice(
        [
            "<script>alert(1)</script>",
            '<img src="//x.example/a.png">',
            "<b>bold</b>",
            '<iframe src="https://x.example"></iframe>',
            '<span onclick="f()">x</span>',
        ]
    )
    return with_raw(page, {block: block.raw.rstrip("\n") + f" {planted}\n"})


@family("a comment hides a paragraph")
def _(rng, checkout):
    page = some_page(rng, checkout)
    block = pick(rng, (block for block in page.visible if block.kind == "paragraph" and not block.containers))
    return with_raw(page, {block: f"<!--\n{block.raw.rstrip()}\n-->\n"})


# -- ids, links, names, formulas


@family("an id of a heading changes")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "heading",
        r"(?<=\{ #)[\w-]+",
        lambda match: rng.choice([match[0] + "s", match[0].upper(), match[0][1:] or "x"]),
    )


@family("a heading has no id")
def _(rng, checkout):
    return in_block(rng, some_page(rng, checkout), lambda block: block.kind == "heading", r" \{[^}]*\}", "")


@family("a link leads to another place")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        is_language,
        r"(?<=\]\()[^)\s]+",
        lambda match: rng.choice(
            [
                match[0] + "x",
                "index.md",
                "#scores",
                match[0].replace(".md", ""),
                "javascript:alert(1)",
                "//x.example/" + match[0],
            ]
        ),
    )


@family("a link in a translation leads elsewhere")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=False),
        is_language,
        r"(?<=\]\()https?:[^)\s]+",
        lambda match: match[0] + "x",
    )


@family("an inline name changes in a translation")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=False),
        is_language,
        r"(?<=`)[\w.]+(?=`)",
        lambda match: match[0] + rng.choice("_sx") if rng.random() < 0.7 else match[0].upper() + "1",
    )


@family("inline code loses a backtick")
def _(rng, checkout):
    return in_block(rng, some_page(rng, checkout), is_language, r"(?<=`[\w.])\w*`", lambda match: match[0][:-1])


@family("a formula in a sentence changes in a translation")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=False),
        is_language,
        r"(?<!\$)\$(?!\s)[^$\n]+(?<!\s)\$(?!\$)",
        lambda match: match[0][:-1] + "'$" if rng.random() < 0.5 else f"${match[0][2:-1] or 'z'}$",
    )


@family("a formula has bad TeX")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "maths",
        r"\\(query|key|val|score|weight|embedding|frac|sqrt|cdot|text|mathrm|begin)(?![a-z])",
        lambda match: match[0] + "x",
    )


@family("a brace of a formula is lost")
def _(rng, checkout):
    return in_block(rng, some_page(rng, checkout), lambda block: block.kind == "maths", r"[{}]", "")


# -- language


def plain_words(block: Block) -> bool:
    """A paragraph that parity sees nothing in: no code, formula or link."""
    return block.kind in ("paragraph", "item") and not block.inlines()


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
                for key in glossary.uses(ours.prose(), english)
                if key in own.terms and own.terms[key].enforce and english.terms[key].enforce and own.terms[key].term
            ]
    choice = pick(rng, choices)
    if choice is None:
        return None
    block, term = choice
    raw = block.raw
    for form in term.forms:
        raw = glossary.pattern(form).sub("dingsbums", raw)
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
    return sum(letter.isalpha() for letter in language_detection._own_words(block.prose())) >= 80


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


# -- quizzes, pictures, widgets


@family("the right answer of a quiz changes")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "item",
        r"(?<=- )\[[ x]\]",
        lambda match: "[ ]" if match[0] == "[x]" else "[x]",
    )


@family("a reason of a quiz is lost")
def _(rng, checkout):
    page = some_page(rng, checkout)
    reasons = [
        child
        for item in page.blocks
        if item.kind == "item" and item.text[:3] in ("[ ]", "[x]") and len(page.children(item)) == 1
        for child in page.children(item)
    ]
    reason = pick(rng, reasons)
    return reason and with_raw(page, {reason: ""})


@family("the box of a quiz is another one")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "admonition" and "quiz" in block.classes,
        r"!!! quiz",
        lambda match: rng.choice(["!!! quizz", "??? quiz", "!!! note", "!!!quizz"]),
    )


@family("a picture or a widget is called by a wrong name")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout),
        lambda block: block.kind == "html",
        r'data-(?:picture|output|widget)="[\w-]+',
        lambda match: match[0] + "x",
    )


@family("a picture or a widget of a translation is another one")
def _(rng, checkout):
    return in_block(
        rng, some_page(rng, checkout, english=False), lambda block: block.kind == "html", r' data-[\w-]+="[^"]*"', ""
    )


# -- bytes


@family("another encoding")
def _(rng, checkout):
    page = some_page(rng, checkout)
    if page.source.isascii():
        return None
    encoding = rng.choice(["latin-1", "utf-16", "cp1250"])
    return Mutant.of(page.path, page.source.encode(encoding, errors="replace"))


@family("a byte is lost in the middle of a letter")
def _(rng, checkout):
    page = some_page(rng, checkout)
    data = page.source.encode("utf-8")
    places = [n for n, byte in enumerate(data) if byte >= 0xC0]
    place = pick(rng, places)
    return place and Mutant.of(page.path, data[:place] + data[place + 1 :])


@family("a carriage return or a null byte inside a line")
def _(rng, checkout):
    page = some_page(rng, checkout)
    return in_block(
        rng,
        page,
        lambda block: block.kind in ("paragraph", "fence"),
        r"(?<=\w) (?=\w)",
        lambda match: rng.choice(["\r", "\x00"]),
    )


# -- locks


def some_lock(rng: Random, checkout: Checkout) -> str | None:
    """A lock that can be read: one that was damaged before shows nothing."""
    path = pick(rng, sorted((checkout.root / "i18n").glob("*/lock/*.lock")))
    return path and path.relative_to(checkout.root).as_posix()


@family("a hash in a lock is edited by hand")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    text = path and replaced(rng, checkout.read(path), r"\b[0-9a-f]{12}\b", lambda match: match[0][1:] + match[0][0])
    return text and Mutant.of(path, text)


@family("a lock lost lines, or has some twice")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    lines = checkout.read(path).splitlines(keepends=True)
    place = rng.randrange(len(lines))
    changed = rng.choice(
        [lines[:place] + lines[place + 1 :], [*lines[:place], lines[place], *lines[place:]], lines[:place]]
    )
    return Mutant.of(path, "".join(changed)) if changed else None


@family("lines of a lock are swapped")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    lines = checkout.read(path).splitlines(keepends=True)
    pairs = [n for n in range(len(lines) - 2) if lines[n] != lines[n + 1]]
    place = pick(rng, pairs)
    if place is None:
        return None
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return Mutant.of(path, "".join(lines))


@family("a lock is another page's")
def _(rng, checkout):
    path, other = some_lock(rng, checkout), some_lock(rng, checkout)
    return Mutant.of(path, checkout.read(other)) if path != other else None


@family("two versions of a lock met in a merge")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    text = checkout.read(path)
    place = rng.choice([n for n, letter in enumerate(text) if letter == "\n"]) + 1
    return Mutant.of(path, text[:place] + "<<<<<<< HEAD\n" + text[place:])


@family("a lock of a page that is gone")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    return Mutant.of(path.replace(".lock", "-old.lock"), checkout.read(path))


# -- glossaries, strings, configuration, snippets


def own_file(rng: Random, checkout: Checkout, name: str, english: bool = True) -> tuple[str, str]:
    languages = checkout.base.languages if english else checkout.base.languages[1:]
    path = f"i18n/{rng.choice(languages)}/{name}"
    return path, checkout.read(path)


def in_file(rng: Random, checkout: Checkout, name: str, pattern: str, new, english: bool = True) -> Mutant | None:
    path, text = own_file(rng, checkout, name, english)
    changed = replaced(rng, text, pattern, new)
    return changed and Mutant.of(path, changed)


@family("a term of the glossary is lost or renamed")
def _(rng, checkout):
    return in_file(rng, checkout, "glossary.toml", r"\[terms\.[\w-]+\]", lambda match: match[0][:-1] + "x]")


@family("a field of the glossary is misspelled")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "glossary.toml",
        r"(?m)^(term|forms|definition|reason) =",
        lambda match: match[0].replace(" =", "s ="),
    )


@family("the forms of a term are lost")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "glossary.toml",
        r"(?m)^forms = \[.+\]$",
        lambda match: rng.choice(["forms = []", 'forms = ["*"]', "forms = 3", 'forms = [""]']),
    )


@family("a quotation mark of a settings file is lost")
def _(rng, checkout):
    return in_file(rng, checkout, rng.choice(["glossary.toml", "ui.toml"]), r'(?m)"$', "")


@family("a key of the strings is misspelled")
def _(rng, checkout):
    return in_file(rng, checkout, "ui.toml", r"(?m)^(\w+)(?= =)", lambda match: match[0] + "_x")


@family("a section of the strings is misspelled")
def _(rng, checkout):
    return in_file(rng, checkout, "ui.toml", r"(?m)^\[[\w.-]+(?=\]$)", lambda match: match[0] + "-x")


@family("a gap of a string is misspelled or lost")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "ui.toml",
        r'(?m)\{\w+\}(?=.*"$)',
        lambda match: rng.choice(["", match[0][:-1], match[0][:-1] + "x}", match[0].upper()]),
    )


@family("html in a string")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "ui.toml",
        r'(?m)(?<=\w)"$',
        lambda match: rng.choice([" <b>x</b>", " &lt;", " <script>", ' \\"x\\"']) + '"',
    )


@family("a string is left in English")
def _(rng, checkout):
    path, text = own_file(rng, checkout, "ui.toml", english=False)
    english = {match[1]: match[2] for match in re.finditer(r'(?m)^(\w+) = "(.*)"$', checkout.read("i18n/en/ui.toml"))}
    words = [
        match
        for match in re.finditer(r'(?m)^(\w+) = "(.*)"$', text)
        if len(re.findall("[a-zA-Z]", english.get(match[1], ""))) >= 60
        and set(re.findall(r"\{\w+\}", match[2])) == set(re.findall(r"\{\w+\}", english[match[1]]))
    ]
    match = pick(rng, words)
    return match and Mutant.of(path, text[: match.start(2)] + english[match[1]] + text[match.end(2) :])


@family("a string is not a string")
def _(rng, checkout):
    return in_file(rng, checkout, "ui.toml", r'(?m)= ".*"$', lambda match: rng.choice(["= 3", "= true", '= ["x"]']))


@family("what is true of a language says something else")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "language.toml",
        r'(?m)(?<=^lang = )"\w+|(?<=^locale = )"\w+|^\w+(?= =)',
        lambda match: match[0] + rng.choice(["xxx", "/..", "<b>"]),
    )


@family("a page is misspelled in the navigation")
def _(rng, checkout):
    text = checkout.read("mkdocs.yml")
    there = [name for name in checkout.base.names() if f" {name}.md\n" in text]
    name = pick(rng, there)
    return name and Mutant.of("mkdocs.yml", text.replace(f" {name}.md\n", f" {name}s.md\n", 1))


@family("a section of the navigation has no title")
def _(rng, checkout):
    changed = replaced(rng, checkout.read("mkdocs.yml"), r"(?m)(?<=^  - )\w+(?=:)", lambda match: match[0] + "s")
    return changed and Mutant.of("mkdocs.yml", changed)


@family("the code of a snippet is edited by hand, or a snippet is lost")  # its comments may be: that is a notice
def _(rng, checkout):
    path = pick(rng, sorted((checkout.root / "snippets").glob("*/*.py")))
    text = path.read_text(encoding="utf-8")
    changed = rng.choice([None, text + "print()\n", replaced(rng, text, r"(?m)^[^#\n]*\b\d\b", other_digit)])
    return Mutant.of(path.relative_to(checkout.root).as_posix(), changed)


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
