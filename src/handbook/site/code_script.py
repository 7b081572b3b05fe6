"""The scripts of code blocks that run: one with their buttons and words, and what Python is made of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from handbook.project.strings import Strings
from handbook.site import bundler, python_bundle

SCRIPT = "assets/javascripts/code.js"
ENTRY = "frontend/entries/code.js"
SHARED = ("output", "error")  # what the page says in the same words


def files(root: Path, language: str) -> dict[str, Callable[[], str | bytes]]:
    """By its path on the site, the function that makes each script.

    Args:
        root: the checkout.
        language: a folder of ``i18n``, or an edition.
    """
    return {
        SCRIPT: lambda: script(root, language),
        **python_bundle.files(root),
    }


def script(root: Path, language: str) -> str:
    """The script with the buttons, as a classic one.

    Raises:
        DiagnosticError: where esbuild has an error, or strings can't be read.
    """
    labels = Strings.of(language, "code", root)
    words = {**Strings.of(language, "run", root).all(), **{name: labels(name) for name in SHARED}}
    python = json.dumps(python_bundle.settings(root))
    return (
        f"codeWords = {json.dumps(words, ensure_ascii=False)};\ncodePython = {python};\n{bundler.bundle(root / ENTRY)}"
    )
