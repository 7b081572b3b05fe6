"""The file ``i18n/<language>/cyrillic.toml``, read and checked.

It names the language's edition in Cyrillic letters, and lists words in which n and j are two letters, and words that
stay Latin, like names and English terms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path

FILE = "cyrillic.toml"
TABLES: dict[str, dict[str, type]] = {
    "edition": {"code": str, "lang": str, "name": str, "short": str, "alphabet": str, "latin": str},
    "digraphs": {"apart": list},
    "latin": {"inflected": list, "words": list, "alone": list, "beside": list, "phrases": list, "never": list},
}


def check(root: Path) -> Iterator[Finding]:
    """Lists that can't be read, or that say something else than they should."""
    for path in sorted((root / "i18n").glob(f"*/{FILE}")):
        yield from _faults(path, root)


@lru_cache(maxsize=16)
def read(path: Path, root: Path, changed: int) -> dict:
    """The tables of a sound file; any other raises DiagnosticError.

    ``changed`` is there for the cache: a saved file is read again while the site is served.
    """
    if faults := list(_faults(path, root)):
        raise DiagnosticError(faults)
    return config_files.read_toml(path, root)[0]


def _faults(path: Path, root: Path) -> Iterator[Finding]:
    tables, text, wrong = config_files.read_toml(path, root)
    yield from wrong
    if wrong:
        return
    name = display_path(path, root)

    def line_of(words: str) -> int:
        return next((number for number, line in enumerate(text.split("\n"), 1) if words in line), 1)

    for table in tables.keys() - TABLES.keys():
        yield Finding(name, line_of(f"[{table}"), f"[{table}] is unknown", f"known: {', '.join(TABLES)}")
    for table, keys in TABLES.items():
        own = tables.get(table)
        if not isinstance(own, dict) or own.keys() != keys.keys():
            yield Finding(
                name,
                line_of(f"[{table}]"),
                f"[{table}] must hold {', '.join(keys)}, and nothing else",
                "i18n/sr/cyrillic.toml is an example",
            )
            continue
        for key, kind in keys.items():
            if not isinstance(own[key], kind):
                yield Finding(
                    name,
                    line_of(f"{key} ="),
                    f"{key} isn't a {'list' if kind is list else 'string'}",
                    f"write {key} = {'[…]' if kind is list else '…'}",
                )
                continue
            for word in own[key] if kind is list else [own[key]]:
                if not isinstance(word, str) or not word.strip() or word != unicodedata.normalize("NFC", word):
                    yield Finding(
                        name, line_of(str(word)), f"{key}: {word!r} isn't a word", "write words in quotation marks"
                    )
                elif key == "apart" and (word.count("|") != 1 or not re.search(r"(l\||n\|)j|d\|ž", word)):
                    yield Finding(
                        name,
                        line_of(f'"{word}"'),
                        f"apart: “{word}” has no seam between l or n and j, or d and ž",
                        "write in|jekcij",
                    )
    latin = tables.get("latin", {})
    lists = [
        (key, word)
        for key in ("inflected", "words", "alone", "beside")
        for word in latin.get(key, [])
        if isinstance(word, str)
    ]
    for place, (key, word) in enumerate(lists):
        if earlier := next((other for other, same in lists[:place] if same.lower() == word.lower()), ""):
            yield Finding(
                name, line_of(f'"{word}"'), f"“{word}” stands in {key} and in {earlier}", "leave it in one of them"
            )
