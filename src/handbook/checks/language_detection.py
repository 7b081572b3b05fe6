"""In which language a block is written: finds what was left in English, or pasted from another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.markdown.model import Page
from handbook.project import strings as project_strings
from handbook.translation.parity import align

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

FEWEST_LETTERS = 25  # below, a detector guesses
CERTAIN = 0.95

# What may stand in another language inside a sentence: quotations, titles and terms in italics, glosses in brackets.
FOREIGN = re.compile(r"“[^”]*”|„[^“”]*[“”]|\"[^\"]*\"|\*\*[^*]+\*\*|\*[^*]+\*|\([^()]*\)|https?://\S+")

# Neighbours that a detector can't tell apart count as one.
SAME = {"hr": "sr", "bs": "sr", "sh": "sr", "no": "nb", "id": "ms"}


@lru_cache(maxsize=8)
def _identifier(languages: tuple[str, ...]) -> LanguageIdentifier:
    if languages:
        identifier = copy(_identifier(()))  # the model takes a second to read
        identifier.set_languages([language for language in languages if language in _known()])
        return identifier
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    """The languages that the detector has read."""
    labels = _identifier(()).labels
    return frozenset(labels() if callable(labels) else labels)


def detect(text: str, languages: list[str]) -> tuple[str, float]:
    """The likeliest of ``languages`` and English for ``text``, with its probability."""
    wanted = {SOURCE_LANGUAGE, *(language.split("-")[0] for language in languages)}
    wanted |= {other for other, one in SAME.items() if one in wanted}
    likely: dict[str, float] = {}
    for language, probability in _identifier(tuple(sorted(wanted))).rank(text):
        one = SAME.get(language, language)
        likely[one] = likely.get(one, 0.0) + float(probability)
    return max(likely.items(), key=lambda pair: pair[1])


def check(source: Page, translation: Page, languages: list[str]) -> Iterator[Finding]:
    """Blocks of ``translation`` that are in another language than the page. Names, code, short blocks and blocks whose
    English is itself mostly a quotation are left alone."""
    own = translation.language
    if own.split("-")[0] not in _known():
        return  # the detector has never read this language: it would take every block for another one
    for _, theirs in align(source, translation)[0]:
        text = _own_words(theirs.prose())
        if sum(letter.isalpha() for letter in text) < FEWEST_LETTERS:
            continue
        language, probability = detect(text, [own, *languages])
        if language != own.split("-")[0] and probability >= CERTAIN:
            yield Finding(
                theirs.path,
                theirs.line,
                f"this seems to be {language}, not {own}: “{' '.join(text.split())[:50]}”",
                "translate it; put names and quotations in quotation marks or italics",
            )


def check_strings(root: Path, languages: list[str]) -> Iterator[Finding]:
    """Strings of the site that were left in English, or pasted from another language."""
    for own in languages:
        if own == SOURCE_LANGUAGE or own.split("-")[0] not in _known():
            continue
        path = root / "i18n" / own / "ui.toml"
        try:
            strings = project_strings.flat(own, root)
        except DiagnosticError:
            continue  # ui.check tells
        for key, string in strings.items():
            text = project_strings.PLACEHOLDER.sub(" ", _own_words(string))
            if sum(letter.isalpha() for letter in text) < FEWEST_LETTERS:
                continue
            language, probability = detect(text, [own, *languages])
            if language != own.split("-")[0] and probability >= CERTAIN:
                yield Finding(
                    display_path(path, root),
                    project_strings.line_of(path.read_text(encoding="utf-8"), key),
                    f"{key} seems to be {language}, not {own}: “{string[:50]}”",
                    "translate it, or leave it empty: English stands in",
                )


def _own_words(prose: str) -> str:
    return FOREIGN.sub(" ", prose).replace("*", "")
