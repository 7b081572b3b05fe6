"""One word for one thing: approved terms and refused wording, by language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.markdown.model import Block, Page
from handbook.project import strings as project_strings

FIELDS = {"term": str, "forms": list, "definition": str, "reason": str, "enforce": bool, "link": bool}


@dataclass(frozen=True)
class Term:
    """A term in one language. ``forms`` count as its use; ``*`` at an edge of a word stands for any letters."""

    key: str
    term: str
    forms: tuple[str, ...] = ()
    definition: str = ""
    reason: str = ""
    enforce: bool = True  # False for words that are also everyday language
    link: bool = True  # in English, for all: whether its first use on a page leads to the glossary


@dataclass(frozen=True)
class Glossary:
    language: str
    path: str
    terms: dict[str, Term] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @cached_property
    def ranked_forms(self) -> list[tuple[str, str]]:
        """``(form, key)``, the longest form first."""
        pairs = {form: term.key for term in self.terms.values() for form in term.forms}
        return sorted(pairs.items(), key=lambda pair: (-len(pair[0].strip("*")), pair[0]))

    @cached_property
    def any_form(self) -> re.Pattern[str]:
        """All forms in one expression, in their rank. It is for lower case: an alternative without group whose first
        letter is known costs nothing where another letter stands."""
        forms = "|".join(_expression(lower(form)) for form, _ in self.ranked_forms)
        return re.compile(rf"(?<!\w)(?!\s)(?:{forms})(?!\w)")

    @cached_property
    def any_refused(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?!\s)(?:{'|'.join(_expression(lower(wrong)) for wrong in self.refused)})(?!\w)")

    @cached_property
    def _keys(self) -> dict[str, str]:
        return {}

    def key_of(self, words: str) -> str:
        """The term of which ``words``, in lower case, are a form: of the first one in rank."""
        if words not in self._keys:
            self._keys[words] = next(key for form, key in self.ranked_forms if pattern(form).fullmatch(words))
        return self._keys[words]


def lower(text: str) -> str:
    """Lower case, letter for letter: places stay the same."""
    return text.replace("\u0130", "i").lower()  # the one letter that would become two


def load(root: Path, language: str) -> Glossary:
    """``i18n/<language>/glossary.toml``; what is wrong with it stands in ``findings``."""
    path = root / "i18n" / language / "glossary.toml"
    return _load(path, root, language, display_path(path, root), path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=64)
def _load(path: Path, root: Path, language: str, name: str, changed: int) -> Glossary:
    tables, text, found = config_files.read_toml(path, root)
    if found:
        return Glossary(language, name, findings=tuple(found))
    lines = text.split("\n")

    def line_of(start: str) -> int:
        return next((number for number, line in enumerate(lines, 1) if line.strip().startswith(start)), 1)

    terms = {}
    listed = tables.get("terms", {})
    if not isinstance(listed, dict):
        found.append(Finding(name, line_of("terms"), "terms has a wrong shape", "each term is a table: [terms.score]"))
        listed = {}
    for key, values in listed.items():
        where = line_of(f"[terms.{key}]")
        if (
            not isinstance(values, dict)
            or not all(isinstance(values.get(field, kind()), kind) for field, kind in FIELDS.items())
            or not _strings(values.get("forms", []))
        ):
            found.append(
                Finding(
                    name,
                    where,
                    f"the entry {key} has a wrong shape",
                    'term = "…", forms = ["…", "…"], definition = "…"',
                )
            )
            continue
        if unknown := values.keys() - FIELDS:
            found.append(
                Finding(
                    name, where, f"{key}: unknown {', '.join(sorted(unknown))}", f"known: {', '.join(sorted(FIELDS))}"
                )
            )
        known: dict[str, Any] = {
            field: tuple(value) if field == "forms" else value for field, value in values.items() if field in FIELDS
        }
        known.setdefault("term", "")
        if known["term"] and not known.get("forms"):
            found.append(
                Finding(
                    name,
                    where,
                    f"{key} has a term but no forms",
                    "list the forms that count as a use; `*` stands for any letters",
                )
            )
        if wide := [form for form in known.get("forms", ()) if not _has_letters(form)]:
            found.append(
                Finding(
                    name,
                    where,
                    f"{key}: the form `{wide[0]}` fits every word",
                    "write the letters that the forms share, and `*` for the rest",
                )
            )
        terms[key] = Term(key, **known)
    refused = tables.get("refused", {})
    if not isinstance(refused, dict) or not _strings(list(refused.values())):
        found.append(
            Finding(name, line_of("[refused]"), "refused wording has a wrong shape", '"wrong words" = "right words"')
        )
        refused = {}
    for wrong in [wrong for wrong in refused if not _has_letters(wrong)]:
        found.append(
            Finding(
                name,
                line_of("[refused]"),
                f"refused wording: `{wrong}` fits every word",
                "write the letters of the wrong words, and `*` for any others",
            )
        )
        del refused[wrong]
    return Glossary(language, name, terms, refused, tuple(found))


def _has_letters(form: str) -> bool:
    return any(letter.isalnum() for letter in form)


def _strings(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) and value.strip() for value in values)


def _expression(form: str) -> str:
    return r"\s+".join(re.escape(word).replace(r"\*", r"[\w\-]*") for word in form.split())


@lru_cache(maxsize=4096)
def pattern(form: str) -> re.Pattern[str]:
    """A form as a regular expression over whole words; spaces match any white space."""
    return re.compile(rf"(?<!\w)(?:{_expression(form)})(?!\w)", re.IGNORECASE)


def uses(text: str, glossary: Glossary) -> dict[str, tuple[int, int]]:
    """The terms used in ``text`` with the place (start, end) of their first use. The longest form wins: in “attention
    weight” neither “attention” nor “weight” is used by itself."""
    if not glossary.ranked_forms or not text.strip():
        return {}
    found: dict[str, tuple[int, int]] = {}
    for match in glossary.any_form.finditer(lower(text)):
        found.setdefault(glossary.key_of(match[0]), match.span())
    return found


def check_files(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Each glossary can be read and has all terms."""
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
        for key in source.terms.keys() & glossary.terms.keys():
            if not glossary.terms[key].term:
                yield Finding(
                    glossary.path,
                    1,
                    f"{key}: no term yet for “{source.terms[key].term}”",
                    "fill in term, forms and definition",
                    "notice",
                )


