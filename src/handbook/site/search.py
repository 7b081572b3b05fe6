"""What Material's search knows of each language: see ``frontend/search/plugin.js``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from handbook.site import bundler
from handbook.translation import glossary

SEARCH = "handbook"
# Between words: spaces, signs, html's names of signs; a comma unless it stands in a number, a dot
# unless it stands in a name, as in nn.Linear.
SEPARATOR = r"""&[a-z]+;|[\s\-–—…;:!?=()\[\]{}"„“”«»‘`/\\+*<>·⋅×^~@%&#→]+|,(?!\d)|\.(?!\w)"""


def configure(config: MkDocsConfig) -> None:
    """Let the search's worker load our plugin, which it takes for a language: see ``frontend/search/plugin.js``.

    Set here, for the search drops languages it doesn't know from its options, and has read them by the next event.
    """
    for name, plugin in config.plugins.items():
        if name.rpartition("/")[2] == "search":
            plugin.config.update({"lang": [SEARCH], "pipeline": [], "separator": SEPARATOR})


def scripts(root: Path, language: str) -> dict[str, Callable[[], str]]:
    """What makes the search's knowledge of the language, with the words that compounds are made of."""
    folder = root / "frontend" / "search"
    own = folder / f"{language}.js"
    forms = [form for term in glossary.load(root, language).terms.values() for form in (term.term, *term.forms)]
    parts = {part.lower() for form in forms for part in re.findall(r"[^\W\d_]{4,}", form)}
    script = partial(
        bundler.bundle,
        folder / "plugin.js",
        f"--alias:language={own if own.is_file() else folder / 'default.js'}",
        f"--define:COMPOUND_PARTS={json.dumps(sorted(parts), ensure_ascii=False)}",
    )
    return {f"assets/javascripts/lunr/min/lunr.{SEARCH}.min.js": script}
