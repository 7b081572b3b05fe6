"""The site built, larger sites built, and an edit until it is served: against mkdocs-static-i18n and stock MkDocs.

Peers get the same pages and the Markdown extensions that come with Material. Formulas stay source there, labs, pictures
and widgets stay as they are written: stock has none of them. `python benchmarks/building.py FOLDER SITE` is the child
process that builds a handbook of ours twice.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import importlib.util
import itertools
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import yaml
from measure import ENVIRONMENT, ROOT, Options, Report, Row, Table, compared, in_turns, progress
from status import WRITTEN_AS, make

from handbook.markdown import parser
from handbook.project.data_files import FIGURES

OURS = "handbook build"
STATIC = "mkdocs-static-i18n"
MATERIAL = "Material, a build a language"
PLAIN = "MkDocs without Material, a build a language"
HAS_STATIC = importlib.util.find_spec("mkdocs_static_i18n") is not None  # `make bench` sets it up
PANELS = ("index", "glossary", "translating")  # the pages that look at all others; a larger handbook has them too
SECTION = 20  # pages
LONG, VERY_LONG = 12, 35  # seconds of a turn, from which on there are three turns, or one
SAMPLED = 0.05  # seconds between two looks at the memory
LONGEST_WAIT = 300  # seconds for a preview
SAVED = "by-hand"  # the page that is saved, where none is named

# As `handbook build`, but that a larger handbook may hold pages and words that are only made up.
BUILD = (
    "import sys; from pathlib import Path; from handbook.site import build; "
    "build.build(None, sys.argv[2], strict=False, root=Path(sys.argv[1]), quiet=True)"
)

NAVIGATION = re.compile(r"^nav:\n(?:[ -].*\n|\n)*", re.MULTILINE)
EXTENSIONS = {
    "admonition": {},
    "attr_list": {},
    "md_in_html": {},
    "tables": {},
    "toc": {"permalink": True},
    "pymdownx.details": {},
    "pymdownx.highlight": {"anchor_linenums": False},
    "pymdownx.superfences": {},
    "pymdownx.tabbed": {"alternate_style": True},
    "pymdownx.arithmatex": {"generic": True},
}


def run(options: Options) -> Report:
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        tables = [*_real(Path(folder) / "real", options), *_parts(Path(folder) / "parts", options)]
        tables += [*_growth(Path(folder) / "growth", options), *_saving(Path(folder) / "saving", options)]
    left_out = {} if HAS_STATIC else {STATIC: "not installed, so left out; `make bench` sets it up"}
    return Report(
        "The site built", tables, {"load": f"{os.getloadavg()[1]:.1f} over the last five minutes", **left_out}
    )


# -- what is built


def checkout(folder: Path, page: str = "", *, maths: bool = True, editions: bool = True) -> Path:
    """A copy of what the site is built from, with its history. ``page``: only this one and the home page; ``maths`` and
    ``editions`` (in a second alphabet) can be left out."""
    for name in ("content", "docs", "i18n", "theme", "frontend", "models", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / FIGURES).parent.mkdir()
    for name in ("mkdocs.yml", FIGURES):
        shutil.copyfile(ROOT / name, folder / name)
    if (ROOT / ".git").is_dir():
        (folder / ".git").write_text(f"gitdir: {ROOT / '.git'}\n", encoding="utf-8")
    for path in (folder / "docs").glob("*/*.md"):
        if page and path.stem not in ("index", page):
            path.unlink()
    if not editions:
        for path in (folder / "i18n").glob("*/cyrillic.toml"):
            path.unlink()
    if not maths:
        path = folder / "mkdocs.yml"
        lines = path.read_text(encoding="utf-8").split("\n")
        path.write_text(
            "\n".join(line for line in lines if not line.startswith("  handbook.extensions.katex:")), encoding="utf-8"
        )
    return folder


def larger(folder: Path, pages: int, languages: int, options: Options) -> Path:
    """A handbook of so many pages in English and ``languages`` others, made as `status.py` does, that can be built."""
    make(folder, max(pages - len(PANELS), 1), dataclasses.replace(options, languages=languages))
    for name in ("theme", "frontend", "models", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    made = sorted(path.stem for path in (folder / "docs" / "en").glob("*.md"))
    for path in sorted((folder / "docs").iterdir()):
        source = WRITTEN_AS.get(path.name, path.name)
        for name in PANELS:
            shutil.copy(ROOT / "docs" / source / f"{name}.md", path)
    sections = [
        {f"part-{place // SECTION + 1}": [f"{name}.md" for name in made[place : place + SECTION]]}
        for place in range(0, len(made), SECTION)
    ]
    nav = yaml.safe_dump({"nav": [f"{PANELS[0]}.md", *sections, *(f"{name}.md" for name in PANELS[1:])]})
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    (folder / "mkdocs.yml").write_text(NAVIGATION.sub(f"{nav}\n", text), encoding="utf-8")
    return folder


def _navigation(root: Path) -> list:
    """The handbook's navigation as stock MkDocs reads it: sections by name, and only pages that are there."""
    nav = yaml.safe_load(NAVIGATION.search((root / "mkdocs.yml").read_text(encoding="utf-8"))[0])["nav"]

    def kept(items: list) -> list:
        found = []
        for item in items:
            ((key, value),) = item.items() if isinstance(item, dict) else [("", item)]
            if isinstance(value, list):
                found += [{key: inside}] if (inside := kept(value)) else []
            elif (root / "docs" / "en" / value).is_file():
                found.append(value)
        return found

    return kept(nav)


