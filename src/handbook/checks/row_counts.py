"""Counts of rows and columns in English sentences that neither code nor outputs of their section have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, groupby

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.translation.number_parity import CARDINALS, ENGLISH_WORDS

COUNT = re.compile(rf"\b(\d{{1,2}}|{CARDINALS.replace(' ', '|')})\s+(?:\w+\s+)?(rows|columns)\b", re.IGNORECASE)
WHOLE = re.compile(r"(?<![\w.])\d{1,3}(?![\w.])")


def check(page: Page) -> Iterator[Finding]:
    """“4 rows” in a section whose code has no 4, and whose outputs have neither 4 rows nor 4 columns.

    Of other things, such as tokens or heads, too many are spoken of that no code of the section has.
    """
    if page.language != SOURCE_LANGUAGE:
        return  # translation.number_parity compares the others with it
    suppressed, _ = number_formats.suppressions(page)
    sections = [*accumulate(block.kind == "heading" and block.info in ("#", "##") for block in page.blocks)]
    shown: dict[int, set[int]] = {}
    for block, section in zip(page.blocks, sections, strict=True):
        if block.kind == "fence":
            shown.setdefault(section, set()).update(_counts(block))
    for index, block in enumerate(page.blocks):
        prose = block.prose()
        for match in COUNT.finditer(prose) if sections[index] in shown else ():
            count = int(match[1]) if match[1].isdigit() else ENGLISH_WORDS[match[1].lower()]
            if count > 1 and count not in shown[sections[index]] and str(count) not in suppressed.get(index, set()):
                line = block.line + prose.count("\n", 0, match.start())
                message = f"{' '.join(match[0].split())}: nothing in this section has {count}"
                hint = f"count them, or excuse it: <!-- uncomputed: {count} | reason -->"
                yield Finding(page.path, line, message, hint)


def _counts(fence: Block) -> Iterator[int]:
    """The whole numbers in code or an output, and how many rows and columns of numbers an output has."""
    yield from map(int, WHOLE.findall(fence.text))
    if fence.is_output:
        lines = [number_formats.printed(line) for line in fence.text.split("\n")]
        yield len(lines)
        for length, rows in groupby(lines, key=len):
            yield from (length, len([*rows]))
