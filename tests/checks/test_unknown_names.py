"""Tables and keys of settings that nothing reads: each is told at its line, with the name that was meant."""

from __future__ import annotations

import shutil

import pytest
from checked_pages import put

from handbook import ROOT
from handbook.checks import registry
from handbook.project.checkout import Project

TERM = '[terms.key]\nterm = "Key"\nforms = ["key"]\n'
EXAMPLES = (ROOT / "content/examples.toml").read_text(encoding="utf-8")
CYRILLIC = (ROOT / "i18n/sr/cyrillic.toml").read_text(encoding="utf-8")
UNKNOWN = {
    # name: (file, its text, words of the line, what is said, what was meant)
    "a table of a glossary": (
        "i18n/de/glossary.toml",
        TERM + '\n[refuse]\n"bad" = "good"\n',
        "[refuse]",
        "[refuse] is nothing that a glossary has",
        "refused",
    ),
    "a term without its table": (
        "i18n/de/glossary.toml",
        '[term.key]\nterm = "Key"\n',
        "[term.key]",
        "[term]",
        "terms",
    ),
    "a field of a term": (
        "i18n/de/glossary.toml",
        TERM + 'reasons = "so"\n',
        "reasons",
        "key: unknown reasons",
        "reason",
    ),
    "a key of a language": (
        "i18n/de/language.toml",
        'name = "Deutsch"\nshort = "DE"\nlang = "de"\nlocale = "de_DE"\nquote = "„“"\n',
        "quote",
        "`quote` is not for a language to set",
        "quotes",
    ),
    "a table of the book": (
        "content/book.toml",
        'file_name = "book"\n\n[search_boost]\nscores = 0.5\n',
        "scores = 0.5",
        "`search_boost.scores` is nothing that a book can say",
        "search_boosts",
    ),
    "a license": (
        "content/book.toml",
        '[licenses.text]\naddresses = "LICENSE"\n',
        "addresses",
        "`licenses.text.addresses` is nothing",
        "licenses.text.address",
    ),
    "a purpose of a page": (
        "content/book.toml",
        '[pages]\nbegins = "scores"\n',
        "begins",
        "`pages.begins`",
        "pages.begin",
    ),
    "a page of the book": (
        "content/book.toml",
        '[moved]\nold = "score"\n',
        "old =",
        "moved.old: there is no page `score`",
        "scores",
    ),
    "a field of a person": (
        "i18n/de/people.toml",
        '[[people]]\nname = "A"\n\n[[people]]\nname = "B"\ngithubs = "b"\n',
        "githubs",
        "`githubs` is not known here",
        "github",
    ),
    "a heading that is searched for": (
        "i18n/en/search.toml",
        'scores = ["dot product"]\n"scores#sun" = ["addition"]\n',
        "scores#sun",
        "scores#sun is no place of the English pages",
        "scores#sum",
    ),
    "a page that is searched for": (
        "i18n/en/search.toml",
        'score = ["dot product"]\n',
        "score =",
        "score is no place of the English pages",
        "scores",
    ),
    "a string": (
        "i18n/de/ui.toml",
        '[home]\nmotive = "Linien"\n',
        "motive",
        "home.motive: English has no such string",
        "home.motif",
    ),
    "a table of the Cyrillic edition": (
        "i18n/sr/cyrillic.toml",
        CYRILLIC.replace("[digraphs]", "[digraph]"),
        "[digraph]",
        "[digraph] is unknown",
        "digraphs",
    ),
    "a list of the Cyrillic edition": (
        "i18n/sr/cyrillic.toml",
        CYRILLIC.replace("\nphrases = ", "\nphrase = "),
        "phrase = ",
        "[latin] has an unknown phrase",
        "phrases",
    ),
    "a key of an example": (
        "content/examples.toml",
        EXAMPLES.replace("\nnamed_values = ", "\nnamed_value = ", 1),
        "named_value = ",
        "[dogs] has an unknown named_value",
        "named_values",
    ),
    "an example": (
        "content/examples.toml",
        EXAMPLES + "\n[dgs]\nwords = []\n",
        "[dgs]",
        "[dgs] is no example",
        "dogs",
    ),
    "a language of sentences": (
        "content/examples.toml",
        EXAMPLES.replace("\nde = [", "\ndee = [", 1),
        "dee = [",
        "[explorer] has an unknown dee",
        "de",
    ),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_a_name_that_nothing_reads_is_told_with_the_one_that_was_meant(small_handbook, case):
    path, text, words, message, meant = UNKNOWN[case]
    put(small_handbook, "i18n/en/ui.toml", '[home]\nmotif = "x"\n')
    put(small_handbook, "i18n/en/glossary.toml", TERM)
    if path == "content/examples.toml":  # which has sentences in four languages
        for language in ("sr", "sw"):
            shutil.copytree(ROOT / "i18n" / language, small_handbook / "i18n" / language)
    put(small_handbook, path, text)
    (line,) = [number for number, content in enumerate(text.split("\n"), 1) if words in content]
    found = [finding for finding in registry.check_project(Project(small_handbook)) if message in finding.message]
    assert [(finding.path, finding.line) for finding in found] == [(path, line)]
    assert found[0].hint.startswith(f"did you mean {meant}?")
