"""Checks the navigation in ``mkdocs.yml``: MkDocs leaves out silently what it can't find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import Finding
from handbook.project import configuration, strings
from handbook.project.configuration import FILE


class Entry(NamedTuple):
    """An entry of the navigation: a page or a section's title."""

    text: str  # the page (``by-hand.md``), or the key of the title (``understand``)
    line: int
    is_page: bool


def check(root: Path, names: Sequence[str]) -> Iterator[Finding]:
    """English pages that the navigation doesn't link to, and its keys without a title in the English strings.

    Args:
        root: the checkout.
        names: of the English pages, without ``.md``.

    Raises:
        DiagnosticError: the English strings can't be read.
    """
    path = root / FILE
    if not path.is_file():
        return
    try:
        nav = list(entries(path.read_text(encoding="utf-8", errors="replace")))
    except config_files.YamlError as error:
        yield Finding(FILE, error.line + 1, f"not YAML: {error}", configuration.FORM)
        return
    pages = {entry.text for entry in nav if entry.is_page}
    unknown = [entry for entry in nav if entry.is_page and entry.text.removesuffix(".md") not in names]
    for name in names:
        if f"{name}.md" not in pages:
            without_page = "".join(f"; {entry.text} on line {entry.line} has no page" for entry in unknown)
            yield Finding(
                f"docs/{SOURCE_LANGUAGE}/{name}.md",
                1,
                f"the navigation doesn't lead to this page{without_page}",
                f"name it under `nav` in {FILE}: - {name}.md",
            )
    titles = strings.flat(SOURCE_LANGUAGE, root)
    for entry in nav:
        if not entry.is_page and not titles.get(f"nav.{entry.text}", "").strip():
            yield Finding(
                FILE,
                entry.line,
                f"the navigation's `{entry.text}` has no title",
                f'write {entry.text} = "…" under [nav] in i18n/{SOURCE_LANGUAGE}/ui.toml',
            )


def entries(text: str) -> Iterator[Entry]:
    """The entries of ``nav`` in the text of ``mkdocs.yml``, in order. Raises YamlError where it isn't YAML."""
    node = config_files.yaml_nodes(text)
    for key, value in node.value if node else []:
        if key.value == "nav":
            yield from _entries(value)


def _entries(node: yaml.Node) -> Iterator[Entry]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _entries(item)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield Entry(key.value, key.start_mark.line + 1, False)
            yield from _entries(value)
    else:
        yield Entry(node.value, node.start_mark.line + 1, True)
