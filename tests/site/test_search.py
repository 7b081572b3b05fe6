"""What the search of a language loads: the sections of its pages, and the words by which more is found."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from handbook.project.checkout import Project
from handbook.site import search
from handbook.site.language_site import LanguageSite


def test_text_keeps_words_and_leaves_out_lines_of_numbers():
    html = (
        "<p>Scores &amp; <code>nn.Linear</code></p> <pre><code>print(a)\ntensor([[0.25, 0.5],\n        [0.1, 0.2]])\n"
        "a @ b\n</code></pre><ul><li>one</li><li>x<sub>2</sub></li></ul>"
    )
    assert search.text(html).split() == ["Scores", "&", "nn.Linear", "one", "print(a)", "a", "@", "b"]
    assert [part.split() for part in search.text(html).split("\f")] == [
        ["Scores", "&", "nn.Linear", "one"],
        ["print(a)", "a", "@", "b"],
    ], "code stands by itself"
    assert "\f" not in search.text("<p>No code.</p>")


def test_sections_are_written_from_what_was_collected_and_that_is_removed(tmp_path):
    collected = tmp_path / search.COLLECTED
    collected.parent.mkdir()
    entry = {"location": "a/#b", "title": "A &lt;b&gt;", "text": "<p>пажња 0,5</p>"}
    collected.write_text(json.dumps({"docs": [entry, {**entry, "location": "a/", "boost": 0.5}]}))
    search.write_sections(SimpleNamespace(site_dir=str(tmp_path)))
    written = (tmp_path / search.SECTIONS).read_text(encoding="utf-8")
    assert "пажња" in written, "not as numbers of letters, which take twice the room"
    sections = json.loads(written.removeprefix("searchSections = ").rstrip(";\n"))
    assert sections == [["a/#b", "A <b>", "\nпажња 0,5\n".strip(), 1], ["a/", "A <b>", "пажња 0,5", 0.5]]
    assert not collected.exists()


@pytest.fixture
def told(small_handbook):
    """A function that gives what the script of one language holds."""
    for language, term in (("en", "score"), ("de", "Wert")):
        (small_handbook / f"i18n/{language}/glossary.toml").write_text(
            f'[terms.score]\nterm = "{term}"\nforms = ["{term.lower()}*"]\ndefinition = "D."\nplace = "scores#sum"\n'
            '[terms.own]\nterm = ""\n'
        )
    (small_handbook / "i18n/en/search.toml").write_text('"scores#sum" = ["total"]\nscores = ["points"]\n')
    (small_handbook / "i18n/de/search.toml").write_text('"scores#sum" = ["Ergebnis"]\n')
    (small_handbook / "mkdocs.yml").write_text(
        "site_name: A\nsite_url: https://example.org/\ntheme: {name: material}\n"
    )

    def terms(language: str) -> dict:
        site = LanguageSite(Project(small_handbook), language)
        return json.loads(search.terms_script(site).removeprefix("searchTerms = ").rstrip(";\n"))

    return terms


def test_terms_have_their_place_and_english_words_count_in_each_language(told):
    german = told("de")
    assert german["terms"][0] == {
        "term": "Wert",
        "english": "score",
        "forms": ["wert"],
        "definition": "D.",
        "address": "scores/#sum",
    }
    assert german["words"] == {"scores/#sum": "total / Ergebnis", "scores/": "points"}
    assert german["english"] == {"scores/": "Scores", "scores/#sum": "The sum"}
    english = told("en")
    assert english["words"] == {"scores/#sum": "total", "scores/": "points"} and english["english"] == {}
