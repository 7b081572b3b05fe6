"""Letters that can't be seen, or that look like others: an editor's accident or somebody's trick."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

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
BIDI_CONTROLS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# In the scripts of these languages joiners and direction marks are part of the spelling.
JOINERS_AND_MARKS = set("\u200c\u200d\u200e\u200f")
JOINER_LANGUAGES = {"ar", "fa", "ur", "hi", "he", "ckb", "ps", "ne", "mr", "bn", "ml", "si"}
# Fillers, joiners of graphemes, invisible signs of formulas, variation selectors, tags, and letters that each font
# invents.
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
    """Invisible letters, direction controls, and words that mix alphabets (a Cyrillic а in a Latin word)."""
    for number, line in enumerate(page.source.split("\n"), 1):
        for letter in SUSPICIOUS.findall(line):
            if letter in JOINERS_AND_MARKS and page.language in JOINER_LANGUAGES:
                continue
            if letter in INVISIBLE:
                yield Finding(
                    page.path,
                    number,
                    f"{INVISIBLE[letter]} (U+{ord(letter):04X})",
                    "remove it: nobody can see it, and code that is copied with it doesn't run",
                )
            elif letter in BIDI_CONTROLS:
                yield Finding(
                    page.path,
                    number,
                    f"a control of the writing direction (U+{ord(letter):04X})",
                    "remove it: it shows text in another order than it is read",
                )
            elif unicodedata.category(letter) == "Cc":
                yield Finding(page.path, number, f"a control character (U+{ord(letter):04X})", "remove it")
            else:
                yield Finding(
                    page.path,
                    number,
                    f"a letter that can't be seen (U+{ord(letter):04X})",
                    "remove it: nobody knows that it is there, or what it looks like elsewhere",
                )
        if not line.isascii():
            for word in WORD.findall(line):
                if not word.isascii() and len(scripts := _scripts(word)) > 1:
                    yield Finding(
                        page.path,
                        number,
                        f"“{word}” mixes {' and '.join(sorted(scripts))} letters",
                        "type the word again in one alphabet",
                    )


def _scripts(word: str) -> set[str]:
    """The alphabets of a word. One that stands alone, like a Greek ω in a formula, mixes nothing."""
    found = set()
    for letter in word:
        if letter.isalpha():
            script = unicodedata.name(letter, "").split(" ")[0]
            if script in ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"):
                found.add(script)
    return found
