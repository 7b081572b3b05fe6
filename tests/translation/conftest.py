"""What the tests of translations share."""

from __future__ import annotations

import pytest
from accepted_pages import PAGES, Accepted
from samples import PROJECT

from handbook.project.checkout import Project
from handbook.translation import accept


@pytest.fixture
def pages(small_handbook):
    """The chapter of the small handbook, in English and German."""
    project = Project(small_handbook)
    return project.page("en", "scores"), project.page("de", "scores")


@pytest.fixture(params=PAGES, ids=lambda pair: "/".join(pair))
def accepted(request) -> Accepted:
    language, name = request.param
    source, translation = PROJECT.page("en", name), PROJECT.page(language, name)
    return Accepted(source, translation, accept.entries_of(source, translation))
