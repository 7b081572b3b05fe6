"""Who translated and who reviewed, as readers see it: below a page, and on the title page of a book."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from babel.lists import format_list

from handbook import SOURCE_LANGUAGE
from handbook.site.language_site import LanguageSite
from handbook.translation import people
from handbook.translation.people import REVIEWED, TRANSLATED, Person
from handbook.translation.status import page_state


def of_page(site: LanguageSite, name: str) -> str:
    """The translators and reviewers of a page, as html; empty for an English page.

    A review that is older than the translation isn't told.

    Raises:
        DiagnosticError: the strings can't be read, or there is no page of this name.
    """
    if site.language.pages == SOURCE_LANGUAGE or site.is_fallback(name):
        return ""
    registered = _people(site)
    reviewed = page_state(site.project, site.language.pages, name).reviewed
    translators = _line(site, TRANSLATED, people.named(registered, TRANSLATED, name))
    reviewers = _line(site, REVIEWED, people.named(registered, REVIEWED, name)) or escape(site.t("status.reviewed"))
    parts = [translators, reviewers if reviewed else escape(site.t("people.unreviewed"))]
    return " · ".join(part for part in parts if part)


def of_book(site: LanguageSite) -> list[str]:
    """The translators and the reviewers of all pages, a line for each, as html; nothing where nobody is named."""
    registered = _people(site)
    lines = [_line(site, role, people.named(registered, role)) for role in (TRANSLATED, REVIEWED)]
    return [line for line in lines if line]


def translators(site: LanguageSite, name: str = "") -> list[str]:
    """The names of those who translated a page; or any page, where none is given."""
    return people.named(_people(site), TRANSLATED, name)


def _people(site: LanguageSite) -> list[Person]:
    return people.load(site.root, site.language.pages)[0]


def _line(site: LanguageSite, role: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    marked = [f'<span translate="no">{escape(name)}</span>' for name in names]
    return escape(site.t(f"people.{role}")).format(
        names=format_list(marked, locale=site.language.lang.replace("-", "_"))
    )
