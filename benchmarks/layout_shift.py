"""How far text moves under a reader's eyes: the layout shift of each kind of page, as it loads and as it is scrolled.

In headless Chromium on a phone with a quarter of the processor and at a desk, on a fast line and on one of 50 kB/s.
Everything that moves without having been asked to counts (no longest "session", as in the usual score): 0 is a page on
which nothing moves. What the first view asks for and its longest task stand beside it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from lighthouse import served
from measure import Grid, Options, Report, chromium_program, progress
from pages import FLAGS
from playwright.sync_api import Browser, Page, sync_playwright

from handbook import ROOT
from handbook.project import book
from handbook.project.checkout import Project
from handbook.site import build

PAGES = {
    "home": "",
    "a chapter": "by-hand/",
    "a chapter with the explorer": "seeing-attention/",
    "explorer": "explorer/",
    "spreadsheet": "spreadsheet/",
    "a lab": "lab-heads/",
    "glossary": "glossary/",
    "references": "references/",
    "find the bug": "find-the-bug/",
    "measured": "measured/",
    "translating": "translating/",
    "your data": "your-data/",
    "a missing page": "404.html",
    "home, German": "de/",
    "home, Serbian": "sr/",
    "home, Serbian in Cyrillic": "sr-cyrl/",
    "home, Swahili": "sw/",
}
DEVICES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "desk": {"viewport": {"width": 1440, "height": 900}},
}
SLOWER = {"phone": 4, "desk": 1}  # times
ANY = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
LINES = {"fast": ANY, "slow": {**ANY, "latency": 150, "downloadThroughput": 50_000, "uploadThroughput": 50_000}}
QUIET = 1.0  # seconds without a request, a long task or a shift, after which a page counts as at rest
LONGEST = 60.0  # seconds that a page is waited for
STEP = 0.4  # of the window's height, each time it is scrolled
# Chromium leaves out what moves within half a second of a press.
WATCH = """
const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const name = (node) => node?.outerHTML?.slice(0, 70) ?? node?.textContent.trim().slice(0, 70);
const moved = ({ sources }) => sources.slice(0, 3).map(({ node, previousRect, currentRect }) =>
  `${name(node)}: ${rect(previousRect)} -> ${rect(currentRect)}`);
window.told = { shifts: [], longest: 0, last: 0 };
const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  told.last = performance.now();
  note(entry);
})).observe({ type, buffered: true });
watch("layout-shift", (entry) => entry.hadRecentInput || told.shifts.push([entry.value, moved(entry)]));
watch("longtask", ({ duration }) => (told.longest = Math.max(told.longest, duration)));
watch("resource", () => {});
"""
AT_REST = """(quiet) => document.readyState === "complete" && performance.now() - told.last > 1000 * quiet"""
SCROLL = """async (step) => {
  const root = document.documentElement;
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let steps = 0; steps < 600 && scrollY + innerHeight < root.scrollHeight - 1; steps++) {
    scrollBy({ top: step * innerHeight, behavior: "instant" });
    await new Promise(requestAnimationFrame);
    await wait(60);
  }
}"""


@dataclass
class Visit:
    """What moved on a page, and what its first view cost."""

    shift: float  # until it was at rest
    scrolled: float  # from then on, down to its end
    moved: list[tuple[float, list[str]]]  # each shift, and the largest parts that moved
    kilobytes: float
    longest: float  # task in milliseconds, until it was at rest

    @property
    def total(self) -> float:
        return self.shift + self.scrolled


@contextmanager
def served_as_built(site: Path) -> Iterator[str]:
    """The site's address, below the path for which it was built: a missing page asks for its styles from there."""
    path = urlsplit(book.load().address).path.strip("/")
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        below = Path(folder) / path
        below.parent.mkdir(parents=True, exist_ok=True)
        below.symlink_to(site.resolve(), target_is_directory=True)
        with served(Path(folder)) as address:
            yield f"{address}{path}/"


def visit(browser: Browser, url: str, device: str, line: str) -> Visit:
    """Load a page for the first time, wait until it is at rest, and scroll to its end.

    Args:
        browser: Chromium.
        url: of the page.
        device: one of ``DEVICES``.
        line: one of ``LINES``.
    """
    context = browser.new_context(**DEVICES[device])
    page = context.new_page()
    page.add_init_script(WATCH)
    tools = context.new_cdp_session(page)
    sent: list[float] = []
    tools.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINES[line])
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER[device]})
    page.goto(url, timeout=1000 * LONGEST)
    _wait(page)
    loaded = page.evaluate("told")
    kilobytes = sum(sent) / 1000
    page.evaluate(SCROLL, STEP)
    _wait(page)
    moved = page.evaluate("told.shifts")
    context.close()
    shift = sum(value for value, _ in loaded["shifts"])
    return Visit(shift, sum(value for value, _ in moved) - shift, moved, kilobytes, loaded["longest"])


def _wait(page: Page) -> None:
    page.evaluate("told.last = performance.now()")
    for _ in range(int(LONGEST / 0.1)):
        if page.evaluate(AT_REST, QUIET):
            return
        page.wait_for_timeout(100)
    raise SystemExit(f"{page.url} isn't at rest after {LONGEST:.0f} s")


def run(options: Options) -> Report:
    pages = {name: path for name, path in PAGES.items() if options.page in ("", name)}
    if not pages:
        raise SystemExit(f"no kind of page is called {options.page}; there are {', '.join(PAGES)}")
    ways = [(device, line) for device in DEVICES for line in LINES]
    rows, moved = {}, {}
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        site = options.site or Path(folder) / "site"
        if not options.site:
            progress("building this site")
            build.build(Project(ROOT).languages, site, strict=False, quiet=True)
        with served_as_built(site) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium_program(), args=FLAGS)
            for name, path in pages.items():
                visits = {}
                for device, line in ways:
                    visits[device, line] = one = visit(browser, address + path, device, line)
                    progress(f"{name}, {device}, {line}: {one.total:.3f}")
                    if parts := max(one.moved, default=(0, []))[1]:
                        moved[f"{name}, {device}, {line}"] = ["; ".join(parts)]
                rows[name] = [f"{one.shift:.3f} + {one.scrolled:.3f}" for one in visits.values()] + [
                    f"{visits['phone', 'fast'].kilobytes:.0f}",
                    f"{visits['phone', 'fast'].longest:.0f}",
                ]
            version = browser.version
            browser.close()
    heads = [f"{device}, {line}" for device, line in ways] + ["kB, phone", "longest task, phone, ms"]
    notes = ["Layout shift as it loads + while it is scrolled to its end."]
    grids = [Grid("Layout shift", heads, rows, notes)]
    if moved and options.page:
        grids.append(Grid("What moved most", ["part: x y width height before -> after"], moved))
    facts = {"chromium": version, "load": f"{os.getloadavg()[1]:.1f} over the last five minutes"}
    return Report("What moves on a page", [], facts, grids)
