"""A pytest plugin that writes what became of each item, a line of JSON each, into the file that OUTCOMES names."""

from __future__ import annotations

import json
import os
from pathlib import Path


def _tell(node: str, failure: str | None, line: int = 0) -> None:
    with Path(os.environ["OUTCOMES"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"node": node, "failure": failure, "line": line}) + "\n")


def pytest_runtest_makereport(item, call) -> None:
    if call.excinfo is None:
        if call.when == "call":
            _tell(item.nodeid, None)
        return
    inside = [
        entry.lineno + 1
        for entry in call.excinfo.traceback
        if str(entry.path) == "<string>" and entry.name == "<module>"
    ]
    if call.excinfo.typename != "Skipped":
        words = str(call.excinfo.value).strip().split("\n")[0]
        _tell(item.nodeid, f"{call.excinfo.typename}: {words}", inside[0] if inside else 0)


def pytest_collectreport(report) -> None:
    if report.failed:
        _tell(report.nodeid, f"not collected: {report.longreprtext.strip().splitlines()[-1]}")
