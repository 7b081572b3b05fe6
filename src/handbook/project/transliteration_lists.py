"""The file ``i18n/<language>/cyrillic.toml``, read and checked.

It names the language in Cyrillic letters, and lists words in which "nj", "lj" or "dž" are two letters, and words that
stay Latin, such as names and English terms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, known_names

FILE = "cyrillic.toml"
TABLES: dict[str, dict[str, type]] = {
    "edition": {"code": str, "lang": str, "name": str, "short": str, "alphabet": str, "latin": str},
    "digraphs": {"apart": list},
    "latin": {"inflected": list, "words": list, "alone": list, "beside": list, "phrases": list, "never": list},
}


def check(root: Path) -> Iterator[Finding]:
    """What is wrong with the ``cyrillic.toml`` of all languages."""
    for path in sorted((root / "i18n").glob(f"*/{FILE}")):
        yield from _check_file(path, root)


@lru_cache(maxsize=16)
def read(path: Path, root: Path, modified: int) -> dict:
    """The tables of a ``cyrillic.toml``.

    ``modified`` is a key of the cache: a saved file is read again while the site is served.

    Raises:
        DiagnosticError: where the file is faulty.
    """
    if findings := list(_check_file(path, root)):
        raise DiagnosticError(findings)
    return config_files.read_toml(path, root)[0]


def _check_file(path: Path, root: Path) -> Iterator[Finding]:
    tables, text, findings = config_files.read_toml(path, root)
    yield from findings
    if findings:
        return
    name = display_path(path, root)

    def finding(near: str, message: str, hint: str) -> Finding:
        """A finding at the first line that holds ``near``."""
        line = next((number for number, line in enumerate(text.split("\n"), 1) if near in line), 1)
        return Finding(name, line, message, hint)

    for table in tables.keys() - TABLES.keys():
        yield finding(f"[{table}", f"[{table}] is unknown", known_names(table, TABLES))
    for table, keys in TABLES.items():
        values = tables.get(table)
        unknown = values.keys() - keys.keys() if isinstance(values, dict) else set()
        for key in unknown:
            yield finding(f"{key} =", f"[{table}] has an unknown {key}", known_names(key, keys))
        if not unknown and (not isinstance(values, dict) or values.keys() != keys.keys()):
            message = f"[{table}] must hold {', '.join(keys)}, and nothing else"
            yield finding(f"[{table}]", message, "i18n/sr/cyrillic.toml is an example")
        if not isinstance(values, dict) or values.keys() != keys.keys():
            continue
        for key, kind in keys.items():
            yield from _check_value(key, values[key], kind, finding)
    yield from _check_duplicates(tables.get("latin", {}), finding)


def _check_value(key: str, value: object, kind: type, finding: Callable[[str, str, str], Finding]) -> Iterator[Finding]:
    """Check the type of a value and each of its words."""
    if not isinstance(value, kind):
        message = f"{key} isn't a {'list' if kind is list else 'string'}"
        yield finding(f"{key} =", message, f"write {key} = {'[…]' if kind is list else '…'}")
        return
    for word in value if isinstance(value, list) else [value]:
        if not isinstance(word, str) or not word.strip() or word != unicodedata.normalize("NFC", word):
            yield finding(str(word), f"{key}: {word!r} isn't a word", "write words in quotation marks")
        elif key == "apart" and (word.count("|") != 1 or not re.search(r"(l\||n\|)j|d\|ž", word)):
            message = f"apart: “{word}” has no seam between l or n and j, or d and ž"
            yield finding(f'"{word}"', message, "write in|jekcij")


def _check_duplicates(latin: dict, finding: Callable[[str, str, str], Finding]) -> Iterator[Finding]:
    """Words that are in two lists, or in one list twice."""
    first_list: dict[str, str] = {}
    for key in ("inflected", "words", "alone", "beside"):
        for word in latin.get(key, []):
            if not isinstance(word, str):
                continue
            if earlier := first_list.get(word.lower()):
                yield finding(f'"{word}"', f"“{word}” stands in {key} and in {earlier}", "leave it in one of them")
            first_list.setdefault(word.lower(), key)
