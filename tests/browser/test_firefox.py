"""The site in Debian's Firefox ESR: each kind of page in each language, and what a reader does there.

In each run of each kind one page, and one language; the others at night.
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlparse

import pytest
from browsers import executable
from samples import sample

from handbook import ROOT
from handbook.core import npm
from handbook.project.checkout import Project

PROJECT = Project(ROOT)
LANGUAGES = PROJECT.languages
LANG = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
QUERIES = {"en": "softmax", "de": "Kontextvektor", "sr": "vektor konteksta", "sw": "vekta ya muktadha"}
CHAPTER = "by-hand"
EXPLORER = "explorer"
# A page of each kind; the explorer's script and model are the same in each language.
KINDS = {
    "home": "",
    "chapter": f"{CHAPTER}/",
    "training": "training/",
    "lab": "lab-heads/",
    "glossary": "glossary/",
    "missing": "404.html",
}
# axe takes seconds on a long page; Chromium runs it on every one (test_every_page.py). Here: each kind, each language.
AUDITED = {
    "home": LANGUAGES,
    "glossary": LANGUAGES,
    "missing": LANGUAGES,
    "chapter": ["sr"],
    "lab": ["de"],
    "training": ["sw"],
    "explorer": ["en"],
}


def _pages() -> dict[str, str]:
    """``{"language/kind": path below the site}``"""
    kinds = {(language, kind): path for language in LANGUAGES for kind, path in KINDS.items()}
    if EXPLORER in PROJECT.names():
        kinds["en", "explorer"] = f"{EXPLORER}/"
    return {
        f"{language}/{kind}": ("" if language == "en" else f"{language}/") + path
        for (language, kind), path in kinds.items()
    }


PAGES = _pages()
PAGES_BY_DAY = ["de/chapter", "en/explorer", "sr/missing", "sw/home"]
BY_DAY = "de"  # the language in which a reader does something


# Added to each page as it is served, as a script that its policy allows: what the policy refuses is nowhere else to be
# read.
LISTENER = """window.refused = [];
addEventListener("securitypolicyviolation", (event) =>
  refused.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));"""


class _Listening(SimpleHTTPRequestHandler):
    """Serves the site below the folder it is published in, where the page for missing addresses looks for its parts."""

    def __init__(self, *arguments, folder: str, **more) -> None:
        self.folder = folder
        super().__init__(*arguments, **more)

    def log_message(self, *arguments) -> None:
        pass

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self.folder))

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.endswith("/") else path
        if path.name == "listener.js":
            return self._send("text/javascript", LISTENER)
        if path.suffix == ".html" and path.is_file():
            return self._send(
                "text/html",
                path.read_text(encoding="utf-8").replace(
                    "<head>", f'<head><script src="{self.folder}/listener.js"></script>', 1
                ),
            )
        return super().do_GET()

    def _send(self, kind: str, text: str) -> None:
        data = text.encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture(scope="module")
def published(site_dir) -> Iterator[str]:
    """The site's address, in a folder of the same name as where it is published."""
    locations = (site_dir / "sitemap.xml").read_text(encoding="utf-8")
    folder = urlparse(locations.partition("<loc>")[2].partition("</loc>")[0]).path.rstrip("/")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Listening, directory=str(site_dir), folder=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{folder}/"
        server.shutdown()


@pytest.fixture(scope="module")
def told(published, site_dir, nightly) -> dict:
    """What one tour through all pages told: see ``firefox/tour.mjs``."""
    plan = {
        "firefox": executable("firefox"),
        "axe": str(ROOT / "node_modules" / "axe-core" / "axe.min.js"),
        "pages": {
            name: {"url": published + path, "audit": _is_audited(name)}
            for name, path in PAGES.items()
            if nightly or name in PAGES_BY_DAY
        },
        "languages": {
            language: _plan_of(language, published) for language in LANGUAGES if nightly or language == BY_DAY
        },
        "file": (site_dir / "de" / CHAPTER / "index.html").as_uri(),
    }
    done = subprocess.run(
        [npm.node(), ROOT / "tests" / "firefox" / "tour.mjs", json.dumps(plan)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def _is_audited(name: str) -> bool:
    language, kind = name.split("/")
    return language in AUDITED[kind]


def _plan_of(language: str, published: str) -> dict[str, str]:
    home = published + PAGES[f"{language}/home"]
    return {"home": home, "chapter": f"{home}{CHAPTER}/", "query": QUERIES[language], "other": LANG[_other(language)]}


def _other(language: str) -> str:
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def test_it_is_firefox(told, nightly):
    assert told["version"].lower().startswith("firefox/")
    assert set(told["pages"]) == set(PAGES if nightly else PAGES_BY_DAY)


@pytest.mark.parametrize("name", sample(PAGES, PAGES_BY_DAY))
def test_a_page_has_no_errors_keeps_its_policy_asks_no_other_host_and_is_accessible(told, published, name):
    page = told["pages"][name]
    assert page["lang"] == LANG[name.split("/")[0]]
    assert page["title"] and page["words"] > 100
    assert page["errors"] == []
    assert page["refused"] == [], "by the page's content security policy"
    asked = {urlparse(url).netloc for url in page["requests"] if not url.startswith(("data:", "blob:"))}
    assert asked == {urlparse(published).netloc}
    assert page["violations"] == []


@pytest.mark.parametrize("language", sample(LANGUAGES, [BY_DAY]))
def test_what_a_reader_uses_works(told, published, language):
    used = told["used"][language]
    assert used["errors"] == []
    assert used["recalculated"] > 3, "numbers that follow from the one that was typed"
    assert len(used["answer"]) > 20, "the reason that belongs to a choice"
    other = _other(language)
    assert used["switched"] == {"url": f"{published}{PAGES[f'{other}/chapter']}#context", "lang": LANG[other]}, (
        "the section in which the reader was"
    )
    assert used["found"].startswith(published + PAGES[f"{language}/home"])


def test_a_page_can_be_read_from_a_file(told):
    page = told["file"]
    assert page["title"] and page["formulas"] > 10
    assert page["ready"] >= 1, "a widget works without a server"
    assert page["font"], "the site's own typeface"
    assert all(url.startswith(("file:", "data:")) for url in page["requests"])
