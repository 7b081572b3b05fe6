"""That the costs of tests stand at the end of a run, and that a run that insists on them fails where they are over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CONFTEST = """
import pytest
from pathlib import Path
from suite_costs import SuiteCosts

def pytest_addoption(parser):
    parser.addoption("--within-costs", action="store_true")

def pytest_configure(config):
    config.pluginmanager.register(SuiteCosts(Path("costs.toml"), config.getoption("--within-costs")))
"""
SLEEPS = "import time\n\ndef test_one(): time.sleep({})\n\ndef test_two(): ...\n"


@pytest.mark.parametrize("jobs", ["0", "2"])
@pytest.mark.parametrize(
    "options, allowed, code, told",
    [
        ([], 0.01, 0, []),  # it is told, and not insisted on
        (["--within-costs"], 1000, 0, []),
        (["--within-costs"], 0.01, 1, ["tests/slow"]),
    ],
)
def test_a_planted_excess_fails_where_costs_are_insisted_on_and_says_whose_it_is(
    takes_minutes, tmp_path, jobs, options, allowed, code, told
):
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "costs.toml").write_text(f'[yardsticks]\n"tests/slow" = {allowed}\n"tests/fast" = 0.2\n', "utf-8")
    for folder, seconds in {"slow": 2, "fast": 0}.items():
        (tmp_path / "tests" / folder).mkdir(parents=True)
        (tmp_path / "tests" / folder / f"test_{folder}.py").write_text(SLEEPS.format(seconds), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", jobs, *options, "tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(HERE)})
    lines = done.stdout.splitlines()
    assert done.returncode == code and "4 passed" in done.stdout, done.stdout + done.stderr
    assert [line.split()[2].rstrip(":") for line in lines if line.startswith("too much")] == told
    slow, fast = (next(line.split() for line in lines if line.startswith(f"tests/{name}")) for name in ("slow", "fast"))
    assert slow[3:5] == fast[3:5] == ["2", "tests"]
    assert float(slow[1]) >= 2 > float(fast[1])
