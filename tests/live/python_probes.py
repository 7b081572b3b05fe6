"""Runs programs in the page's Python, in node: each in a fresh namespace."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from handbook import ROOT
from handbook.core import npm
from handbook.site import live_pages, python_library

SECONDS = 20


def read(path: Path) -> dict[str, str]:
    """The programs of a file by the names above them."""
    result: dict[str, str] = {}
    for part in path.read_text(encoding="utf-8").split("### ")[1:]:
        name, _, source = part.partition("\n")
        assert name not in result, f"two programs are called {name}"
        result[name] = source
    return result


def answers(sources: dict[str, str], name: str = "probe") -> list[dict]:
    """What the page's Python answers to each program, which runs under a name."""
    blocks = [{"name": name, "source": source} for source in sources.values()]
    question = json.dumps({"page": "probes", "blocks": blocks, "apart": True})
    command = [npm.node(), str(ROOT / live_pages.RUNNER), str(python_library.library(ROOT)), str(SECONDS)]
    process = subprocess.run(command, input=question, capture_output=True, text=True, encoding="utf-8", check=True)
    answer = json.loads(process.stdout)
    assert len(answer["results"]) == len(blocks), answer["stopped"]
    return answer["results"]


def in_page(sources: dict[str, str]) -> dict[str, str]:
    """What the page's Python prints, by the program's name; at the end the first line of an error, and its line."""
    return dict(zip(sources, map(_answer, answers(sources)), strict=True))


def _answer(result: dict) -> str:
    error = result["error"]
    if not error:
        return result["output"]
    return f"{result['output']}{error['text'].splitlines()[0]} (line {error['line']})"
