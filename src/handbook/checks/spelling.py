"""Finds misspelled words in pages, strings and definitions: those that neither a dictionary nor a list of ours knows.

A dictionary that lacks many words, as a language of rich forms may have, serves in another way (``dictionary_scope``):
told is a rare word that is one letter from a frequent one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from handbook.checks import hunspell
from handbook.checks.language_detection import FOREIGN_SPAN
from handbook.checks.word_lists import WordList
from handbook.core.diagnostics import Finding
from handbook.markdown.inline import blanked
from handbook.project import strings, transliteration
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.translation import glossary

# Letters between spaces, dashes or hyphens. Not a part of a name such as `file.py`, `bfloat16` or `no_grad`.
WORD = re.compile(r"(?<!\w)(?<!\w\.)[^\W\d_]{2,}(?:'[^\W\d_]+)*(?!\w|\.\w)")
SOFT_HYPHEN, ENTITY = "\u00ad", re.compile(r"&#?\w+;")
RARE, FREQUENT = 2, 8  # how often a word stands in a language's texts: at most, and at least
SHORTEST = 3  # letters of a word that may be a slip for another one
SUGGESTED = 30  # for how many words of a language hunspell is asked what was meant, which takes it a tenth of a second


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        text: its letters.
        path: its file.
        line: its line in the file, or that of the text which ``key`` names.
        quoted: whether it is in quotation marks, emphasis or brackets, and so may be of any language.
        key: in a TOML file, the dotted name of the text that it stands in.
    """

    text: str
    path: str
    line: int
    quoted: bool
    key: str = ""


def words_of(text: str, path: str, line: int, key: str = "") -> Iterator[Word]:
    """The words of a text without code, each with its place. ``line`` is where the text begins."""
    text = unicodedata.normalize("NFC", ENTITY.sub(" ", text)).replace(SOFT_HYPHEN, "").replace("’", "'")
    spans = [match.span() for match in FOREIGN_SPAN.finditer(text)]
    for match in WORD.finditer(text):
        if not match[0].replace("'", "").isalpha():  # x²
            continue
        quoted = bool(spans) and any(start <= match.start() < end for start, end in spans)
        place = line if key else line + text.count("\n", 0, match.start())
        yield Word(match[0].removesuffix("'s"), path, place, quoted, key)


def near_words(words: Iterable[str]) -> dict[str, str]:
    """By rare word, in small letters, the most frequent word that is one letter from it.

    One letter more, less or otherwise, or two that changed places. Only words that stand there often are looked at.
    """
    counts = Counter(word.lower() for word in words)
    frequent = [word for word, count in counts.items() if count >= FREQUENT and len(word) >= SHORTEST]
    rare = [word for word, count in counts.items() if count <= RARE and len(word) >= SHORTEST]
    # Words that are one letter from each other share one of the words that lack a letter of theirs.
    by_shorter: dict[str, list[str]] = {}
    for word in frequent:
        for shorter in _shorter(word):
            by_shorter.setdefault(shorter, []).append(word)
    near: dict[str, str] = {}
    for word in rare:
        candidates = {other for shorter in _shorter(word) for other in by_shorter.get(shorter, ())}
        if close := [other for other in candidates if _is_one_letter_away(word, other)]:
            near[word] = max(close, key=lambda other: (counts[other], other))
    return near


def _shorter(word: str) -> set[str]:
    return {word, *(word[:index] + word[index + 1 :] for index in range(len(word)))}


def _is_one_letter_away(word: str, other: str) -> bool:
    if len(word) != len(other):
        short, long = sorted((word, other), key=len)
        return short in _shorter(long)
    differing = [index for index in range(len(word)) if word[index] != other[index]]
    swapped = len(differing) == 2 and differing[1] == differing[0] + 1
    return len(differing) == 1 or (swapped and sorted(word) == sorted(other))


