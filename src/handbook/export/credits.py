"""What follows from the people of each language: the translators in ``CITATION.cff``, and ``.github/CODEOWNERS``."""

from __future__ import annotations

from pathlib import Path

from handbook.core import config_files
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.translation import people
from handbook.translation.people import TRANSLATED

CITATION, OWNERS = "CITATION.cff", ".github/CODEOWNERS"
MARK = "# Written by `handbook collect` from i18n/*/people.toml:\n"  # what is behind it is ours


def targets(project: Project) -> dict[Path, str]:
    """The text of each file; of one that shouldn't be there, "". What a person wrote above MARK stays.

    A book without ``CITATION.cff`` gets none.

    Raises:
        DiagnosticError: ``CITATION.cff`` can't be read.
    """
    owners, citation = project.root / OWNERS, project.root / CITATION
    texts = {owners: _own(owners) + _marked(_owners(project))}
    if citation.is_file():
        texts[citation] = _own(citation) + _marked(_translations(project, _own(citation)))
    return texts


def _own(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition(MARK)[0] if path.is_file() else ""


def _marked(text: str) -> str:
    return MARK + text if text else ""


def _owners(project: Project) -> str:
    """Who is asked about changes of a language. Of a file's lines the last one counts (GitHub, "About code owners")."""
    lines = ""
    for language in project.languages[1:]:
        accounts = [f"@{person.github}" for person in people.load(project.root, language)[0] if person.github]
        if accounts:
            lines += "".join(f"/{folder}/{language}/ {' '.join(accounts)}\n" for folder in ("docs", "i18n"))
    return lines


def _translations(project: Project, citation: str) -> str:
    """Each translation as a work with translators, as version 1.2.0 of the Citation File Format has it.

    Raises:
        DiagnosticError: ``citation`` isn't YAML.
    """
    try:
        book = config_files.parse_yaml(citation)
    except config_files.YamlError as error:
        raise DiagnosticError([Finding(CITATION, error.line + 1, f"not YAML: {error}", "mend it")]) from None
    works: list[dict] = []
    for code in project.languages[1:]:
        language = Language.read(code, project.root)
        if names := people.named(people.load(project.root, code)[0], TRANSLATED):
            work = {
                "type": "book",
                "title": f"{book.get('title', '')} ({language.name})",
                "authors": book.get("authors", []),
                "languages": [language.lang.split("-")[0]],
                "translators": [{"name": name} for name in names],
            }
            works.append(work)
    return config_files.to_yaml({"references": works}) if works else ""


def write(project: Project) -> list[Path]:
    """Write the files that differ, and remove those that nobody is named in; returns their paths.

    Raises:
        OSError: a file can't be written.
    """
    changed = []
    for path, text in targets(project).items():
        if text and write_atomically(path, text):
            changed.append(path)
        elif not text and path.is_file():
            path.unlink()
            changed.append(path)
    return changed


def check(project: Project) -> list[Finding]:
    """Notices of files that don't name the people of today."""
    message, hint = "not what i18n/*/people.toml say today", "nothing has to be done now; `handbook collect` mends it"
    return [
        Finding(display_path(path, project.root), 1, message, hint, NOTICE)
        for path, text in targets(project).items()
        if text != (path.read_text(encoding="utf-8") if path.is_file() else "")
    ]
