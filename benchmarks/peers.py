"""The same pages under other tools that run documentation.

What each finds and runs, how long it takes, and how many of 50 planted faults (`faults.py`) it notices.

Each tool is set up in `contenders/` as its own documentation says, in the setting that finds most. A fault is noticed
if a failure comes up that the sound page doesn't have, so that a page which fails as it is harms nobody.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import carried
import faults
from measure import ENVIRONMENT, ROOT, Grid, Options, Report, Row, Table, compared, in_turns, progress

from handbook import SOURCE_LANGUAGE
from handbook.export import notebooks
from handbook.markdown import parser
from handbook.markdown.model import Page
from handbook.project import data_files

CONTENDERS = Path(__file__).parent / "contenders"
PACKAGES = ("sybil", "pytest_examples", "mktestdocs", "nbval")
OURS, SYBIL, EXAMPLES, MKTESTDOCS, NBVAL, NBVAL_LAX = (
    "handbook",
    "sybil",
    "pytest-examples",
    "mktestdocs",
    "nbval",
    "nbval-lax",
)
LONGEST = 1200  # seconds; a fault that never ends would have to be looked at

UNEQUAL = ("NbCellError: Cell outputs differ", "Failed: Print output changed code:")  # it ran to its end
RAISED = "NbCellError: Cell execution caused an exception"
CHANGING = re.compile(r"\S*/|0x[0-9a-f]+|\d+(?:\.\d+)?")  # folders, addresses, lines, times


@dataclass(frozen=True)
class Sheet:
    """A page as each tool wants it: Markdown in a checkout, a notebook, Markdown with what is printed in comments."""

    page: Page
    markdown: Path
    notebook: Path
    commented: Path


@dataclass(frozen=True)
class Item:
    """What became of one item of a pytest run."""

    node: str
    failure: str | None
    line: int  # of all code of the page, where it is one piece

    @property
    def kind(self) -> str:
        """The failure without what isn't the same twice."""
        return CHANGING.sub("#", self.failure or "")


@dataclass
class Found:
    """What a tool makes of pages as they are."""

    fences: int = 0
    ran: int = 0
    compared: int = 0
    failing: int = 0  # so many pages


def run(options: Options) -> Report:
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        raise SystemExit(f"{', '.join(missing)} can't be imported: `make bench` sets up the peers")
    whole = [
        page
        for path in sorted((ROOT / "docs" / SOURCE_LANGUAGE).glob(f"{options.page or '*'}.md"))
        if (page := _page(SOURCE_LANGUAGE, path.stem)).python()
    ]
    if not whole:
        raise SystemExit(f"--page: no English page with code is called {options.page}")
    if not 1 <= options.faults <= faults.ALL:
        raise SystemExit(f"--faults: from 1 to {faults.ALL}")
    progress("planting faults")
    planted = faults.plant(options.faults, (options.page,) if options.page else faults.PAGES)
    with tempfile.TemporaryDirectory(prefix="peers-") as name:
        folder = Path(name)
        _written(folder / "pytest.ini", "[pytest]\n")
        sound = {(page.language, page.name): page for page in whole} | {
            (fault.language, fault.name): _page(fault.language, fault.name) for fault in planted
        }
        written = _with_comments(list(sound.values()), folder)
        sheets = {place: _sheet(folder / "sound", page, page, written[place]) for place, page in sound.items()}
        spoiled = []
        for number, fault in enumerate(planted):
            page = sound[fault.language, fault.name]
            spoiled.append(
                _sheet(
                    folder / f"fault-{number:02}",
                    parser.parse(fault.text, page.path, page.language, page.name),
                    page,
                    written[fault.language, fault.name],
                )
            )

        pages = [sheets[page.language, page.name] for page in whole]
        told: dict[str, list[Item]] = {}
        processor: dict[str, list[float]] = {tool: [] for tool in TOOLS}

        def contender(tool: str) -> Callable[[], float]:
            def once() -> float:
                before, start = _processor_time(), time.perf_counter()
                told[tool] = items(tool, pages, folder)
                processor[tool].append(_processor_time() - before)
                return time.perf_counter() - start

            return once

        values = in_turns(
            {tool: contender(tool) for tool in TOOLS}, options.runs if options.page else 1
        )  # a turn of all pages takes minutes
        found = {tool: _found(tool, pages, told[tool], folder) for tool in TOOLS}
        noticed, failing = _noticed(planted, sheets, spoiled, folder)
    size = f"{len(whole)} English page{'s' if len(whole) > 1 else ''} with code"
    seconds = Table(
        f"seconds, {size}",
        compared(values),
        [
            "Whole processes, plugins loaded by name only, OMP_NUM_THREADS=1; "
            "the files that pages read lie where they are looked for.",
            "nbval starts a kernel for each page, which imports torch anew.",
        ],
    )
    worked = Table(
        f"processor time, {size}", compared(processor), ["Kernels included. What a busy machine changes least."]
    )
    sums = {tool: sum(those) for tool, those in noticed.items()}
    faulty = Table(
        f"faults noticed, of {len(planted)}",
        [Row(tool, [float(count)], "faults", count / max(sums[OURS], 1)) for tool, count in sums.items()],
        [
            "Noticed: a failure that the sound page hasn't. "
            "Only the page with the fault is run; handbook has the English page at hand.",
            "nbval-lax: nbval without its comparisons.",
        ],
    )
    return Report(
        "The same pages under other tools",
        [seconds, worked, faulty],
        {"pages": len(whole), "faults": len(planted)},
        [
            _grid_of_found(found, len(whole), size),
            _grid_of_kinds(planted, noticed, failing),
            _grid_of_unnoticed(planted, noticed[OURS]),
        ],
    )


