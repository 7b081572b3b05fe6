"""A chapter's code to take along: its script and its notebook beside the page, and the address that opens it in Colab."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from . import needs, notebooks, snippets
from .blocks import Page
from .pages import Handbook

COLAB = "https://colab.research.google.com/github"
HOME = "index"  # no chapter


@dataclass(frozen=True)
class Code:
    """What the row under a chapter's title links to. Files are named as seen from the page."""

    script: str
    notebook: str
    colab: str


def code_of(page: Page | None, repository: str, branch: str) -> Code | None:
    """The row's links; None for a page without code and for the home page."""
    if page is None or page.name == HOME or not page.python():
        return None
    place = f"snippets/{page.language}/{page.name}"
    return Code(f"{page.name}.py", f"{page.name}.ipynb", f"{COLAB}{urlsplit(repository).path.rstrip('/')}/blob/{branch}/{place}.ipynb")


def files(page: Page, handbook: Handbook) -> dict[str, str | Path]:
    """What lies beside the page: the files of ``snippets/``, and the script once more as one that a browser can load
    from a disk, where it may not read files."""
    if page.name == HOME or not page.python():
        return {}
    script = snippets.script(page)
    return {
        f"{page.name}/{page.name}.py": script,
        f"{page.name}/{page.name}.ipynb": notebooks.text(page, handbook.root),
        f"{page.name}/{page.name}.py.js": f"handbookCode({json.dumps(script)});\n",
        **{f"{page.name}/{name}": path for name, path in needs.files(page, handbook.root).items()},
    }
