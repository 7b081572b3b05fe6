"""The languages of the checkout, ``i18n/<language>/language.toml``, some of them in a second script too."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from babel import Locale, UnknownLocaleError

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, known_names
from handbook.project import number_formats, transliteration

FILE = "language.toml"
KEYS = {  # of the file, each with a pattern for its value
    "name": r'[^<>"&\n]*\w[^<>"&\n]*',
    "short": r"\w{1,4}",
    "lang": r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
    "locale": r"[A-Za-z]{2,3}(_[A-Za-z0-9]{2,4})*",  # Babel ignores longer parts
    "theme": r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
    "dictionary": r"\w*",
    "dictionary_package": r"[a-z0-9.+-]*",
    "dictionary_scope": "full|partial",
    "quotes": r"(\S\S){0,2}",
}


@dataclass(frozen=True)
class Language:
    """One language of the site, or one script of a language that is written in two.

    Args:
        code: its folder in the site: ``en``, ``de``, ``sr-cyrl``.
        name: what its speakers call it.
        short: one to four letters for the language menu.
        lang: a BCP 47 tag for the html attribute ``lang``.
        locale: for ``og:locale`` in previews on other sites: ``en_US``.
        theme: Material's translation to use: ``partials/languages/<theme>.html``.
        dictionary: hunspell's name for the one that spelling is checked with: ``en_US``; empty where there is none.
        dictionary_package: of Debian, which has it.
        dictionary_scope: ``partial`` where it lacks many right words.
        quotes: its quotation marks, and those within a quotation: ``“”‘’``; empty where nobody has said.
        folder: of its pages, where it isn't ``code``: a script variant has the pages of its language.
        alphabet: the name of its script, where the language is written in two.
    """

    code: str
    name: str
    short: str
    lang: str
    locale: str
    theme: str
    dictionary: str = ""
    dictionary_package: str = ""
    dictionary_scope: str = "full"
    quotes: str = ""
    folder: str = ""
    alphabet: str = ""

    @property
    def pages(self) -> str:
        """The folder of its pages and strings: de, sr …"""
        return self.folder or self.code

    @property
    def prefix(self) -> str:
        """Of its URLs: empty for English, else ``de/``."""
        return "" if self.code == SOURCE_LANGUAGE else f"{self.code}/"

    @property
    def direction(self) -> str:
        """The writing direction, ``ltr`` or ``rtl``, from CLDR."""
        return Locale.parse(self.lang, sep="-").text_direction

    @property
    def decimal_comma(self) -> bool:
        """Whether the decimal mark is a comma."""
        return number_formats.marks(self.lang)[0] == ","

    @classmethod
    def read(cls, code: str, root: Path = ROOT) -> Language:
        """Read a language's file.

        Raises:
            DiagnosticError: where it is missing or faulty.
        """
        table, findings = _read(code, root)
        if findings:
            raise DiagnosticError(findings)
        return cls(code, **table)

    def script_variant(self, variant: transliteration.ScriptVariant) -> Language:
        """The same language in its second script."""
        changes = {name: getattr(variant, name) for name in ("code", "name", "short", "lang", "alphabet")}
        return replace(self, **changes, folder=self.code)


def languages(root: Path = ROOT) -> list[Language]:
    """All languages of the checkout, English first; each is followed by its script variants.

    Raises:
        DiagnosticError: where the file of one is faulty.
    """
    codes = {path.parent.name for path in (root / "i18n").glob(f"*/{FILE}")}
    variants = transliteration.script_variants(root)
    result = []
    for code in [SOURCE_LANGUAGE, *sorted(codes - {SOURCE_LANGUAGE})]:
        language = Language.read(code, root)
        language_variants = [variant for variant in variants if variant.language == code]
        result.append(replace(language, alphabet=language_variants[0].latin) if language_variants else language)
        result += map(language.script_variant, language_variants)
    return result


def check(root: Path, codes: list[str]) -> list[Finding]:
    """What is wrong with the ``language.toml`` of these languages."""
    return [finding for code in codes for finding in _read(code, root)[1]]


def theme_knows(theme: str, root: Path) -> bool:
    """Whether Material or ``theme/`` is translated into this language; True where Material isn't installed."""
    material = find_spec("material")
    if not material:
        return True
    packages = material.submodule_search_locations or ()
    folders = [root / "theme", *(Path(package, "templates") for package in packages)]
    return any((folder / "partials" / "languages" / f"{theme}.html").is_file() for folder in folders)


def _read(code: str, root: Path) -> tuple[dict, list[Finding]]:
    """The table of a language's file, with defaults, and what is wrong with it."""
    path = root / "i18n" / code / FILE
    name = display_path(path, root)
    table, text, findings = config_files.read_toml(path, root)
    if not text and not findings:
        findings = [Finding(name, 1, "missing or empty", f"run `handbook new {code}`, or remove i18n/{code}")]
    if not re.fullmatch(r"[a-z0-9-]+", code):
        hint = "give it the code of ISO 639 in small letters: it becomes an address"
        findings.append(Finding(name, 1, "its folder has no name of a language", hint))
    if findings:
        return {}, findings
    values = {
        "theme": table.get("lang"),
        "dictionary": "",
        "dictionary_package": "",
        "dictionary_scope": "full",
        "quotes": "",
        **table,
    }
    for key in dict.fromkeys([*KEYS, *values]):
        if problem := _problem(key, values.get(key), root):
            key_in_file = "lang" if key == "theme" and key not in table else key
            match = re.search(rf"^\[?{re.escape(key_in_file)}\b", text, re.MULTILINE)
            findings.append(Finding(name, text.count("\n", 0, match.start()) + 1 if match else 1, *problem))
    return values, findings


def _problem(key: str, value: object, root: Path) -> tuple[str, str] | None:
    """What is wrong with a value, if anything is: message and hint."""
    if key not in KEYS:
        return f"`{key}` is not for a language to set", known_names(key, KEYS)
    example = f"i18n/{SOURCE_LANGUAGE}/{FILE} is an example"
    if value is None:
        return f"`{key}` is missing", example
    if not isinstance(value, str) or not re.fullmatch(KEYS[key], value):
        return f"`{key}`: {str(value)[:30]!r} is not a value for it", example
    if key in ("lang", "locale") and not _is_locale(value):
        return f"`{key}`: no language known under {value}", "write it as in BCP 47, like de, sr-Latn or pt-BR"
    if key == "theme" and not theme_knows(value, root):
        return (
            f"the theme knows no language `{value}`",
            f'write theme = "{SOURCE_LANGUAGE}", or add theme/partials/languages/{value}.html',
        )
    return None


def _is_locale(tag: str) -> bool:
    try:
        return bool(Locale.parse(tag.replace("-", "_")))
    except (UnknownLocaleError, ValueError):
        return False
