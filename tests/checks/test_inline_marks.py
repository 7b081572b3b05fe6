"""Signs of emphasis without their partner, and tags that cross, on pages of a few lines."""

from __future__ import annotations

import pytest

from handbook.checks.inline_marks import check
from handbook.markdown.parser import parse

FAULTY = {
    # name: (text, line, words of the message)
    "two stars and one": ("Die **Dimensionen*.", 3, "“Die **Dimensionen*.”"),
    "a star that is never closed": ("Die\n*Values (Werte) und *mehr*", 4, "`*` has no other end"),
    "a sign for times": ("Das sind 3 * 4 Zahlen.", 3, "`*` has no other end"),
    "an underscore": ("Ein _Wort und mehr", 3, "`_` has no other end"),
    "in a cell": ("| a | b |\n|---|---|\n| `|` | *x | ", 5, "“*x”"),
    "from cell to cell": ("| a | b |\n|---|---|\n| *x | y* | ", 5, "`*` has no other end"),
    "in a list": ("- a\n- b\n  **c", 5, "`**` has no other end"),
    "in a heading": ("## A *b { #b }", 3, "`*` has no other end"),
    "in a box's title": ('!!! note "A *b"', 3, "`*` has no other end"),
    "out of a link": ("Ein *[Wort*](#t)", 3, "`*` has no other end"),
    "around code": ("Ein **`x` und *mehr", 3, "`**` has no other end"),
    "a backtick": ("Die\nKlasse `Self geschrieben.", 4, "a backtick has no other end"),
    "a dollar": ("Die **Query** $q (Anfrage)", 3, "`$` has no other end"),
    "tags that cross": ("Ein <sup>e<kbd>x</sup></kbd>", 3, "</sup> stands where <kbd> is open"),
    "a tag that is never closed": ("Ein <kbd>x\nund", 3, "<kbd> is never closed"),
    "a tag that closes nothing": ("Ein\nx</kbd>", 4, "</kbd> closes nothing"),
}


@pytest.mark.parametrize("case", FAULTY)
def test_a_mark_without_its_partner_is_told_at_its_line(case):
    text, line, words = FAULTY[case]
    findings = list(check(parse(f"# T {{ #t }}\n\n{text}\n")))
    assert {finding.line for finding in findings if words in finding.message and finding.hint} == {line}, findings


@pytest.mark.parametrize(
    "text",
    [
        "Ein **Wort**, *eines* und ***beide***, **auch *innen* drin**",
        "**`code` am Anfang**, *$x$ auch*, **[ein Link](#t)** und [*einer*](#t)",
        "d_head und is_causal, __init__ und (batch, d_head, _n_)",
        r"ein \\* und `**kwargs`, $a * b$ und 3 \\* 4".replace("\\\\", "\\"),
        "<kbd>e<sup>x</sup></kbd>, a<br>b",
        "| *a* | `*` |\n|---|---|\n| **b** | \\* |",
        "- *a*\n- **b\n  c**",
    ],
)
def test_pairs_are_sound(text):
    page = parse(f"# T {{ #t }}\n\n{text}\n")
    assert not page.findings and not list(check(page))