def _grid_of_found(found: dict[str, Found], pages: int, size: str) -> Grid:
    return Grid(
        f"what is found and run, {size}",
        ["fences found", "run to their end", "outputs compared", "pages that fail"],
        {
            tool: [str(one.fences), str(one.ran), str(one.compared), f"{one.failing} of {pages}"]
            for tool, one in found.items()
        },
        [
            "The pages as they are. handbook: a fence that raises the error which its page expects counts as run.",
            "sybil, mktestdocs: fences that say exactly `python`, without the names that others give. "
            "mktestdocs runs a page as one piece, to its first failure.",
            "sybil compares doctests, which our pages aren't; mktestdocs compares nothing.",
            "pytest-examples: on copies with the `#>` comments that it writes itself; "
            "with --tb=line, as pytest breaks off at its failures otherwise.",
            "nbval: on our notebooks, which mark measured times as outputs to ignore. pytest-examples compares them.",
        ],
    )


def _grid_of_kinds(planted: list[faults.Fault], noticed: dict[str, list[bool]], failing: dict[str, int]) -> Grid:
    rows = {}
    for kind in faults.KINDS:
        places = [place for place, fault in enumerate(planted) if fault.kind == kind]
        if places:
            rows[kind] = [f"{sum(those[place] for place in places)} of {len(places)}" for those in noticed.values()]
    pages = len({(fault.language, fault.name) for fault in planted})
    return Grid(
        "faults noticed, by kind",
        list(noticed),
        rows | {"sound pages that fail": [f"{failing[tool]} of {pages}" for tool in noticed]},
        [
            "nbval gets notebooks that our own parser makes of the pages with their faults, "
            "pytest-examples its copies with the faults carried over.",
            "handbook is `pytest docs`. A comment in code is nobody's matter.",
        ],
    )


def _grid_of_unnoticed(planted: list[faults.Fault], ours: list[bool]) -> Grid:
    rows = {
        f"{number}. {fault.family}": [fault.kind, f"{fault.language}/{fault.name}"]
        for number, (fault, told) in enumerate(zip(planted, ours), 1)
        if not told
    }
    return Grid(
        "faults that handbook doesn't notice",
        ["kind", "page"],
        rows,
        [
            "Of the page alone. "
            "In a whole checkout changed code of an English page also fails in each of its translations."
        ],
    )


# -- pages as tools want them


