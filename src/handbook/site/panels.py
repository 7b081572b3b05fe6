"""What the site builds from data: the glossary of all languages, and the state of the translations."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from html import escape
from weakref import WeakKeyDictionary

from handbook import SOURCE_LANGUAGE
from handbook.project import strings, transliteration
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.translation import glossary
from handbook.translation.lockfile import FRESH, MISSING
from handbook.translation.status import PageState, overview

GLOSSARY = "<div data-glossary></div>"
STATUS = "<div data-status></div>"

_known: WeakKeyDictionary[Project, dict[tuple[str, str], PageState]] = WeakKeyDictionary()


def glossary_panel(project: Project, language: str, script: transliteration.Transliterator | None = None) -> str:
    """Each term with its definition in the reader's language, and what the other languages call it.

    The terms stand in the order of their alphabet, which is ``script``'s where the page will be written in it.
    """
    glossaries = {code: glossary.load(project.root, code) for code in project.languages}
    known = {code: Language.read(code, project.root) for code in project.languages}
    rows = []
    for key, english in glossaries[SOURCE_LANGUAGE].terms.items():
        own = glossaries[language].terms.get(key, english)
        term, tongue = (own.term, known[language].lang) if own.term else (english.term, SOURCE_LANGUAGE)
        definition, speaks = (
            (own.definition, known[language].lang) if own.definition else (english.definition, SOURCE_LANGUAGE)
        )
        others = "".join(
            f'<li><span class="glossary__language" lang="{known[code].lang}">{known[code].name}</span> '
            f'<span lang="{known[code].lang}">{escape(glossaries[code].terms[key].term)}</span></li>'
            for code in project.languages
            if code != language and key in glossaries[code].terms and glossaries[code].terms[key].term
        )
        rows.append(
            (
                transliteration.sort_key(script.text(term)) if script else sort_key(term),
                f'<div class="glossary__term"><dt id="{key}" lang="{tongue}">{escape(term)}</dt>'
                f'<dd lang="{speaks}">{escape(definition)}</dd><dd><ul>{others}</ul></dd></div>',
            )
        )
    return f'<dl class="glossary">{"".join(row for _, row in sorted(rows))}</dl>'


def sort_key(term: str) -> tuple[str, str]:
    """Alphabetical without regard to case and diacritics first, with them second."""
    folded = unicodedata.normalize("NFD", term.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter)), term


def status_panel(project: Project, language: str, edit: Callable[[str, str, bool], str]) -> str:
    """Page × language. Each cell says its state in words and leads to the file: ``edit(language, name, exists)``."""
    say = strings.Strings.of(language, "status", project.root)
    others = project.languages[1:]
    states = _states(project)
    head = "".join(
        f'<th scope="col" lang="{one.lang}">{one.name}</th>'
        for one in (Language.read(code, project.root) for code in others)
    )
    rows = []
    for name in project.ordered():
        page = project.find(language, name) or project.page(SOURCE_LANGUAGE, name)
        cells = []
        for code in others:
            state = states[name, code]
            stale = sum(count for kind, count in state.counts.items() if kind != FRESH)
            kind = state.state
            words = say(kind) if kind in (FRESH, MISSING) or not state.exists else f"{say(kind)}: {stale}"
            cells.append(
                f'<td class="status status--{kind}">'
                f'<a href="{escape(edit(code, name, state.exists))}">{escape(words)}</a></td>'
            )
        title = escape(page.title.replace("`", ""))
        rows.append(f'<tr><th scope="row">{title}</th>{"".join(cells)}</tr>')
    return (
        f'<table class="status-table" data-search-exclude><thead><tr><th scope="col">{escape(say("page"))}</th>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _states(project: Project) -> dict[tuple[str, str], PageState]:
    """The state of each page by its name and language: found out once for the panels of all languages of a build."""
    if project not in _known:
        _known[project] = {(state.name, state.language): state for state in overview(project)}
    return _known[project]
