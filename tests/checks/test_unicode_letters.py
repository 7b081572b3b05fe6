"""Letters that nobody sees, or that look like others.

Each is told at its line, and what a script needs is left alone.
"""

from __future__ import annotations

import unicodedata

import pytest

from handbook.checks.unicode_letters import check
from handbook.core.diagnostics import ERROR
from handbook.markdown.parser import parse


def told(text: str, language: str = "en") -> list[tuple[int, str]]:
    """Line and message of each finding in ``text``, which stands from line 3 on."""
    found = list(check(parse(f"# T {{ #t }}\n\n{text}\n", "docs/xx/t.md", language, "t")))
    assert all(
        finding.path == "docs/xx/t.md"
        and finding.severity == ERROR
        and finding.hint.startswith(("remove it", "type the word again"))
        for finding in found
    )
    return [(finding.line, finding.message) for finding in found]


# What Unicode calls them (the Hangul filler has a first half of its own).
INVISIBLE = {
    "\u00ad": "a soft hyphen (U+00AD)",
    "\u200b": "a zero width space (U+200B)",
    "\u200c": "a zero width non-joiner (U+200C)",
    "\u200d": "a zero width joiner (U+200D)",
    "\u2060": "a word joiner (U+2060)",
    "\ufeff": "a byte order mark (U+FEFF)",
    "\u180e": "a Mongolian vowel separator (U+180E)",
    "\u2028": "a line separator (U+2028)",
    "\u2029": "a paragraph separator (U+2029)",
    "\u3164": "a Hangul filler (U+3164)",
    "\u115f": "a Hangul filler (U+115F)",
}
DIRECTION = [chr(number) for number in (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
UNSEEN = [
    "\u034f",
    "\u1160",
    "\u17b4",
    "\u17b5",
    "\u2061",
    "\u2064",
    "\u206a",
    "\u206f",
    "\u2800",
    "\ufe00",
    "\ufe0f",
    "\uffa0",
    "\ufff9",
    "\ue000",
    "\uf8ff",
    "\U000e0001",
    "\U000e0041",
    "\U000f0000",
    "\U0010fffd",
]
CONTROL = [chr(number) for number in (*range(9), 11, 12, *range(14, 32), *range(0x7F, 0xA0))]


@pytest.mark.parametrize("letter", INVISIBLE, ids=lambda letter: f"U+{ord(letter):04X}")
def test_an_invisible_letter_is_told_by_its_name_at_its_line(letter):
    assert told(f"a word\nano{letter}ther") == [(4, INVISIBLE[letter])]


@pytest.mark.parametrize("letter", DIRECTION, ids=lambda letter: f"U+{ord(letter):04X}")
def test_a_control_of_the_direction_is_told(letter):
    assert unicodedata.category(letter) == "Cf"
    assert told(f"a {letter}b") == [(3, f"a control of the writing direction (U+{ord(letter):04X})")]


@pytest.mark.parametrize("letter", UNSEEN, ids=lambda letter: f"U+{ord(letter):04X}")
def test_what_no_font_shows_is_told(letter):
    assert told(f"a {letter} b") == [(3, f"a letter that can't be seen (U+{ord(letter):04X})")]


@pytest.mark.parametrize("letter", CONTROL, ids=lambda letter: f"U+{ord(letter):04X}")
def test_a_control_character_is_told(letter):
    assert unicodedata.category(letter) == "Cc"
    assert told(f"a {letter} b") == [(3, f"a control character (U+{ord(letter):04X})")]


def test_each_of_several_is_told():
    assert [line for line, _ in told("\u200b\u200b\n\u00ad\x07\ue000\u202e")] == [3, 3, 4, 4, 4, 4]


@pytest.mark.parametrize(
    "text",
    ["a\tb", "a\r", "né ž ß", "a – b — “c” „d“ ’ …", "10\u00a0%", "1\u202f000", "→ ≤ × √", "中文", "🙂", "\U00017000a"],
)
def test_what_is_seen_is_left_alone(text):
    assert not told(text)


@pytest.mark.parametrize("language", ["ar", "fa", "ur", "hi", "he", "ckb", "ps", "ne", "mr", "bn", "ml", "si"])
@pytest.mark.parametrize("letter", ["\u200c", "\u200d", "\u200e", "\u200f"])
def test_joiners_and_marks_belong_to_the_spelling_of_some_languages(language, letter):
    assert told(f"a {letter} b", language) == []
    assert told(f"a {letter} b", "de")


def test_what_stands_behind_one_of_them_is_still_told():
    assert told("a \u200c b \u200b", "fa") == [(3, "a zero width space (U+200B)")]


@pytest.mark.parametrize("letter", ["\u200b", "\u00ad", "\u202e", "\u2066", "\u061c", "\ue000", "\x07"])
def test_but_no_other_letter_does(letter):
    assert len(told(f"a {letter} b", "fa")) == 1


MIXED = {
    "\u0430ttention": "CYRILLIC and LATIN",  # a Cyrillic а
    "att\u0435ntion": "CYRILLIC and LATIN",
    "\u03bfne": "GREEK and LATIN",  # an omicron
    "ko\u0440ija": "CYRILLIC and LATIN",
    "\u0585ne": "ARMENIAN and LATIN",
    "\u13a0ttention": "CHEROKEE and LATIN",
    "\u03b1\u0432": "CYRILLIC and GREEK",
}


@pytest.mark.parametrize("word", MIXED)
def test_a_word_in_two_alphabets_is_told_with_both(word):
    assert told(f"Here\nis {word}, so") == [(4, f"“{word}” mixes {MIXED[word]} letters")]


def test_every_such_word_of_a_line_is_told():
    assert [message.split("”")[0] for _, message in told("Šta \u0430ttention čini att\u0435ntion sâm")] == [
        "“\u0430ttention",
        "“att\u0435ntion",
    ]


@pytest.mark.parametrize(
    "text", ["пажња и attention", "ω1", "pažnja", "čćšžđ", "naïve", "中a", "x², yⁿ", "Größe", "5 µm", "ª º"]
)
def test_an_alphabet_beside_another_one_mixes_nothing(text):
    assert not told(text)


def test_a_letter_in_two_parts_is_told_with_its_word():
    """As some systems name files, and some editors write what is pasted from there."""
    assert told("Ein Schlu\u0308ssel, größer.\n\nशिक्षा", "de") == [
        (3, "“Schlüssel,” is written with a letter in two parts")
    ]
