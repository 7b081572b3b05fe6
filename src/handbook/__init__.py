"""Parses a book's pages, checks them, runs their code and builds the site."""

import os
from pathlib import Path

# Material prints a warning about MkDocs 2 whenever it is imported. The variable must be set before any module imports
# MkDocs, therefore here.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

ROOT = Path(__file__).resolve().parents[2]
"""The checkout: the folder that holds ``docs``, ``i18n`` and ``snippets``."""

SOURCE_LANGUAGE = "en"
