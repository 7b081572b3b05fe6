"""Markdown extension: the first line of a page may say which file it was made from, and which language it is in.

Builders hand a page's text to Markdown and nothing else. A staged page (``handbook.site.stage``) therefore begins with
a comment, ``<!-- source {"path": "docs/de/by-hand.md", "language": "de"} -->``, whose values override the options of
our other extensions: they take their strings in that language and report faults in that file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from handbook.markdown.extension_base import PAGE_SOURCE

FIRST = 100  # priority: before all other preprocessors, which count lines
START, END = "<!-- source ", " -->"


def comment(values: Mapping[str, str | bool]) -> str:
    """The line that gives these options to the extensions of one page."""
    data = json.dumps(values, ensure_ascii=False).replace("--", r"-\u002d")  # two hyphens end a comment
    return f"{START}{data}{END}\n"


class SourceExtension(Extension):
    """Reads the comment, and leaves its values to our other extensions."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_SourcePreprocessor(md), "handbook-source", FIRST)


makeExtension = SourceExtension  # noqa: N816 (Python-Markdown's name)


class _SourcePreprocessor(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        has_comment = bool(lines) and lines[0].startswith(START) and lines[0].endswith(END)
        setattr(self.md, PAGE_SOURCE, json.loads(lines[0][len(START) : -len(END)]) if has_comment else {})
        return lines[1:] if has_comment else lines
