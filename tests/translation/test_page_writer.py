"""Writing units into pages: lines break where nothing else is meant, and what would be something else is refused."""

from __future__ import annotations

import pytest

from handbook.markdown.parser import parse
from handbook.translation import page_writer
from handbook.translation.translation_units import units_of

LONG = "wort " * 19


def block(markdown: str):
    return parse(markdown).visible[-1]


@pytest.mark.parametrize("sign", ["-", "*", "+", "1.", "12.", "#", ">", "|", "===", "!!!", "???", "```", "<b>"])
def test_no_line_begins_with_what_begins_a_block(sign):
    raw = page_writer.rendered(block("Old.\n"), f"{LONG}{sign} {LONG.strip()}")
    assert all(not line.startswith(sign) for line in raw.split("\n"))
    assert len(parse(raw).blocks) == 1


def test_code_formulas_and_targets_stay_on_one_line():
    text = f'{LONG}`a b c d` {LONG}$x + y + z$ {LONG}[two words](page.md "a title") end'
    raw = page_writer.rendered(block("Old.\n"), text)
    for part in ("`a b c d`", "$x + y + z$", '(page.md "a title")'):
        assert part in raw
    assert max(map(len, raw.split("\n"))) <= page_writer.WIDTH


@pytest.mark.parametrize(
    "markdown, text, expected",
    [
        ("## Old { #id .wide }\n", "New", "## New { #id .wide }\n"),
        ("# Old\n", "New", "# New\n"),
        ("- old\n", "new", "- new\n"),
        ("3.  old\n", "new", "3.  new\n"),
        ('!!! note "Old"\n', "New “word”", '!!! note "New “word”"\n'),
        ('=== "Old"\n', "New", '=== "New"\n'),
        ("> old\n", "new", "> new\n"),
        ("| a | b |\n|---|:-:|\n| c | d |\n", "| e | f |\n| g | h |", "| e | f |\n|---|:-:|\n| g | h |\n"),
    ],
)
def test_markers_and_attributes_stay(markdown, text, expected):
    assert page_writer.rendered(block(markdown), text) == expected


def test_a_long_item_goes_on_below_its_text():
    raw = page_writer.rendered(block("1. old\n"), LONG * 2 + "end")
    assert raw.split("\n")[1].startswith("   wort")


@pytest.mark.parametrize(
    "markdown, text",
    [
        ("Old.\n", "- an item"),
        ("Old.\n", "two\n\nparagraphs"),
        ("Old.\n", "# a heading"),
        ("Old.\n", ""),
        ("## Old { #id }\n", "New { #other }"),
        ("- old\n", "new\n- newer"),
        ('=== "Old"\n', "New\nline"),
        ("| a | b |\n|---|---|\n| c | d |\n", "| only one |"),
        ("Old.\n", "<div>"),
    ],
)
def test_what_would_be_something_else_is_refused(markdown, text):
    with pytest.raises(ValueError):
        page_writer.rendered(block(markdown), text)


CODE = '```python\nx = 1  # first\n\n\ndef f():\n    """Say\n    what."""\n    # then\n    return x\n```\n'


def test_words_go_into_the_code_that_has_them():
    source, translation = parse(CODE, language="en"), parse(CODE.replace("# first", "#  erst"), language="de")
    words = units_of(source)[1]
    assert page_writer.one_line(words, source) == "first\nSay what.\nthen"
    assert page_writer.with_units(source, translation, {words: "erst\nSay what.\nthen"}) == translation.source
    text = page_writer.with_units(source, translation, {words: "zuerst\nSag was.\ndann"})
    assert text == '```python\nx = 1  #  zuerst\n\n\ndef f():\n    """Sag was."""\n    # dann\n    return x\n```\n'


@pytest.mark.parametrize("text", ["one", "one\ntwo\nthree\nfour", 'one\ntwo"""\nthree'])
def test_words_that_do_not_fit_the_code_are_refused(text):
    source = parse(CODE)
    with pytest.raises(ValueError, match="words in 3 places"):
        page_writer.with_units(source, parse(CODE, language="de"), {units_of(source)[1]: text})


@pytest.mark.parametrize(
    "text", ["Plain words.", "With: a colon", "“Quoted”", '"quoted"', "# no comment", "true", "- x"]
)
def test_a_description_is_read_as_it_was_written(text):
    source = parse("---\ndescription: Old\nother: kept\n---\n\n# T { #t }\n")
    written = page_writer.with_units(source, source, {units_of(source)[0]: text})
    assert parse(written).meta == {"description": text, "other": "kept"}


def test_a_description_needs_front_matter():
    source, page = parse("---\ndescription: Old\n---\n\n# T { #t }\n"), parse("# T { #t }\n")
    for translation in (page, parse("")):
        with pytest.raises(ValueError, match="no front matter"):
            page_writer.with_units(source, translation, {units_of(source)[0]: "New"})


def test_a_box_without_a_title_gets_one():
    assert page_writer.rendered(block("!!! note\n"), "New") == '!!! note "New"\n'
