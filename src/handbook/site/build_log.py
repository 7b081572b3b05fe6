"""What MkDocs complains of while it builds, as findings."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import ERROR, NOTICE, Finding, display_path


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def listening() -> Iterator[list[logging.LogRecord]]:
    """Collect what MkDocs and its plugins complain of, instead of printing it."""
    logger = logging.getLogger("mkdocs")
    listener = _Listener()
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(listener)
    try:
        yield listener.records
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate


def own_findings(records: list[logging.LogRecord]) -> list[Finding]:
    """What our Markdown extensions found."""
    return [record.finding for record in records if hasattr(record, "finding")]


def findings_of(records: list[logging.LogRecord], language: str, root: Path, strict: bool) -> list[Finding]:
    """MkDocs' warnings as findings: it names the file and the link, the line is looked up."""
    findings = own_findings(records)
    for record in records:
        if hasattr(record, "finding"):
            continue
        message = re.sub(r"\s+", " ", record.getMessage()).strip()
        if message.startswith("Encoding error"):  # MkDocs says it twice, the second time with the place
            continue
        severity = ERROR if strict or record.levelno >= logging.ERROR else NOTICE
        path, line = root / "mkdocs.yml", 1
        if named := re.search(r"'([^']+)\.(?:md|ipynb)'", message):
            files = [root / "docs" / code / f"{named[1]}.md" for code in (language, SOURCE_LANGUAGE)]
            path = next((file for file in files if file.is_file()), path)
            link = re.search(r"contains (?:a|an absolute|an unrecognized relative) link '([^']+)'", message)
            if link and path.is_file():
                text = path.read_text(encoding="utf-8", errors="replace")
                line = text.count("\n", 0, max(text.find(f"]({link[1]}"), 0)) + 1
        findings.append(Finding(display_path(path, root), line, message, severity=severity))
    return findings
