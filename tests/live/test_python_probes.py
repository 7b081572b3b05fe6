"""Python in the page does what CPython does, but for a list of differences that readers see too."""

import tomllib

import pytest
import python_probes

from handbook import ROOT

KNOWN = {
    probe
    for difference in tomllib.loads((ROOT / "frontend/live/differences.toml").read_text("utf-8"))["difference"]
    for probe in difference["probes"]
}


@pytest.mark.parametrize("name", sorted(set(python_probes.probes()) - KNOWN))
def test_the_page_prints_what_python_prints(name: str) -> None:
    expected, here = python_probes.compared()[name]
    assert here == expected


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_known_difference_is_still_there(name: str) -> None:
    expected, here = python_probes.compared()[name]
    assert here != expected, "remove it from frontend/live/differences.toml"
