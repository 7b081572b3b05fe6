"""Code in fences: what makes two of them the same, how comments travel, what is told of a fence that nothing runs."""

from __future__ import annotations

import pytest

from handbook.core.diagnostics import ERROR
from handbook.markdown import fences
from handbook.markdown.fences import check
from handbook.markdown.parser import parse
from handbook.markdown.python_code import Token, read

SAME = {
    "comments": ("x = 1  # one", "x = 1"),
    "a line of comment": ("# one\nx = 1", "x = 1"),
    "empty lines": ("x = 1\n\n\ny = 2", "x = 1\ny = 2"),
    "spaces": ("x=1", "x  =  1"),
    "the width of an indent": ("if x:\n    y = 1", "if x:\n  y = 1"),
    "a line end more": ("x = 1", "x = 1\n\n"),
    "line breaks in brackets": ("f(1,\n  2)", "f(1, 2)"),
    "a docstring": ('def f():\n    """One."""\n    return 1', 'def f():\n    """Eins\n    und zwei."""\n    return 1'),
    "the docstring of a class": ('class A:\n    "One."\n    x = 1', 'class A:\n    "Eins."\n    x = 1'),
    "the docstring of a coroutine": (
        'async def f():\n    "One."\n    return 1',
        'async def f():\n    "Eins."\n    return 1',
    ),
    "a docstring deeper": (
        'class A:\n    def f(self):\n        "One."\n        return 1',
        'class A:\n    def f(self):\n        "Eins."\n        return 1',
    ),
}
OTHER = {
    "a name": ("x = 1", "y = 1"),
    "a number": ("x = 1", "x = 2"),
    "a string": ("x = 'a'", "x = 'b'"),
    "a string in other quotes": ("x = 'a'", 'x = "a"'),
    "an operator": ("x + 1", "x - 1"),
    "an indent": ("if x:\n    y = 1\nz = 2", "if x:\n    y = 1\n    z = 2"),
    "two lines in one": ("x = 1\ny = 2", "x = 1; y = 2"),
    "a string that is shown": ('"one"', '"eins"'),
    "a string behind the first": ('def f():\n    "One."\n    "two"', 'def f():\n    "One."\n    "zwei"'),
    "a string that is no docstring": ('def f():\n    x = 1\n    "two"', 'def f():\n    x = 1\n    "zwei"'),
    "a string in the same column": ('def f(a="one"):\n    "D."', 'def f(a="eins"):\n    "D."'),
}


@pytest.mark.parametrize("case", SAME)
def test_this_is_no_code(case):
    one, two = SAME[case]
    assert read(one).key == read(two).key


@pytest.mark.parametrize("case", OTHER)
def test_this_is_other_code(case):
    one, two = OTHER[case]
    assert read(one).key != read(two).key


def test_tokens_know_their_lines():
    assert [*read("# a\nx = 1\n\ny").tokens()] == [
        Token("NAME", "x", 2),
        Token("OP", "=", 2),
        Token("NUMBER", "1", 2),
        Token("NEWLINE", "", 2),
        Token("NAME", "y", 4),
        Token("NEWLINE", "", 4),
    ]


def test_lines_count_from_the_first_even_where_it_is_empty():
    assert read("\n\nx").lines == (3, 3)


def fence(head: str, text: str):
    return parse(f"{head}\n{text}\n```\n").fences()[0]


def test_a_fence_of_words_is_the_same_in_other_words():
    words = "```{.python .words}"
    assert fences.fence_key(fence(words, 'a = "b"')) == fences.fence_key(fence(words, 'a = "other"'))
    assert fences.fence_key(fence(words, 'a = "b"')) != fences.fence_key(fence(words, 'c = "b"'))
    assert fences.fence_key(fence("```python", 'a = "b"')) != fences.fence_key(fence("```python", 'a = "other"'))
    assert fences.fence_key(fence("```python", 'a = "b"')) == read('a = "b"').key
    assert [token.text for token in fences.fence_tokens(fence(words, 'a = "b"'))] == ["a", "=", "", ""]


