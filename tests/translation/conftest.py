"""What the tests of translations share."""

from __future__ import annotations

import pytest
from accepted_pages import PAGES, PROJECT, Accepted

from handbook.translation import accept


@pytest.fixture(params=PAGES, ids=lambda pair: "/".join(pair))
def accepted(request) -> Accepted:
    language, name = request.param
    source, translation = PROJECT.page("en", name), PROJECT.page(language, name)
    return Accepted(source, translation, accept.entries_of(source, translation))
