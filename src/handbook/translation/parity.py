"""Compares a translation with the English page: everything that isn't language must be equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, groupby, pairwise

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding, meant_by
from handbook.markdown import fences
from handbook.markdown.inline import Inline
from handbook.markdown.model import CONSOLE, PAGES, PYTHON_NAME, Block, Page, table_cells
from handbook.project import number_formats
from handbook.translation import number_parity, other_forms

TRANSLATED_FIELDS = {"description", "title"}  # of the front matter
SYNC_HINT = "run `handbook sync {language}` to take it from the English page"


def compare(source: Page, translation: Page) -> list[Finding]:
    """Where ``translation`` differs from ``source`` in more than language.

    Code keys, outputs, maths, ids, links, inline code, html, fence attributes, numbers, the sequence of blocks and
    the settings in the front matter must be equal. Comments in code, titles of boxes and prose are free.
    """
    findings = list(_compare_front_matter(source, translation))
    pairs, missing, extra = align(source, translation)
    others = _by_place(source, translation) if missing and extra else []
    if others:
        pairs = [pair for pair in zip(source.visible, translation.visible) if pair not in others]
        missing, extra = [], []
    partner = dict(pairs)
    others = others or other_forms.in_gaps(source, translation, partner)
    explained = {block for pair in others for block in pair}
    findings += other_forms.findings(others)
    for block in missing:
        if block in explained:
            continue
        findings.append(
            Finding(
                translation.path,
                _expected_line(source, block, partner),
                f"here {source.path}:{block.line} has {other_forms.describe(block)} that is missing "
                "or stands elsewhere",
                "translate it at this place, in the same order",
            )
        )
    for block in extra:
        if block in explained:
            continue
        findings.append(
            Finding(
                translation.path,
                block.line,
                f"{other_forms.describe(block)} that {source.path} doesn't have here",
                "remove it, join it with what stands beside it, or put it where the English page has it",
            )
        )
    suppressed = {source.blocks[index]: numbers for index, numbers in number_formats.suppressions(source)[0].items()}
    for source_block, target_block in pairs:
        pair = _Pair(source_block, target_block, translation.language)
        findings += pair.compare(suppressed.get(source_block, set()))
    findings += _compare_suppressions(source, translation)
    return findings


def _compare_front_matter(source: Page, translation: Page) -> Iterator[Finding]:
    if translation.front_matter_is_broken:
        return  # `syntax` tells it
    expected = {name: value for name, value in source.meta.items() if name not in TRANSLATED_FIELDS}
    actual = {name: value for name, value in translation.meta.items() if name not in TRANSLATED_FIELDS}
    for name in sorted(set(expected) | set(actual), key=str):
        if expected.get(name) != actual.get(name):
            yield Finding(
                translation.path,
                1,
                f"front matter: `{name}` is not as in {source.path}",
                f"write {name}: {expected[name]}" if name in expected else f"remove `{name}`",
            )
    for name in TRANSLATED_FIELDS & set(source.meta):
        if not str(translation.meta.get(name) or "").strip():
            yield Finding(translation.path, 1, f"front matter: `{name}` is missing", f"translate: {source.meta[name]}")


def _by_place(source: Page, translation: Page) -> list[tuple[Block, Block]]:
    """The pairs in another form, where both pages have the same kinds of blocks in the same order."""
    if [block.kind for block in source.visible] != [block.kind for block in translation.visible]:
        return []
    return [pair for pair in zip(source.visible, translation.visible) if shape(pair[0]) != shape(pair[1])]


def shape(block: Block) -> tuple:
    """What two blocks must have in common to be aligned at all: kind, containers, language of code or classes."""
    marker = "1." if block.kind == "item" and block.info[:-1].isdigit() else block.info
    return (
        block.kind,
        block.containers,
        "" if block.kind == "fence" else marker,
        _language(block) if block.kind == "fence" else block.classes,
        block.is_output,
    )


def _language(fence: Block) -> str:
    """The language of a fence, by its one name: markdown.fences.check tells the others."""
    return PYTHON_NAME if fence.is_python and fence.language != CONSOLE else fence.language


@lru_cache(maxsize=PAGES)
def align(source: Page, translation: Page) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """Match the blocks of a page with those of its translation.

    Blocks with equal contents beside language are matched first; between them, blocks of one shape in their order.

    Returns:
        pairs of an English block and its translation, in order; English blocks without a translation; translated
        blocks without an English one.
    """
    source_blocks, target_blocks = source.visible, translation.visible
    partner: dict[Block, Block] = {}
    anchors = _matches(_signatures(source, SOURCE_LANGUAGE), _signatures(translation, translation.language))
    edges = [(-1, -1), *anchors, (len(source_blocks), len(target_blocks))]
    for (source_start, target_start), (source_end, target_end) in pairwise(edges):
        if source_start >= 0:
            partner[source_blocks[source_start]] = target_blocks[target_start]
        source_gap = source_blocks[source_start + 1 : source_end]
        target_gap = target_blocks[target_start + 1 : target_end]
        for i, j in _matches([shape(block) for block in source_gap], [shape(block) for block in target_gap]):
            partner[source_gap[i]] = target_gap[j]
    _slide(source_blocks, partner)
    pairs = [(block, partner[block]) for block in source_blocks if block in partner]
    missing = [block for block in source_blocks if block not in partner]
    matched = set(partner.values())
    return pairs, missing, [block for block in target_blocks if block not in matched]


@lru_cache(maxsize=PAGES)
def _signatures(page: Page, language: str) -> list[int]:
    """A hash of each block's shape and contents: SequenceMatcher compares and hashes each many times."""
    return [hash((shape(block), _contents(block, language))) for block in page.visible]


