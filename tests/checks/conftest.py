"""What the tests of checks share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def root(tmp_path) -> Path:
    for name in ("docs/en", "docs/de", "i18n/en", "i18n/de", "models"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path
