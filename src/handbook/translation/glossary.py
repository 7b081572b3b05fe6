"""The glossary of each language: approved terms and refused wording, and the checks that pages keep to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, known_names
from handbook.markdown.model import Block, Page
from handbook.project import strings as project_strings
from handbook.project.checkout import Project

TABLES = ("terms", "refused")
_BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
TERM_FIELDS = {
    "term": str,
    "forms": list,
    "definition": str,
    "reason": str,
    "enforce": bool,
    "link": bool,
    "links": list,
    "other_senses": list,
    "place": str,
}


@dataclass(frozen=True)
class Term:
    """A term in one language."""

    key: str  # the same in all languages
    term: str
    forms: tuple[str, ...] = ()  # count as a use of the term; `*` at an edge of a word stands for any letters
    definition: str = ""
    reason: str = ""  # why this term was chosen
    enforce: bool = True  # False for words that are also everyday language
    link: bool = True  # whether its first use on a page links to the glossary; read from English for all languages
    place: str = ""  # where it is explained, page#heading; read from English for all languages
    links: tuple[str, ...] | None = None  # uses that become links, where not all forms without `*` do
    other_senses: tuple[str, ...] = ()  # phrases in which a form means something else, and is no link

    @cached_property
    def forms_pattern(self) -> re.Pattern[str]:
        """A use of the term in a text."""
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(_expression, self.forms))})(?!\w)", re.IGNORECASE)

    @property
    def link_words(self) -> frozenset[str]:
        """The uses that become links, in small letters: whole words, so that no other word is taken for one."""
        words = self.links
        if words is None:
            words = (self.term, *(form for form in self.forms if "*" not in form))
        return frozenset(lower(word) for word in words)


@dataclass(frozen=True)
class Glossary:
    """The glossary of one language."""

    language: str
    path: str  # of its file, as findings print it
    terms: dict[str, Term] = field(default_factory=dict)  # by key
    refused: dict[str, str] = field(default_factory=dict)  # refused form → what to write instead
    findings: tuple[Finding, ...] = ()

    @cached_property
    def ranked_forms(self) -> list[tuple[str, str]]:
        """``(form, key)``, the longest form first."""
        pairs = {form: term.key for term in self.terms.values() for form in term.forms}
        return sorted(pairs.items(), key=lambda pair: (-len(pair[0].strip("*")), pair[0]))

    @cached_property
    def forms_pattern(self) -> re.Pattern[str]:
        """All forms as one expression for text in lower case, the longest form first.

        It has no groups and ignores no case, so that ``re`` can skip alternatives by their first letter.
        """
        return _any_of(form for form, _ in self.ranked_forms)

    @cached_property
    def other_senses(self) -> list[str]:
        """The phrases in which a term's words mean something else, the longest first."""
        phrases = {phrase for term in self.terms.values() for phrase in term.other_senses}
        return sorted(phrases, key=lambda phrase: (-len(phrase), phrase))

    @cached_property
    def other_senses_pattern(self) -> re.Pattern[str]:
        """These phrases as one expression for text in lower case."""
        return _any_of(self.other_senses)

    @cached_property
    def refused_pattern(self) -> re.Pattern[str]:
        """All refused forms as one expression for text in lower case."""
        return _any_of(self.refused)

    @cached_property
    def _keys(self) -> dict[str, str]:
        return {}

    @cached_property
    def found_uses(self) -> dict[str, dict[str, tuple[int, int]]]:
        """What ``first_uses`` has found by text: each language asks for the same English blocks."""
        return {}

    def key_of(self, use: str) -> str:
        """The key of the term that ``use`` (in lower case, as ``forms_pattern`` matched it) is a form of."""
        if use not in self._keys:
            self._keys[use] = next(key for form, key in self.ranked_forms if form_pattern(form).fullmatch(use))
        return self._keys[use]


def lower(text: str) -> str:
    """``text`` in lower case, with as many characters, so that offsets stay the same."""
    return text.replace("\u0130", "i").lower()  # the one letter that would become two


def load(root: Path, language: str) -> Glossary:
    """The glossary in ``i18n/<language>/glossary.toml``.

    It never raises for what is wrong with the file: that is in ``findings``, and the rest is used. Without the file,
    the glossary is empty.
    """
    path = root / "i18n" / language / "glossary.toml"
    return _load(path, root, language, display_path(path, root), path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=64)
def _load(path: Path, root: Path, language: str, name: str, modified: int) -> Glossary:
    """``modified`` is the file's time of modification: a saved file is read again."""
    tables, text, findings = config_files.read_toml(path, root)
    if findings:
        return Glossary(language, name, findings=tuple(findings))
    reader = _Reader(name, text)
    reader.unknown_tables(tables)
    terms = reader.terms(tables.get("terms", {}))
    refused = reader.refused(tables.get("refused", {}))
    return Glossary(language, name, terms, refused, tuple(reader.findings))