def _page(language: str, name: str) -> Page:
    return parser.read(ROOT / "docs" / language / f"{name}.md", language, ROOT)


def _with_comments(pages: list[Page], folder: Path) -> dict[tuple[str, str], str]:
    """These pages, each with what it prints in comments that pytest-examples puts behind each `print`."""
    progress(f"{len(pages)} pages: pytest-examples writes its comments")
    for page in pages:
        data_files.copy_files(page, ROOT, folder)  # where the tools run
    paths = {
        (page.language, page.name): _written(folder / "written" / page.language / f"{page.name}.md", page.source)
        for page in pages
    }
    _pytest(EXAMPLES, ["--update-examples", *TOOLS[EXAMPLES]([])], list(paths.values()), folder)
    return {place: path.read_text(encoding="utf-8") for place, path in paths.items()}


def _sheet(checkout: Path, page: Page, sound: Page, written: str) -> Sheet:
    """Write ``page``, which is ``sound`` or has a fault, and its other forms.

    A translation is written beside the English one.
    """
    checkout.mkdir(exist_ok=True)
    for name in ("content", "i18n", "models", "snippets"):
        if not (checkout / name).exists():
            (checkout / name).symlink_to(ROOT / name)
    if page.language != SOURCE_LANGUAGE:
        _written(checkout / "docs" / SOURCE_LANGUAGE / f"{page.name}.md", _page(SOURCE_LANGUAGE, page.name).source)
    markdown = _written(checkout / "docs" / page.language / f"{page.name}.md", page.source)
    notebook = _written(checkout / "notebooks" / page.language / f"{page.name}.ipynb", notebooks.text(page))
    data_files.copy_files(page, ROOT, notebook.parent)
    return Sheet(
        page,
        markdown,
        notebook,
        _written(
            checkout / "commented" / page.language / f"{page.name}.md", carried.commented(sound, written, page.source)
        ),
    )


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


# -- the tools


def _plugin(name: str) -> Callable[[list[Sheet]], list[str]]:
    return lambda sheets: ["-p", name, *(str(sheet.markdown) for sheet in sheets)]


def _test(name: str, *plugins: str) -> Callable[[list[Sheet]], list[str]]:
    return lambda sheets: [*(part for plugin in plugins for part in ("-p", plugin)), str(CONTENDERS / name)]


TOOLS: dict[str, Callable[[list[Sheet]], list[str]]] = {
    OURS: _plugin("handbook_pages"),
    SYBIL: _plugin("stock_sybil"),
    EXAMPLES: _test("test_pytest_examples.py", "pytest_examples"),
    MKTESTDOCS: _test("test_mktestdocs.py"),
    NBVAL: lambda sheets: [
        "-p",
        "nbval.plugin",
        "--nbval",
        "--nbval-current-env",
        *(str(sheet.notebook) for sheet in sheets),
    ],
}


def items(tool: str, sheets: list[Sheet], folder: Path) -> list[Item]:
    """Run ``tool`` over all these pages in one process: what became of each item."""
    return _pytest(
        tool, TOOLS[tool](sheets), [sheet.commented if tool == EXAMPLES else sheet.markdown for sheet in sheets], folder
    )


