"""Markdown extension: a page may say in its first line which file it was made from, and in which language it is.

Builders hand a page's text to Markdown and nothing else. A staged page (``handbook.site.stage``) therefore begins with
a comment, ``<!-- source {"path": "docs/de/by-hand.md", "language": "de"} -->``, whose values go before the options
of our other extensions: the words they ask for are in that language, and faults are reported in that file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from handbook.markdown.extension_base import PAGE_SOURCE

FIRST = 100  # before every other preprocessor: they count lines
START, END = "<!-- source ", " -->"


def comment(values: Mapping[str, str | bool]) -> str:
    """The line that gives these options to the extensions of one page."""
    data = json.dumps(values, ensure_ascii=False).replace("--", r"-\u002d")  # two hyphens end a comment
    return f"{START}{data}{END}\n"


def makeExtension(**options: object) -> SourceExtension:  # noqa: N802 (Python-Markdown's name)
    return SourceExtension(**options)


class SourceExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_Reader(md), "handbook-source", FIRST)


class _Reader(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        stated = bool(lines) and lines[0].startswith(START) and lines[0].endswith(END)
        setattr(self.md, PAGE_SOURCE, json.loads(lines[0][len(START) : -len(END)]) if stated else {})
        return lines[1:] if stated else lines
