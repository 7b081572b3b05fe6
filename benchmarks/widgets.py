"""A number is changed in each widget, and in the explorer a head is scaled: how long until the page is painted.

The yardstick is an input that shows only itself. All in headless Chromium, one page a widget, as it is built into
chapters. A change is timed from the input event to the second animation frame after it: what was drawn in the first one
is then on the screen. Figures are in frames of 1/60 second, so that 1 is what a reader's screen takes to show anything.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from pathlib import Path

from markdown import Markdown
from measure import ROOT, Options, Report, Row, Table, chromium_program, compared, in_turns
from playwright.sync_api import Page, sync_playwright

from handbook.export import explorer_page
from handbook.extensions import widgets as handbook_widgets
from handbook.site import bundler

FRAME = 1000 / 60  # milliseconds
BARE = "an input that shows only itself"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="tokens.css"><link rel="stylesheet" href="widgets.css">
<link rel="stylesheet" href="explorer.css"></head>
<body data-md-color-scheme="default"><main class="md-typeset">{body}</main>{script}</body></html>"""
# Words, or scores, that a widget takes at most.
# The explorer's states: a sentence, and as many words as the model reads, each with a head that is scaled.
SENTENCES = {"explorer": "The dogs near the house", "explorer, full": "The dogs near the house bark. " * 5}
MOST = {"by-hand": 8, "softmax": 8, "mask": 6, "queries-keys-values": 6, "heads": 5}

CHANGE = """async (count) => {
  const input = document.querySelector("td input[data-cell], main > input, .explorer-change [type=range]");
  const frame = () => new Promise(requestAnimationFrame);
  const long = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)));
  observer.observe({ entryTypes: ["longtask"] });
  const painted = [], handled = [];
  for (let change = 0; change < count; change++) {
    await frame();
    input.value = String((change % 90) / 100 + 0.05);
    const start = performance.now();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    handled.push(performance.now() - start);
    await frame();
    await frame();
    painted.push(performance.now() - start);
  }
  await new Promise((done) => setTimeout(done, 100));
  observer.disconnect();
  return { painted, handled, long };
}"""


def run(options: Options) -> Report:
    program = chromium_program()
    told: dict[str, list[dict]] = {}
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder, sync_playwright() as driver:
        places = _pages(Path(folder))
        chromium = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = chromium.new_page(viewport={"width": 1100, "height": 900})
        values = in_turns(
            {
                name: lambda name=name, place=place: _turn(page, place, options.changes, told.setdefault(name, []))
                for name, place in places.items()
            },
            options.runs,
        )
        version = chromium.version
        chromium.close()
    painted = compared(values)
    for row in painted:
        row.unit = "frames"
    tables = [
        Table(
            "from the input event to the painted page",
            painted,
            ["Timed from the start of one frame over two more: 2 is the soonest there is."],
        ),
        Table(
            "work in the event itself, the slowest change of each turn",
            [Row(name, [max(one["handled"]) / FRAME for one in turns], "frames") for name, turns in told.items()],
            ["Below 1 the next frame comes in time."],
        ),
        Table(
            "long tasks (over 50 ms)",
            [Row(name, [float(len(one["long"])) for one in turns], "tasks") for name, turns in told.items()],
        ),
    ]
    return Report(
        "A number is changed in a widget",
        tables,
        {"changes_a_turn": options.changes, "frame": f"{FRAME:.1f} ms", "chromium": version},
    )


def _turn(page: Page, place: str, changes: int, told: list[dict]) -> float:
    """The median time of a change, in frames; all that was measured goes to ``told``."""
    page.goto("about:blank")
    page.goto(place)
    page.wait_for_function("!document.querySelector('[data-widget]:not([data-ready])')")
    page.evaluate(CHANGE, min(changes, 10))  # what runs for the first time is compiled first
    found = page.evaluate(CHANGE, changes)
    told.append(found)
    return sorted(found["painted"])[changes // 2] / FRAME


# -- the pages


def _pages(folder: Path) -> dict[str, str]:
    """Addresses: a bare input, then each widget as a chapter shows it, then with as many words as it takes."""
    for name in ("tokens", "widgets", "explorer"):
        shutil.copy(ROOT / "theme" / "assets" / "stylesheets" / f"{name}.css", folder)
    (folder / "widgets.js").write_text(bundler.bundle(ROOT / "frontend" / "entries" / "widgets.js"), encoding="utf-8")
    made = explorer_page.files(ROOT, "en", bundler.bundle)
    for name in (explorer_page.WEIGHTS, explorer_page.SCRIPT):
        (folder / Path(name).name).write_text(made[name](), encoding="utf-8")
    bare = (
        "<input><output></output><script>document.querySelector('input').oninput = "
        "({ target }) => (target.nextSibling.textContent = target.value)</script>"
    )
    places = {BARE: _written(folder, "bare", bare, "")}
    for name in handbook_widgets.names():
        if name == handbook_widgets.EXPLORER:
            places |= _explorer(folder)
            continue
        body = Markdown(extensions=["handbook.extensions.widgets"]).convert(f'<div data-widget="{name}"></div>')
        places[name] = _written(folder, name, body, '<script src="widgets.js"></script>')
        if name in MOST:
            state = largest(name, handbook_widgets.start(name))
            places[f"{name}, full"] = _with_state(places[name], name, state)
    return places


def _explorer(folder: Path) -> dict[str, str]:
    body = Markdown(extensions=["handbook.extensions.widgets"]).convert('<div data-widget="explorer"></div>')
    scripts = "".join(f'<script src="{name}.js"></script>' for name in ("explorer-model", "explorer"))
    place = _written(folder, "explorer", body, scripts)
    change = {"kind": "scale", "layer": 1, "head": 2, "factor": 0.5, "off": False}
    return {
        name: _with_state(
            place, "explorer", {"language": "en", "text": text, "heads": [0, 1, 2, 3], "changes": [change]}
        )
        for name, text in SENTENCES.items()
    }


def _with_state(place: str, name: str, state: dict) -> str:
    return f"{place}#state={name}.{base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip('=')}"


def _written(folder: Path, name: str, body: str, script: str) -> str:
    path = folder / f"{name}.html"
    path.write_text(PAGE.format(title=name, body=body, script=script), encoding="utf-8")
    return path.as_uri()


def largest(name: str, start: dict) -> dict:
    """The start with as many words as the widget takes; `heads` in four heads, at the step with most numbers."""
    count = MOST[name]
    if name == "softmax":
        return {**start, "scores": [start["scores"][place % 3] for place in range(count)]}
    state = {
        **start,
        "words": [f"word {place + 1}" for place in range(count)],
        "embeddings": [start["embeddings"][place % 3] for place in range(count)],
    }
    if name == "mask":
        state |= {"length": count, "hidden": [[False] * count] * count}
    if name == "heads":
        state |= {"num_heads": 4, "step": 6}
    return state
