"""Catalogs of a small checkout."""

from __future__ import annotations

from pathlib import Path

from git_checkout import handbook

from handbook.project.checkout import Project
from handbook.translation import catalogs

ENGLISH, GERMAN = "docs/en/scores.md", "docs/de/scores.md"


def exported(checkout: Path, name: str = "scores") -> Path:
    path = checkout / f"{name}.po"
    path.write_text(catalogs.catalog(Project(checkout), "de", name), encoding="utf-8")
    return path


def brought_back(checkout: Path, path: Path):
    return handbook(checkout, "import", str(path))
