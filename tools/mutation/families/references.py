"""Faults in ids, links, names and formulas, in quizzes, pictures and widgets."""

from __future__ import annotations

from ..planting import (
    family,
    in_block,
    is_language,
    pick,
    some_page,
    with_raw,
)

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
