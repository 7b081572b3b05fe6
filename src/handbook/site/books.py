"""What books of a language say about themselves: title page, file, the day of the last change."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from handbook.export.chapters import Cover
from handbook.site import bylines
from handbook.site.language_site import LanguageSite

COVER_IMAGE = "assets/cards/book-cover.png"  # in the staged project and on the site
NEVER = "1980-01-01T00:00:00+00:00"  # where git knows no dates


def cover(site: LanguageSite) -> Cover:
    """The strings of the title page."""
    return Cover(
        site.name,
        site.t("site.description"),
        site.t("book.contents"),
        site.language.name,
        site.home,
        site.licence,
        site.language.lang,
        site.language.direction,
        tuple(bylines.of_book(site)),
        tuple(bylines.translators(site)),
    )


def epub_settings(site: LanguageSite) -> dict[str, Any]:
    """What the plugin needs to write the EPUB, and the footer to offer it: ``extra.book`` of the configuration."""
    changed = max((datetime.fromisoformat(date) for date, _ in site.changes), default=datetime.fromisoformat(NEVER))
    return {
        "file": f"{site.book.file_name}-{site.language.code}.epub",
        "cover": asdict(cover(site)),
        "solutions": site.t("book.solutions"),
        "modified": changed.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
