"""Translations of which only signs have changed: a comma, a capital letter, another way to write bold.

That seldom follows a change of words in English: who accepts it is told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from handbook.markdown.model import Page
from handbook.translation import source_history
from handbook.translation.wordings import Wording


def marked(root: Path, page: Page, changes: Sequence[Wording]) -> list[Wording]:
    """The changes; those are marked whose translations have the words that they had before, by git's history.

    Args:
        root: the checkout.
        page: the translation.
        changes: how the English of its units has changed.
    """
    hashes = {one.state.entry.translation for one in changes if one.state.entry and one.before and not one.is_kept}
    try:
        old = source_history.texts_by_hash(root, page.path, hashes) if hashes else {}
    except source_history.GitHistoryError:
        old = {}
    return [replace(one, signs_only=_has_same_words(one, old)) for one in changes]


def _has_same_words(change: Wording, old: dict[str, str]) -> bool:
    entry, translation = change.state.entry, change.state.translation
    if entry is None or translation is None or change.before is None or entry.translation not in old:
        return False
    same = _words(old[entry.translation]) == _words(translation.text)
    return same and not change.is_kept and _words(change.before) != _words(change.after)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"&#?\w+;|(?<!\w)_+|_+(?!\w)", " ", text).casefold())
