"""The text of a finished notebook: as Jupyter stores it, and in a second alphabet as the site's edition has it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from handbook.export import scripts
from handbook.markdown.inline import INLINE
from handbook.project import transliteration
from handbook.project.transliteration import Transliterator

if TYPE_CHECKING:
    from nbformat import NotebookNode

# Fenced code, and formulas that stand by themselves.
_BLOCK = re.compile(r"^(?P<fence>[ >]*(?:```|\$\$)).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)


def with_lists_of_lines(notebook: NotebookNode) -> NotebookNode:
    """Store texts as lists of lines, as Jupyter does: a change of one line is one line of a diff."""
    for cell in notebook.cells:
        cell.source = cell.source.splitlines(keepends=True)
        for output in cell.get("outputs", ()):
            if "text" in output:
                output.text = output.text.splitlines(keepends=True)
            for kind, data in output.get("data", {}).items():
                output.data[kind] = data.splitlines(keepends=True)
    return notebook


def rewrite(notebook: NotebookNode, edition: str, root: Path) -> None:
    """Write the text of a notebook in the alphabet of an edition.

    Args:
        notebook: of the language's page, which is changed.
        edition: its code: ``sr-cyrl``.
        root: the checkout.

    Raises:
        DiagnosticError: where the edition's exceptions can't be read.
    """
    script = transliteration.transliterator(edition, root)
    home, own_home = (scripts.home(code, root) for code in (transliteration.source_of(edition, root), edition))
    notebook["metadata"]["title"] = script.text(notebook["metadata"]["title"])
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = markdown(cell["source"], script).replace(home, own_home)


def markdown(source: str, script: Transliterator) -> str:
    """Markdown in the other alphabet: code, formulas, tags and addresses stay as they are."""
    result, end = [], 0
    for block in _BLOCK.finditer(source):
        result += [_inline(source[end : block.start()], script), block[0]]
        end = block.end()
    return "".join([*result, _inline(source[end:], script)])


def _inline(source: str, script: Transliterator) -> str:
    result, end = [], 0
    for match in INLINE.finditer(source):
        kept = match[0]
        if match["label"] is not None:
            label = _inline(match["label"], script)
            kept = f"{match['bang']}[{label}]{kept[len(match['bang']) + len(match['label']) + 2 :]}"
        result += [script.text(source[end : match.start()]), kept]
        end = match.end()
    return "".join([*result, script.text(source[end:])])