def _matches(left: list, right: list) -> list[tuple[int, int]]:
    if left == right:
        return [(index, index) for index in range(len(left))]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return [(a + offset, b + offset) for a, b, size in matcher.get_matching_blocks() for offset in range(size)]


def _contents(block: Block, language: str) -> tuple:
    """What a block holds beside language: equal in a block and its translation."""
    if block.is_python:
        try:
            return fences.fence_key(block)
        except SyntaxError:
            return (block.text,)
    if block.kind in ("fence", "maths", "html"):
        return (" ".join(block.text.split()),)
    inlines = sorted(map(_kind_and_content, block.inlines()))
    return (block.id, *inlines, *sorted(number_parity.not_spelled_out(block, language)))


def _slide(source_blocks: Sequence[Block], partner: dict[Block, Block]) -> None:
    """In a run of equal blocks, some of which are missing, count the last ones as missing: texts grow at the end."""
    if len(partner) == len(source_blocks):
        return  # none is missing
    for _, run in groupby(source_blocks, key=lambda block: (shape(block), _contents(block, SOURCE_LANGUAGE))):
        blocks = list(run)
        translations = [partner.pop(block) for block in blocks if block in partner]
        partner.update(zip(blocks, translations))


def _expected_line(source: Page, block: Block, partner: dict[Block, Block]) -> int:
    """The line of the translation where ``block`` is missing: the end of the nearest translated block before it."""
    for other in reversed(source.visible[: source.visible.index(block)]):
        if other in partner:
            return partner[other].last_line
    return 1


