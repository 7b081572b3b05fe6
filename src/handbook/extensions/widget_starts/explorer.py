"""The start of `explorer`: only its words.

What it shows is computed from the model's weights, which no page carries.
"""

from __future__ import annotations

from handbook.extensions.widget_starts.tables import Widget

NAME = "explorer"
WIDGET = Widget({}, lambda start, say: [])
