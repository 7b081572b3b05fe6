"""The pages in pytest: sybil finds and orders the fences, each of every language is an item of its own."""

from __future__ import annotations

from collections.abc import Iterable
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
from handbook.project import data_files
from handbook.project.checkout import Project
from handbook.translation import parity


class Pages:
    """The pages of one pytest run: parses each document, guards it by parity, keeps the ledgers.

    Each program is run once, whatever the number of languages that share it; ``cache`` says what is remembered longer.
    """

    def __init__(self, root: Path = ROOT, update: bool = False, cache: RunCache | None = None):
        self.root = root
        self.update = update
        self.cache = cache or RunCache()
        self.runs: dict[tuple[str, str], PageRun] = {}
        self._gathered: dict[tuple[str, str], Ledger] = {}
        self.project = Project(root)  # for the English pages, which each translation asks for

    def sybil(self) -> Sybil:
        return Sybil(parsers=[self.parse], patterns=["*/*.md"], path=str(self.root / "docs"))

    def parse(self, document: Document) -> Iterable[Region]:
        """sybil's parser: a region for each Python fence, and one at the end for ledger and audit.

        A page whose form or parity is broken gets a single region that fails: none of its code is run.
        """
        path = Path(document.path)
        page = parser.parse(document.text, path.relative_to(self.root).as_posix(), path.parent.name, path.stem)
        broken = errors([*page.findings, *fences.check(page), *data_files.check(page, self.root), *self._parity(page)])
        if broken:
            yield Region(0, 0, parsed=broken, evaluator=_fail)
            return
        run = PageRun(page, self.root, self.update, lambda page, root: self.cache.run(page, root))
        self.runs[page.language, page.name] = run
        starts = _offsets(document.text)
        for fence in page.python():
            start = starts[fence.line - 1]
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
        """The page's last item: what is wrong with the page as a whole.

        And whether it has as many fences as the English one.
        """
        if self.update:
            write_atomically(self.root / run.page.path, run.updated())
            return []
        found = run.close()
        source = self.project.find(SOURCE_LANGUAGE, run.page.name)
        if source is not None and len(source.python()) != run.ledger.found:
            found.append(
                Finding(
                    run.page.path,
                    1,
                    f"{run.ledger.found} fences, but {len(source.python())} in {source.path}",
                    "translate the missing blocks",
                )
            )
        return found

    @property
    def ledgers(self) -> dict[tuple[str, str], Ledger]:
        """By language and page."""
        return self._gathered | {place: run.ledger for place, run in self.runs.items()}

    def told(self) -> dict:
        """What another process hands to ``gather``."""
        return {
            "ledgers": {place: asdict(run.ledger) for place, run in self.runs.items()},
            "executed": sorted(self.cache.executed),
            "reused": sorted(self.cache.reused),
        }

    def gather(self, told: dict) -> None:
        """Take over what another process has run.

        Of a page that several have read, that is the ledger of the one that ran it.
        """
        for place, counts in told["ledgers"].items():
            ledger = Ledger(**counts)
            if place not in self._gathered or ledger.ran > self._gathered[place].ran:
                self._gathered[place] = ledger
        self.cache.executed |= set(told["executed"])
        self.cache.reused |= set(told["reused"])

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
        """The ledger as lines of text, a page and language each, and their sum."""
        head = ("page", "language", "fences", "ran", "raised", "excused", "outputs", "numbers")
        rows = [
            (
                name,
                language,
                *(str(getattr(ledger, key)) for key in ("found", "ran", "raised", "excused", "outputs", "numbers")),
            )
            for (language, name), ledger in sorted(self.ledgers.items(), key=lambda entry: (entry[0][1], entry[0][0]))
        ]
        if rows:
            rows.append(
                (
                    "all",
                    str(len({row[1] for row in rows})),
                    *(str(sum(int(row[place]) for row in rows)) for place in range(2, 8)),
                )
            )
        widths = [max(len(row[place]) for row in [head, *rows]) for place in range(8)]
        return [
            "  ".join(
                cell.ljust(width) if place < 2 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths))
            )
            for row in [head, *rows]
        ]


def _offsets(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _told(found: list[Finding]) -> str | None:
    return format_findings(found) if found else None


def _run(example: Example) -> str | None:
    run, fence = example.parsed
    return _told(run.check(fence))


def _close(example: Example) -> str | None:
    pages, run = example.parsed
    return _told(pages.close(run))


def _fail(example: Example) -> str | None:
    return "not executed:\n" + format_findings(example.parsed)
