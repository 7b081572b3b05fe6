"""Kinds of pages on a slow phone and line, against the same text in Material and mkdocs-jupyter as they come.

Headless Chromium with the line that its tools call "slow 3G" (400 kbit/s both ways, 2,000 ms for each request) and a
quarter of this machine's speed. Stock pages ask other hosts for typefaces and formulas. These requests are counted and
refused at once, so a stock page is measured without what it would have waited for: its figures are a lower bound.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from lighthouse import PAGES, served
from measure import ROOT, Options, Report, Row, Table, chromium_program, progress
from playwright.sync_api import Browser, sync_playwright

from handbook import SOURCE_LANGUAGE
from handbook.export import notebooks
from handbook.project.checkout import Project
from handbook.site import build

SLOW = {"offline": False, "latency": 2000, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
SLOWER = 4  # times
PHONE = {"viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "is_mobile": True, "has_touch": True}
QUIET = 1.2  # seconds after loading, or after the last long task, until a page counts as done
LONGEST = 60.0  # seconds that a request is waited for
LONG = 50  # ms
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
KINDS = {"Document": "html", "Stylesheet": "css", "Script": "js", "Font": "fonts", "Image": "pictures"}
OTHER = "other"
STOCK, OURS = "stock", "this site"
TIMES = {
    "painted": ("something is painted", "s"),
    "largest": ("the largest part of the first view is painted", "s"),
    "interactive": ("the page answers: painted, and no long task any more", "s"),
    "blocked": ("between the two, it doesn't answer (total blocking time)", "ms"),
}
WATCH = """
window.told = { longest: 0, tasks: [] };
new PerformanceObserver((list) => list.getEntries().forEach((one) => (told.longest = one.startTime)))\
.observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((one) => told.tasks.push([one.startTime, one.duration])))\
.observe({ type: "longtask", buffered: true });
"""
# A task is told a moment after its end.
TOLD = """async () => {
  const now = performance.now();
  await new Promise((done) => setTimeout(done, 60));
  const { domContentLoadedEventEnd, loadEventEnd, navigationStart } = performance.timing;
  return { ...told, now, \
painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, \
ready: domContentLoadedEventEnd - navigationStart, loaded: loadEventEnd > 0 };
}"""
# As Material's manual says to set up formulas.
MATHJAX = """window.MathJax = {
  tex: { inlineMath: [["\\\\(", "\\\\)"]], displayMath: [["\\\\[", "\\\\]"]], \
processEscapes: true, processEnvironments: true },
  options: { ignoreHtmlClass: ".*|", processHtmlClass: "arithmatex" }
};
document$.subscribe(() => { MathJax.startup.output.clearCache(); MathJax.typesetClear(); \
MathJax.texReset(); MathJax.typesetPromise(); });
"""
CONFIGURATION = """site_name: Stock
site_url: http://127.0.0.1/
theme: { name: material }
plugins: [search, mkdocs-jupyter]
markdown_extensions: [admonition, attr_list, md_in_html, tables, \
pymdownx.details, pymdownx.highlight, pymdownx.superfences, \
{pymdownx.tabbed: {alternate_style: true}}, {pymdownx.arithmatex: {generic: true}}]
extra_javascript: [javascripts/mathjax.js, https://cdn.example/mathjax/tex-mml-chtml.js]
"""


@dataclass
class Visit:
    """One load of a page: times, and what was asked for."""

    times: dict[str, float]
    kilobytes: Counter = field(default_factory=Counter)
    requests: int = 0
    hosts: Counter = field(default_factory=Counter)  # others, by how often they were asked


def run(options: Options) -> Report:
    pages = {name: path for name, path in PAGES.items() if options.page in ("", name)}
    if not pages:
        raise SystemExit(f"no kind of page is called {options.page}; there are {', '.join(PAGES)}")
    program = chromium_program()
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        ours, stock = options.site or Path(folder) / "site", Path(folder) / "stock"
        if not options.site:
            progress("building this site")
            build.build([SOURCE_LANGUAGE], ours, strict=False, quiet=True)
        progress("building the stock site")
        _build_stock(Path(folder), stock)
        with served(ours) as address, served(stock) as other, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            visits = _visits(browser, {STOCK: other, OURS: address}, pages, options.runs)
            version = browser.version
            browser.close()
    tables = [_times(visits, key, title, unit) for key, (title, unit) in TIMES.items()]
    tables[0].notes.append(
        "Stock: Material, and for the lab mkdocs-jupyter, with their defaults; "
        "what they ask of other hosts is refused at once."
    )
    line = f"{SLOW['downloadThroughput'] * 8 / 1000:.0f} kbit/s, {SLOW['latency']:,} ms a request"
    facts = {
        "chromium": version,
        "line": line,
        "processor": f"{SLOWER} times slower",
        "load": f"{os.getloadavg()[1]:.1f} over the last five minutes",
    }
    return Report("Pages on slow 3G", [*tables, *(_sent(name, pair) for name, pair in visits.items())], facts)


def _visits(
    browser: Browser, addresses: dict[str, str], pages: dict[str, str], runs: int
) -> dict[str, dict[str, list[Visit]]]:
    """Each page of each site in turns: ``{page: {site: visits}}``."""
    visits: dict[str, dict[str, list[Visit]]] = {name: {one: [] for one in addresses} for name in pages}
    for turn in range(1, runs + 1):
        for name, path in pages.items():
            for one, address in addresses.items():
                visits[name][one].append(visit(browser, address + path))
                progress(f"turn {turn} of {runs}: {name}, {one}, {visits[name][one][-1].times['painted']:.1f} s")
    return visits


def visit(browser: Browser, url: str) -> Visit:
    """Load a page for the first time, until nothing has happened for a while."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.add_init_script(WATCH)
    tools = context.new_cdp_session(page)
    kinds, addresses, asked = {}, {}, {}

    def remember(event: dict) -> None:
        addresses[event["requestId"]] = event["request"]["url"]
        kinds[event["requestId"]] = KINDS.get(event.get("type"), OTHER)

    tools.on("Network.requestWillBeSent", remember)
    tools.on("Network.loadingFinished", lambda event: asked.__setitem__(event["requestId"], event["encodedDataLength"]))
    tools.on("Network.loadingFailed", lambda event: asked.__setitem__(event["requestId"], 0))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load", timeout=120_000)
    while True:
        told = page.evaluate(TOLD)
        ends = [start + duration for start, duration in told["tasks"]]
        answered = addresses.keys() <= asked.keys() or told["now"] > 1000 * LONGEST
        if told["loaded"] and answered and told["now"] > max([told["ready"], *ends]) + 1000 * QUIET:
            break
        page.wait_for_timeout(200)
    context.close()

    found = Visit(_read(told))
    own = urlsplit(url).netloc
    for request, address in addresses.items():
        parts = urlsplit(address)
        if parts.scheme in ("http", "https"):
            found.requests += 1
            found.kilobytes[kinds[request]] += asked.get(request, 0) / 1000
            if parts.netloc != own:
                found.hosts[parts.netloc] += 1
    return found


def _read(told: dict) -> dict[str, float]:
    painted = told["painted"]
    late = [(start, duration) for start, duration in told["tasks"] if start + duration > painted]
    interactive = max([painted, told["ready"], *(start + duration for start, duration in late)])
    blocked = sum(max(0.0, min(duration, start + duration - painted) - LONG) for start, duration in late)
    return {
        "painted": painted / 1000,
        "largest": told["longest"] / 1000,
        "interactive": interactive / 1000,
        "blocked": blocked,
    }


# -- tables


def _times(visits: dict[str, dict[str, list[Visit]]], key: str, title: str, unit: str) -> Table:
    rows = []
    for name, pair in visits.items():
        rows += _pair(name, {one: [visit.times[key] for visit in found] for one, found in pair.items()}, unit)
    return Table(title, rows)


def _sent(name: str, pair: dict[str, list[Visit]]) -> Table:
    """What a page is made of. Bytes and requests are nearly the same each time."""
    rows = _pair("all", {one: [visit.kilobytes.total() for visit in found] for one, found in pair.items()}, "kB")
    for kind in [*KINDS.values(), OTHER]:
        of_kind = {one: [visit.kilobytes[kind] for visit in found] for one, found in pair.items()}
        if any(map(any, of_kind.values())):
            rows += _pair(kind, of_kind, "kB")
    rows += _pair("requests", {one: [visit.requests for visit in found] for one, found in pair.items()}, "requests")
    rows += _pair("other hosts", {one: [len(visit.hosts) for visit in found] for one, found in pair.items()}, "hosts")
    hosts = sorted({host for found in pair.values() for visit in found for host in visit.hosts})
    return Table(f"{name}: what the first visit asks for", rows, [f"other hosts: {', '.join(hosts)}"] if hosts else [])


def _pair(name: str, values: dict[str, list[float]], unit: str) -> list[Row]:
    """The stock page, and ours as a share of it: the median of the shares of each turn."""
    yardstick = values[STOCK]
    rows = []
    for one, numbers in values.items():
        ratio = statistics.median(a / b for a, b in zip(numbers, yardstick)) if all(yardstick) else None
        rows.append(Row(f"{name}, {one}", numbers, unit, ratio))
    return rows


# -- the stock site


def _build_stock(folder: Path, target: Path) -> None:
    """The same texts under the same addresses, and the lab's notebook; formulas by MathJax, as the manual says."""
    docs = folder / "docs"
    (docs / "javascripts").mkdir(parents=True)
    (docs / "javascripts" / "mathjax.js").write_text(MATHJAX, encoding="utf-8")
    for path in PAGES.values():
        name = path.strip("/") or "index"
        if name.startswith("lab-"):
            (docs / f"{name}.ipynb").write_text(
                notebooks.text(Project(ROOT).page(SOURCE_LANGUAGE, name)), encoding="utf-8"
            )
            continue
        text = (ROOT / "docs" / SOURCE_LANGUAGE / f"{name}.md").read_text(encoding="utf-8")
        (docs / f"{name}.md").write_text(
            re.sub(r"^template: .*\n", "", text, flags=re.M), encoding="utf-8"
        )  # ours alone
    (folder / "mkdocs.yml").write_text(CONFIGURATION, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(target)]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    if done.returncode:
        raise SystemExit(f"the stock site can't be built: {done.stderr[-1000:]}")
