"""The first use of a glossary term on a page leads to its definition, and nothing else does."""

from __future__ import annotations

import re

import markdown
import pytest
from samples import PROJECT

from handbook import ROOT
from handbook.extensions.glossary_links import makeExtension
from handbook.site.panels import glossary_panel, sort_key
from handbook.translation import glossary


def links(text: str, language: str = "en", address: str = "../glossary/") -> list[tuple[str, str]]:
    html = markdown.markdown(
        text, extensions=["attr_list", "tables", makeExtension(language=language, glossary=address)]
    )
    return re.findall(r'<a class="term" href="\.\./glossary/#([\w-]+)"[^>]*>([^<]*)</a>', html)


def test_only_the_first_use_is_a_link():
    assert links("A softmax and a softmax.\n\nAnd softmax again.") == [("softmax", "softmax")]


def test_the_longest_term_wins():
    assert links("The attention weight.") == [("attention-weight", "attention weight")]


def test_the_letters_of_the_text_stay():
    html = markdown.markdown("One *query*, two keys; “softmax”.", extensions=[makeExtension(glossary="../glossary/")])
    assert re.sub(r"</?a[^>]*>", "", html) == markdown.markdown("One *query*, two keys; “softmax”.")


@pytest.mark.parametrize("text", ["`softmax`", "# Softmax", "[softmax](x.md)", "softmaxes", "    softmax"])
def test_code_headings_links_and_other_words_are_left_alone(text):
    assert links(text) == []


def test_everyday_words_are_not_links():
    assert links("A row and a column.") == []


def test_the_glossary_does_not_lead_to_itself():
    assert links("A softmax.", address="") == []


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("de", "Mit Aufmerksamkeitsgewichten.", "Aufmerksamkeitsgewichten"),
        ("sr", "Sa težinama pažnje.", "težinama pažnje"),
        ("sw", "Ni vekta ya muktadha.", "vekta ya muktadha"),
    ],
)
def test_inflected_forms_are_uses(language, text, found):
    assert found in [words for _, words in links(text, language)]


@pytest.mark.parametrize("language", PROJECT.languages)
def test_the_glossary_page_has_every_term_with_its_definition_and_the_other_languages(language):
    html = glossary_panel(PROJECT, language)
    own = glossary.load(ROOT, language)
    assert re.findall(r'<dt id="([\w-]+)"', html) == sorted(own.terms, key=lambda key: sort_key(own.terms[key].term))
    for term in own.terms.values():
        assert term.definition and term.definition.split("&")[0].split("'")[0].split('"')[0] in html
    assert html.count("<li>") == len(own.terms) * (len(PROJECT.languages) - 1)
