"""A random walk of a hand through the built site: ``make walk STEPS=1250 SEED=1``. What it does: ``hand/walk.mjs``."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from browsers import executable
from file_server import served

from handbook import ROOT
from handbook.core import npm

# Of each kind one, in each language and alphabet.
PAGES = [
    "", "by-hand/", "de/why-attention/", "sr/queries-keys-values/", "sw/causal-attention/", "multi-head-attention/",
    "seeing-attention/", "de/spreadsheet/", "sr-cyrl/by-hand/", "lab-heads/", "sw/glossary/", "sr/seeing-attention/",
    "kv-cache/", "de/", "find-the-bug/", "sr-cyrl/seeing-attention/", "translating/", "measured/",
    "misconceptions/",
]  # fmt: skip
SECONDS_A_STEP = 3  # at most: a page that is gone takes long to be noticed


def walk(address: str, browser: str, input_: str, seed: int, steps: int) -> dict:
    """What a walk told: ``version``, ``steps``, ``done`` by action, ``faults``, and tasks that took ``long``."""
    plan = {
        "browser": browser,
        "executable": executable(browser),
        "input": input_,
        "seed": seed,
        "steps": steps,
        "pages": [address + page for page in PAGES],
    }
    done = subprocess.run(
        [npm.node(), ROOT / "tests" / "hand" / "walk.mjs", json.dumps(plan)],
        capture_output=True,
        text=True,
        timeout=300 + SECONDS_A_STEP * steps,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return json.loads(done.stdout)


def report(told: dict) -> str:
    """Each fault once, with where it was met first and what led there."""
    lines = [f"{told['version']}: {told['steps']} steps, {dict(sorted(told['done'].items()))}"]
    counts = Counter(fault["what"] for fault in told["faults"])
    for what, count in counts.most_common():
        first = next(fault for fault in told["faults"] if fault["what"] == what)
        lines += [
            f"{count} × {what}",
            f"    first at step {first['step']}, {first['url']}",
            *(f"    after {action}" for action in first["trail"]),
        ]
    for task in sorted(told["long"], key=lambda one: -one["milliseconds"])[:10]:
        lines.append(
            f"{task['milliseconds']} ms without an answer, step {task['step']}: {task['did']} on {task['url']}"
        )
    return "\n".join(lines)


def main() -> int:
    from handbook.project.checkout import Project
    from handbook.site import build

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--steps", type=int, default=1250, help="of each browser and input: together four times as many"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--site", type=Path, help="a built site; else it is built")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built = options.site or Path(folder) / "site"
        if not options.site:
            build.build(Project(ROOT).languages, built, strict=True)
        with served(built) as address:
            tours = [
                walk(address, browser, input_, options.seed, options.steps)
                for browser in ("chromium", "firefox")
                for input_ in ("mouse", "touch")
            ]
    print("\n\n".join(map(report, tours)))
    return int(any(told["faults"] for told in tours))


if __name__ == "__main__":
    sys.exit(main())
