"""What a check has to say: where, what is wrong, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ERROR = "error"
NOTICE = "notice"


@dataclass(frozen=True, order=True)
class Finding:
    """One fault at one place.

    ``path`` and ``line`` (from 1) say where, ``message`` what is wrong, ``hint`` what to do next.
    An ``error`` stops the build and makes commands exit with 1; a ``notice`` is only told.

    ``code`` and ``data`` are for programs: a short name of the kind of fault, and what was found, so that nobody has to
    read it out of the message. Only faults that a program tells apart have them, and they don't count where findings
    are compared, sorted or hashed.
    """

    path: str
    line: int
    message: str
    hint: str = ""
    severity: str = ERROR
    code: str = field(default="", compare=False)
    data: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        head = f"{self.path}:{self.line}: {self.message}"
        return f"{head}\n    {self.hint}" if self.hint else head


class DiagnosticError(Exception):
    """Raised where work can't go on; carries the findings that say why."""

    def __init__(self, findings: Iterable[Finding]):
        self.findings = list(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


def beginning(text: str, most: int = 50) -> str:
    """The first letters of ``text`` on one line, as messages quote it."""
    words = " ".join(text.split())
    return words[:most] + ("…" if len(words) > most else "")


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that must be mended before a page is run or published."""
    return [finding for finding in findings if finding.severity == ERROR]


def shown(path: Path, root: Path) -> str:
    """``path`` as findings print it: relative to the checkout where it lies inside."""
    if path.is_relative_to(root):  # a symbolic link is named, not what it leads to
        return path.relative_to(root).as_posix()
    place, inside = path.resolve(), root.resolve()
    return (place.relative_to(inside) if place.is_relative_to(inside) else path).as_posix()


def report(findings: Iterable[Finding]) -> str:
    """Findings in the order of a reader's work: by file, then by line, each once."""
    return "\n".join(str(finding) for finding in sorted(set(findings)))
