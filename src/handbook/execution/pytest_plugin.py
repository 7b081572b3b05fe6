"""Collects pages for pytest by sybil: each Python fence in each language is an item."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from sybil import Document, Example, Region, Sybil

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding, errors, format_findings
from handbook.core.files import write_atomically
from handbook.execution.page_run import Ledger, PageRun
from handbook.execution.run_cache import RunCache
from handbook.markdown import fences, parser
from handbook.markdown.model import Page
from handbook.project import data_files, guards
from handbook.project.checkout import Project
from handbook.translation import kept_copies, parity
from handbook.translation.swallowed_text import amount


class Pages:
    """The pages of one pytest run.

    A page is run only if it equals the English one in all but language. A program is run once for all languages.

    Args:
        root: the checkout.
        update: write today's outputs into the pages.
        cache: of runs; None keeps them for this process only.
    """

    def __init__(self, root: Path = ROOT, update: bool = False, cache: RunCache | None = None):
        self.root = root
        self.update = update
        self.cache = cache or RunCache()
        self.runs: dict[tuple[str, str], PageRun] = {}  # by language and page
        self._merged: dict[tuple[str, str], Ledger] = {}  # of other processes
        self.project = Project(root)  # keeps the English pages, with which translations are compared

    def sybil(self) -> Sybil:
        """sybil for all pages below ``docs``."""
        return Sybil(parsers=[self.parse], patterns=["*/*.md"], path=str(self.root / "docs"))

    def parse(self, document: Document) -> Iterable[Region]:
        """sybil's parser: a region for each Python fence, and one at the end for the page as a whole.

        A page with syntax errors, or whose translation differs in more than language, gets a single region that fails.
        """
        path = Path(document.path)
        page = parser.parse(document.text, path.relative_to(self.root).as_posix(), path.parent.name, path.stem)
        findings = [*page.findings, *fences.check(page), *data_files.check(page, self.root), *self._parity(page)]
        if errors(findings):
            yield Region(0, 0, parsed=errors(findings), evaluator=_fail)
            return
        # Not self.cache.run: conftest.py sets the cache later.
        run = PageRun(page, self.root, self.update, lambda page, root: self.cache.run(page, root))
        self.runs[page.language, page.name] = run
        offsets = _line_offsets(document.text)
        for fence in page.python():
            start = offsets[fence.line - 1]
            yield Region(start, start + len(fence.raw), parsed=(run, fence), evaluator=_run)
        yield Region(len(document.text), len(document.text), parsed=(self, run), evaluator=_close)

    def _parity(self, page: Page) -> list[Finding]:
        if page.language == SOURCE_LANGUAGE:
            return []
        source = self.project.find(SOURCE_LANGUAGE, page.name)
        if source is None:
            return [
                Finding(
                    page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"
                )
            ]
        return [*parity.compare(source, page)]

    def close(self, run: PageRun) -> list[Finding]:
        """Findings about the page as a whole, once its fences are run; with ``update``, write the page instead."""
        if self.update:
            return self._write(run)
        findings = run.finish()
        source = self.project.find(SOURCE_LANGUAGE, run.page.name)
        if source is not None and len(source.python()) != run.ledger.fences:
            findings.append(
                Finding(
                    run.page.path,
                    1,
                    f"{run.ledger.fences} fences, but {len(source.python())} in {source.path}",
                    "translate the missing blocks",
                )
            )
        return findings

    def _write(self, run: PageRun) -> list[Finding]:
        """Write today's outputs into the page, unless somebody's text would be lost."""
        with guards.writing(self.project):
            return self._write_alone(run, self.root / run.page.path)

    def _write_alone(self, run: PageRun, path: Path) -> list[Finding]:
        if path.read_text(encoding="utf-8") != run.page.source:
            hint = "run it again"
            return [Finding(run.page.path, 1, "saved while its code was running: it is left as it is", hint)]
        shrinking = [(old, new) for old, new in run.replaced() if amount(new).is_less_than(amount(old.text))]
        for old, new in shrinking:
            if amount(new).headings < amount(old.text).headings:
                message = "there is a heading in this output: it would be lost"
                return [Finding(old.path, old.line, message, "close the fence before your text")]
        if shrinking:
            for notice in kept_copies.keep(self.root, path, shrinking[0][0].line):
                warnings.warn(f"{notice.location}: {notice.message}", stacklevel=1)
        write_atomically(path, run.updated_source())
        return []

    @property
    def ledgers(self) -> dict[tuple[str, str], Ledger]:
        """By language and page, of this and other processes."""
        return self._merged | {key: run.ledger for key, run in self.runs.items()}

    def results(self) -> dict:
        """What this process has run, to be sent to the process that calls ``merge``."""
        return {
            "ledgers": {key: asdict(run.ledger) for key, run in self.runs.items()},
            "executed": sorted(self.cache.executed),
            "reused": sorted(self.cache.reused),
        }

    def merge(self, results: dict) -> None:
        """Add the ``results`` of another process. Of a page that several have collected, the one that ran it counts."""
        for key, counts in results["ledgers"].items():
            ledger = Ledger(**counts)
            if key not in self._merged or ledger.ran > self._merged[key].ran:
                self._merged[key] = ledger
        self.cache.executed |= set(results["executed"])
        self.cache.reused |= set(results["reused"])

    def summary(self) -> str:
        """How many programs were run, and for how many blocks they stand."""
        executed, reused = len(self.cache.executed), len(self.cache.reused)
        blocks = sum(ledger.ran + ledger.raised for ledger in self.ledgers.values())
        languages = len({language for language, _ in self.ledgers})
        return (
            f"ran {executed} programs, reused {reused} of {executed + reused}; "
            f"they stand for {blocks} blocks in {languages} languages"
        )

    def table(self) -> list[str]:
        """The ledgers as lines of text, one for each page and language, and one for their sums."""
        counts = ("fences", "ran", "raised", "excused", "outputs", "numbers")
        header = ("page", "language", *counts)
        rows = [
            (page, language, *(str(getattr(ledger, count)) for count in counts))
            for (language, page), ledger in sorted(self.ledgers.items(), key=lambda item: (item[0][1], item[0][0]))
        ]
        if rows:
            languages = {row[1] for row in rows}
            sums = (str(sum(int(row[column]) for row in rows)) for column in range(2, len(header)))
            rows.append(("all", str(len(languages)), *sums))
        widths = [max(map(len, column)) for column in zip(header, *rows)]
        return [_aligned(row, widths) for row in (header, *rows)]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    """Names to the left, counts to the right."""
    names = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2])]
    counts = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:])]
    return "  ".join([*names, *counts])


def _line_offsets(text: str) -> list[int]:
    offsets = [0]
    for line in text.split("\n"):
        offsets.append(offsets[-1] + len(line) + 1)
    return offsets


# sybil's evaluators: text is a failure, None a success.


def _run(example: Example) -> str | None:
    run, fence = example.parsed
    return format_findings(run.check(fence)) or None


def _close(example: Example) -> str | None:
    pages, run = example.parsed
    return format_findings(pages.close(run)) or None


def _fail(example: Example) -> str | None:
    return "not executed:\n" + format_findings(example.parsed)