def stock(folder: Path, root: Path) -> list[str]:
    """The pages of ``root`` as stock MkDocs builds them, with the peers' configurations; returns the languages."""
    shutil.copytree(root / "docs", folder / "docs")
    for path in (folder / "docs").glob("*/*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub(r"^template: .*\n", "", text, count=1, flags=re.MULTILINE), encoding="utf-8"
        )  # one of our theme's
    languages = ["en", *sorted(path.name for path in (root / "docs").iterdir() if path.name != "en")]
    common = {
        "site_name": "Stock",
        "site_url": "http://127.0.0.1/",
        "nav": _navigation(root),
        "markdown_extensions": EXTENSIONS,
    }
    spoken = {language: language if _speaks(language) else "en" for language in languages}
    entries = [
        {
            "locale": language,
            "name": language,
            "default": language == "en",
            "build": True,
            "theme": {"language": spoken[language]},
        }
        for language in languages
    ]
    i18n = {"docs_structure": "folder", "fallback_to_default": True, "reconfigure_material": True, "languages": entries}
    theme = {
        "name": "material",
        "font": False,
        "features": ["navigation.sections", "navigation.top", "navigation.footer", "content.code.copy"],
    }
    configurations = {
        "static": {
            **common,
            "docs_dir": "docs",
            "theme": {**theme, "language": "en"},
            "plugins": {"search": {}, "i18n": i18n},
        }
    }
    for language in languages:
        own = {**common, "docs_dir": f"docs/{language}", "plugins": {"search": {}}}
        configurations[f"material-{language}"] = {**own, "theme": {**theme, "language": spoken[language]}}
        configurations[f"plain-{language}"] = {**own, "theme": {"name": "mkdocs", "highlightjs": False}}
    for name, configuration in configurations.items():
        (folder / f"{name}.yml").write_text(yaml.safe_dump(configuration, sort_keys=False), encoding="utf-8")
    return languages


@functools.cache
def _speaks(language: str) -> bool:
    import material

    return (Path(material.__file__).parent / "templates" / "partials" / "languages" / f"{language}.html").is_file()


# -- building and watching


@dataclass
class Cost:
    """What one build took."""

    wall: float
    cpu: float
    peak: float  # MB, of all its processes together
    files: int = 0
    megabytes: float = 0.0
    printed: str = ""


@dataclass
class Contender:
    """Commands that together build a site, one after another, and what each turn cost."""

    commands: list[list[str]]
    folder: Path
    site: Path
    costs: list[Cost] = dataclasses.field(default_factory=list)

    def __call__(self) -> float:
        shutil.rmtree(self.site, ignore_errors=True)
        costs = [watched(command, self.folder) for command in self.commands]
        written = [path.stat().st_size for path in self.site.rglob("*") if path.is_file()]
        self.costs.append(
            Cost(
                sum(one.wall for one in costs),
                sum(one.cpu for one in costs),
                max(one.peak for one in costs),
                len(written),
                sum(written) / 1e6,
                costs[-1].printed,
            )
        )
        return self.costs[-1].wall


