"""What all benchmarks share: taking turns, medians and ratios, versions and machine."""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = (
    "torch",
    "sybil",
    "pytest",
    "Markdown",
    "pymdown-extensions",
    "markdown-it-py",
    "py3langid",
    "playwright",
    "pytest-examples",
    "mktestdocs",
    "nbval",
    "mkdocs",
    "mkdocs-material",
    "mkdocs-static-i18n",
)
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1"}


@dataclass
class Options:
    """What the command line says; each benchmark takes what it needs."""

    runs: int = 5
    pages: int = 1000
    languages: int = 20
    blocks: int = 15
    page: str = ""
    changes: int = 50
    tokens: int = 2048
    faults: int = 50
    site: Path | None = None
    site_pages: int = 200
    site_languages: int = 20


@dataclass
class Row:
    """One figure: medians of several runs, and how it compares with the first row of its table."""

    name: str
    values: list[float]
    unit: str = "s"
    ratio: float | None = None

    def to_json(self) -> dict:
        numbers = {"median": statistics.median(self.values), "least": min(self.values), "most": max(self.values)}
        return {
            "name": self.name,
            "unit": self.unit,
            **{name: round(value, 4) for name, value in numbers.items()},
            "runs": len(self.values),
            "ratio": None if self.ratio is None else round(self.ratio, 3),
        }


@dataclass
class Table:
    """Rows that were measured in turns, and remarks on how to read them."""

    title: str
    rows: list[Row]
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict:
        return {"title": self.title, "rows": [row.to_json() for row in self.rows], "notes": self.notes}


@dataclass
class Grid:
    """What isn't a figure with a median: words and counts, a row for each name, a column for each head."""

    title: str
    heads: list[str]
    rows: dict[str, list[str]]
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict:
        return {"title": self.title, "heads": self.heads, "rows": self.rows, "notes": self.notes}


@dataclass
class Report:
    """What one benchmark found."""

    title: str
    tables: list[Table]
    facts: dict = field(default_factory=dict)
    grids: list[Grid] = field(default_factory=list)

    def to_json(self) -> dict:
        return {
            "title": self.title,
            "facts": self.facts,
            "tables": [table.to_json() for table in self.tables],
            "grids": [grid.to_json() for grid in self.grids],
        }


def chromium_program() -> str:
    """The path of this machine's Chromium. Raises SystemExit where there is none."""
    programs = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    if program := next((found for found in programs if found), None):
        return program
    raise SystemExit("no Chromium found: `apt-get install chromium` lets this benchmark run")


def in_turns(contenders: dict[str, Callable[[], float]], runs: int) -> dict[str, list[float]]:
    """Run each contender once, then each again, ``runs`` times: ``{name: what each run returned}``."""
    values: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(1, runs + 1):
        for name, contender in contenders.items():
            values[name].append(contender())
            progress(f"turn {turn} of {runs}: {name}, {values[name][-1]:.2f} s")
    return values


def progress(words: str) -> None:
    """Tells somebody who waits what goes on; not a part of the figures."""
    if sys.stderr.isatty():
        print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)


def compared(values: dict[str, list[float]]) -> list[Row]:
    """Rows in seconds. The first is the yardstick: a ratio is the median of the ratios of each turn, so that a busy
    minute counts on both sides."""
    yardstick = next(iter(values.values()))
    return [
        Row(name, seconds, ratio=statistics.median(ours / theirs for ours, theirs in zip(seconds, yardstick)))
        for name, seconds in values.items()
    ]


def seconds_of(*command: str) -> float:
    """The wall time of a command that must succeed."""
    return _child(command)[0]


def told_by(script: Path, *arguments: str) -> dict:
    """What a script of ours, run in a process of its own, printed last as JSON, with the process's ``wall`` time."""
    wall, printed = _child((sys.executable, str(script), *arguments))
    return {**json.loads(printed.strip().splitlines()[-1]), "wall": wall}


def _child(command: tuple[str, ...]) -> tuple[float, str]:
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
    wall = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"{' '.join(command[-3:])} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return wall, done.stdout


def peak_megabytes() -> float:
    """The most memory that this process has held."""
    import resource

    if (
        held := _told_by_linux("VmHWM")
    ) is not None:  # getrusage counts what the parent held before the program was started
        return held
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def megabytes_now() -> float:
    """The memory that this process holds; where the system doesn't tell, the most that it has held."""
    held = _told_by_linux("VmRSS")
    return peak_megabytes() if held is None else held


def _told_by_linux(field: str) -> float | None:
    status = Path("/proc/self/status")
    line = (
        next((line for line in status.read_text().splitlines() if line.startswith(field)), "")
        if status.is_file()
        else ""
    )
    return int(line.split()[1]) / 2**10 if line else None


def surroundings() -> dict:
    """Versions and machine, without names or paths of it."""
    return {
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in PACKAGES}},
        "machine": {
            "system": platform.system(),
            "architecture": platform.machine(),
            "processor": _processor(),
            "cores": os.cpu_count(),
            "memory_gb": _memory(),
        },
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.is_file() else []
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )


def _memory() -> int | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return None
