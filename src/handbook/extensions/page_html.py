"""Markdown extension: what is done to the finished html of every page, in whatever language.

Tables get a frame to scroll in, outputs say that they are outputs, code needs fewer elements, English quotations are
marked as English; and a page of an edition in a second alphabet gets its letters.
"""

from __future__ import annotations

import re
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor

from handbook.core import html_tokens
from handbook.extensions import code_blocks, scroll_tables
from handbook.extensions.output_labels import label_outputs
from handbook.markdown import extension_base
from handbook.project import transliteration
from handbook.translation import stale_notices

LAST = -100  # behind every other postprocessor: raw html is in its place by then
_EMPTY_HEADER = re.compile(r"<th( [^>]*)?></th>")  # heads nothing, and screen readers stumble over it


def makeExtension(**options: object) -> PageHtmlExtension:  # noqa: N802 (Python-Markdown's name)
    return PageHtmlExtension(**options)


class PageHtmlExtension(Extension):
    def __init__(self, **options: object) -> None:
        self.config = {**extension_base.options(), "lang": ["en", "The language of the page, for html"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.postprocessors.register(_Finisher(md, self.getConfigs()), "handbook-page-html", LAST)


class _Finisher(Postprocessor):
    def __init__(self, md: Markdown, options: dict) -> None:
        super().__init__(md)
        self.options = options

    def run(self, text: str) -> str:
        options = extension_base.page_options(self.md, self.options)
        language, root = options["language"], Path(options["root"])
        html = stale_notices.in_english(text, options["lang"])
        html = label_outputs(_EMPTY_HEADER.sub(r"<td\1></td>", html), language, root)
        html = html_tokens.serialize(code_blocks.lighter(scroll_tables.framed(html_tokens.pieces(html))))
        if transliteration.source_of(language, root) == language:
            return html
        script = transliteration.transliterator(language, root)
        script.at(Path(options["path"]).name)
        _transliterate_contents(getattr(self.md, "toc_tokens", []), script)
        return script.html(html)


def _transliterate_contents(tokens: list[dict], script: transliteration.Transliterator) -> None:
    """The table of contents in the script's letters, as ``toc`` keeps it for the builder."""
    for token in tokens:
        token["name"], token["html"] = script.html(token["name"]), script.html(token["html"])
        _transliterate_contents(token["children"], script)
