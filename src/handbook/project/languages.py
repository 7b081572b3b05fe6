"""The languages of the checkout, each with its editions in a second alphabet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.project import transliteration
from handbook.project.strings import Strings


@dataclass(frozen=True)
class Language:
    """One language of the site."""

    code: str  # the folder's name in the site: en, de …
    name: str  # what its speakers call it
    short: str
    lang: str  # for html
    locale: str
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

    @classmethod
    def read(cls, code: str, root: Path) -> Language:
        site = Strings.of(code, "site", root)
        own = {key: site(key) if site.has(key) else code for key in ("name", "code", "lang", "locale")}
        return cls(code, own["name"], own["code"], own["lang"], own["locale"])

    def edition(self, edition: transliteration.Edition) -> Language:
        """The same language in its second alphabet."""
        return Language(
            edition.code, edition.name, edition.short, edition.lang, self.locale, self.code, edition.alphabet
        )


def languages(root: Path = ROOT) -> list[Language]:
    """All languages of the checkout: those with a ``mkdocs.yml``, English first; each with its editions behind it."""
    others = sorted(path.parent.name for path in (root / "i18n").glob("*/mkdocs.yml"))
    editions = transliteration.editions(root)
    found = []
    for language in [Language.read(code, root) for code in [SOURCE_LANGUAGE, *others]]:
        own = [one for one in editions if one.language == language.code]
        found.append(replace(language, alphabet=own[0].latin) if own else language)
        found += map(language.edition, own)
    return found


def config_file(language: str, root: Path = ROOT) -> Path:
    """The MkDocs configuration of a language, or of the one that an edition is made from."""
    language = transliteration.source_of(language, root)
    return root / "mkdocs.yml" if language == SOURCE_LANGUAGE else root / "i18n" / language / "mkdocs.yml"
