"""``glossary.toml`` rule by rule: what a file may say, where a fault is told, and what counts as a use of a term."""

from __future__ import annotations

from pathlib import Path

import pytest

from handbook.core.diagnostics import ERROR, NOTICE
from handbook.markdown.parser import parse
from handbook.translation import glossary
from handbook.translation.glossary import Glossary, Term, check_files, check_page, check_pair, first_uses, load


@pytest.fixture
def root(tmp_path) -> Path:
    for language in ("en", "de"):
        (tmp_path / "i18n" / language).mkdir(parents=True)
    return tmp_path


def put(root: Path, text: str, language: str = "de") -> Path:
    path = root / "i18n" / language / "glossary.toml"
    path.write_text(text, encoding="utf-8")
    return path


def told(found, path: str = "i18n/de/glossary.toml") -> list[tuple[int, str]]:
    found = list(found)
    assert all(finding.path == path and finding.hint for finding in found)
    return sorted((finding.line, finding.message) for finding in found)


# -- the file


WHOLE = (
    '[terms.key]\nterm = "Key"\nforms = ["key", "keys"]\ndefinition = "Was gesucht wird."\nreason = "so sagt man"\n'
    'enforce = false\nlink = false\nplace = "by-hand#scores"\n\n[refused]\n"Taste*" = "Key"\n'
)


def test_a_glossary_holds_terms_and_refused_wording(root):
    put(root, WHOLE)
    found = load(root, "de")
    assert found == Glossary(
        "de",
        "i18n/de/glossary.toml",
        {
            "key": Term(
                "key", "Key", ("key", "keys"), "Was gesucht wird.", "so sagt man", False, False, "by-hand#scores"
            )
        },
        {"Taste*": "Key"},
    )


def test_what_is_left_out_has_its_usual_value(root):
    put(root, '[terms.key]\nterm = "Key"\nforms = ["key"]\n[terms.open]\n')
    assert load(root, "de") == Glossary(
        "de",
        "i18n/de/glossary.toml",
        {"key": Term("key", "Key", ("key",), "", "", True, True), "open": Term("open", "", (), "", "", True, True)},
    )


def test_one_that_is_not_there_is_empty(root):
    assert load(root, "de") == Glossary("de", "i18n/de/glossary.toml")


def test_a_saved_file_is_read_again(root):
    put(root, '[terms.one]\nterm = ""\n')
    assert set(load(root, "de").terms) == {"one"}
    path = put(root, '[terms.two]\nterm = ""\n')
    import os

    os.utime(path, ns=(1, 1))
    assert set(load(root, "de").terms) == {"two"}


