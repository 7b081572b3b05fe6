"""A chapter's code to download: its script and its notebook, beside the page, and a link that opens it in Colab."""

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
NOTEBOOKS_BRANCH = "notebooks"  # pushed by deploy.yml: Colab opens files of repositories only


@dataclass(frozen=True)
class DownloadLinks:
    """The links under a chapter's title. Files are named relative to the page."""

    script: str
    notebook: str
    colab: str


def download_links(page: Page | None, repository: str, edition: str = "") -> DownloadLinks | None:
    """The links of a page, or of its edition in a second alphabet; None for a page without code and the home page."""
    if page is None or page.name == book.HOME or not page.python():
        return None
    name = f"{page.name}{notebooks.SUFFIX}"
    return DownloadLinks(
        f"{page.name}.py",
        name,
        f"{COLAB}{urlsplit(repository).path.rstrip('/')}/blob/{NOTEBOOKS_BRANCH}/{edition or page.language}/{name}",
    )


def english_file(name: str) -> str:
    """The Markdown of an English page, beside the page that a translation is missing of."""
    return f"{name}.md.txt"


def files(page: Page, project: Project, edition: str = "") -> dict[str, Path | Callable[[], str]]:
    """The files beside the page, by their paths: each a file to copy, or the function that makes it.

    In an ``edition`` in a second alphabet, so is the notebook's text.

    These are its script and its notebook, the data files that they read, and the script wrapped as JavaScript
    (``.py.js``): a page opened from a folder can load that to copy the code, but can't fetch a file.
    """
    if page.name == book.HOME or not page.python():
        return {}
    return {
        f"{page.name}/{page.name}.py": lambda: scripts.script(page, project.root),
        f"{page.name}/{page.name}{notebooks.SUFFIX}": lambda: notebooks.text(page, project.root, edition),
        f"{page.name}/{page.name}.py.js": lambda: f"handbookCode({json.dumps(scripts.script(page, project.root))});\n",
        **{f"{page.name}/{name}": path for name, path in data_files.files(page, project.root).items()},
    }