class _Pair:
    """A block of the English page with its translation."""

    def __init__(self, source: Block, target: Block, language: str) -> None:
        self.source, self.target, self.language = source, target, language
        self.location = f"{source.path}:{source.line}"

    def compare(self, suppressed: set[str]) -> Iterator[Finding]:
        """What differs in more than language. ``suppressed``: numbers that no code computes, as English writes them."""
        source, target = self.source, self.target
        if source.attributes != target.attributes or source.classes != target.classes:
            yield self._finding(
                f"attributes differ from {self.location}: {_attribute_list(target)} instead of "
                f"{_attribute_list(source)}",
                "ids, classes and attributes are the same in every language",
            )
        if source.kind == "fence":
            yield from self._compare_code() if source.is_python else self._compare_text()
        elif source.kind in ("maths", "html"):
            if " ".join(source.text.split()) != " ".join(target.text.split()):
                name = "this formula" if source.kind == "maths" else "this html"
                yield self._finding(f"{name} differs from {self.location}", SYNC_HINT)
        else:
            yield from self._compare_form()
            if source.kind == "table" and (cells := self._cells()):
                for cell in cells:
                    yield from cell._compare_inlines()
                    yield from cell._report_numbers(
                        number_parity.cell_differences(cell.source, cell.target, self.language, suppressed)
                    )
            else:
                yield from self._compare_inlines()
                yield from self._report_numbers(number_parity.differences(source, target, self.language, suppressed))

    def _finding(self, message: str, hint: str, line: int | None = None) -> Finding:
        """At ``line`` of the translation (default: where the block begins)."""
        line = self.target.line if line is None else line
        return Finding(self.target.path, line, message, hint.replace("{language}", self.language))

    def _compare_form(self) -> Iterator[Finding]:
        """The cells of a table, and which answer of a quiz is right."""
        source, target = self.source, self.target
        if source.kind == "table" and not self._cells():
            yield self._finding(f"the table has other rows or columns than {self.location}", "translate cell by cell")
        mark, target_mark = source.text[:3], target.text[:3]
        if source.kind == "item" and mark in ("[ ]", "[x]") and mark != target_mark:
            yield self._finding(
                f"{target_mark} instead of {mark} as in {self.location}",
                "the right answer is the same in every language",
            )

    def _cells(self) -> list[_Pair]:
        """The cells of a table, each as a block of its own; none where the tables have other rows or columns."""
        source, target = table_cells(self.source), table_cells(self.target)
        if [len(row) for row in source] != [len(row) for row in target]:
            return []
        pairs = zip(chain.from_iterable(source), chain.from_iterable(target), strict=True)
        return [_Pair(source_cell, target_cell, self.language) for source_cell, target_cell in pairs]

    def _compare_text(self) -> Iterator[Finding]:
        """An output, or a fence of another language than Python."""
        source, target = self.source, self.target
        if source.text == target.text:
            return
        source_lines, target_lines = source.text.split("\n"), target.text.split("\n")
        index = min(len(source_lines), len(target_lines)) - 1  # where one text is the beginning of the other
        for number, (source_line, target_line) in enumerate(zip(source_lines, target_lines)):
            if source_line != target_line:
                index = number
                break
        name = "the output" if source.is_output else "this fence"
        yield self._finding(f"{name} differs from {self.location}", SYNC_HINT, target.body_line + index)

    def _compare_code(self) -> Iterator[Finding]:
        source, target = self.source, self.target
        try:
            if fences.fence_key(source) == fences.fence_key(target):
                return
            source_tokens = fences.fence_tokens(source)
            target_tokens = fences.fence_tokens(target)
        except SyntaxError:
            return  # markdown.fences.check reports it
        for expected, actual in zip(source_tokens, target_tokens):
            if (expected.kind, expected.text) != (actual.kind, actual.text):
                location = f"{source.path}:{source.body_line + expected.line - 1}"
                yield self._finding(
                    f"the code differs from {location}: `{actual.text}` instead of `{expected.text}`",
                    SYNC_HINT,
                    target.body_line + actual.line - 1,
                )
                return
        if len(source_tokens) != len(target_tokens):
            length = "shorter" if len(target_tokens) < len(source_tokens) else "longer"
            yield self._finding(f"the code is {length} than in {self.location}", SYNC_HINT)

    def _compare_inlines(self) -> Iterator[Finding]:
        source, target = self.source, self.target
        if Counter(map(_kind_and_content, source.inlines())) == Counter(map(_kind_and_content, target.inlines())):
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
            expected, actual = _inline_contents(source, kind), _inline_contents(target, kind)
            for content, meant in meant_by((actual - expected).elements(), (expected - actual).elements()):
                if content is None:
                    message = f"the {name} `{meant}` of {self.location} is missing"
                    yield self._finding(message, "copy it as it is; only its place in the sentence is free")
                    continue
                line = next(
                    inline.line for inline in target.inlines() if inline.kind == kind and _content(inline) == content
                )
                if meant:
                    message = f"the {name} `{content}` instead of `{meant}` as in {self.location}"
                    yield self._finding(message, f"write {meant}; only its place in the sentence is free", line)
                else:
                    message = f"the {name} `{content}` is not in {self.location}"
                    yield self._finding(message, "remove it, or write it as on the English page", line)

    def _report_numbers(self, differences: Iterable[tuple[str, int | None]]) -> Iterator[Finding]:
        for message, line in differences:
            yield self._finding(message, "numbers are the same in every language; only the decimal mark changes", line)


def _inline_contents(block: Block, kind: str) -> Counter:
    return Counter(_content(inline) for inline in block.inlines() if inline.kind == kind)


def _kind_and_content(inline: Inline) -> tuple[str, str]:
    return inline.kind, _content(inline)


def _content(inline: Inline) -> str:
    """What of an inline part is the same in every language: of a link its target, else its text."""
    return inline.target or " ".join(inline.text.split())


def _compare_suppressions(source: Page, translation: Page) -> Iterator[Finding]:
    if _suppressed_numbers(source) != _suppressed_numbers(translation):
        yield Finding(
            translation.path,
            1,
            f"the excused numbers differ from {source.path}",
            "copy the `<!-- uncomputed: … -->` comments as they are",
        )


def _suppressed_numbers(page: Page) -> Counter:
    suppressions, _ = number_formats.suppressions(page)
    return Counter(number for numbers in suppressions.values() for number in numbers)


def _attribute_list(block: Block) -> str:
    parts = [f".{name}" for name in block.classes] + [f'{name}="{value}"' for name, value in block.attributes.items()]
    return "{" + " ".join(parts) + "}"
