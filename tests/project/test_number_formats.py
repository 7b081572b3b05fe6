"""Numbers as each language writes them, and what a page may leave uncomputed."""

from __future__ import annotations

from decimal import Decimal

import pytest

from handbook.core.diagnostics import ERROR, Finding
from handbook.markdown.parser import parse
from handbook.project import number_formats
from handbook.project.number_formats import Number, NumberFormatError

# From the Unicode CLDR; a language that nobody knows counts as English.
MARKS = {
    "en": (".", ","),
    "de": (",", "."),
    "sr": (",", "."),
    "sr-cyrl": (",", "."),
    "sw": (".", ","),
    "fr": (",", "\u202f"),
    "de-CH": (".", "’"),
    "xx": (".", ","),
    "no code": (".", ","),
}


# A text may use the digits of its language, with the marks that go with them, or those that all know.
NATIVE = {
    ("ar", "٠٫٢٢٩١"): ("0.2291", 4),
    ("ar", "١٬٢٣٤"): ("1234", 0),
    ("ar", "0.2291"): ("0.2291", 4),
    ("fa", "۵۰٪"): ("0.5", 2),
    ("fa", "−۳٫۵"): ("-3.5", 1),
    ("hi", "०.२२९१"): ("0.2291", 4),
    ("bn", "১,২৩৪.৫"): ("1234.5", 1),
}


@pytest.mark.parametrize("language, text", NATIVE)
def test_native_digits_are_read(language, text):
    value, places = NATIVE[language, text]
    (number,) = number_formats.in_text(text, language)
    assert isinstance(number, Number) and number.text == text
    assert (number.value, number.places) == (Decimal(value), places)


@pytest.mark.parametrize(
    "language, text", [("ar", "٠,٥"), ("ar", "0٫5.1"), ("hi", "०,२२"), ("fa", "۱٬۲۳"), ("fa", "٠٫٣٤"), ("de", "٠٫٥")]
)
def test_native_digits_with_other_marks_are_told(language, text):
    assert all(isinstance(found, Finding) for found in number_formats.in_text(text, language))


def digits_told(language: str, text: str) -> list[tuple[int, str]]:
    page = parse(f"# T {{ #t }}\n\n{text}\n", f"docs/{language}/t.md", language, "t")
    return [(finding.line, finding.message) for finding in number_formats.check(page)]


def test_the_decimals_of_a_page_are_written_in_one_kind_of_digits():
    both = "۰٫۲۲ und\n0.33.\n\n0.44 und ۰٫۵۵"
    assert digits_told("fa", both) == [
        (4, "0.33 has other digits than ۰٫۲۲ at line 3"),
        (6, "0.44 has other digits than ۰٫۲۲ at line 3"),
    ]
    assert digits_told("fa", "0.22\n\n۰٫۳۳") == [(5, "۰٫۳۳ has other digits than 0.22 at line 3")]
    assert digits_told("fa", "۰٫۲۲, GPT-2, 1024, `0.5`, $0.5$\n\n```python\nx = 0.5\n```") == []
    assert digits_told("fa", "0.22 und 0.33") == []
    assert digits_told("fa", "۰٫۲۲\n\n<!-- uncomputed: 3.11 | a version -->\n\nPython 3.11") == []


def test_what_to_write_is_told_in_the_languages_own_digits():
    (found,) = number_formats.in_text("۰.۹۸", "fa")
    assert isinstance(found, Finding) and found.hint.startswith("write ۰٫۹۸ (the decimal mark is `٫`)")


@pytest.mark.parametrize("language", MARKS)
def test_the_marks_of_a_language(language):
    assert number_formats.marks(language) == MARKS[language]


READ = [
    ("en", "0.5", "0.5"),
    ("en", ".5", "0.5"),
    ("en", "12", "12"),
    ("en", "1234", "1234"),
    ("en", "1,234", "1234"),
    ("en", "12,345,678.25", "12345678.25"),
    ("en", "007", "7"),
    ("de", "0,5", "0.5"),
    ("de", "1.234", "1234"),
    ("de", "1.234,5", "1234.5"),
    ("sr", "12.345,678", "12345.678"),
    ("sw", "1,234.5", "1234.5"),
]


