"""What a page's code needs where it is copied to: packages to install, and data files, which it fetches by itself."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from handbook import ROOT
from handbook.markdown.model import Page
from handbook.markdown.python_code import read
from handbook.project import data_files
from handbook.project.strings import Strings

FETCH = """\
# What the code below reads is fetched if it isn't here yet.
def fetch(name, digest):
    from hashlib import sha256
    from pathlib import Path
    from urllib.request import urlopen

    address = "{address}" + name
    if Path(name).is_file():
        return
    try:
        with urlopen(address, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        raise SystemExit(f"{failed}")
    if sha256(content).hexdigest() != digest:
        raise SystemExit(f"{changed}")
    Path(name).write_bytes(content)


"""
# Modules are fetched into the working directory, which need not be the script's folder.
IMPORT = """

import importlib
import sys

sys.path.insert(0, "")
importlib.invalidate_caches()
"""


def packages(page: Page) -> list[str]:
    """The packages beside the standard library and its own modules that the page's code imports, torch first."""
    imported = {name for fence in page.python() if "no-run" not in fence.classes for name in _imports(fence.text)}
    own = data_files.modules(page) | sys.stdlib_module_names
    return sorted(imported - own, key=lambda name: (name != "torch", name))


def _imports(source: str) -> frozenset[str]:
    """The first parts of the names of modules that ``source`` imports; nothing of what doesn't parse."""
    try:
        return read(source).imports
    except SyntaxError:
        return frozenset()


def fetch_code(page: Page, address: str, root: Path = ROOT) -> str:
    """Python that fetches the page's data files where they are missing, and checks that they are the right ones.

    Args:
        page: whose front matter names the files.
        address: of the page on the site, beside which they are published.
        root: the checkout.

    Returns:
        The code; empty for a page without data files. Without network it stops with a sentence that says what to do.
        Files that are missing here are left out: ``data_files.check`` tells.

    Raises:
        DiagnosticError: where strings can't be read.
    """
    files = data_files.files(page, root)
    if not files:
        return ""
    t = Strings.of(page.language, "take", root)
    function = FETCH.format(address=address, failed=t("fetch_failed"), changed=t("fetch_changed"))
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items() if path.is_file()}
    calls = "\n".join(f'fetch("{name}", "{digest}")' for name, digest in digests.items())
    return function + calls + (IMPORT if data_files.modules(page) else "")
