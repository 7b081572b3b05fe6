"""Spelling: slips in each language are told, and what is no prose is left alone. `make spelling` reads this book."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from checked_pages import FRONT, TITLE, put
from click.testing import CliRunner
from samples import PROJECT

from handbook import ROOT
from handbook.checks import hunspell
from handbook.checks.spelling import Spelling, Word, near_words, words_of
from handbook.checks.word_lists import WordList
from handbook.cli.commands import main
from handbook.core.diagnostics import DiagnosticError
from handbook.project.checkout import Project
from handbook.project.languages import Language

PACKAGES = subprocess.run([ROOT / ".ci" / "dictionaries"], capture_output=True, text=True, check=True).stdout.split()
LANGUAGE = 'name = "{0}"\nshort = "{0}"\nlang = "{0}"\nlocale = "{0}"\ndictionary = "{1}"\n'


@pytest.fixture(scope="module")
def dictionaries() -> None:
    """Hunspell and the dictionary of each language. Without one the test is skipped, or fails where CI insists."""
    try:
        for code in PROJECT.languages:
            hunspell.unknown(["word"], Language.read(code, ROOT))
    except DiagnosticError as error:
        without = pytest.fail if os.environ.get("HANDBOOK_NEEDS_HUNSPELL") else pytest.skip
        without(f"{error}\n`apt-get install {' '.join(PACKAGES)}` lets these tests run")


def told(root: Path) -> list[tuple[str, int, str]]:
    found = list(Spelling(Project(root)).check())
    assert all(finding.hint.strip() for finding in found)
    return sorted((finding.path, finding.line, finding.message) for finding in found)


@pytest.fixture
def small(dictionaries, root) -> Path:
    """A book in English and German with nothing in it."""
    put(root, "i18n/en/language.toml", LANGUAGE.format("en", "en_US"))
    put(root, "i18n/de/language.toml", LANGUAGE.format("de", "de_DE_frami"))
    return root


# -- this book

PLANTED = {  # language: what stands in its files, what is planted, and what is told
    "en": ("shares", "shraes", "is in no dictionary"),
    "de": ("Gewicht", "Gewihct", "is in no dictionary"),
    "sr": ("rečju", "reećju", "is in no dictionary"),
    "sw": ("tokeni", "tokein", "is one letter from “tokeni”, a frequent word"),
}


def test_a_slip_is_told_in_each_language_on_pages_in_strings_and_in_definitions(dictionaries, tmp_path):
    for name in ("i18n", "theme", "docs/sw"):  # in Swahili all pages say which words are rare
        shutil.copytree(ROOT / name, tmp_path / name)
    for code in ("en", "de", "sr"):
        put(tmp_path, f"docs/{code}/by-hand.md", (ROOT / f"docs/{code}/by-hand.md").read_text(encoding="utf-8"))
    planted = []
    for code, (right, wrong, message) in PLANTED.items():
        files = [f"docs/{code}/by-hand.md"]
        # In Swahili only what is rare can be a slip.
        files += [f"i18n/{code}/ui.toml", f"i18n/{code}/glossary.toml"] if code != "sw" else []
        for name in files:
            path = tmp_path / name
            lines = path.read_text(encoding="utf-8").split("\n")
            if name.startswith("docs"):
                number = next(n for n, line in enumerate(lines) if f" {right} " in line and "`" not in line)
                lines[number] = lines[number].replace(f" {right} ", f" {wrong} ", 1)
            else:
                field = "home = " if name.endswith("ui.toml") else "definition = "
                number = next(n for n, line in enumerate(lines) if line.startswith(field))
                lines[number] = lines[number][:-1] + f' {wrong}"'
            path.write_text("\n".join(lines), encoding="utf-8")
            planted.append((name, number + 1, f"“{wrong}” {message}"))
    of_texts = [
        finding for finding in told(tmp_path) if not finding[0].endswith("words.txt")
    ]  # most pages aren't there
    assert of_texts == sorted(planted)


# -- which words


def test_words_know_their_lines_and_what_is_quoted():
    text = "One's *deux* and\nthree-four (fünf), file.py no_grad bfloat16 x²\n„sechs“ don’t v\u00adv&nbsp;eight https://a.bc/de"
    assert [(word.text, word.line, word.quoted) for word in words_of(text, "a.md", 7)] == [
        ("One", 7, False),
        ("deux", 7, True),
        ("and", 7, False),
        ("three", 8, False),
        ("four", 8, False),
        ("fünf", 8, True),
        ("sechs", 9, True),
        ("don't", 9, False),
        ("vv", 9, False),
        ("eight", 9, False),
        *((word, 9, True) for word in ("https", "de")),
    ]
    assert list(words_of("Aa", "ui.toml", 1, "a.b")) == [Word("Aa", "ui.toml", 1, False, "a.b")]


def test_only_prose_is_looked_at(small):
    page = "\nOnne `twwo` $thrree$ [four](fivve.md) <b class='sixx'>seven</b>.\n\n```python\neigght = 1\n```\n"
    put(small, "docs/en/t.md", FRONT.replace("A page", "A paage") + TITLE + page + "\n<!-- ninne -->\n")
    put(small, "i18n/en/ui.toml", '[a]\nb = "Ten {elevven} of `tvelve`"\nc = "Thirrteen"\n')
    put(
        small,
        "i18n/en/glossary.toml",
        '[terms.t]\nterm = "fourrteen"\nforms = ["fifteeen*"]\ndefinition = "Sixteeen."\nreason = "Zzeventeen."\n',
    )
    assert told(small) == [
        ("docs/en/t.md", 2, "“paage” is in no dictionary"),
        ("docs/en/t.md", 7, "“Onne” is in no dictionary"),
        ("i18n/en/glossary.toml", 2, "“fourrteen” is in no dictionary"),
        ("i18n/en/glossary.toml", 4, "“Sixteeen” is in no dictionary"),
        ("i18n/en/ui.toml", 3, "“Thirrteen” is in no dictionary"),
    ]


def test_what_is_quoted_may_be_of_any_language_of_the_book(small):
    put(small, "docs/de/t.md", FRONT.replace("A page", "Eine Seite") + TITLE + "\nDer *house* (house) house *huose*.\n")
    put(small, "i18n/en/words.txt", "qwertz\n")
    put(small, "docs/en/t.md", FRONT + TITLE + "\nA house and *Haus*, but no Haus. A qwertz.\n")
    assert told(small) == [
        ("docs/de/t.md", 7, "“house” is in no dictionary"),
        ("docs/de/t.md", 7, "“huose” is in no dictionary"),
        ("docs/en/t.md", 7, "“Haus” is in no dictionary"),
    ]


def test_a_foreign_word_that_the_cyrillic_edition_would_transliterate_is_told(small):
    put(small, "i18n/sr/language.toml", LANGUAGE.format("sr", "sr_Latn_RS"))
    put(small, "i18n/sr/cyrillic.toml", (ROOT / "i18n/sr/cyrillic.toml").read_text(encoding="utf-8"))
    put(small, "i18n/words.txt", "Wu\nZhao\n")
    words = "Pažnja (attention), polovine (halves), ograde (fences), sat (sat), Zhao i Vu."
    put(small, "docs/sr/t.md", FRONT.replace("A page", "Strana") + TITLE.replace("Page", "Strana") + f"\n{words}\n")
    put(small, "i18n/sr/ui.toml", '[a]\nb = "Reči (houses)"\nc = "Vidi *sons*"\n')
    put(small, "i18n/sr/words.txt", "sons\n")
    assert [finding for finding in told(small) if "would be written" in finding[2]] == [
        ("docs/sr/t.md", 7, "“fences” is no word of this language and would be written “фенцес”"),
    ]


# -- what is meant


def test_the_hint_says_what_may_be_meant_and_where_to_add_a_right_word(small):
    put(small, "docs/en/t.md", FRONT + TITLE + "\nWorrd. Qqqqzzzz.\n")
    hints = {finding.message[1:6]: finding.hint for finding in Spelling(Project(small)).check()}
    assert "Word" in hints["Worrd"] and hints["Worrd"].endswith("; or add it to i18n/en/words.txt")
    assert hints["Qqqqz"] == "if it is right, add it to i18n/en/words.txt"


def test_rare_words_near_frequent_ones():
    frequent = ["tokeni"] * 8 + ["Maneno"] * 9
    near = near_words([*frequent, "tokein", "tokeeni", "okeni", "tokenu", "tekoni", "nokeni", "nokeni", "manen", "mno"])
    assert near == {
        **dict.fromkeys(["tokein", "tokeeni", "okeni", "tokenu", "nokeni"], "tokeni"),
        "manen": "maneno",
    }
    assert near_words(["tokeni"] * 7 + ["tokein"]) == {}, "not frequent"
    assert near_words([*frequent, *["tokein"] * 3]) == {}, "not rare"


def test_a_partial_dictionary_tells_unknown_words_near_frequent_ones_only(small):
    language = LANGUAGE.format("de", "de_DE_frami") + 'dictionary_scope = "partial"\n'
    put(small, "i18n/de/language.toml", language)
    page = (
        FRONT.replace("A page", "Eine Seite") + TITLE + "\n" + "Gewicht " * 8 + "\nGewihct Qqqqzzzz\nGesicht Gerwicht\n"
    )
    put(small, "docs/de/t.md", page)
    put(small, "i18n/de/words.txt", "Gerwicht\n")
    assert told(small) == [("docs/de/t.md", 8, "“Gewihct” is one letter from “gewicht”, a frequent word")]


# -- lists of words


def test_a_listed_word_is_right_and_one_that_is_not_needed_is_told(small):
    put(small, "docs/en/t.md", FRONT + TITLE + "\nFoobarr foobarr FOOBARR fooBarr. The Quxx, the quxx.\n")
    put(small, "i18n/words.txt", "# Names.\nQuxx # a person\n")
    put(small, "i18n/en/words.txt", "foobarr\nhouse\nQuxx\nunused\n")
    needless = "is listed and need not be: no text has it, or a dictionary or another list does"
    assert told(small) == [
        ("docs/en/t.md", 7, "“fooBarr” is in no dictionary"),
        ("docs/en/t.md", 7, "“quxx” is in no dictionary"),
        *(
            ("i18n/en/words.txt", line, f"“{word}” {needless}")
            for line, word in ((2, "house"), (3, "Quxx"), (4, "unused"))
        ),
    ]


def test_lists_are_sorted_without_regard_to_capitals(tmp_path):
    put(tmp_path, "i18n/words.txt", "Bb\naa # why\n# a line of its own\nCc\ncc\ncc\n")
    words = WordList.of_all_languages(tmp_path)
    assert all(words.allows(word) for word in ("aa", "Bb", "Cc", "cc", "Aa")) and not words.allows("bb")
    assert [(finding.line, finding.message) for finding in words.check()] == [
        (2, "“aa” stands behind “Bb”"),
        (6, "“cc” stands behind “cc”"),
    ]
    (tmp_path / "i18n/words.txt").write_bytes("ä".encode("latin-1"))
    with pytest.raises(DiagnosticError, match=r"i18n/words\.txt:1: not UTF-8"):
        WordList.of_all_languages(tmp_path)


# -- hunspell


def test_without_hunspell_or_a_dictionary_one_is_told_what_to_install(small, monkeypatch):
    put(small, "docs/en/t.md", FRONT + TITLE)
    put(small, "i18n/de/language.toml", LANGUAGE.format("de", "xx_XX") + 'dictionary_package = "hunspell-xx"\n')
    done = CliRunner().invoke(main, ["--root", str(small), "spelling"])
    assert done.exit_code == 1
    assert "i18n/de/language.toml:1: hunspell has no dictionary xx_XX" in done.output
    assert "apt-get install hunspell hunspell-xx" in done.output
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = CliRunner().invoke(main, ["--root", str(small), "spelling"])
    assert done.exit_code == 1 and "hunspell isn't installed" in done.output


def test_what_a_user_once_told_hunspell_to_accept_does_not_count(dictionaries, tmp_path, monkeypatch):
    for name in (".hunspell_en_US", ".hunspell_default"):
        put(tmp_path, name, "qwrtz\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("WORDLIST", str(tmp_path / ".hunspell_default"))
    language = Language.read("en", ROOT)
    assert hunspell.unknown(["qwrtz", "word"], language) == {"qwrtz"}


def test_the_command_tells_of_one_language(small):
    put(small, "docs/en/t.md", FRONT + TITLE + "\nWorrd.\n")
    put(small, "i18n/sw/language.toml", LANGUAGE.format("sw", "") + 'theme = "en"\n')

    def run(*languages: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["--root", str(small), "spelling", *languages])
        return done.exit_code, done.output

    assert run("de") == (0, "de: 0 words\n")
    assert run("sw") == (0, "sw: its language.toml has no dictionary\n")
    code, output = run("en")
    assert code == 1 and output.startswith("docs/en/t.md:7: “Worrd” is in no dictionary\n    write ")
    code, output = run("fr")
    assert code == 1 and "no language of this handbook" in output


def test_ci_installs_the_dictionaries_that_languages_name():
    languages = [Language.read(code, ROOT) for code in PROJECT.languages]
    assert PACKAGES[0] == "hunspell"
    assert sorted(PACKAGES[1:]) == sorted(language.dictionary_package for language in languages)
    assert all(language.dictionary for language in languages)
