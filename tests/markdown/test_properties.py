"""What must hold for any text, number, code or lock: searched by Hypothesis, the same cases in each run.

``--nightly`` searches elsewhere each time, and a hundred times as long.
"""

from __future__ import annotations

import io
import string
import tokenize
from contextlib import suppress
from decimal import Decimal
from itertools import combinations
from pathlib import Path

from babel.numbers import format_decimal
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from rendered import parsed, rendered
from searched import LONG, NAMES, PROJECT

from handbook.execution.output_compare import same_output, same_words
from handbook.markdown import fences
from handbook.markdown.parser import parse, write
from handbook.markdown.python_code import read
from handbook.project import number_formats
from handbook.translation import freshness, lockfile

FENCES = [fence.text for name in NAMES for fence in PROJECT.page("en", name).python() if "raises" not in fence.classes]


# -- the parser

WORDS = [
    "a word",
    "**bold**",
    "`x|y`",
    "$a_1$",
    "[text](page.md#id)",
    "5 < 6",
    "# no heading",
    "a | b",
    "\\`",
    "é",
    "„x“",
    "x  ",
    "```",
    "<b>",
    "$$",
    "-",
]
STARTS = [
    "",
    "",
    "- ",
    "1. ",
    "> ",
    "# ",
    "## ",
    "!!! note",
    '??? success "T"',
    '=== "Tab"',
    "| a | b |",
    "|---|---|",
    "```python",
    "```",
    "````",
    "~~~",
    "```{.text .output}",
    "```{.python .raises}",
    '```py title="x"',
    "```python bad",
    "``` {.python}",
    "$$",
    "<div markdown>",
    "</div>",
    "<div>",
    "<!-- c -->",
    "<!--",
    "-->",
    "---",
    "***",
    "[x]: y",
    "x = 1",
    "print(x)",
    "=====",
    "* ",
    "+ ",
    "12. ",
    "!!!",
    ":::",
]
INDENTS = ["", "", "", "", "    ", "    ", "        ", "  ", "   ", " ", "\t"]
LINES = st.builds(
    lambda indent, start, rest: indent + start + rest,
    st.sampled_from(INDENTS),
    st.sampled_from(STARTS),
    st.sampled_from(["", *WORDS]),
)
MARKDOWN = st.lists(st.one_of(LINES, st.just("")), max_size=14).map(lambda lines: "\n".join(lines) + "\n")
ANY = st.one_of(
    MARKDOWN, st.text(max_size=200), st.text(alphabet="`~#-*|>!?=<$ \t\r\n{}[]().a1\x0b\u2028", max_size=120)
)


@given(ANY)
@settings(max_examples=5_000 if LONG else 100)
@example("\r")
@example("---\n---")
@example("> > > > > > > a\n")
@example("```\n\n")
def test_the_blocks_of_any_text_cover_it_without_gap_or_overlap(text):
    page = parse(text)
    assert write(page) == text
    line = 1
    for block in page.blocks:
        assert block.line == line and block.raw
        line += block.raw.count("\n")
    assert all(1 <= finding.line <= text.count("\n") + 1 and finding.message for finding in page.findings)


@given(MARKDOWN)
@settings(max_examples=5_000 if LONG else 60)
def test_what_is_code_for_the_renderer_is_a_fence_for_the_parser_and_the_other_way_round(text):
    page = parse(text)
    assume(not page.findings and not text.startswith("---"))
    # The highlighter drops empty lines at both ends, and takes no language and an unknown one for text:
    # code.check tells of both.
    ours = [
        (language if language in ("python", "py") else "text", body.strip("\n"))
        for language, body in parsed(page).fences
    ]
    assert ours == [(language, body.strip("\n")) for language, body in rendered(text).fences]


@given(MARKDOWN)
def test_parsing_what_was_written_gives_the_same_blocks(text):
    def shape(page):
        return [(block.kind, block.line, block.text, block.containers, block.id) for block in page.blocks]

    assert shape(parse(write(parse(text)))) == shape(parse(text))


# -- numbers

