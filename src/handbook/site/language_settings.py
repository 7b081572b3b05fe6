"""How one language is built: what differs from the root ``mkdocs.yml``."""

from __future__ import annotations

from pathlib import Path

from mergedeep import merge
from mkdocs.utils.yaml import yaml_load

from handbook.project.languages import Language

KATEX = "handbook.extensions.katex"


def language_settings(language: Language, root: Path) -> dict:
    """The settings of ``mkdocs.yml`` that a language changes, whole, as ``load_config`` takes them beside that file."""
    with (root / "mkdocs.yml").open("rb") as file:
        common = yaml_load(file)
    own = {
        "docs_dir": str(root / "docs" / language.pages),
        "theme": {"language": language.theme, "direction": language.direction},
        "plugins": {"handbook": {"language": language.code}},
    }
    if KATEX in (common.get("markdown_extensions") or {}):  # where it isn't, formulas stay as they are written
        own["markdown_extensions"] = {KATEX: {"decimal_comma": language.decimal_comma}}
    merged = merge({}, common, own)
    return {name: merged[name] for name in own}
