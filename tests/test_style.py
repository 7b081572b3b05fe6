"""The form of Python and JavaScript, and the types of Python: what `make lint` says, as a part of the tests."""

import subprocess
import sys

import pytest

from handbook import ROOT
from handbook.core import npm

RUFF = [sys.executable, "-m", "ruff"]
MYPY = [sys.executable, "-m", "mypy"]
BIOME = [npm.node(), str(ROOT / "node_modules" / "@biomejs" / "biome" / "bin" / "biome")]


@pytest.mark.parametrize(
    "command",
    [
        [*RUFF, "format", "--check"],
        [*RUFF, "check"],
        MYPY,
        [*BIOME, "check", "--error-on-warnings", "--colors=off", "."],
    ],
    ids=["ruff-format", "ruff-check", "mypy", "biome"],
)
def test_form(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n`make format` mends what a program can"


def test_javascript_lines_fit():
    """Biome breaks code, but neither texts nor comments."""
    files = [path for folder in ("src", "tests", "benchmarks", "frontend") for path in (ROOT / folder).rglob("*.*js")]
    files = [path for path in files if path.suffix in (".js", ".mjs") and "node_modules" not in path.parts]
    assert len(files) > 50
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []
