"""Sybil as its documentation sets it up for Markdown.

It compares what doctests print; it has no parser of outputs for Markdown.
"""

from doctest import ELLIPSIS
from pathlib import Path

from sybil import Sybil
from sybil.parsers.markdown import ClearNamespaceParser, PythonCodeBlockParser, SkipParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS), SkipParser(), ClearNamespaceParser()],
    patterns=["*.md"],
    path=str(Path.cwd()),
).pytest()
