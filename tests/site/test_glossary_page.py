"""The glossary, enforced.

Approved forms pass in every case and compound, a missing term is found with all it takes to mend it.
"""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from samples import PROJECT

from handbook import ROOT
from handbook.checks import registry
from handbook.cli.commands import main
from handbook.markdown.parser import parse
from handbook.translation import glossary
from handbook.translation.glossary import Glossary, Term, check_pair, first_uses, load
from handbook.translation.parity import align

LANGUAGES = PROJECT.languages[1:]


def paragraph(text: str, language: str = "en"):
    return parse(text + "\n", f"docs/{language}/page.md", language).visible[0]


def missing(english: str, translated: str, language: str) -> list[str]:
    return [
        finding.message.split("”")[0].lstrip("“")
        for finding in check_pair(
            paragraph(english), paragraph(translated, language), load(ROOT, "en"), load(ROOT, language)
        )
    ]


APPROVED = [
    # compounds, cases, plurals
    ("de", "Each attention weight is positive.", "Jedes Aufmerksamkeitsgewicht ist positiv."),
    ("de", "Attention mixes values.", "Die Aufmerksamkeit mischt Values."),
    ("de", "The sum of the weights of a row.", "Die Summe der Gewichte einer Zeile."),
    ("de", "Self-attention has queries.", "Der Selbstaufmerksamkeit dienen Querys."),
    ("de", "One head is enough.", "Ein Aufmerksamkeitskopf genügt."),
    ("sr", "A query looks at each key.", "Upit gleda svaki ključ."),
    ("sr", "We multiply queries and keys.", "Množimo upite i ključeve."),
    ("sr", "The sum of the weights.", "Zbir težina."),
    ("sr", "With the weights of each layer.", "Sa težinama svakog sloja."),
    ("sw", "A query looks at each key.", "Swali huangalia kila ufunguo."),
    ("sw", "Queries look at keys.", "Maswali huangalia funguo."),
    ("sw", "Two heads see more.", "Vichwa viwili huona zaidi."),
]


@pytest.mark.parametrize("language, english, translated", APPROVED)
def test_an_approved_form_passes_in_any_case_compound_or_class(language, english, translated):
    assert first_uses(english, load(ROOT, "en")), "the English sentence uses no term: write another"
    assert missing(english, translated, language) == []


REFUSED = [
    ("de", "A query looks at each key.", "Eine Nachfrage sieht jeden Knopf an.", {"query", "key"}),
    ("sr", "A query looks at each key.", "Pitanje gleda svako dugme.", {"query", "key"}),
    ("sw", "A query looks at each key.", "Ombi huangalia kila kitufe.", {"query", "key"}),
    ("de", "The head is large.", "Das Haupt ist groß.", {"head"}),
]


@pytest.mark.parametrize("language, english, translated, terms", REFUSED)
def test_a_sentence_without_the_approved_word_is_found(language, english, translated, terms):
    assert set(missing(english, translated, language)) == terms


def test_a_finding_names_path_line_term_and_forms():
    source = Glossary("en", "i18n/en/glossary.toml", {"key": Term("key", "key", ("key", "keys"))})
    target = Glossary("de", "i18n/de/glossary.toml", {"key": Term("key", "Key", ("key*", "schlüssel*"))})
    theirs = parse("# Titel { #t }\n\nEin Knopf.\n", "docs/de/page.md", "de").visible[1]
    (finding,) = check_pair(paragraph("A key."), theirs, source, target)
    assert (finding.path, finding.line) == ("docs/de/page.md", 3)
    assert "“key” (docs/en/page.md:1)" in finding.message
    assert "Key" in finding.hint and "schlüssel*" in finding.hint and "i18n/de/glossary.toml" in finding.hint


def test_the_longest_form_wins():
    known = Glossary(
        "en", "", {key: Term(key, key, (key, f"{key}s")) for key in ("attention", "weight", "attention weight")}
    )
    assert set(first_uses("Attention weights are positive.", known)) == {"attention weight"}
    assert set(first_uses("Attention gives each weight.", known)) == {"attention", "weight"}
    assert set(first_uses("An attention\nweight.", known)) == {"attention weight"}, "also over two lines"


