"""The words that are right and in no dictionary: those of one language, and those of all, such as names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding, display_path


@dataclass(frozen=True)
class WordList:
    """A file with a word a line, sorted; from ``#`` on a line is a comment.

    Args:
        path: as findings print it.
        entries: each with its line.
        used: those that a text needed.
    """

    path: str
    entries: tuple[tuple[str, int], ...]
    used: set[str] = field(default_factory=set)

    @classmethod
    def of_language(cls, language: str, root: Path) -> WordList:
        """The list of a language; empty where there is no file.

        Raises:
            DiagnosticError: where the file can't be read.
        """
        return cls._read(root / "i18n" / language / "words.txt", root)

    @classmethod
    def of_all_languages(cls, root: Path) -> WordList:
        """The list for all languages: names, functions, words of examples; empty where there is no file.

        Raises:
            DiagnosticError: where the file can't be read.
        """
        return cls._read(root / "i18n" / "words.txt", root)

    @classmethod
    def _read(cls, path: Path, root: Path) -> WordList:
        name = display_path(path, root)
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except UnicodeDecodeError:
            raise DiagnosticError([Finding(name, 1, "not UTF-8", "save the file as UTF-8")]) from None
        words = [line.partition("#")[0].strip() for line in unicodedata.normalize("NFC", text).splitlines()]
        return cls(name, tuple((word, number) for number, word in enumerate(words, 1) if word))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for word, _ in self.entries)

    def entry(self, word: str) -> str:
        """The entry that allows a word: its letters, or small ones where it is Written or WRITTEN; else empty."""
        small = word.lower() if word.istitle() or word.isupper() else word
        return next((form for form in (word, small) if form in self._words), "")

    def allows(self, word: str) -> bool:
        """Whether the word has an entry, which counts as used from now on."""
        entry = self.entry(word)
        self.used.add(entry)
        return bool(entry)

    def check(self) -> Iterator[Finding]:
        """Words out of order and, once all texts were looked at, those that none needed."""
        for (word, _), (following, line) in pairwise(self.entries):
            if (word.casefold(), word) >= (following.casefold(), following):
                message = f"“{following}” stands behind “{word}”"
                yield Finding(self.path, line, message, "each word once, sorted without regard to capitals")
        for word, line in self.entries:
            if word not in self.used:
                message = f"“{word}” is listed and need not be: no text has it, or a dictionary or another list does"
                yield Finding(self.path, line, message, "remove the line")
