"""Code in fences: what makes two of them the same, how comments travel, what is told of a fence that nothing runs."""

from __future__ import annotations

import tokenize

import pytest

from handbook.core.diagnostics import ERROR
from handbook.markdown import fences
from handbook.markdown.fences import Comment, Token, carry_comments, check, code_key, comments, tokens
from handbook.markdown.parser import parse

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
    assert code_key(one) == code_key(two)


@pytest.mark.parametrize("case", OTHER)
def test_this_is_other_code(case):
    one, two = OTHER[case]
    assert code_key(one) != code_key(two)


def test_tokens_know_their_lines():
    assert tokens("# a\nx = 1\n\ny") == (
        Token(tokenize.NAME, "x", 2),
        Token(tokenize.OP, "=", 2),
        Token(tokenize.NUMBER, "1", 2),
        Token(tokenize.NEWLINE, "", 2),
        Token(tokenize.NAME, "y", 4),
        Token(tokenize.NEWLINE, "", 4),
    )


def test_lines_count_from_the_first_even_where_it_is_empty():
    assert [token.line for token in tokens("\n\nx")] == [3, 3]


def fence(head: str, text: str):
    return parse(f"{head}\n{text}\n```\n").fences()[0]


def test_a_fence_of_words_is_the_same_in_other_words():
    words = "```{.python .words}"
    assert fences.fence_key(fence(words, 'a = "b"')) == fences.fence_key(fence(words, 'a = "other"'))
    assert fences.fence_key(fence(words, 'a = "b"')) != fences.fence_key(fence(words, 'c = "b"'))
    assert fences.fence_key(fence("```python", 'a = "b"')) != fences.fence_key(fence("```python", 'a = "other"'))
    assert fences.fence_key(fence("```python", 'a = "b"')) == code_key('a = "b"')
    assert [token.text for token in fences.fence_tokens(fence(words, 'a = "b"'))] == ["a", "=", "", ""]


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
    for function in (tokens, code_key, comments):
        with pytest.raises(SyntaxError, match=words):
            function(source)


# -- comments


def test_comments_are_anchored_to_the_code_around_them():
    assert comments("# top\nx = 1  # one\n\nif x:  # two\n    # three\n    y = [1,  # four\n         2]\n# end") == [
        Comment("# top", 1, 0, 0, True, ""),
        Comment("# one", 2, 7, 3, False, "x = 1"),
        Comment("# two", 4, 7, 6, False, "if x:"),
        Comment("# three", 5, 4, 6, True, ""),
        Comment("# four", 6, 13, 11, False, "y = [1,"),
        Comment("# end", 8, 0, 13, True, ""),
    ]


