"""Soft hyphens for books: the browser that prints one has no patterns of its own.

The patterns are those of LibreOffice's dictionaries, from pyphen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pyphen import Pyphen, language_fallback

from handbook.core import html_tokens

SOFT_HYPHEN = "\u00ad"
LANGUAGES = ("de", "sr")  # those with long words; the site's own pages do the same (text.css)
SHORTEST = 10  # letters of a word that may be divided: text is set ragged, where shorter ones gain nothing
LEAST = 3  # letters before and after a hyphen
VERBATIM = frozenset(("pre", "code", "kbd", "samp", "svg", "math"))
FORMULA = "katex"  # a class
_WORD = re.compile(rf"&\w+;|[^\W\d_]{{{SHORTEST},}}")


def hyphenate(pieces: Iterable[html_tokens.Piece], lang: str) -> None:
    """Put soft hyphens into the long words of html, in place; code, formulas and pictures stay as they are.

    Args:
        pieces: of well-formed html.
        lang: the language of what stands in no element that names its own, as a BCP 47 tag. Words of a language
            that isn't one of ``LANGUAGES`` stay whole.
    """
    languages = [lang]  # of the open elements, the innermost last; "" where nothing changes
    for piece in pieces:
        inherited = languages[-1]
        if piece.kind == html_tokens.START and not piece.closed:
            keeps = piece.tag in VERBATIM or FORMULA in piece.attributes.get("class", "").split()
            languages.append("" if keeps or not inherited else piece.attributes.get("lang", inherited))
        elif piece.kind == html_tokens.END and len(languages) > 1:
            languages.pop()
        elif piece.kind == html_tokens.TEXT and inherited and (patterns := _patterns(inherited)):
            piece.raw = _WORD.sub(lambda word: _divided(word[0], patterns), piece.raw)


def _divided(word: str, patterns: Pyphen) -> str:
    return word if word.startswith("&") else patterns.inserted(word, SOFT_HYPHEN)


@cache
def _patterns(lang: str) -> Pyphen | None:
    if lang.partition("-")[0] not in LANGUAGES:
        return None
    return Pyphen(lang=language_fallback(lang), left=LEAST, right=LEAST)
