"""The home page's doors: for a kind of reader each, the places of a path in their order, and how long it takes."""

from __future__ import annotations

from typing import Any

from handbook.markdown.model import Block
from handbook.site import reading
from handbook.site.language_site import LanguageSite

STEP = 10  # minutes to which a path's length is rounded up


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
            "minutes": reading.rounded(sum(reading.minutes(_blocks(site, place)) for place in places), STEP),
            "pages": [
                {
                    "title": site.title_at(place),
                    "url": site.url_at(place),
                    "english": site.is_fallback(place.partition("#")[0]),
                }
                for place in places
            ],
        }
        for name, path in site.book.doors.items()
        if (places := [place for place in path if place.partition("#")[0] in known])
    ]


def news(site: LanguageSite) -> list[dict[str, Any]]:
    """What is new for readers, the newest first: ``text``, and the ``url`` of the page that it is about.

    Args:
        site: the language.

    Raises:
        DiagnosticError: where the strings can't be read.
    """
    known = set(site.project.names())
    return [
        {"text": site.t(f"new.{name}"), "url": site.url_at(place)}
        for name, place in site.book.news.items()
        if place.partition("#")[0] in known
    ]


def _blocks(site: LanguageSite, place: str) -> list[Block]:
    """The blocks of a page, or those of its section up to the next heading."""
    page, _, section = place.partition("#")
    return [block for block in site.source_of(page).blocks if not section or block.section == section]