class Spelling:
    """The words of all languages that name a dictionary, and what the dictionaries know of them."""

    def __init__(self, project: Project):
        self.project = project
        languages = (Language.read(code, project.root) for code in project.languages)
        self.languages = {language.code: language for language in languages if language.dictionary}
        self.shared = WordList.of_all_languages(project.root)
        self.lists = {code: WordList.of_language(code, project.root) for code in self.languages}

    @cached_property
    def words(self) -> dict[str, list[Word]]:
        """By language, each word of its texts."""
        texts = {code: _texts(self.project, code) for code in self.languages}
        return {code: [word for text in texts[code] for word in words_of(*text)] for code in texts}

    @cached_property
    def unknown(self) -> dict[str, set[str]]:
        """By language, the words of all texts, also of those in other languages, that its dictionary doesn't have."""
        texts = {word.text for words in self.words.values() for word in words}
        return {code: hunspell.unknown(texts, language) for code, language in self.languages.items()}

    def check(self) -> Iterator[Finding]:
        """All that is wrong, also with the lists of words.

        Raises:
            DiagnosticError: where a file can't be read, or hunspell or a dictionary is missing.
        """
        in_two_scripts = {variant.language for variant in transliteration.script_variants(self.project.root)}
        for code, language in self.languages.items():
            suspects = [word for word in self.words[code] if self._is_suspect(word, code)]
            find = self._near_a_frequent_word if language.dictionary_scope == "partial" else self._in_no_dictionary
            yield from find(suspects, code)
            if code in in_two_scripts:
                yield from self._foreign_but_transliterated(code)
            yield from self.lists[code].check()
        yield from self.shared.check()

    def _is_suspect(self, word: Word, code: str) -> bool:
        """Whether the dictionary doesn't have the word nor, if it may be of any language, another one."""
        if word.text not in self.unknown[code]:
            return False
        others = [other for other in self.languages if other != code] if word.quoted else []
        return all(word.text in self.unknown[other] and not self.lists[other].entry(word.text) for other in others)

    def _in_no_dictionary(self, suspects: list[Word], code: str) -> Iterator[Finding]:
        wrong = [word for word in suspects if not self._is_listed(word, code)]
        first = list(dict.fromkeys(word.text for word in wrong))[:SUGGESTED]
        found = hunspell.suggestions(first, self.languages[code]) if first else {}
        for word in wrong:
            meant = " or ".join(found.get(word.text, [])[:3])
            yield self._finding(word, f"“{word.text}” is in no dictionary", meant, code)

    def _near_a_frequent_word(self, suspects: list[Word], code: str) -> Iterator[Finding]:
        near = near_words(word.text for word in self.words[code])
        for word in suspects:
            meant = near.get(word.text.lower(), "")
            if not self._is_listed(word, code) and meant:  # what is listed stays so when it becomes less rare
                yield self._finding(word, f"“{word.text}” is one letter from “{meant}”, a frequent word", meant, code)

    def _foreign_but_transliterated(self, code: str) -> Iterator[Finding]:
        """The words of other languages that the edition in a second script would write in that script."""
        script = transliteration.transliterator(code, self.project.root)
        others = [other for other in self.languages if other != code]
        with script.reporting() as report:
            for text, path, line, key in _texts(self.project, code):
                script.at(f"{path}:{line}:{key}")
                script.text(text, isolated=True)
        for use in report.of(changed=True):
            word = use.latin
            # What has č, ć, đ, š or ž is Serbian, be it right or wrong.
            if not word.isascii() or word not in self.unknown[code] or self.lists[code].allows(word):
                continue
            if self.shared.entry(word) or any(word not in self.unknown[other] for other in others):
                path, number, key = use.first.split(":", 2)
                message = f"“{word}” is no word of this language and would be written “{use.transliterated}”"
                lists = f"i18n/{code}/cyrillic.toml, or to {self.lists[code].path} if the language has the word"
                yield Finding(
                    path, _line(self.project, path, int(number), key), message, f"add it to `words` in {lists}"
                )

    def _is_listed(self, word: Word, code: str) -> bool:
        return self.shared.allows(word.text) or self.lists[code].allows(word.text)

    def _finding(self, word: Word, message: str, meant: str, code: str) -> Finding:
        line = _line(self.project, word.path, word.line, word.key)
        allow = f"add it to {self.lists[code].path}"
        return Finding(word.path, line, message, f"write {meant}; or {allow}" if meant else f"if it is right, {allow}")


def _line(project: Project, path: str, line: int, key: str) -> int:
    return strings.line_of((project.root / path).read_text(encoding="utf-8"), key) if key else line


def _texts(project: Project, code: str) -> Iterator[tuple[str, str, int, str]]:
    """A language's pages, strings and definitions without code: each text, its file, its line or, in TOML, its key."""
    for page in project.pages([code]):
        for name in {"title", "description"} & page.meta.keys():
            line = next((number for number, line in enumerate(page.source.split("\n"), 1) if line.startswith(name)), 1)
            yield str(page.meta[name]), page.path, line, ""
        for block in page.blocks:
            yield block.prose(), page.path, block.line, ""
    for key, text in strings.flat(code, project.root).items():
        yield blanked(strings.PLACEHOLDER.sub(" ", text)), f"i18n/{code}/ui.toml", 1, key
    terms = glossary.load(project.root, code)
    for term in terms.terms.values():
        for key, text in (("term", term.term), ("definition", term.definition)):
            yield text, terms.path, 1, f"terms.{term.key}.{key}"
