"""What the tests of each folder cost, at the end of each run, and what they may: ``tests/costs.toml``.

Machines differ, and one machine is busier at times. So costs are told in yardsticks: a fixed piece of work, which each
process does at its start and every minute between two tests. Only a run with ``--within-costs`` fails where the sum of
all folders is over: one each night.
"""

from __future__ import annotations

import time
import tomllib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from statistics import mean

import pytest

COSTS = Path(__file__).with_name("costs.toml")
PAUSE = 60  # seconds between two measures of the machine
ROUNDS = 100_000  # of the work that is the yardstick: some tenths of a second


def yardstick() -> float:
    """The seconds that the fixed piece of work takes now: hashes, whole numbers, lists and texts."""
    start, text, total = time.perf_counter(), "", 0
    for number in range(ROUNDS):
        text = sha256(f"{text}{number}".encode()).hexdigest()
        total += int(text[:4], 16) * len(text.split("a"))
    return time.perf_counter() - start


def folder_of(nodeid: str) -> str:
    """Whose costs a test's are: ``tests/browser``, ``tests``, ``docs``."""
    parts = nodeid.split("::", 1)[0].split("/")
    return "/".join(parts[: 2 if parts[0] == "tests" and len(parts) > 2 else 1])


class SuiteCosts:
    """Seconds and numbers of tests by folder.

    Args:
        allowed: the file that says what they may cost.
        is_insisted: fail where they cost more.
    """

    def __init__(self, allowed: Path, is_insisted: bool) -> None:
        self.allowed = allowed
        self.is_insisted = is_insisted
        self.seconds: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.measures: list[float] = []  # of the yardstick, in all processes
        self._measured_at = 0.0

    def in_yardsticks(self) -> dict[str, float]:
        """The cost of each folder, the dearest first."""
        unit = mean(self.measures)
        return {folder: seconds / unit for folder, seconds in self.seconds.most_common()}

    def over(self) -> list[str]:
        """What to say where the sum is more than what is allowed: whose tests cost more than they may."""
        allowed = tomllib.loads(self.allowed.read_text(encoding="utf-8"))["yardsticks"]
        costs = self.in_yardsticks()
        if sum(costs.values()) <= sum(allowed.values()):
            return []
        return [
            f"{folder}: {cost:.0f} yardsticks, {allowed.get(folder, 0)} allowed"
            for folder, cost in costs.items()
            if cost > allowed.get(folder, 0)
        ]

    def measure(self) -> None:
        """Measure the machine, if that was long ago."""
        if time.monotonic() - self._measured_at > PAUSE:
            self.measures.append(yardstick())
            self._measured_at = time.monotonic()

    # -- pytest's hooks

    def pytest_sessionstart(self) -> None:
        self.measure()

    def pytest_runtest_logfinish(self) -> None:
        self.measure()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[folder_of(report.nodeid)] += report.duration
        self.tests[folder_of(report.nodeid)] += report.when == "call"

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.measures += getattr(node, "workeroutput", {}).get("yardsticks", [])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):  # a worker of pytest-xdist
            session.config.workeroutput["yardsticks"] = self.measures
        elif self.is_insisted and self.over():
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("costs")
        for folder, cost in self.in_yardsticks().items():
            seconds, tests = self.seconds[folder], self.tests[folder]
            terminalreporter.write_line(f"{folder:<20} {seconds:7.0f} s {tests:6} tests {cost:7.0f} yardsticks")
        if self.is_insisted:
            for line in self.over():
                terminalreporter.write_line(f"too much: {line} (tests/costs.toml)")
