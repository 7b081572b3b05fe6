"""Panels that the site fills from data: the glossary of all languages, and the status of the translations."""

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
from handbook.translation.freshness import FRESH, MISSING
from handbook.translation.status import PageState, overview

GLOSSARY = "<div data-glossary></div>"
STATUS = "<div data-status></div>"

_states_of: WeakKeyDictionary[Project, tuple[int, dict[tuple[str, str], PageState]]] = WeakKeyDictionary()


def glossary_panel(project: Project, language: str, script: transliteration.Transliterator | None = None) -> str:
    """Each term with its definition in the reader's language, and its translations, as html.

    Args:
        project: the checkout.
        language: a folder of ``i18n``.
        script: the alphabet by which terms are sorted, where the page will be transliterated.

    Raises:
        DiagnosticError: where a glossary can't be read.
    """
    glossaries = {code: glossary.load(project.root, code) for code in project.languages}
    languages = {code: Language.read(code, project.root) for code in project.languages}
    rows = []
    for key, english in glossaries[SOURCE_LANGUAGE].terms.items():
        entry, lang = glossaries[language].terms.get(key, english), languages[language].lang
        term, term_lang = (entry.term, lang) if entry.term else (english.term, SOURCE_LANGUAGE)
        definition, definition_lang = (
            (entry.definition, lang) if entry.definition else (english.definition, SOURCE_LANGUAGE)
        )
        translations = "".join(
            _translation(languages[code], glossaries[code].terms[key].term)
            for code in project.languages
            if code != language and key in glossaries[code].terms and glossaries[code].terms[key].term
        )
        rows.append(
            (
                transliteration.sort_key(script.text(term)) if script else sort_key(term),
                f'<div class="glossary__term"><dt id="{key}" lang="{term_lang}">{escape(term)}</dt> '
                f'<dd lang="{definition_lang}">{escape(definition)}</dd>'
                f"<dd data-search-exclude><ul>{translations}</ul></dd></div> ",
            )
        )
    return f'<dl class="glossary">{"".join(row for _, row in sorted(rows))}</dl>'


def _translation(language: Language, term: str) -> str:
    return (
        f'<li><span class="glossary__language" lang="{language.lang}">{language.name}</span> '
        f'<span lang="{language.lang}">{escape(term)}</span></li>'
    )


def sort_key(term: str) -> tuple[str, str]:
    """A key for alphabetical order, in which case and diacritics count only between equal letters."""
    folded = unicodedata.normalize("NFD", term.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter)), term


def status_panel(
    project: Project, language: str, edit: Callable[[str, str, bool], str], memory: Callable[[str], str]
) -> str:
    """A table of pages and languages, as html. Each cell names the state of a translation and links to its file.

    Args:
        project: the checkout.
        language: whose strings and titles, a folder of ``i18n``.
        edit: the address at which a file is edited, from its language, its page's name and whether it exists.
        memory: the address of a language's translation memory.

    Raises:
        DiagnosticError: where strings, pages or lockfiles can't be read.
    """
    t = strings.Strings.of(language, "status", project.root)
    translations = project.languages[1:]
    states = states_of(project)
    head = "".join(
        f'<th scope="col" lang="{target.lang}">{target.name}</th>'
        for target in (Language.read(code, project.root) for code in translations)
    )
    rows = []
    for name in project.ordered():
        page = project.find(language, name) or project.page(SOURCE_LANGUAGE, name)
        cells = []
        for code in translations:
            state = states[name, code]
            stale_blocks = sum(count for kind, count in state.counts.items() if kind != FRESH)
            kind = state.state
            label = t(kind) if kind in (FRESH, MISSING) or not state.exists else f"{t(kind)}: {stale_blocks}"
            label += f" · {t('reviewed')}" * state.reviewed
            cells.append(
                f'<td class="status status--{kind}">'
                f'<a href="{escape(edit(code, name, state.exists))}">{escape(label)}</a></td>'
            )
        title = escape(page.title.replace("`", ""))
        rows.append(f'<tr><th scope="row">{title}</th>{"".join(cells)}</tr>')
    memories = "".join(f'<td><a href="{escape(memory(code))}" download>{code}.tmx</a></td>' for code in translations)
    rows.append(f'<tr><th scope="row">{escape(t("memory"))}</th>{memories}</tr>')
    return (
        f'<table class="status-table" data-search-exclude><thead><tr><th scope="col">{escape(t("page"))}</th>{head}'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def states_of(project: Project) -> dict[tuple[str, str], PageState]:
    """The state of each page by its name and language, computed once for all languages of a build."""
    edits, states = _states_of.get(project, (-1, {}))
    if edits != project.edits:
        states = {(state.name, state.language): state for state in overview(project)}
        _states_of[project] = project.edits, states
    return states
