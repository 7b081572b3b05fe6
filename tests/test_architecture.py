"""Packages are floors: a module imports from its own floor and from those below it, never from those above."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from changed_tests import FLOORS

from handbook import ROOT

SOURCE = ROOT / "src" / "handbook"
CONTENT = ROOT / "content"


def upward(source: Path) -> Iterator[str]:
    """Each import that leads to a higher floor, or to none: ``core/files.py:3 imports handbook.site``."""
    for path in sorted(source.glob("*/**/*.py")):
        name = path.relative_to(source).as_posix()
        yield from _above(path, name, FLOORS.index(name.partition("/")[0]))


def beyond_figures(content: Path) -> Iterator[str]:
    """Each import of a book's diagrams that leads above ``figures``; among themselves they import by dots."""
    for path in sorted(content.glob("**/*.py")):
        found = _above(path, path.relative_to(content).as_posix(), FLOORS.index("figures"))
        yield from (line for line in found if "imports by dots" not in line)


def _above(path: Path, name: str, floor: int) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield f"{name}:{node.lineno} imports by dots: write handbook.…"
        targets = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        targets += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for target in targets:
            if target.partition(".")[0] == CONTENT.name:
                yield f"{name}:{node.lineno} imports {target}: what is one book's own"
            package = target.removeprefix("handbook.").partition(".")[0] if target.startswith("handbook.") else ""
            if package and (package not in FLOORS or FLOORS.index(package) > floor):
                yield f"{name}:{node.lineno} imports {target}"


def test_no_module_imports_from_a_higher_floor():
    assert {path.relative_to(SOURCE).parts[0] for path in SOURCE.glob("*/**/*.py")} == set(FLOORS)
    assert list(upward(SOURCE)) == []


def test_an_upward_import_is_told(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "files.py").write_text(
        "import os\nfrom handbook import ROOT\nfrom handbook.core import npm\nfrom handbook.site import build\n"
        "import handbook.cli.commands\nfrom . import npm\nfrom content.diagrams import mask\n",
        encoding="utf-8",
    )
    assert list(upward(tmp_path)) == [
        "core/files.py:4 imports handbook.site",
        "core/files.py:5 imports handbook.cli.commands",
        "core/files.py:6 imports by dots: write handbook.…",
        "core/files.py:7 imports content.diagrams: what is one book's own",
    ]


def test_diagrams_import_what_draws_and_what_lies_below_it(tmp_path):
    assert list(beyond_figures(CONTENT)) == []
    (tmp_path / "mask.py").write_text("from . import _stream\nfrom handbook.site import build\n", encoding="utf-8")
    assert list(beyond_figures(tmp_path)) == ["mask.py:2 imports handbook.site"]


LONGEST = 400
# Those that are longer still; none joins them.
LONG = {"benchmarks/building.py", "benchmarks/peers.py"}


def test_no_module_is_longer_than_one_reads_at_once():
    folders = {
        "src": "*.py",
        "content": "*.py",
        "tests": "*.py",
        "tools": "*.py",
        "benchmarks": "*.py",
        "frontend": "*.js",
        "theme": "*.css",
    }
    files = [path for folder, kind in folders.items() for path in (ROOT / folder).rglob(kind)]
    files = [path for path in files if "node_modules" not in path.parts]
    assert len(files) > 300
    lines = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in files}
    assert {path: count for path, count in lines.items() if count > LONGEST and path not in LONG} == {}
    assert {path for path in LONG if lines.get(path, 0) <= LONGEST} == set(), "no longer long: take it off the list"
