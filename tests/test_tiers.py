"""Which tests run when: by what they ask for, and by the mark for the night."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.fixture
def browser(): ...

@pytest.fixture
def torch(): ...

@pytest.fixture
def address(browser): ...

def test_plain(): ...
def test_in_a_browser(browser): ...
def test_in_a_browser_by_way_of_another_fixture(address): ...
def test_with_torch(torch): ...
def test_that_imports_torch_and_does_not_say_so():
    with pytest.raises(ImportError):
        import torch

@pytest.mark.nightly
def test_one_more_of_a_kind(): ...

@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_of_a_kind(number): ...
"""
QUICK = {"plain", "that_imports_torch_and_does_not_say_so", "of_a_kind[1]"}
BY_DAY = QUICK | {"in_a_browser", "in_a_browser_by_way_of_another_fixture", "with_torch"}
AT_NIGHT = BY_DAY | {"one_more_of_a_kind", "of_a_kind[2]"}


@pytest.mark.parametrize(
    "options, expected",
    [
        (["--quick"], QUICK),
        ([], BY_DAY),
        (["--nightly"], AT_NIGHT),
        (["--quick", "--nightly"], QUICK | {"one_more_of_a_kind", "of_a_kind[2]"}),
    ],
)
def test_what_a_test_asks_for_says_when_it_runs(takes_minutes, tmp_path, options, expected):
    (tmp_path / "conftest.py").write_text(
        (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "docs" / "en").mkdir(parents=True)
    (tmp_path / "docs" / "en" / "page.md").write_text("# Page { #page }\n\n```python\nx = 1\n```\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    collected = [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]
    assert {name.removeprefix("test_") for name in collected if name.startswith("test_")} == expected
    assert any(name.startswith("page.md") or "line" in name for name in collected) == ("--quick" not in options), (
        "the code of pages needs torch"
    )


def test_a_quick_test_cannot_import_torch(takes_minutes, tmp_path):
    (tmp_path / "conftest.py").write_text(
        (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--quick"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "3 passed, 5 deselected" in done.stdout, done.stdout + done.stderr


BUILDS = """
import subprocess, sys
import pytest
from mkdocs.commands import build

@pytest.fixture(scope="module")
def built():
    build.build(None)

def test_here(): build.build(None)
def test_in_a_fixture(built): ...
def test_by_a_command(): subprocess.run([sys.executable, "-m", "mkdocs", "build"])
def test_said(takes_minutes): assert build.build.__module__ == "mkdocs.commands.build"
def test_nothing_is_built(): subprocess.run([sys.executable, "-c", "print('build')"])
"""


@pytest.mark.parametrize("options, passed", [([], 2), (["--quick"], 1)])
def test_a_site_that_is_built_unsaid_is_told_in_every_run(takes_minutes, tmp_path, options, passed):
    root = Path(__file__).parents[1]
    for name in ("conftest.py", "tests/conftest.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((root / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "tests" / "test_it.py").write_text(BUILDS, encoding="utf-8")
    (tmp_path / "docs" / "en").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root / "tests")},
    )
    told = [line for line in done.stdout.split("\n") if line.startswith("E") and "ask for the fixture" in line]
    assert len([line for line in told if "Failed: builds a site" in line and not line.startswith("ERROR")]) == 3, done
    assert f"{passed} passed" in done.stdout and ("2 failed, " in done.stdout) and "1 error" in done.stdout
