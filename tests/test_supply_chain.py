"""What comes from outside: packages are pinned by hashes, and jobs of CI that may write run nothing of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from itertools import product
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from handbook import ROOT

REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))
PINNED = re.compile(r"([a-z0-9.-]+)==(\S+)( ; [^;#]+?)?(?: --hash=sha256:[0-9a-f]{64})+")
WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
}
RESULTS = list(product(["success", "failure"], ["success", "failure", "skipped"], ["de", ""]))
JOBS = [(name, job) for name, workflow in WORKFLOWS.items() for job in workflow["jobs"]]


def lines_of(path: Path) -> list[str]:
    """The lines of a file of requirements, those that go on put together, without comments."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    return [re.sub(r" +", " ", line) for line in text.split("\n") if line and not line.startswith("#")]


def locked() -> dict[str, list[tuple[str, str]]]:
    """Each package with its file and version; with several where Pythons need them."""
    packages: dict[str, list[tuple[str, str]]] = {}
    for path in REQUIREMENTS:
        for line in lines_of(path):
            name, version = PINNED.fullmatch(line).group(1, 2)
            packages.setdefault(name, []).append((path.stem, version))
    return packages


def steps(workflow: str, job: str) -> list[dict]:
    return WORKFLOWS[workflow]["jobs"][job]["steps"]


def script(workflow: str, job: str) -> str:
    (run,) = [step["run"] for step in steps(workflow, job) if "run" in step]
    return run


def run(text: str, folder: Path, **environment: str) -> int:
    """How a step ends, as GitHub runs it."""
    return subprocess.run(["bash", "-e", "-c", text], cwd=folder, env=environment).returncode


# -- packages


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_each_python_package_has_one_version_and_hashes(path):
    assert lines_of(path) and not [line[:80] for line in lines_of(path) if not PINNED.fullmatch(line)]


