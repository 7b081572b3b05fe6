"""The widgets with three tables and their start."""

from __future__ import annotations

import copy

from handbook.extensions import widgets

QKV, SHEET = "queries-keys-values", "spreadsheet"
SIX = [
    [0.43, 0.15, 0.89],
    [0.55, 0.87, 0.66],
    [0.57, 0.85, 0.64],
    [0.22, 0.58, 0.33],
    [0.77, 0.25, 0.10],
    [0.05, 0.80, 0.55],
]


def start(name: str) -> dict:
    return copy.deepcopy(widgets.start(name))
