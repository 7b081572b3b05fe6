"""Translation memories: well-formed TMX with every fresh pair, and the license."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from git_checkout import commit, edit, git, handbook
from samples import BY_DAY, PROJECT, sample

from handbook.project.checkout import Project
from handbook.translation.translation_memory import memory

LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def pairs(tmx: str) -> list[tuple[str, str]]:
    units = ElementTree.fromstring(tmx).findall("body/tu")
    return [tuple(variant.findtext("seg") or "" for variant in unit.findall("tuv")) for unit in units]  # type: ignore


@pytest.mark.parametrize("language", sample(PROJECT.languages[1:], [BY_DAY]))
def test_the_memory_of_each_language(language):
    text = memory(PROJECT, language)
    root = ElementTree.fromstring(text)
    assert root.attrib == {"version": "1.4"}
    assert root.find("header").attrib["segtype"] == "paragraph"  # type: ignore
    assert "CC BY 4.0" in (root.findtext("header/note") or "")
    tags = {tuple(variant.attrib[LANG] for variant in unit.findall("tuv")) for unit in root.iter("tu")}
    assert len(tags) == 1 and next(iter(tags))[0] == "en"
    found = pairs(text)
    assert len(found) == len(set(found)) > 3000
    assert all(english and translated and english != translated for english, translated in found)


def test_only_what_follows_todays_english_is_in_it(small_handbook: Path):
    git(small_handbook, "init", "--quiet")
    handbook(small_handbook, "accept", str(small_handbook / "docs/de/scores.md"))
    commit(small_handbook, "Begin")
    assert ("The sum", "Die Summe") in pairs(memory(Project(small_handbook), "de"))
    edit(small_handbook, "docs/en/scores.md", ("## The sum", "## A sum & more"))
    found = pairs(memory(Project(small_handbook), "de"))
    assert "Die Summe" not in {translated for _, translated in found} and len(found) > 3
    assert any("{code1}" in english for english, _ in found), "the texts of the catalogs"