class _Reader:
    """Validates the tables of a glossary file: returns what can be used and collects findings about the rest."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.findings: list[Finding] = []

    def unknown_tables(self, tables: dict[str, Any]) -> None:
        for name in sorted(tables.keys() - set(TABLES)):
            self._report_key(name, f"[{name}] is nothing that a glossary has", known_names(name, TABLES))

    def terms(self, table: object) -> dict[str, Term]:
        if not isinstance(table, dict):
            self._report("terms", "terms has a wrong shape", "each term is a table: [terms.score]")
            return {}
        return {key: self._term(key, entry) for key, entry in table.items() if self._is_valid(key, entry)}

    def refused(self, table: object) -> dict[str, str]:
        if not isinstance(table, dict) or not _are_strings(list(table.values())):
            self._report("[refused]", "refused wording has a wrong shape", '"wrong words" = "right words"')
            return {}
        for form in table:
            if not _has_letters(form):
                self._report(
                    "[refused]",
                    f"refused wording: `{form}` fits every word",
                    "write the letters of the wrong words, and `*` for any others",
                )
        return {form: replacement for form, replacement in table.items() if _has_letters(form)}

    def _is_valid(self, key: str, entry: object) -> bool:
        valid = (
            isinstance(entry, dict)
            and all(isinstance(entry.get(field, kind()), kind) for field, kind in TERM_FIELDS.items())
            and _are_strings(entry.get("forms", []))
            and _are_strings(entry.get("links", []))
            and _are_strings(entry.get("other_senses", []))
        )
        if not valid:
            message, hint = f"the entry {key} has a wrong shape", 'term = "…", forms = ["…", "…"], definition = "…"'
            self._report(f"[terms.{key}]", message, hint)
        return valid

    def _term(self, key: str, entry: dict[str, Any]) -> Term:
        start = f"[terms.{key}]"
        for name in sorted(entry.keys() - TERM_FIELDS):
            self._report_key(f"terms.{key}.{name}", f"{key}: unknown {name}", known_names(name, sorted(TERM_FIELDS)))
        forms = tuple(entry.get("forms", ()))
        if entry.get("term") and not forms:
            self._report(
                start,
                f"{key} has a term but no forms",
                "list the forms that count as a use; `*` stands for any letters",
            )
        without_letters = [form for form in forms if not _has_letters(form)]
        if without_letters:
            self._report(
                start,
                f"{key}: the form `{without_letters[0]}` fits every word",
                "write the letters that the forms share, and `*` for the rest",
            )
        links = tuple(entry["links"]) if "links" in entry else None
        for word in links or ():
            if not any(form_pattern(form).fullmatch(word) for form in forms):
                self._report(start, f"{key}: `{word}` is to be a link and is none of the forms", "add it to forms")
        fields = {field: entry[field] for field in TERM_FIELDS if field in entry}
        others = tuple(entry.get("other_senses", ()))
        return Term(key, **{"term": "", **fields, "forms": forms, "links": links, "other_senses": others})

    def _report(self, start: str, message: str, hint: str) -> None:
        """Add a finding at the first line that begins with ``start``."""
        lines = enumerate(self.text.split("\n"), 1)
        line = next((number for number, line in lines if line.strip().startswith(start)), 1)
        self.findings.append(Finding(self.path, line, message, hint))

    def _report_key(self, key: str, message: str, hint: str) -> None:
        """Add a finding at the line of a dotted key."""
        self.findings.append(Finding(self.path, project_strings.line_of(self.text, key), message, hint))


def _has_letters(form: str) -> bool:
    return any(letter.isalnum() for letter in form)


def _are_strings(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) and value.strip() for value in values)


def _expression(form: str) -> str:
    return r"\s+".join(re.escape(word).replace(r"\*", r"[\w\-]*") for word in form.split())


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?!\s)(?:{'|'.join(_expression(lower(form)) for form in forms)})(?!\w)")


@lru_cache(maxsize=4096)
def form_pattern(form: str) -> re.Pattern[str]:
    """A form as a regular expression over whole words; spaces match any white space."""
    return re.compile(rf"(?<!\w)(?:{_expression(form)})(?!\w)", re.IGNORECASE)


def first_uses(text: str, glossary: Glossary) -> dict[str, tuple[int, int]]:
    """The keys of the terms used in ``text``, each with the offsets (start, end) of its first use.

    The longest form wins: in “attention weight” neither “attention” nor “weight” is used by itself.
    """
    if text not in glossary.found_uses:
        spans: dict[str, tuple[int, int]] = {}
        for key, match in _uses(text, glossary):
            spans.setdefault(key, match.span())
        glossary.found_uses[text] = spans
    return glossary.found_uses[text]


def first_links(text: str, glossary: Glossary) -> dict[str, tuple[int, int]]:
    """As ``first_uses``, of those uses that become links: the others may have another sense."""
    spans: dict[str, tuple[int, int]] = {}
    phrases = glossary.other_senses_pattern.finditer(lower(text)) if glossary.other_senses else ()
    others = [phrase.span() for phrase in phrases]
    for key, match in _uses(text, glossary):
        if any(start <= match.start() and match.end() <= end for start, end in others):
            continue
        if " ".join(match[0].split()) in glossary.terms[key].link_words:
            spans.setdefault(key, match.span())
    return spans


def _uses(text: str, glossary: Glossary) -> Iterator[tuple[str, re.Match[str]]]:
    """Each use of a term in ``text``, with the term's key."""
    if glossary.ranked_forms and text.strip():
        for match in glossary.forms_pattern.finditer(lower(text)):
            yield glossary.key_of(match[0]), match


