"""The configuration of Material's search for each language: see ``frontend/search/plugin.js``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from handbook.site import bundler
from handbook.translation import glossary

SEARCH = "handbook"  # the name under which lunr loads our plugin, as a language
# What separates words: spaces, punctuation, html entities; commas not followed by a digit, and dots not followed by a
# letter, as in nn.Linear.
SEPARATOR = r"""&[a-z]+;|[\s\-–—…;:!?=()\[\]{}"„“”«»‘`/\\+*<>·⋅×^~@%&#→]+|,(?!\d)|\.(?!\w)"""


def configure(config: MkDocsConfig) -> None:
    """Let the search worker load our plugin, which it takes for a language.

    To be called before the search plugin's ``on_config``: in ``mkdocs.yml``, validation would drop a language that the
    plugin doesn't know.
    """
    for name, plugin in config.plugins.items():
        if name.rpartition("/")[2] == "search":
            plugin.config.update({"lang": [SEARCH], "pipeline": [], "separator": SEPARATOR})


def scripts(root: Path, language: str) -> dict[str, Callable[[], str]]:
    """By its path on the site, the function that makes the search's script for one language.

    Args:
        root: the checkout.
        language: a folder of ``i18n``; its glossary names the words that compounds are split into.

    Raises:
        DiagnosticError: where the glossary can't be read.
    """
    folder = root / "frontend" / "search"
    language_script = folder / f"{language}.js"
    if not language_script.is_file():
        language_script = folder / "default.js"
    forms = [form for term in glossary.load(root, language).terms.values() for form in (term.term, *term.forms)]
    parts = {part.lower() for form in forms for part in re.findall(r"[^\W\d_]{4,}", form)}
    script = partial(
        bundler.bundle,
        folder / "plugin.js",
        f"--alias:language={language_script}",
        f"--define:COMPOUND_PARTS={json.dumps(sorted(parts), ensure_ascii=False)}",
    )
    return {f"assets/javascripts/lunr/min/lunr.{SEARCH}.min.js": script}
