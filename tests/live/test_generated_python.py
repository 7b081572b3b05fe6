"""Python in the page is Python: on programs that a generator makes, it prints what Pyodide alone prints, to the letter.

What we take away of it (library, modules that lead out), how we run blocks and how we make modules new may change
nothing. By day always the same programs, so that nobody's work waits for what another day's dice found; at night others
each time. A run is repeated with ``GENERATED_SEED=SEED``.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from datetime import date
from itertools import zip_longest
from pathlib import Path

import generated_python
import pytest
import python_probes

from handbook import ROOT
from handbook.core import npm

PLAIN = Path(__file__).with_name("plain_python.mjs")
GIVEN = os.environ.get("GENERATED_SEED")
BY_DAY, AT_NIGHT, TOGETHER = 200, 100_000, 500
ADDRESS = re.compile(r"0x[0-9a-f]+")
DEPTH = re.compile(r"repeated \d+ more times")
OF_NAN = re.compile(r"^.*\bnan\b.*$", re.MULTILINE)  # its hash is its address, and by that its place in a set
OF_LIBRARY = re.compile(r'(  File "/lib/python[^\n]*\n)(?:    [^\n]*\n)+')


def programs(seed: int, count: int) -> list[str]:
    """The programs of a seed."""
    draw = random.Random(seed)
    return [generated_python.program(draw.randrange(2**60)) for _ in range(count)]


def plain(sources: list[str]) -> list[str]:
    """What Pyodide alone prints."""
    done = subprocess.run(
        [npm.node(), str(PLAIN)], input=json.dumps(sources), capture_output=True, text=True, cwd=ROOT, timeout=900
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return ["".join(answer) for answer in json.loads(done.stdout.splitlines()[-1])]


def in_page(sources: list[str]) -> list[str]:
    """What the page prints."""
    answers = python_probes.answers({str(place): source for place, source in enumerate(sources)}, "block 1")
    return [answer["output"] + (answer["error"] or {"traceback": ""})["traceback"] for answer in answers]


def compared(text: str) -> str:
    """Without addresses and depths, and without the library's lines in tracebacks: the page has it compiled."""
    text = OF_NAN.sub(lambda line: "".join(sorted(line[0])), text)
    return DEPTH.sub("repeated", OF_LIBRARY.sub(r"\1", ADDRESS.sub("0x…", text)))


def differing(sources: list[str]) -> list[str]:
    """Each program that does otherwise, with both."""
    found = []
    for source, expected, here in zip(sources, plain(sources), in_page(sources), strict=True):
        expected, here = compared(expected), compared(here)
        if expected != here:
            pairs = zip_longest(expected.splitlines(), here.splitlines())
            lines = [f"- {one}\n+ {other}" for one, other in pairs if one != other]
            found.append(f"{source}\n=== Pyodide alone, and the page:\n" + "\n".join(lines[:6]))
    return found


def test_the_page_prints_what_python_prints() -> None:
    seed = int(GIVEN or 46)
    assert differing(programs(seed, BY_DAY)) == [], f"GENERATED_SEED={seed}"


@pytest.mark.nightly
@pytest.mark.timeout(6 * 3600)
def test_the_page_prints_what_python_prints_on_many_programs() -> None:
    first = int(GIVEN or f"{date.today():%Y%m%d}")
    for seed in range(first, first + AT_NIGHT, TOGETHER):
        assert differing(programs(seed, TOGETHER)) == [], f"GENERATED_SEED={seed}"


def test_programs_are_of_all_kinds() -> None:
    """Most of what they try works, and most kinds of errors are among the rest."""
    answers = "\n".join(plain(programs(1, 100)))
    kinds = set(re.findall(r"\b[A-Z]\w+Error\b", answers))
    assert len(kinds) >= 12 and len(answers.splitlines()) > 1500
    lines = [line for line in answers.splitlines() if re.match(r"\d+ \w+ ", line)]
    assert sum(" " in line and "Error" not in line for line in lines) > len(lines) / 4
