"""Markdown extension: the first use of each glossary term on a page becomes a link with its definition as tooltip."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.markdown import extension_base
from handbook.translation import glossary

# Where a link would be in the way, or inside another one.
CLOSED = {
    "a",
    "code",
    "pre",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "summary",
    "legend",
    "label",
    "button",
    "svg",
    "script",
    "style",
    "figure",
    "form",
    "th",
}
CLOSED_CLASSES = {"arithmatex", "headerlink", "admonition-title", "tabbed-labels", "no-terms", "highlight", "quiz"}


class TermsProcessor(Treeprocessor):
    """Walks the finished tree in reading order and links each term once."""

    def __init__(self, md: Markdown, extension: TermsExtension):
        super().__init__(md)
        self.extension = extension

    def run(self, root: Element) -> None:
        options = extension_base.page_options(self.md, self.extension.getConfigs())
        language, self.glossary_file = options["terms"] or options["language"], options["glossary"]
        checkout = Path(options["root"])
        self.glossary = glossary.load(checkout, language)
        source = glossary.load(checkout, SOURCE_LANGUAGE).terms
        self.left = {key for key, term in self.glossary.terms.items() if term.definition and source[key].link}
        if self.glossary_file and self.left:
            self.walk(root)

    def walk(self, element: Element) -> None:
        if element.tag in CLOSED or CLOSED_CLASSES & set((element.get("class") or "").split()):
            return
        self.link(element, None)
        for child in list(element):
            self.walk(child)
            self.link(element, child)

    def link(self, parent: Element, after: Element | None) -> None:
        """Link the terms in ``parent.text`` (``after`` is None) or in the text behind the child ``after``."""
        text = (parent.text if after is None else after.tail) or ""
        found = sorted((place, key) for key, place in glossary.uses(text, self.glossary).items() if key in self.left)
        position = 0 if after is None else list(parent).index(after) + 1
        rest = text
        used = 0
        pieces: list[Element] = []
        lead = text
        for (start, end), key in found:
            self.left.discard(key)
            anchor = Element(
                "a",
                {"class": "term", "href": f"{self.glossary_file}#{key}", "title": self.glossary.terms[key].definition},
            )
            anchor.text = text[start:end]
            between = text[used:start]
            if pieces:
                pieces[-1].tail = between
            else:
                lead = between
            pieces.append(anchor)
            used = end
            rest = text[used:]
        if not pieces:
            return
        pieces[-1].tail = rest
        if after is None:
            parent.text = lead
        else:
            after.tail = lead
        for offset, anchor in enumerate(pieces):
            parent.insert(position + offset, anchor)


class TermsExtension(Extension):
    """``glossary`` is the glossary's file, as Markdown links to it from the page; empty turns the links off."""

    def __init__(self, **options: object):
        self.config = {
            "language": [SOURCE_LANGUAGE, "whose glossary"],
            "terms": ["", "whose glossary, where the words of the page are in another alphabet than `language`"],
            "glossary": ["", "the glossary's file, as seen from the page"],
            "root": [str(ROOT), "the checkout"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        # After every other tree processor, since what they made is closed or plain text by then; only the builder's
        # own, which turns links to files into addresses, comes later.
        md.treeprocessors.register(TermsProcessor(md, self), "handbook-terms", 0)


def makeExtension(**options: object) -> TermsExtension:  # noqa: N802 (Python-Markdown's name)
    return TermsExtension(**options)
