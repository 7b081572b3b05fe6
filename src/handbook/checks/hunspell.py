"""Asks hunspell, a program of the machine, which words its dictionaries know."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable

from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.project.languages import Language


def unknown(words: Iterable[str], language: Language) -> set[str]:
    """Those of ``words`` that the language's dictionary doesn't have, capitals at the beginning allowed for.

    Raises:
        DiagnosticError: where hunspell or the dictionary isn't installed.
    """
    return set(_ask(words, language, "-L").splitlines())  # as lines: hunspell would take words apart


def suggestions(words: Iterable[str], language: Language) -> dict[str, list[str]]:
    """By unknown word, what it may have been meant to be, the likeliest first; without words that nothing resembles.

    Raises:
        DiagnosticError: as in ``unknown``.
    """
    result = {}
    for line in _ask(words, language, "-a").splitlines():
        if line.startswith("& "):  # & word-as-written 4 0: word, words …
            head, _, found = line.partition(": ")
            result[head.split()[1]] = found.split(", ")
    return result


def _ask(words: Iterable[str], language: Language, mode: str) -> str:
    program = shutil.which("hunspell")
    packages = f"hunspell {language.dictionary_package}".strip()
    hint = f"on Debian: apt-get install {packages}"
    path = f"i18n/{language.code}/language.toml"
    if program is None:
        raise DiagnosticError([Finding(path, 1, "hunspell isn't installed, and spelling is checked with it", hint)])
    # Neither what this user once told hunspell to accept, nor another dictionary than the one named.
    environment = {**os.environ, "HOME": os.devnull, "WORDLIST": ""}
    done = subprocess.run(
        [program, mode, "-i", "utf-8", "-d", language.dictionary],
        input="".join(f"{word}\n" for word in sorted(words)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
    )
    if done.returncode:
        raise DiagnosticError([Finding(path, 1, f"hunspell has no dictionary {language.dictionary}", hint)])
    return done.stdout
