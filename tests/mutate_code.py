"""Mutants of the checks' own code, by mutmut, in a copy of the checkout: ``python tests/mutate_code.py [NAME…]`` (``make mutate-code``).

Names are mutmut's patterns, like ``handbook.parity*``. Survivors are printed with their change: each is a test that is
missing, or a change that makes no difference.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from handbook import ROOT

COPY = ROOT / "build" / "mutmut"
LEFT_OUT = shutil.ignore_patterns(".*", "node_modules", "site", "build", "dist", "__pycache__", "*.egg-info")


def main(names: list[str]) -> int:
    if (COPY / "mutants").is_dir():  # results of earlier runs are kept
        shutil.move(COPY / "mutants", ROOT / "build" / "mutants.kept")
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT, COPY, ignore=LEFT_OUT)
    (COPY / "node_modules").symlink_to(ROOT / "node_modules")
    if (ROOT / "build" / "mutants.kept").is_dir():
        shutil.move(ROOT / "build" / "mutants.kept", COPY / "mutants")
    mutmut = [sys.executable, "-m", "mutmut"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run([*mutmut, "run", *names], cwd=COPY, env=environment)
    results = subprocess.run([*mutmut, "results"], cwd=COPY, env=environment, capture_output=True, text=True, check=True).stdout
    survivors = [line.split(":")[0].strip() for line in results.splitlines() if line.rstrip().endswith(": survived")]
    for name in survivors:
        shown = subprocess.run([*mutmut, "show", name], cwd=COPY, env=environment, capture_output=True, text=True).stdout
        print(name, *(line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")), sep="\n  ")
    print(f"{len(survivors)} survivors")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
