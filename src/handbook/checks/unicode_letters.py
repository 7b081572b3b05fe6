"""Finds characters that are invisible or look like others, whether by accident or on purpose."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from handbook.core.diagnostics import Finding
from handbook.markdown.model import Page

INVISIBLE = {
    "\u00ad": "a soft hyphen",
    "\u200b": "a zero width space",
    "\u200c": "a zero width non-joiner",
    "\u200d": "a zero width joiner",
    "\u2060": "a word joiner",
    "\ufeff": "a byte order mark",
    "\u180e": "a Mongolian vowel separator",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\u3164": "a Hangul filler",
    "\u115f": "a Hangul filler",
}
# Unicode's controls of bidirectional text (UAX #9).
BIDI_CONTROLS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# In the scripts of these languages joiners and direction marks are part of the spelling.
JOINERS_AND_MARKS = set("\u200c\u200d\u200e\u200f")
JOINER_LANGUAGES = {"ar", "fa", "ur", "hi", "he", "ckb", "ps", "ne", "mr", "bn", "ml", "si"}
# Fillers, grapheme joiners, invisible operators, variation selectors, tags, and private use areas.
OTHER_INVISIBLE = (
    "\u034f\u1160\u17b4\u17b5\u2061-\u2064\u206a-\u206f\u2800\ufe00-\ufe0f\uffa0\ufff9-\ufffb"
    "\ue000-\uf8ff\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
SUSPICIOUS = re.compile(
    f"[\\x00-\\x08\\x0a-\\x0c\\x0e-\\x1f\\x7f-\\x9f{OTHER_INVISIBLE}"
    + "".join(INVISIBLE)
    + "".join(sorted(BIDI_CONTROLS))
    + "]"
)
WORD = re.compile(r"\w+")


def check(page: Page) -> Iterator[Finding]:
    """Invisible characters, direction controls, and words that mix alphabets (a Cyrillic а in a Latin word)."""
    for number, line in enumerate(page.source.removeprefix("\ufeff").split("\n"), 1):
        for character in SUSPICIOUS.findall(line):
            if character not in JOINERS_AND_MARKS or page.language not in JOINER_LANGUAGES:
                message, hint = _describe(character)
                yield Finding(page.path, number, f"{message} (U+{ord(character):04X})", hint)
        if line.isascii():
            continue
        if len(composed := unicodedata.normalize("NFC", line)) < len(line):
            parts = next(word for word in line.split() if len(unicodedata.normalize("NFC", word)) < len(word))
            hint = "type the word again: searching for it finds only the other"
            whole = unicodedata.normalize("NFC", parts)
            yield Finding(page.path, number, f"“{whole}” is written with a letter in two parts", hint)
            line = composed
        for word in WORD.findall(line):
            if not word.isascii() and len(scripts := _scripts(word)) > 1:
                yield Finding(
                    page.path,
                    number,
                    f"“{word}” mixes {' and '.join(sorted(scripts))} letters",
                    "type the word again in one alphabet",
                )


def _describe(character: str) -> tuple[str, str]:
    """What a suspicious character is, and what to do about it."""
    if character in INVISIBLE:
        return INVISIBLE[character], "remove it: nobody can see it, and code that is copied with it doesn't run"
    if character in BIDI_CONTROLS:
        return "a control of the writing direction", "remove it: it shows text in another order than it is read"
    if unicodedata.category(character) == "Cc":
        return "a control character", "remove it"
    return "a letter that can't be seen", "remove it: nobody knows that it is there, or what it looks like elsewhere"


@lru_cache(maxsize=65536)
def _scripts(word: str) -> frozenset[str]:
    """The alphabets of a word's letters, of those alphabets that have letters of the same look."""
    scripts = set()
    for letter in word:
        if letter.isalpha():
            script = unicodedata.name(letter, "").split(" ")[0]
            if script in ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"):
                scripts.add(script)
    return frozenset(scripts)