LANGUAGES = st.sampled_from(["en", "de", "sr", "sw"])
DECIMALS = st.decimals(min_value=0, max_value=10**9, places=4, allow_nan=False, allow_infinity=False)


@given(DECIMALS, LANGUAGES)
def test_a_number_is_read_as_its_language_writes_it(value, language):
    written = format_decimal(value, locale=number_formats.LOCALES.get(language, language), decimal_quantization=False)
    assert number_formats.read(written, language) == value
    (found,) = number_formats.in_text(f"x {written} y", language)
    assert found.value == value and found.text == written


@given(st.integers(0, 999), st.integers(0, 9999), LANGUAGES)
def test_a_number_with_the_decimal_mark_of_another_language_is_told_or_read_as_thousands(whole, fraction, language):
    wrong = {",": ".", ".": ","}[number_formats.marks(language)[0]]
    written = f"{whole}{wrong}{fraction:04d}"  # four digits are no thousands
    (found,) = number_formats.in_text(written, language)
    assert not isinstance(found, number_formats.Number) and written in found.message


@given(st.floats(-1000, 1000, allow_nan=False), st.integers(1, 6))
def test_a_rounding_counts_and_its_neighbour_does_not(value, places):
    def number(decimal: Decimal) -> number_formats.Number:
        return number_formats.Number(str(decimal), decimal, places, 1)

    unit = Decimal(1).scaleb(-places)
    rounded = Decimal(repr(value)).quantize(unit)
    assert number(rounded).is_rounding_of(value)
    # A whole unit beside it is no rounding, unless a 32-bit float can't tell them apart.
    assume(float(unit) > 1e-5)
    assert not number(rounded + unit * 2).is_rounding_of(value)
    assert not number(rounded - unit * 2).is_rounding_of(value)


@given(st.decimals(min_value=0, max_value=100, places=2), st.sampled_from(["", " %"]), LANGUAGES)
def test_an_excuse_names_a_number_as_it_is_shown(value, percent, language):
    written = format_decimal(value, format="0.00", locale=number_formats.LOCALES.get(language, language)) + percent
    (found,) = number_formats.in_text(written, language)
    assert number_formats.canonical(found) == f"{value:.2f}"


@given(st.lists(st.floats(-100, 100, allow_nan=False), min_size=1, max_size=5), st.integers(1, 6), st.data())
def test_an_output_with_other_digits_is_another_and_a_measured_one_is_not(values, places, data):
    printed = "[" + ", ".join(f"{value:.{places}f}" for value in values) + "]"
    place = data.draw(st.sampled_from([at for at, letter in enumerate(printed) if letter.isdigit()]))
    other = printed[:place] + str((int(printed[place]) + 1) % 10) + printed[place + 1 :]
    assert same_output(printed, printed + " \n") and same_words(other, printed)
    assert not same_output(other, printed)


# -- code


@given(st.sampled_from(FENCES), st.randoms(use_true_random=False))
def test_comments_empty_lines_and_line_ends_are_not_code(source, rng):
    assume('"""' not in source)
    lines = []
    for line in source.split("\n"):
        if rng.random() < 0.3:
            lines += ["", "# a remark"] if rng.random() < 0.5 else [""]
        lines.append(line)
    changed = "\n".join(lines) + rng.choice(["", "\n", "\n\n# the end"])
    assert read(changed).key == read(source).key


@given(st.sampled_from(FENCES), st.data())
def test_any_other_token_is_other_code(source, data):
    places = [
        token
        for token in tokenize.generate_tokens(io.StringIO(source + "\n").readline)
        if token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.OP, tokenize.STRING)
    ]
    token = data.draw(st.sampled_from(places))
    new = data.draw(st.sampled_from(["y", "0.5", "+", "'s'", "==", "("]))
    assume(new != token.string)
    lines = source.split("\n")
    if token.start[0] != token.end[0]:
        return
    row = token.start[0] - 1
    lines[row] = lines[row][: token.start[1]] + new + lines[row][token.end[1] :]
    with suppress(SyntaxError):  # told by code.check
        assert read("\n".join(lines)).key != read(source).key


