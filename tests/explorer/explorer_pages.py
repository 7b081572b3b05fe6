"""Pages with nothing but the explorer, and what a reader does there."""

from __future__ import annotations

import re

from handbook import ROOT
from handbook.export import explorer_page

LANGS = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
MODEL = ROOT / explorer_page.MODEL
EXAMPLES = explorer_page.example_sentences(ROOT)
PIECE = re.compile(r"[^\W_]+|[^\s]")
PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Explorer</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="tokens.css"><link rel="stylesheet" href="widgets.css">
<link rel="stylesheet" href="explorer.css">
<style>html {{ font-size: 125% }} body {{ margin: 0; padding: 16px; background: var(--paper); color: var(--ink) }}
main {{ max-width: 33.5rem; margin: 0 auto }}</style></head>
<body data-md-color-scheme="default"><main class="md-typeset"><h1>Explorer</h1>{body}</main>
<script defer src="explorer-model.js"></script><script defer src="explorer.js"></script></body></html>"""


def show(tab, folder, name: str = "en", hash_: str = ""):
    tab.goto("about:blank")
    tab.goto((folder / f"{name}.html").as_uri() + hash_)
    tab.wait_for_selector("[data-ready]")


def choose(page, view: str):
    page.locator(f"[id$=tab-{view}]").click()


def told(page) -> str:
    return page.locator(".explorer-told").inner_text()


def table(page, place: int = 0) -> list[list[str]]:
    """One of the tables behind the view, head and labels included."""
    page.evaluate("document.querySelector('.explorer-tables').open = true")
    page.wait_for_selector(".explorer-tables table")
    return (
        page.locator(".explorer-tables table")
        .nth(place)
        .evaluate("table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))")
    )


def number(text: str) -> float:
    return float(text.replace("\u2212", "-").replace("∞", "inf"))


def paste(page, text: str):
    page.evaluate("document.querySelector('.explorer-open').open = true")
    page.locator("textarea").fill(text)
    page.locator(".explorer-paste button").click()
