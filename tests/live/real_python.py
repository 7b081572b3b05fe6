"""Python itself in a page, in a browser: its blocks run, one is edited, one is stopped."""

from __future__ import annotations

import json
import subprocess

from browsers import executable

from handbook import ROOT
from handbook.core import npm


def tell(browser_name: str, url: str) -> dict:
    """What ``tests/hand/code.mjs`` tells of a page."""
    plan = json.dumps({"browser": browser_name, "executable": executable(browser_name), "url": url})
    command = [npm.node(), ROOT / "tests" / "hand" / "code.mjs", plan]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check(told: dict) -> None:
    """All blocks print what stands on the page, and it stays alive."""
    assert told["faults"] == [] and told["early"] == []
    assert told["blocks"] > 20 and told["same"] == told["outputs"] > 20
    assert told["shown"] == "One? 20\nTwo? " and told["typed"].strip() == "One? 20\nTwo? 22\n2022 True"
    assert "No module named 'numpy'" in told["lacking"]
    assert told["edited"].strip() == told["again"].strip() == "42" and told["after"] == "done"