SHAPES = {
    # name: (file, [(line, message)])
    "not toml": ("[terms.\n", [(1, None)]),
    "terms that are a word": ('terms = "key"\n', [(1, "terms has a wrong shape")]),
    "terms that are a word, further down": ('# words\n\nterms = "key"\n', [(3, "terms has a wrong shape")]),
    "a term that is a word": ('[terms]\nkey = "Key"\n', [(1, "the entry key has a wrong shape")]),
    "a term that is a number": ("\n[terms.key]\nterm = 3\n", [(2, "the entry key has a wrong shape")]),
    "forms that are a word": (
        '[terms.a]\nterm = "A"\nforms = ["a"]\n[terms.key]\nforms = "key"\n',
        [(4, "the entry key has a wrong shape")],
    ),
    "a form that is a number": ('[terms.key]\nforms = ["key", 3]\n', [(1, "the entry key has a wrong shape")]),
    "an empty form": ('[terms.key]\nforms = ["key", " "]\n', [(1, "the entry key has a wrong shape")]),
    "a definition that is a number": ("[terms.key]\ndefinition = 3\n", [(1, "the entry key has a wrong shape")]),
    "a reason that is a list": ('[terms.key]\nreason = ["a"]\n', [(1, "the entry key has a wrong shape")]),
    "an enforce that is a word": ('[terms.key]\nenforce = "no"\n', [(1, "the entry key has a wrong shape")]),
    "a place that is a list": ('[terms.key]\nplace = ["a"]\n', [(1, "the entry key has a wrong shape")]),
    "a link that is a number": ("[terms.key]\nlink = 0\n", [(1, "the entry key has a wrong shape")]),
    "a field that nobody knows": (
        '[terms.key]\nplural = "keys"\nterm = ""\ngender = "m"\n',
        [(2, "key: unknown plural"), (4, "key: unknown gender")],
    ),
    "a term without forms": ('[terms.key]\nterm = "Key"\n', [(1, "key has a term but no forms")]),
    "a term with no forms": ('[terms.key]\nterm = "Key"\nforms = []\n', [(1, "key has a term but no forms")]),
    "a form without letters": (
        '[terms.key]\nterm = "Key"\nforms = ["key", "*"]\n',
        [(1, "key: the form `*` fits every word")],
    ),
    "refused wording that is a word": ('refused = "key"\n', [(1, "refused wording has a wrong shape")]),
    "refused wording that is a list": ('[[refused]]\n"a" = "b"\n', [(1, "refused wording has a wrong shape")]),
    "refused wording without words instead": (
        '[terms.key]\nterm = ""\n\n[refused]\n"a" = ""\n',
        [(4, "refused wording has a wrong shape")],
    ),
    "refused wording with a number": ('[refused]\n"a" = 3\n', [(1, "refused wording has a wrong shape")]),
    "refused wording that fits every word": (
        '# words\n\n[refused]\n"a" = "b"\n" * " = "c"\n',
        [(3, "refused wording: ` * ` fits every word")],
    ),
    "several faults": (
        '[terms.a]\nterm = 3\n[terms.b]\nterm = "B"\n[terms.c]\nx = 1\n',
        [(1, "the entry a has a wrong shape"), (3, "b has a term but no forms"), (6, "c: unknown x")],
    ),
}


@pytest.mark.parametrize("case", SHAPES)
def test_a_fault_is_told_at_its_line(root, case):
    text, expected = SHAPES[case]
    put(root, text)
    found = load(root, "de").findings
    assert all(finding.severity == ERROR for finding in found)
    assert [
        (line, message if wanted else None) for (line, message), (_, wanted) in zip(told(found), expected)
    ] == expected and len(found) == len(expected)


def test_what_has_a_fault_is_left_out_and_the_rest_stays(root):
    put(
        root,
        '[terms.a]\nterm = 3\n[terms.b]\nterm = "B"\nforms = ["b"]\nplural = "bs"\n[refused]\n"*" = "x"\n"c" = "d"\n',
    )
    found = load(root, "de")
    assert found.terms == {"b": Term("b", "B", ("b",))} and found.refused == {"c": "d"}
    put(root, '[terms.b]\nterm = ""\n[refused]\n"c" = 3\n')
    assert load(root, "de").refused == {} and set(load(root, "de").terms) == {"b"}
    put(root, 'terms = 3\n[refused]\n"c" = "d"\n')
    assert (load(root, "de").terms, load(root, "de").refused) == ({}, {"c": "d"})


def test_a_file_that_cannot_be_read_is_still_that_languages(root):
    put(root, "[terms.\n")
    found = load(root, "de")
    assert (found.language, found.path, found.terms, found.refused) == ("de", "i18n/de/glossary.toml", {}, {})


def test_the_hint_lists_the_fields_that_are_known(root):
    put(root, "[terms.key]\nplural = 1\n")
    assert (
        load(root, "de").findings[0].hint
        == "known: definition, enforce, forms, link, links, other_senses, place, reason, term"
    )


# -- all languages


def test_every_language_has_the_terms_of_english(root):
    term = '[terms.{0}]\nterm = "{0}"\nforms = ["{0}"]\n'
    put(root, term.format("key") + term.format("value") + term.format("mask"), "en")
    put(root, term.format("key") + '[terms.mask]\nterm = ""\n' + term.format("other"))
    found = list(check_files(root, ["en", "de"]))
    assert sorted((finding.path, finding.line, finding.severity, finding.message) for finding in found) == [
        ("i18n/de/glossary.toml", 1, ERROR, "the term other is not in i18n/en/glossary.toml"),
        ("i18n/de/glossary.toml", 1, ERROR, "the term value (value) is missing"),
        ("i18n/de/glossary.toml", 1, NOTICE, "1 of 3 terms are not decided on, first mask"),
    ]
    assert all(finding.hint for finding in found)


