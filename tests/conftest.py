"""What several tests share."""

import os
import re
import sys
from pathlib import Path

import built_site
import pytest
from browsers import executable
from file_server import served
from small_handbook import written
from suite_costs import COSTS, SuiteCosts

from handbook import ROOT
from handbook.core.answer_store import AnswerStore
from handbook.project.checkout import Project


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(SuiteCosts(COSTS, config.getoption("--within-costs")))


@pytest.fixture(scope="session")
def project() -> Project:
    return Project(ROOT)


@pytest.fixture
def small_handbook(tmp_path: Path) -> Path:
    """A checkout with one chapter in English and German, its snippets fresh, that a test may spoil."""
    return written(tmp_path)


# -- how much is tested


@pytest.fixture(scope="session")
def nightly(request) -> bool:
    """Whether this is the long run, for tests that take more of a kind then."""
    return request.config.getoption("--nightly")


@pytest.fixture(scope="session")
def answers(request) -> AnswerStore:
    """Where answers of expensive programs are kept."""
    return request.config.answers


@pytest.fixture(scope="session")
def torch():
    """PyTorch. A module that needs it as a whole says ``torch = pytest.importorskip("torch")``."""
    return pytest.importorskip("torch")


@pytest.fixture(scope="module", autouse=True)
def _defaults_of_torch() -> None:
    """How torch prints and counts as each module of tests begins: chapters change it, and tests run chapters.

    On as few cores as programs: for tables as small as ours, two cost three times as much and take as long.
    """
    if torch := sys.modules.get("torch"):  # None where quick tests go without
        from handbook.execution.program import THREADS, reset_torch

        reset_torch()
        torch.set_num_threads(THREADS)


@pytest.fixture(scope="session")
def takes_minutes() -> None:
    """Nothing: says that a test builds a site of its own, runs pytest within pytest or the like."""


SAYS_SO = {"takes_minutes", "site_dir"}
BUILD_COMMAND = re.compile(r"\b(?:mkdocs|properdocs|handbook(?:\.cli)?) build\b|\bmake site\b|main\(\['build'")
UNSAID = "builds a site: ask for the fixture `takes_minutes`"
_is_refused = False  # whether the test that is running may build no site


def _refuse(*_: object, **__: object) -> None:
    pytest.fail(UNSAID)


def _refuse_commands(event: str, about: tuple) -> None:
    if _is_refused and event == "subprocess.Popen":
        command = about[1]
        if BUILD_COMMAND.search(command if isinstance(command, str) else " ".join(map(os.fsdecode, command))):
            pytest.fail(UNSAID)


sys.addaudithook(_refuse_commands)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """In every run, building a site is refused to a test that doesn't say that it does: it would make quick runs slow.

    Around the whole of a test, its fixtures included.
    """
    global _is_refused
    with pytest.MonkeyPatch.context() as patch:
        _is_refused = SAYS_SO.isdisjoint(getattr(item, "fixturenames", ()))
        if _is_refused:
            from mkdocs.commands import build

            patch.setattr(build, "build", _refuse)
        try:
            return (yield)
        finally:
            _is_refused = False


# -- the built site, and a browser


@pytest.fixture(scope="session")
def site_dir(request, tmp_path_factory) -> Path:
    """All languages, built strictly, once for all processes.

    Later runs take it too, unless all is to be made anew.
    """
    if not request.config.answers.fresh:
        return built_site.built(built_site.kept())
    shared = tmp_path_factory.getbasetemp()
    return built_site.built((shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "site")


@pytest.fixture(scope="session")
def address(site_dir):
    """Where the built site is served, like any static host would."""
    with served(site_dir) as where:
        yield where


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=executable("headless chromium"),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--font-render-hinting=none",
            ],  # the shell alone would give letters whole pixels
        )
        yield chromium
        chromium.close()