def check_files(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Glossaries that can't be read, or don't have the terms of the English one."""
    source = load(root, SOURCE_LANGUAGE)
    for language in languages:
        glossary = load(root, language)
        yield from glossary.findings
        for key in source.terms.keys() - glossary.terms.keys():
            yield Finding(
                glossary.path,
                1,
                f"the term {key} ({source.terms[key].term}) is missing",
                f"add [terms.{key}] with term, forms and definition",
            )
        for key in glossary.terms.keys() - source.terms.keys():
            yield Finding(
                glossary.path, 1, f"the term {key} is not in {source.path}", "remove it, or add it in English first"
            )
        empty = [key for key in source.terms if key in glossary.terms and not glossary.terms[key].term]
        if empty:
            yield Finding(
                glossary.path,
                1,
                f"{len(empty)} of {len(source.terms)} terms are not decided on, first {', '.join(empty[:3])}",
                "fill in term, forms and definition as pages need them",
                "notice",
            )


def check_places(project: Project) -> Iterator[Finding]:
    """Terms whose explanation stands at a place that no English page has."""
    source = load(project.root, SOURCE_LANGUAGE)
    for term in source.terms.values():
        page, _, section = term.place.partition("#")
        if term.place and section not in (project.ids(SOURCE_LANGUAGE, page) or ()):
            line = project_strings.line_of(
                (project.root / source.path).read_text(encoding="utf-8"), f"terms.{term.key}.place"
            )
            hint = "write page#heading, as in by-hand#softmax, or remove the line"
            yield Finding(source.path, line, f"{term.key} is explained at {term.place}, which is no place", hint)


def check_page(page: Page, root: Path) -> Iterator[Finding]:
    """Wording on a page that its language's glossary refuses."""
    glossary = load(root, page.language)
    for block in page.blocks:
        prose = block.prose()
        for match, replacement in _refused_uses(prose, glossary):
            yield Finding(
                page.path,
                block.line + prose[: match.start()].count("\n"),
                f"“{match[0]}” is refused by {glossary.path}",
                f"write {replacement}",
            )


def check_strings(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Wording in the site's strings that the language's glossary refuses. Strings that can't be read are skipped."""
    for language in languages:
        try:
            strings = project_strings.flat(language, root)
        except DiagnosticError:
            continue  # project.strings.check reports it
        glossary = load(root, language)
        path = root / "i18n" / language / "ui.toml"
        for key, string in strings.items():
            for match, replacement in _refused_uses(string, glossary):
                yield Finding(
                    display_path(path, root),
                    project_strings.line_of(path.read_text(encoding="utf-8"), key),
                    f"{key}: “{match[0]}” is refused by {glossary.path}",
                    f"write {replacement}",
                )


def _refused_uses(text: str, glossary: Glossary) -> Iterator[tuple[re.Match[str], str]]:
    """Each use of refused wording, with what to write instead."""
    if not glossary.refused or not glossary.refused_pattern.search(lower(text)):
        return  # one search for all forms: most texts have none of them
    for form, replacement in glossary.refused.items():
        for match in form_pattern(form).finditer(text):
            yield match, replacement


def check_pair(source_block: Block, target_block: Block, source: Glossary, target: Glossary) -> Iterator[Finding]:
    """Enforced terms of an English block without an approved form in its translation.

    A term in bold is explained there: it has to be the term that is in bold in the translation, too.
    """
    prose, translation = source_block.prose(), target_block.prose()
    in_bold = "\n".join(_BOLD.findall(translation))
    explained = _terms_in_bold(prose, source)
    for key in first_uses(prose, source):
        term = target.terms.get(key)
        if term is None or not term.term or not term.enforce or not source.terms[key].enforce:
            continue
        where = in_bold if key in explained else translation
        if not term.forms or not term.forms_pattern.search(where):
            source_location = f"{source_block.path}:{source_block.line}"
            place = "in bold here" if term.forms and term.forms_pattern.search(translation) else "here"
            yield Finding(
                target_block.path,
                target_block.line,
                f"“{source.terms[key].term}” ({source_location}) has no approved form {place}",
                f"use {term.term} (forms: {', '.join(term.forms)}), or add your form to {target.path}",
            )


def _terms_in_bold(text: str, glossary: Glossary) -> set[str]:
    """The keys of the terms that stand in bold in ``text``, and nothing else with them."""
    bold = _BOLD.findall(text)
    return {key for words in bold for key, span in first_uses(words, glossary).items() if span == (0, len(words))}
