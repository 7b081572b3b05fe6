"""A staged language is a plain MkDocs project: other builders' own commands make the same site of it.

MkDocs 1 has no more releases; ProperDocs goes on with it.
"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')  # added to finished pages by `handbook build`


def files(folder):
    """The pages without their policies, and the search's index, by their names."""
    found = [*folder.rglob("*.html"), folder / "assets/javascripts/search-sections.js"]
    return {path.relative_to(folder).as_posix(): POLICY.sub("", path.read_text(encoding="utf-8")) for path in found}


@pytest.mark.parametrize("builder", ["mkdocs", "properdocs"])
@pytest.mark.parametrize("language", ["sr-cyrl", pytest.param("de", marks=pytest.mark.nightly)])
def test_the_builders_own_command_makes_the_same_site(site_dir, tmp_path, language, builder):
    commands = [
        ["handbook.cli", "stage", tmp_path, language],
        [builder, "build", "--quiet", "--strict", "-f", tmp_path / language / "mkdocs.yml", "-d", tmp_path / "site"],
    ]
    for module, *arguments in commands:
        done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    built, ours = files(tmp_path / "site"), files(site_dir / language)
    assert len(built) > 20 and built.keys() == ours.keys()
    assert [name for name in built if built[name] != ours[name]] == []
