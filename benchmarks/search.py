"""The search, against Material's own over the same pages: what its first use loads, and how soon it answers.

Both are opened by a key in headless Chromium, with a quarter of this machine's speed and an empty cache, by a hand that
types a word at once: the first answer counts from the key. Then more words are typed letter by letter: an answer counts
from the letter until the list changes, and letters that change nothing in it within a second don't count.
"""

from __future__ import annotations

import gzip
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lighthouse import served
from measure import ROOT, Options, Report, Row, Table, chromium_program, progress
from pages import FLAGS, SLOWER
from playwright.sync_api import Browser, sync_playwright

from handbook import SOURCE_LANGUAGE
from handbook.site import build

STOCK, OURS = "Material's search", "this site"
FIELD = {STOCK: "input.md-search__input", OURS: "#search input"}
LIST = {STOCK: ".md-search-result__list", OURS: "#search-list"}
FIRST, WORDS = "softmax", ("attention weights", "causal mask", "nn.Linear", "temperature", "kv cache")
CONFIGURATION = """site_name: Stock
site_url: http://127.0.0.1/
theme: { name: material, font: false, features: [search.highlight, search.suggest] }
plugins: [search]
markdown_extensions: [admonition, attr_list, md_in_html, tables, pymdownx.details, pymdownx.highlight, \
pymdownx.superfences, {pymdownx.tabbed: {alternate_style: true}}]
"""
# From the letter until the list is another one, in milliseconds; null where it stays as it is.
LETTER = """([field, list, text]) => new Promise((done) => {
  const input = document.querySelector(field), start = performance.now();
  const end = (time) => { observer.disconnect(); clearTimeout(late); done(time); };
  const observer = new MutationObserver(() => requestAnimationFrame(() => end(performance.now() - start)));
  observer.observe(document.querySelector(list), { childList: true, subtree: true, characterData: true });
  const late = setTimeout(() => end(null), 1000);
  input.value = text;
  for (const kind of ["input", "keyup"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
})"""


def run(options: Options) -> Report:
    """Of ``options``: ``runs``, and ``site``, a site that is built already."""
    program = chromium_program()
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        ours, stock = options.site or Path(folder) / "site", Path(folder) / "stock"
        if not options.site:
            progress("building this site")
            build.build([SOURCE_LANGUAGE], ours, strict=False, quiet=True)
        progress("building the stock site")
        _build_stock(Path(folder), stock)
        sites = {STOCK: stock, OURS: ours}
        told: dict[str, list[dict]] = {name: [] for name in sites}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            for turn in range(1, options.runs + 1):
                for name, site in sites.items():
                    told[name].append(use(browser, site, FIELD[name], LIST[name]))
                    progress(f"turn {turn} of {options.runs}: {name}, {told[name][-1]['first']:.0f} ms")
            version = browser.version
            browser.close()
    titles = {
        "kilobytes": ("what the first use loads, gzip", "kB"),
        "first": ("from the key that opens it to the first answer", "ms"),
        "letter": ("from a letter to its answer, the median of each turn", "ms"),
        "slowest": ("the slowest letter of each turn", "ms"),
    }
    tables = [Table(title, _rows(told, key, unit)) for key, (title, unit) in titles.items()]
    return Report("The search", tables, {"chromium": version, "processor": f"{SLOWER} times slower"})


def use(browser: Browser, site: Path, field: str, listed: str) -> dict[str, float]:
    """Search once with an empty cache: kilobytes, and milliseconds."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    asked: list[str] = []
    context.on("request", lambda request: "search" in request.url and asked.append(request.url))
    with served(site) as address:
        page.goto(address + "by-hand/", wait_until="networkidle")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        start = page.evaluate("performance.now()")
        page.keyboard.press("/")
        page.locator(field).wait_for()
        page.keyboard.type(FIRST)
        page.evaluate(
            """list => new Promise((done) => {
              const look = () => /softmax/i.test(document.querySelector(list).textContent)
                ? done() : requestAnimationFrame(look);
              look();
            })""",
            listed,
        )
        first = page.evaluate("performance.now()") - start
        times = [page.evaluate(LETTER, [field, listed, word[: end + 1]]) for word in WORDS for end in range(len(word))]
    context.close()
    answered = [time for time in times if time is not None]
    files = [site / url2pathname(urlsplit(url).path.lstrip("/")) for url in dict.fromkeys(asked)]
    return {
        "kilobytes": sum(len(gzip.compress(path.read_bytes(), 9)) for path in files if path.is_file()) / 1000,
        "first": first,
        "letter": statistics.median(answered),
        "slowest": max(answered),
    }


def _rows(told: dict[str, list[dict]], key: str, unit: str) -> list[Row]:
    values = {name: [one[key] for one in found] for name, found in told.items()}
    ratio = statistics.median(ours / stock for ours, stock in zip(values[OURS], values[STOCK]))
    return [Row(name, numbers, unit, 1.0 if name == STOCK else ratio) for name, numbers in values.items()]


def _build_stock(folder: Path, target: Path) -> None:
    """The same pages with Material's search as its manual sets it up."""
    pages = ROOT / "docs" / SOURCE_LANGUAGE
    shutil.copytree(pages, folder / "docs", ignore=lambda _, names: [n for n in names if not n.endswith(".md")])
    (folder / "docs/index.md").write_text((pages / "index.md").read_text("utf-8").replace("template: home.html\n", ""))
    (folder / "mkdocs.yml").write_text(CONFIGURATION, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(target)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the stock site can't be built: {done.stderr[-1000:]}")
