"""How much Hypothesis searches, and in which pages: a little in each run, with ``--nightly`` elsewhere and more."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from samples import PROJECT

LONG = os.environ.get("HANDBOOK_PROPERTIES") == "long"
settings.register_profile("long", max_examples=5000, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile(
    "short", max_examples=50, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("long" if LONG else "short")

NAMES = [name for name in PROJECT.names() if name in ("by-hand", "spreadsheet", "find-the-bug", "misconceptions")]