@given(st.sampled_from(FENCES), st.integers(0, 9))
def test_translated_comments_come_back_to_their_places(source, number):
    counter = iter(range(number, 1000))

    def translated(text: str) -> str:
        lines = text.split("\n")
        for comment in read(text).comments:
            line = lines[comment.line - 1]
            lines[comment.line - 1] = line[: comment.column] + f"# Satz {next(counter)}"
        return "\n".join(lines)

    translation = translated(source)
    assert fences.port_comments(source, translation) == (translation, [])
    assert fences.port_comments(source, source) == (source, [])


def test_comments_that_look_alike_keep_their_order_when_code_changes():
    source = "x = 1  # first\nx = 1  # second\n# on its own\ny = 2"
    old = "x = 1  # eins\nx = 1  # zwei\n# allein\ny = 2\nz = 3  # drei"
    carried, lost = fences.port_comments(source, old)
    assert carried == "x = 1  # eins\nx = 1  # zwei\n# allein\ny = 2"
    assert [comment.text for comment in lost] == ["# drei"]


def test_a_comment_finds_the_line_below_it_over_empty_lines_and_other_comments():
    source = "# one\n\n# two\ny = f(2)  # three\nq = 0"
    old = "# eins\n\n# zwei\ny = f(2)  # drei\nr = 1"
    assert fences.port_comments(source, old) == ("# eins\n\n# zwei\ny = f(2)  # drei\nq = 0", [])


def test_a_comment_without_a_place_does_not_hold_up_the_others():
    carried, lost = fences.port_comments("a = 1  # one\nb = 2  # two", "z = 0  # null\na = 1  # eins\nb = 3")
    assert (carried, [comment.text for comment in lost]) == ("a = 1  # eins\nb = 2  # two", ["# null"])
    carried, lost = fences.port_comments("# one\ny = f(2)\nq = 0", "# eins\n\n# zwei\ny = f(2)\nr = 1")
    assert (carried, [comment.text for comment in lost]) == ("# eins\ny = f(2)\nq = 0", ["# zwei"])


# -- locks

HASH = st.text("0123456789abcdef", min_size=12, max_size=12)
SECTION = st.text(string.ascii_lowercase + "-1ž", max_size=40).map(lambda text: text.strip("-"))
REASON = st.lists(st.text(string.ascii_letters + "ßž.,", min_size=1, max_size=8), max_size=6).map(" ".join)
ENTRIES = st.lists(
    st.builds(
        lockfile.Entry, st.sampled_from(["heading", "paragraph", "fence", "admonition"]), SECTION, HASH, HASH, REASON
    ),
    max_size=8,
)


@given(ENTRIES)
def test_a_lock_is_read_as_it_was_written(tmp_path_factory, entries):
    path = _lock(tmp_path_factory)
    path.write_text(lockfile.render(entries, path), encoding="utf-8")
    assert lockfile.read(path, path.parent) == (entries, [])


@given(ENTRIES, st.data())
def test_any_edit_of_a_lock_is_told(tmp_path_factory, entries, data):
    path = _lock(tmp_path_factory)
    text = lockfile.render(entries, path)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 20, len(text))))
    put = data.draw(st.sampled_from(["", "0", "a", " ", "\n", "heading", "seal "]))
    edited = text[:start] + put + text[end:]
    assume(edited != text)
    path.write_bytes(edited.encode("utf-8"))
    (finding,) = lockfile.read(path, path.parent)[1]
    assert 1 <= finding.line <= edited.count("\n") + 1 and finding.hint


def _lock(tmp_path_factory) -> Path:
    return tmp_path_factory.getbasetemp() / "page.lock"


@given(st.lists(st.integers(0, 30), unique=True, max_size=7))
def test_as_few_blocks_as_possible_have_moved(places):
    kept = freshness._longest_increasing(places)
    stay = [place for place in places if place in kept]
    assert stay == sorted(stay)
    longest = max(
        size for size in range(len(places) + 1) for some in combinations(places, size) if list(some) == sorted(some)
    )
    assert len(stay) == longest
