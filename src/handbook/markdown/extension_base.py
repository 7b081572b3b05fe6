"""The page behind a Markdown run, for our extensions.

MkDocs hands over a page's text without its front matter. An extension that parses it again, to say where a fault lies,
needs the lines of the file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from markdown import Markdown

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.core.diagnostics import ERROR, DiagnosticError, Finding, errors
from handbook.markdown import parser
from handbook.markdown.model import Page

OPTIONS = {
    "language": [SOURCE_LANGUAGE, "The language of the words, a folder of i18n"],
    "path": ["page.md", "The page's file, for messages"],
    # Not None: Python-Markdown turns the value of an option whose default is None into a bool.
    "errors": ["", "A list that takes findings; `log` for the builder's log; else faults raise DiagnosticError"],
    "root": [str(ROOT), "The checkout, which holds i18n"],
}

PAGE_SOURCE = "page_source"  # the attribute of Markdown that holds what a page says of itself: extensions/source.py
LOG = "log"
_log = logging.getLogger("mkdocs.plugins.handbook")  # MkDocs prints it, and counts it where it is strict


def options() -> dict:
    """The options that each of our extensions has, as Python-Markdown wants them."""
    return {name: list(default) for name, default in OPTIONS.items()}


def page_options(md: Markdown, config: dict[str, Any]) -> dict[str, Any]:
    """An extension's options, and before them what the page says of itself."""
    return {**config, **getattr(md, PAGE_SOURCE, {})}


def parse(lines: Sequence[str], config: dict) -> Page:
    """The page as ``blocks`` sees it; its lines count from the start of ``lines``."""
    return _parsed("\n".join(lines) + "\n", config["path"], config["language"])


@lru_cache(maxsize=4)  # for the extensions that find the page as another one has found it
def _parsed(text: str, path: str, language: str) -> Page:
    return parser.parse(text, path, language)


def report_in_file(found: Iterable[Finding], lines: Sequence[str], config: dict) -> None:
    """Pass findings on, with the lines of the file. Raises DiagnosticError where nobody takes errors."""
    skipped = _front_matter(lines, Path(config["root"]) / config["path"])
    found = [replace(finding, line=finding.line + skipped) for finding in found]
    report(found, config)


def report(found: Iterable[Finding], config: dict[str, Any]) -> None:
    """Pass findings on as they are. Raises DiagnosticError where nobody takes errors."""
    found = list(found)
    if config["errors"] == LOG:
        for finding in found:
            level = logging.ERROR if finding.severity == ERROR else logging.WARNING
            _log.log(level, "%s", finding, extra={"finding": finding})
    elif config["errors"] != "":
        config["errors"].extend(found)
    elif wrong := errors(found):
        raise DiagnosticError(wrong)


def _front_matter(lines: Sequence[str], file: Path) -> int:
    """How many lines of ``file`` stand before ``lines``; 0 where the file holds something else."""
    if not file.is_file():
        return 0
    text = file.read_text(encoding="utf-8").rstrip()
    body = "\n".join(lines).rstrip()
    return text[: -len(body)].count("\n") if body and text.endswith(body) else 0
