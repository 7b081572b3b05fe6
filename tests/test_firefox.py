"""The site in Debian's Firefox ESR: each kind of page in each language, and what a reader does there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from urllib.parse import urlparse

import pytest

from handbook import ROOT
from handbook.pages import Handbook

HANDBOOK = Handbook(ROOT)
LANGUAGES = HANDBOOK.languages
LANG = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
QUERIES = {"en": "softmax", "de": "Kontextvektor", "sr": "vektor konteksta", "sw": "vekta ya muktadha"}
CHAPTER = "by-hand"
EXPLORER = "seeing-attention"
# A page of each kind; the explorer's script and model are the same in each language.
KINDS = {"home": "", "chapter": f"{CHAPTER}/", "training": "training/", "lab": "lab-heads/", "glossary": "glossary/", "missing": "404.html"}
# axe takes seconds on a long page; Chromium runs it on every one (test_browser.py). Here: each kind, each language.
AUDITED = {"home": LANGUAGES, "glossary": LANGUAGES, "missing": LANGUAGES, "chapter": ["sr"], "lab": ["de"], "training": ["sw"], "explorer": ["en"]}


def _pages() -> dict[str, str]:
    """``{"language/kind": path below the site}``"""
    kinds = {(language, kind): path for language in LANGUAGES for kind, path in KINDS.items()}
    if EXPLORER in HANDBOOK.names():
        kinds["en", "explorer"] = f"{EXPLORER}/"
    return {f"{language}/{kind}": ("" if language == "en" else f"{language}/") + path for (language, kind), path in kinds.items()}


PAGES = _pages()


@pytest.fixture(scope="module")
def told(address, site_dir) -> dict:
    """What one tour through all pages told: see ``firefox/tour.mjs``."""
    firefox = next((found for name in ("firefox-esr", "firefox") if (found := shutil.which(name))), None)
    if firefox is None:
        advice = "no Firefox found: `apt-get install firefox-esr` lets these tests run"
        if os.environ.get("HANDBOOK_NEEDS_BROWSER"):
            pytest.fail(advice)
        pytest.skip(advice)
    plan = {
        "firefox": firefox,
        "axe": str(ROOT / "node_modules" / "axe-core" / "axe.min.js"),
        "pages": {name: {"url": address + path, "audit": _is_audited(name)} for name, path in PAGES.items()},
        "languages": {language: _plan_of(language, address) for language in LANGUAGES},
        "file": (site_dir / "de" / CHAPTER / "index.html").as_uri(),
    }
    done = subprocess.run(["node", ROOT / "tests" / "firefox" / "tour.mjs", json.dumps(plan)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def _is_audited(name: str) -> bool:
    language, kind = name.split("/")
    return language in AUDITED[kind]


def _plan_of(language: str, address: str) -> dict[str, str]:
    home = address + PAGES[f"{language}/home"]
    return {"home": home, "chapter": f"{home}{CHAPTER}/", "query": QUERIES[language], "other": LANG[_other(language)]}


def _other(language: str) -> str:
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def test_it_is_firefox(told):
    assert told["version"].lower().startswith("firefox/")
    assert set(told["pages"]) == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_errors_keeps_its_policy_asks_no_other_host_and_is_accessible(told, address, name):
    page = told["pages"][name]
    assert page["lang"] == LANG[name.split("/")[0]]
    assert page["title"] and page["words"] > 100
    assert page["errors"] == []
    assert page["refused"] == [], "by the page's content security policy"
    asked = {urlparse(url).netloc for url in page["requests"] if not url.startswith(("data:", "blob:"))}
    assert asked == {urlparse(address).netloc}
    assert page["violations"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_reader_uses_works(told, address, language):
    used = told["used"][language]
    assert used["errors"] == []
    assert used["recalculated"] > 3, "numbers that follow from the one that was typed"
    assert len(used["answer"]) > 20, "the reason that belongs to a choice"
    other = _other(language)
    assert used["switched"] == {"url": f"{address}{PAGES[f'{other}/chapter']}", "lang": LANG[other]}
    assert urlparse(used["found"]).path.startswith("/" if language == "en" else f"/{language}/")


def test_a_page_can_be_read_from_a_file(told):
    page = told["file"]
    assert page["title"] and page["formulas"] > 10
    assert page["ready"] >= 1, "a widget works without a server"
    assert page["font"], "the site's own typeface"
    assert all(url.startswith(("file:", "data:")) for url in page["requests"])
