"""The uses of glossary terms that become links, in their sentences, for a person to read through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from handbook import SOURCE_LANGUAGE
from handbook.markdown.model import Block
from handbook.project.checkout import Project
from handbook.translation import glossary
from handbook.translation.glossary import Term

LINKED_KINDS = {"paragraph", "item", "table"}
NEIGHBOURHOOD = 80  # letters of a long sentence that are shown on each side of a use
NEAR = 60  # letters between a term and the English word in brackets
_LABEL = re.compile(r"(?<=\[)[^\[\]]+(?=\]\()")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+")


@dataclass(frozen=True)
class Use:
    """One link to the glossary."""

    term: Term
    location: str  # path:line
    sentence: str  # with the word in brackets
    has_english: bool  # whether the English word stands behind it, or is the same


def linked_uses(project: Project, language: str) -> Iterator[Use]:
    """The first use of each term on each page that links to the glossary, as ``extensions.glossary_links`` makes them.

    Raises:
        DiagnosticError: a page can't be read.
    """
    terms, english = glossary.load(project.root, language), glossary.load(project.root, SOURCE_LANGUAGE).terms
    linked = {key for key, term in english.items() if term.link}
    for name in project.ordered():
        if (page := project.find(language, name)) is None:
            continue
        left = {key for key, term in terms.terms.items() if term.definition} & linked
        for block in page.visible:
            text = linkable_text(block)
            for key, (start, end) in sorted(glossary.first_links(text, terms).items(), key=lambda found: found[1]):
                if key in left:
                    left.remove(key)
                    line = block.line + text[:start].count("\n")
                    named = _is_english(text, start, end, english[key])
                    yield Use(terms.terms[key], f"{page.path}:{line}", sentence(text, start, end), named)


def _is_english(text: str, start: int, end: int, english: Term) -> bool:
    forms = "|".join(re.escape(form) for form in sorted((english.term, *english.forms), key=len, reverse=True))
    behind = re.compile(rf"[^.()]{{0,{NEAR}}}\([^)]*\b(?:{forms})\b", re.IGNORECASE)
    inside = re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)
    return bool(inside.search(text, start, end) or behind.match(text, end))


def linkable_text(block: Block) -> str:
    """The words of a block in which terms become links: without code, formulas and the labels of other links."""
    if block.kind not in LINKED_KINDS or "admonition:quiz" in block.containers:
        return ""
    text = block.prose()
    for label in _LABEL.finditer(block.text):
        start, end = label.start() - 1, label.end() - 1  # `prose` puts the label where its bracket was
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def sentence(text: str, start: int, end: int) -> str:
    """The sentence around a use, which is put in brackets, in one line."""
    before = _SENTENCE_END.split(text[:start])[-1][-NEIGHBOURHOOD:]
    after = _SENTENCE_END.split(text[end:])[0][:NEIGHBOURHOOD]
    return " ".join(f"{before}[{text[start:end]}]{after}".split())