def test_a_form_is_a_word_and_not_a_part_of_one():
    known = Glossary("en", "", {"key": Term("key", "key", ("key",)), "mask": Term("mask", "mask", ("mask*",))})
    assert not first_uses("A monkey and a keyboard.", known)
    assert set(first_uses("Masking it.", known)) == {"mask"} and not first_uses("Unmasked.", known)


@pytest.mark.parametrize("text", ["`key`", "$key$", "[text](key.md)"])
def test_code_formulas_and_targets_use_no_term(text):
    known = Glossary("en", "", {"key": Term("key", "key", ("key",))})
    assert not first_uses(paragraph(f"See {text} here.").prose(), known)


def test_words_of_every_day_are_not_enforced():
    source = Glossary("en", "", {"value": Term("value", "value", ("value",), enforce=False)})
    assert not list(
        check_pair(
            paragraph("A value."),
            paragraph("Egal.", "de"),
            source,
            Glossary("de", "", {"value": Term("value", "Value", ("value",))}),
        )
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_refused_wording_is_found_wherever_it_stands(language):
    known = load(ROOT, language)
    assert known.refused, "every language has false friends"
    for wrong, right in known.refused.items():
        words = wrong.replace("*", "")
        text = f"# Titel {{ #t }}\n\nOk.\n\n- {words}\n\n| a |\n|---|\n| {words.upper()} |\n\n> so {words}\n"
        found = list(glossary.check_page(parse(text, f"docs/{language}/page.md", language), ROOT))
        mine = {finding.line for finding in found if finding.hint == f"write {right}"}
        assert mine == {5, 9, 11}, (wrong, [str(finding) for finding in found])
        assert all(known.path in finding.message for finding in found)


def test_refused_wording_is_found_in_the_strings_of_the_site(small_handbook):
    (small_handbook / "i18n/de/glossary.toml").write_text('[refused]\n"queries" = "Querys"\n', encoding="utf-8")
    (small_handbook / "i18n/de/ui.toml").write_text(
        '[widget.heads]\ntitle = "Querys"\nhint = "Links die Queries."\n', encoding="utf-8"
    )
    (finding,) = glossary.check_strings(small_handbook, ["de"])
    assert (finding.path, finding.line) == ("i18n/de/ui.toml", 3)
    assert "“Queries” is refused by i18n/de/glossary.toml" in finding.message and finding.hint == "write Querys"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_taken_out_of_a_real_block_is_found_there(language):
    """Sampled: in a block that uses a term once, the word is replaced by another one."""
    source, page = PROJECT.page("en", "by-hand"), PROJECT.page(language, "by-hand")
    english, own = load(ROOT, "en"), load(ROOT, language)
    tried = found = 0
    for ours, theirs in align(source, page)[0]:
        if theirs.kind != "paragraph" or list(check_pair(ours, theirs, english, own)):
            continue
        for key in first_uses(ours.prose(), english):
            term = own.terms[key]
            if not (term.enforce and english.terms[key].enforce):
                continue
            text = theirs.text
            for form in term.forms:
                text = glossary.form_pattern(form).sub("Dingsda", text)
            spoilt = parse(text + "\n", page.path, language).visible
            tried += 1
            found += any(
                f"“{english.terms[key].term}”" in finding.message
                for block in spoilt[:1]
                for finding in check_pair(ours, block, english, own)
            )
    assert tried > 20
    assert found == tried


def test_check_and_accept_enforce_it(small_handbook):
    (small_handbook / "i18n/en/glossary.toml").write_text(
        '[terms.score]\nterm = "score"\nforms = ["score*"]\ndefinition = "x"\n', encoding="utf-8"
    )
    (small_handbook / "i18n/de/glossary.toml").write_text(
        '[terms.score]\nterm = "Punktzahl"\nforms = ["punktzahl*"]\ndefinition = "x"\n', encoding="utf-8"
    )
    for command in ("check", "accept"):
        result = CliRunner().invoke(
            main, ["--root", str(small_handbook), command, str(small_handbook / "docs/de/scores.md")]
        )
        assert result.exit_code == 1
        assert "docs/de/scores.md:7: “score” (docs/en/scores.md:7) has no approved form here" in result.output
        assert "use Punktzahl (forms: punktzahl*)" in result.output
    assert registry.terminology in registry.PAGE_CHECKS
