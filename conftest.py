"""pytest: every Python fence of every page is an item, collected by sybil; the ledger is printed at the end.

``--quick`` deselects the pages' code, and each test that uses a fixture in ``SLOW``. Tests marked ``nightly`` run with
``--nightly`` only.
"""

import os
import sys
from datetime import date
from pathlib import Path

import pytest

from handbook.core.answer_store import AnswerStore
from handbook.execution.pytest_plugin import Pages
from handbook.execution.run_cache import RunCache

ROOT = Path(__file__).parent
pages = Pages(ROOT)
_collect = pages.sybil().pytest()
# Fixtures: browsers, the built site, torch, and a site of the test's own (see tests/conftest.py).
SLOW = {"browser", "site_dir", "torch", "takes_minutes"}
BUILDS_FIRST = "test_html_of_every_page.py"  # of tests/site


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="only tests that need no browser, no torch and no built site")
    parser.addoption(
        "--nightly",
        action="store_true",
        help="also the tests that are marked so, and --fresh: every page, hours in all",
    )
    parser.addoption(
        "--update-outputs", action="store_true", help="write what the pages' code prints today into their output fences"
    )
    parser.addoption(
        "--fresh",
        action="store_true",
        help="ask every program anew, also those whose answers are kept in .cache, and keep the new ones",
    )
    parser.addoption(
        "--within-costs", action="store_true", help="fail where tests cost more than tests/costs.toml allows"
    )


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "nightly: one more of a kind of which `make test` runs some; `make nightly` runs all"
    )
    if config.getoption("--quick"):
        sys.modules["torch"] = (
            None  # to import it is an ImportError from now on: quick tests that need torch have to use its fixture
        )
    if config.getoption("--nightly"):
        os.environ["HANDBOOK_PROPERTIES"] = "long"  # see tests/markdown/searched.py
    pages.update = config.getoption("--update-outputs")
    is_fresh = config.getoption("--fresh") or config.getoption("--nightly")
    config.answers = AnswerStore(ROOT / ".cache" / "answers", date.today(), is_fresh)
    pages.cache = RunCache(config.answers)


def pytest_collect_file(file_path: Path, parent):
    return None if parent.config.getoption("--quick") else _collect(file_path, parent)


def pytest_collection_modifyitems(config, items):
    quick, nightly = config.getoption("--quick"), config.getoption("--nightly")

    def is_deselected(item) -> bool:
        return (quick and not SLOW.isdisjoint(getattr(item, "fixturenames", ()))) or (
            not nightly and item.get_closest_marker("nightly") is not None
        )

    deselected = [item for item in items if is_deselected(item)]
    config.hook.pytest_deselected(items=deselected)
    items[:] = sorted((item for item in items if not is_deselected(item)), key=_turns(items))


def _turns(items):
    """When a file's tests have their turn, so that no process waits for the site while another builds it.

    One file begins with it; the others that need it come last, and before them what takes long: the code of pages.
    """
    needing = {item.path for item in items if "site_dir" in getattr(item, "fixturenames", ())}

    def turn(item) -> int:
        if item.path in needing:
            return 0 if item.path.name == BUILDS_FIRST else 3
        return 1 if item.path.suffix == ".md" else 2

    return turn


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """All tests of a file run in one process, so that their fixtures are made once.

    So do a page's fences in all languages, which share the runs of their programs.
    """
    from xdist.scheduler import LoadFileScheduling

    class ByFileOrProgram(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:  # the method that xdist's documentation names for this
            file = Path(nodeid.split("::", 1)[0])
            return file.name if file.suffix == ".md" else str(file)

    return ByFileOrProgram(config, log)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):  # a worker of pytest-xdist
        session.config.workeroutput["pages"] = pages.results()
    else:
        session.config.answers.prune()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    if worker_pages := getattr(node, "workeroutput", {}).get("pages"):
        pages.merge(worker_pages)


def pytest_terminal_summary(terminalreporter):
    if pages.ledgers:
        terminalreporter.section("ledger")
        for line in [*pages.table(), pages.summary()]:
            terminalreporter.write_line(line)
