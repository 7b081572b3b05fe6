"""A cache of runs, in memory and in a store of answers."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from handbook.core.answer_store import AnswerStore
from handbook.execution.program import Run, Step, program_key, run_program
from handbook.markdown.model import Page


class RunCache:
    """Runs by the key of their program.

    A failing run isn't kept: each language runs the program anew, and reports its own lines.

    Args:
        store: where runs are kept for later processes; without one, they are kept in memory only.
    """

    def __init__(self, store: AnswerStore | None = None):
        self.store = store or AnswerStore(None)
        self.runs: dict[str, Run] = {}
        self.executed: set[str] = set()  # keys of programs that were run
        self.reused: set[str] = set()  # keys of runs that were found in the store

    def run(self, page: Page, root: Path) -> Run:
        """The run of the page's program, from the cache where it is there. Raises OSError where it can't be written."""
        key = program_key(page, root)
        if key in self.runs:
            return self.runs[key]
        if (known := self.store.find(key)) is not None:
            run = _run(known)
            self.reused.add(key)
        else:
            run = run_program(page, root)
            self.executed.add(key)
            if run.fails(page):
                return run
            self.store.keep(key, asdict(run))
        self.runs[key] = run
        return run


def _run(fields: dict) -> Run:
    """A run as ``asdict`` wrote it."""
    steps = (step | {"values": tuple(step["values"]), "plots": tuple(step["plots"])} for step in fields["steps"])
    return Run(tuple(Step(**step) for step in steps), tuple(fields["leftover_files"]))
