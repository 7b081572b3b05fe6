"""A cache of runs, in memory and, where a folder is given, on disk."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from handbook.core.files import write_atomically
from handbook.execution.program import Run, Step, program_key, run_program
from handbook.markdown.model import Page

MAX_FILES = 300


class RunCache:
    """Runs by the key of their program.

    A failing run isn't kept: each language runs the program anew, and reports its own lines.

    Args:
        folder: where runs are kept for later processes; None keeps them in memory only.
    """

    def __init__(self, folder: Path | None = None):
        self.folder = folder
        self.runs: dict[str, Run] = {}
        self.executed: set[str] = set()  # keys of programs that were run
        self.reused: set[str] = set()  # keys of runs that were read from the folder

    def run(self, page: Page, root: Path) -> Run:
        """The run of the page's program, from the cache where it is there. Raises OSError where it can't be written."""
        key = program_key(page, root)
        if key in self.runs:
            return self.runs[key]
        if (run := self._read(key)) is not None:
            self.reused.add(key)
        else:
            run = run_program(page, root)
            self.executed.add(key)
            if run.fails(page):
                return run
            self._write(key, run)
        self.runs[key] = run
        return run

    def _read(self, key: str) -> Run | None:
        """The run in the folder; None where there is none, or the file is damaged."""
        if self.folder is None:
            return None
        try:
            digest, _, payload = (self.folder / f"{key}.json").read_text(encoding="utf-8").partition("\n")
            if digest != _digest(key, payload):
                return None
            fields = json.loads(payload)
        except (OSError, ValueError):
            return None
        steps = (step | {"values": tuple(step["values"]), "plots": tuple(step["plots"])} for step in fields["steps"])
        return Run(tuple(Step(**step) for step in steps), tuple(fields["leftover_files"]))

    def _write(self, key: str, run: Run) -> None:
        if self.folder is None:
            return
        payload = json.dumps(asdict(run))
        write_atomically(self.folder / f"{key}.json", f"{_digest(key, payload)}\n{payload}")

    def prune(self) -> None:
        """Remove the oldest files of the folder, all but MAX_FILES."""
        if self.folder is not None:
            for path in sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-MAX_FILES]:
                path.unlink()


def _digest(key: str, payload: str) -> str:
    return hashlib.sha256(f"{key}\n{payload}".encode()).hexdigest()
