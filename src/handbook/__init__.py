"""The machinery of a book whose code runs: parse pages, check them, run their code, build the site."""

import os
from pathlib import Path

# Material tells of MkDocs 2 at each import, and there is nothing here to do about it. Here, since it has to be said
# before any module imports MkDocs.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

ROOT = Path(__file__).resolve().parents[2]
"""The checkout: the folder that holds ``docs``, ``i18n`` and ``snippets``."""

SOURCE_LANGUAGE = "en"
