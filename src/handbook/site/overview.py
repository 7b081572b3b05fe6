"""The home page's overview of chapters: lists of links to pages, each with what it takes to read the page."""

from __future__ import annotations

import re

from handbook.markdown.model import Block
from handbook.markdown.parser import parse
from handbook.site import reading
from handbook.site.language_site import LanguageSite

_LINK = re.compile(r"\[[^\]]*\]\((?P<name>[\w-]+)\.md[#)]")


def with_lengths(site: LanguageSite, markdown: str) -> str:
    """The home page's Markdown with a length at the end of each item that begins with a link to a page.

    ``frontend/home/chapters.js`` writes there what the reader has solved.

    Args:
        site: the language.
        markdown: of the page.
    """
    return "".join(_with_length(site, block) for block in parse(markdown).blocks)


def _with_length(site: LanguageSite, block: Block) -> str:
    link = _LINK.match(block.text) if block.kind == "item" else None
    if link is None or link["name"] not in site.project.names():
        return block.raw
    page = site.source_of(link["name"])
    minutes = reading.length(page)
    length = site.t("reading.short").replace("{minutes}", str(minutes)) if minutes else ""
    tasks = f' data-tasks="{count}"' if (count := reading.tasks(page)) else ""
    return f'{block.raw.rstrip()} <small class="length"{tasks} data-search-exclude>{length}</small>\n'
