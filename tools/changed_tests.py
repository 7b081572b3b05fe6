"""Prints which tests a change can break: those of its floor and of the floors above it.

``python tools/changed_tests.py [COMMIT]`` looks at what was changed since then, or since this branch left ``main``, in
commits or not. Scripts stand on those that they import; their folders have tests as Python's floors do.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FLOORS = [
    "core",
    "markdown",
    "project",
    "figures",
    "translation",
    "execution",
    "extensions",
    "export",
    "checks",
    "site",
    "cli",
]
UNSEEN = {"translation", "execution", "checks", "cli"}  # floors that put nothing into a page that a browser would show
A_PAGE_OF_EACH_KIND = "tests/browser/test_every_page.py"
FRONTEND = {  # the tests of each folder of scripts
    "components": ["tests/widgets", "tests/extensions"],
    "core": [],
    "entries": [],
    "explorer": ["tests/explorer"],
    "home": ["tests/browser/test_home.py", "tests/browser/test_live_model_browser.py"],
    "live": ["tests/live"],
    "math": [],
    "model": ["tests/explorer"],
    "page": ["tests/browser"],
    "search": ["tests/search"],
    "tensors": ["tests/tensors", "tests/live"],
    "widgets": ["tests/widgets"],
}
FOLDERS = {  # of all others
    "benchmarks": ["tests/benchmarks"],
    "content": ["tests/content", "tests/figures", "tests/export", "tests/explorer", A_PAGE_OF_EACH_KIND],
    "i18n": ["tests/project", "tests/translation", A_PAGE_OF_EACH_KIND],
    "models": ["tests/models", "tests/explorer", "docs"],
    "snippets": [],  # `handbook check` compares them with the pages
    "theme": ["tests/site", "tests/browser"],
    "tools": ["tests/test_mutation.py", "tests/test_soak.py"],
}
PROSE = {"README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CITATION.cff"}
OF_THE_REPOSITORY = ["tests/test_upkeep.py", "tests/test_supply_chain.py"]
ALL = ["tests", "docs"]
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+\.js)["']""")


def broken_by(path: str) -> list[str]:
    """Files and folders of tests that a change of one file can break; ``ALL`` of a file that this doesn't know."""
    top, *rest = path.split("/")
    if top == "docs" and len(rest) == 2:
        return [f"docs/*/{rest[1]}"]  # its code, in all languages; what else is said of pages, `handbook check` says
    if top == "tests":
        return _tests_themselves(path)
    if path.startswith("src/handbook/") and len(rest) > 2 and rest[1] in FLOORS:
        return _above(rest[1])
    if top == "frontend" and rest[0] in FRONTEND:
        folders = {folder for folder in _standing_on(path) if folder in FRONTEND}
        return ["tests/test_javascript.py", A_PAGE_OF_EACH_KIND, *(test for one in folders for test in FRONTEND[one])]
    if top in FOLDERS and rest:
        return FOLDERS[top]
    if path in PROSE or top in {".github", ".ci", "Makefile"}:
        return OF_THE_REPOSITORY
    return ALL


def _tests_themselves(path: str) -> list[str]:
    file = Path(path)
    if file.name.startswith("test_") and file.suffix == ".py":
        return [path]
    return ["tests"] if file.parent == Path("tests") else [file.parent.as_posix()]


def _above(floor: str) -> list[str]:
    """The tests of a floor and of those above it, and those of no floor."""
    floors = FLOORS[FLOORS.index(floor) :]
    folders = [f"tests/{one}" for one in floors if (ROOT / "tests" / one).is_dir()]
    pages = ["docs", "tests/content"] if FLOORS.index(floor) <= FLOORS.index("execution") else []
    return [*folders, "tests/test_*.py", *pages, *([] if floor in UNSEEN else [A_PAGE_OF_EACH_KIND])]


def _standing_on(path: str) -> set[str]:
    """The folders of scripts that import one, directly or by way of others, and its own."""
    importing = _importing()
    found, new = set(), {ROOT / path}
    while new:
        found |= new
        new = {script for known in new for script in importing.get(known, ())} - found
    return {script.relative_to(ROOT).parts[1] for script in found}


@cache
def _importing() -> dict[Path, set[Path]]:
    """By script, those that import it."""
    importing: dict[Path, set[Path]] = {}
    for script in (ROOT / "frontend").rglob("*.js"):
        for target in IMPORT.findall(script.read_text(encoding="utf-8")):
            importing.setdefault((script.parent / target).resolve(), set()).add(script)
    return importing


def changed_files(since: str | None) -> Iterator[str]:
    """Paths that differ from a commit, or from where this branch left ``main``, and those that git doesn't know yet.

    Raises:
        SystemExit: there is no such commit.
    """
    for base in [since] if since else ["origin/main", "main"]:
        start = _git("merge-base", "HEAD", base)
        if start.returncode == 0:
            break
    else:
        sys.exit(f"make changed: git knows no {since or 'main'}: say SINCE=COMMIT")
    yield from _git("diff", "--name-only", "--no-renames", start.stdout.strip()).stdout.splitlines()
    yield from _git("ls-files", "--others", "--exclude-standard").stdout.splitlines()


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")


def chosen(paths: Iterable[str]) -> list[str]:
    """What pytest is given for changes of ``paths``: each file or folder once."""
    tests = {test for path in paths for test in broken_by(path)}
    if tests.issuperset(ALL):
        return ALL
    found = {match for test in tests for match in ROOT.glob(test)}
    return sorted(
        one.relative_to(ROOT).as_posix() for one in found if found.isdisjoint(one.parents) and one.is_relative_to(ROOT)
    )


if __name__ == "__main__":
    print(" ".join(chosen(changed_files(sys.argv[1] if len(sys.argv) > 1 else None))))