def test_what_is_wrong_with_a_file_is_told_for_each(root):
    put(root, "[terms.\n", "en")
    put(root, "[terms.key]\nterm = 3\n")
    assert [finding.path for finding in check_files(root, ["en", "de"])] == [
        "i18n/en/glossary.toml",
        "i18n/de/glossary.toml",
    ]


# -- what counts as a use


def known(*forms: str, key: str = "key", **more) -> Glossary:
    return Glossary("en", "i18n/en/glossary.toml", {key: Term(key, key, forms, **more)})


USED = [
    (("key",), "A key.", (2, 5)),
    (("key",), "KEY", (0, 3)),
    (("Key",), "a key", (2, 5)),
    (("key",), "key and key", (0, 3)),
    (("key", "keys"), "Two keys.", (4, 8)),
    (("key*",), "keyboards", (0, 9)),
    (("*key",), "a monkey", (2, 8)),
    (("key*",), "a key-value pair", (2, 11)),
    (("dot product",), "the dot  product", (4, 16)),
    (("dot product",), "the dot\nproduct", (4, 15)),
    (("schlüssel",), "Der SCHLÜSSEL", (4, 13)),
    (("i",), "\u0130 i", (0, 1)),
    (("key",), "monkey keyboard keys key_1", None),
    (("key",), "", None),
    (("key",), " \n", None),
    ((), "key.", None),
    (("c++",), "in c++ too", (3, 6)),
    (("a.b",), "axb", None),
]


@pytest.mark.parametrize("forms, text, place", USED)
def test_the_first_use_of_a_form(forms, text, place):
    assert first_uses(text, known(*forms)) == ({"key": place} if place else {})


def test_of_several_terms_the_longest_form_wins_and_each_is_found_once():
    both = Glossary(
        "en", "", {key: Term(key, key, (key, f"{key}s")) for key in ("weight", "attention", "attention weight")}
    )
    assert first_uses("Weights and attention weights, attention and a weight", both) == {
        "weight": (0, 7),
        "attention weight": (12, 29),
        "attention": (31, 40),
    }
    assert both.ranked_forms[:2] == [
        ("attention weights", "attention weight"),
        ("attention weight", "attention weight"),
    ]


def test_stars_are_no_letters_of_a_form():
    ranks = Glossary(
        "en", "", {"a": Term("a", "a", ("***ab",)), "b": Term("b", "b", ("abc",)), "c": Term("c", "c", ("abd",))}
    )
    assert ranks.ranked_forms == [("abc", "b"), ("abd", "c"), ("***ab", "a")]


def test_of_two_forms_that_fit_the_first_in_rank_is_meant():
    either = Glossary("en", "", {"one": Term("one", "one", ("key*",)), "two": Term("two", "two", ("keyword",))})
    assert first_uses("A keyword.", either) == {"two": (2, 9)} and first_uses("Keys.", either) == {"one": (0, 4)}


# -- pages and pairs


def test_refused_wording_is_told_at_its_line_wherever_it_stands(root):
    put(root, '[refused]\n"Taste*" = "Key"\n"zum Beispiel" = "etwa"\n')
    page = parse(
        (
            "# Tasten { #t }\n\nEine\nTaste,\nzum\nBeispiel. `Taste` Mustertaste.\n\n- TASTE\n\n"
            "```text\nTaste\n```\n\nNichts.\n\n| Taste |\n|---|\n"
        ),
        "docs/de/t.md",
        "de",
        "t",
    )
    found = list(check_page(page, root))
    assert [(finding.line, finding.message, finding.hint) for finding in found] == [
        (1, "“Tasten” is refused by i18n/de/glossary.toml", "write Key"),
        (4, "“Taste” is refused by i18n/de/glossary.toml", "write Key"),
        (5, "“zum\nBeispiel” is refused by i18n/de/glossary.toml", "write etwa"),
        (8, "“TASTE” is refused by i18n/de/glossary.toml", "write Key"),
        (16, "“Taste” is refused by i18n/de/glossary.toml", "write Key"),
    ]
    assert all((finding.path, finding.severity) == ("docs/de/t.md", ERROR) for finding in found)


