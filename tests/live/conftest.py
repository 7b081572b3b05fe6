"""What tests of live blocks in a browser share."""

import pytest
from block_reader import NAME, Reader
from browser.conftest import open_page

__all__ = ["open_page", "reader"]


@pytest.fixture
def reader(open_page, address):
    """Somebody at a laptop, or with what else ``open_page`` and ``Reader`` take."""
    readers = []

    def reading(language="en", name=NAME, python=True, slow=(), **more):
        readers.append(Reader(open_page(**more), address, language, name, python, slow))
        return readers[-1]

    yield reading
    assert [one.errors for one in readers if one.errors] == []
