"""Python's library for the page, as the zip that Pyodide reads: a part of Python's own, and our modules."""

from __future__ import annotations

import hashlib
import json
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from handbook.core import files, npm

NAMES, MAKER, OURS = "frontend/live/library.txt", "frontend/live/make-library.mjs", "frontend/live/python"


@cache
def library(root: Path) -> Path:
    """The zip, made once from the same sources. Nothing in it is compressed: it is whole, and smaller so.

    Args:
        root: the checkout.

    Raises:
        DiagnosticError: where node or Pyodide is missing, or a module isn't Python.
    """
    ours = sorted((root / OURS).rglob("*.py"))
    pyodide = npm.package("pyodide")
    sources = [root / NAMES, root / MAKER, pyodide / "package.json", *ours]
    digest = hashlib.sha256()
    for path in sources:
        digest.update(str(path.relative_to(path.parents[1])).encode() + path.read_bytes())
    kept = npm.cached(f"python-{digest.hexdigest()[:16]}.zip")
    if not kept.is_file():
        files.write_atomically(kept, _made(root))
    return kept


def _made(root: Path) -> bytes:
    _, compiled, texts = (root / NAMES).read_text(encoding="utf-8").split("\n\n")
    names = {"compiled": _names(compiled), "texts": _names(texts)}
    with TemporaryDirectory() as folder:
        out = Path(folder) / "library.zip"
        command = [npm.node(), str(root / MAKER), str(out), str(root / OURS)]
        done = subprocess.run(command, input=json.dumps(names), capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            raise npm.error(f"Python's library can't be made: {done.stderr.strip().splitlines()[-1]}", "run npm ci")
        return out.read_bytes()


def _names(part: str) -> list[str]:
    return [line for line in part.splitlines() if line and not line.startswith("#")]
