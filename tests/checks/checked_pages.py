"""Pages that a check looks at."""

from __future__ import annotations

from pathlib import Path

from handbook.core.diagnostics import ERROR
from handbook.project.checkout import Project

FRONT = "---\ndescription: A page.\n---\n\n"
TITLE = "# T { #t }\n"


def put(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def told(root: Path, check, text: str, language: str = "en") -> list[tuple[int, str]]:
    """Line and message of what one check says of the page t in ``language``."""
    put(root, f"docs/{language}/t.md", text)
    project = Project(root)
    found = list(check(project.page(language, "t"), project))
    assert all(
        finding.path == f"docs/{language}/t.md" and finding.severity == ERROR and finding.hint.strip()
        for finding in found
    )
    return sorted((finding.line, finding.message) for finding in found)
