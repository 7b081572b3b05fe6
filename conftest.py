"""pytest: every Python fence of every page is an item, collected by sybil; the ledger is printed at the end."""

from pathlib import Path

from handbook.examples import Pages

pages = Pages()
_collect = pages.sybil().pytest()


def pytest_addoption(parser):
    parser.addoption("--update-outputs", action="store_true", help="write what the pages' code prints today into their output fences")


def pytest_configure(config):
    pages.update = config.getoption("--update-outputs")


def pytest_collect_file(file_path: Path, parent):
    return _collect(file_path, parent)


def pytest_terminal_summary(terminalreporter):
    if pages.runs:
        terminalreporter.section("ledger")
        for line in pages.table():
            terminalreporter.write_line(line)
