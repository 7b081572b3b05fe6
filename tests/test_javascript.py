"""The tests of scripts that need no page, under node."""

from __future__ import annotations

import re
import subprocess

import pytest

from handbook import ROOT
from handbook.core import npm


@pytest.mark.parametrize("folder", ["live", "page", "search", "widgets"])
def test_scripts_pass_their_tests(folder):
    files = sorted((ROOT / "tests" / folder).glob("*.test.mjs"))
    assert files
    done = subprocess.run([npm.node(), "--test", *map(str, files)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"# pass (\d+)|ℹ pass (\d+)", done.stdout)[0].split()[-1]) >= len(files)


def test_no_folder_with_such_tests_is_left_out():
    assert {path.parent.name for path in (ROOT / "tests").rglob("*.test.mjs")} == {"live", "page", "search", "widgets"}
