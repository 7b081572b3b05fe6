"""The languages of the checkout, ``i18n/<language>/language.toml``, each with its editions in a second alphabet."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from babel import Locale, UnknownLocaleError

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.project import number_formats, transliteration

FILE = "language.toml"
KEYS = {  # of the file, with what their values look like
    "name": r'[^<>"&\n]*\w[^<>"&\n]*',
    "short": r"\w{1,4}",
    "lang": r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
    "locale": r"[A-Za-z]{2,3}(_[A-Za-z0-9]{2,4})*",  # Babel passes over longer parts
    "theme": r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
}


@dataclass(frozen=True)
class Language:
    """One language of the site."""

    code: str  # the folder's name in the site: en, de …
    name: str  # what its speakers call it
    short: str
    lang: str  # for html
    locale: str  # for previews on other sites
    theme: str  # the theme's words: partials/languages/<theme>.html
    folder: str = ""  # of its pages, where that is another: an edition in a second alphabet has none of its own
    alphabet: str = ""  # what its letters are called, where it is written in two alphabets

    @property
    def pages(self) -> str:
        """The folder of its pages and strings: de, sr …"""
        return self.folder or self.code

    @property
    def prefix(self) -> str:
        """Where its pages lie below the English ones."""
        return "" if self.code == SOURCE_LANGUAGE else f"{self.code}/"

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return Locale.parse(self.lang, sep="-").text_direction

    @property
    def decimal_comma(self) -> bool:
        return number_formats.marks(self.lang)[0] == ","

    @classmethod
    def read(cls, code: str, root: Path = ROOT) -> Language:
        """Raises DiagnosticError where its file is missing or faulty."""
        table, wrong = _read(code, root)
        if wrong:
            raise DiagnosticError(wrong)
        return cls(code, **table)

    def script_variant(self, variant: transliteration.ScriptVariant) -> Language:
        """The same language in its second alphabet."""
        own = {name: getattr(variant, name) for name in ("code", "name", "short", "lang", "alphabet")}
        return replace(self, **own, folder=self.code)


def languages(root: Path = ROOT) -> list[Language]:
    """All languages of the checkout, English first; each with its editions behind it.

    Raises DiagnosticError where the file of one is faulty.
    """
    there = {path.parent.name for path in (root / "i18n").glob(f"*/{FILE}")}
    editions = transliteration.script_variants(root)
    found = []
    for language in [Language.read(code, root) for code in [SOURCE_LANGUAGE, *sorted(there - {SOURCE_LANGUAGE})]]:
        own = [one for one in editions if one.language == language.code]
        found.append(replace(language, alphabet=own[0].latin) if own else language)
        found += map(language.script_variant, own)
    return found


def check(root: Path, codes: list[str]) -> list[Finding]:
    """What is wrong with the files of these languages."""
    return [finding for code in codes for finding in _read(code, root)[1]]


def theme_knows(theme: str, root: Path) -> bool:
    """Whether Material, or our own part of the theme, has words in this language; without Material nobody can tell."""
    material = find_spec("material")
    folders = [root / "theme"]
    folders += [Path(place, "templates") for place in (material and material.submodule_search_locations) or ()]
    return not material or any((place / "partials" / "languages" / f"{theme}.html").is_file() for place in folders)


def _read(code: str, root: Path) -> tuple[dict, list[Finding]]:
    """The file's table with the default of ``theme``, and what is wrong with it."""
    path = root / "i18n" / code / FILE
    name = display_path(path, root)
    table, text, wrong = config_files.read_toml(path, root)
    if not text and not wrong:
        wrong = [Finding(name, 1, "missing or empty", f"run `handbook new {code}`, or remove i18n/{code}")]
    if wrong:
        return {}, wrong
    values = {"theme": table.get("lang"), **table}
    for key in dict.fromkeys([*KEYS, *values]):
        if trouble := _trouble(key, values.get(key), root):
            written = "lang" if key == "theme" and key not in table else key
            place = re.search(rf"^\[?{re.escape(written)}\b", text, re.MULTILINE)
            wrong.append(Finding(name, text.count("\n", 0, place.start()) + 1 if place else 1, *trouble))
    return values, wrong


def _trouble(key: str, value: object, root: Path) -> tuple[str, str] | None:
    """What is wrong with one value and how to mend it, if anything is."""
    if key not in KEYS:
        return f"`{key}` is not for a language to set", f"known here: {', '.join(KEYS)}"
    example = f"i18n/{SOURCE_LANGUAGE}/{FILE} is an example"
    if value is None:
        return f"`{key}` is missing", example
    if not isinstance(value, str) or not re.fullmatch(KEYS[key], value):
        return f"`{key}`: {str(value)[:30]!r} is not a value for it", example
    if key in ("lang", "locale") and not _known(value):
        return f"`{key}`: no language known under {value}", "write it as in BCP 47, like de, sr-Latn or pt-BR"
    if key == "theme" and not theme_knows(value, root):
        return (
            f"the theme knows no language `{value}`",
            f'write theme = "{SOURCE_LANGUAGE}", or add theme/partials/languages/{value}.html',
        )
    return None


def _known(tag: str) -> bool:
    try:
        return bool(Locale.parse(tag.replace("-", "_")))
    except (UnknownLocaleError, ValueError):
        return False
