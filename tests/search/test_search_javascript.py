"""The search's own tests, under node."""

from __future__ import annotations

import re
import subprocess

from handbook import ROOT
from handbook.core import npm


def test_the_search_passes_its_tests():
    files = sorted((ROOT / "tests" / "search").glob("*.test.mjs"))
    assert files
    done = subprocess.run([npm.node(), "--test", *map(str, files)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"# pass (\d+)|ℹ pass (\d+)", done.stdout)[0].split()[-1]) >= len(files)
