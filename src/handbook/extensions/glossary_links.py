"""Markdown extension: the first use of each glossary term on a page becomes a link with its definition as tooltip."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from handbook import SOURCE_LANGUAGE
from handbook.extensions.page_extension import PageExtension, PageProcessor
from handbook.translation import glossary

# Where a link would be in the way, or inside another one.
EXCLUDED_TAGS = frozenset(
    "a code pre h1 h2 h3 h4 h5 h6 summary legend label button svg script style figure form th".split()
)
EXCLUDED_CLASSES = frozenset(
    ("arithmatex", "headerlink", "admonition-title", "tabbed-labels", "no-terms", "highlight", "quiz")
)


class GlossaryLinksTreeprocessor(PageProcessor, Treeprocessor):
    """Walks the finished tree in reading order and links each term once."""

    def run(self, root: Element) -> None:
        """Link the terms in ``root``. Raises DiagnosticError where a glossary can't be read."""
        options = self.options
        language, self.glossary_file = options["terms"] or options["language"], options["glossary"]
        checkout = Path(options["root"])
        self.glossary = glossary.load(checkout, language)
        source_terms = glossary.load(checkout, SOURCE_LANGUAGE).terms
        linked = {key for key, term in source_terms.items() if term.link}
        self.unlinked = {key for key, term in self.glossary.terms.items() if term.definition and key in linked}
        if self.glossary_file and self.unlinked:
            self._walk(root)

    def _walk(self, element: Element) -> None:
        if element.tag in EXCLUDED_TAGS or EXCLUDED_CLASSES & set((element.get("class") or "").split()):
            return
        self._link(element, None)
        for child in list(element):
            self._walk(child)
            self._link(element, child)

    def _link(self, parent: Element, after: Element | None) -> None:
        """Link the terms in ``parent.text`` (``after`` is None) or in the text behind the child ``after``."""
        text = (parent.text if after is None else after.tail) or ""
        spans = glossary.first_links(text, self.glossary).items()
        matches = sorted((span, key) for key, span in spans if key in self.unlinked)
        if not matches:
            return
        anchors = []
        end = len(text)
        for (start, stop), key in reversed(matches):
            self.unlinked.discard(key)
            anchor = Element(
                "a",
                {"class": "term", "href": f"{self.glossary_file}#{key}", "title": self.glossary.terms[key].definition},
            )
            anchor.text, anchor.tail = text[start:stop], text[stop:end]
            anchors.append(anchor)
            end = start
        if after is None:
            parent.text, index = text[:end], 0
        else:
            after.tail, index = text[:end], list(parent).index(after) + 1
        for anchor in anchors:  # the last one first
            parent.insert(index, anchor)


class GlossaryLinksExtension(PageExtension):
    """Links terms to the glossary; the option ``glossary`` says where it is, as Markdown links to it from the page."""

    extra_options: ClassVar = {
        "terms": ["", "whose glossary, where the text of the page is in another alphabet than `language`"],
        "glossary": ["", "the glossary's file, as seen from the page; empty turns the links off"],
    }

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        # After all other tree processors, which make elements that get no links; only the builder's own, which turns
        # links to files into addresses, comes later.
        md.treeprocessors.register(GlossaryLinksTreeprocessor(md, self.getConfigs()), "handbook-terms", 0)


makeExtension = GlossaryLinksExtension  # noqa: N816 (Python-Markdown's name)
