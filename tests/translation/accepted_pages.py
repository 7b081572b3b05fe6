"""A translation that was accepted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page
from handbook.markdown.parser import parse
from handbook.translation import accept, freshness
from handbook.translation.lockfile import Entry

PAGES = [
    ("de", "by-hand"),
    ("sr", "queries-keys-values"),
]  # what is found depends on the kinds of blocks, not on the language


@dataclass
class Accepted:
    """A translation that was accepted, and texts that a test may change."""

    source: Page
    translation: Page
    entries: list

    def states(self, source: str | None = None, translation: str | None = None) -> list[freshness.UnitState]:
        ours = parse(source, self.source.path, "en", self.source.name) if source is not None else self.source
        theirs = (
            parse(translation, self.translation.path, self.translation.language, self.translation.name)
            if translation is not None
            else self.translation
        )
        return freshness.states(ours, theirs, self.entries)


def accepting(
    source: Page, translation: Page, entries: list[Entry], reason: str = "", agreed: bool = True
) -> tuple[list[Entry], list[Finding]]:
    """What accepting writes, and what it refuses; ``agreed``: whether somebody says that changed units follow."""
    proposed = accept.proposals(source, translation, entries, reason)
    doubted = [] if agreed else [proposal.state for proposal in proposed if proposal.asks]
    return accept.outcome(source, translation, proposed, doubted)


def change(page: Page, pick: Callable[[Page], Block], edit: Callable[[str], str]) -> str:
    block = pick(page)
    new = edit(block.raw)
    assert new != block.raw, "the mutation changed nothing"
    return "".join(new if other is block else other.raw for other in page.blocks)


def nth(kind: str, number: int = 3, where: Callable[[Block], bool] = lambda block: True):
    return lambda page: [block for block in page.blocks if block.kind == kind and where(block)][number]


def top_paragraph(number: int = 4):
    return nth("paragraph", number, lambda block: not block.containers and len(block.text.split()) > 12)


def word_changed(raw: str) -> str:
    return re.sub(r"\b(the|a|is|of)\b", "any", raw, count=1)
