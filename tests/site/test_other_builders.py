"""MkDocs 1 has no more releases. ProperDocs, which goes on with it, builds the same pages from the same sources."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from handbook import ROOT

PROGRAM = """
import sys
from pathlib import Path
import properdocs.replacement  # from here on, mkdocs is properdocs
from properdocs.commands.build import build
from properdocs.config import load_config
from handbook.project.languages import Language
from handbook.site.language_settings import language_settings

settings = language_settings(Language.read(sys.argv[1]), Path.cwd())
config = load_config("mkdocs.yml", strict=True, site_dir=sys.argv[2], **settings)
config.plugins.on_startup(command="build", dirty=False)
build(config)
"""
ARTICLE = re.compile(r"<article.*?</article>", re.S)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "sr"])
def test_properdocs_builds_the_same_pages(site_dir, tmp_path, language):
    command = [sys.executable, "-c", PROGRAM, language, tmp_path / "site"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    ours = site_dir if language == "en" else site_dir / language
    built = sorted(path.relative_to(tmp_path / "site") for path in (tmp_path / "site").rglob("index.html"))
    pages = [path for path in built if (ours / path).is_file()]
    assert len(pages) == len(built) > 10
    for path in pages:
        assert (
            ARTICLE.findall((tmp_path / "site" / path).read_text(encoding="utf-8"))
            == ARTICLE.findall((ours / path).read_text(encoding="utf-8"))
            != []
        ), path
