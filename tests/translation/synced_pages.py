"""Pages that a test changes, and what `sync` makes of them."""

from __future__ import annotations

from handbook.markdown.parser import parse
from handbook.translation import sync as syncing


def sync_page(source, translation):
    synced = syncing.sync_page(source, translation)
    return synced.text, synced.findings


def changed(page, *changes):
    text = page.source
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse(text, page.path, page.language, page.name)
