"""The findings of checks: where, what is wrong, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

ERROR = "error"
NOTICE = "notice"
_STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, order=True)
class Finding:
    """One fault in one line of a file.

    Args:
        path: the file, relative to the checkout.
        line: the line, from 1.
        message: what is wrong.
        hint: what to do about it.
        severity: an ``error`` stops the build and makes commands exit with 1; a ``notice`` is only printed.
        code: a short name of the kind of fault, for the few kinds that programs tell apart.
        data: what programs would otherwise parse out of the message.

    ``code`` and ``data`` are ignored where findings are compared, sorted or hashed.
    """

    path: str
    line: int
    message: str
    hint: str = ""
    severity: str = ERROR
    code: str = field(default="", compare=False)
    data: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def location(self) -> str:
        """``path:line``, on one line whatever the file is called."""
        return f"{''.join(letter if letter.isprintable() else '?' for letter in self.path)}:{self.line}"

    def __str__(self) -> str:
        head = f"{self.location}: {visible(self.message)}"
        return f"{head}\n    {visible(self.hint)}" if self.hint else head


def visible(text: str) -> str:
    r"""``text`` with ``\x1b`` and the like in place of what would steer a terminal, or turn letters round."""
    return _STEERING.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


class DiagnosticError(Exception):
    """Raised where work can't go on; ``findings`` say why."""

    def __init__(self, findings: Iterable[Finding]):
        self.findings = list(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


def excerpt(text: str, length: int = 50) -> str:
    """The first ``length`` characters of ``text`` on one line, as messages quote it."""
    line = " ".join(text.split())
    return line[:length] + ("…" if len(line) > length else "")


def nearest(word: str, known: Sequence[str], likeness: float = 0.6) -> str:
    """The one of ``known`` that is most like ``word``; "" where none is, from ``likeness`` (0 to 1) on."""
    return next(iter(get_close_matches(word, known, 1, likeness)), "")


def meant_by(written: Iterable[str], expected: Iterable[str]) -> Iterator[tuple[str | None, str | None]]:
    """What is written with what was meant by it, the most alike first; None where one side has no more."""
    wrong, missing = list(written), list(expected)
    for likeness in (0.6, 0):
        for text in wrong.copy():
            if meant := nearest(text, missing, likeness):
                wrong.remove(text)
                missing.remove(meant)
                yield text, meant
    yield from ((text, None) for text in wrong)
    yield from ((None, text) for text in missing)


def known_names(name: str, known: Iterable[str]) -> str:
    """The hint for a ``name`` that is none of ``known``: all of these, and before them the nearest, if one is near."""
    names = list(known)
    meant = nearest(name, names)
    return (f"did you mean {meant}? " if meant else "") + f"known: {', '.join(names)}"


def errors(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that must be fixed before a page is run or published."""
    return [finding for finding in findings if finding.severity == ERROR]


def display_path(path: Path, root: Path) -> str:
    """``path`` as findings print it: relative to ``root``, the checkout, where it lies inside."""
    if path.is_relative_to(root):  # name a symbolic link itself, not its target
        return path.relative_to(root).as_posix()
    resolved, resolved_root = path.resolve(), root.resolve()
    inside = resolved.is_relative_to(resolved_root)
    return (resolved.relative_to(resolved_root) if inside else path).as_posix()


def format_findings(findings: Iterable[Finding]) -> str:
    """The findings as text, sorted by path and line, without duplicates."""
    return "\n".join(str(finding) for finding in sorted(set(findings)))