def test_a_check_is_the_same_in_other_words_with_the_same_fields():
    def key(message):
        return fences.fence_key(fence("```{.python .check}", f"assert x == 1, {message}"))

    assert key('f"{x} of {y}"') == key('f"von {y} sind es {x}"') != key('f"{x} of {z}"')
    assert key('"no"') == key('"nein"') != key('f"{x}"')


@pytest.mark.parametrize(
    "source, words",
    [
        ("x = (", "never closed"),
        ("x = \0", "null"),
        ("(" * 300 + ")" * 300, "nested|parentheses"),
        ("-" * 100_000 + "1", "nested too deep"),
    ],
    ids=["open", "nul", "brackets", "signs"],
)
def test_what_is_no_python_is_a_syntax_error(source, words):
    with pytest.raises(SyntaxError, match=words):
        read(source)


# -- the check


def told(text: str) -> list[tuple[int, str]]:
    page = parse(f"# T {{ #t }}\n\n{text}\n", "docs/en/t.md", "en", "t")
    found = check(page)
    assert all(finding.path == "docs/en/t.md" and finding.severity == ERROR and finding.hint for finding in found)
    return [(finding.line, finding.message) for finding in found]


SOUND = [
    "```python\nx = 1\n```",
    '```{.python .no-run reason="slow"}\nx = 1\n```',
    '```{.python .no-live reason="needs a graphics card"}\nx = 1\n```',
    '```{.python .words}\na = "b"\n```',
    "```text\nx\n```",
    "```console\n$ ls\n```",
    "```TOML\na = 1\n```",
    "```python\nf()\n```\n\n```{.text .output}\n1\n```",
    "Words.",
]


@pytest.mark.parametrize("text", SOUND)
def test_a_fence_that_is_run_or_excused_is_sound(text):
    assert told(text) == []


FAULTY = {
    "code that does not parse": (
        "```python\nx = 1\ny = (\n```",
        [(5, "this code doesn't parse: '(' was never closed")],
    ),
    "two of them": (
        "```python\nx = (\n```\n\n```python\ny = )\n```",
        [(4, "this code doesn't parse: '(' was never closed"), (8, "this code doesn't parse: unmatched ')'")],
    ),
    "a typographic quote": (
        "```python\nx = 1\ny = “a”\n```",
        [(5, "“ in code: an editor has put a typographic sign there")],
    ),
    "a dash": ("```python\nx = 1 – 2\n```", [(4, "– in code: an editor has put a typographic sign there")]),
    "a typographic quote inside a string": ("```python\nx = 'a“'\n```", []),
    "a line less than the parser means": (
        "```python\nif x:\n```",
        [(4, "this code doesn't parse: expected an indented block after 'if' statement on line 1")],
    ),
    "a console session": ("```pycon\n>>> 1\n```", None),
    "a console session that parses": ("```pycon\nx = 1\n```", [(3, "a console session is not run")]),
    "not live and no reason": (
        "```{.python .no-live}\nx = 1\n```",
        [(3, "a fence can't be run in the page and nobody says why")],
    ),
    "long and not how long": (
        '```{.python .takes-long seconds="long"}\nx = 1\n```\n\n```{.python .takes-long seconds="30"}\nx = 1\n```',
        [(3, "a fence takes long in the page and doesn't say how many seconds")],
    ),
    "not run and no reason": ("```{.python .no-run}\nx = 1\n```", [(3, "a fence is not run and nobody says why")]),
    "not run for a blank reason": (
        '```{.python .no-run reason=" "}\nx = 1\n```',
        [(3, "a fence is not run and nobody says why")],
    ),
    "an exercise without a check": (
        "```{.python .exercise}\nx = ...\n```",
        [(3, "an exercise without a check of its answer")],
    ),
    "a check without an exercise": ('```{.python .check}\nassert x, "no"\n```', [(3, "a check without an exercise")]),
    "code in a fence of words": (
        '```{.python .words}\na = "b"\nprint(a)\n```',
        [(3, "a fence of words holds other code")],
    ),
    "a number in a fence of words": ("```{.python .words}\na = 1\n```", [(3, "a fence of words holds other code")]),
    "a call in a fence of words": ("```{.python .words}\na = str(1)\n```", [(3, "a fence of words holds other code")]),
    "an output alone": ("```{.text .output}\n1\n```", [(3, "an output without the code that prints it")]),
    "an output behind words": (
        "```python\nf()\n```\n\nWords.\n\n```{.text .output}\n1\n```",
        [(9, "an output without the code that prints it")],
    ),
    "a second output": (
        "```python\nf()\n```\n\n```{.text .output}\n1\n```\n\n```{.text .output}\n2\n```",
        [(11, "an output without the code that prints it")],
    ),
    "no language": ("```\nx\n```", [(3, "a fence that doesn't say what it holds")]),
    "Python in capitals": ("```Python\nx = 1\n```", [(3, "a fence in `Python`, which pages call `python`")]),
    "Python by a short name": ("```{.py}\nx = 1\n```", [(3, "a fence in `py`, which pages call `python`")]),
    "Python by its version": ("```python3\nx = 1\n```", [(3, "a fence in `python3`, which pages call `python`")]),
    "tildes": ("~~~python\nx = 1\n~~~", [(3, "a fence of ~: pages have one kind of fence, of backticks")]),
    "a language that nobody knows": (
        "```pyhton\nx\n```",
        [(3, "no language is called `pyhton`: this would be shown as plain text, and not run")],
    ),
}


