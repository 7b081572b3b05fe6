"""Links to the glossary: whole words of the right sense, and the printout for those who judge that."""

from __future__ import annotations

from pathlib import Path

import pytest
from git_checkout import edit, handbook

from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.translation import glossary
from handbook.translation.glossary_uses import linkable_text, linked_uses, sentence

ENGLISH = """\
[terms.score]
term = "score"
forms = ["score", "scores"]
definition = "A number."

[terms.axis]
term = "axis"
forms = ["axis", "axes"]
definition = "A direction."

[terms.item]
term = "item"
forms = ["item"]
definition = "Not linked."
link = false
"""
GERMAN = """\
[terms.score]
term = "Score"
forms = ["score*"]
definition = "Eine Zahl."

[terms.axis]
term = "Achse"
forms = ["*achs*"]
links = ["Achse", "Lärm-Achse"]
definition = "Eine Richtung."

[terms.item]
term = "Eintrag"
forms = ["eintrag"]
definition = "Ohne Link."
"""


@pytest.fixture
def checkout(small_handbook) -> Path:
    (small_handbook / "i18n/en/glossary.toml").write_text(ENGLISH, encoding="utf-8")
    (small_handbook / "i18n/de/glossary.toml").write_text(GERMAN, encoding="utf-8")
    return small_handbook


@pytest.mark.parametrize(
    "text, linked",
    [
        ("Die Achse und ein Score.", {"axis": "Achse", "score": "Score"}),
        ("Sie wachsen an der Lärm-Achse.", {"axis": "Lärm-Achse"}),
        ("Sie wachsen, die Achsen und Scores, Scoreliste.", {}),
        ("SCORE", {"score": "SCORE"}),
    ],
)
def test_only_whole_words_that_are_named_become_links(checkout, text, linked):
    spans = glossary.first_links(text, glossary.load(checkout, "de"))
    assert {key: text[start:end] for key, (start, end) in spans.items()} == linked


def test_without_a_list_the_term_and_its_forms_without_an_asterisk_do(checkout):
    terms = glossary.load(checkout, "en").terms
    assert terms["score"].link_words == {"score", "scores"}
    assert glossary.Term("x", "Kopf", ("kopf*", "köpfe")).link_words == {"kopf", "köpfe"}
    assert glossary.Term("x", "Kopf", ("kopf*",), links=()).link_words == frozenset()


def test_a_phrase_of_another_sense_is_no_link_and_still_a_use(checkout):
    edit(checkout, "i18n/de/glossary.toml", ('definition = "Eine Zahl."', 'other_senses = ["score der bank"]'))
    terms = glossary.load(checkout, "de")
    assert terms.findings == () and "score" in glossary.first_uses("Der Score der Bank.", terms)
    text = "Der Score der\nBank, dann ein Score."
    assert glossary.first_links(text, terms) == {"score": (text.rindex("Score"), text.rindex("Score") + 5)}


def test_the_longest_form_still_wins(checkout):
    edit(checkout, "i18n/de/glossary.toml", ('forms = ["eintrag"]', 'forms = ["score-achse"]'))
    assert glossary.first_links("Die Score-Achse.", glossary.load(checkout, "de")).keys() == {"item"}


def test_a_link_that_is_none_of_the_forms_is_told(checkout):
    edit(checkout, "i18n/de/glossary.toml", ('"Lärm-Achse"', '"Gerade"'))
    (finding,) = glossary.load(checkout, "de").findings
    assert (finding.path, finding.line) == ("i18n/de/glossary.toml", 6)
    assert finding.message == "axis: `Gerade` is to be a link and is none of the forms"


def test_each_first_link_of_a_page_is_printed_in_its_sentence(checkout):
    edit(
        checkout,
        "docs/de/scores.md",
        ("Ein Score ist das", "Eine Achse wächst. Ein Score (score) ist das"),
        ("- erster", "- Score, Achse, erster"),
    )
    assert [(use.term.key, use.location, use.has_english) for use in linked_uses(Project(checkout), "de")] == [
        ("axis", "docs/de/scores.md:7", False),
        ("score", "docs/de/scores.md:7", True),
    ]
    printed = handbook(checkout, "glossary", "de").output
    assert "Achse: Eine Richtung.\ndocs/de/scores.md:7: Eine [Achse] wächst. *\n" in printed
    assert "docs/de/scores.md:7: Ein [Score] (score) ist das" in printed and "(score) ist das *" not in printed


def test_headings_code_links_and_questions_have_none():
    text = (
        "# Score { #s }\n\n`score` [a score](x.md) and more a\n\n"
        '!!! quiz "Score?"\n\n    - [x] score\n\n        score\n\n```python\nscore = 1\n```\n'
    )
    page = parse(text, "docs/en/t.md", "en", "t")
    assert [words for block in page.visible if (words := linkable_text(block).split())] == [["and", "more", "a"]]


def test_a_sentence_is_cut_at_its_neighbours_and_where_it_is_long():
    text = "One. Two three four? Five."
    assert sentence(text, 9, 14) == "Two [three] four?"
    long = "x " * 200
    assert len(sentence(long, 200, 201)) < 170