@pytest.mark.parametrize("language, text, value", READ)
def test_a_number_is_read(language, text, value):
    assert number_formats.read(text, language) == Decimal(value)


@pytest.mark.parametrize(
    "language, text",
    [
        ("en", "0,5"),
        ("en", "1,23"),
        ("en", "1,2345"),
        ("en", "1234,567"),
        ("en", "0,500"),
        ("en", "1.2.3"),
        ("en", "5."),
        ("en", "1.234,5"),
        ("en", "1,,234"),
        ("de", "0.5"),
        ("de", "0.500"),
        ("de", "1,234.5"),
        ("de", "1.23"),
        ("de", "5,"),
        ("sw", "0,5"),
    ],
)
def test_what_a_language_does_not_write_so_is_malformed(language, text):
    with pytest.raises(NumberFormatError, match=text.replace(".", r"\.")):
        number_formats.read(text, language)


FOUND = {
    # text: (language, [(text, value, places)])
    "A 0.25 and 3 more.": ("en", [("0.25", "0.25", 2), ("3", "3", 0)]),
    "It is 1.5.": ("en", [("1.5", "1.5", 1)]),
    "-0.5, −0.5 or +0.5": ("en", [("-0.5", "-0.5", 1), ("−0.5", "-0.5", 1), ("+0.5", "0.5", 1)]),
    "0.50": ("en", [("0.50", "0.5", 2)]),
    "40.63 %": ("en", [("40.63 %", "0.4063", 4)]),
    "40.63%": ("en", [("40.63%", "0.4063", 4)]),
    "40,63\u00a0%": ("de", [("40,63\u00a0%", "0.4063", 4)]),
    "7 % and 7": ("en", [("7 %", "0.07", 2), ("7", "7", 0)]),
    "1e-3, 2.5e3, 2E+2": ("en", [("1e-3", "0.001", 3), ("2.5e3", "2500", 0), ("2E+2", "200", 0)]),
    "1.25e1": ("en", [("1.25e1", "12.5", 1)]),
    "1.5e-2 %": ("en", [("1.5e-2 %", "0.00015", 5)]),
    ".5": ("en", [(".5", "0.5", 1)]),
    "1.234,5": ("de", [("1.234,5", "1234.5", 1)]),
    "v1, x2, 3rd, a_4, 5x": ("en", []),
    "1–2 and (3)": ("en", [("1", "1", 0), ("2", "2", 0), ("3", "3", 0)]),
}


@pytest.mark.parametrize("text", FOUND)
def test_numbers_are_found_with_their_value_and_digits(text):
    language, expected = FOUND[text]
    found = list(number_formats.in_text(text, language))
    assert [(number.text, number.value, number.places) for number in found] == [
        (shown, Decimal(value), places) for shown, value, places in expected
    ]
    assert all(number.line == 1 and number.has_fraction == (number.places > 0) for number in found)


def test_lines_count_from_where_the_text_begins():
    assert [number.line for number in number_formats.in_text("1\n2 3\n\n4", "en")] == [1, 2, 2, 4]
    assert [number.line for number in number_formats.in_text("1\n2", "en", 7)] == [7, 8]
    assert [number.line for number in number_formats.in_text("\n1", "en")] == [2]


def test_a_malformed_number_is_told_where_it_stands_and_the_others_are_read():
    one, two, three = number_formats.in_text("1,5\n0.5 -1.5", "de", 7)
    assert one.value == Decimal("1.5")
    assert (two.path, two.line, two.message) == ("", 8, "0.5 is not how this language writes a number")
    assert two.hint.startswith("write 0,5 (the decimal mark is `,`)")
    assert three.message.startswith("1.5 is not")
    assert two.code == number_formats.FOREIGN and two.data == {"number": "0.5"}
    (english,) = number_formats.in_text("1.234,5", "en")
    assert english.hint.startswith("write 1,234.5 (the decimal mark is `.`)")


