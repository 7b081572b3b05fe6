"""Pages that are compared with their translations."""

from __future__ import annotations

from handbook.core.diagnostics import ERROR
from handbook.markdown.parser import parse
from handbook.translation.parity import compare


def pages(english: str, translated: str, language: str = "de", front: tuple[str, str] = ("", "")):
    """Two pages: a title, and the texts from line 3 on."""
    ours = parse(f"{front[0]}# T {{ #t }}\n\n{english}\n", "docs/en/t.md", "en", "t")
    theirs = parse(f"{front[1]}# T {{ #t }}\n\n{translated}\n", f"docs/{language}/t.md", language, "t")
    assert not ours.findings and not theirs.findings, [*ours.findings, *theirs.findings]
    return ours, theirs


def differences(*texts, **more) -> list[tuple[int, str]]:
    """Line and message of each finding, from the top of the page."""
    found = compare(*pages(*texts, **more))
    assert {finding.path for finding in found} <= {"docs/de/t.md"}
    assert all(finding.severity == ERROR and finding.hint.strip() for finding in found)
    return sorted((finding.line, finding.message) for finding in found)


FENCE = "```python\n{}\n```\n"


def front(*lines: str) -> str:
    return "---\n" + "".join(f"{line}\n" for line in lines) + "---\n"
