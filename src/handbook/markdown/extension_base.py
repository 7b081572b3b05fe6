"""What our Python-Markdown extensions share: their options, the parsed page, and how they report findings.

MkDocs hands over a page's text without its front matter. An extension that parses the text again to report findings
has to convert their lines to lines of the file.
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

PAGE_SOURCE = "page_source"  # the attribute of Markdown in which extensions/source.py stores the page's own options
LOG = "log"
_log = logging.getLogger("mkdocs.plugins.handbook")  # MkDocs prints these messages, and counts them in strict mode


def options() -> dict:
    """The options of each of our extensions, in the form of ``Extension.config``."""
    return {name: list(default) for name, default in OPTIONS.items()}


def page_options(md: Markdown, config: dict[str, Any]) -> dict[str, Any]:
    """The options of an extension; those that the page sets itself take precedence."""
    return {**config, **getattr(md, PAGE_SOURCE, {})}


def parse(lines: Sequence[str], config: dict) -> Page:
    """Parse the lines of a Markdown run; line numbers count from the start of ``lines``."""
    return _parsed("\n".join(lines) + "\n", config["path"], config["language"])


@lru_cache(maxsize=4)  # several extensions parse the same page
def _parsed(text: str, path: str, language: str) -> Page:
    return parser.parse(text, path, language)


def report_in_file(findings: Iterable[Finding], lines: Sequence[str], config: dict) -> None:
    """Report findings whose lines count from ``lines``, with lines of the file.

    Args:
        findings: what was found in ``lines``.
        lines: the text of the Markdown run, without front matter.
        config: the extension's options.

    Raises:
        DiagnosticError: as ``report``.
    """
    offset = _front_matter_length(lines, Path(config["root"]) / config["path"])
    findings = [replace(finding, line=finding.line + offset) for finding in findings]
    report(findings, config)


def report(findings: Iterable[Finding], config: dict[str, Any]) -> None:
    """Report findings as the option ``errors`` says: to the builder's log, or to a list.

    Raises:
        DiagnosticError: with the errors among them, where ``errors`` is not set.
    """
    findings = list(findings)
    if config["errors"] == LOG:
        for finding in findings:
            level = logging.ERROR if finding.severity == ERROR else logging.WARNING
            _log.log(level, "%s", finding, extra={"finding": finding})
    elif config["errors"] != "":
        config["errors"].extend(findings)
    elif fatal := errors(findings):
        raise DiagnosticError(fatal)


def _front_matter_length(lines: Sequence[str], path: Path) -> int:
    """How many lines of the file come before ``lines``; 0 where the file doesn't end with them."""
    if not path.is_file():
        return 0
    text = path.read_text(encoding="utf-8").rstrip()
    body = "\n".join(lines).rstrip()
    return text[: -len(body)].count("\n") if body and text.endswith(body) else 0
