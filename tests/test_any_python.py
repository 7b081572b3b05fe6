"""Any Python from 3.11 on records and tells the same of the same page: the running one and the newest that npm has."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path

import pytest
from recorded import recorded
from samples import KINDS, PROJECT

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core import npm

LIBRARY = Path(sysconfig.get_path("stdlib"))
# What `tokenize` and `ast` told differently in some version, and what could be told differently.
TEXTS = {
    "strings in braces": "f'{x!r:>{width}} {{}} {f\"{y}\"}' 'a' rf'\\d{z}'",
    "a string of lines in braces": 'x = f"""{\n    y}\n  {z:\n>3}"""  # behind\n# below',
    "a string of lines": 'x = """a\nb""" + c  # behind\ny = 1',
    "a debugging string": 'f"{x = }" f"{y=:.2f}"',
    "letters of several bytes": "ф = 'ш'  # ђ\ndef г():\n    '''Љ\n    њ.'''\n    return f'{ф}ж' + \"𝔸\"",
    "a docstring with backslashes": 'def f():\n    "a\\\n    b"\n    r"c"',
    "two docstrings of one name": 'def f():\n    "one"\ndef f():\n    "two"',
    "a comment where a block ends": "if x:\n    y\n  # half\n# none\nelse:\n    z",
    "a match": "match x:\n    case {'a': [b, *_]} if b: # c\n        def f():\n            'd'",
    "operators": "a @= b ** -c // d; e: int = (f := g) if not h <= i != j else lambda *k, **l: ...",
    "continued lines": "x = 1 + \\\n    2\nif (a and\n    # why\n    b): pass",
    "no line end": "x = 1",
    "tabs": "if x:\n\ty = 1\n\tif z:\n\t\tw",
    "newer code": "type X = int",
    "no code": "x = (",
    "a sign": "x = 1 ? 2",
    "nothing": "",
    "a comment alone": "# a",
}
# `tokenize` splits such letters since 3.12 no more; no page has them.
MATHEMATICAL_LETTERS = {"test_unicode_identifiers.py"}
EXAMPLES = {
    "dataclasses.py",
    "typing.py",
    "test_fstring.py",
    "test_grammar.py",
    "test_generators.py",
    "test_tokenize.py",
}


def by_newer_python(plan: dict) -> dict:
    packages = sysconfig.get_path("purelib")
    folders = [folder for folder in (packages, str(LIBRARY)) if not Path(folder).is_relative_to(ROOT)]
    places = {"folders": [str(ROOT), *folders], "paths": [str(ROOT / "tests"), str(ROOT / "src"), packages]}
    command = [npm.node(), ROOT / "tests" / "newer_python.mjs", json.dumps(places)]
    done = subprocess.run(command, input=json.dumps(plan), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def compared(plan: dict) -> dict:
    """What both tell, which is the same."""
    newer, ours = by_newer_python(plan), json.loads(json.dumps(recorded(plan)))
    assert newer.pop("version") >= [3, 14]
    for kind, by_name in ours.items():
        assert newer[kind].keys() == by_name.keys()
        assert {name: (told, newer[kind][name]) for name, told in by_name.items() if newer[kind][name] != told} == {}
    return ours


def plan_of(names: list[str], files: list[Path]) -> dict:
    pages = [(language, name) for language in PROJECT.languages for name in names]
    return {"root": str(ROOT), "pages": pages, "files": [str(path) for path in files], "texts": TEXTS}


def library() -> list[Path]:
    return sorted({*LIBRARY.glob("*.py"), *LIBRARY.glob("test/test_*.py")})


def test_a_newer_python_records_and_tells_the_same():
    told = compared(plan_of(sorted(KINDS), [path for path in library() if path.name in EXAMPLES]))
    assert len(told["locks"]) == len(KINDS) * (len(PROJECT.languages) - 1)
    assert {name for name in TEXTS if told["code"][name] == "SyntaxError"} == {"newer code", "no code", "a sign"}


@pytest.mark.nightly
def test_a_newer_python_records_and_tells_the_same_of_all_pages_and_of_the_standard_library():
    files = [path for path in library() if path.name not in MATHEMATICAL_LETTERS and is_utf8(path)]
    told = compared(plan_of(PROJECT.names(SOURCE_LANGUAGE), files))
    assert len(told["locks"]) > 90 and sum(isinstance(code, dict) for code in told["code"].values()) > 150


def is_utf8(path: Path) -> bool:
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True
