"""pytest: every Python fence of every page is an item, collected by sybil; the ledger is printed at the end."""

from dataclasses import asdict
from pathlib import Path

import pytest

from handbook.examples import Pages

pages = Pages()
_collect = pages.sybil().pytest()


def pytest_addoption(parser):
    parser.addoption("--update-outputs", action="store_true", help="write what the pages' code prints today into their output fences")


def pytest_configure(config):
    pages.update = config.getoption("--update-outputs")


def pytest_collect_file(file_path: Path, parent):
    return _collect(file_path, parent)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):  # one of pytest-xdist's processes
        session.config.workeroutput["ledgers"] = {place: asdict(ledger) for place, ledger in pages.ledgers.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    pages.gather(getattr(node, "workeroutput", {}).get("ledgers", {}))


def pytest_terminal_summary(terminalreporter):
    if pages.ledgers:
        terminalreporter.section("ledger")
        for line in pages.table():
            terminalreporter.write_line(line)