def check_page(page: Page, root: Path) -> Iterator[Finding]:
    """DiagnosticError wording, wherever it stands in a page's language."""
    glossary = load(root, page.language)
    for block in page.blocks:
        prose = block.prose()
        for match, right in _refused(prose, glossary):
            yield Finding(
                page.path,
                block.line + prose[: match.start()].count("\n"),
                f"“{match[0]}” is refused by {glossary.path}",
                f"write {right}",
            )


def check_strings(root: Path, languages: list[str]) -> Iterator[Finding]:
    """DiagnosticError wording in the strings of the site."""
    for language in languages:
        try:
            strings = project_strings.flat(language, root)
        except DiagnosticError:
            continue  # ui.check tells
        glossary = load(root, language)
        path = root / "i18n" / language / "ui.toml"
        for key, string in strings.items():
            for match, right in _refused(string, glossary):
                yield Finding(
                    display_path(path, root),
                    project_strings.line_of(path.read_text(encoding="utf-8"), key),
                    f"{key}: “{match[0]}” is refused by {glossary.path}",
                    f"write {right}",
                )


def _refused(text: str, glossary: Glossary) -> Iterator[tuple[re.Match[str], str]]:
    """What is refused in the text, and what to write."""
    if not glossary.refused or not glossary.any_refused.search(lower(text)):
        return  # one search for all of them
    for wrong, right in glossary.refused.items():
        for match in pattern(wrong).finditer(text):
            yield match, right


def check_pair(ours: Block, theirs: Block, source: Glossary, target: Glossary) -> Iterator[Finding]:
    """Each enforced term of an English block has an approved form in its translation."""
    english, translated = ours.prose(), theirs.prose()
    for key in uses(english, source):
        term = target.terms.get(key)
        if term is None or not term.term or not term.enforce or not source.terms[key].enforce:
            continue
        if not any(pattern(form).search(translated) for form in term.forms):
            yield Finding(
                theirs.path,
                theirs.line,
                f"“{source.terms[key].term}” ({ours.path}:{ours.line}) has no approved form here",
                f"use {term.term} (forms: {', '.join(term.forms)}), or add your form to {target.path}",
            )
