"""Markdown extension: what is done to the finished html of every page.

Tables get a scroll container, outputs a label, live blocks a mark; units stay with numbers; code is simplified; English
quotations are marked as English; and pages of an edition in a second alphabet are transliterated. What would run or
fetch something in a browser is an error.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

from handbook.core import html_tokens
from handbook.core.diagnostics import Finding, excerpt
from handbook.extensions import code_blocks, foreign_html, scroll_tables
from handbook.extensions.live_blocks import keep_attributes, mark_live
from handbook.extensions.output_labels import label_outputs
from handbook.extensions.page_extension import PageExtension, PageProcessor
from handbook.extensions.transliterated_checks import transliterate_checks
from handbook.extensions.units import join_units
from handbook.markdown import extension_base
from handbook.project import transliteration
from handbook.translation import stale_notices

BEFORE_FENCES = 26  # priority: superfences has 25
LAST = -100  # priority: after all other postprocessors, which put raw html in its place
_EMPTY_HEADER = re.compile(r"<th( [^>]*)?></th>")  # labels nothing, and confuses screen readers


class PageHtmlExtension(PageExtension):
    """Runs the steps that need finished html."""

    extra_options: ClassVar = {"lang": ["en", "The language of the page, for html"]}

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_FencesPreprocessor(md), "handbook-fences", BEFORE_FENCES)
        md.postprocessors.register(_PageHtmlPostprocessor(md, self.getConfigs()), "handbook-page-html", LAST)


makeExtension = PageHtmlExtension  # noqa: N816 (Python-Markdown's name)


class _FencesPreprocessor(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return keep_attributes(lines)


class _PageHtmlPostprocessor(PageProcessor, Postprocessor):
    def run(self, text: str) -> str:
        options = self.options
        language, root = options["language"], Path(options["root"])
        html = stale_notices.mark_as_english(text, options["lang"])
        html = label_outputs(_EMPTY_HEADER.sub(r"<td\1></td>", html), language, root)
        html = mark_live(html, language, root)
        pieces = html_tokens.pieces(html)
        hint = "no page needs it, and a browser could run or fetch something by it: write it in Markdown"
        foreign = [
            Finding(options["path"], 1, f"the finished page holds {excerpt(what)}", hint)
            for what in foreign_html.told(pieces)
        ]
        extension_base.report(foreign, options)
        framed = join_units(scroll_tables.wrap_tables(pieces))
        html = html_tokens.serialize(code_blocks.simplify_code(framed))
        if transliteration.source_of(language, root) == language:
            return html
        script = transliteration.transliterator(language, root)
        script.at(Path(options["path"]).name)
        _transliterate_contents(getattr(self.md, "toc_tokens", []), script)
        return script.html(transliterate_checks(html, script))


def _transliterate_contents(tokens: list[dict], script: transliteration.Transliterator) -> None:
    """Transliterate the tokens that ``toc`` keeps for the builder's table of contents, in place."""
    for token in tokens:
        token["name"], token["html"] = script.html(token["name"]), script.html(token["html"])
        _transliterate_contents(token["children"], script)
