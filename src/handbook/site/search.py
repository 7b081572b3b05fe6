"""What the search of one language loads when it is first used: its script, the glossary's terms, and all sections.

``frontend/search`` builds the index from these in the browser, which takes less time than loading it would
(ARCHITECTURE.md). All are scripts, since pages that are opened from a folder can't fetch anything else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

from handbook import SOURCE_LANGUAGE
from handbook.core import html_tokens
from handbook.core.files import write_atomically
from handbook.project import search_words
from handbook.site import bundler
from handbook.site.language_site import LanguageSite
from handbook.translation import glossary

SCRIPT, TERMS = "assets/javascripts/search.js", "assets/javascripts/search-terms.js"
SECTIONS = "assets/javascripts/search-sections.js"  # made from all pages, when they are built
COLLECTED = "search/search_index.json"  # where Material's plugin writes the sections that it finds in pages
_BLOCK = re.compile(r"</?(?:p|pre|li|ol|ul)>")
_CODE = re.compile(r"<pre>.*?</pre>", re.DOTALL)
_LETTERS = re.compile(r"[^\W\d_]{2}")


def files(site: LanguageSite) -> dict[str, Callable[[], str]]:
    """By its path on the site, the function that makes each file, but for the sections."""
    return {
        SCRIPT: lambda: script(site.root, site.language.pages),
        TERMS: lambda: terms_script(site),
    }


def script(root: Path, language: str) -> str:
    """The search for one language, as a classic script.

    Raises:
        DiagnosticError: where esbuild has an error.
    """
    words = root / "frontend" / "search" / f"{language}.js"
    if not words.is_file():
        words = words.with_name("default.js")
    return bundler.bundle(root / "frontend" / "entries" / "search.js", f"--alias:language={words}")


def terms_script(site: LanguageSite) -> str:
    """The glossary's terms, what readers often ask, and by what else sections are found.

    That are their English titles, and words of ``search.toml``.

    Raises:
        DiagnosticError: where a page has errors.
    """
    titles = {} if site.language.pages == SOURCE_LANGUAGE else dict(_english_titles(site))
    words: dict[str, str] = {}
    for language in dict.fromkeys((SOURCE_LANGUAGE, site.language.pages)):
        for place, more in search_words.load(site.root, language).items():
            address = _address(site, *place.partition("#")[::2])
            words[address] = " / ".join([*filter(None, [words.get(address)]), *more])
    known = site.project.names()
    asked = [site.url_at(place) for place in site.book.asked if place.partition("#")[0] in known]
    return f"searchTerms = {_json({'terms': list(_terms(site)), 'english': titles, 'words': words, 'asked': asked})};\n"


def _terms(site: LanguageSite) -> Iterator[dict[str, Any]]:
    """Each term with the words that find it, its definition, and the section that explains it."""
    source, own = (glossary.load(site.root, code).terms for code in (SOURCE_LANGUAGE, site.language.pages))
    written = site.script.text if site.script else str
    glossary_page = site.book.pages.get("glossary", "")
    for key, english in source.items():
        term = own.get(key) if own.get(key, english).term else None
        page, _, section = (english.place or f"{glossary_page}#{key}").partition("#")
        yield {
            "term": written(term.term) if term else english.term,
            "english": english.term,
            "forms": [form.replace("*", "") for form in (term or english).forms],
            "definition": written(term.definition) if term else english.definition,
            "address": _address(site, page, section),
        }


def _english_titles(site: LanguageSite) -> Iterator[tuple[str, str]]:
    for name in site.project.names():
        for block in site.project.page(SOURCE_LANGUAGE, name).blocks:
            if block.kind == "heading" and block.id:
                yield _address(site, name, block.id if block.info != "#" else ""), re.sub("[`*$]", "", block.text)


def _address(site: LanguageSite, page: str, section: str) -> str:
    return site.url(page) + (f"#{section}" if section and section != page else "")


def write_sections(config: MkDocsConfig) -> None:
    """Write the script with the sections of all pages, from what Material's search plugin has collected.

    Raises:
        OSError: where that plugin has written nothing.
    """
    site_dir = Path(config.site_dir)
    collected = site_dir / COLLECTED
    entries = json.loads(collected.read_text(encoding="utf-8"))["docs"]
    sections = [
        [entry["location"], html_tokens.text_content(entry["title"]), text(entry["text"]), entry.get("boost", 1)]
        for entry in entries
    ]
    write_atomically(site_dir / SECTIONS, f"searchSections = {_json(sections)};\n")
    collected.unlink()


def text(html: str) -> str:
    """The words of a section; lines that hold only numbers are left out, which nobody searches for.

    What it says comes before a form feed, its code and what that prints behind it: a piece of both would be neither.
    """
    prose = _lines(_CODE.sub("\n", html))
    code = _lines("\n".join(_CODE.findall(html)))
    return f"{prose}\f{code}" if code else prose


def _lines(html: str) -> str:
    lines = html_tokens.text_content(_BLOCK.sub("\n", html)).split("\n")
    return "\n".join(line for line in lines if _LETTERS.search(line.replace("tensor", "")) or "@" in line)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
