"""A translation against its source: everything that isn't language must be equal, before anything is run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby, pairwise

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding, excerpt
from handbook.markdown import fences
from handbook.markdown.inline import Inline
from handbook.markdown.model import Block, Page, table_rows
from handbook.project import number_formats

TRANSLATED_META = {"description", "title"}
SYNC = "run `handbook sync {language}` to take it from the English page"


def compare(source: Page, translation: Page) -> list[Finding]:
    """All that makes ``translation`` differ from ``source`` in more than language.

    Code keys, outputs, maths, ids, links, inline code, html, fence attributes, numbers, the sequence of blocks and
    the settings in the front matter must be equal. Comments in code, titles of boxes and prose are free.
    """
    found = list(_meta(source, translation))
    pairs, missing, extra = align(source, translation)
    partner = dict(pairs)
    for block in missing:
        found.append(
            Finding(
                translation.path,
                _place(source, block, partner),
                f"here {source.path}:{block.line} has {_named(block)} that is missing or stands elsewhere",
                "translate it at this place, in the same order",
            )
        )
    for block in extra:
        found.append(
            Finding(
                translation.path,
                block.line,
                f"{_named(block)} that {source.path} doesn't have here",
                "remove it, or put it where the English page has it",
            )
        )
    excused = {source.blocks[index]: listed for index, listed in number_formats.suppressions(source)[0].items()}
    for ours, theirs in pairs:
        found += _block(ours, theirs, translation.language, excused.get(ours, set()))
    found += _excuses(source, translation)
    return found


def _meta(source: Page, translation: Page) -> Iterator[Finding]:
    ours = {name: value for name, value in source.meta.items() if name not in TRANSLATED_META}
    theirs = {name: value for name, value in translation.meta.items() if name not in TRANSLATED_META}
    for name in sorted(set(ours) | set(theirs), key=str):
        if ours.get(name) != theirs.get(name):
            yield Finding(
                translation.path,
                1,
                f"front matter: `{name}` is not as in {source.path}",
                f"write {name}: {ours[name]}" if name in ours else f"remove `{name}`",
            )
    for name in TRANSLATED_META & set(source.meta):
        if not str(translation.meta.get(name) or "").strip():
            yield Finding(translation.path, 1, f"front matter: `{name}` is missing", f"translate: {source.meta[name]}")


def shape(block: Block) -> tuple:
    """What two blocks must share to be taken for the same one at all."""
    marker = "1." if block.kind == "item" and block.info[:-1].isdigit() else block.info
    return (
        block.kind,
        block.containers,
        "" if block.kind == "fence" else marker,
        block.language if block.kind == "fence" else block.classes,
        block.is_output,
    )


@lru_cache(maxsize=8)  # several checks ask for the same two pages, one after the other
def align(source: Page, translation: Page) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """Blocks that belong together, in order; English ones without a partner; translated ones without one."""
    ours, theirs = source.visible, translation.visible
    partner: dict[Block, Block] = {}
    # Blocks whose contents agree in all that isn't language are certain; between them the kind of block decides.
    certain = _matches(_signatures(source, SOURCE_LANGUAGE), _signatures(translation, translation.language))
    edges = [(-1, -1), *certain, (len(ours), len(theirs))]
    for (a, c), (b, d) in pairwise(edges):
        if a >= 0:
            partner[ours[a]] = theirs[c]
        left, right = ours[a + 1 : b], theirs[c + 1 : d]
        for i, j in _matches([shape(x) for x in left], [shape(x) for x in right]):
            partner[left[i]] = right[j]
    _slide(ours, partner)
    taken = set(partner.values())
    pairs = [(block, partner[block]) for block in ours if block in partner]
    return pairs, [block for block in ours if block not in partner], [block for block in theirs if block not in taken]


@lru_cache(maxsize=8)
def _signatures(page: Page, language: str) -> list[int]:
    """What makes each block certain, as a hash: the matching compares and hashes each many times."""
    return [hash((shape(block), _contents(block, language))) for block in page.visible]


def _matches(left: list, right: list) -> list[tuple[int, int]]:
    if left == right:
        return [(place, place) for place in range(len(left))]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return [(a + step, b + step) for a, b, size in matcher.get_matching_blocks() for step in range(size)]


def _contents(block: Block, language: str) -> tuple:
    """What a block holds beside language: equal in a block and its translation."""
    if block.is_python:
        try:
            return fences.fence_key(block)
        except SyntaxError:
            return (block.text,)
    if block.kind in ("fence", "maths", "html"):
        return (" ".join(block.text.split()),)
    inlines = sorted((inline.kind, _said(inline)) for inline in block.inlines())
    return (block.id, *inlines, *sorted(_values(block, language)))


def _slide(ours: Sequence[Block], partner: dict[Block, Block]) -> None:
    """In a run of like blocks, of which nothing says which ones are missing, take the last for missing.

    Texts grow at the end.
    """
    for _, run in groupby(ours, key=lambda block: (shape(block), _contents(block, SOURCE_LANGUAGE))):
        blocks = list(run)
        there = [partner.pop(block) for block in blocks if block in partner]
        partner.update(zip(blocks, there))


def _place(source: Page, block: Block, partner: dict[Block, Block]) -> int:
    """The line of the translation where ``block`` should stand: behind the nearest one that is there."""
    for other in reversed(source.visible[: source.visible.index(block)]):
        if other in partner:
            return partner[other].last_line
    return 1


def _named(block: Block) -> str:
    quoted = f" “{words}”" if (words := excerpt(block.text, 40)) else ""
    name = {"item": "a list item", "maths": "a formula", "html": "html", "admonition": "a box"}.get(
        block.kind, f"a {block.kind}"
    )
    if block.kind == "fence":
        name = "an output" if block.is_output else f"a {block.language} fence".replace("  ", " ")
    return name + quoted


def _block(ours: Block, theirs: Block, language: str, excused: set[str]) -> Iterator[Finding]:
    def finding(message: str, hint: str, line: int = theirs.line) -> Finding:
        return Finding(theirs.path, line, message, hint.format(language=language))

    where = f"{ours.path}:{ours.line}"
    if ours.attributes != theirs.attributes or ours.classes != theirs.classes:
        yield finding(
            f"attributes differ from {where}: {_shown(theirs)} instead of {_shown(ours)}",
            "ids, classes and attributes are the same in every language",
        )
    if ours.kind == "fence":
        yield from _fence(ours, theirs, where, finding)
    elif ours.kind in ("maths", "html"):
        if " ".join(ours.text.split()) != " ".join(theirs.text.split()):
            yield finding(f"{'this formula' if ours.kind == 'maths' else 'this html'} differs from {where}", SYNC)
    else:
        yield from _inlines(ours, theirs, where, finding)
        yield from _numbers(ours, theirs, language, excused, where, finding)
        if ours.kind == "table" and [len(row) for row in table_rows(ours)] != [len(row) for row in table_rows(theirs)]:
            yield finding(f"the table has other rows or columns than {where}", "translate cell by cell")
        if ours.kind == "item" and ours.text[:3] in ("[ ]", "[x]") and ours.text[:3] != theirs.text[:3]:
            yield finding(
                f"{theirs.text[:3]} instead of {ours.text[:3]} as in {where}",
                "the right answer is the same in every language",
            )


def _fence(ours: Block, theirs: Block, where: str, finding: Callable[..., Finding]) -> Iterator[Finding]:
    if not ours.is_python:
        if ours.text != theirs.text:
            place = next(
                (n for n, (a, b) in enumerate(zip(ours.text.split("\n"), theirs.text.split("\n"))) if a != b),
                min(ours.text.count("\n"), theirs.text.count("\n")),
            )
            yield finding(
                f"{'the output' if ours.is_output else 'this fence'} differs from {where}",
                SYNC,
                theirs.body_line + place,
            )
        return
    try:
        left = fences.fence_tokens(ours)
        right = fences.fence_tokens(theirs)
    except SyntaxError:
        return  # code.check says where and why
    for a, b in zip(left, right):
        if (a.kind, a.text) != (b.kind, b.text):
            yield finding(
                f"the code differs from {ours.path}:{ours.body_line + a.line - 1}: `{b.text}` instead of `{a.text}`",
                SYNC,
                theirs.body_line + b.line - 1,
            )
            return
    if len(left) != len(right):
        yield finding(f"the code is {'shorter' if len(right) < len(left) else 'longer'} than in {where}", SYNC)


def _inlines(ours: Block, theirs: Block, where: str, finding: Callable[..., Finding]) -> Iterator[Finding]:
    if not ours.inlines() and not theirs.inlines():
        return
    names = {
        "code": "inline code",
        "maths": "formula",
        "link": "link target",
        "image": "image",
        "html": "html tag",
        "attributes": "attribute list",
    }
    for kind, name in names.items():
        left, right = _inline_set(ours, kind), _inline_set(theirs, kind)
        for text in (left - right).elements():
            yield finding(
                f"the {name} `{text}` of {where} is missing", "copy it as it is; only its place in the sentence is free"
            )
        for text in (right - left).elements():
            line = next(inline.line for inline in theirs.inlines() if inline.kind == kind and _said(inline) == text)
            yield finding(
                f"the {name} `{text}` is not in {where}", "remove it, or write it as on the English page", line
            )


def _inline_set(block: Block, kind: str) -> Counter:
    return Counter(_said(inline) for inline in block.inlines() if inline.kind == kind)


def _said(inline: Inline) -> str:
    """What of an inline part is the same in every language: of a link its target, whatever words lead there."""
    return inline.target or " ".join(inline.text.split())


def _numbers(
    ours: Block, theirs: Block, language: str, excused: set[str], where: str, finding: Callable[..., Finding]
) -> Iterator[Finding]:
    """Numbers with a fraction or more than two digits; small ones may be written as words."""

    left, right = _values(ours, SOURCE_LANGUAGE), _values(theirs, language)
    for value in left.keys() - right.keys():
        if left[value].text in excused and left[value].text in theirs.prose():
            continue  # a version number is written alike everywhere
        yield finding(
            f"the number {left[value].text} of {where} is missing",
            "numbers are the same in every language; only the decimal mark changes",
        )
    for value in right.keys() - left.keys():
        yield finding(
            f"the number {right[value].text} is not in {where}",
            "numbers are the same in every language; only the decimal mark changes",
            right[value].line,
        )


@lru_cache(maxsize=4096)
def _values(block: Block, language: str) -> dict[Decimal, number_formats.Number]:
    if not (prose := block.prose()):
        return {}
    found = (
        number
        for number in number_formats.in_text(prose, language, block.line)
        if isinstance(number, number_formats.Number)
    )
    return {number.value: number for number in found if number.has_fraction or abs(number.value) >= 100}


def _excuses(source: Page, translation: Page) -> Iterator[Finding]:
    ours = Counter(number for listed in number_formats.suppressions(source)[0].values() for number in listed)
    theirs = Counter(number for listed in number_formats.suppressions(translation)[0].values() for number in listed)
    if ours != theirs:
        yield Finding(
            translation.path,
            1,
            f"the excused numbers differ from {source.path}",
            "copy the `<!-- uncomputed: … -->` comments as they are",
        )


def _shown(block: Block) -> str:
    parts = [f".{name}" for name in block.classes] + [f'{name}="{value}"' for name, value in block.attributes.items()]
    return "{" + " ".join(parts) + "}"
