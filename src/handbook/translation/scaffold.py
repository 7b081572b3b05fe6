"""Creates a new language: its settings, and a glossary and strings to fill in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel import Locale, UnknownLocaleError

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.core.files import write_atomically
from handbook.project import languages, strings, transliteration
from handbook.translation import glossary

UNCHOSEN = f"""
# To be chosen; `{languages.FILE}` of English has an example.
# The marks around a quotation, and those around one within it; until then, checks let any pass.
quotes = ""
# hunspell's name of a dictionary, and Debian's of the package with it; without these two lines there is none.
dictionary = ""
dictionary_package = ""
"""
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?")


def new_language(root: Path, code: str) -> list[Path]:
    """Write ``i18n/<code>/``. Files that an interrupted call has written already are kept.

    Args:
        root: the checkout.
        code: of ISO 639 (``fr``), with a script (``zh-hant``) or a country (``pt-BR``) where it needs one; folders are
            called by it in small letters.

    Returns:
        the written files.

    Raises:
        DiagnosticError: no language has this code, or it is in the checkout already.
        OSError: a file can't be written.
    """
    written, code = code, folder_of(code)
    folder = root / "i18n" / code
    code_hint = "use the code of ISO 639: fr, ar, pt, pt-br, zh-hant"
    if (source := transliteration.source_of(code, root)) != code:
        hint = f"it is made from the pages in {source}: run `handbook status {source}`"
        raise DiagnosticError([Finding(f"i18n/{code}", 1, "this edition is there already", hint)])
    if not LANGUAGE_CODE.fullmatch(code):
        raise DiagnosticError([Finding(f"i18n/{written}", 1, "not a language code", code_hint)])
    if (folder / languages.FILE).exists():
        hint = f"run `handbook status {code}` to see what to do next"
        if code == SOURCE_LANGUAGE:
            hint = "the others are translated from it: name a language that isn't there"
        raise DiagnosticError([Finding(f"i18n/{code}", 1, "this language is there already", hint)])
    try:
        locale = Locale.parse(code.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        raise DiagnosticError([Finding(f"i18n/{code}", 1, "no language known under this code", code_hint)]) from None
    if locale.language != code.split("-")[0]:  # a code of three letters, or an old one
        hint = f"write {code.replace(code.split('-')[0], locale.language, 1)}"
        raise DiagnosticError([Finding(f"i18n/{code}", 1, "not the shortest code of this language", hint)])
    texts = {
        "glossary.toml": _glossary(root, locale),
        "ui.toml": _strings(root),
        # Last: a folder counts as a language of the site once it has this file.
        languages.FILE: _language(root, code, locale),
    }
    paths = [folder / name for name in texts if not (folder / name).exists()]
    for path in paths:
        write_atomically(path, texts[path.name])
    return paths


def folder_of(code: str) -> str:
    """The folder of a language, from its code as people write it: pt-br of pt-BR or pt_BR."""
    return code.lower().replace("_", "-")


def _language(root: Path, code: str, locale: Locale) -> str:
    lang = str(locale).replace("_", "-")
    name = locale.get_display_name() or code
    values = {
        "name": name[0].upper() + name[1:],
        "short": code.upper()[:2],
        "lang": lang,
        "locale": str(locale).removesuffix(f"_{locale.variant}"),
    }
    if not languages.theme_knows(lang, root):
        values["theme"] = locale.language if languages.theme_knows(locale.language, root) else SOURCE_LANGUAGE
    return "".join(f'{key} = "{value}"\n' for key, value in values.items()) + UNCHOSEN


def _glossary(root: Path, locale: Locale) -> str:
    source = glossary.load(root, SOURCE_LANGUAGE)
    parts = [
        f"# The terms of this tutorial in {locale.get_display_name('en')}. One word for one thing.\n"
        "# `forms` lists what counts as a use of the term, in small letters; "
        "`*` at the edge of a word stands for any letters.\n"
        "# `links` lists which of these uses, as whole words, link to the definition; without it, all without `*` do.\n"
        "# `reason` says in English why this word: what speakers say, what courses, term lists and Wikipedia use.\n"
    ]
    for term in source.terms.values():
        parts.append(
            f"[terms.{term.key}]\n# {term.term}: {term.definition}\n"
            'term = ""\nforms = []\ndefinition = ""\nreason = ""\n'
        )
    parts.append('# Wording that is never right, and what to write instead: "wrong" = "right"\n[refused]\n')
    return "\n".join(parts)


def _strings(root: Path) -> str:
    lines = ["# What the site says outside its pages. Where a string is empty, English stands in."]
    return "\n".join(lines + list(_table(strings.tables(SOURCE_LANGUAGE, root), ""))) + "\n"


def _table(table: dict, path: str) -> Iterator[str]:
    """The lines of a table of strings, empty below their English, and of the tables in it."""
    texts = {name: value for name, value in table.items() if not isinstance(value, dict)}
    if texts and path:
        yield from ("", f"[{path}]")
    for name, english in texts.items():
        key = name if re.fullmatch(r"[\w-]+", name, re.ASCII) else json.dumps(name)
        yield from (f"# {' '.join(str(english).split())}", f'{key} = ""')
    for name, inner in table.items():
        if isinstance(inner, dict):
            yield from _table(inner, f"{path}.{name}" if path else name)
