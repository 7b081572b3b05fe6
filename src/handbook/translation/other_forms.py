"""Blocks of a translation in another form than in English: another marker, another indentation, another kind.

Nothing aligns them (``translation.parity``), since sync and locks go by what is aligned. They are told once, as what
they are, and not as a block that is missing and another that is too many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from handbook.core.diagnostics import Finding, excerpt
from handbook.markdown.model import Block, Page

Containers = tuple[str, ...]
MARKED = {"heading", "item", "admonition", "tab"}  # kinds of blocks that are paragraphs without their marker


def describe(block: Block) -> str:
    """What readers see of a block: a list item “its first words”."""
    names = {"item": "a list item", "maths": "a formula", "html": "html", "admonition": "a box"}
    name = names.get(block.kind, f"a {block.kind}")
    if block.kind == "fence":
        name = "an output" if block.is_output else f"a {block.language} fence".replace("  ", " ")
    quoted = excerpt(block.text, 40)
    return f"{name} “{quoted}”" if quoted else name


def findings(pairs: Sequence[tuple[Block, Block]]) -> Iterator[Finding]:
    """What is to be said of English blocks and their translations in another form, in page order.

    Of blocks that are indented otherwise together, the first is told; of those in a box of another kind, the box.
    """
    told: dict[Containers, Containers] = {}  # English containers whose other form is told, with that form
    for ours, theirs in pairs:
        if ours.kind != theirs.kind:
            yield _another_kind(ours, theirs)
        elif told.get(ours.containers, ours.containers) != theirs.containers:
            told[ours.containers] = theirs.containers
            message = f"{describe(theirs)} is indented otherwise than {ours.path}:{ours.line}"
            yield Finding(theirs.path, theirs.line, message, f"let the line begin as there: {_beginning(ours)}")
        elif fault := _marker(ours, theirs):
            yield Finding(theirs.path, theirs.line, *fault)
        if ours.kind == theirs.kind == "admonition":
            told[_inside(ours)] = _inside(theirs)


def _inside(box: Block) -> Containers:
    return (*box.containers, f"admonition:{box.classes[0]}")


def in_gaps(source: Page, translation: Page, partner: dict[Block, Block]) -> list[tuple[Block, Block]]:
    """English blocks and translations in another form, between the same two that are aligned.

    They are those of one kind, where both pages have as many of them; or a paragraph in place of something with a
    marker, where there is only that.

    Args:
        source: the English page.
        translation: the page in another language.
        partner: the blocks that are aligned, by English block.
    """
    pairs: list[tuple[Block, Block]] = []
    for ours, theirs in _gaps(source, translation, partner):
        for kind in dict.fromkeys(block.kind for block in ours):
            of_kind = [[block for block in blocks if block.kind == kind] for blocks in (ours, theirs)]
            if len(of_kind[0]) == len(of_kind[1]):
                pairs += zip(*of_kind)
        if len(ours) == len(theirs) == 1 and ours[0].kind in MARKED and theirs[0].kind == "paragraph":
            pairs.append((ours[0], theirs[0]))
    return pairs


def _gaps(source: Page, translation: Page, partner: dict[Block, Block]) -> Iterable[tuple[list[Block], list[Block]]]:
    """The blocks of both pages that stand between the same two aligned ones."""
    gaps: dict[Block | None, tuple[list[Block], list[Block]]] = defaultdict(lambda: ([], []))
    aligned = set(partner.values())
    last = None
    for block in source.visible:
        last = partner.get(block, last)
        if block not in partner:
            gaps[last][0].append(block)
    last = None
    for block in translation.visible:
        last = block if block in aligned else last
        if block not in aligned:
            gaps[last][1].append(block)
    return gaps.values()


def _another_kind(ours: Block, theirs: Block) -> Finding:
    message = f"{describe(theirs)} where {ours.path}:{ours.line} has {describe(ours)}"
    return Finding(theirs.path, theirs.line, message, f"begin it with `{ours.info} `")


def _beginning(block: Block) -> str:
    spaces = len(block.prefix) - len(block.prefix.lstrip(" "))
    return f"with {spaces} spaces" + (f", then `{block.prefix.strip()}`" if block.prefix.strip() else "")


def _marker(ours: Block, theirs: Block) -> tuple[str, str] | None:
    """What is wrong with the signs that a block begins with, and what to write."""
    expected, actual = ours.info, theirs.info
    if ours.kind == "admonition":
        expected, actual = (f"{block.info} {' '.join(block.classes)}" for block in (ours, theirs))
    if expected == actual:
        return None
    return f"`{actual}` instead of `{expected}` as in {ours.path}:{ours.line}", f"write {expected}"