def block(text: str, language: str = "en"):
    page = parse(f"# T {{ #t }}\n\n{text}\n", f"docs/{language}/t.md", language, "t")
    assert not page.findings
    return page.visible[1]


SEEN = {
    "prose": ("It is 0.5.", ["0.5"]),
    "a formula in a sentence": ("It is $0.25 + x$.", ["0.25"]),
    "thousands in a formula": ("It is $1{,}000$.", ["1000"]),
    "a formula": ("$$\n0.25 + 1{,}000\n$$", ["0.25", "1000"]),
    "a number as code": ("It is `0.5`.", ["0.5"]),
    "several as code": ("It is `[0.5, -1]`.", ["0.5", "-1"]),
    "a version as code": ("It is `1.2.3`.", []),
    "code": ("It is `x = 0.5` or `f(1)`.", []),
    "a fence": ("```python\nx = 0.5\n```", []),
    "an output": ("```text\n0.5\n```", []),
    "a target": ("See [it](a0.5.md).", []),
    "a table": ("| 0.5 | 1 |\n|---|---|\n| 2 | `0.25` |", ["0.5", "1", "2", "0.25"]),
}


@pytest.mark.parametrize("case", SEEN)
def test_what_a_reader_sees_of_a_block(case):
    text, expected = SEEN[case]
    assert [number.value for number in number_formats.of_block(block(text), "en")] == [
        Decimal(value) for value in expected
    ]


def test_formulas_and_code_keep_the_point_in_every_language():
    assert [number.text for number in number_formats.of_block(block("0,5 $0.25$ `0.125`", "de"), "de")] == [
        "0,5",
        "0.25",
        "0.125",
    ]
    (fault,) = number_formats.of_block(block("Hier: $1,5$", "de"), "de")
    assert isinstance(fault, Finding) and fault.line == 3


def test_lines_of_formulas_and_code_are_theirs():
    assert [number.line for number in number_formats.of_block(block("A\n`0.5` and\n$0.25$ it is 3."), "en")] == [
        5,
        4,
        5,
    ]
    assert [number.line for number in number_formats.of_block(block("$$\n1\n2\n$$"), "en")] == [3, 4]


@pytest.mark.parametrize(
    "text, values",
    [("tensor([0.5000, -1.])", [0.5, -1.0]), ("1e-05 nan x1 2x", [1e-05]), ("a.5 v1.2", []), (".25\n+3", [0.25, 3.0])],
)
def test_what_a_program_printed(text, values):
    assert number_formats.printed(text) == values


@pytest.mark.parametrize(
    "number, shown",
    [
        (Number("0.50", Decimal("0.5"), 2, 1), "0.50"),
        (Number("40.6 %", Decimal("0.406"), 3, 1), "40.6"),
        (Number("7 %", Decimal("0.07"), 2, 1), "7"),
        (Number("−1,5", Decimal("-1.5"), 1, 1), "-1.5"),
        (Number("1,234", Decimal(1234), 0, 1), "1234"),
        (Number("1 %", Decimal("0.01"), 1, 1), "1"),
    ],
)
def test_a_number_as_excuses_write_it(number, shown):
    assert number_formats.canonical(number) == shown


def test_half_a_unit_is_the_limit_of_a_rounding():
    number = Number("0.41", Decimal("0.41"), 2, 1)
    assert number.is_rounding_of(0.405) and number.is_rounding_of(0.415)
    assert not number.is_rounding_of(0.4049) and not number.is_rounding_of(0.4151)
    assert not Number("5.1", Decimal("5.1"), 1, 1).is_rounding_of(5.1501)
    assert not number.is_rounding_of(-0.41)


