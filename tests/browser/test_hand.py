"""The site under a hand: real presses in both browsers, on each kind of control and on the text beside it."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
import walk
from browsers import executable
from samples import sample

from handbook import ROOT
from handbook.core import npm

# Together they have each widget, the explorer, a lab, quizzes of both kinds, tables and code.
PAGES = [
    "",
    "why-attention",
    "by-hand",
    "queries-keys-values",
    "causal-attention",
    "multi-head-attention",
    "spreadsheet",
    "explorer",
    "seeing-attention",
    "lab-heads",
    "glossary",
]
# Of each kind, one is on these pages in both sizes.
CONTROLS = {
    "quiz input radio", "quiz input text", "quiz button submit", "quiz-more summary", "success summary",
    "picture-table summary", "picture button button", "by-hand select select-one", "by-hand button button",
    "by-hand input text", "by-hand input text cell", "by-hand td gridcell cell role-weight", "softmax input range",
    "softmax input checkbox", "queries-keys-values td gridcell cell role-query", "mask button button cell",
    "heads input radio", "spreadsheet select select-one", "explorer select select-one", "explorer input text",
    "explorer button button tab", "explorer g button", "widget button button picture_png",
    "widget button button copy_link", "live button button", "live button submit", "live input text",
}  # fmt: skip


HANDS = [("chromium", "mouse"), ("firefox", "mouse"), ("chromium", "touch"), ("firefox", "touch")]
EACH_HAND = pytest.mark.parametrize("browser_name, input_", sample(HANDS, [("chromium", "mouse")]))


@EACH_HAND
def test_pressing_the_text_beside_a_focused_control_breaks_nothing(address, browser_name, input_, nightly):
    """At night of every kind of control, by day of ``CONTROLS``."""
    width = {"mouse": 1280, "touch": 390}[input_]
    plan = {
        "browser": browser_name,
        "executable": executable(browser_name),
        "input": input_,
        "width": width,
        "only": None if nightly else sorted(CONTROLS),
        "pages": {name or "home": address + (name and f"{name}/") for name in PAGES},
    }
    done = subprocess.run(
        [npm.node(), ROOT / "tests" / "hand" / "press.mjs", json.dumps(plan)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert browser_name in told["version"].lower().replace("chrome/", "chromium/")
    assert told["faults"] == []
    assert {kind for kind in CONTROLS if not told["kinds"].get(kind)} == set(), "never pressed"
    assert told["presses"] > (400 if nightly else 3 * len(CONTROLS))


@EACH_HAND
def test_a_random_walk_meets_no_crash_no_error_no_lost_focus_and_no_overlap(address, browser_name, input_, nightly):
    """Of each 75 steps at night, when ``make walk`` takes 5,000 more."""
    seed, steps = (1, 75) if nightly else (2, 25)  # the short one meets all kinds of actions, too
    told = walk.walk(address, browser_name, input_, seed, steps)
    assert told["faults"] == [], walk.report(told)
    assert told["steps"] == steps and sum(told["done"].values()) > steps / 2  # the others found nothing to press
    assert {"control", "key", "wheel", "type"} <= set(told["done"])


def test_nothing_is_put_off(site_dir):
    """Parts that are placed only near the window were cleared away: their rule for the focus crashed Chromium 156."""
    files = [file for kind in ("html", "css", "js") for file in site_dir.rglob(f"*.{kind}")]
    assert len(files) > 100
    assert [
        file.name
        for file in files
        if re.search(r"content-visibility:(?!\s*visible)|contentVisibility=", file.read_text(encoding="utf-8"))
    ] == []
