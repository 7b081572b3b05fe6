"""Every operation of the page's tensors gives what torch gives: numbers, gradients, kinds, shapes and messages.

As a command it lists what differs: ``test_operations.py [WORD …]`` runs the programs with a word in their name.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
import sys
import warnings
from difflib import SequenceMatcher
from functools import cache
from itertools import zip_longest

import pytest
import python_probes
from operation_cases import START
from operation_programs import PROGRAMS

pytest.importorskip("torch", minversion="2.13")

NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b")

# How many lines of a program still differ, by what they are about. Nearly all are names of gradients where torch has
# one operation and the page several (convolution, einsum, attention), messages of wrong types of arguments,
# second derivatives that are None here and zeros there, and what is missing: the gradient of qr for a wide matrix,
# dilation, `grad_fn.next_functions`.
# The numbers may only fall.
KNOWN: dict[str, int] = {
    "abs": 2, "relu": 2, "absolute": 2, "pairs floor_divide": 6, "pairs bitwise_left_shift": 1,
    "pairs bitwise_right_shift": 1, "kinds bool": 3, "kinds uint8": 2, "kinds int8": 2, "kinds int16": 2,
    "kinds int32": 2, "kinds int64": 2, "reduce prod": 47, "reduce var": 6, "reduce argmax": 3, "reduce argmin": 3,
    "reduce max": 51, "reduce min": 51, "reduce median": 49, "more 0": 8, "more 1": 1, "more 3": 21, "more 8": 8,
    "more 9": 8, "more 11": 14, "views 2": 2, "views 8": 9, "views 12": 2, "views 14": 4, "views 15": 10,
    "views 16": 4, "views 17": 13, "views 18": 2, "index 5": 16, "index 10": 1, "index 14": 2, "index 15": 26,
    "index 16": 56, "index 20": 32, "networks 0": 3, "networks 1": 2, "networks 7": 6, "networks 8": 1,
    "networks 10": 6, "networks 11": 5, "networks 12": 20, "networks 13": 3, "leaf": 1, "rules": 1, "graph": 1,
    "saved index": 1, "scalars": 1, "errors": 5,
}  # fmt: skip


def printed(text: str) -> str:
    """What a program prints with torch."""
    with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(START + text, "program", "exec", dont_inherit=True), {"__name__": "__main__"})
    return out.getvalue().rstrip("\n")


@cache
def printed_in_page(names: tuple[str, ...]) -> dict[str, str]:
    """What the page prints for each program: all in one run, since importing takes the most time."""
    lines = [
        "import warnings",
        "warnings.simplefilter('ignore')",
        "lines = []",
        "def note(*words):",
        "    lines.extend(' '.join([str(word) for word in words]).split(chr(10)))",
        f"names = {{'__name__': '__main__', 'print': note}}\nexec({START!r}, names)",
        "def run(text):",
        "    lines.clear()",
        "    try:",
        "        exec(text, dict(names))",
        "    except Exception as error:",
        "        lines.append(f'stopped by {type(error).__name__}: {error}')",
        # As one line: a block may print so many only.
        "    print(chr(1).join(lines), end=chr(2))",
    ]
    sources = {}
    for start in range(0, len(names)):
        part = names[start : start + 1]
        sources["\n".join(part)] = "\n".join(lines + [f"run({PROGRAMS[name]!r})" for name in part])
    result = {}
    for part, text in python_probes.in_page(sources).items():
        texts = text.replace("\1", "\n").split("\2")
        assert len(texts) == len(part.split("\n")) + 1, texts[-1]
        result.update(zip(part.split("\n"), texts, strict=False))
    return result


def alike(expected: str, found: str) -> bool:
    """Whether two lines have the same words, and numbers that differ in last bits at most."""
    if expected == found:
        return True
    if NUMBER.sub("#", expected) != NUMBER.sub("#", found):
        return False
    half = "float16" in expected
    pairs = zip(NUMBER.findall(expected), NUMBER.findall(found), strict=True)
    tolerance = 1e-2 if half else 1e-4
    return all(a == b or math.isclose(float(a), float(b), rel_tol=tolerance, abs_tol=2e-6) for a, b in pairs)


def differences(name: str, found: str) -> list[tuple[str, str]]:
    """Lines that differ; lines that only one of the two prints don't shift those after them."""
    expected, lines = printed(PROGRAMS[name]).split("\n"), found.split("\n")
    words = [[NUMBER.sub("#", line) for line in text] for text in (expected, lines)]
    result = []
    for kind, start, end, first, last in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        pairs = list(zip_longest(expected[start:end], lines[first:last], fillvalue="(nothing)"))
        result += [pair for pair in pairs if kind != "equal" or not alike(*pair)]
    return result


@cache
def found() -> dict[str, str]:
    return printed_in_page(tuple(PROGRAMS))


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_page_calculates_as_torch_does(name):
    differ = differences(name, found()[name])
    most = KNOWN.get(name, 0)
    assert len(differ) <= most, "\n".join(f"- {a}\n+ {b}" for a, b in differ)


def main(words: list[str]) -> None:
    names = tuple(name for name in PROGRAMS if not words or any(word in name for word in words))
    counts = {}
    for name, text in printed_in_page(names).items():
        differ = differences(name, text)
        if differ:
            counts[name] = len(differ)
            print(f"### {name}", *[f"- {a}\n+ {b}" for a, b in differ], sep="\n")
    print(counts, sum(counts.values()), "lines differ")


if __name__ == "__main__":
    main(sys.argv[1:])
