"""Small Python programs of the kind that a learner writes, as CPython and as the page run them.

As a command it lists where they differ: ``python_probes.py [WORD …]`` runs those with a word in their name.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import traceback
import warnings
from contextlib import chdir, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from handbook import ROOT
from handbook.core import npm
from handbook.site import live_pages, python_library

PROBES = Path(__file__).with_name("probes.txt")
SECONDS = 20


def probes() -> dict[str, str]:
    """The programs by their names."""
    return read(PROBES)


def read(path: Path) -> dict[str, str]:
    """The programs of a file by the names above them."""
    result: dict[str, str] = {}
    for part in path.read_text(encoding="utf-8").split("### ")[1:]:
        name, _, source = part.partition("\n")
        assert name not in result, f"two programs are called {name}"
        result[name] = source
    return result


def in_python(source: str) -> str:
    """What CPython prints; at the end the last line of a traceback and where in the program it was raised."""
    printed = io.StringIO()
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys.stdin, stdin = io.StringIO(), sys.stdin
        try:
            exec(compile(source, "probe", "exec", dont_inherit=True), {"__name__": "__main__"})
        except SystemExit:
            return printed.getvalue()
        except BaseException as error:
            return printed.getvalue() + _described(error)
        finally:
            sys.stdin = stdin
    return printed.getvalue()


def _described(error: BaseException) -> str:
    text = "".join(traceback.format_exception_only(error)).strip()
    if isinstance(error, SyntaxError):
        return f"{text.splitlines()[-1]} (line {error.lineno})"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "probe"]
    return f"{text.splitlines()[0]} (line {lines[-1] if lines else None})"


def in_page(sources: dict[str, str]) -> dict[str, str]:
    """What the page's Python prints, by the program's name, in the same form."""
    blocks = [{"name": "probe", "source": source} for source in sources.values()]
    question = json.dumps({"page": "probes", "blocks": blocks, "apart": True})
    command = [npm.node(), str(ROOT / live_pages.RUNNER), str(python_library.library(ROOT)), str(SECONDS)]
    process = subprocess.run(command, input=question, capture_output=True, text=True, encoding="utf-8", check=True)
    answer = json.loads(process.stdout)
    assert len(answer["results"]) == len(blocks), answer["stopped"]
    return dict(zip(sources, map(_answer, answer["results"]), strict=True))


def _answer(result: dict) -> str:
    error = result["error"]
    if not error:
        return result["output"]
    return f"{result['output']}{error['text'].splitlines()[0]} (line {error['line']})"


@cache
def compared() -> dict[str, tuple[str, str]]:
    """By name, what CPython and the page print."""
    sources = probes()
    here = in_page(sources)
    return {name: (in_python(source), here[name]) for name, source in sources.items()}


def main(words: list[str]) -> None:
    sources = {name: source for name, source in probes().items() if not words or any(word in name for word in words)}
    here = in_page(sources)
    differing = 0
    for name, source in sources.items():
        expected = in_python(source)
        if expected != here[name]:
            differing += 1
            text = f"--- {name}\n  CPython: {expected.rstrip()}\n  here:    {here[name].rstrip()}"
            print(text.encode(errors="backslashreplace").decode())
    print(f"{differing} of {len(sources)} differ")


if __name__ == "__main__":
    main(sys.argv[1:])