@pytest.mark.parametrize("case", FAULTY)
def test_a_fence_is_told_at_its_line(case):
    text, expected = FAULTY[case]
    found = told(text)
    if expected is None:
        assert (3, "a console session is not run") in found and len(found) == 2
    else:
        assert found == expected


@pytest.mark.parametrize(
    "opening, instead",
    [("```Python", "```python"), ("```{.py .no-run}", "```{.python .no-run}"), ("~~~text", "```text")],
)
def test_the_hint_is_the_line_to_write(opening, instead):
    page = parse(f"# T {{ #t }}\n\n{opening}\nx = 1\n{opening[:3]}\n", "docs/en/t.md", "en", "t")
    assert f"write {instead}" in [finding.hint for finding in check(page)]


def test_every_fault_of_a_page_is_told():
    assert [
        line
        for line, _ in told(
            "```pycon\nx = 1\n```\n\n```{.python .no-run}\nx = (\n```\n\n"
            "```\nx\n```\n\n```{.text .output}\n1\n```\n\n```abc\nx\n```"
        )
    ] == [3, 8, 7, 11, 15, 19]


@pytest.mark.parametrize(
    "sign, instead", [("“", '"'), ("’", "'"), ("«", '"'), ("—", "-"), ("−", "-"), ("×", "*"), ("\u00a0", "a space")]
)
def test_the_hint_says_what_to_write_instead(sign, instead):
    page = parse(f"# T {{ #t }}\n\n```python\nx = 1 {sign} 2\n```\n", "docs/en/t.md", "en", "t")
    (finding,) = check(page)
    assert finding.hint == f"write {instead}"


def test_a_syntax_error_without_a_line_is_told_on_the_first():
    page = parse("# T { #t }\n\n```python\n" + "-" * 3_000 + "1\nx = 2\n```\n", "docs/en/t.md", "en", "t")
    fence = page.fences()[0]
    finding = fences._syntax_finding(fence, SyntaxError("nested too deep"))
    assert (finding.path, finding.line) == ("docs/en/t.md", 4) and "nested too deep" in finding.message
    error = SyntaxError("beyond")
    error.lineno = 99
    assert fences._syntax_finding(fence, error).line == 5
