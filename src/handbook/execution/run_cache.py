"""Runs that are remembered: a program is run once, and, where a folder is given, not again until something changes."""

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

    ``folder`` keeps them for later processes; without it, each process runs each program once. What fails is not
    remembered: each language runs it anew and tells its own lines.
    """

    def __init__(self, folder: Path | None = None):
        self.folder = folder
        self.runs: dict[str, Run] = {}
        self.executed: set[str] = set()  # keys
        self.reused: set[str] = set()

    def run(self, page: Page, root: Path) -> Run:
        """What the page's program does, from memory where it is known."""
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
        """The remembered run; None where there is none, or what there is isn't what was written."""
        if self.folder is None:
            return None
        try:
            digest, _, said = (self.folder / f"{key}.json").read_text(encoding="utf-8").partition("\n")
            if digest != _digest(key, said):
                return None
            told = json.loads(said)
        except (OSError, ValueError):
            return None
        steps = (step | {"values": tuple(step["values"]), "plots": tuple(step["plots"])} for step in told["steps"])
        return Run(tuple(Step(**step) for step in steps), tuple(told["leftover_files"]))

    def _write(self, key: str, run: Run) -> None:
        if self.folder is None:
            return
        said = json.dumps(asdict(run))
        write_atomically(self.folder / f"{key}.json", f"{_digest(key, said)}\n{said}")

    def prune(self) -> None:
        """Remove the oldest files, those beyond the number that is kept."""
        if self.folder is not None:
            for path in sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-MAX_FILES]:
                path.unlink()


def _digest(key: str, said: str) -> str:
    return hashlib.sha256(f"{key}\n{said}".encode()).hexdigest()