def watched(command: list[str], folder: Path) -> Cost:
    """Run a command that must succeed, and look at the memory of its processes meanwhile."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT | {"NO_MKDOCS_2_WARNING": "1"}, stdout=out, stderr=subprocess.STDOUT
        )
        ended = threading.Event()
        peaks = [0.0]
        watcher = threading.Thread(target=_watch_memory, args=(process.pid, ended, peaks))
        watcher.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)  # with what its own processes took
            wall = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            ended.set()
            watcher.join()
        out.seek(0)
        printed = out.read().decode("utf-8", errors="replace")
    if process.returncode:
        raise SystemExit(f"{' '.join(command[-3:])} failed:\n{printed[-3000:]}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, max(peaks), printed=printed)


def _watch_memory(pid: int, ended: threading.Event, peaks: list[float]) -> None:
    while not ended.wait(SAMPLED):
        peaks.append(sum(map(_held, _alive(pid))) / 2**20)


def _held(process: psutil.Process) -> int:
    """Bytes that a process holds.

    What it shares counts in parts, where the system tells: one that is just being started shares everything.
    """
    try:
        return getattr(process.memory_full_info(), "pss", 0) or process.memory_info().rss
    except psutil.Error:
        return 0


def _alive(pid: int) -> Iterator[psutil.Process]:
    """A process and those that it started."""
    with contextlib.suppress(psutil.Error):  # ended while it was looked at
        whole = psutil.Process(pid)
        yield from [whole, *whole.children(recursive=True)]


def ours(root: Path, site: Path, twice: bool = False) -> Contender:
    command = [str(Path(__file__).resolve())] if twice else ["-c", BUILD]
    return Contender([[sys.executable, *command, str(root), str(site)]], root, site)


def peers(folder: Path, languages: list[str], names: tuple[str, ...]) -> dict[str, Contender]:
    def mkdocs(name: str, site: Path) -> list[str]:
        return [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--quiet",
            "--config-file",
            f"{name}.yml",
            "--site-dir",
            str(site),
        ]

    def each(kind: str) -> Contender:
        site = folder / f"site-{kind}"
        return Contender(
            [mkdocs(f"{kind}-{language}", site if language == "en" else site / language) for language in languages],
            folder,
            site,
        )

    everything = {
        STATIC: Contender([mkdocs("static", folder / "site-static")], folder, folder / "site-static"),
        MATERIAL: each("material"),
        PLAIN: each("plain"),
    }
    return {name: everything[name] for name in names if name != STATIC or HAS_STATIC}


def turns(contenders: dict[str, Contender], runs: int, fewest: int = 1) -> None:
    """Let all take turns: ``runs`` times, three times where a turn takes long, ``fewest`` where it takes very long."""
    start = time.perf_counter()
    in_turns(contenders, 1)
    taken = time.perf_counter() - start
    in_turns(contenders, min(runs, fewest if taken > VERY_LONG else 3 if taken > LONG else runs) - 1)


def tables_of(title: str, contenders: dict[str, Contender], notes: list[str]) -> list[Table]:
    costs = {name: contender.costs for name, contender in contenders.items()}
    return [
        Table(title, compared({name: [one.wall for one in ones] for name, ones in costs.items()}), notes),
        Table(
            f"processor time, {title}",
            compared({name: [one.cpu for one in ones] for name, ones in costs.items()}),
            ["What a busy machine changes least; of all processes together."],
        ),
        Table(
            f"peak memory, {title}",
            [Row(name, [one.peak for one in ones], "MB") for name, ones in costs.items()],
            [f"Of all processes together, at most {1 / SAMPLED:.0f} looks a second."],
        ),
    ]


def written(title: str, contenders: dict[str, Contender]) -> Table:
    files = [Row(name, [contender.costs[-1].files], "files") for name, contender in contenders.items()]
    return Table(
        f"written, {title}",
        [*files, *(Row(name, [contender.costs[-1].megabytes], "MB") for name, contender in contenders.items())],
    )


def _real(folder: Path, options: Options) -> list[Table]:
    """The handbook as it is."""
    root, four = checkout(folder / "five", options.page), checkout(folder / "four", options.page, editions=False)
    languages = stock(folder / "stock", root)
    contenders = peers(folder / "stock", languages, (STATIC, MATERIAL, PLAIN))
    contenders[OURS] = ours(root, folder / "site")
    contenders[f"{OURS}, four languages"] = ours(four, folder / "site-four")
    turns(contenders, options.runs, fewest=3)
    pages = len(list((root / "docs").glob("*/*.md")))
    title = f"{pages} pages in {len(languages)} languages"
    notes = [
        "Ours: formulas, pictures, widgets, labs from their notebooks, scripts and notebooks to take along, cards; "
        "and a fifth edition, Serbian in Cyrillic, except in the last line.",
        "Peers: the same pages with stock extensions; formulas stay source, for stock has no maths at build; "
        "labs are their Markdown.",
    ]
    return [*tables_of(title, contenders, notes), written(title, contenders)]


def _parts(folder: Path, options: Options) -> list[Table]:
    """What formulas cost: without them, and when a process has set them before."""
    with_them, without = (
        checkout(folder / "with", options.page, editions=False),
        checkout(folder / "without", options.page, editions=False, maths=False),
    )
    contenders = {
        "with formulas": ours(with_them, folder / "site", twice=True),
        "formulas stay source": ours(without, folder / "site-without", twice=True),
    }
    for _ in range(min(options.runs, 3)):
        for name, contender in contenders.items():
            progress(f"what formulas cost: {name}")
            contender()
    found = {}
    for name, contender in contenders.items():
        told = [json.loads(cost.printed.strip().split("\n")[-1]) for cost in contender.costs]
        found[f"{name}, first build of a process"] = [one[0] for one in told]
        found[f"{name}, second build of the process"] = [one[1] for one in told]
    order = list(found)
    rows = compared({name: found[name] for name in (order[2], order[3], order[0], order[1])})
    return [
        Table(
            "what formulas cost, processor time of English and German",
            rows,
            [
                "As the preview builds: without cards and policy. "
                "A formula that a process has set is kept for as long as it runs, and not on the disk."
            ],
        )
    ]


def _growth(folder: Path, options: Options) -> list[Table]:
    """More pages, and more languages."""
    most, many = options.site_pages, options.site_languages
    sizes = [(pages, 2) for pages in sorted({min(10, most), min(100, most), most})] + [(min(10, most), many)]
    tables, each, memory, medians = [], [], [], {}
    for pages, languages in sizes:
        place = folder / f"{pages}-{languages}"
        progress(f"making {pages} pages in {languages} languages")
        root = larger(place / "handbook", pages, languages - 1, options)
        codes = stock(place / "stock", root)
        contenders = {
            **peers(place / "stock", codes, (STATIC,) if HAS_STATIC else (MATERIAL,)),
            OURS: ours(root, place / "site"),
        }
        turns(contenders, options.runs)
        title = f"{pages:,} pages × {languages} languages"
        for name, contender in contenders.items():
            each.append(
                Row(f"{title}: {name}", [1000 * cost.cpu / pages / languages for cost in contender.costs], "ms")
            )
            memory.append(Row(f"{title}: {name}", [cost.peak for cost in contender.costs], "MB"))
            medians[pages, languages, name] = statistics.median(cost.cpu for cost in contender.costs)
        tables += tables_of(title, contenders, [])[:2]
        shutil.rmtree(place)
    notes = []
    for (pages, languages), (more, others) in [*itertools.pairwise(sizes[:-1]), (sizes[0], sizes[-1])]:
        factor = more * others / pages / languages
        times = ", ".join(
            f"{medians[more, others, name] / medians[pages, languages, name]:.1f} × ({name})" for name in contenders
        )
        notes.append(
            f"From {pages:,} pages × {languages} languages to {more:,} × {others}, "
            f"{factor:.0f} times as many files: {times}."
        )
    return [
        *tables,
        Table("processor time for each page in each language", each, notes),
        Table("peak memory of larger sites", memory),
    ]


# -- an edit until it is served


@dataclass
class Server:
    """A preview as a process of its own."""

    address: str
    pid: int

    def shows(self, path: str, words: str) -> bool:
        try:
            with urllib.request.urlopen(self.address + path, timeout=LONGEST_WAIT) as answer:
                return words.encode() in answer.read()
        except OSError:
            return False

    def wait(self, path: str, words: str) -> None:
        end = time.monotonic() + LONGEST_WAIT
        while not self.shows(path, words):
            if time.monotonic() > end:
                raise SystemExit(f"after {LONGEST_WAIT} s the preview still doesn't show what was saved at {path}")
            time.sleep(0.01)

    def rest(self) -> None:
        """Wait until it has nothing to do."""
        before, still = -1.0, 0
        while still < 3:
            now = sum(map(_spent, _alive(self.pid)))
            still = still + 1 if now - before < 0.05 else 0
            before = now
            time.sleep(0.3)


def _spent(process: psutil.Process) -> float:
    """Processor time of a process until now."""
    try:
        return sum(process.cpu_times()[:2])
    except psutil.Error:
        return 0.0


@contextlib.contextmanager
def served(command: Callable[[int], list[str]], folder: Path, first: str) -> Iterator[Server]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            command(port),
            cwd=folder,
            env=ENVIRONMENT | {"NO_MKDOCS_2_WARNING": "1"},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            server = Server(f"http://127.0.0.1:{port}/", process.pid)
            end = time.monotonic() + LONGEST_WAIT
            while not server.shows(first, "<html"):
                if process.poll() is not None or time.monotonic() > end:
                    out.seek(0)
                    said = out.read().decode("utf-8", errors="replace")
                    raise SystemExit(f"{' '.join(command(port)[-3:])} doesn't serve:\n{said[-2000:]}")
                time.sleep(0.1)
            server.rest()
            yield server
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def saved(server: Server, path: Path, addresses: list[str], marks: Iterator[str]) -> list[float]:
    """Seconds from a paragraph's being saved until each address shows it, in this order."""
    page = parser.read(path, path.parent.name, path.parents[2])
    place = next(block for block in page.blocks if block.kind == "paragraph" and not block.containers)
    mark = next(marks)
    text = "".join(block.raw if block is not place else f"{block.raw.rstrip()} {mark}.\n" for block in page.blocks)
    path.write_text(text, encoding="utf-8")
    start = time.perf_counter()
    taken = []
    for address in addresses:
        server.wait(address, mark)
        taken.append(time.perf_counter() - start)
    server.rest()
    return taken


