"""All pages in all languages, run and compared, against a bare `import torch` in the same run.

`python benchmarks/examples.py [PAGE]` is the child process: it runs the pages as the pytest plugin does and tells as
JSON where its time went.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

from measure import ROOT, Options, Report, Row, Table, compared, in_turns, progress, seconds_of, told_by

PAGES = "all pages, one process"
FRESH, REMEMBERED = "pytest docs -q --fresh", "pytest docs -q, runs remembered"


def run(options: Options) -> Report:
    told: list[dict] = []

    def pages() -> float:
        told.append(told_by(Path(__file__), options.page))
        return told[-1]["wall"]

    files = [str(path) for path in _files(options.page)] if options.page else ["docs"]
    pytest = [sys.executable, "-m", "pytest", *files, "-q", "-p", "no:cacheprovider"]
    progress("runs to be remembered")
    seconds_of(*pytest)
    values = in_turns(
        {
            'python -c "import torch"': lambda: seconds_of(sys.executable, "-c", "import torch"),
            PAGES: pages,
            FRESH: lambda: seconds_of(*pytest, "--fresh"),
            REMEMBERED: lambda: seconds_of(*pytest),
        },
        options.runs,
    )
    phases: dict[str, list[float]] = {"start and end of Python": [one["wall"] - one["inside"] for one in told]}
    for name in told[0]["phases"]:
        phases[name] = [one["phases"][name] for one in told]
    return Report(
        "Pages run and compared",
        [
            Table(
                "against import torch",
                compared(values),
                ["OMP_NUM_THREADS=1 for all; whole processes, their start included."],
            ),
            Table("where the time of that one process goes", _rows(phases)),
            Table("running and comparing, by language", _rows(_sums(told, "language"))),
            Table("running and comparing, by page (all languages)", _rows(_sums(told, "page"))),
        ],
        told[-1]["ledger"],
    )


def _files(page: str) -> list[Path]:
    return sorted((ROOT / "docs").glob(f"*/{page or '*'}.md"))


def _rows(values: dict[str, list[float]]) -> list[Row]:
    return [Row(name, seconds) for name, seconds in values.items()]


def _sums(told: list[dict], by: str) -> dict[str, list[float]]:
    """Seconds by language or by page, the longest first."""
    sums: dict[str, list[float]] = {}
    for number, one in enumerate(told):
        for place in one["pages"]:
            sums.setdefault(place[by], [0.0] * len(told))[number] += place["seconds"]
    return dict(sorted(sums.items(), key=lambda entry: -statistics.median(entry[1])))


def child(page: str = "") -> None:
    """Run every page (or this one) in every language, fail if one fails, print what took how long."""
    start = time.perf_counter()
    phases: dict[str, float] = defaultdict(float)

    def lap(name: str, since: float) -> float:
        now = time.perf_counter()
        phases[name] += now - since
        return now

    since = start
    import torch

    since = lap("import torch", since)
    import torch.testing  # noqa: F401

    from handbook.execution.pytest_plugin import Pages

    since = lap("import sybil and the handbook", since)
    pages = Pages(ROOT)
    sybil = pages.sybil()
    first_use = _watch_first_use()
    places, failures = [], []
    for path in _files(page):
        since = time.perf_counter()
        document = sybil.parse(path)
        since = lap("parsing pages, parity with English", since)
        before = since
        for example in document.examples():
            try:
                example.evaluate()
            except Exception as failure:  # sybil wraps what a page reports
                failures.append(f"{path.relative_to(ROOT)}: {failure}")
            since = lap(
                "number audit, ledger"
                if example.region.evaluator.__name__ == "_close"
                else "running blocks, comparing outputs",
                since,
            )
        places.append({"language": path.parent.name, "page": path.stem, "seconds": since - before})
    phases["first assert_close of the process (it imports; within the line above)"] = first_use[0] if first_use else 0.0
    if failures:
        raise SystemExit("\n".join(failures))
    runs = pages.runs.values()
    ledger = {"languages": len({run.page.language for run in runs}), "pages": len(places)} | {
        key: sum(getattr(run.ledger, key) for run in runs) for key in ("ran", "raised", "excused", "outputs", "numbers")
    }
    print(json.dumps({"inside": time.perf_counter() - start, "phases": phases, "pages": places, "ledger": ledger}))


def _watch_first_use() -> list[float]:
    """How long the first `torch.testing.assert_close` takes: it imports torch.distributed and sympy."""
    import torch

    taken: list[float] = []
    original = torch.testing.assert_close

    def watched(*arguments, **more):
        start = time.perf_counter()
        torch.testing.assert_close = original
        try:
            return original(*arguments, **more)
        finally:
            taken.append(time.perf_counter() - start)

    torch.testing.assert_close = watched
    return taken


if __name__ == "__main__":
    child(*sys.argv[1:])