CARRIED = {
    # name: (English code, translated code, result, comments without place)
    "the same code": ("x = 1  # one\n# two\ny = 2", "x = 1  # eins\n# zwei\ny = 2", "x = 1  # eins\n# zwei\ny = 2", []),
    "the same code, spaced otherwise": ("x  =  1    # one", "x = 1  # eins", "x  =  1    # eins", []),
    "a comment more in English": (
        "x = 1  # one\ny = 2  # two",
        "x = 1\ny = 2  # zwei",
        "x = 1  # one\ny = 2  # zwei",
        [],
    ),
    "a comment more in the translation": (
        "x = 1\ny = 2  # two",
        "x = 1  # eins\ny = 2  # zwei",
        "x = 1\ny = 2  # zwei",
        ["# eins"],
    ),
    "two comments above one line": ("# one\n# two\nx = 1", "# eins\n# zwei\nx = 1", "# eins\n# zwei\nx = 1", []),
    "one of two": ("# one\nx = 1", "# eins\n# zwei\nx = 1", "# eins\nx = 1", ["# zwei"]),
    "behind or above": ("# one\nx = 1", "x = 1  # eins", "# one\nx = 1", ["# eins"]),
    "a line changed elsewhere": (
        "x = 1  # one\ny = 3  # two",
        "x = 1  # eins\ny = 2  # zwei",
        "x = 1  # eins\ny = 3  # two",
        ["# zwei"],
    ),
    "the line above which it stands": ("# one\nx = 1\ny = 3", "# eins\nx = 1\ny = 2", "# eins\nx = 1\ny = 3", []),
    "lines that moved": (
        "y = 2  # two\nx = 1  # one\nz = 0",
        "x = 1  # eins\ny = 2  # zwei",
        "y = 2  # zwei\nx = 1  # eins\nz = 0",
        [],
    ),
    "lines that stand twice": (
        "f()  # one\nf()  # two\nz = 0",
        "f()  # eins\nf()  # zwei",
        "f()  # eins\nf()  # zwei\nz = 0",
        [],
    ),
    "a comment at the end": ("x = 1\n# end", "y = 1\n# Ende", "x = 1\n# Ende", []),
    "a comment over an empty line": (
        "# one\n\nx = 1  # two\nz = 0",
        "# eins\nx = 1  # zwei",
        "# eins\n\nx = 1  # zwei\nz = 0",
        [],
    ),
    "a translation that does not parse": ("x = 1  # one", "x = (  # eins", "x = 1  # one", []),
    "equal lines in the same code": (
        "f()  # one\nf()  # two",
        "f()  # eins\nf()  # zwei",
        "f()  # eins\nf()  # zwei",
        [],
    ),
    "the first of equal lines without its comment": (
        "f()  # one\nf()  # two",
        "f()\nf()  # zwei",
        "f()  # one\nf()  # zwei",
        [],
    ),
    "three comments above one line": (
        "# one\n# two\n# three\nx = 1",
        "# eins\n# zwei\n# drei\nx = 1",
        "# eins\n# zwei\n# drei\nx = 1",
        [],
    ),
    "a comment less above, and a line changed below": (
        "# one\nx = 1\n# two\ny = 2\nz = 3",
        "x = 1\n# zwei\ny = 2\nz = 4",
        "# one\nx = 1\n# zwei\ny = 2\nz = 3",
        [],
    ),
    "two comments less above": (
        "# one\n# two\nx = 1\n# three\n# four\ny = 2\nz = 3",
        "x = 1\n# drei\n# vier\ny = 2\nz = 4",
        "# one\n# two\nx = 1\n# drei\n# vier\ny = 2\nz = 3",
        [],
    ),
    "lines that begin alike": (
        "# one\nx = 1\n# two\nx = 2\nz = 3",
        "# zwei\nx = 2\nz = 4",
        "# one\nx = 1\n# zwei\nx = 2\nz = 3",
        [],
    ),
    "no comments": ("x = 1", "x = 1", "x = 1", []),
}


