"""Malformed input: each file of ``tests/malformed``, planted in a small checkout, met by the commands that read it.

Each must be answered with exit code 1, with `path:line: what is wrong` and a hint below, and nothing may be written.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from handbook.cli.commands import main

MALFORMED = Path(__file__).parents[1] / "malformed"
EXPECTED = tomllib.loads((MALFORMED / "expected.toml").read_text(encoding="utf-8"))
CASES = [(kind, name) for kind, cases in EXPECTED.items() for name in cases]

ACCEPT, REVIEW, SYNC = "accept docs/de/scores.md", "review docs/de/scores.md", "sync de"
PLANTED = {  # kind: where it is planted, and which commands must refuse it
    "broken-page": ("docs/de/scores.md", ["check", "check docs/de/scores.md", ACCEPT, SYNC, "collect"]),
    "broken-code": ("docs/de/scores.md", ["check", "check docs/de/scores.md", ACCEPT, "collect"]),  # sync mends it
    "page": ("docs/de/scores.md", ["check", "check docs/de/scores.md", ACCEPT]),
    "english-page": ("docs/en/scores.md", ["check", ACCEPT, SYNC, "collect"]),
    "lock": ("i18n/de/lock/scores.lock", ["check", "status", "status de --json", ACCEPT]),
    "glossary": ("i18n/de/glossary.toml", ["check", "check docs/de", "status de", ACCEPT]),
    "strings": ("i18n/de/ui.toml", ["check"]),
    "language": ("i18n/de/language.toml", ["check"]),
    "people": ("i18n/de/people.toml", ["check", f"{ACCEPT} --by Somebody", f"{REVIEW} --by Somebody"]),
}


@pytest.fixture
def checkout(small_handbook, monkeypatch) -> Path:
    monkeypatch.chdir(small_handbook)
    return small_handbook


def refusals(checkout: Path, command: str) -> list[tuple[str, str]]:
    """Run a command that must be refused; what it says, as pairs of a finding and its hint."""
    before = contents(checkout)
    result = CliRunner().invoke(main, ["--root", str(checkout), *shlex.split(command)])
    assert isinstance(result.exception, SystemExit), f"{command}: {result.exception!r}"
    assert result.exit_code == 1, f"{command}: {result.output}"
    assert contents(checkout) == before, f"{command} wrote something"
    lines = result.output.split("\n")
    return [(line, following) for line, following in pairwise(lines) if re.match(r"\S.*?:[1-9]\d*: \S", line)]


def contents(checkout: Path) -> dict[str, bytes | str]:
    found: dict[str, bytes | str] = {}
    for path in set(checkout.rglob("*")) - set(checkout.glob(".cache/**/*")) - {checkout / ".cache"}:
        found[str(path)] = (
            str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else "a folder"
        )
    return found


def demand(said: list[tuple[str, str]], place: str, words: str) -> None:
    at_place = [(finding, hint) for finding, hint in said if f"{place}:" in finding and words in finding]
    assert at_place, f"nothing at {place} with “{words}” among\n" + "\n".join(finding for finding, _ in said)
    assert all(hint.startswith("    ") and hint.strip() for _, hint in at_place), "no hint"


def test_the_folder_and_its_list_name_the_same_inputs():
    there = {(path.parent.name, path.name) for path in MALFORMED.glob("*/*")}
    assert there == set(CASES)
    assert len(there) >= 60


@pytest.mark.parametrize(
    "kind, name",
    [case for case in CASES if case[0] in PLANTED],
    ids=["/".join(case) for case in CASES if case[0] in PLANTED],
)
def test_a_malformed_file_is_refused_at_its_line(checkout, kind, name):
    path, commands = PLANTED[kind]
    line, words = EXPECTED[kind][name]
    (checkout / path).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(MALFORMED / kind / name, checkout / path)
    for command in commands:
        demand(refusals(checkout, command), f"{path}:{line}", words)


@pytest.mark.parametrize("name", EXPECTED["command-line"])
def test_a_wrong_command_line_is_refused(checkout, name):
    place, words = EXPECTED["command-line"][name]
    command = (MALFORMED / "command-line" / name).read_text(encoding="utf-8").strip()
    demand(refusals(checkout, command), place, words)


@pytest.mark.parametrize("name", EXPECTED["tree"])
def test_a_file_of_the_wrong_kind_is_refused(checkout, name):
    place, words = EXPECTED["tree"][name]
    kind, _, rest = (MALFORMED / "tree" / name).read_text(encoding="utf-8").strip().partition(" ")
    where, _, target = rest.partition(" -> ")
    path = checkout / where
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file():
        path.unlink()
    if kind == "link":
        path.symlink_to(target)
    elif kind == "folder":
        path.mkdir()
        (path / "inside").write_text("kept\n", encoding="utf-8")
    else:
        path.write_text("planted\n", encoding="utf-8")
    demand(refusals(checkout, "check"), place, words)
    for command in ("status", ACCEPT, SYNC, "collect"):  # whatever they answer: no traceback
        result = CliRunner().invoke(main, ["--root", str(checkout), *shlex.split(command)])
        assert result.exception is None or isinstance(result.exception, SystemExit), f"{command}: {result.exception!r}"


def test_a_lock_of_another_page_is_refused(checkout):
    from handbook.translation import lockfile

    other = lockfile.path_of(checkout, "de", "other")
    path = lockfile.path_of(checkout, "de", "scores")
    path.parent.mkdir(parents=True)
    path.write_text(lockfile.render([lockfile.Entry("heading", "other", "0" * 12, "1" * 12)], other), encoding="utf-8")
    for command in PLANTED["lock"][1]:
        demand(refusals(checkout, command), "i18n/de/lock/scores.lock:2", "another page's")


def test_the_checkout_itself_is_in_order(checkout):
    result = CliRunner().invoke(main, ["--root", str(checkout), "check"])
    assert result.exit_code == 0, result.output
