"""What the tests of translations share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from accepted_pages import PAGES, Accepted
from git_checkout import commit, git, handbook
from samples import PROJECT
from small_handbook import written

from handbook.project.checkout import Project
from handbook.translation import accept


@pytest.fixture
def pages(small_handbook):
    """The chapter of the small handbook, in English and German."""
    project = Project(small_handbook)
    return project.page("en", "scores"), project.page("de", "scores")


@pytest.fixture(scope="session")
def accepted_once(tmp_path_factory) -> Path:
    root = written(tmp_path_factory.mktemp("accepted"))
    git(root, "init", "--quiet")
    assert handbook(root, "accept", str(root / "docs/de/scores.md")).exit_code == 0
    commit(root, "Begin")
    return root


@pytest.fixture
def checkout(accepted_once, tmp_path) -> Path:
    """The small handbook, accepted and committed, that a test may spoil."""
    return shutil.copytree(accepted_once, tmp_path / "handbook")


@pytest.fixture(params=PAGES, ids=lambda pair: "/".join(pair))
def accepted(request) -> Accepted:
    language, name = request.param
    source, translation = PROJECT.page("en", name), PROJECT.page(language, name)
    return Accepted(source, translation, accept.entries_of(source, translation))