def test_requirements_hold_what_the_project_asks_for():
    """Else `make lock` is to be run."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = {"site": [*settings["build-system"]["requires"], *settings["project"]["dependencies"]]}
    for extra, packages in settings["project"]["optional-dependencies"].items():
        asked.setdefault(extra, []).extend(packages)
    packages = locked()
    for extra, wanted in asked.items():
        for requirement in map(Requirement, wanted):
            versions = packages[canonicalize_name(requirement.name)]
            # psutil, for one, is asked for by the benchmarks and stands where another package needs it before them
            assert {file for file, _ in versions} & {extra, "site", "test", "examples", "torch"}, requirement
            assert all(requirement.specifier.contains(version) for _, version in versions), requirement


def test_no_package_stands_in_two_files_and_cuda_in_that_of_torch():
    packages = locked()
    assert sorted(packages.pop("torch")) == [("torch", "2.13.0"), ("torch-cpu", "2.13.0+cpu")]
    files = {name: {file for file, _ in found} for name, found in packages.items()}
    assert {name: found for name, found in files.items() if len(found) > 1} == {}
    apart = {name for name, found in files.items() if found == {"torch"}}
    assert apart == {name for name in files if name.startswith(("nvidia", "cuda", "triton"))} and "triton" in apart


@pytest.mark.parametrize("folder", ["", "benchmarks"])
def test_each_npm_package_has_an_integrity_and_no_address(folder):
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    del packages[""]
    without = [name for name, package in packages.items() if not package.get("integrity", "").startswith("sha512-")]
    assert "ignore-scripts=true\n" in (ROOT / folder / ".npmrc").read_text(encoding="utf-8")
    assert packages and without == [] and not any("resolved" in package for package in packages.values())


def test_packages_are_installed_by_their_hashes_alone():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.findall(r"^(\w+) .*(?:pip install|\$\(PIP\)).*$", makefile, re.MULTILINE) == ["PIP", "LOCKED", "PROJECT"]
    assert len(re.findall(r"pip install|\$\(PIP\)", re.sub(r"#.*", "", makefile))) == 3
    assert re.search(r"^PIP .* --no-deps$", makefile, re.MULTILINE)
    assert "LOCKED := $(PIP) --only-binary :all: --require-hashes\n" in makefile
    assert "PROJECT := $(PIP) --no-build-isolation -e .\n" in makefile
    everywhere = [ROOT / "Makefile", ROOT / ".ci/run", *(ROOT / ".github").rglob("*.yml")]
    texts = {path.name: re.sub(r"#.*", "", path.read_text(encoding="utf-8")) for path in everywhere}
    texts["Makefile"] = texts["Makefile"].replace("-m pip install", "", 1)
    assert [
        name for name, text in texts.items() if re.search(r"pip3? install|npm (i|install|add|update)\b", text)
    ] == []


# -- workflows


@pytest.mark.parametrize("workflow, job", JOBS)
def test_no_checkout_leaves_its_token_behind(workflow, job):
    for step in steps(workflow, job):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("workflow, job", JOBS)
def test_what_may_write_runs_no_code_but_its_own(workflow, job):
    whole = WORKFLOWS[workflow]
    assert whole["permissions"] in ({}, {"contents": "read"}) and "pull_request_target" not in whole[True]
    may = whole["jobs"][job].get("permissions", {})
    if "write" in may.values():
        for step in steps(workflow, job):
            assert not re.search(r"checkout|setup-|cache", step.get("uses", ""))
            assert not re.search(r"\b(pip|npm|npx|node|make|python3?|handbook)\b ?[^.\"&/]", step.get("run", "")), step


def test_three_jobs_may_write_and_nothing_more():
    may = {(name, job): WORKFLOWS[name]["jobs"][job].get("permissions", {}) for name, job in JOBS}
    assert {place: given for place, given in may.items() if "write" in given.values()} == {
        ("deploy", "deploy"): {"pages": "write", "id-token": "write"},
        ("deploy", "notebooks"): {"contents": "write"},
        ("translations-comment", "comment"): {"actions": "read", "pull-requests": "write"},
    }


def test_which_tests_a_pull_request_needs_is_said_by_the_code_of_its_base():
    checkouts = [step["with"] for step in steps("test", "touched") if "checkout" in step.get("uses", "")]
    (base,) = [each for each in checkouts if each["path"] == "base"]
    assert base["ref"] == "${{ github.event.pull_request.base.sha }}"
    programs = [step["run"] for step in steps("test", "touched") if "run" in step]
    assert programs[0] == "make -C base .venv/.site"
    assert [re.findall(r"[\w./]*(?:handbook|python|make)\b", text) for text in programs[1:]] == [
        ["base/.venv/bin/handbook"]
    ]
    assert "!cancelled()" in WORKFLOWS["test"]["jobs"]["test"]["if"], "where that couldn't be said, all tests run"


@pytest.mark.parametrize("quick, test, languages", RESULTS)
def test_a_run_has_passed_only_where_what_was_skipped_was_not_needed(tmp_path, quick, test, languages):
    passed = WORKFLOWS["test"]["jobs"]["passed"]
    assert passed["if"] == "always()" and {*passed["needs"], "passed"} == WORKFLOWS["test"]["jobs"].keys()
    right = quick == "success" and (test == "success" or (test == "skipped" and languages == "de"))
    assert (run(script("test", "passed"), tmp_path, QUICK=quick, TEST=test, LANGUAGES=languages) == 0) == right


@pytest.mark.parametrize("planted", ["", ".git/hooks/pre-push", ".git/config", "de/page.html", "de/link.ipynb"])
def test_only_notebooks_are_pushed(tmp_path, planted):
    (tmp_path / "notebooks/de").mkdir(parents=True)
    (tmp_path / "notebooks/de/page.ipynb").write_text("{}", encoding="utf-8")
    path = tmp_path / "notebooks" / (planted or "de/page.ipynb")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to("/etc/hostname") if "link" in planted else path.write_text("{}", encoding="utf-8")
    (tmp_path / "git").write_text(f'#!/bin/bash\necho "$1" >> {tmp_path}/asked\n', encoding="utf-8")
    (tmp_path / "git").chmod(0o755)
    code = run(script("deploy", "notebooks"), tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin", GH_TOKEN="", GITHUB_SHA="")
    assert (code == 0, (tmp_path / "asked").is_file()) == (not planted, not planted)


def test_a_report_that_is_a_link_is_not_read(tmp_path):
    (tmp_path / "report").mkdir()
    (tmp_path / "report/changes.md").symlink_to("/etc/hostname")
    (tmp_path / "gh").write_text(f'#!/bin/bash\necho "$*" >> {tmp_path}/asked\n', encoding="utf-8")
    (tmp_path / "gh").chmod(0o755)
    code = run(script("translations-comment", "comment"), tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin", REPOSITORY="a/b")
    assert code != 0 and not (tmp_path / "asked").exists() and not (tmp_path / "body.md").exists()


@pytest.mark.skipif(shutil.which("jq") is None, reason="no jq: `apt-get install jq` lets this test run")
def test_the_pull_request_is_found_by_repository_branch_and_commit(tmp_path):
    """As GitHub lists them; the repository of a fork may be gone."""
    heads = [("c1", "b", "fork/x"), ("c1", "b", None), ("c1", "other", "a/x"), ("c0", "b", "a/x"), ("c1", "b", "a/x")]
    pulls = [
        {"number": number, "head": {"sha": commit, "ref": branch, "repo": of and {"full_name": of}}}
        for number, (commit, branch, of) in enumerate(heads)
    ]
    (step,) = [step for step in steps("translations-comment", "comment") if "run" in step]
    assert {name: step["env"][name] for name in ("COMMIT", "BRANCH", "OF")} == {
        "COMMIT": "${{ github.event.workflow_run.head_sha }}",
        "BRANCH": "${{ github.event.workflow_run.head_branch }}",
        "OF": "${{ github.event.workflow_run.head_repository.full_name }}",
    }
    choice = re.search(r"pulls\?state=open.*?--jq '(.*?)'", step["run"]).group(1)
    environment = {"COMMIT": "c1", "BRANCH": "b", "OF": "a/x"}
    told = subprocess.run(["jq", choice], input=json.dumps(pulls), env=environment, capture_output=True, text=True)
    assert told.stdout == "4\n", told.stderr
