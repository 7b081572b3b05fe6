"""Soft hyphens in books: where a dictionary divides, in the language of each word, and never in code or formulas."""

import pytest

from handbook.core import html_tokens
from handbook.export.hyphenation import SOFT_HYPHEN, hyphenate


def divided(html: str, lang: str) -> str:
    pieces = html_tokens.pieces(html)
    hyphenate(pieces, lang)
    return html_tokens.serialize(pieces).replace(SOFT_HYPHEN, "|")


# Divided by the rules of Duden and of Pravopis srpskoga jezika, at most places that leave three letters on each side.
@pytest.mark.parametrize(
    ("lang", "word", "expected"),
    [
        ("de", "Aufmerksamkeit", "Auf|merk|sam|keit"),
        ("de", "Schlüsselvektoren", "Schlüs|sel|vek|to|ren"),
        ("sr-Latn", "predstavljanje", "pred|sta|vlja|nje"),
        ("sr-Cyrl", "представљање", "пред|ста|вљање"),
        ("en", "representation", "representation"),
        ("sw", "kufunganishwakwa", "kufunganishwakwa"),
    ],
)
def test_words_are_divided_where_the_language_divides_them(lang, word, expected):
    assert divided(f"<p>{word}</p>", lang) == f"<p>{expected}</p>"


def test_short_words_stay_whole():
    assert divided("<p>Schlüssel und Wert, Vektoren</p>", "de") == "<p>Schlüssel und Wert, Vektoren</p>"


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code>Aufmerksamkeit = <span>Aufmerksamkeit</span> # Aufmerksamkeit</code></pre>",
        '<p>a <code>Aufmerksamkeit</code><br><img alt="Aufmerksamkeit"></p>',
        '<svg><text>Aufmerksamkeit</text></svg><span class="katex x"><span>Aufmerksamkeit</span></span>',
        "<p>&CounterClockwiseContourIntegral;</p>",
        '<p lang="sw">Aufmerksamkeit <b>Aufmerksamkeit</b></p>',
    ],
)
def test_code_formulas_pictures_and_entities_stay_as_they_are(html):
    assert divided(html, "de") == html
    # … and what follows is prose again
    assert divided(f"{html}<p>Aufmerksamkeit</p>", "de") == f"{html}<p>Auf|merk|sam|keit</p>"


def test_a_quotation_is_divided_as_its_own_language_does():
    html = '<p><span lang="de">Aufmerksamkeit</span> representation</p>'
    assert divided(html, "en") == '<p><span lang="de">Auf|merk|sam|keit</span> representation</p>'
