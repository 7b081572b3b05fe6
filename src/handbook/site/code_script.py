"""The script that runs and edits code blocks in the page, with its words in the language of the site."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from handbook.project.strings import Strings
from handbook.site import bundler

SCRIPT = "assets/javascripts/code.js"
ENTRY = "frontend/entries/code.js"
SHARED = ("output", "error")  # what the page says in the same words


def files(root: Path, language: str) -> dict[str, Callable[[], str]]:
    """By its path on the site, the function that makes the script.

    Args:
        root: the checkout.
        language: a folder of ``i18n``, or an edition.
    """
    return {SCRIPT: lambda: script(root, language)}


def script(root: Path, language: str) -> str:
    """The script, as a classic one. Raises DiagnosticError where esbuild has an error, or strings can't be read."""
    labels = Strings.of(language, "code", root)
    words = {**Strings.of(language, "run", root).all(), **{name: labels(name) for name in SHARED}}
    return f"codeWords = {json.dumps(words, ensure_ascii=False)};\n{bundler.bundle(root / ENTRY)}"
