"""The tokens that are found by one expression are those of Python's `tokenize`, which is slower and changes."""

from __future__ import annotations

import io
import sys
import tokenize

import pytest

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.markdown.python_code import LINES, read
from handbook.project.checkout import Project

FENCES = [
    fence.text for page in Project(ROOT).pages([SOURCE_LANGUAGE, "sr"]) for fence in page.fences() if fence.is_python
]
SOURCES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py"))]
SHORT = {
    "numbers": "0XfF + 0b1_0 + 0o17 + 1_000.5e-3j + 2E5J + .5 + 1. + 1..real + 1if x else 0xfor y",
    "an ellipsis before a number": "x[..., .5, ...]",
    "prefixes": "b'a', Rb'\\'', f\"{x}\", U'', rF'{y}', br''",
    "quotation marks in strings": "'''d\\'''e''' + \"\"\"a\"b\"\"\" + '\\\\' + ''",
    "a continued string": "'a\\\nb' 'c'",
    "continued lines": "\\\nx = 1 + \\\n    2\nif x:\n  y\n\\\n\\\nz",
    "comments at other depths": "if x:\n        # deep\n    y\n# none\n  # half\n    z\n# end",
    "blocks": "class A:\n  'd'\n  def f(self): 'e'\n  def g(self):\n\n    return (1,\n# c\n2)\nx",
    "tabs and form feeds": "if x:\n\t y\n\t z\n\x0cb\nif c:\n    d\n \x0c    e",
    "line ends of Windows": "if x:\r\n    y = 1 + \\\r\n 2  # c\r\n\r\nz\r\n",
    "operators": "a = b ** c // d << e >> f; g @ h != i <= ~j == k >= l < m > n",
    "brackets": "o: int = (p := q); r.s(*t, **u) or [v, {w}]",
    "operators that assign": "".join(f"a {sign}= b\n" for sign in "+ - * / % & | ^ @ ** // << >>".split()),
    "arrows": "def f() -> a: ...",
    "nothing": "",
    "a comment": "  # a",
}


@pytest.mark.filterwarnings("ignore:invalid:SyntaxWarning")
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="`tokenize` takes f-strings apart: see test_any_python.py")
@pytest.mark.parametrize("texts", [FENCES, SOURCES, list(SHORT.values())], ids=["pages", "sources", "forms"])
def test_tokens_are_those_of_tokenize(texts):
    for text in texts:
        code = read(text)
        docstrings = {literal.start for literal in code.docstrings.values()}
        tokens = [
            token
            for token in tokenize.generate_tokens(io.StringIO(text.rstrip("\n") + "\n").readline)
            if token.type not in (tokenize.NL, tokenize.ENDMARKER)
        ]
        comments = [token for token in tokens if token.type == tokenize.COMMENT]
        assert [(one.text, (one.line, one.column)) for one in code.comments] == [
            (token.string, token.start) for token in comments
        ]
        strings = [token for token in tokens if token.type == tokenize.STRING]
        assert [tuple(one) for one in code.strings] == [(token.string, token.start, token.end) for token in strings]
        rest = [
            (name, "" if name in LINES else token.string, token.start[0])
            for token in tokens
            if (name := tokenize.tok_name[token.type]) != "COMMENT" and token.start not in docstrings
        ]
        assert [tuple(token) for token in code.tokens()] == rest, text
