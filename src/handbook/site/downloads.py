"""A chapter's code to take along.

Its script and its notebook stand beside the page; and an address opens it in Colab.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from handbook.export import notebooks, scripts
from handbook.markdown.model import Page
from handbook.project import book, data_files
from handbook.project.checkout import Project

COLAB = "https://colab.research.google.com/github"
NOTEBOOKS_BRANCH = (
    "notebooks"  # the branch that holds them: deploy.yml pushes it, for Colab opens nothing but files of a repository
)


@dataclass(frozen=True)
class DownloadLinks:
    """What the row under a chapter's title links to. Files are named as seen from the page."""

    script: str
    notebook: str
    colab: str


def download_links(page: Page | None, repository: str) -> DownloadLinks | None:
    """The row's links; None for a page without code and for the home page."""
    if page is None or page.name == book.HOME or not page.python():
        return None
    name = f"{page.name}{notebooks.SUFFIX}"
    return DownloadLinks(
        f"{page.name}.py",
        name,
        f"{COLAB}{urlsplit(repository).path.rstrip('/')}/blob/{NOTEBOOKS_BRANCH}/{page.language}/{name}",
    )


def files(page: Page, project: Project) -> dict[str, Path | Callable[[], str]]:
    """What lies beside the page, as a file or as what makes it.

    Its script, the same as one that a browser can load from a disk, where it may not read files, its notebook, and what
    they read.
    """
    if page.name == book.HOME or not page.python():
        return {}
    return {
        f"{page.name}/{page.name}.py": lambda: scripts.script(page, project.root),
        f"{page.name}/{page.name}{notebooks.SUFFIX}": lambda: notebooks.text(page, project.root),
        f"{page.name}/{page.name}.py.js": lambda: f"handbookCode({json.dumps(scripts.script(page, project.root))});\n",
        **{f"{page.name}/{name}": path for name, path in data_files.files(page, project.root).items()},
    }
