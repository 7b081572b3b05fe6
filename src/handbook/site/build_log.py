"""MkDocs' warnings and errors as findings."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import ERROR, NOTICE, Finding, display_path
from handbook.project import transliteration


class _RecordList(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def capture_log() -> Iterator[list[logging.LogRecord]]:
    """Collect the warnings and errors of MkDocs and its plugins, instead of printing them."""
    logger = logging.getLogger("mkdocs")
    handler = _RecordList()
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield handler.records
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate


def extension_findings(records: list[logging.LogRecord]) -> list[Finding]:
    """The findings of our Markdown extensions."""
    return [record.finding for record in records if hasattr(record, "finding")]


def log_findings(records: list[logging.LogRecord], language: str, root: Path, strict: bool) -> list[Finding]:
    """Log records as findings. MkDocs names the file and the link; the line is looked up.

    Args:
        records: from ``capture_log``.
        language: a folder of ``docs``, in which files are looked for.
        root: the checkout.
        strict: warnings are errors.
    """
    findings = extension_findings(records)
    for record in records:
        if hasattr(record, "finding"):
            continue
        message = re.sub(r"\s+", " ", record.getMessage()).strip()
        if message.startswith("Encoding error"):  # MkDocs logs it a second time, with the file
            continue
        severity = ERROR if strict or record.levelno >= logging.ERROR else NOTICE
        path, line = _location(message, language, root)
        findings.append(Finding(display_path(path, root), line, message, severity=severity))
    return findings


def _location(message: str, language: str, root: Path) -> tuple[Path, int]:
    """The file and the line that a message of MkDocs is about; ``mkdocs.yml`` where it names no page."""
    name = re.search(r"'([^']+)\.(?:md|ipynb)'", message)
    if not name:
        return root / "mkdocs.yml", 1
    files = [
        root / "docs" / code / f"{name[1]}.md" for code in (transliteration.source_of(language, root), SOURCE_LANGUAGE)
    ]
    path = next((file for file in files if file.is_file()), root / "mkdocs.yml")
    link = re.search(r"contains (?:a|an absolute|an unrecognized relative) link '([^']+)'", message)
    if not link or not path.is_file():
        return path, 1
    text = path.read_text(encoding="utf-8", errors="replace")
    return path, text.count("\n", 0, max(text.find(f"]({link[1]}"), 0)) + 1
