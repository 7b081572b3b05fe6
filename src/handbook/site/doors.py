"""The home page's doors: for a kind of reader each, the pages of a path in their order, and how long it takes."""

from __future__ import annotations

from math import ceil
from typing import Any

from handbook.markdown.model import Page
from handbook.site.language_site import LanguageSite

WORDS, LINES = 150, 10  # of text and of code, read in a minute
STEP = 10  # minutes to which a path's length is rounded up


def minutes(page: Page) -> float:
    """How long reading takes: a minute for each ``WORDS`` words and for each ``LINES`` lines of code."""
    words = sum(len(block.prose().split()) for block in page.blocks)
    lines = sum(bool(line.strip()) for fence in page.python() for line in fence.text.split("\n"))
    return words / WORDS + lines / LINES


def doors(site: LanguageSite) -> list[dict[str, Any]]:
    """What the home page says of each path of the book: ``name``, ``title``, ``about``, ``minutes`` and ``pages``.

    Args:
        site: the language.

    Raises:
        DiagnosticError: where the strings, or a page's form, can't be read.
    """
    known = set(site.project.names())
    return [
        {
            "name": name,
            "title": site.t(f"door.{name}.title"),
            "about": site.t(f"door.{name}.about"),
            "minutes": STEP * ceil(sum(minutes(site.source_of(page)) for page in pages) / STEP),
            "pages": [
                {"title": site.title_of(page), "url": site.url(page), "english": site.is_fallback(page)}
                for page in pages
            ],
        }
        for name, path in site.book.doors.items()
        if (pages := [page for page in path if page in known])
    ]
