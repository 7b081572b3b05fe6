"""Ours, for pages of many checkouts in one run: what conftest.py does for one.

A page lies in CHECKOUT/docs/LANGUAGE/.
"""

from pathlib import Path

from handbook.execution.pytest_plugin import Pages

_collectors = {}


def pytest_collect_file(file_path: Path, parent):
    if file_path.suffix != ".md":
        return None
    root = file_path.parents[2]
    if root not in _collectors:
        _collectors[root] = Pages(root).sybil().pytest()
    return _collectors[root](file_path, parent)
