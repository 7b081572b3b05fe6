"""A staged language is a plain MkDocs project: other builders' own commands make the same site of it.

MkDocs 1 has no more releases; ProperDocs goes on with it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from samples import sample
from small_site import checkout

from handbook import ROOT
from handbook.site import build

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')  # added to finished pages by `handbook build`


def files(folder):
    """The pages without their policies, and the search's index, by their names."""
    found = [*folder.rglob("*.html"), folder / "assets/javascripts/search-sections.js"]
    return {path.relative_to(folder).as_posix(): POLICY.sub("", path.read_text(encoding="utf-8")) for path in found}


BUILDERS = ("mkdocs", "properdocs")


@pytest.mark.parametrize("builder", sample(BUILDERS, ["properdocs"]))  # with MkDocs itself `handbook build` works
def test_the_builders_own_command_makes_the_same_site_of_a_small_book(small, tmp_path, builder):
    assert_the_same_site(small, "sr-cyrl", small / "site", builder, tmp_path)


@pytest.fixture(scope="module")
def small(takes_minutes, tmp_path_factory) -> Path:
    """A small book, and the site of it."""
    root = checkout(tmp_path_factory.mktemp("small"))
    assert build.build_language("sr-cyrl", root / "site", root=root, for_publication=True) == []
    return root


@pytest.mark.nightly
@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("language", ["sr-cyrl", "de"])
def test_the_builders_own_command_makes_the_same_site(site_dir, tmp_path, language, builder):
    assert_the_same_site(ROOT, language, site_dir / language, builder, tmp_path)


def assert_the_same_site(root: Path, language: str, site: Path, builder: str, tmp_path: Path) -> None:
    commands = [
        ["handbook.cli", "--root", root, "stage", tmp_path, language],
        [builder, "build", "--quiet", "--strict", "-f", tmp_path / language / "mkdocs.yml", "-d", tmp_path / "site"],
    ]
    for module, *arguments in commands:
        done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    built, ours = files(tmp_path / "site"), files(site)
    assert len(built) > 3 and built.keys() == ours.keys()
    assert [name for name in built if built[name] != ours[name]] == []