def test_and_what_a_float_of_32_bits_can_hold():
    """About seven digits, so a millionth of the value; of a large one no more than a millionth."""
    assert Number("0.41", Decimal("0.41"), 2, 1).is_rounding_of(0.4049997)
    assert not Number("0.41", Decimal("0.41"), 2, 1).is_rounding_of(0.4049995)
    assert Number("5.1", Decimal("5.1"), 1, 1).is_rounding_of(5.1500009)
    assert not Number("5.1", Decimal("5.1"), 1, 1).is_rounding_of(5.1500011)
    assert Number("0", Decimal(0), 6, 1).is_rounding_of(5e-7)


# -- excuses


def page(text: str, language: str = "en"):
    return parse(text, f"docs/{language}/t.md", language, "t")


def test_an_excuse_is_of_the_next_block():
    excused = page(
        "A 1.5.\n\n<!-- uncomputed: 3.11 −2 | they are printed elsewhere -->\n\n<!-- for editors -->\n\nB 3.11.\n\nC.\n"
    )
    listed, faults = number_formats.suppressions(excused)
    (index,) = listed
    assert listed[index] == {"3.11", "-2"} and not faults
    assert excused.blocks[index].text == "B 3.11."


def test_two_excuses_of_one_block_add_up():
    listed, _ = number_formats.suppressions(page("<!-- uncomputed: 1.5 | a -->\n<!-- uncomputed: 2.5 | b -->\nB.\n"))
    assert list(listed.values()) == [{"1.5", "2.5"}]


FAULTY = {
    "no reason": ("<!-- uncomputed: 1.5 -->\n\nB.\n", (1, "numbers are excused without a reason")),
    "an empty reason": ("A.\n\n<!-- uncomputed: 1.5 |  -->\n\nB.\n", (3, "numbers are excused without a reason")),
    "no number": ("<!-- uncomputed: | as it is -->\n\nB.\n", (1, "numbers are excused without a reason")),
    "nothing behind": (
        "B.\n\n<!-- uncomputed: 1.5 | as it is -->\n\n<!-- the end -->\n",
        (3, "numbers are excused, but no block follows"),
    ),
}


@pytest.mark.parametrize("case", FAULTY)
def test_an_excuse_that_says_nothing_is_told_at_its_line(case):
    text, expected = FAULTY[case]
    (finding,) = number_formats.check(page(text))
    assert (finding.line, finding.message) == expected
    assert (finding.path, finding.severity) == ("docs/en/t.md", ERROR) and finding.hint


def test_other_comments_are_no_excuses():
    assert number_formats.suppressions(page("<!-- for editors: uncomputed -->\n\nUncomputed: 3.\n")) == ({}, [])


def test_each_number_in_the_habits_of_another_language_is_told_at_its_line():
    found = number_formats.check(page("# T { #t }\n\nIt is 0.5\nor 0,5.\n\n- 1.5\n", "de"))
    assert [(finding.path, finding.line, finding.message.split()[0]) for finding in found] == [
        ("docs/de/t.md", 3, "0.5"),
        ("docs/de/t.md", 6, "1.5"),
    ]
    assert all(finding.hint.startswith("write ") and finding.severity == ERROR for finding in found)


def test_an_excused_version_is_written_alike_in_every_language():
    excuse = "<!-- uncomputed: 3.11 | a version -->\n"
    assert number_formats.check(page(f"{excuse}Python 3.11.\n", "de")) == []
    assert [
        finding.line for finding in number_formats.check(page(f"{excuse}Python 3.11, 0.5.\n\nPython 3.11.\n", "de"))
    ] == [
        2,
        4,
    ]


def test_an_excuse_is_written_with_a_point_whatever_the_page_writes():
    assert number_formats.check(page("<!-- uncomputed: 1.5 | how Germans write it -->\nThey write 1,5.\n")) == []


def test_an_excuse_is_of_the_whole_number_and_not_of_a_part_of_one():
    assert [
        finding.message.split()[0]
        for finding in number_formats.check(page("<!-- uncomputed: 35 | a grade -->\n\nIn Klasse 35: 0.35.\n", "de"))
    ] == ["0.35"]
