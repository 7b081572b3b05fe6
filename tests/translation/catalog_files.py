"""A checkout whose German page is accepted, and catalogs of it."""

from __future__ import annotations

from pathlib import Path

from git_checkout import commit, git, handbook

from handbook.project.checkout import Project
from handbook.translation import catalogs

ENGLISH, GERMAN = "docs/en/scores.md", "docs/de/scores.md"


def accepted(small_handbook: Path) -> Path:
    git(small_handbook, "init", "--quiet")
    assert handbook(small_handbook, "accept", str(small_handbook / GERMAN)).exit_code == 0
    commit(small_handbook, "Begin")
    return small_handbook


def exported(checkout: Path, name: str = "scores") -> Path:
    path = checkout / f"{name}.po"
    path.write_text(catalogs.catalog(Project(checkout), "de", name), encoding="utf-8")
    return path


def brought_back(checkout: Path, path: Path):
    return handbook(checkout, "import", str(path))
