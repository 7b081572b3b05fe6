"""How one language is built: what differs from the root ``mkdocs.yml``."""

from __future__ import annotations

from pathlib import Path

from mergedeep import merge
from mkdocs.utils.yaml import yaml_load

from handbook.project.languages import Language


def language_settings(language: Language, root: Path) -> dict:
    """The settings of ``mkdocs.yml`` that a language changes, whole, as ``load_config`` takes them beside that file."""
    own = {
        "docs_dir": str(root / "docs" / language.pages),
        "theme": {"language": language.theme, "direction": language.direction},
        "plugins": {"handbook": {"language": language.code}},
        "markdown_extensions": {"handbook.extensions.katex": {"decimal_comma": language.decimal_comma}},
    }
    with (root / "mkdocs.yml").open("rb") as file:
        common = yaml_load(file)
    return {name: merge({}, {name: common.get(name)}, {name: value})[name] for name, value in own.items()}