ONE = 'def f():\n    """One."""\n    return {}\n'
CARRIED |= {
    "a docstring": (ONE.format(1), ONE.format(1).replace("One", "Eins"), ONE.format(1).replace("One", "Eins"), []),
    "a docstring over changed code": (
        ONE.format(2),
        ONE.format(1).replace("One", "Eins"),
        ONE.format(2).replace("One", "Eins"),
        [],
    ),
    "a docstring in other quotes": (
        ONE.format(2),
        ONE.format(1).replace('"""One."""', "'Eins.'"),
        ONE.format(2).replace('"""One."""', "'Eins.'"),
        [],
    ),
    "a longer docstring": (
        ONE.format(2) + "x = 1  # end",
        ONE.format(1).replace("One.", "Eins,\n    zwei.") + "x = 1  # Ende",
        ONE.format(2).replace("One.", "Eins,\n    zwei.") + "x = 1  # Ende",
        [],
    ),
    "a shorter docstring": (
        ONE.format(2).replace("One.", "One,\n    two.") + "x = 1",
        ONE.format(1).replace("One", "Eins"),
        ONE.format(2).replace("One", "Eins") + "x = 1",
        [],
    ),
    "a docstring with a comment behind": (
        ONE.format(2).replace('"""\n', '"""  # a\n'),
        ONE.format(1).replace("One", "Eins"),
        ONE.format(2).replace('"""\n', '"""  # a\n').replace("One", "Eins"),
        [],
    ),
    "a docstring behind its function's head": (
        'def f(): "One."\nx = 2',
        'def f(): "Eins, zwei."\nx = 1',
        'def f(): "Eins, zwei."\nx = 2',
        [],
    ),
    "docstrings of a class and its methods": (
        'class A:\n    """A."""\n    def f(self):\n        """F."""\n    def g(self):\n        """G."""\nx = 2',
        (
            'class A:\n    """Ah,\n    ja."""\n    def g(self):\n        """Ge."""\n'
            '    def f(self):\n        """Ef,\n        ja."""\nx = 1'
        ),
        (
            'class A:\n    """Ah,\n    ja."""\n    def f(self):\n        """Ef,\n        ja."""\n'
            '    def g(self):\n        """Ge."""\nx = 2'
        ),
        [],
    ),
    "docstrings behind one of several lines": (
        (
            'class A:\n    """One,\n    two,\n    three."""\n    def f(self):\n        """F,\n        f."""\n'
            '    def g(self):\n        """G,\n        g."""\nx = 2'
        ),
        'class A:\n    """Eins."""\n    def f(self):\n        """Ef."""\n    def g(self):\n        """Ge."""\nx = 1',
        'class A:\n    """Eins."""\n    def f(self):\n        """Ef."""\n    def g(self):\n        """Ge."""\nx = 2',
        [],
    ),
    "docstrings of two classes with a method of one name": (
        'class A:\n    def f(self):\n        "A."\nclass B:\n    def f(self):\n        "B."\nx = 2',
        'class A:\n    def f(self):\n        "Ah."\nclass B:\n    def f(self):\n        "Be."\nx = 1',
        'class A:\n    def f(self):\n        "Ah."\nclass B:\n    def f(self):\n        "Be."\nx = 2',
        [],
    ),
    "a docstring of a function inside a block": (
        'if x:\n    def f():\n        "One."\n    y = 2',
        'if x:\n    def f():\n        "Eins."\n    y = 1',
        'if x:\n    def f():\n        "Eins."\n    y = 2',
        [],
    ),
    "a docstring inside a function without one": (
        'def f():\n    def g():\n        "One."\n    return 2',
        'def f():\n    def g():\n        "Eins."\n    return 1',
        'def f():\n    def g():\n        "Eins."\n    return 2',
        [],
    ),
    "a docstring that the translation lacks": (ONE.format(2), "def f():\n    return 1\n", ONE.format(2), []),
    "a docstring of a function that English lacks": (
        ONE.format(1),
        ONE.format(1).replace("f()", "g()").replace("One.", "Eins\n    und."),
        ONE.format(1),
        ['"""Eins'],
    ),
    "a string that is shown is no docstring": (
        '"one"\ndef f():\n    x = "two"\n    "three"\n    return 2',
        '"eins"\ndef f():\n    x = "zwei"\n    "drei"\n    return 1',
        '"one"\ndef f():\n    x = "two"\n    "three"\n    return 2',
        [],
    ),
}


def test_a_docstring_without_a_place_is_named_with_its_line():
    assert carry_comments("x = 1", "x = 1\ndef g():\n    'Eins und.'\nclass B:\n    'Be.'")[1] == [
        Comment("'Eins und.'", 3, 4, 0, True, ""),
        Comment("'Be.'", 5, 4, 0, True, ""),
    ]


@pytest.mark.parametrize("case", CARRIED)
def test_english_code_takes_the_translated_comments(case):
    source, translation, result, lost = CARRIED[case]
    carried, left = carry_comments(source, translation)
    assert (carried, [comment.text for comment in left]) == (result, lost)


# -- the check


def told(text: str) -> list[tuple[int, str]]:
    page = parse(f"# T {{ #t }}\n\n{text}\n", "docs/en/t.md", "en", "t")
    found = check(page)
    assert all(finding.path == "docs/en/t.md" and finding.severity == ERROR and finding.hint for finding in found)
    return [(finding.line, finding.message) for finding in found]


SOUND = [
    "```python\nx = 1\n```",
    "```py\nx = 1\n```",
    '```{.python .no-run reason="slow"}\nx = 1\n```',
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
    "not run and no reason": ("```{.python .no-run}\nx = 1\n```", [(3, "a fence is not run and nobody says why")]),
    "not run for a blank reason": (
        '```{.python .no-run reason=" "}\nx = 1\n```',
        [(3, "a fence is not run and nobody says why")],
    ),
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
