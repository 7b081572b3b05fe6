"""Quotation marks of a language, in pairs, and one way to group digits."""

from __future__ import annotations

import pytest

from handbook import ROOT
from handbook.checks import typography
from handbook.markdown.parser import parse
from handbook.project.languages import Language

WRONG = {  # language and text: what is said
    ("en", "He says “yes” and “no”."): [],
    ("en", "He says “a ‘b’ c”, and that's it."): [],
    ("en", 'He says "yes".'): ['" is a quotation mark of another language'] * 2,
    ("en", "He says „yes”."): ["„ is a quotation mark of another language", "” closes no quotation"],
    ("en", "He says “yes."): ["“ is never closed"],
    ("en", "He says yes”."): ["” closes no quotation"],
    ("en", "“Yes “no”"): ["“ opens a quotation within a quotation"],
    ("de", "Er sagt „ja“ und „nein“."): [],
    ("de", "Er sagt „ja” und “nein“."): ["” is a quotation mark of another language", "“ closes no quotation"],
    ("de", "Er sagt “ja”."): ["“ closes no quotation", "” is a quotation mark of another language"],
    ("de", "Er sagt »ja«."): ["» is a quotation mark of another language", "« is a quotation mark of another language"],
    ("sr", "Kaže „da”."): [],
    ("sr", "Kaže „da“."): ["“ is a quotation mark of another language", "„ is never closed"],
    ("sw", "Anasema “ndiyo”, ng’ombe."): [],
    ("", 'Anything "goes“.'): [],
}


@pytest.mark.parametrize("language, text", WRONG, ids=[f"{language}-{text}" for language, text in WRONG])
def test_marks_of_another_language_and_without_a_partner_are_told(language, text):
    quotes = Language.read(language, ROOT).quotes if language else ""
    said = [f"{mark} {problem}" for mark, problem in typography.wrong_quotation_marks(text, quotes)]
    assert sorted(said) == sorted(WRONG[language, text])


NUMBERS = {
    "1024 tokens": [(3, "1024", "1,024")],
    "a line,\nand 10000.": [(4, "10000", "10,000")],
    "In 2017 and 1801, 1,024 and 999.": [],
    "GPT-1024, 1024-bit, 3.1415, 12:1024, v1024, `1024` and $1024$": [],
    "12345 and 2200": [(3, "12345", "12,345"), (3, "2200", "2,200")],
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_from_a_thousand_on_are_grouped_and_years_are_not(text):
    page = parse(f"# T {{ #t }}\n\n{text}\n", "docs/en/t.md", "en", "t")
    found = [(finding.line, finding.message, finding.hint) for finding in typography.check(page, ROOT)]
    wanted = NUMBERS[text]
    assert found == [
        (line, f"{plain} has no separators", f"write {right}, as elsewhere") for line, plain, right in wanted
    ]


LISTS = {
    "Also [0,53, 0,34, 0,98].": [(3, "0,53, 0,34", "0,53; 0,34")],
    "Also\n0,5,\n−0,25 und 7": [(4, "0,5, −0,25", "0,5; −0,25")],
    "[0,53; 0,34], 0,5, 3 und `0,5, 0,5`, 1, 2": [],
}


@pytest.mark.parametrize("text", LISTS)
def test_numbers_with_commas_are_not_parted_by_commas(text):
    page = parse(f"# T {{ #t }}\n\n{text}\n", "docs/de/t.md", "de", "t")
    found = [(finding.line, finding.message.split(":")[0], finding.hint) for finding in typography.check(page, ROOT)]
    assert found == [(line, numbers, f"write {right}") for line, numbers, right in LISTS[text]]
    with_points = parse(f"# T {{ #t }}\n\n{text}\n", "docs/sw/t.md", "sw", "t")
    assert not list(typography.check(with_points, ROOT)), "a language that writes 0.53, 0.34"


def test_a_number_in_other_digits_is_not_taken_apart():
    page = parse("# T { #t }\n\n0٫3646\n", "docs/fa/t.md", "fa", "t")
    assert not [finding for finding in typography.check(page, ROOT) if "separators" in finding.message]


def test_the_separator_is_that_of_the_language():
    page = parse("# T { #t }\n\n1024 Tokens\n", "docs/de/t.md", "de", "t")
    assert [finding.hint for finding in typography.check(page, ROOT)] == ["write 1.024, as elsewhere"]


def test_a_description_is_looked_at_and_code_is_not():
    text = '---\ndescription: A "word".\n---\n\n# T { #t }\n\n`"a"` and $"b"$.\n\n```python\nx = "c"\n```\n'
    found = list(typography.check(parse(text, "docs/en/t.md", "en", "t"), ROOT))
    assert [(finding.line, finding.message[:14]) for finding in found] == [(1, 'description: "')] * 2


def test_strings_are_looked_at_too(root):
    for code, quotes in (("en", "“”"), ("de", "„“")):
        text = (
            f'name = "{code}"\nshort = "X"\nlang = "{code}"\nlocale = "{code}_XX"\ntheme = "en"\nquotes = "{quotes}"\n'
        )
        (root / f"i18n/{code}/language.toml").write_text(text.replace("_XX", {"en": "_US", "de": "_DE"}[code]))
    (root / "i18n/en/ui.toml").write_text('[site]\na = "The “word”."\n')
    (root / "i18n/de/ui.toml").write_text('[site]\n\na = "Das “Wort”."\n')
    found = list(typography.check_strings(root, ["en", "de"]))
    assert [(finding.path, finding.line) for finding in found] == [("i18n/de/ui.toml", 3)] * 2
    assert all("between „ and “" in finding.hint for finding in found)
