"""What tests of readers at a laptop and on a phone share."""

import pytest
from browsers import LAPTOP_SIZE, PHONE_SIZE


@pytest.fixture
def open_page(browser):
    """A function that opens an empty page: ``viewport``, and further options of ``new_context``."""
    contexts = []

    def opened(viewport=LAPTOP_SIZE, **more):
        is_phone = viewport is PHONE_SIZE
        context = browser.new_context(
            viewport=viewport, is_mobile=is_phone, reduced_motion="reduce", **{"has_touch": is_phone, **more}
        )
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
