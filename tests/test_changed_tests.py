"""Which tests `make changed` runs for a change."""

from __future__ import annotations

import subprocess

import changed_tests
import pytest
from changed_tests import ALL, FLOORS, FRONTEND, ROOT, broken_by, chosen


@pytest.mark.parametrize(
    "path, run, left_out",
    [
        ("docs/de/by-hand.md", {"docs/en/by-hand.md", "docs/sw/by-hand.md"}, {"docs/en/masks.md", "tests/live"}),
        ("src/handbook/checks/typography.py", {"tests/checks", "tests/site"}, {"tests/translation", "tests/browser"}),
        ("src/handbook/translation/status.py", {"tests/translation", "tests/checks", "docs"}, {"tests/markdown"}),
        ("frontend/widgets/softmax.js", {"tests/widgets"}, {"tests/live", "tests/explorer", "docs"}),
        ("frontend/tensors/products.js", {"tests/tensors", "tests/live"}, {"tests/widgets", "tests/search"}),
        ("frontend/live/python/torch/nn.py", {"tests/live"}, {"tests/tensors", "tests/explorer"}),
        ("frontend/math/matrix.js", {"tests/widgets", "tests/explorer"}, {"tests/search", "tests/live"}),
        ("tests/live/page_edits.py", {"tests/live"}, {"tests/tensors"}),
        ("tests/core/test_files.py", {"tests/core/test_files.py"}, {"tests/core"}),
        ("README.md", {"tests/test_upkeep.py"}, {"tests/site"}),
    ],
)
def test_a_change_runs_what_stands_on_it_and_nothing_else(path, run, left_out):
    found = set(chosen([path]))
    assert run <= found and not found & left_out, found


@pytest.mark.parametrize(
    "path", ["pyproject.toml", "conftest.py", "mkdocs.yml", "src/handbook/__init__.py", "new/x.py"]
)
def test_what_all_stands_on_or_nobody_knows_runs_all(path):
    assert chosen([path, "docs/de/by-hand.md"]) == ALL


def test_each_folder_of_tests_is_run_for_a_change_of_something():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    some = {tuple(path.split("/")[:3]): path for path in files if path and not path.startswith("tests/")}
    run = set(chosen(path for path in some.values() if broken_by(path) is not ALL))
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("*/test_*.py")}
    assert folders <= run


def test_floors_and_folders_are_those_that_exist():
    assert set(FRONTEND) == {path.name for path in (ROOT / "frontend").iterdir() if path.is_dir()}
    named = [path for paths in [*FRONTEND.values(), *changed_tests.FOLDERS.values()] for path in paths]
    assert not [path for path in named if not (ROOT / path).exists()]
    assert set(FLOORS) == {path.parent.name for path in (ROOT / "src/handbook").glob("*/__init__.py")}


def test_changes_are_found_in_commits_and_before_them(tmp_path, monkeypatch):
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    for name in ("kept.py", "changed.py", "committed.py", "removed.py", "old.py"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    git("add", ".")
    git("commit", "-qm", "one")
    git("switch", "-qc", "branch")
    (tmp_path / "committed.py").write_text("", encoding="utf-8")
    git("mv", "old.py", "new.py")
    git("commit", "-qam", "two")
    (tmp_path / "changed.py").write_text("", encoding="utf-8")
    (tmp_path / "removed.py").unlink()
    (tmp_path / "unknown.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(changed_tests, "ROOT", tmp_path)
    since_main = {"committed.py", "changed.py", "removed.py", "old.py", "new.py", "unknown.py"}
    assert set(changed_tests.changed_files(None)) == since_main
    assert set(changed_tests.changed_files("HEAD")) == {"changed.py", "removed.py", "unknown.py"}
    with pytest.raises(SystemExit, match="SINCE=COMMIT"):
        list(changed_tests.changed_files("nothing"))