def test_without_refused_wording_nothing_is_refused(root):
    assert list(check_page(parse("Taste.\n", "docs/de/t.md", "de"), root)) == []


def pair(english: str, translated: str, source: Glossary, target: Glossary) -> list[str]:
    ours = parse(f"# T {{ #t }}\n\n{english}\n", "docs/en/t.md", "en").visible[1]
    theirs = parse(f"# T {{ #t }}\n\n\n{translated}\n", "docs/de/t.md", "de").visible[1]
    found = list(check_pair(ours, theirs, source, target))
    assert all((finding.path, finding.line, finding.severity) == ("docs/de/t.md", 4, ERROR) for finding in found)
    return [finding.message for finding in found]


KEY = Glossary("de", "i18n/de/glossary.toml", {"key": Term("key", "Schlüssel", ("schlüssel*", "key"))})
NO_FORM = ["“key” (docs/en/t.md:3) has no approved form here"]


def test_a_term_has_an_approved_form_in_the_translation():
    assert pair("A key.", "Ein Schlüsselbund.", known("key"), KEY) == []
    assert pair("A key.", "Ein Key.", known("key"), KEY) == []
    assert pair("A key.", "Ein Knopf.", known("key"), KEY) == NO_FORM
    assert pair("A key.", "Ein `key`.", known("key"), KEY) == NO_FORM, "code is no word of the translation"
    assert pair("A button.", "Ein Knopf.", known("key"), KEY) == []


def test_a_term_in_bold_is_explained_there_and_has_to_be_the_one_in_bold():
    assert pair("A **key** opens.", "Ein **Schlüssel** öffnet.", known("key"), KEY) == []
    (message,) = pair("A **key** opens. Each key.", "Ein **Knopf** öffnet. Jeder Schlüssel.", known("key"), KEY)
    assert message.endswith("has no approved form in bold here")
    assert pair("A **key** opens.", "Ein **Knopf** öffnet.", known("key"), KEY) == NO_FORM
    assert pair("**Each key fits.** It opens.", "**Alle gehen.** Ein Schlüssel.", known("key"), KEY) == []


def test_what_is_not_decided_or_is_everyday_language_asks_for_nothing():
    def target(**more) -> Glossary:
        return Glossary("de", "", {"key": Term("key", **{"term": "Schlüssel", "forms": ("schlüssel",), **more})})

    assert pair("A key.", "Ein Knopf.", known("key"), Glossary("de", "")) == []
    assert pair("A key.", "Ein Knopf.", known("key"), target(term="")) == []
    assert pair("A key.", "Ein Knopf.", known("key"), target(enforce=False)) == []
    assert pair("A key.", "Ein Knopf.", known("key", enforce=False), target()) == []
    assert pair("A key.", "Ein Knopf.", known("key"), target()) == NO_FORM


def test_every_term_without_a_form_is_told():
    source = Glossary("en", "", {key: Term(key, key, (key,)) for key in ("key", "mask", "head")})
    target = Glossary(
        "de",
        "",
        {
            "key": Term("key", "", ()),
            "mask": Term("mask", "Maske", ("maske",)),
            "head": Term("head", "Kopf", ("kopf",)),
        },
    )
    assert [message.split("”")[0] for message in pair("A key, a mask, a head.", "Nichts.", source, target)] == [
        "“mask",
        "“head",
    ]


def test_the_hint_names_the_term_its_forms_and_the_file():
    ours, theirs = (
        parse(text, path).visible[0] for text, path in (("A key.\n", "docs/en/t.md"), ("Nichts.\n", "docs/de/t.md"))
    )
    (finding,) = check_pair(ours, theirs, known("key"), KEY)
    assert finding.hint == "use Schlüssel (forms: schlüssel*, key), or add your form to i18n/de/glossary.toml"


@pytest.mark.parametrize("text", ["Straße", "\u0130stanbul", "ΑΣ", "É"])
def test_small_letters_keep_their_places(text):
    assert len(glossary.lower(text)) == len(text)