def _pytest(tool: str, arguments: list[str], pages: list[Path], folder: Path) -> list[Item]:
    written = _written(folder / f"{tool}.outcomes", "")
    listed = _written(folder / f"{tool}.pages", "\n".join(str(path.relative_to(folder)) for path in pages))
    environment = {
        **ENVIRONMENT,
        "PYTHONPATH": str(CONTENDERS),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "OUTCOMES": str(written),
        "PAGES": str(listed),
    }
    # --tb=line: with more of it pytest itself breaks off at a failure of pytest-examples 0.0.18, whose frames
    # Python 3.11 can't place.
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--tb=line",
        "-p",
        "no:cacheprovider",
        "-p",
        "outcomes",
        "--continue-on-collection-errors",
        "-c",
        str(folder / "pytest.ini"),
        "--rootdir",
        str(folder),
        "--noconftest",
        *arguments,
    ]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LONGEST)
    told = [Item(**json.loads(line)) for line in written.read_text(encoding="utf-8").splitlines()]
    if done.returncode not in (0, 1) or not told:
        raise SystemExit(f"{tool} didn't run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return told


def _processor_time() -> float:
    """Of the processes that this one has started, and of theirs."""
    import resource  # not everywhere

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _of(told: list[Item], sheet: Sheet, folder: Path) -> list[Item]:
    """The items of one page: a node id holds its path, as that of a file or in brackets."""
    paths = [str(path.relative_to(folder)) for path in (sheet.markdown, sheet.notebook, sheet.commented)]
    return [item for item in told if any(path in item.node for path in paths)]


def _found(tool: str, sheets: list[Sheet], told: list[Item], folder: Path) -> Found:
    """The sums over pages of what a run told."""
    sums = Found()
    for sheet in sheets:
        own = _of(told, sheet, folder)
        failed = [item for item in own if item.failure]
        fences = sheet.page.python()
        sums.failing += bool(failed)
        if tool == OURS:
            sums.fences += len(fences)
            sums.ran += (
                len(own) - 1 - len(failed) - sum("no-run" in fence.classes for fence in fences)
            )  # its last item audits the numbers
        elif tool == MKTESTDOCS:
            found, ran = _one_piece(sheet, failed)
            sums.fences += found
            sums.ran += ran
        else:
            sums.fences += len(own)
            sums.ran += sum(item.failure is None or item.failure in UNEQUAL for item in own)
        if tool in (OURS, NBVAL, EXAMPLES):
            left_out = {OURS: {"no-run"}, NBVAL: {"no-run"}, EXAMPLES: {"no-run", "raises"}}[tool]
            outputs = sum(
                sheet.page.output_of(fence) is not None for fence in fences if not left_out & set(fence.classes)
            )
            sums.compared += max(outputs - sum(item.failure not in UNEQUAL for item in failed), 0)
    return sums


def _one_piece(sheet: Sheet, failed: list[Item]) -> tuple[int, int]:
    """mktestdocs joins a page's blocks: how many there are, and how many end before the line that failed."""
    from mktestdocs import grab_code_blocks

    ends, line = [], 0
    for block in grab_code_blocks(sheet.markdown.read_text(encoding="utf-8")):
        line += block.count("\n") + 1
        ends.append(line)
    return len(ends), sum(end < failed[0].line for end in ends) if failed else len(ends)


# -- faults


def _noticed(
    planted: list[faults.Fault], sheets: dict[tuple[str, str], Sheet], spoiled: list[Sheet], folder: Path
) -> tuple[dict[str, list[bool]], dict[str, int]]:
    """Which tool notices which fault, and on how many of the sound pages it fails.

    Returns ``({tool: a truth for each fault}, {tool: pages})``.
    """
    places = sorted({(fault.language, fault.name) for fault in planted})
    progress(f"{len(places)} sound pages and {len(spoiled)} with a fault, under each tool")
    with ThreadPoolExecutor(2) as pool:  # no time is taken here; the longest begins
        begun = {
            tool: pool.submit(items, tool, [*(sheets[place] for place in places), *spoiled], folder)
            for tool in reversed(TOOLS)
        }
    told = {tool: begun[tool].result() for tool in TOOLS}
    if NBVAL in told:
        told[NBVAL_LAX] = [item if item.failure == RAISED else Item(item.node, None, 0) for item in told[NBVAL]]
    noticed, failing = {}, {}
    for tool, own in told.items():
        known = {place: _failures(own, sheets[place], folder) for place in places}
        noticed[tool] = [
            bool(_failures(own, sheet, folder) - known[fault.language, fault.name])
            for fault, sheet in zip(planted, spoiled)
        ]
        failing[tool] = sum(map(bool, known.values()))
    return noticed, failing


def _failures(told: list[Item], sheet: Sheet, folder: Path) -> Counter[str]:
    return Counter(item.kind for item in _of(told, sheet, folder) if item.failure)
