"""Faults in the blocks, the form and the bytes of a page."""

from __future__ import annotations

from ..gate import Mutant
from ..planting import (
    family,
    in_block,
    pick,
    some_page,
    with_raw,
)

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


@family("two cells of a column are swapped in a translation")
def _(rng, checkout):
    return in_block(
        rng,
        some_page(rng, checkout, english=False),
        lambda block: block.kind == "table",
        r"(?<=\| )([\d.,]+)( \|\n[^\n]*\| )(?!\1)([\d.,]+)(?= \|\n)",
        r"\3\2\1",
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
