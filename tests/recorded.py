"""What the handbook records and tells of pages and code, for the comparison of two versions of Python."""

from __future__ import annotations

import warnings
from hashlib import sha256
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.checks import registry
from handbook.markdown.python_code import read
from handbook.project.checkout import Project
from handbook.translation import lockfile
from handbook.translation.accept import entries_of

# What needs a package that isn't written in Python, or Node.
LEFT_OUT = {registry.prose_language, registry.formulas, registry.widget_rules}


def recorded(plan: dict) -> dict:
    """Locks, findings and code, each by its name.

    Args:
        plan: ``root`` is a checkout; of ``pages``, pairs of a language and a name, are told ``locks`` and ``findings``;
            of ``files`` and of ``texts``, by name, the ``code`` that stands in them.
    """
    project = Project(Path(plan["root"]))
    pages = [project.page(language, name) for language, name in plan["pages"]]
    return {
        "locks": {page.path: _lock(page, project) for page in pages if page.language != SOURCE_LANGUAGE},
        "findings": {
            page.path: [
                str(finding)
                for check in registry.PAGE_CHECKS
                if check not in LEFT_OUT
                for finding in check(page, project)
            ]
            for page in pages
        },
        "code": {path: _code(Path(path).read_text(encoding="utf-8")) for path in plan["files"]}
        | {name: _code(text) for name, text in plan["texts"].items()},
    }


def _lock(page, project: Project) -> str:
    path = lockfile.path_of(project.root, page.language, page.name)
    return lockfile.render(entries_of(project.page(SOURCE_LANGUAGE, page.name), page), path)


def _code(text: str) -> dict[str, str] | str:
    """A hash of each part of what is read in code; the name of the error where it isn't Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # each version has other ones
        try:
            code = read(text)
        except SyntaxError as error:
            return type(error).__name__
    parts = vars(code) | {"imports": sorted(code.imports)}
    return {part: sha256(repr(value).encode()).hexdigest()[:16] for part, value in parts.items()}
