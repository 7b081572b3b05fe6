"""pytest: every Python fence of every page is an item, collected by sybil; the ledger is printed at the end."""

from pathlib import Path

import pytest

from handbook.execution.pytest_plugin import Pages
from handbook.execution.run_cache import RunCache

ROOT = Path(__file__).parent
pages = Pages(ROOT)
_collect = pages.sybil().pytest()


def pytest_addoption(parser):
    parser.addoption("--update-outputs", action="store_true", help="write what the pages' code prints today into their output fences")
    parser.addoption("--fresh", action="store_true", help="run every program, also those whose run is remembered")


def pytest_configure(config):
    pages.update = config.getoption("--update-outputs")
    if not config.getoption("--fresh"):
        pages.cache = RunCache(ROOT / ".cache" / "runs")


def pytest_collect_file(file_path: Path, parent):
    return _collect(file_path, parent)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A process gets all tests of a file: what they have in common is made once. So is a page's program in all languages."""
    from xdist.scheduler import LoadFileScheduling

    class ByFileOrProgram(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:  # the method that xdist's documentation names for this
            file = Path(nodeid.split("::", 1)[0])
            return file.name if file.suffix == ".md" else str(file)

    return ByFileOrProgram(config, log)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):  # one of pytest-xdist's processes
        session.config.workeroutput["pages"] = pages.told()
    else:
        pages.cache.prune()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    if told := getattr(node, "workeroutput", {}).get("pages"):
        pages.gather(told)


def pytest_terminal_summary(terminalreporter):
    if pages.ledgers:
        terminalreporter.section("ledger")
        for line in [*pages.table(), pages.summary()]:
            terminalreporter.write_line(line)
