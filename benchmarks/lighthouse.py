"""Lighthouse on a phone of its making: the site's kinds of pages against the same chapter in a stock Material site.

Served from this machine, compressed as every host does. Lighthouse is a package of `benchmarks/package.json`, so that
nobody who only builds the site downloads it. Its times are simulated from what the processor did here: they are worth
something on a machine that does nothing else, and the load is told beside them.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from measure import ROOT, Options, Report, Row, Table, chromium_program, compared, in_turns, progress

from handbook import SOURCE_LANGUAGE
from handbook.core import npm
from handbook.site import build

PROGRAM = ROOT / "benchmarks" / "node_modules" / "lighthouse" / "cli" / "index.js"
STOCK = "a chapter in stock Material"
CHAPTER = "by-hand"
PAGES = {"home": "", "a chapter": f"{CHAPTER}/", "explorer": "seeing-attention/", "a lab": "lab-heads/"}
CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
TIMES = {
    "largest-contentful-paint": "the largest part of the first view is painted",
    "first-contentful-paint": "something is painted",
    "total-blocking-time": "the page doesn't answer (total blocking time)",
}
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu "
    "--disable-background-networking --disable-component-update --disable-sync"
)
COMPRESSED = (".html", ".css", ".js", ".json", ".svg", ".xml", ".txt")


def run(options: Options) -> Report:
    program = chromium_program()
    if not PROGRAM.is_file():
        raise SystemExit("Lighthouse is not there: `npm ci --prefix benchmarks` sets it up")
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        ours, stock = options.site or Path(folder) / "site", Path(folder) / "stock"
        if not options.site:
            build.build([SOURCE_LANGUAGE], ours, strict=False, quiet=True)
        _build_stock(Path(folder), stock)
        with served(ours) as address, served(stock) as other:
            pages = {STOCK: f"{other}{CHAPTER}/"} | {
                name: address + path for name, path in PAGES.items() if (ours / path / "index.html").is_file()
            }
            told: dict[str, list[dict]] = {name: [] for name in pages}
            contenders = {name: partial(_turn, program, url, told[name], name) for name, url in pages.items()}
            tables = [
                Table(
                    TIMES["largest-contentful-paint"],
                    compared(in_turns(contenders, options.runs)),
                    ["In seconds, on a simulated phone and its line."],
                )
            ]
    version = next(iter(told.values()))[0]["lighthouseVersion"]
    others = [(key, title, "s", 1000) for key, title in TIMES.items() if key != "largest-contentful-paint"]
    for key, title, unit, divisor in [
        *others,
        ("cumulative-layout-shift", "parts that move (cumulative layout shift, in thousandths)", "thousandths", 0.001),
        ("total-byte-weight", "sent for the first view", "kB", 1000),
    ]:
        tables.append(
            Table(
                title,
                [
                    Row(name, [one["audits"][key]["numericValue"] / divisor for one in runs], unit)
                    for name, runs in told.items()
                ],
            )
        )
    for key, title in CATEGORIES.items():
        tables.append(
            Table(
                f"score, of 100: {title}",
                [
                    Row(name, [one["categories"][key]["score"] * 100 for one in runs], "points")
                    for name, runs in told.items()
                ],
            )
        )
    load = os.getloadavg()[1]
    return Report(
        "Lighthouse, mobile",
        tables,
        {"lighthouse": version, "load": f"{load:.1f} over the last five minutes", "faults": _faults(told) or "none"},
    )


def _turn(program: str, url: str, told: list[dict], name: str) -> float:
    """Seconds until the largest part is painted; all that Lighthouse found goes to ``told``."""
    progress(f"Lighthouse: {name}")
    command = [
        npm.node(),
        str(PROGRAM),
        url,
        "--quiet",
        "--output=json",
        "--output-path=stdout",
        f"--chrome-flags={FLAGS}",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "CHROME_PATH": program, "CI": "1"}
    )
    if done.returncode:
        raise SystemExit(f"Lighthouse failed on {name}: {done.stderr.strip()[-500:]}")
    found = json.loads(done.stdout)
    told.append(found)
    return found["audits"]["largest-contentful-paint"]["numericValue"] / 1000


def _faults(told: dict[str, list[dict]]) -> str:
    """What Lighthouse finds wrong on our pages, beside speed."""
    wrong = set()
    for name, runs in told.items():
        for category in set(CATEGORIES) - {"performance"}:
            ids = [one["id"] for one in runs[0]["categories"][category]["auditRefs"] if one["weight"]]
            wrong |= {f"{name}: {one}" for one in ids if name != STOCK and runs[0]["audits"][one]["score"] in (0,)}
    return ", ".join(sorted(wrong))


# -- the pages


def _build_stock(folder: Path, target: Path) -> None:
    """The chapter's text, with formulas as source, in Material as it comes: a lower bound of what a chapter costs."""
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs" / SOURCE_LANGUAGE / f"{CHAPTER}.md", folder / "docs")
    shutil.copy(ROOT / "docs" / SOURCE_LANGUAGE / f"{CHAPTER}.md", folder / "docs" / "index.md")
    (folder / "mkdocs.yml").write_text(
        "site_name: Stock\nsite_url: http://127.0.0.1/\ntheme: {name: material, font: false}\nplugins: [search]\n"
        "markdown_extensions: [admonition, attr_list, md_in_html, tables, "
        "pymdownx.details, pymdownx.highlight, pymdownx.superfences]\n",
        encoding="utf-8",
    )
    command = [
        shutil.which("mkdocs") or str(ROOT / ".venv" / "bin" / "mkdocs"),
        "build",
        "--quiet",
        "--site-dir",
        str(target),
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder's address, served with gzip."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Compressing, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Compressing(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.endswith("/"):
            path /= "index.html"
        if not path.is_file() or path.suffix not in COMPRESSED:
            return super().do_GET()
        data = gzip.compress(path.read_bytes(), 9, mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)) + "; charset=utf-8")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(data)
