"""Detects the language of prose: finds text that was left in English, or pasted from another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.markdown.model import Block, Page
from handbook.markdown.python_code import read
from handbook.project import strings as project_strings
from handbook.translation.parity import TRANSLATED_FIELDS, align

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

MIN_LETTERS = 25  # in shorter texts, a detector guesses
LONG = 200  # letters of a text whose language is told from those of all languages
MIN_PROBABILITY = 0.95  # of a language, to be reported

# Parts of a sentence that may be in another language: quotations, emphasis, text in brackets, addresses.
FOREIGN_SPAN = re.compile(r"“[^“”]*”|„[^„“”]*[“”]|\"[^\"]*\"|\*\*[^*]+\*\*|\*[^*]+\*|\([^()]*\)|https?://\S+")

# Small words that make a comment an English sentence.
ENGLISH_WORD = re.compile(
    r"\b(?:the|of|a|an|is|are|and|or|to|for|with|no|not|each|its|by|from|as|at|on|that|it|this)\b"
)

# Languages that a detector can't tell apart, and which one they count as.
INDISTINGUISHABLE = {"hr": "sr", "bs": "sr", "sh": "sr", "no": "nb", "id": "ms"}


@lru_cache(maxsize=8)
def _identifier(languages: tuple[str, ...]) -> LanguageIdentifier:
    if languages:
        identifier = copy(_identifier(()))  # the model takes a second to read
        identifier.set_languages([language for language in languages if language in _supported_languages()])
        return identifier
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@lru_cache(maxsize=1)
def _supported_languages() -> frozenset[str]:
    """The languages that the detector's model knows."""
    labels = _identifier(()).labels
    return frozenset(labels() if callable(labels) else labels)


def detect(text: str, languages: list[str]) -> tuple[str, float]:
    """The most probable language of ``text``, and its probability; languages that can't be told apart are one.

    Args:
        text: prose.
        languages: that it may be in, besides English; a script (``sr-cyrl``) doesn't count.
    """
    candidates = {SOURCE_LANGUAGE, *map(_counted_as, languages)}
    candidates |= {language for language, counts_as in INDISTINGUISHABLE.items() if counts_as in candidates}
    probabilities: dict[str, float] = {}
    for label, probability in _identifier(tuple(sorted(candidates))).rank(text):
        language = _counted_as(label)
        probabilities[language] = probabilities.get(language, 0.0) + float(probability)
    return max(probabilities.items(), key=lambda item: item[1])


def check(source: Page, translation: Page, languages: list[str]) -> Iterator[Finding]:
    """Blocks of ``translation`` that are in another language than the page.

    Code, short blocks and what stands in quotation marks, emphasis or brackets are ignored; so is a page whose language
    the detector doesn't know.

    Args:
        source: the English page.
        translation: the page in another language.
        languages: all of the site.
    """
    expected = translation.language
    if _base(expected) not in _supported_languages():
        return
    for name in sorted(TRANSLATED_FIELDS & translation.meta.keys()):
        text = _without_foreign_spans(str(translation.meta[name]))
        if detected := _other_language(text, expected, languages):
            message = f"{name}: this seems to be {detected}, not {expected}: “{text[:50]}”"
            yield Finding(translation.path, 1, message, "translate it: it stands in what search engines show")
    for _, block in align(source, translation)[0]:
        text = _without_foreign_spans(block.prose())
        if detected := _other_language(text, expected, languages):
            yield Finding(
                block.path,
                block.line,
                f"this seems to be {detected}, not {expected}: “{' '.join(text.split())[:50]}”",
                "translate it; put names and quotations in quotation marks or italics",
            )


def check_comments(source: Page, translation: Page) -> Iterator[Finding]:
    """Comments and docstrings that are English sentences still: equal to those of the English page.

    A shape, a name or a sample that is equal in all languages has none of these.

    Args:
        source: the English page.
        translation: the page in another language.
    """
    for english, fence in align(source, translation)[0]:
        if not fence.is_python:
            continue
        try:
            known = {text for _, text in _sentences_in_code(english)}
            for line, text in _sentences_in_code(fence):
                if text in known:
                    message = f"this comment is English still: “{' '.join(text.split())[:50]}”"
                    yield Finding(fence.path, line, message, "translate it; samples stand in quotation marks")
        except SyntaxError:
            continue  # fences.check reports it


def _sentences_in_code(fence: Block) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a fence that have a small English word among others, with lines."""
    code = read(fence.text)
    found = [(comment.line, comment.text) for comment in code.comments]
    found += [(literal.start[0], literal.text.strip("\"'")) for literal in code.docstrings.values()]
    for line, text in found:
        plain = _without_foreign_spans(text)
        if ENGLISH_WORD.search(plain) and len(re.findall(r"[^\W\d]{2,}", plain)) > 1:
            yield fence.body_line + line - 1, text


def check_strings(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Strings of the site that were left in English, or pasted from another language.

    Args:
        root: the checkout.
        languages: all of the site.
    """
    for expected in languages:
        if expected == SOURCE_LANGUAGE or _base(expected) not in _supported_languages():
            continue
        path = root / "i18n" / expected / "ui.toml"
        try:
            strings = project_strings.flat(expected, root)
        except DiagnosticError:
            continue  # project.strings.check reports it
        for key, string in strings.items():
            text = project_strings.PLACEHOLDER.sub(" ", _without_foreign_spans(string))
            if detected := _other_language(text, expected, languages):
                yield Finding(
                    display_path(path, root),
                    project_strings.line_of(path.read_text(encoding="utf-8"), key),
                    f"{key} seems to be {detected}, not {expected}: “{string[:50]}”",
                    "translate it, or leave it empty: English stands in",
                )


def foreign(text: str, expected: str) -> str | None:
    """The language of a long text, of all that are known, where it is almost certainly not the expected one."""
    if _base(expected) not in _supported_languages() or sum(map(str.isalpha, text)) < LONG:
        return None
    language, probability = detect(text, sorted(_supported_languages()))
    return language if language != _counted_as(expected) and probability >= MIN_PROBABILITY else None


def _other_language(text: str, expected: str, languages: list[str]) -> str | None:
    """The language of ``text``, where it is long enough to tell and almost certainly not the expected one."""
    if sum(map(str.isalpha, text)) < MIN_LETTERS:
        return None
    language, probability = detect(text, [expected, *languages])
    return language if language != _counted_as(expected) and probability >= MIN_PROBABILITY else None


def _counted_as(language: str) -> str:
    """The language that a detector takes ``language`` for."""
    return INDISTINGUISHABLE.get(_base(language), _base(language))


def _base(language: str) -> str:
    """The code without its script: ``sr`` of ``sr-cyrl``."""
    return language.split("-")[0]


def _without_foreign_spans(prose: str) -> str:
    return FOREIGN_SPAN.sub(" ", prose).replace("*", "")