def _saving(folder: Path, options: Options) -> list[Table]:
    """A paragraph saved, until the preview shows it."""
    project, page = checkout(folder / "handbook", options.page), options.page or SAVED
    runs = options.runs
    stock(folder / "stock", project)
    marks = (f"saved{number}times" for number in itertools.count(1))
    preview = "handbook serve"
    found: dict[str, dict[str, list[float]]] = {
        language: {name: [] for name in (MATERIAL_SERVES, *([STATIC_SERVES] if HAS_STATIC else []), preview)}
        for language in ("en", "de")
    }
    late: list[float] = []

    def mkdocs(name: str) -> Callable[[int], list[str]]:
        return lambda port: [
            sys.executable,
            "-m",
            "mkdocs",
            "serve",
            "--quiet",
            "--livereload",
            "--config-file",
            f"{name}.yml",
            "--dev-addr",
            f"127.0.0.1:{port}",
        ]

    def file(root: Path, language: str) -> Path:
        return root / "docs" / language / f"{page}.md"

    for language, values in found.items():
        with served(mkdocs(f"material-{language}"), folder / "stock", f"{page}/") as server:
            for turn in range(runs):
                progress(f"saved: {MATERIAL_SERVES}, {language}, {turn + 1} of {runs}")
                values[MATERIAL_SERVES] += saved(server, file(folder / "stock", language), [f"{page}/"], marks)
    if HAS_STATIC:
        with served(mkdocs("static"), folder / "stock", f"{page}/") as server:
            for turn in range(runs):
                for language, values in found.items():
                    progress(f"saved: {STATIC_SERVES}, {language}, {turn + 1} of {runs}")
                    values[STATIC_SERVES] += saved(
                        server,
                        file(folder / "stock", language),
                        [f"{'' if language == 'en' else language + '/'}{page}/"],
                        marks,
                    )
    with served(
        lambda port: [sys.executable, "-m", "handbook.cli", "--root", str(project), "serve", "--port", str(port)],
        project,
        f"{page}/",
    ) as server:
        last = sorted(path.name for path in (project / "docs").iterdir() if path.name != "en")[-1]
        for turn in range(runs):
            progress(f"saved: {preview}, {turn + 1} of {runs}")
            now, later = saved(server, file(project, "en"), [f"{page}/", f"{last}/{page}/"], marks)
            found["en"][preview].append(now)
            late.append(later)
            found["de"][preview] += saved(server, file(project, "de"), [f"de/{page}/"], marks)
    titles = {"en": "an English page saved until it is served", "de": "a German page saved until it is served"}
    tables = [
        Table(
            title,
            compared(found[language]),
            ["All previews at rest before. MkDocs builds all its pages anew, ours makes the page that is asked for."],
        )
        for language, title in titles.items()
    ]
    tables[0].rows.append(Row(f"{preview}, as a notice in the last language", late))
    return tables


MATERIAL_SERVES, STATIC_SERVES = "mkdocs serve, this language alone", "mkdocs serve with static-i18n"


# -- the child process


def child(root: Path, target: Path) -> None:
    """Build two languages twice, as the preview does; prints the processor time of each build (its own and node's)."""
    from handbook.site import build

    taken = []
    for _ in range(2):
        start = _cpu()
        build.build(["en", "de"], target, strict=False, root=root, quiet=True, for_publication=False)
        taken.append(_cpu() - start)
    print(json.dumps(taken))


def _cpu() -> float:
    """Processor time of this process and of those that it started, whether they still run or not."""
    return sum(os.times()[:4]) + sum(map(_spent, psutil.Process().children(recursive=True)))


if __name__ == "__main__":
    child(Path(sys.argv[1]), Path(sys.argv[2]))
