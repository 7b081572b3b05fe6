"""Pages with nothing but widgets, and what tests read there."""

from __future__ import annotations

import base64
import json

from handbook import ROOT
from handbook.extensions import widgets

NAMES = widgets.names()
LANGS = {"en": "en", "de": "de", "sr": "sr-Latn", "sw": "sw"}
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# Grids that are wider than their box, each with both widths.
TOO_WIDE = (
    "grids => grids.filter(grid => grid.scrollWidth > grid.clientWidth + 1)"
    ".map(grid => `${grid.dataset.grid} ${grid.scrollWidth} ${grid.clientWidth}`)"
)
PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Widgets</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="stylesheet" href="typefaces.css"><link rel="stylesheet" href="tokens.css">\
<link rel="stylesheet" href="widgets.css">
<style>html {{ font-size: 125% }} \
body {{ margin: 0; padding: 16px; background: var(--paper); color: var(--ink); font-family: var(--font-text) }}
.visually-hidden {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }}\
</style></head>
<body data-md-color-scheme="default"><main class="md-typeset">{body}</main>\
<script src="widgets.js"></script></body></html>"""


def open_page(tab, folder, language: str = "en", hash_: str = ""):
    tab.goto("about:blank")
    tab.goto((folder / f"{language}.html").as_uri() + hash_)
    tab.wait_for_selector("[data-ready]")
    tab.evaluate("document.fonts.ready.then(() => null)")


def root(page, name: str):
    return page.locator(f"[data-widget={name}]")


def cell(page, name: str, widget: str = "by-hand"):
    return root(page, widget).locator(f'[data-cell="{name}"]')


def hash_of(name: str, state: dict) -> str:
    text = json.dumps(state, ensure_ascii=False).encode()
    return f"#state={name}.{base64.urlsafe_b64encode(text).decode().rstrip('=')}"


READ = """async ([name, hashes]) => {
  const root = document.querySelector(`[data-widget=${name}]`);
  const read = () => Object.fromEntries([...root.querySelectorAll("[data-cell]")].map((e) =>
    [e.dataset.cell, e.tagName === "INPUT" ? e.value : e.textContent]));
  const all = [];
  for (const hash of hashes) {
    const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = hash;
    await changed;
    all.push(read());
  }
  return all;
}"""


def read_cells(page, name: str = "by-hand") -> dict[str, str]:
    script = (
        "root => Object.fromEntries([...root.querySelectorAll('[data-cell]')]"
        ".map(e => [e.dataset.cell, e.tagName === 'INPUT' ? e.value : e.textContent]))"
    )
    return root(page, name).evaluate(script)


def focused(page) -> str:
    return page.evaluate(
        "document.activeElement.dataset.cell ?? document.activeElement.dataset.word ?? "
        "document.activeElement.dataset.act ?? document.activeElement.textContent"
    )


PASTE = """(input, text) => { input.focus(); const data = new DataTransfer(); data.setData("text/plain", text);
input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }"""
